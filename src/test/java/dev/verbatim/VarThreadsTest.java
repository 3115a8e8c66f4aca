package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One codec of variable-length records, which keeps the buffers of one thread at hand, and several threads. */
class VarThreadsTest {

    private static final int THREADS = 4;
    private static final int CALLS = 20_000;

    static final class Note {
        long id;
        String text = "";

        static final ReusableVarCodec<Note> CODEC = VarCodec.ofClass(
                lookup(), Note.class, Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text")));
    }

    @Test
    void threadsThatShareACodecDoNotShareItsBuffers() throws Exception {
        long seed = new Random().nextLong();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(seed + i);
                calls.add(threads.submit((Callable<Void>) () -> {
                    start.await();
                    writeAndRead(random, "seed=" + seed);
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
    }

    private static void writeAndRead(Random random, String message) {
        MemorySegment segment = MemorySegment.ofArray(new byte[1_000]);
        Note note = new Note();
        Note target = new Note();
        for (int i = 0; i < CALLS; i++) {
            note.id = random.nextLong();
            note.text = Long.toString(note.id).repeat(random.nextInt(10));
            long byteSize = Note.CODEC.write(note, segment, 0);
            assertEquals(24 + note.text.length(), byteSize, message);
            Note.CODEC.readInto(target, segment, 0);
            assertEquals(note.id, target.id, message);
            assertEquals(note.text, target.text, message);
        }
    }
}
