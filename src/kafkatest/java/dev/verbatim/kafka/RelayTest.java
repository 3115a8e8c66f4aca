package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a relay tries again, and what ends it, without a broker. */
class RelayTest {

    private static KafkaException refusal(String bootstrap, String lookup) {
        Map<String, Object> client = Map.of("bootstrap.servers", bootstrap, "client.dns.lookup", lookup);
        return assertThrows(
                KafkaException.class, () -> ClientConfig.admin(client).close());
    }

    /** A name server may be away for a moment, as a broker may. */
    @ParameterizedTest
    @ValueSource(strings = {"use_all_dns_ips", "resolve_canonical_bootstrap_servers_only"})
    void aNameThatCannotBeResolvedIsTriedAgain(String lookup) {
        KafkaException e = refusal("no-such-host.invalid:9092", lookup);
        assertFalse(Relay.isFinal(e), e::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "nowhere:1000000", ""})
    void whatIsNoAddressIsNotTriedAgain(String bootstrap) {
        KafkaException e = refusal(bootstrap, "use_all_dns_ips");
        assertTrue(Relay.isFinal(e), e::toString);
    }

    @Test
    void whatABrokerRefusesForEverIsNotTriedAgain() {
        KafkaException e = new KafkaException("aborted", new InvalidRecordException("no key"));
        assertTrue(Relay.isFinal(e));
        assertFalse(Relay.isFinal(new KafkaException("aborted", new TimeoutException("slow"))));
    }

    private static final Map<String, Object> NOBODY = Map.of("bootstrap.servers", "localhost:1");

    /** {@return the tailers of a queue when a relay has made its own; it is stopped before it asks for a broker} */
    private static Set<String> tailers(MappedQueue queue, Relay relay) throws IOException, InterruptedException {
        relay.stop();
        relay.run();
        return queue.tailerPositions().keySet();
    }

    /** Kafka's names of topics have up to 249 characters, those of tailers up to 56. */
    @Test
    void aTopicWithALongNameHasATailer(@TempDir Path folder) throws IOException, InterruptedException {
        String topic = "t".repeat(248);
        try (MappedQueue queue = Records.queue(folder)) {
            for (String each : List.of(topic + "1", topic + "2")) {
                tailers(queue, QueueToTopic.builder(queue, "q", each, NOBODY).build());
                tailers(queue, TopicToQueue.builder(each, queue, NOBODY).build());
            }
            assertEquals(
                    Set.of(
                            "to " + "t".repeat(36) + "~4ae741fee8aa49d2",
                            "to " + "t".repeat(36) + "~af17b0fa372e62b9",
                            "from " + "t".repeat(34) + "~4ae741fee8aa49d2",
                            "from " + "t".repeat(34) + "~af17b0fa372e62b9"),
                    queue.tailerPositions().keySet());
        }
    }

    @Test
    void aTailerThatHasRoomForItHasTheNameOfItsTopic(@TempDir Path folder) throws IOException, InterruptedException {
        try (MappedQueue queue = Records.queue(folder)) {
            String topic = "t".repeat(51);
            tailers(
                    queue,
                    QueueToTopic.builder(queue, "q", topic + "tt", NOBODY).build());
            tailers(queue, TopicToQueue.builder(topic, queue, NOBODY).build());
            assertEquals(
                    Set.of("to " + topic + "tt", "from " + topic),
                    queue.tailerPositions().keySet());
            // Kafka refuses such a topic; until then it has a name that a tailer can have.
            String umlauts = "ü".repeat(28);
            assertTrue(
                    tailers(queue, TopicToQueue.builder(umlauts, queue, NOBODY).build()).stream()
                            .anyMatch(name -> name.startsWith("from ~")));
        }
    }
}
