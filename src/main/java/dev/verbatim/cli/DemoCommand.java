package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim demo}: from a CSV file to a mapped {@code .npy} file, to a copy of that, and back. */
@Command(
        name = "demo",
        header = "Maps a file of market data and copies it.",
        description = {
            "",
            "Reads daily bars from a CSV file, writes them through a codec to a memory-mapped .npy file, maps that"
                + " file and copies the segment to a second file, reads the second file back, and proves that nothing"
                + " changed on the way.",
            ""
        })
final class DemoCommand implements Callable<Integer> {

    private static final int SHOWN_ROWS = 3;
    private static final String ROW = "%12s  %8s  %11s  %11s  %11s  %11s  %11s  %13s";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            defaultValue = "${sys:verbatim.home:-.}/examples/nasdaq-daily.csv",
            description = {
                "A CSV file whose first row names the columns Date, Open, High, Low, Close, Adj Close and Volume, in"
                        + " any order; others are ignored. Dates are 1999-01-04 or 1/4/1999 (month/day/year).",
                "Default: ${DEFAULT-VALUE}"
            })
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private Path input;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            defaultValue = "verbatim-demo",
            description = {
                "Where " + DemoFiles.ORIGINAL + " and " + DemoFiles.COPY + " go. Those of an earlier run are replaced.",
                "Default: ${DEFAULT-VALUE}"
            })
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private Path output;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Writes all days N times, to make the files large: 10000 times the example is 50 million records, 2.8"
                        + " GB a file. On a terminal a bar shows the progress.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int repeat;

    @Override
    public Integer call() throws IOException, BadInputException {
        if (repeat < 1) {
            throw new BadInputException("--repeat " + repeat + ": expected 1 or more");
        }
        List<DailyBar> days = DailyBarCsv.read(input);
        DemoFiles files = DemoFiles.replace(output, (double) days.size() * repeat);
        boolean done = false;
        try {
            run(new Demo(days, repeat, files));
            done = true;
        } finally {
            if (!done) {
                files.delete();
            }
        }
        return ExitCode.OK;
    }

    private void run(Demo demo) throws IOException {
        DemoFiles files = demo.files();
        print(StepTiming.grouped(demo.days().size()) + " days from " + input);
        print("");
        print("The layout of a record, little-endian:");
        print(Layouts.describe(DailyBar.LAYOUT));
        print("");
        print(StepTiming.heading());
        print(demo.write().toRow());
        print(demo.copy().toRow());
        print(demo.readBack().toRow());
        print(demo.compare().toRow());
        print("MB are 10^6 bytes. Growing the files is included; forcing them to a disk is not.");
        if (repeat == 1) {
            print("So little is done before the JVM has compiled the code; --repeat 10000 shows what it does then.");
        }
        print("");
        showRows(files.copy());
        print("");
        print("Identical: the files, byte for byte, and every record of the copy to its row in the CSV file.");
        for (Path file : files.all()) {
            print("%15s bytes  %s".formatted(StepTiming.grouped(Files.size(file)), file));
        }
        print("");
        print("The last row in Python, with NumPy:");
        print("  " + PythonCommand.lastRow(files.copy()));
    }

    private void showRows(Path source) throws IOException {
        try (StructFile<DailyBar> file = StructFile.open(source, DailyBar.CODEC)) {
            long last = file.size() - 1;
            print("Rows of " + source + ", read through the codec:");
            print(ROW.formatted("index", "date", "open", "high", "low", "close", "adjClose", "volume"));
            LongStream.concat(LongStream.range(0, Math.min(SHOWN_ROWS, last)), LongStream.of(last))
                    .forEach(index -> print(toRow(index, file.get(index))));
        }
    }

    private static String toRow(long index, DailyBar bar) {
        return ROW.formatted(
                StepTiming.grouped(index),
                bar.date(),
                bar.open(),
                bar.high(),
                bar.low(),
                bar.close(),
                bar.adjClose(),
                bar.volume());
    }

    /** Prints a line at once, as the next step may take long. */
    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
