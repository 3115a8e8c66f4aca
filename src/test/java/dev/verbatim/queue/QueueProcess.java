package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.file.PackedClasses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
        return new QueueProcess(ChildJvm.start(
                KilledProcess.command(Archives.CLASS_PATH, Archives.options(program), program, folder, segmentSize)));
    }

    /** Archives of the classes that programs load: a JVM that maps one has half as much to do until it is ready. */
    private static final class Archives {

        private static final Path FOLDER = folder();
        private static final String CLASS_PATH = classPath();
        private static final Map<Class<?>, Path> MADE = new ConcurrentHashMap<>();

        static List<String> options(Class<?> program) {
            return List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + MADE.computeIfAbsent(program, Archives::make));
        }

        private static Path folder() {
            try {
                Path folder = Files.createTempDirectory("archives");
                folder.toFile().deleteOnExit();
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String classPath() {
            try {
                String classPath = PackedClasses.classPath(FOLDER, ChildJvm.classPath());
                try (Stream<Path> files = Files.list(FOLDER)) {
                    files.forEach(file -> file.toFile().deleteOnExit());
                }
                return classPath;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Has a program write to a new store, and leave an archive when it ends. */
        private static Path make(Class<?> program) {
            Path archive = FOLDER.resolve(program.getSimpleName() + ".jsa");
            archive.toFile().deleteOnExit();
            Path store = FOLDER.resolve(program.getSimpleName());
            List<String> command = KilledProcess.command(
                    CLASS_PATH, List.of("-XX:ArchiveClassesAtExit=" + archive), program, store, SMALL_SEGMENT);
            try {
                try (QueueProcess process = new QueueProcess(ChildJvm.start(command))) {
                    String answer = process.ask(program == QueueProgram.class ? "append 0 0" : "put 1 value");
                    assertTrue(answer != null && !answer.startsWith("failed"), () -> program + ": " + answer);
                }
                assertTrue(Files.exists(archive), () -> "no archive of " + program);
                deleteAll(store);
                return archive;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void deleteAll(Path folder) throws IOException {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(folder)) {
                files = walk.toList();
            }
            for (Path file : files.reversed()) {
                Files.delete(file);
            }
        }
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
