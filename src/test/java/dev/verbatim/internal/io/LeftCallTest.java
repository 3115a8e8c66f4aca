package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who releases what a guard keeps after a call that has ended without a word, as an error of the stack ends it. */
@Timeout(60)
class LeftCallTest {

    private final AtomicInteger releases = new AtomicInteger();

    private final CallGuard guard = new CallGuard("the thing", Caller.class.getName(), releases::incrementAndGet);

    /** The methods that are calls. */
    private static final class Caller {

        static void leave(CallGuard guard) {
            guard.enter();
        }

        static void leaveAfterClose(CallGuard guard) throws Exception {
            guard.enter();
            guard.close();
        }

        static void leaveOwn(CallGuard guard) {
            guard.passTo(Thread.currentThread());
            assertTrue(guard.tryEnterOwn());
        }

        static void leaveByAnError(CallGuard guard) {
            guard.enter();
            throw new StackOverflowError();
        }

        static void callWhile(CallGuard guard, CountDownLatch inside, CountDownLatch end) {
            guard.enter();
            inside.countDown();
            await(end);
            guard.exit();
        }
    }

    /** What another thread does. */
    private interface Action {
        void run(CallGuard guard) throws Exception;
    }

    /** Returns when another thread has done something; it may be ending still. */
    private void inAnotherThread(Action action) throws Exception {
        FutureTask<Boolean> done = new FutureTask<>(() -> {
            action.run(guard);
            return true;
        });
        Thread.ofPlatform().start(done);
        assertTrue(done.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void requireReleased() {
        assertEquals(1, releases.get());
    }

    @Test
    void aCallMayBegin() throws Exception {
        inAnotherThread(Caller::leave);
        guard.enter();
        guard.exit();
        assertEquals(0, releases.get());
        guard.close();
        requireReleased();
    }

    @Test
    void aCloseReleases() throws Exception {
        inAnotherThread(Caller::leave);
        guard.close();
        requireReleased();
        assertFalse(guard.tryEnter());
    }

    @Test
    void aCloseThatWaitsForCallsDoesNotWaitForThatOne() throws Exception {
        inAnotherThread(Caller::leave);
        guard.closeAndAwait();
        requireReleased();
    }

    /** Some of the threads are still ending when the guard is closed. */
    @Test
    void aCloseReleasesWhileTheThreadIsEnding() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            LeftCallTest again = new LeftCallTest();
            again.inAnotherThread(Caller::leave);
            again.guard.close();
            again.requireReleased();
        }
    }

    /** A handler of a user may take long, and the JVM's own prints the trace of the stack. */
    @Test
    void aCloseReleasesWhileAHandlerHasTheErrorThatEndedTheThread() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((_, _) -> {
                    handling.countDown();
                    await(closed);
                })
                .start(() -> Caller.leaveByAnError(guard));
        handling.await();
        guard.close();
        requireReleased();
        closed.countDown();
        thread.join();
    }

    @Test
    void aCloseLeavesTheReleaseToAHandlerThatIsInACall() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((_, _) -> Caller.callWhile(guard, handling, closed))
                .start(() -> Caller.leaveByAnError(guard));
        handling.await();
        guard.close();
        assertEquals(0, releases.get());
        closed.countDown();
        thread.join();
        requireReleased();
    }

    @Test
    void aSecondCloseReleasesWhatTheFirstLeftToTheEndOfTheCall() throws Exception {
        inAnotherThread(Caller::leaveAfterClose);
        assertEquals(0, releases.get());
        guard.close();
        requireReleased();
    }

    @Test
    void aGuardPassesToAnotherThread() throws Exception {
        inAnotherThread(Caller::leaveOwn);
        assertFalse(guard.tryEnterOwn());
        guard.passTo(Thread.currentThread());
        assertTrue(guard.tryEnterOwn());
        guard.exit();
        assertEquals(0, releases.get());
    }
}
