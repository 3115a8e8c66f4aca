package dev.verbatim.cli;

import dev.verbatim.map.MapReport;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim map verify}: whether all bytes of a map are as its writers left them. */
@Command(
        name = "verify",
        header = "Looks at every entry of a map, at its checksum, and at the index.",
        description = {
            "",
            "Changes nothing. Prints what it found, and a line for each place that is damaged; then the exit code is"
                    + " 1. Of a map in use, entries that are unsettled are in work.",
            ""
        })
final class MapVerifyCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapArgument mapArgument;

    @Override
    public Integer call() throws IOException, BadInputException {
        MapReport report;
        boolean checked;
        try (MappedMap<byte[], StoredValue> map = mapArgument.openToRead()) {
            report = map.verify();
            checked = map.info().checksum();
        }
        PrintWriter out = spec.commandLine().getOut();
        QueueInfoCommand.printRow(out, "positions", report.from() + " to " + report.to());
        QueueInfoCommand.printRow(out, "checksums", checked ? "checked" : "none in this map");
        QueueInfoCommand.printRow(out, "committed", report.committed());
        QueueInfoCommand.printRow(out, "aborted", report.aborted());
        QueueInfoCommand.printRow(out, "unsettled", report.unsettled());
        QueueInfoCommand.printRow(out, "keys", report.keys());
        for (MapReport.Damage damage : report.damage()) {
            QueueInfoCommand.printRow(out, "damaged", "position=" + damage.position() + ": " + damage.description());
        }
        out.flush();
        return report.damage().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
