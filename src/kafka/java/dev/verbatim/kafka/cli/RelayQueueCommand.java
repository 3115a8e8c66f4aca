package dev.verbatim.kafka.cli;

import dev.verbatim.StoreException;
import dev.verbatim.kafka.QueueToTopic;
import dev.verbatim.queue.MappedQueue;
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

/** {@code verbatim relay queue}: a queue to a topic. */
@Command(
        name = "queue",
        header = "Relays a queue to a topic.",
        description = {
            "",
            "Relays each entry once, and goes on where the last relay of the queue's name has stopped. The topic is"
                + " made if there is none, with one partition; one with more is refused, because order would be lost.",
            ""
        })
final class RelayQueueCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The queue's folder.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path folder;

    @Option(names = "--to", paramLabel = "TOPIC", required = true, description = "The topic.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String topic;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description =
                    "The name of the queue in the cluster, which it keeps wherever its folder goes. By default the"
                            + " name of the host, a colon and the path of the folder.")
    private @Nullable String name;

    @Option(
            names = "--largest",
            paramLabel = "BYTES",
            description =
                    "How large an entry is at most, if that is known. By default what the queue can have, an eighth"
                            + " of a segment: the topic must take it.")
    private @Nullable Long largest;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private ClientOptions client;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private GapOption gap;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var settings = client.settings(); // before anything is opened
        requireQueue();
        String queueName = name == null ? InetAddress.getLocalHost().getHostName() + ":" + folder.toRealPath() : name;
        try (MappedQueue queue = MappedQueue.open(folder)) {
            RelayErrors.printDamage(spec.commandLine(), queue);
            QueueToTopic.Builder builder =
                    QueueToTopic.builder(queue, queueName, topic, settings).acceptGap(gap.isAccepted());
            if (largest != null) {
                builder.largestRecord(largest);
            }
            RelayRun.run(spec.commandLine(), builder.build(), "bytes");
        }
        return ExitCode.OK;
    }

    /** A queue that is opened for writing, which its tailers need, is made if it does not exist. */
    private void requireQueue() throws IOException {
        try {
            MappedQueue.builder(folder).readOnly(true).open().close();
        } catch (StoreException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
