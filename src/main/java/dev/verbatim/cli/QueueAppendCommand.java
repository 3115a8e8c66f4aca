package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim queue append}: entries from CSV. */
@Command(
        name = "append",
        header = "Appends the rows of CSV to a queue.",
        description = {
            "",
            "Reads what 'verbatim queue cat --format csv' prints: a header with all columns of the layout, in any"
                + " order, and a row an entry. Positions are ignored. A row that does not fit is refused with its line"
                + " and column, and ends it; the rows before it stay. What was appended is forced to the storage"
                + " device at the end. A layout of more than " + CsvText.MAX_COLUMNS
                    + " columns, that of the positions included, is refused.",
            ""
        })
final class QueueAppendCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private QueueArgument queueArgument;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The CSV, in UTF-8. Without it, standard input.")
    private @Nullable Path file;

    @Option(
            names = "--layout",
            paramLabel = "ID|TEXT",
            required = true,
            description =
                    "The layout of the entries, a struct of fixed size: the eight hexadecimal digits of a stored one,"
                        + " or its text, such as '{\"id\":j,\"price\":d}' (docs/queue-format.md). Or raw, for entries"
                        + " without a layout, with a column named " + CsvText.RAW + ".")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String layout;

    @Option(names = "--create", description = "Makes the queue if there is none.")
    private boolean create;

    @Override
    public Integer call() throws IOException, BadInputException {
        if (file == null) {
            append(System.in, "standard input");
        } else {
            try (InputStream in = Files.newInputStream(file)) {
                append(in, file.toString());
            }
        }
        return ExitCode.OK;
    }

    private void append(InputStream in, String name) throws IOException, BadInputException {
        CsvAppender rows;
        if (create) {
            MappedQueue.open(queueArgument.folder()).close();
        }
        try (MappedQueue queue = queueArgument.openToWrite(spec.commandLine());
                Appender appender = queue.appender()) {
            rows = new CsvAppender(appender, layout(queue), name);
            // The decoder of a charset would replace malformed bytes in silence; this one throws.
            rows.append(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(rows.appended() + " entries appended"
                + (rows.appended() == 0 ? "" : ", the last one at position=" + rows.lastPosition()));
        out.flush();
    }

    /** {@return the layout; null for entries without one} */
    private @Nullable StructLayout layout(MappedQueue queue) throws IOException, BadInputException {
        StructLayout found;
        if (layout.startsWith("{")) {
            try {
                found = LayoutText.parse(layout);
            } catch (IllegalArgumentException e) {
                throw new BadInputException("--layout: " + e.getMessage());
            }
        } else {
            int id = LayoutIds.parse(layout);
            if (id == LayoutIds.RAW_ID) {
                return null;
            }
            found = queue.layout(id);
        }
        if (Layouts.isVarRecord(found)) {
            throw new BadInputException(
                    "--layout " + layout + ": expected a struct of fixed size, found a record of variable length");
        }
        return found;
    }
}
