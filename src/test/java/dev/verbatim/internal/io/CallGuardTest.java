package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who releases what a guard keeps, and when. The test's thread is the one that calls, unless a test says otherwise. */
@Timeout(60)
class CallGuardTest {

    private static final String IN_USE = "the thing is in use: one of its methods is under way, which called this one,"
            + " or which another thread is in";
    private static final String CLOSED = "the thing is closed";

    /** The threads that have released. */
    private final List<Thread> releases = Collections.synchronizedList(new ArrayList<>());

    private final CallGuard guard = new CallGuard("the thing", CallGuardTest.class.getName(), () -> {
        releases.add(Thread.currentThread());
        fail();
    });

    private @Nullable Throwable failure;

    /** Whether the test's thread waits no more. */
    private volatile boolean returned;

    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    private void fail() throws IOException {
        switch (failure) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
        }
    }

    /** Another thread, and what became of what it did. */
    private record Other(Thread thread, FutureTask<Void> done) {
        static Other start(Callable<Void> action) {
            FutureTask<Void> done = new FutureTask<>(action);
            return new Other(Thread.ofPlatform().start(done), done);
        }

        /** Returns when the thread waits for a call to end. */
        void awaitWaitingFor(CallGuard guard) {
            spinUntil(() -> {
                assertFalse(done.isDone(), "it has not waited");
                return guard.equals(LockSupport.getBlocker(thread));
            });
        }

        @Nullable
        Throwable failure() throws InterruptedException {
            try {
                done.get();
                return null;
            } catch (ExecutionException e) {
                return e.getCause();
            }
        }
    }

    /** The timeout interrupts whoever waits in vain. */
    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertFalse(Thread.currentThread().isInterrupted(), "it has waited in vain");
            Thread.onSpinWait();
        }
    }

    private Void closeAndAwait() throws IOException {
        guard.closeAndAwait();
        return null;
    }

    private Void close() throws IOException {
        guard.close();
        return null;
    }

    /** Calls as a user's code does within a call. */
    private void enter() {
        guard.enter();
    }

    private void tryEnter() {
        guard.tryEnter();
    }

    private void requireClosed() {
        assertEquals(
                CLOSED, assertThrows(IllegalStateException.class, guard::enter).getMessage());
        assertEquals(
                CLOSED,
                assertThrows(IllegalStateException.class, guard::requireOpen).getMessage());
        assertFalse(guard.tryEnter());
    }

    @Test
    void whereNobodyIsInsideACloseReleasesOnce() throws IOException {
        guard.enter();
        guard.exit();
        guard.requireOpen();

        guard.close();

        assertEquals(List.of(Thread.currentThread()), releases);
        requireClosed();
        guard.close();
        assertEquals(1, releases.size());
    }

    @Test
    void aCallWithinACallIsRefusedAndTheOuterOneGoesOn() throws IOException {
        guard.enter();
        assertEquals(
                IN_USE, assertThrows(IllegalStateException.class, this::enter).getMessage());
        assertEquals(
                IN_USE,
                assertThrows(IllegalStateException.class, this::tryEnter).getMessage());
        guard.close();
        assertEquals(
                IN_USE,
                assertThrows(IllegalStateException.class, this::tryEnter).getMessage(),
                "closed or not");
        assertEquals(List.of(), releases, "the outer call is under way");
        guard.exit();
        assertEquals(1, releases.size());
        requireClosed();
    }

    @Test
    void aCallThatIsUnderWayReleasesAfterAClose() throws Exception {
        guard.enter();
        assertNull(Other.start(this::close).failure());
        assertEquals(List.of(), releases);

        guard.exit();

        assertEquals(List.of(Thread.currentThread()), releases);
        requireClosed();
        assertEquals(1, releases.size());
    }

    static List<Throwable> failures() {
        List<Throwable> failures = List.of(
                new IOException("of a device"), new IllegalStateException("of a lock"), new InternalError("of memory"));
        failures.forEach(failure -> failure.setStackTrace(new StackTraceElement[0])); // some are logged
        return failures;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatFailsAfterACallIsNotTheCallers(Throwable thrown) throws Exception {
        failure = thrown;
        guard.enter();
        assertNull(Other.start(this::close).failure());
        guard.exit();
        assertEquals(1, releases.size());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatFailsInACloseIsThrownThereOnce(Throwable thrown) throws IOException {
        failure = thrown;
        assertSame(thrown, assertThrows(Throwable.class, guard::close));
        guard.close();
        assertEquals(1, releases.size());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whoWaitsReleasesAndGetsWhatFails(Throwable thrown) throws Exception {
        failure = thrown;
        guard.enter();
        Other closing = Other.start(this::closeAndAwait);
        closing.awaitWaitingFor(guard);

        // Whoever waits cannot go ahead of the caller.
        synchronized (guard) {
            guard.exit();
            assertEquals(List.of(), releases, "the caller has released");
        }

        assertSame(thrown, closing.failure());
        assertEquals(List.of(closing.thread), releases);
    }

    @Test
    void ofTwoWhoWaitOneReleasesAndGetsWhatFails() throws Exception {
        failure = new IOException("of a device");
        guard.enter();
        Other first = Other.start(this::closeAndAwait);
        Other second = Other.start(this::closeAndAwait);
        first.awaitWaitingFor(guard);
        second.awaitWaitingFor(guard);
        guard.exit();

        List<@Nullable Throwable> failures = new ArrayList<>();
        failures.add(first.failure());
        failures.add(second.failure());

        assertEquals(1, releases.size());
        assertNotSame(Thread.currentThread(), releases.getFirst());
        assertSame(failure, failures.get(releases.getFirst().equals(first.thread) ? 0 : 1));
        assertEquals(1, failures.stream().filter(Objects::isNull).count());
    }

    /** Starts a thread that waits for the call of this one, and notes afterwards whether it is interrupted. */
    private Other startToWait(boolean interruptedBefore, List<Boolean> interruptedAfter) {
        Other closing = Other.start(() -> {
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
            guard.closeAndAwait();
            interruptedAfter.add(Thread.currentThread().isInterrupted());
            return null;
        });
        closing.awaitWaitingFor(guard);
        return closing;
    }

    private void requireThatItReleasesAndStaysInterrupted(Other closing, List<Boolean> interruptedAfter)
            throws InterruptedException {
        assertEquals(List.of(), releases);

        guard.exit();

        assertNull(closing.failure());
        assertEquals(List.of(true), interruptedAfter);
        assertEquals(List.of(closing.thread), releases);
    }

    /** A thread that stays interrupted does not park: it would take a processor while it waits. */
    @Test
    void anInterruptedThreadWaitsAndStaysInterrupted() throws Exception {
        guard.enter();
        List<Boolean> interrupted = new ArrayList<>();
        Other closing = startToWait(true, interrupted);
        assertFalse(closing.thread.isInterrupted(), "it cannot park");
        requireThatItReleasesAndStaysInterrupted(closing, interrupted);
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsWaitsOnAndStaysInterrupted() throws Exception {
        guard.enter();
        List<Boolean> interrupted = new ArrayList<>();
        Other closing = startToWait(false, interrupted);
        closing.thread.interrupt();
        spinUntil(() -> closing.done.isDone() || !closing.thread.isInterrupted()); // it has taken note of that
        closing.awaitWaitingFor(guard);
        requireThatItReleasesAndStaysInterrupted(closing, interrupted);
    }

    /** A guard whose first close ends with an error. Nobody knows then whether a call is under way. */
    private CallGuard guardWhoseFirstCloseFails(Error error) {
        List<Error> errors = new ArrayList<>(List.of(error));
        return new CallGuard(
                "the thing", CallGuardTest.class.getName(), () -> releases.add(Thread.currentThread()), () -> {
                    if (!errors.isEmpty()) {
                        throw errors.removeLast();
                    }
                });
    }

    @Test
    void aCloseThatHasFailedCanBeTriedAgain() throws IOException {
        Error error = new OutOfMemoryError("of an arena");
        CallGuard closed = guardWhoseFirstCloseFails(error);
        assertSame(error, assertThrows(Error.class, closed::close));
        assertEquals(List.of(), releases);
        closed.close();
        assertEquals(1, releases.size());
        closed.close();
        assertEquals(1, releases.size());

        CallGuard awaited = guardWhoseFirstCloseFails(error);
        assertSame(error, assertThrows(Error.class, awaited::closeAndAwait));
        assertEquals(1, releases.size());
        awaited.closeAndAwait();
        assertEquals(2, releases.size());
    }

    @Test
    void aCallAfterACloseThatHasFailedReleases() {
        CallGuard closed = guardWhoseFirstCloseFails(new OutOfMemoryError("of an arena"));
        assertThrows(OutOfMemoryError.class, closed::close);
        assertEquals(
                CLOSED, assertThrows(IllegalStateException.class, closed::enter).getMessage());
        assertEquals(1, releases.size());
    }

    @Test
    void aCallMayCloseTheGuardThatItIsInAndReleasesAtItsEnd() throws IOException {
        failure = failures().getFirst();
        guard.enter();

        guard.closeAndAwait();

        assertEquals(List.of(), releases);
        guard.closeAndAwait(); // it may even do so twice
        assertEquals(List.of(), releases);
        guard.exit();
        assertEquals(List.of(Thread.currentThread()), releases);
        requireClosed();
        assertEquals(1, releases.size());
    }

    @Test
    void aCallThatClosesTheGuardWhileAnotherThreadWaitsLeavesOneRelease() throws Exception {
        guard.enter();
        Other closing = Other.start(this::closeAndAwait);
        closing.awaitWaitingFor(guard);
        guard.closeAndAwait();
        guard.exit();
        assertNull(closing.failure());
        assertEquals(1, releases.size());
    }

    /** Whoever was the last one to call is not taken for the one who is inside. */
    @Test
    void aThreadWaitsForTheOneThatCallsAfterIt() throws Exception {
        guard.enter();
        guard.exit();
        Thread waiting = Thread.currentThread();
        CountDownLatch entered = new CountDownLatch(1);
        List<Boolean> waited = new ArrayList<>();
        Other calling = Other.start(() -> {
            guard.enter();
            entered.countDown();
            spinUntil(() -> returned || guard.equals(LockSupport.getBlocker(waiting)));
            waited.add(!returned);
            guard.exit();
            return null;
        });
        entered.await();

        guard.closeAndAwait();
        returned = true;

        assertNull(calling.failure());
        assertEquals(List.of(true), waited);
        assertEquals(List.of(waiting), releases);
    }

    @Test
    void threadsMayCallInTurn() throws Exception {
        guard.enter();
        guard.exit();
        Other other = Other.start(() -> {
            assertTrue(guard.tryEnter());
            guard.exit();
            return null;
        });
        assertNull(other.failure());
        guard.enter();
        guard.exit();
        assertEquals(List.of(), releases);
        guard.closeAndAwait();
        assertEquals(List.of(Thread.currentThread()), releases);
    }

    @Test
    void anOwnerTurnsBackFromACallThatIsUnderWay() throws IOException {
        assertTrue(guard.tryEnterOwn());
        assertFalse(guard.tryEnterOwn());
        guard.exit();
        assertTrue(guard.tryEnterOwn());
        guard.close();
        assertEquals(List.of(), releases, "the call is under way");
        guard.exit();
        assertEquals(1, releases.size());
        assertFalse(guard.tryEnterOwn());
    }

    @Test
    void anOwnerTurnsBackWhileTheGuardIsSuspended() throws IOException {
        guard.suspend();
        assertFalse(guard.tryEnterOwn());
        List<String> done = new ArrayList<>();
        guard.whileSuspended(() -> done.add("work"));
        assertEquals(List.of("work"), done);
        guard.enter(); // is for those who are not its one owner
        guard.exit();
        guard.resume();
        assertTrue(guard.tryEnterOwn());
        guard.exit();
        assertEquals(List.of(), releases);
    }

    @Test
    void nobodyWorksWithWhatACallUses() throws IOException {
        assertTrue(guard.tryEnterOwn());
        guard.suspend();
        guard.whileSuspended(() -> {
            throw new AssertionError("a call is under way");
        });
        guard.resume();
        guard.exit();
        assertEquals(List.of(), releases);
    }

    @Test
    void aGuardThatIsClosedWhileItIsSuspendedStaysClosed() throws IOException {
        guard.suspend();
        guard.close();
        guard.whileSuspended(() -> {
            throw new AssertionError("it is released");
        });
        guard.resume();
        assertFalse(guard.tryEnterOwn());
        requireClosed();
        assertEquals(1, releases.size());
    }

    /** Begins a call as a thread does that has not seen this one's. */
    private void enterUnseen() {
        guard.passTo(Thread.currentThread());
        guard.enter();
    }

    private void requireShared(Executable call) {
        assertEquals(
                "the thing was used by two threads at once, and is closed therefore: what both did last may be missing"
                        + " or wrong, and in the way of others. Let each thread have its own",
                assertThrows(IllegalStateException.class, call).getMessage());
    }

    /** The first sees the second, and the second then that there was a first. */
    @Test
    void eachOfTwoThreadsFindsOutInTheMidstOfItsCall() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch found = new CountDownLatch(1);
        guard.enter();
        guard.requireAlone();
        Other other = Other.start(() -> {
            enterUnseen();
            guard.requireAlone();
            entered.countDown();
            found.await();
            requireShared(guard::requireAlone);
            requireShared(guard::exitAlone);
            return null;
        });
        entered.await();
        requireShared(guard::requireAlone);
        found.countDown();
        assertNull(other.failure());
        assertEquals(List.of(other.thread), releases);
    }

    @Test
    void whatTwoThreadsAreInAtOnceIsClosedAndReleasedByTheLastOfThem() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        guard.enter();
        Other other = Other.start(() -> {
            enterUnseen();
            entered.countDown();
            left.await();
            requireShared(guard::exitAlone);
            return null;
        });
        entered.await();
        requireShared(guard::exitAlone);
        assertEquals(List.of(), releases);
        left.countDown();
        assertNull(other.failure());
        assertEquals(List.of(other.thread), releases);
        requireShared(guard::enter);
        guard.close();
        assertEquals(1, releases.size());
    }

    @Test
    void whereTheOtherThreadHasLeftTheOneThatFindsOutReleases() throws Exception {
        failure = new IOException("a file");
        guard.enter();
        assertNull(Other.start(() -> {
                    enterUnseen();
                    guard.exitAlone();
                    return null;
                })
                .failure());
        IllegalStateException fault = assertThrows(IllegalStateException.class, guard::exitAlone);
        assertEquals(List.of(Thread.currentThread()), releases);
        assertEquals(List.of(failure), List.of(fault.getSuppressed()));
    }

    @Test
    void threadsThatTakeTurnsMayUseOneThing() throws Exception {
        for (int i = 0; i < 3; i++) {
            guard.enter();
            guard.exitAlone();
            assertNull(Other.start(() -> {
                        guard.enter();
                        guard.exitAlone();
                        return null;
                    })
                    .failure());
        }
        guard.requireOpen();
    }
}
