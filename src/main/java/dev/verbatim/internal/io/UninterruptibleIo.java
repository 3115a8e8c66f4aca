package dev.verbatim.internal.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs file operations on a thread of their own.
 *
 * <p>A {@link java.nio.channels.FileChannel} closes itself when the thread that uses it is interrupted: an interrupt of
 * an appending thread would leave a file that can no longer grow. The operations run here are rare (opening, growing,
 * cutting).
 *
 * <p>What an operation returns reaches the caller, whatever else goes wrong: nobody else could close what was opened.
 * So the caller's stack has room for the wait before there is something to wait for, and the wait goes on if there is
 * no memory for it.
 */
public final class UninterruptibleIo {

    private static final long RETRY_NANOS = 1_000_000;

    private UninterruptibleIo() {}

    /**
     * {@return what the action returns} The calling thread waits for it, and stays interrupted if it is interrupted.
     *
     * @param action throws {@link IOException} or unchecked exceptions
     * @param <V> the type of the result
     * @throws IOException if the action throws it
     * @throws StackOverflowError if there is too little room on the stack to wait for it; it has not begun then
     */
    public static <V> V call(Callable<V> action) throws IOException {
        StackRoom.require();
        FutureTask<V> task = new FutureTask<>(action);
        Thread.ofPlatform()
                .name("verbatim-file-io")
                .daemon()
                .inheritInheritableThreadLocals(false)
                .start(task);
        return await(task);
    }

    /**
     * {@return the result of an action that another thread runs} The calling thread waits for it, and stays interrupted
     * if it is interrupted.
     *
     * @param action throws {@link IOException} or unchecked exceptions
     * @param <V> the type of the result
     * @throws IOException if the action throws it
     */
    public static <V> V await(Future<V> action) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted(); // get would clear it before it makes its exception
                try {
                    return action.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (OutOfMemoryError e) {
                    // There is none to wait in line, or to say what the action has thrown.
                    if (action.isDone() && action.state() != Future.State.SUCCESS) {
                        throw e;
                    }
                    LockSupport.parkNanos(action, RETRY_NANOS);
                }
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            addCaller(cause);
            switch (cause) {
                case IOException io -> throw io;
                case RuntimeException runtime -> throw runtime;
                case Error error -> throw error;
                case null, default -> throw new AssertionError("a file operation throws nothing else", e);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Adds the caller's lines to a stack trace, which would end with the start of the thread. */
    private static void addCaller(@Nullable Throwable cause) {
        if (cause != null) {
            StackTraceElement[] caller = new Throwable().getStackTrace();
            cause.setStackTrace(Stream.concat(
                            Arrays.stream(cause.getStackTrace()),
                            Arrays.stream(caller).skip(2))
                    .toArray(StackTraceElement[]::new));
        }
    }
}
