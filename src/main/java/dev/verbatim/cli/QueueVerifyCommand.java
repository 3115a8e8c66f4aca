package dev.verbatim.cli;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim queue verify}: whether all bytes of a queue are as its appenders left them. */
@Command(
        name = "verify",
        header = "Looks at every entry of a queue, and at its checksum.",
        description = {
            "",
            "Changes nothing. Prints what it found, and a line for each place that is damaged; then the exit code is"
                    + " 1. Of a queue in use, entries that are reserved are in work.",
            ""
        })
final class QueueVerifyCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private QueueArgument queueArgument;

    @Override
    public Integer call() throws IOException, BadInputException {
        QueueReport report;
        boolean checked;
        try (MappedQueue queue = queueArgument.openToRead()) {
            report = queue.verify();
            checked = queue.hasChecksums();
        }
        PrintWriter out = spec.commandLine().getOut();
        QueueInfoCommand.printRow(out, "positions", report.from() + " to " + report.to());
        QueueInfoCommand.printRow(out, "checksums", checked ? "checked" : "none in this queue");
        QueueInfoCommand.printRow(out, "committed", report.committed());
        QueueInfoCommand.printRow(out, "aborted", report.aborted());
        QueueInfoCommand.printRow(out, "reserved", report.orphans());
        for (QueueReport.Damage damage : report.damage()) {
            QueueInfoCommand.printRow(out, "damaged", "position=" + damage.position() + ": " + damage.description());
        }
        out.flush();
        return report.damage().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
