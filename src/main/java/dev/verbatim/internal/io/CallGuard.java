package dev.verbatim.internal.io;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the methods of an object use until no thread is in one of them, even if another thread closes the object
 * meanwhile. The thread that closes releases it if no call is under way; otherwise the caller does so as it leaves.
 *
 * <p>One thread at a time calls {@link #enter} and {@link #exit}, in pairs, or {@link #exitAlone} where it is the user
 * who has to see to it that it is one thread; any thread may call {@link #close}. The caller pays for two stores and
 * two loads, without a fence in the processor. So its store that it is inside and its load of whether the guard is
 * closed may pass each other. The thread that closes makes up for that: it calls {@link #passAllThreads} between its
 * own store and load. Then it sees that the caller is inside, or the caller sees that the guard is closed.
 *
 * <p>A call may end without {@link #exit}: after a {@link StackOverflowError} there is no room on the stack for that
 * call either, nor for any other. So who finds the mark of a call looks at the stack of its thread for the call itself,
 * where that decides something: before an exception, in a close, and where a guard is suspended.
 */
public final class CallGuard implements Closeable {

    private static final long RETRY_NANOS = 50_000;

    /** How often the mark is looked at before the stack is: that stops the thread for a moment. */
    private static final int LOOKS_AT_MARK = 200;

    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(CallGuard.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Releases what the calls use. */
    public interface Release {
        /**
         * Releases it. Called once.
         *
         * @throws IOException if something cannot be released; the rest is released all the same
         */
        void run() throws IOException;
    }

    private final String name;

    private final CallStack stack;
    private final Release release;
    private final Runnable passAllThreads;
    private boolean released;
    private volatile boolean closed;

    /** Whether a thread that enters may have to turn back: the guard is closed, or suspended. */
    private volatile boolean barred;

    /** Held while that is set for good, or back. */
    private final Object barring = new Object();

    /** Whether two threads have been inside at once. Set before {@link #closed}. */
    private boolean shared;

    /** Whether a close has failed before it knew if a call is under way. The next one tries again. */
    private volatile boolean unsettled;

    /**
     * Whether a caller that is inside when the guard is closed releases as it leaves. The caller sets it, or another
     * thread before {@link #closed}.
     */
    private boolean callerReleases;

    /** Whether the caller is in a method, or has left it without a word; only the caller stores it. */
    private boolean inside;

    /** The thread that is inside, or was last; or the one thread that the guard belongs to. */
    private @Nullable Thread caller;

    /**
     * Makes a guard.
     *
     * @param name what it guards, as messages name it
     * @param callers what the names of the classes begin with whose methods are the calls: while one is under way, it
     *     is on the stack
     * @param release is called once, when the guard is closed and no call is under way
     */
    public CallGuard(String name, String callers, Release release) {
        this(name, callers, release, CallGuard::passAllThreads);
    }

    /** Makes a guard with another way to have all threads pass, one that can fail. */
    CallGuard(String name, String callers, Release release, Runnable passAllThreads) {
        this.name = name;
        this.stack = new CallStack(callers);
        this.release = release;
        this.passAllThreads = passAllThreads;
    }

    /**
     * Begins a call, which ends with {@link #exit}.
     *
     * @throws IllegalStateException if the guard is closed, or a call is under way already; then no call has begun
     */
    public void enter() {
        if (!tryEnter()) {
            requireOpen();
        }
    }

    /**
     * Begins a call, which ends with {@link #exit}, unless the guard is closed.
     *
     * @return whether the call has begun
     * @throws IllegalStateException if a call is under way already, whether the guard is closed or not
     */
    @SuppressWarnings("ReferenceEquality") // a thread is itself alone
    public boolean tryEnter() {
        if (inside) {
            requireLeft();
        }
        Thread current = Thread.currentThread();
        if (caller != current) {
            caller = current; // only if it changes: a store of a reference costs a barrier of the garbage collector
            VarHandle.storeStoreFence(); // a thread that sees that somebody is inside sees who it is
        }
        INSIDE.setOpaque(this, true);
        if (closed) {
            exit();
            return false;
        }
        return true;
    }

    /** Requires that the call whose mark was found has ended without an {@link #exit}. */
    private void requireLeft() {
        if (isUnderWay(true)) {
            throw new IllegalStateException(name + " is in use: one of its methods is under way, which called this one,"
                    + " or which another thread is in");
        }
    }

    /** Has the guard belong to a thread from now on. The one that it belonged to has ended, if there was one. */
    public void passTo(Thread thread) {
        caller = thread;
        inside = false;
    }

    /**
     * Begins a call of the one thread that a guard belongs to, unless one is under way already, or the guard is closed
     * or suspended. A guard that threads enter in this way is closed by {@link #close}: it does not know who is inside.
     *
     * @return whether the call has begun
     */
    public boolean tryEnterOwn() {
        if (inside) {
            return false;
        }
        INSIDE.setOpaque(this, true);
        if (barred) {
            exit();
            return false;
        }
        return true;
    }

    /** Lets no call of {@link #tryEnterOwn} begin until {@link #resume}. One thread at a time suspends a guard. */
    public void suspend() {
        barred = true;
    }

    /** Lets calls begin again that {@link #suspend} has kept out, unless the guard is closed. */
    public void resume() {
        synchronized (barring) {
            barred = closed;
        }
    }

    /**
     * Works with what the calls use, unless one is under way, or it is released. Called between {@link #suspend}, after
     * which all threads have passed, and {@link #resume}.
     *
     * @param work is not done while it is being released
     */
    public synchronized void whileSuspended(Release work) throws IOException {
        if (!released && !isInside()) {
            work.run();
        }
    }

    /**
     * Requires that the guard is not closed. For a method that uses nothing of what is released.
     *
     * @throws IllegalStateException if it is closed
     */
    public void requireOpen() {
        if (closed) {
            throw shared ? usedByTwo() : new IllegalStateException(name + " is closed");
        }
    }

    /**
     * {@return whether the guard is closed} A call that may go on for long asks this again and again, and ends then:
     * what it uses is released as it leaves.
     */
    public boolean isClosed() {
        return closed;
    }

    private IllegalStateException usedByTwo() {
        return new IllegalStateException(
                name + " was used by two threads at once, and is closed therefore: what both did last may be missing"
                        + " or wrong, and in the way of others. Let each thread have its own");
    }

    /** Ends a call. */
    public void exit() {
        INSIDE.setRelease(this, false);
        if (closed && callerReleases) {
            releaseLate();
        }
    }

    /**
     * Ends a call, and closes the guard where another thread has begun one meanwhile, which has not seen this one. So
     * two threads that must not do so do not go on for long. What the call has returned or thrown is not heard then:
     * nobody knows whose it was.
     *
     * @throws IllegalStateException if that is so
     */
    @SuppressWarnings("ReferenceEquality") // a thread is itself alone
    public void exitAlone() {
        if (caller != Thread.currentThread()) {
            closeShared();
        }
        exit();
        if (shared) {
            throw usedByTwo();
        }
    }

    /**
     * Requires in the midst of a call that no other thread has begun one since. What has been loaded before was not
     * that thread's work then. The thread that began last cannot see the first one until that has seen it. For a call
     * that ends with {@link #exitAlone}, and only where it is not enough to find out there.
     *
     * @throws IllegalStateException if one has; then the guard is closed
     */
    @SuppressWarnings("ReferenceEquality") // a thread is itself alone
    public void requireAlone() {
        VarHandle.loadLoadFence();
        if (caller != Thread.currentThread() || shared) {
            closeShared();
        }
    }

    /** The other thread releases what it uses, if it is still inside. */
    private void closeShared() {
        shared = true;
        IllegalStateException fault = usedByTwo();
        try {
            close();
        } catch (IOException | RuntimeException | Error e) {
            fault.addSuppressed(e);
        }
        throw fault;
    }

    /** Logs what fails: the thread that closed has gone on, and the caller's own call has not failed. */
    private void releaseLate() {
        try {
            releaseOnce();
        } catch (IOException | RuntimeException | Error e) {
            logLate(e);
        }
    }

    private void logLate(Throwable failure) {
        try {
            System.getLogger(CallGuard.class.getName())
                    .log(Level.WARNING, () -> name + " was closed while it was used, and then this failed", failure);
        } catch (RuntimeException | Error e) {
            // For want of memory, for instance; the caller's own call has not failed.
        }
    }

    /** Two threads may find at the same time that nobody is inside. The second one waits for the first. */
    private synchronized void releaseOnce() throws IOException {
        if (!released) {
            released = true;
            release.run();
        }
    }

    /**
     * Lets no further call begin. If none is under way, releases what the calls use; if one is, its thread does so, and
     * logs what fails. A call may close the guard that it is in. Does nothing if the guard is closed; but where an
     * error ended the earlier close before the release, such as one of memory, or a call has ended since without its
     * {@link #exit}, this one goes on.
     *
     * @throws IOException if the release throws it here
     */
    @Override
    public void close() throws IOException {
        if (closed && !unsettled && !(boolean) INSIDE.getAcquire(this)) {
            return;
        }
        callerReleases = true;
        setClosed();
        try {
            unsettled = false;
            passAllThreads.run();
        } catch (RuntimeException | Error e) {
            unsettled = true;
            throw e;
        }
        if (!isInside()) {
            releaseOnce();
        }
    }

    /**
     * Closes the guard, waits for a call that another thread is in, and releases what the calls use. A call may close
     * the guard that it is in; then its thread releases after the call, and logs what fails. A guard is closed by this
     * method or by {@link #close}.
     *
     * @throws IOException if the release throws it here
     */
    @SuppressWarnings("ReferenceEquality") // a thread is itself alone
    public void closeAndAwait() throws IOException {
        setClosed();
        passAllThreads.run();
        if (isInside() && caller == Thread.currentThread()) {
            callerReleases = true;
            return;
        }
        awaitCaller();
        releaseOnce();
    }

    private void setClosed() {
        synchronized (barring) { // resume must let nobody in again
            closed = true;
            barred = true;
        }
    }

    private void awaitCaller() {
        try (Pauses pauses = new Pauses()) {
            for (int looks = 0; (boolean) INSIDE.getAcquire(this); looks++) {
                if (looks % LOOKS_AT_MARK == 0 && !isUnderWay(false)) {
                    break;
                }
                pauses.pause(this, RETRY_NANOS);
            }
        }
    }

    /** {@return whether a call is under way, given that none can begin} */
    private boolean isInside() {
        return (boolean) INSIDE.getAcquire(this) && isUnderWay(false);
    }

    /**
     * {@return whether the call that has set the mark may still be on the stack of its thread}
     *
     * @param isCalled whether the one who asks is in a call too, which does not count
     */
    @SuppressWarnings("ReferenceEquality") // a thread is itself alone
    private boolean isUnderWay(boolean isCalled) {
        Thread thread = caller;
        if (thread == Thread.currentThread()) {
            return stack.isInCall(isCalled);
        }
        return thread == null || stack.mayBeInCall(thread); // null: nobody knows whose call it is
    }

    /**
     * Has each thread pass a point. This thread sees all stores that the other made before the point; the other sees,
     * after it, all stores that this thread made before. No specification says that the close of a shared arena does
     * so. But an access to such an arena looks with a plain load whether the arena is open, so a JVM cannot close it
     * safely in another way. HotSpot has a handshake with each thread.
     */
    public static void passAllThreads() {
        Arena.ofShared().close();
    }
}
