package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim queue info}: what a queue consists of, who uses it, and who holds its readers up. */
@Command(
        name = "info",
        header = "Says what a queue holds, who uses it, and who holds its readers up.",
        description = {
            "",
            "Changes nothing. Each line begins with a word that says what it is about. Positions grow with the bytes,"
                    + " so that the difference of two is what lies between them.",
            ""
        })
final class QueueInfoCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private QueueArgument queueArgument;

    @Override
    public Integer call() throws IOException, BadInputException {
        QueueInfo info;
        try (MappedQueue queue = queueArgument.openToRead()) {
            info = queue.info();
        }
        print(info);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private void print(QueueInfo info) {
        int count = info.segments().size();
        row("queue", queueArgument.folder());
        row(
                "segments",
                count + " of " + info.segmentSize() + " bytes, " + StepTiming.grouped(count * info.segmentSize())
                        + " bytes together");
        if (count > 0) {
            row("oldest", segment(info.segments().getFirst()));
            row("newest", segment(info.segments().getLast()));
        }
        row("positions", info.from() + " to " + info.to());
        row("durable", "to " + info.durable() + behind(info, info.durable()));
        row("checksums", info.checksum() ? "yes" : "no");
        info.layouts().forEach((id, layout) -> row("layout", LayoutIds.toText(id) + " " + LayoutText.of(layout)));
        info.tailers()
                .forEach((name, position) ->
                        row("tailer", OneLineErrors.quote(name) + " at " + position + behind(info, position)));
        row(
                "appenders",
                info.slots().isEmpty()
                        ? "none"
                        : info.slots().stream().map(slot -> "slot=" + slot).collect(Collectors.joining(", ")));
        info.reservations().forEach(entry -> row("reserved", reservation(entry)));
    }

    private static String segment(QueueInfo.Segment segment) {
        return "segment " + segment.index() + ", made " + segment.created();
    }

    private static String behind(QueueInfo info, long position) {
        return position < info.to()
                ? ", " + StepTiming.grouped(info.to() - position) + " bytes behind the end"
                : ", the end";
    }

    private static String reservation(QueueInfo.Reservation reservation) {
        return "position=" + reservation.position() + ", " + reservation.byteSize() + " bytes, by slot="
                + reservation.slot()
                + " generation="
                + reservation.generation()
                + (reservation.alive()
                        ? ": readers wait until its appender goes on"
                        : ": its appender is dead, the next reader passes it");
    }

    private void row(String name, Object value) {
        printRow(spec.commandLine().getOut(), name, value);
    }

    /** Prints a line with a name and a value. */
    static void printRow(PrintWriter out, String name, Object value) {
        out.printf("%-10s %s%n", name, value);
    }
}
