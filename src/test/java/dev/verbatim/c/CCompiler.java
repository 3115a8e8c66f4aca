package dev.verbatim.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.tools.TempFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compiles programs in C and runs them, where there is a {@code gcc} or another {@code cc}. */
public final class CCompiler {

    private static final List<String> NAMES = List.of("gcc", "cc");

    private CCompiler() {}

    /** {@return why no C can be compiled, or {@code null} if it can} */
    public static String whyNoCompiler() throws IOException, InterruptedException {
        List<String> obstacles = new ArrayList<>();
        for (String name : NAMES) {
            String obstacle = whyNot(name);
            if (obstacle == null) {
                return null;
            }
            obstacles.add(obstacle);
        }
        return String.join("; ", obstacles);
    }

    /** {@return what a program prints to both of its streams} It is compiled in a folder that is deleted in the end. */
    public static String compileAndRun(String source, Object... arguments) throws IOException, InterruptedException {
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            return run(compile(folder, source), arguments);
        }
    }

    /**
     * {@return the program that a source is compiled to} Both are in the folder. Fails with the compiler's output if it
     * fails.
     */
    public static Path compile(Path folder, String source) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("program.c"), source);
        Path program = folder.resolve("program");
        String compiler = NAMES.getFirst();
        for (String name : NAMES) {
            if (whyNot(name) == null) {
                compiler = name;
                break;
            }
        }
        run(List.of(compiler, "-o", program.toString(), file.toString()));
        return program;
    }

    /** {@return what a compiled program prints to both of its streams} Fails with that if the program fails. */
    public static String run(Path program, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return run(command);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = start(command);
        process.getOutputStream().close();
        String output = outputOf(process);
        assertEquals(0, process.waitFor(), () -> command + " failed:\n" + output);
        return output;
    }

    /** Why a compiler cannot be used, or null: one without the C library's headers is of no use. */
    private static String whyNot(String name) throws IOException, InterruptedException {
        Process process;
        try {
            process = start(List.of(name, "-fsyntax-only", "-x", "c", "-"));
        } catch (IOException e) {
            return "there is no " + name + ": " + e.getMessage().strip();
        }
        try (var input = process.outputWriter(StandardCharsets.UTF_8)) {
            input.write("#include <stdio.h>\n");
        }
        String output = outputOf(process);
        return process.waitFor() == 0 ? null : name + " compiles nothing: " + output.strip();
    }

    /** Starts a command, whose messages are not translated. */
    private static Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.start();
    }

    private static String outputOf(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
