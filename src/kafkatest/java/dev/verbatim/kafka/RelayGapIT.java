package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries and records that were deleted before they were relayed, and queues and topics that were made anew. */
class RelayGapIT extends RelayFixture {

    @Test
    void aGapIsTheOperatorsToDecide() throws Exception {
        Records.append(queue, 0, 100);
        QueueToTopic first = out("gap").build();
        try (Running _ = new Running(first)) {
            Running.await("100 records", () -> first.status().getRecords() == 100);
        }
        Records.append(queue, 100, 10_000);
        queue.delete(Retention.ofSize(Records.SEGMENT_SIZE).evenIfNeeded());

        Throwable e = new Running(out("gap").build()).failure();
        assertInstanceOf(RelayException.class, e, e::toString);
        assertTrue(e.getMessage().endsWith("to go on without them, run again and accept the gap"), e.getMessage());

        int left = Records.entries(queue).size();
        QueueToTopic next = out("gap").acceptGap(true).build();
        try (Running _ = new Running(next)) {
            Running.await(left + " records", () -> next.status().getRecords() == left);
        }
        List<String> relayed = Records.committed(broker.client(), "gap");
        Records.assertSame(Records.entries(queue), relayed.subList(100, relayed.size()), "topic");
    }

    /** Its entries may start where those of the queue before did: at the position, too. */
    @Test
    void aQueueThatWasMadeAnewIsRelayedFromItsStartIfTheGapIsAccepted() throws Exception {
        Records.append(queue, 0, 100);
        QueueToTopic first = out("remade").build();
        try (Running _ = new Running(first)) {
            Running.await("100 records", () -> first.status().getRecords() == 100);
        }
        try (MappedQueue anew = Records.queue(folder.resolve("anew"))) {
            Records.append(anew, 0, 150);
            QueueToTopic.Builder out = QueueToTopic.builder(anew, "remade", "remade", broker.client());
            Throwable e = new Running(out.build()).failure();
            assertInstanceOf(RelayException.class, e, e::toString);
            assertEquals(
                    "queue=remade to topic=remade: expected the queue of id=" + queue.id()
                            + ", whose position=0 is in topic=verbatim.positions, found " + anew.path() + " of id="
                            + anew.id() + ": if it was made anew, run again and accept the gap; if it is another"
                            + " queue, give it another name",
                    e.getMessage().replaceFirst("position=\\d+", "position=0"));
            try (Tailer inTheMiddle = anew.tailer("to remade")) {
                inTheMiddle.skip(50);
                inTheMiddle.acknowledge();
            }
            QueueToTopic next = out.acceptGap(true).build();
            try (Running _ = new Running(next)) {
                Running.await("150 records", () -> next.status().getRecords() == 150);
            }
            List<String> relayed = Records.committed(broker.client(), "remade");
            Records.assertSame(Records.entries(anew), relayed.subList(100, relayed.size()), "topic");
        }
    }

    /** Retention may take what a batch has read, and what comes next, before the tailer of the relay is behind it. */
    @Test
    void aGapThatComesWhileABatchIsCommittedMayBeAccepted() throws Exception {
        Records.append(queue, 0, 5_000); // some segments
        AtomicBoolean isFirst = new AtomicBoolean(true);
        RelayStep.watch(step -> {
            if (step == RelayStep.COMMITTED && isFirst.getAndSet(false)) {
                deleteAllButTheEnd();
            }
        });
        QueueToTopic out = out("overtaken").batchSize(5_000).acceptGap(true).build();
        try (Running _ = new Running(out)) {
            Running.await(
                    "the last record",
                    () -> !isFirst.get()
                            && queue.tailerPositions().get("to overtaken")
                                    == queue.info().to());
        }
        List<String> left = Records.entries(queue);
        List<String> relayed = Records.committed(broker.client(), "overtaken");
        Records.assertSame(left, relayed.subList(relayed.size() - left.size(), relayed.size()), "topic");
    }

    private void deleteAllButTheEnd() {
        try {
            Records.append(queue, 5_000, 12_000);
            queue.delete(Retention.ofSize(Records.SEGMENT_SIZE).evenIfNeeded());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only the marker of the last transaction was not in the queue. */
    @Test
    void aTopicThatHasDeletedWhatWasRelayedHasNoGap() throws Exception {
        Records.append(queue, 0, 10);
        TopicToQueue first = in("expired").build();
        try (Running _ = new Running(out("expired").build());
                Running _ = new Running(first)) {
            Running.await("10 records", () -> first.status().getRecords() == 10);
        }
        try (Admin admin = ClientConfig.admin(broker.client())) {
            Topics.ends(admin, Topics.partitions(admin, "expired"))
                    .forEach((partition, end) ->
                            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end))));
            TopicPartition partition = new TopicPartition("expired", 0);
            Running.await(
                    "the deletion",
                    () -> admin.listOffsets(Map.of(partition, OffsetSpec.earliest()))
                                    .partitionResult(partition)
                                    .get()
                                    .offset()
                            > 10);
        }
        TopicToQueue next = in("expired").build();
        try (Running _ = new Running(out("expired").build());
                Running _ = new Running(next)) {
            Records.append(queue, 10, 20);
            Running.await("10 more records", () -> next.status().getRecords() == 10);
        }
        Records.assertSame(Records.entries(queue), Records.entries(replica), "replica");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTopicThatWasMadeAnewIsRefused(boolean acceptGap) throws Exception {
        String name = "anew" + acceptGap;
        NewTopic topic = new NewTopic(name, 1, (short) 1);
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createTopics(List.of(topic)).all().get();
            send(name, 10);
            TopicToQueue first = in(name).build();
            try (Running _ = new Running(first)) {
                Running.await("10 records", () -> first.status().getRecords() == 10);
            }
            admin.deleteTopics(List.of(name)).all().get();
            admin.createTopics(List.of(topic)).all().get();
        }
        send(name, 5);
        Throwable e = new Running(in(name).acceptGap(acceptGap).build()).failure();
        assertInstanceOf(RelayException.class, e, e::toString);
        assertEquals(
                "topic=" + name + " to queue=" + replica.path() + ": partition=0 ends before offset=10, up to which it"
                        + " was relayed: is it another topic of the name? relay to a new queue",
                e.getMessage());
        assertEquals(10, Records.entries(replica).size());
    }

    private static void send(String topic, int count) {
        try (KafkaProducer<byte[], byte[]> producer = ClientConfig.producer(broker.client())) {
            for (int i = 0; i < count; i++) {
                var _ = producer.send(new ProducerRecord<>(topic, new byte[] {1, 2, 3}));
            }
        }
    }
}
