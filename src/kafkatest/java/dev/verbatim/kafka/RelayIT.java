package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RelayIT {

    @TempDir
    private static Path brokers;

    @TempDir
    private Path folder;

    private static Broker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = new Broker(brokers.resolve("broker"));
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    @Test
    void aQueueIsReplicated() throws Exception {
        try (MappedQueue queue = Records.queue(folder.resolve("queue"));
                MappedQueue replica = Records.queue(folder.resolve("replica"))) {
            Records.append(queue, 0, 1000);
            QueueToTopic out = QueueToTopic.builder(queue, "happy", "happy", broker.client()).batchSize(100).build();
            TopicToQueue in = TopicToQueue.builder("happy", replica, broker.client()).build();
            try (Running _ = new Running(out); Running _ = new Running(in)) {
                Running.await("1000 records", () -> in.status().getRecords() == 1000);
                Records.append(queue, 1000, 1500);
                Running.await("1500 records", () -> in.status().getRecords() == 1500);
            }
            assertEquals(Records.entries(queue), Records.entries(replica));
        }
    }
}
