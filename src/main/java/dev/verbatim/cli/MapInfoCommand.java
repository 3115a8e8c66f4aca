package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim map info}: what a map consists of. */
@Command(
        name = "info",
        header = "Says what a map holds, and how much of it compaction would leave.",
        description = {
            "",
            "Changes nothing. Each line begins with a word that says what it is about. Positions grow with the bytes,"
                    + " so that the difference of two is what lies between them.",
            ""
        })
final class MapInfoCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapArgument mapArgument;

    @Override
    public Integer call() throws IOException, BadInputException {
        MapInfo info;
        try (MappedMap<byte[], StoredValue> map = mapArgument.openToRead()) {
            info = map.info();
        }
        print(info);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private void print(MapInfo info) {
        row("map", mapArgument.folder());
        row("size", StepTiming.grouped(info.size()) + " keys");
        row(
                "keys",
                info.keyKind()
                        + info.keyLayout()
                                .map(layout -> " " + LayoutText.of(layout))
                                .orElse(""));
        row("segments", "of " + info.segmentSize() + " bytes");
        row("positions", info.from() + " to " + info.to());
        row("live", live(info));
        row(
                "durable",
                "to " + info.durable()
                        + (info.durable() < info.to()
                                ? ", " + StepTiming.grouped(info.to() - info.durable()) + " bytes behind the end"
                                : ", the end"));
        row("checksums", info.checksum() ? "yes" : "no");
        row(
                "index",
                "generation " + info.generation() + ", " + StepTiming.grouped(info.filledWords()) + " of "
                        + StepTiming.grouped(info.indexWords()) + " words in use");
        info.layouts().forEach((id, layout) -> row("layout", LayoutIds.toText(id) + " " + LayoutText.of(layout)));
    }

    /** {@return how much of the log is needed} */
    static String live(MapInfo info) {
        return StepTiming.grouped(info.liveBytes()) + " of " + StepTiming.grouped(info.to() - info.from()) + " bytes";
    }

    private void row(String name, Object value) {
        QueueInfoCommand.printRow(spec.commandLine().getOut(), name, value);
    }
}
