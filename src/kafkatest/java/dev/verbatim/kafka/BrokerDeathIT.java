package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.verbatim.queue.MappedQueue;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Relays whose broker is killed, and comes back. It is a broker of their own: one that is killed while a transaction
 * ends may leave it open, and then all relays of this broker, which share the topic {@code verbatim.positions}, wait
 * until it times out.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class BrokerDeathIT {

    private static final int BATCH_SIZE = 100;

    @TempDir
    private Path folder;

    /**
     * The times of the clients are so short that the relays notice, and connect anew. But the transaction that was cut
     * does not time out: a broker that ends one when it has just started may not know the topic yet, and leave it open.
     */
    @Test
    void aBrokerMayDieAndComeBack() throws Exception {
        try (Broker broker = new Broker(folder.resolve("broker"));
                MappedQueue queue = Records.queue(folder.resolve("queue"));
                MappedQueue replica = Records.queue(folder.resolve("replica"))) {
            Map<String, Object> impatient = new HashMap<>(broker.client());
            impatient.putAll(Map.of(
                    "max.block.ms", 1000,
                    "request.timeout.ms", 500,
                    "delivery.timeout.ms", 1000,
                    "default.api.timeout.ms", 1000,
                    "transaction.timeout.ms", 60_000));
            QueueToTopic.Builder outs =
                    QueueToTopic.builder(queue, "broken", "broken", impatient).batchSize(BATCH_SIZE);
            TopicToQueue in =
                    TopicToQueue.builder("broken", replica, broker.client()).build();
            boolean mayRepeat = false;
            try (Running _ = new Running(in)) {
                Throwable refusal = relayPastDeath(outs.build(), in, broker, queue);
                if (refusal != null) {
                    mayRepeat = abortLost(broker, refusal);
                    try (Running _ = new Running(outs.build())) {
                        Running.await(
                                "4000 records",
                                () -> distinct(Records.entries(replica)).size() == 4000);
                    }
                }
            }
            List<String> expected = Records.entries(queue);
            List<String> committed = Records.committed(broker.client(), "broken");
            List<String> copied = Records.entries(replica);
            int most = expected.size() + (mayRepeat ? BATCH_SIZE : 0);
            assertTrue(committed.size() <= most, () -> committed.size() + " records");
            assertTrue(copied.size() <= most, () -> copied.size() + " entries");
            Records.assertSame(expected, mayRepeat ? distinct(committed) : committed, "topic");
            Records.assertSame(expected, mayRepeat ? distinct(copied) : copied, "replica");
        }
    }

    private static List<String> distinct(List<String> entries) {
        return List.copyOf(new LinkedHashSet<>(entries));
    }

    /** {@return null if all was relayed; else what the relay has ended with} */
    private static @Nullable Throwable relayPastDeath(
            QueueToTopic out, TopicToQueue in, Broker broker, MappedQueue queue) throws Exception {
        Running running = new Running(out);
        try {
            Records.append(queue, 0, 100);
            Running.await("100 records", () -> in.status().getRecords() == 100);
            Records.append(queue, 100, 3000); // more than one batch, so that it dies in the middle
            broker.kill();
            Records.append(queue, 3000, 4000);
            try {
                Running.await("trouble", () -> !out.status().getTrouble().isEmpty());
            } finally {
                broker.restart(); // without it the relays take minutes to close
            }
            Running.await(
                    "4000 records and peace",
                    () -> running.hasEnded()
                            || (in.status().getRecords() == 4000
                                    && out.status().getTrouble().isEmpty()));
            if (running.hasEnded()) {
                return running.failure();
            }
            running.close();
            return null;
        } finally {
            out.stop();
        }
    }

    /**
     * Does what docs/kafka.md says where the broker has lost the end of a transaction.
     *
     * @return whether records that were committed are sent again
     */
    private static boolean abortLost(Broker broker, Throwable refusal) throws Exception {
        assertInstanceOf(RelayException.class, refusal);
        assertTrue(refusal.getMessage().contains("the broker has lost their end; abort them"), refusal::getMessage);
        TopicPartition records = new TopicPartition("broken", 0);
        TopicPartition positions = new TopicPartition(PositionedProducer.DEFAULT_TOPIC, 0);
        try (Admin admin = ClientConfig.admin(broker.client())) {
            Map<TopicPartition, Long> open = Topics.openTransactions(
                    admin,
                    PositionedProducer.transactionalId("broken/" + DefaultTailer.name("to", "broken")),
                    List.of(records, positions));
            if (!open.containsKey(positions)) {
                assertTrue(refusal.getMessage().endsWith("relay to a new topic instead"), refusal::getMessage);
                abort("the position may count records as sent that are lost");
            }
            for (Map.Entry<TopicPartition, Long> start : open.entrySet()) {
                broker.abortTransaction(start.getKey(), start.getValue());
            }
            return !open.containsKey(records);
        }
    }
}
