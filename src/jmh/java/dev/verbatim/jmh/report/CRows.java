package dev.verbatim.jmh.report;

import dev.verbatim.jmh.page.ChildProcess;
import dev.verbatim.jmh.report.Results.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rows of a program in C, which is compiled where there is a compiler, and which does what some benchmarks do. */
final class CRows {

    private static final String RIVAL = "c";
    private static final Path SOURCE = Path.of("src", "jmh", "c", "market_data.c");

    /** A direction, the mean in nanoseconds, and half the distance of the quartiles. */
    private static final Pattern LINE = Pattern.compile("(\\w+) ([0-9.]+) ([0-9.]+)");

    /** The shapes that have a row, by the directions that the program prints. */
    private static final Map<String, String> SHAPES =
            Map.of("Write", "MarketData", "Read", "MarketData", "Copy", "Copy 1");

    private CRows() {}

    /** {@return whether a family has rows of C} */
    static boolean hasRows(Family family) {
        return SHAPES.values().stream().anyMatch(shape -> isOf(family, shape));
    }

    private static boolean isOf(Family family, String shape) {
        return shape.split(" ", 2)[0].equals(family.name());
    }

    /**
     * {@return the figures of C in the shapes of a family, or nothing where there is no compiler or no source}
     *
     * @param home the folder of the project
     */
    static List<Result> measure(Family family, Path home) throws IOException {
        Path program = Files.createTempFile("verbatim-c", "");
        try {
            ChildProcess.output(
                    "cc", "-O2", "-o", program.toString(), home.resolve(SOURCE).toString());
            return ChildProcess.output(program.toString()).stream()
                    .flatMap(String::lines)
                    .map(LINE::matcher)
                    .filter(line -> line.matches() && SHAPES.containsKey(line.group(1)))
                    .map(line -> new Result(
                            SHAPES.get(line.group(1)),
                            RIVAL,
                            line.group(1),
                            "",
                            Double.parseDouble(line.group(2)),
                            Double.parseDouble(line.group(3))))
                    .filter(result -> isOf(family, result.shape()))
                    .toList();
        } finally {
            Files.deleteIfExists(program);
        }
    }

    /** {@return the command that prints the figures} */
    static String commandLine() {
        return "cc -O2 -o target/market_data " + SOURCE + " && target/market_data";
    }

    /** {@return how the program was compiled, as the page has it} */
    static Optional<String> compiler() {
        return ChildProcess.output("cc", "--version")
                .flatMap(text -> text.lines().findFirst());
    }
}
