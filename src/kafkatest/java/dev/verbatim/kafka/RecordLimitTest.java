package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of clients, which are texts if they come from a properties file. */
class RecordLimitTest {

    private final RecordLimit limit = new RecordLimit(1000, "queue");

    @TempDir
    private Path folder;

    private MappedQueue queue;

    @BeforeEach
    void open() throws IOException {
        queue = Records.queue(folder);
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }

    private void require(Object maxRequestSize) throws RelayException {
        Map<String, Object> client = limit.client(Map.of("max.request.size", maxRequestSize));
        limit.requireOfClient(QueueToTopic.builder(queue, "q", "t", client).build(), client);
    }

    @Test
    void whatIsNotSetIsEnough() throws IOException {
        Map<String, Object> client = limit.client(Map.of());
        limit.requireOfClient(QueueToTopic.builder(queue, "q", "t", client).build(), client);
    }

    /** Properties keep a blank at the end of a line, and Kafka's clients pass it. */
    @Test
    void blanksAroundANumberArePassed() {
        assertDoesNotThrow(() -> require("5096 "));
        assertDoesNotThrow(() -> require(5096));
        assertEquals(
                "queue=q to topic=t: expected max.request.size of the client of at least 5096, found 5095: entries of"
                        + " the queue can have 1000 bytes; raise the setting, or say how large a record is at most",
                assertThrows(RelayException.class, () -> require(" 5095 ")).getMessage());
    }

    @Test
    void aSettingThatIsNoNumberIsNamed() {
        assertEquals(
                "Invalid value 20 MB for configuration max.request.size: Not a number of type LONG",
                assertThrows(ConfigException.class, () -> require("20 MB")).getMessage());
    }
}
