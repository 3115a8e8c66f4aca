package dev.verbatim.jmh.latency;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Starts the processes of a measurement, in a folder for its files. Closing it, or the end of the JVM, ends them and
 * deletes the folder.
 */
final class Launcher implements Closeable {

    /** Variables that would add flags, and a line on standard error, to every JVM. */
    private static final List<String> FLAGS_OF_THE_ENVIRONMENT =
            List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final Thread atTheEnd = new Thread(this::clear);
    private final List<Integer> cpus;
    private final Path folder;
    private int subfolders;

    /**
     * Makes a folder to work in.
     *
     * @param parent where it is made
     * @param cpus the CPU of the first process of a couple and that of the second; empty to let the system choose
     */
    Launcher(Path parent, List<Integer> cpus) throws IOException {
        this.cpus = cpus;
        // The real path, so that the error names a parent that is missing.
        this.folder = Files.createTempDirectory(parent.toRealPath(), "verbatim-latency");
        Runtime.getRuntime().addShutdownHook(atTheEnd);
    }

    /** {@return a JVM of ours without any flag} */
    Jvm ours() {
        return new Jvm(List.of(), folder.resolve("errors"));
    }

    /** {@return what our processes have printed to their standard error, which should be nothing} */
    String errors() throws IOException {
        Path errors = ours().errors();
        return Files.exists(errors)
                ? Files.readString(errors, StandardCharsets.UTF_8).strip()
                : "";
    }

    /** {@return the name of a new file or folder} */
    Path newPath() {
        subfolders++;
        return folder.resolve(Integer.toString(subfolders));
    }

    /** Starts a {@link Peer}. */
    Process start(int index, Jvm jvm, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (!cpus.isEmpty()) {
            command.addAll(List.of(Cpus.TASKSET, "-c", Integer.toString(cpus.get(index))));
        }
        command.add(JAVA);
        command.addAll(jvm.flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Peer.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(jvm.errors().toFile()));
        builder.environment().keySet().removeAll(FLAGS_OF_THE_ENVIRONMENT);
        Process process = builder.start();
        processes.removeIf(other -> !other.isAlive());
        processes.add(process);
        return process;
    }

    /** Deletes a file or a folder with all that is in it. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void clear() {
        for (Process process : processes) {
            process.destroyForcibly().onExit().join();
        }
        try {
            delete(folder);
        } catch (IOException e) {
            System.err.println("verbatim latency: " + folder + " was not deleted: " + e);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atTheEnd);
        } catch (IllegalStateException e) {
            return; // the JVM is ending, and the hook is at work
        }
        clear();
    }
}
