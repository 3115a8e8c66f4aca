package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.tools.TempFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** A time leads to the last segment that was begun by then, or to the oldest. */
class MoveToTimePropertyTest {

    @Property(
            tries = 40,
            generation = GenerationMode.RANDOMIZED,
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.OFF)
    void theLastSegmentThatWasBegunByThen(
            @ForAll @IntRange(min = 1, max = 24) int count, @ForAll boolean readOnly, @ForAll Random random)
            throws IOException {
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            SegmentTimes.create(folder, count);
            try (MappedQueue queue =
                    MappedQueue.builder(folder).readOnly(readOnly).open()) {
                long[] begun = begin(folder, count, random);
                List<Long> left = new ArrayList<>(List.of(0L));
                int gone = random.nextInt(count); // deleted since the names were listed
                for (long index = 1; index < count; index++) {
                    Path file = SegmentTimes.file(folder, index);
                    boolean isNewest = index == count - 1;
                    if (isNewest || (index > gone && random.nextInt(4) > 0)) {
                        left.add(index);
                    } else {
                        Files.delete(file);
                        if (index <= gone) {
                            Files.createSymbolicLink(file, folder.resolve("nothing"));
                        }
                    }
                }
                requireLinear(queue, left, begun);
            }
        }
    }

    /** {@return when each segment was begun} Some at the same time; the first ones, maybe, at a time that was lost. */
    private static long[] begin(Path folder, int count, Random random) throws IOException {
        long[] begun = new long[count];
        int lost = Math.min(random.nextInt(4), random.nextInt(count + 1));
        long nanos = 1_000;
        for (int index = 0; index < count; index++) {
            nanos += random.nextInt(3);
            begun[index] = index < lost ? 0 : nanos;
            SegmentTimes.begin(folder, index, begun[index]);
        }
        if (Files.exists(SegmentTimes.file(folder, count))) {
            // As a process leaves it that dies before it says that this is the newest one.
            SegmentTimes.begin(folder, count, nanos);
        }
        return begun;
    }

    private static void requireLinear(MappedQueue queue, List<Long> left, long[] begun) throws IOException {
        try (Tailer tailer = queue.tailer()) {
            for (long time = -1; time < 1_100; time += time < 2 || time >= 998 ? 1 : 249) {
                long expected = left.getFirst();
                for (long index : left) {
                    expected = begun[(int) index] <= time ? index : expected;
                }
                assertEquals(expected, SegmentTimes.move(tailer, time), "time=" + time + " of " + left);
            }
        }
    }
}
