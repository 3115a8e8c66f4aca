package dev.verbatim.kafka.cli;

import dev.verbatim.StoreException;
import dev.verbatim.kafka.MapToTopic;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.net.InetAddress;
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

/** {@code verbatim relay map}: a map to a topic. */
@Command(
        name = "map",
        header = "Relays a map to a topic.",
        description = {
            "",
            "Relays what is put and removed, and goes on where the last relay of the map's name has stopped. If"
                    + " compaction has deleted what comes next, and the first time, it sends all that the map has. The"
                    + " topic is made if there is none, compacted and with one partition.",
            ""
        })
final class RelayMapCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The map's folder.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path folder;

    @Option(names = "--to", paramLabel = "TOPIC", required = true, description = "The topic.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String topic;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "The name of the map in the cluster, which it keeps wherever its folder goes. By default the name"
                            + " of the host, a colon and the path of the folder.")
    private @Nullable String name;

    @Option(
            names = "--largest",
            paramLabel = "BYTES",
            description =
                    "How many bytes a key and its value have at most, if that is known. By default what the map can"
                            + " have, an eighth of a segment: the topic must take it.")
    private @Nullable Long largest;

    @Option(
            names = "--resync",
            description = "Begins by sending all that the map has. A map that was made anew, or restored from a copy,"
                    + " needs that.")
    private boolean resync;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private ClientOptions client;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var settings = client.settings(); // before anything is opened
        try (MappedMap<byte[], StoredValue> map = open()) {
            RelayErrors.printDamage(spec.commandLine(), map);
            String mapName = name == null ? InetAddress.getLocalHost().getHostName() + ":" + folder.toRealPath() : name;
            MapToTopic.Builder builder =
                    MapToTopic.builder(map, mapName, topic, settings).resync(resync);
            if (largest != null) {
                builder.largestRecord(largest);
            }
            RelayRun.run(spec.commandLine(), builder.build(), "bytes");
        }
        return ExitCode.OK;
    }

    /** Opens the map; with stored keys none is made. */
    private MappedMap<byte[], StoredValue> open() throws IOException {
        try {
            return MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues());
        } catch (StoreException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
