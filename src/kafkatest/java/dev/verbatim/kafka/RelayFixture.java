package dev.verbatim.kafka;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test a queue and a replica, and relays between them and the broker of this process. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
abstract class RelayFixture {

    static Broker broker;

    @TempDir
    Path folder;

    MappedQueue queue;
    MappedQueue replica;

    @BeforeAll
    static void start() throws Exception {
        broker = Broker.shared();
    }

    @BeforeEach
    void open() throws IOException {
        queue = Records.queue(folder.resolve("queue"));
        replica = Records.queue(folder.resolve("replica"));
    }

    @AfterEach
    void close() throws IOException {
        RelayStep.watch(step -> {});
        queue.close();
        replica.close();
    }

    QueueToTopic.Builder out(String name) {
        return QueueToTopic.builder(queue, name, name, broker.client()).batchSize(100);
    }

    TopicToQueue.Builder in(String name) {
        return TopicToQueue.builder(name, replica, broker.client());
    }

    static String failure(QueueToTopic.Builder builder) throws Exception {
        return new Running(builder.build()).failure().getMessage();
    }
}
