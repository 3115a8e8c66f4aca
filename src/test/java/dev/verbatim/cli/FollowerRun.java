package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;

/** A run of a command that prints on until it is interrupted, in a thread of its own. */
final class FollowerRun {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger exitCode = new AtomicInteger(-1);
    private final Thread thread;

    FollowerRun(String... arguments) {
        thread = new Thread(() -> {
            CommandLine command =
                    Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
            exitCode.set(command.execute(arguments));
        });
        thread.start();
    }

    /** Waits until this text is all that was printed. */
    void await(String text) throws InterruptedException {
        while (!out.toString().equals(text)) {
            assertTrue(thread.isAlive(), () -> "ended with " + exitCode + ", after " + out + " and " + err);
            Thread.sleep(5);
        }
    }

    /** Interrupts it, and fails unless it ends well, with nothing to complain of. */
    void end() throws InterruptedException {
        thread.interrupt();
        thread.join();
        assertEquals("", err.toString());
        assertEquals(0, exitCode.get());
    }
}
