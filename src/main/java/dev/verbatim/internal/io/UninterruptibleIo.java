package dev.verbatim.internal.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs file operations on a thread of their own.
 *
 * <p>A {@link java.nio.channels.FileChannel} closes itself when the thread that uses it is interrupted: an interrupt of
 * an appending thread would leave a file that can no longer grow. The operations run here are rare (opening, growing,
 * cutting).
 */
public final class UninterruptibleIo {

    private UninterruptibleIo() {}

    /**
     * {@return what the action returns} The calling thread waits for it, and stays interrupted if it is interrupted.
     *
     * @param action throws {@link IOException} or unchecked exceptions
     * @param <V> the type of the result
     * @throws IOException if the action throws it
     */
    public static <V> V call(Callable<V> action) throws IOException {
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
                try {
                    return action.get();
                } catch (InterruptedException e) {
                    interrupted = true;
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
