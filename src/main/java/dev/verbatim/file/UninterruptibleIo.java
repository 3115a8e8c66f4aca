package dev.verbatim.file;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs file operations on a thread of their own.
 *
 * <p>A {@link java.nio.channels.FileChannel} closes itself when the thread that uses it is interrupted: an interrupt of an
 * appending thread would leave a file that can no longer grow. The operations run here are rare (growing, mapping, cutting).
 */
final class UninterruptibleIo {

    private UninterruptibleIo() {}

    /**
     * {@return what the action returns} The calling thread waits for it, and stays interrupted if it is interrupted.
     *
     * @throws IOException if the action throws it
     */
    static <V> V call(Callable<V> action) throws IOException {
        FutureTask<V> task = new FutureTask<>(action);
        Thread.ofPlatform()
                .name("verbatim-file-io")
                .daemon()
                .inheritInheritableThreadLocals(false)
                .start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new AssertionError("a file operation throws nothing else", e);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
