package dev.verbatim.jmh.latency;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.TimeUnit;

/** A running {@link Peer}. */
final class Child implements Closeable {

    private static final int SECONDS_TO_END = 30;

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    Child(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.commands = process.outputWriter();
    }

    void tell(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    /** {@return the next line that the process prints} */
    String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("a process has ended before its time");
        }
        return line;
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Lets the process end in an orderly way, and waits for its end. */
    @Override
    public void close() throws IOException {
        try {
            commands.close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                throw new IOException("a process does not end");
            }
            if (process.exitValue() != 0) {
                throw new IOException("a process has failed with exit code " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }
}
