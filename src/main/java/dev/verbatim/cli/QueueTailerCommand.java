package dev.verbatim.cli;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueInfo;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim queue tailer}: the names under which tailers keep their positions. */
@Command(
        name = "tailer",
        header = "Lists and removes named tailers.",
        description = {
            "",
            "A named tailer keeps the position of the first entry that it has not acknowledged, also while no program"
                + " has it open. No segment is deleted that it needs: so remove the name of a tailer that nobody needs"
                + " any longer.",
            ""
        },
        subcommands = {QueueTailerCommand.ListCommand.class, QueueTailerCommand.RemoveCommand.class},
        synopsisSubcommandLabel = "COMMAND")
final class QueueTailerCommand {

    /** {@code verbatim queue tailer list}. */
    @Command(
            name = "list",
            header = "Prints the named tailers, their positions, and how many bytes each is behind the end, or beyond"
                    + " it.",
            description = {
                "",
                "A negative number says that a tailer is beyond the end: its position is damaged, or a loss of power"
                    + " has taken back what it had read. The next program that repairs the queue moves it to the end.",
                ""
            })
    static final class ListCommand implements Callable<Integer> {

        @Spec
        @SuppressWarnings("NullAway.Init") // set by Picocli
        private CommandSpec spec;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by Picocli
        private QueueArgument queueArgument;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by Picocli
        private FormatOption formatOption;

        @Override
        public Integer call() throws IOException, BadInputException {
            QueueInfo info;
            try (MappedQueue queue = queueArgument.openToRead()) {
                info = queue.info();
            }
            PrintWriter out = spec.commandLine().getOut();
            RowOutput rows = RowOutput.of(formatOption.format(), out);
            for (Map.Entry<String, Long> tailer : info.tailers().entrySet()) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                row.put("name", tailer.getKey());
                row.put("position", tailer.getValue());
                row.put("behind", info.to() - tailer.getValue());
                rows.print(row);
            }
            rows.flush();
            out.flush();
            return ExitCode.OK;
        }
    }

    /** {@code verbatim queue tailer remove}. */
    @Command(
            name = "remove",
            header = "Removes the name of a tailer, which must not be open.",
            description = {"", "The entries that it has not read can be deleted then.", ""})
    static final class RemoveCommand implements Callable<Integer> {

        @Spec
        @SuppressWarnings("NullAway.Init") // set by Picocli
        private CommandSpec spec;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by Picocli
        private QueueArgument queueArgument;

        @Parameters(index = "1", paramLabel = "NAME", description = "The tailer's name.")
        @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
        private String name;

        @Override
        public Integer call() throws IOException, BadInputException {
            try (MappedQueue queue = queueArgument.openToWrite(spec.commandLine())) {
                if (!queue.removeTailer(name)) {
                    throw new BadInputException(
                            queueArgument.folder() + ": no tailer is named " + MalformedTextException.quote(name));
                }
            }
            return ExitCode.OK;
        }
    }
}
