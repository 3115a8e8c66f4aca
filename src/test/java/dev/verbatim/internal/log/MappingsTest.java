package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MappingsTest {

    @Test
    void whatIsUnmappedIsNotUnmappedAgain() {
        Arena arena = Arena.ofShared();
        assertTrue(Mappings.unmap(arena));
        assertFalse(Mappings.unmap(arena));
    }

    /** A read from a pipe that is empty pins the memory that it reads to, as a force pins a mapping. */
    @Test
    @Timeout(60)
    void whoWaitsForAPinnedMappingTakesNoProcessor() throws Exception {
        Arena arena = Arena.ofShared();
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink()) {
            ByteBuffer memory = arena.allocate(8).asByteBuffer();
            FutureTask<Integer> reading = new FutureTask<>(() -> source.read(memory));
            Thread reader = Thread.ofPlatform().start(reading);
            spinUntilItReads(reader);
            FutureTask<List<Boolean>> unmapping = new FutureTask<>(() -> {
                Thread.currentThread().interrupt();
                boolean isUnmapped = Mappings.unmap(arena);
                return List.of(isUnmapped, Thread.interrupted());
            });
            Thread unmapper = Thread.ofPlatform().start(unmapping);
            while (!arena.equals(LockSupport.getBlocker(unmapper))) {
                assertFalse(unmapping.isDone(), "it has not waited");
                assertFalse(Thread.currentThread().isInterrupted(), "it has waited in vain"); // by the timeout
                Thread.onSpinWait();
            }
            assertFalse(unmapper.isInterrupted(), "it cannot park");
            assertFalse(unmapping.isDone());
            sink.write(ByteBuffer.wrap(new byte[] {7}));
            assertEquals(1, reading.get());
            assertEquals(List.of(true, true), unmapping.get(), "it was unmapped, and the thread stays interrupted");
        }
    }

    /** Returns when the thread is in the system call. */
    private static void spinUntilItReads(Thread reader) {
        while (Stream.of(reader.getStackTrace())
                .limit(1)
                .noneMatch(
                        frame -> frame.isNativeMethod() && frame.getMethodName().startsWith("read"))) {
            assertFalse(Thread.currentThread().isInterrupted(), "it does not read"); // by the timeout
            Thread.onSpinWait();
        }
    }
}
