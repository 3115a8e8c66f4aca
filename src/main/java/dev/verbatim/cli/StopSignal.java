package dev.verbatim.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work end between two entries when the user interrupts it: the end of the JVM, which Ctrl-C begins, waits for the
 * command. Work looks at {@link #isRequested}.
 */
final class StopSignal implements AutoCloseable {

    /** Longer than work takes to see it, and to close a store. Work that waits for input does not see it. */
    private static final int PATIENCE_SECONDS = 3;

    /** The command has ended, and has said what there is to say. */
    private static final CountDownLatch END_OF_COMMAND = new CountDownLatch(1);

    private final Thread hook = new Thread(this::stop, "verbatim-stop");
    private volatile boolean requested;

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Lets the JVM end: the command has. */
    static void commandHasEnded() {
        END_OF_COMMAND.countDown();
    }

    private void stop() {
        requested = true;
        try {
            END_OF_COMMAND.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return whether the work is to end now} */
    boolean isRequested() {
        return requested || Thread.currentThread().isInterrupted();
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook waits for the command.
        }
    }
}
