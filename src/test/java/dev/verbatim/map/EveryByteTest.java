package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.map.MapDamage.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Each byte of each file of a map is wrong, all its bits and one of them: values are right, or whoever reads or writes
 * is told, as {@link MapDamage} says. Nothing else is thrown, nothing hangs, and no JVM dies. What is read once, when a
 * map is opened, is changed before that; the rest while the map is open. {@code -Dverbatim.seed} repeats a run.
 */
class EveryByteTest {

    /** How long one case may take. */
    private static final long PATIENCE_SECONDS = 30;

    /** How many of the bytes that an opening does not look at are changed before one all the same. */
    private static final int SAMPLED = 20;

    /** Up to where whoever opens a map looks at its control file: the first slot's generation included. */
    private static final int CONTROL_READ = 196;

    /** Of how many bytes that are only added up one has all looked at. */
    private static final int SELDOM = 100;

    private static final String INDEX = "index/.*";
    private static final String SEGMENTS = ".*segment";

    @TempDir(factory = InMemory.class)
    Path temporary;

    private MapDamage damage;
    private Random random;

    /** What is done with one wrong byte. */
    private interface Case {
        Outcome run() throws IOException;
    }

    /** What is under way. */
    private volatile String current = "";

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);

    static final class InMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            Path memory = Path.of("/dev/shm"); // forces take no time there
            return Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "junit")
                    : Files.createTempDirectory("junit");
        }
    }

    @BeforeEach
    void make(TestReporter reporter) throws IOException {
        long seed = Long.getLong("verbatim.seed", System.nanoTime());
        reporter.publishEntry("verbatim.seed", Long.toString(seed));
        random = new Random(seed);
        damage = new MapDamage(temporary.resolve("map"));
        assertEquals(Outcome.RIGHT, damage.read());
        assertEquals(Outcome.RIGHT, damage.write());
        damage.restore();
        assertEquals(0, damage.files("lock").values().iterator().next().length);
    }

    @Test
    void ofAMapThatIsOpen() throws Exception {
        watch(() -> {
            try (MappedMap<Long, String> map = damage.open(true)) {
                change(SEGMENTS, offset -> true, () -> damage.look(map), false);
                change(INDEX, offset -> !isRow(offset), () -> damage.look(map), false);
                // Nobody who looks for a value looks at these.
                Case seldom = () -> random.nextInt(SELDOM) == 0 ? damage.look(map) : damage.count(map);
                change(INDEX, EveryByteTest::isRow, seldom, false);
                change("counts", offset -> true, seldom, false);
                change("control", offset -> offset >= CONTROL_READ, seldom, false);
                assertEquals(Outcome.RIGHT, damage.look(map));
            }
        });
        assertTrue(outcomes.get(Outcome.TOLD) > 1000, outcomes::toString);
    }

    @Test
    void ofAMapThatIsOpenedToRead() throws Exception {
        watch(() -> {
            change("control", offset -> offset < CONTROL_READ || isSampled(12_480), damage::read, false);
            change("layouts/.*", offset -> true, damage::read, false);
            change(INDEX, offset -> offset < IndexDescriptor.ROWS_OFFSET, damage::read, false);
            change(SEGMENTS, offset -> offset < SegmentDescriptor.FIRST_ENTRY_OFFSET, damage::read, false);
        });
        assertTrue(outcomes.get(Outcome.TOLD) > 100, outcomes::toString);
    }

    @Test
    void ofAMapThatIsOpenedToWrite() throws Exception {
        watch(() -> {
            change("control", offset -> offset < CONTROL_READ || isSampled(12_480), damage::write, true);
            change("layouts/.*", offset -> true, damage::write, true);
            change(INDEX, offset -> offset < IndexDescriptor.ROWS_OFFSET + 8 || isSampled(77_824), damage::write, true);
            change("counts", offset -> offset < 16 || isSampled(65_536), damage::write, true);
            change(SEGMENTS, offset -> offset < 200 || isSampled(4096), damage::write, true);
        });
        assertTrue(outcomes.get(Outcome.TOLD) > 100, outcomes::toString);
    }

    private static boolean isRow(int offset) {
        return offset >= IndexDescriptor.ROWS_OFFSET && offset < IndexDescriptor.WORDS_OFFSET;
    }

    private boolean isSampled(int of) {
        return random.nextInt(of) < SAMPLED;
    }

    /** Changes one byte after the other. */
    private void change(String pattern, IntPredicate offsets, Case looked, boolean restoreAll) throws IOException {
        Map<Path, byte[]> files = damage.files(pattern);
        assertTrue(!files.isEmpty(), pattern);
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            for (int offset = 0; offset < file.getValue().length; offset++) {
                if (offsets.test(offset)) {
                    for (int mask : new int[] {0xFF, 1 << random.nextInt(8)}) {
                        change(file.getKey(), offset, mask, looked, restoreAll);
                    }
                }
            }
        }
    }

    private void change(Path file, int offset, int mask, Case looked, boolean restoreAll) throws IOException {
        current = temporary.relativize(file) + " offset=" + offset + " mask=0x%02x".formatted(mask);
        damage.change(file, offset, mask);
        Outcome outcome;
        try {
            outcome = looked.run();
        } catch (RuntimeException | Error e) {
            throw new AssertionError(current, e);
        }
        if (restoreAll) {
            damage.restore();
        } else {
            damage.change(file, offset, 0);
        }
        outcomes.merge(outcome, 1, Integer::sum);
        assertTrue(outcome != Outcome.SILENT, () -> "nobody was told of " + current);
    }

    /** What a test does. */
    private interface Work {
        void run() throws IOException;
    }

    /** Does something in another thread, and requires that no case takes long. */
    private void watch(Work work) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        Thread worker = Thread.ofPlatform().daemon().start(task);
        String last = null;
        while (true) {
            try {
                task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                List<StackTraceElement> trace = new ArrayList<>(List.of(worker.getStackTrace()));
                assertTrue(!current.equals(last), () -> "it hangs with " + current + ": " + trace);
                last = current;
            } catch (ExecutionException e) {
                throw new AssertionError(outcomes.toString(), e.getCause());
            }
        }
    }
}
