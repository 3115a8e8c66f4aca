package dev.verbatim.kafka.cli;

import dev.verbatim.Durability;
import dev.verbatim.kafka.TopicToQueue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
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

/** {@code verbatim relay topic}: a topic to a queue. */
@Command(
        name = "topic",
        header = "Relays a topic to a queue.",
        description = {
            "",
            "Relays each committed record once, from the oldest on, and goes on where the last relay of the topic has"
                    + " stopped. The queue is made if there is none. Each batch is forced to the storage device.",
            ""
        })
final class RelayTopicCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String topic;

    @Option(names = "--to", paramLabel = "FOLDER", required = true, description = "The queue's folder.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path folder;

    @Option(
            names = "--segment-size",
            paramLabel = "BYTES",
            description = "The size of a segment of a queue that is made. A record has at most an eighth of it. By"
                    + " default 64 MiB.")
    private @Nullable Long segmentSize;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private ClientOptions client;

    @Override
    public Integer call() throws IOException, InterruptedException {
        MappedQueue.Builder builder = MappedQueue.builder(folder).durability(Durability.EACH);
        if (segmentSize != null) {
            builder.segmentSize(segmentSize);
        }
        var settings = client.settings(); // before anything is made
        try (MappedQueue queue = builder.open()) {
            TopicToQueue relay = TopicToQueue.builder(topic, queue, settings)
                    .acceptGap(client.acceptsGap())
                    .build();
            RelayRun.run(spec.commandLine(), relay, "records");
        }
        return ExitCode.OK;
    }
}
