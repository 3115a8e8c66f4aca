package dev.verbatim.file;

import dev.verbatim.StructCodec;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassWriter;

/** Runs classes of the tests in JVMs of their own, on the class path and without JUnit. */
public final class ChildJvm {

    private static final int LONGEST_LIFE_MINUTES = 10;

    /** Short-lived JVMs spend much of their time compiling. */
    private static final List<String> FAST_START =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=10");

    private ChildJvm() {}

    /**
     * How a program ended.
     *
     * @param exitCode its exit code
     * @param output what it wrote to both streams
     */
    public record Result(int exitCode, String output) {}

    /** {@return where the library, its dependency and the tests are} */
    public static List<Path> classPath() {
        return List.of(rootOf(StructCodec.class), rootOf(ClassWriter.class), rootOf(ChildJvm.class));
    }

    /**
     * {@return the folder or the jar of a class} Asks for the class file: the code source of a class that is patched
     * into a module is the module's.
     */
    public static Path rootOf(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        URL url = type.getResource("/" + file);
        String text = url == null ? "" : url.toString();
        String root = text.startsWith("jar:")
                ? text.substring("jar:".length(), text.indexOf("!/"))
                : text.substring(0, text.length() - file.length());
        return Path.of(URI.create(root));
    }

    /** {@return the command that runs a class, in a JVM that starts fast} */
    public static List<String> command(Class<?> main, Object... arguments) {
        return command(FAST_START, main, arguments);
    }

    /** {@return the command that runs a class in a JVM with some options} */
    public static List<String> command(List<String> options, Class<?> main, Object... arguments) {
        String classPath = classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return command(classPath, options, main, arguments);
    }

    /** {@return the command that runs a class on another class path} */
    public static List<String> command(String classPath, List<String> options, Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of(
                "-Xmx128m",
                "-XX:-CreateCoredumpOnCrash",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                classPath,
                main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** Starts a command, whose messages are not translated. Nobody waits for it for ever: it is killed at last. */
    public static Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        CompletableFuture.delayedExecutor(LONGEST_LIFE_MINUTES, TimeUnit.MINUTES)
                .execute(() -> process.toHandle().destroyForcibly());
        return process;
    }

    /** Runs a command to its end. */
    public static Result run(List<String> command) throws IOException, InterruptedException {
        Process process = start(command);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    /**
     * Kills a process with SIGKILL. What it wrote before can still be read: {@link Process#destroyForcibly} closes its
     * streams.
     */
    public static void kill(Process process) throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }
}
