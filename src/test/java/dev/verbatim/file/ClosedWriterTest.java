package dev.verbatim.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.JvmRegistry;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a close does while a record is being appended. */
@Timeout(60)
class ClosedWriterTest {

    record Part(long value) {}

    /** A record that runs the caller's code while it is stored. */
    record Parts(List<Part> parts) {
        static final StructCodec<Parts> CODEC = StructCodec.ofRecord(
                lookup(),
                Parts.class,
                Layouts.struct(MemoryLayout.sequenceLayout(1, Layouts.struct(JAVA_LONG.withName("value")))
                        .withName("parts")));

        static Parts of(long value) {
            return running(value, () -> {});
        }

        static Parts running(long value, Runnable action) {
            return new Parts(new AbstractList<>() {
                @Override
                public Part get(int index) {
                    action.run();
                    return new Part(value);
                }

                @Override
                public int size() {
                    return 1;
                }
            });
        }
    }

    @TempDir
    Path folder;

    private Path path;
    private StructFile<Parts> file;
    private long headerSize;
    private final CountDownLatch storing = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** The file has room for more records than it has, so that there is something to cut. */
    @BeforeEach
    void create() throws IOException {
        path = folder.resolve("parts.npy");
        assumeTrue(MappedFile.canBeCut(path), "needs a file system that can cut a mapped file");
        file = StructFile.create(path, Parts.CODEC);
        headerSize = Files.size(path);
        file.append(Parts.of(0));
    }

    /** {@return an append that is under way, and goes on when it is told} */
    private FutureTask<Long> startAppend() throws InterruptedException {
        FutureTask<Long> append = new FutureTask<>(() -> file.append(Parts.running(1, () -> {
            storing.countDown();
            awaitUninterrupted(goOn);
        })));
        Thread.ofPlatform().start(append);
        storing.await();
        return append;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** {@return a close that waits for the append} */
    private FutureTask<Void> startClose() {
        FutureTask<Void> close = new FutureTask<>(() -> {
            file.close();
            return null;
        });
        Thread thread = Thread.ofPlatform().start(close);
        while (!(LockSupport.getBlocker(thread) instanceof CallGuard)) {
            assertFalse(close.isDone(), "it has not waited");
            assertFalse(Thread.currentThread().isInterrupted(), "the timeout interrupts whoever waits in vain");
            Thread.onSpinWait();
        }
        return close;
    }

    private static @Nullable Throwable failure(FutureTask<?> task) throws InterruptedException {
        try {
            task.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    private void requireRecordsAndNoWriter() throws IOException {
        try (StructFile<Parts> again = StructFile.openReadWrite(path, Parts.CODEC)) {
            assertEquals(List.of(new Part(0)), again.get(0).parts());
            assertEquals(List.of(new Part(1)), again.get(1).parts());
            assertEquals(2, again.size());
        }
    }

    private void requireCut() throws IOException {
        assertEquals(headerSize + 2 * Parts.CODEC.byteSize(), Files.size(path));
        requireRecordsAndNoWriter();
    }

    /** Closes the writer's channel, by which the file is cut. */
    @SuppressWarnings("unchecked") // nothing else has such a key
    private void failToCut() throws IOException {
        Deque<FileChannel> channels = (Deque<FileChannel>)
                JvmRegistry.get("verbatim-writer:" + FileIdentity.of(path).key());
        channels.getFirst().close();
    }

    private void requireUncut(Throwable failure) {
        String expected =
                "file=" + path + ": cannot cut it to " + (headerSize + 2 * Parts.CODEC.byteSize()) + " bytes: ";
        assertEquals(expected, failure.getMessage().substring(0, expected.length()));
    }

    @Test
    void aCloseWaitsForAnAppendAndCutsTheFile() throws Exception {
        FutureTask<Long> append = startAppend();
        FutureTask<Void> close = startClose();
        assertThrows(IllegalStateException.class, file::size, "no further call begins");
        goOn.countDown();
        assertEquals(1, append.get());
        assertNull(failure(close));
        requireCut();
    }

    @Test
    void aCloseThatFailsAfterAnAppendIsNotTheAppends() throws Exception {
        FutureTask<Long> append = startAppend();
        FutureTask<Void> close = startClose();
        failToCut();
        goOn.countDown();
        assertEquals(1, append.get());
        requireUncut(Objects.requireNonNull(failure(close), "the exception of the close"));
        requireRecordsAndNoWriter();
    }

    @Test
    void ofTwoThreadsThatCloseOneCutsTheFileAndGetsWhatFails() throws Exception {
        FutureTask<Long> append = startAppend();
        FutureTask<Void> first = startClose();
        FutureTask<Void> second = startClose();
        failToCut();
        goOn.countDown();
        assertEquals(1, append.get());
        List<Throwable> failures = Stream.of(failure(first), failure(second))
                .filter(Objects::nonNull)
                .toList();
        assertEquals(1, failures.size());
        requireUncut(failures.getFirst());
        file.close(); // nothing is left to do
        requireRecordsAndNoWriter();
    }

    @Test
    void ofTwoThreadsThatCloseBothReturnWhenTheFileIsCut() throws Exception {
        FutureTask<Long> append = startAppend();
        FutureTask<Void> first = startClose();
        FutureTask<Void> second = startClose();
        goOn.countDown();
        assertEquals(1, append.get());
        assertNull(failure(first));
        assertNull(failure(second));
        requireCut();
    }

    @Test
    void aRecordThatIsBeingAppendedMayCloseTheFile() throws IOException {
        long index = file.append(Parts.running(1, () -> {
            try {
                file.close();
                file.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            assertThrows(IllegalStateException.class, () -> file.append(Parts.of(2)));
        }));
        assertEquals(1, index);
        requireCut();
    }

    @Test
    void aRecordThatIsBeingAppendedCannotAppendOrReplaceAnother() throws IOException {
        String message = "file=" + path + " is in use: one of its methods is under way, which called this one, or which"
                + " another thread is in";
        file.append(Parts.running(1, () -> {
            assertEquals(
                    message,
                    assertThrows(IllegalStateException.class, () -> file.append(Parts.of(2)))
                            .getMessage());
            assertEquals(
                    message,
                    assertThrows(IllegalStateException.class, () -> file.set(0, Parts.of(2)))
                            .getMessage());
        }));
        file.close();
        requireCut();
    }
}
