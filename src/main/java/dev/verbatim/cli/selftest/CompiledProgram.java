package dev.verbatim.cli.selftest;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks memory in a JVM that compiles early what Verbatim generates. By itself a JVM takes half a minute until its
 * last compiler has seen all of it. With flags for these classes alone, and waiting for the compiler, it is a few
 * seconds.
 */
final class CompiledProgram {

    static final int ROUNDS = 12;

    private static final String CLASSES = CompiledProgram.class.getPackageName() + ".*::*";

    /** Those of HotSpot; other JVMs pass over them. */
    private static final List<String> FLAGS = List.of(
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=CompileThresholdScaling," + CLASSES + ",0.02",
            "-XX:CompileCommand=BackgroundCompilation," + CLASSES + ",false");

    private CompiledProgram() {}

    /** Takes a folder. Prints how many values it has checked, or the difference. */
    public static void main(String[] args) throws IOException {
        PrintWriter out = new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            MemoryChecks checks = MemoryChecks.aligned(Golden.load());
            checks.run(Place.all(arena, Path.of(args[0])), ROUNDS);
            out.println(checks.operations());
        } catch (Difference e) {
            out.println(e.getMessage());
            System.exit(1);
        }
    }

    /** {@return how many values another JVM has checked} */
    static long run(Path parent) throws IOException, InterruptedException, Difference {
        Path folder = Files.createDirectory(parent.resolve("compiled"));
        Path errors = folder.resolve("errors");
        Process process = ChildJvm.start(FLAGS, CompiledProgram.class, errors, folder.toString());
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new Difference(
                    "compiled code: " + output + Files.readString(errors).strip() + " (exit code " + exitCode + ")");
        }
        // The JVM may have printed something before.
        return Long.parseLong(output.lines().toList().getLast());
    }
}
