package dev.verbatim.queue;

import dev.verbatim.file.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/** A running {@link QueueProgram}. */
final class QueueProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    private QueueProcess(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.commands = process.outputWriter();
    }

    static QueueProcess start(Path folder, long segmentSize) throws IOException {
        return new QueueProcess(ChildJvm.start(ChildJvm.command(
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Ddev.verbatim.log.watchSteps=true"),
                QueueProgram.class,
                folder,
                segmentSize)));
    }

    Process process() {
        return process;
    }

    /** Sends a command and does not wait for an answer. */
    void tell(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    /** {@return the answer to a command; null if the process died of it} */
    String ask(String command) throws IOException {
        tell(command);
        return answers.readLine();
    }

    /** {@return the next answer; null if the process is dead} */
    String answer() throws IOException {
        return answers.readLine();
    }

    void kill() throws InterruptedException {
        ChildJvm.kill(process);
    }

    /** Ends the process in an orderly way. */
    @Override
    public void close() throws IOException {
        commands.close();
        process.onExit().join();
    }
}
