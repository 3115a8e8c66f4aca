package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

/** Topics, settings and keys with which no relay of a queue goes on. */
class RelayRefusalIT extends RelayFixture {

    @Test
    void aTopicThatTakesNoLargeRecordsIsRefusedAtTheStart() throws Exception {
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createTopics(List.of(
                            new NewTopic("small", 1, (short) 1).configs(Map.of("max.message.bytes", "10000")),
                            new NewTopic("wide", 2, (short) 1)))
                    .all()
                    .get();
        }
        assertEquals(
                "queue=q to topic=small: expected max.message.bytes of the topic of at least 12288, found 10000:"
                    + " entries of the queue can have 8192 bytes; raise the setting, or say how large a record is at"
                    + " most",
                failure(QueueToTopic.builder(queue, "q", "small", broker.client())));
        assertEquals(
                "queue=q to topic=wide: expected a topic of one partition, found 2: order is kept within a partition"
                        + " only; give a function that makes keys",
                failure(QueueToTopic.builder(queue, "q", "wide", broker.client())));
        Map<String, Object> client = new HashMap<>(broker.client());
        client.put("max.request.size", 9999);
        assertEquals(
                "queue=q to topic=large: expected max.request.size of the client of at least 12288, found 9999:"
                    + " entries of the queue can have 8192 bytes; raise the setting, or say how large a record is at"
                    + " most",
                failure(QueueToTopic.builder(queue, "q", "large", client)));
        client.put("max.request.size", 12_288);
        client.put("buffer.memory", 9999L);
        assertEquals(
                "queue=q to topic=large: expected buffer.memory of the client of at least 12288, found 9999: entries of"
                        + " the queue can have 8192 bytes; raise the setting, or say how large a record is at most",
                failure(QueueToTopic.builder(queue, "q", "large", client)));
        Records.append(queue, 0, 3);
        String tooLarge = failure(
                QueueToTopic.builder(queue, "q", "small", broker.client()).largestRecord(4));
        assertTrue(tooLarge.contains("expected entries of at most 4 bytes, found 16 bytes at position="), tooLarge);
    }

    /** Each of these would fail in the same way however often it was tried. */
    @Test
    void whatTheBrokerWouldRefuseForEverEndsTheRelay() throws Exception {
        Map<String, String> compacted = Map.of("cleanup.policy", "compact,delete");
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createTopics(List.of(
                            new NewTopic("keysOnly", 1, (short) 1).configs(compacted),
                            new NewTopic("layouts.deleting", 1, (short) 1)))
                    .all()
                    .get();
        }
        Records.append(queue, 0, 1);
        assertEquals(
                "queue=keysOnly to topic=keysOnly: expected a topic that is not compacted, found"
                        + " cleanup.policy=compact,delete: it takes no records without keys; give another topic",
                failure(out("keysOnly")));
        String noKey = failure(out("keysOnly").keys((payload, layoutId) -> null));
        assertTrue(noKey.contains("InvalidRecordException: "), noKey);

        Map<String, Object> client = new HashMap<>(broker.client());
        client.put("transaction.timeout.ms", 1_800_000);
        String slow = failure(QueueToTopic.builder(queue, "slow", "slow", client));
        assertTrue(slow.contains("transaction.max.timeout.ms"), slow);

        client = new HashMap<>(broker.client());
        client.put(VerbatimSerde.LAYOUTS_TOPIC, "layouts.deleting");
        assertEquals(
                "queue=deleting to topic=deleting: ConfigException: topic=layouts.deleting: expected a topic for"
                        + " layouts with cleanup.policy=compact, found delete: it would lose layouts",
                failure(QueueToTopic.builder(queue, "deleting", "deleting", client)));
    }

    @Test
    void aKeyForWhichARecordHasNoRoomIsRefused() throws Exception {
        Records.append(queue, 0, 1);
        assertEquals(
                "queue=" + queue.path() + " to topic=keys: expected a key of at most 11760 bytes beside a payload of 16"
                        + " bytes at position=128, found 11761 bytes: raise the largest record, or make shorter keys",
                failure(out("keys").keys((payload, layoutId) -> new byte[11_761])));
        QueueToTopic fits =
                out("keys").keys((payload, layoutId) -> new byte[11_760]).build();
        try (Running _ = new Running(fits)) {
            Running.await("1 record", () -> fits.status().getRecords() == 1);
        }
    }

    @Test
    void aTopicThatCannotKeepPositionsIsRefusedAtTheStart() throws Exception {
        Map<String, String> compacted = Map.of("cleanup.policy", "compact");
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createTopics(List.of(
                            new NewTopic("forgetful", 1, (short) 1),
                            new NewTopic("scattered", 2, (short) 1).configs(compacted),
                            new NewTopic("sound", 1, (short) 1).configs(compacted)))
                    .all()
                    .get();
        }
        assertEquals(
                "topic=forgetful: expected a topic for positions of 1 partition with cleanup.policy=compact, found 1"
                        + " with cleanup.policy=delete: give another name, and the relay makes the topic",
                failure(out("positions").positionsTopic("forgetful")));
        assertEquals(
                "topic=scattered: expected a topic for positions of 1 partition with cleanup.policy=compact, found 2"
                        + " with cleanup.policy=compact: give another name, and the relay makes the topic",
                failure(out("positions").positionsTopic("scattered")));
        Records.append(queue, 0, 10);
        QueueToTopic out = out("positions").positionsTopic("sound").build();
        try (Running _ = new Running(out)) {
            Running.await("10 records", () -> out.status().getRecords() == 10);
        }
    }
}
