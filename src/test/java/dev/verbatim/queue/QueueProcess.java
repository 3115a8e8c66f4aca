package dev.verbatim.queue;

import dev.verbatim.file.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A running program that does what it is told to, such as {@link QueueProgram}. */
public final class QueueProcess implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    private QueueProcess(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.commands = process.outputWriter();
    }

    static QueueProcess start(Path folder, long segmentSize) throws IOException {
        return start(QueueProgram.class, folder, segmentSize);
    }

    /** Starts a program that takes the folder of a store and the size of its segments. */
    public static QueueProcess start(Class<?> program, Path folder, long segmentSize) throws IOException {
        return new QueueProcess(ChildJvm.start(ChildJvm.command(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:CompileThresholdScaling=10",
                        "-Ddev.verbatim.log.watchSteps=true"),
                program,
                folder,
                segmentSize)));
    }

    public Process process() {
        return process;
    }

    /** Sends a command and does not wait for an answer. */
    public void tell(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    /** {@return the answer to a command; null if the process died of it} */
    public String ask(String command) throws IOException {
        tell(command);
        return answers.readLine();
    }

    /** {@return the next answer; null if the process is dead} */
    public String answer() throws IOException {
        return answers.readLine();
    }

    public void kill() throws InterruptedException {
        ChildJvm.kill(process);
    }

    /** Ends the process in an orderly way; one that does not end is killed, and that is an exception. */
    @Override
    public void close() throws IOException {
        try {
            commands.close();
        } catch (IOException e) {
            if (process.isAlive()) {
                throw e;
            } // or else it has died of the last command
        } finally {
            awaitEnd();
        }
    }

    private void awaitEnd() throws IOException {
        try {
            process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            process.toHandle().destroyForcibly();
            throw new IOException("a process that was told to end did not within " + PATIENCE_SECONDS + " s", e);
        }
    }
}
