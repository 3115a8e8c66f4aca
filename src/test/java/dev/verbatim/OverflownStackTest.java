package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.StructFile;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recursion runs out of stack in a method of an appender, a tailer or a file. The error is caught, and the program
 * goes on.
 */
@Timeout(180)
class OverflownStackTest {

    /** With each number of other frames below the recursion, the error comes at another place. */
    private static final int STACKS = 24;

    record Quote(long id, double bid, double ask) {
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                MemoryLayout.structLayout(
                        JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask")));
    }

    private static final Quote FIRST = new Quote(1, 2, 3);
    private static final Quote LAST = new Quote(-1, 2, 3);

    @TempDir
    Path folder;

    /** Something that may be done until there is no stack left. */
    private interface Step {
        void run() throws IOException;
    }

    /**
     * Its frames have another size than those of the recursion. The size of a stack would not vary the place of the
     * error: it is rounded to pages.
     */
    private static void recurseBelow(int frames, Step step, long unused, long unusedToo) throws IOException {
        if (frames > 0) {
            recurseBelow(frames - 1, step, unused + 1, unusedToo + unused);
        } else {
            recurse(step, 0);
        }
    }

    private static void recurse(Step step, int depth) throws IOException {
        if (depth < Integer.MAX_VALUE) {
            step.run();
            recurse(step, depth + 1);
        }
    }

    /** Runs out of stack in a thread of its own, which then does the rest, or waits until this one has done it. */
    private static void overflow(int stack, Step step, boolean inItsThread, Step rest) throws Exception {
        CountDownLatch caught = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        FutureTask<@Nullable Void> task = new FutureTask<>(() -> {
            assertThrows(StackOverflowError.class, () -> recurseBelow(stack, step, 0, 0));
            if (inItsThread) {
                rest.run();
            }
            caught.countDown();
            done.await();
            return null;
        });
        new Thread(null, task, "stack " + stack, 300_000).start();
        if (inItsThread) {
            done.countDown();
            task.get();
        } else {
            caught.await();
            rest.run();
            done.countDown();
            task.get();
        }
    }

    @Test
    void anAppenderAndATailerGoOnAndAreFreeAfterAClose() throws Exception {
        for (int stack = 0; stack < STACKS; stack++) {
            Path path = folder.resolve("queue" + stack);
            MappedQueue queue = MappedQueue.builder(path)
                    .segmentSize(1 << 20)
                    .checksum(stack % 3 == 0)
                    .open();
            Appender appender = queue.appender();
            Tailer tailer = queue.tailer("reader");
            boolean inItsThread = stack % 2 == 0;
            overflow(stack, () -> appender.append(Quote.CODEC, FIRST), inItsThread, () -> {
                appender.append(Quote.CODEC, LAST);
                requireLast(queue);
            });
            overflow(stack, () -> tailer.read((payload, position, layoutId) -> {}), inItsThread, () -> {
                tailer.skip(1);
                tailer.close();
                appender.close();
                queue.tailer("reader").close(); // its name is free
            });
            assertEquals(0, queue.info().slots().size(), "no slot is in use");
            queue.close();
        }
    }

    private static void requireLast(MappedQueue queue) throws IOException {
        assertEquals(0, queue.verify().damage().size());
        try (Tailer tailer = queue.tailer()) {
            Quote last = null;
            for (Quote found = tailer.poll(Quote.CODEC); found != null; found = tailer.poll(Quote.CODEC)) {
                last = found;
            }
            assertEquals(LAST, last);
        }
    }

    @Test
    void aQueueReleasesWhatItsThreadsHaveLeft() throws Exception {
        for (int stack = 0; stack < STACKS; stack++) {
            Path path = folder.resolve("queue" + stack);
            MappedQueue queue = MappedQueue.builder(path).segmentSize(1 << 20).open();
            Appender appender = queue.appender();
            overflow(stack, () -> appender.append(Quote.CODEC, FIRST), stack % 2 == 0, queue::close);
            try (MappedQueue again = MappedQueue.open(path)) {
                assertEquals(0, again.info().slots().size(), "no slot is in use");
            }
        }
    }

    @Test
    void theCloseOfAFileDoesNotWaitForACallThatHasEnded() throws Exception {
        for (int stack = 0; stack < STACKS; stack++) {
            Path path = folder.resolve(stack + ".npy");
            StructFile<Quote> file = StructFile.create(path, Quote.CODEC);
            overflow(stack, () -> file.append(FIRST), stack % 2 == 0, () -> {
                file.append(LAST);
                file.close();
            });
            try (StructFile<Quote> again = StructFile.open(path, Quote.CODEC)) {
                assertEquals(LAST, again.get(again.size() - 1));
            }
        }
    }

    /** Only what is not on the stack has ended. */
    @Test
    void aCallWithinACallIsRefusedAndACloseWaitsForItsEnd() throws IOException {
        try (MappedQueue queue = MappedQueue.open(folder.resolve("queue"));
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Quote.CODEC, FIRST);
            assertTrue(tailer.read((payload, position, layoutId) -> {
                assertThrows(IllegalStateException.class, () -> tailer.skip(1));
                close(tailer);
                close(tailer);
                assertEquals(FIRST, Quote.CODEC.read(payload, 0));
            }));
            assertThrows(IllegalStateException.class, () -> tailer.skip(1));
        }
    }

    private static void close(Tailer tailer) {
        try {
            tailer.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
