package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.StructLayout;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim info}: what a file, a queue or a map consists of. */
@Command(
        name = "info",
        header = "Says what a .npy file, a queue or a map consists of.",
        description = {
            "",
            "Changes nothing. Of a queue it lists named tailers and open appenders, too. Each line begins with a word"
                    + " that says what it is about. Positions grow with the bytes, so that the difference of two is"
                    + " what lies between them.",
            ""
        })
final class InfoCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private StoreArgument argument;

    @Override
    public Integer call() throws IOException, BadInputException {
        PrintWriter out = spec.commandLine().getOut();
        try (Store store = argument.openToRead()) {
            store.printInfo(out);
        }
        out.flush();
        return ExitCode.OK;
    }

    /** Prints a line with a name and a value. */
    static void printRow(PrintWriter out, String name, Object value) {
        out.printf("%-10s %s%n", name, TerminalText.of(String.valueOf(value)));
    }

    static void printLayouts(PrintWriter out, Map<Integer, StructLayout> layouts) {
        layouts.forEach((id, layout) -> printRow(out, "layout", LayoutIds.toText(id) + " " + LayoutText.of(layout)));
    }
}
