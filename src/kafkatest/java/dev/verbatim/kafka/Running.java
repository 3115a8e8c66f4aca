package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A relay that runs in a thread of its own until it is closed. */
final class Running implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 180;
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;

    private final Relay relay;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    Running(Relay relay) {
        this.relay = relay;
        Thread.ofPlatform().name(relay.toString()).daemon().start(() -> {
            try {
                relay.run();
                ended.complete(null);
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
    }

    /** Waits until something is so. What takes long to look at is looked at less often: others need the processors. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        long asked = start;
        while (!condition.call()) {
            long now = System.nanoTime();
            if (now - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                fail("waited for " + what + " for " + PATIENCE_SECONDS + " s");
            }
            LockSupport.parkNanos(Math.clamp(2 * (now - asked), SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS));
            asked = System.nanoTime();
        }
    }

    boolean hasEnded() {
        return ended.isDone();
    }

    /** {@return with what the relay has ended} */
    Throwable failure() throws Exception {
        await("the end of " + relay, ended::isDone);
        return ended.exceptionNow();
    }

    /** Stops the relay, and throws what it has thrown, as a cause. */
    @Override
    public void close() {
        relay.stop();
        ended.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
