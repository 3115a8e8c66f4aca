package dev.verbatim.cli;

import dev.verbatim.map.MapInfo;
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

/** {@code verbatim map compact}: deletes what no key needs. */
@Command(
        name = "compact",
        header = "Copies what is needed to the end of a map, and deletes all older segments.",
        description = {
            "",
            "A program that has the map open does this by itself when less than half of it is needed. Prints how many"
                + " segments it has deleted, and what is left. It stops at an entry that a living program is writing,"
                + " and deletes nothing while another one compacts. Opening a map to change it also repairs it, and"
                + " makes the index anew if that is needed.",
            ""
        })
final class MapCompactCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapArgument mapArgument;

    @Override
    public Integer call() throws IOException, BadInputException {
        int deleted;
        MapInfo info;
        try (MappedMap<byte[], StoredValue> map = mapArgument.openToWrite(spec.commandLine())) {
            deleted = map.compact();
            info = map.info();
        }
        PrintWriter out = spec.commandLine().getOut();
        InfoCommand.printRow(out, "deleted", deleted + (deleted == 1 ? " segment" : " segments"));
        InfoCommand.printRow(out, "positions", info.from() + " to " + info.to());
        InfoCommand.printRow(out, "live", MapStore.live(info));
        out.flush();
        return ExitCode.OK;
    }
}
