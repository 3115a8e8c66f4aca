package dev.verbatim.kafka.cli;

import dev.verbatim.Durability;
import dev.verbatim.kafka.TopicToMap;
import dev.verbatim.kafka.TopicToQueue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim relay topic}: a topic to a queue or a map. */
@Command(
        name = "topic",
        header = "Relays a topic to a queue or a map.",
        description = {
            "",
            "Relays each committed record, from the oldest on, and goes on where the last relay of the topic has"
                + " stopped. The queue or map is made if there is none. A queue gets each record once; each batch is"
                + " forced to the storage device. A map gets the last value of each key of a compacted topic, and is"
                + " forced once a second.",
            ""
        })
final class RelayTopicCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String topic;

    @ArgGroup(exclusive = true, multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Target target;

    /** Where the records go. */
    static final class Target {
        @Option(names = "--to", paramLabel = "FOLDER", description = "The queue's folder.")
        private @Nullable Path queue;

        @Option(names = "--to-map", paramLabel = "FOLDER", description = "The map's folder.")
        private @Nullable Path map;
    }

    @Option(
            names = "--segment-size",
            paramLabel = "BYTES",
            description = "The size of a segment of a queue or map that is made. A record has at most an eighth of it."
                    + " By default 64 MiB for a queue, 32 MiB for a map.")
    private @Nullable Long segmentSize;

    @Option(
            names = "--resync",
            description = "Begins by comparing the map with the topic, which is read from the start.")
    private boolean resync;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private ClientOptions client;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private GapOption gap;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Object> settings = client.settings(); // before anything is made
        if (target.queue != null) {
            toQueue(target.queue, settings);
        } else {
            toMap(Objects.requireNonNull(target.map), settings);
        }
        return ExitCode.OK;
    }

    private void toQueue(Path folder, Map<String, Object> settings) throws IOException, InterruptedException {
        if (resync) {
            throw new IllegalArgumentException("--resync is for --to-map: a queue is made anew");
        }
        MappedQueue.Builder builder = MappedQueue.builder(folder).durability(Durability.EACH);
        if (segmentSize != null) {
            builder.segmentSize(segmentSize);
        }
        try (MappedQueue queue = builder.open()) {
            RelayErrors.printDamage(spec.commandLine(), queue);
            TopicToQueue relay = TopicToQueue.builder(topic, queue, settings)
                    .acceptGap(gap.isAccepted())
                    .build();
            RelayRun.run(spec.commandLine(), relay, "records");
        }
    }

    private void toMap(Path folder, Map<String, Object> settings) throws IOException, InterruptedException {
        if (gap.isAccepted()) {
            throw new IllegalArgumentException("--accept-gap is for --to: a map has no gaps");
        }
        TopicToMap.Builder builder = TopicToMap.builder(topic, folder, settings).resync(resync);
        if (segmentSize != null) {
            builder.segmentSize(segmentSize);
        }
        RelayRun.run(spec.commandLine(), builder.build(), "records");
    }
}
