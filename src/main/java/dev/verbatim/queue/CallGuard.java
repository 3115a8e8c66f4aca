package dev.verbatim.queue;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps what an appender or a tailer uses until its thread is in none of its methods, though another thread closes it. Whoever finds that
 * nobody is inside releases it: the thread that closes, or the caller as it leaves.
 *
 * <p>One thread at a time calls {@link #enter} and {@link #exit}, in pairs that may be nested; any thread may call {@link #close}. The
 * caller pays for two stores and two loads that order nothing in the processor: its store that it is inside, and its load of whether the
 * guard is closed, may pass each other. It is the thread that closes which makes up for that, by {@link #passAllThreads} between its own
 * store and load. Then it sees that the caller is inside, or the caller sees that the guard is closed.
 */
final class CallGuard implements OpenQueue.User {

    private static final VarHandle DEPTH;

    static {
        try {
            DEPTH = MethodHandles.lookup().findVarHandle(CallGuard.class, "depth", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Releases what the calls use. */
    interface Release {
        void run() throws IOException;
    }

    private final String name;
    private final Release release;
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile boolean closed;

    /** How many methods the caller is in; only the caller stores it. */
    private int depth;

    /**
     * Makes a guard.
     *
     * @param name what it guards, as messages name it
     */
    CallGuard(String name, Release release) {
        this.name = name;
        this.release = release;
    }

    /**
     * Begins a call, which ends with {@link #exit}.
     *
     * @throws IllegalStateException if the guard is closed; then no call has begun
     */
    void enter() {
        DEPTH.setOpaque(this, depth + 1);
        if (closed) {
            exit();
            requireOpen();
        }
    }

    /** Requires that the guard is not closed, for a method that uses nothing which is released. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    /** Ends a call. */
    void exit() {
        DEPTH.setRelease(this, depth - 1);
        if (closed && depth == 0) {
            releaseLate();
        }
    }

    /** Whoever closed has gone on, and the caller has asked for something else. */
    private void releaseLate() {
        try {
            releaseOnce();
        } catch (IOException e) {
            System.getLogger(MappedQueue.class.getName()).log(Level.DEBUG, () -> name + ": cannot release what was closed while it was used", e);
        }
    }

    private void releaseOnce() throws IOException {
        if (!released.getAndSet(true)) {
            release.run();
        }
    }

    /**
     * Lets no further call begin. If none is under way, releases what the calls use; if one is, its thread does so.
     *
     * @throws IOException if the release throws it here
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        passAllThreads();
        if ((int) DEPTH.getAcquire(this) == 0) {
            releaseOnce();
        }
    }

    /**
     * Has each thread pass a point before which all its stores are seen here, and after which it sees all that were made here before. That
     * is what it takes the JVM to close a shared arena: those who use such an arena look with a plain load whether it is still open.
     */
    private static void passAllThreads() {
        Arena.ofShared().close();
    }
}
