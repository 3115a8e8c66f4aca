package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads topics without a broker. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TopicsTest {

    private static final TopicPartition PARTITION = new TopicPartition("topic", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final List<Long> read = new ArrayList<>();

    TopicsTest() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < 3; i++) {
                consumer.addRecord(new ConsumerRecord<>("topic", 0, i, null, new byte[0]));
            }
        });
    }

    private void readTo(long end) {
        Topics.readAll(
                consumer,
                Map.of(PARTITION, end),
                Duration.ofMillis(1),
                () -> false,
                record -> read.add(record.offset()));
    }

    @Test
    void aTopicIsReadToItsEnd() {
        readTo(3);
        assertEquals(List.of(0L, 1L, 2L), read);
    }

    @Test
    void aBrokerThatSendsNothingIsNotWaitedForForEver() {
        assertEquals(
                "nothing came for 1 ms: 2 offsets are left to read up to {topic-0=5}",
                assertThrows(TimeoutException.class, () -> readTo(5)).getMessage());
        assertEquals(List.of(0L, 1L, 2L), read);
    }

    @Test
    void theTimeIsThatOfTheClient() {
        assertEquals(Duration.ofMinutes(1), ClientConfig.patience(Map.of()));
        assertEquals(Duration.ofMillis(7), ClientConfig.patience(Map.of("default.api.timeout.ms", "7")));
        assertEquals(Duration.ofMillis(7), ClientConfig.patience(Map.of("default.api.timeout.ms", 7)));
        assertEquals(Duration.ofMillis(7), ClientConfig.patience(Map.of("default.api.timeout.ms", " 7 ")));
        Map<String, Object> client = Map.of("default.api.timeout.ms", "7s");
        assertEquals(
                "Invalid value 7s for configuration default.api.timeout.ms: Not a number of type LONG",
                assertThrows(ConfigException.class, () -> ClientConfig.patience(client))
                        .getMessage());
    }
}
