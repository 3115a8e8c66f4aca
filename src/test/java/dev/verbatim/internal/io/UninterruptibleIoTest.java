package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UninterruptibleIoTest {

    /** There is no memory for a wait, a few times. */
    private static final class Awaited extends CompletableFuture<String> {

        private final OutOfMemoryError error = new OutOfMemoryError("simulated");
        private int failures;

        private Awaited(int failures) {
            this.failures = failures;
        }

        @Override
        public String get() throws InterruptedException, ExecutionException {
            if (failures-- > 0) {
                Thread.interrupted(); // as a wait does before it makes its exception
                throw error;
            }
            return super.get();
        }
    }

    @Test
    void whatWasOpenedReachesTheCallerThoughThereWasNoMemoryToWait() throws IOException {
        Awaited action = new Awaited(3);
        action.complete("opened");
        Thread.currentThread().interrupt();
        assertEquals("opened", UninterruptibleIo.await(action));
        assertTrue(Thread.interrupted());
    }

    @Test
    void aFailureThatThereIsNoMemoryToTellOfIsNotWaitedForAgain() {
        Awaited action = new Awaited(Integer.MAX_VALUE);
        action.completeExceptionally(new IOException("failed"));
        assertSame(action.error, assertThrows(OutOfMemoryError.class, () -> UninterruptibleIo.await(action)));
    }
}
