package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Relays in a process that is killed, at each step and at any time, while entries are appended and transactions of
 * others are aborted. The number of kills at any time is {@code -Dverbatim.relay.kills}.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class KilledRelayIT {

    private static final int KILLS = Integer.getInteger("verbatim.relay.kills", 20);
    private static final int PATIENCE_SECONDS = 60;
    private static final int LONGEST_PAUSE_MILLIS = 200;

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrComesTwice() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger appended = new AtomicInteger();
        try (Broker broker = new Broker(folder.resolve("broker"));
                MappedQueue queue = Records.queue(folder.resolve("queue"))) {
            Thread appender = Thread.ofPlatform().start(() -> append(queue, appended, done));
            Thread aborter = Thread.ofPlatform().start(() -> abort(broker, done));
            try {
                for (RelayStep step : RelayStep.values()) {
                    // A relay takes the first two steps once.
                    int count = step.compareTo(RelayStep.CLAIMED) <= 0 ? 1 : 1 + random.nextInt(3);
                    Process process = start(broker, step.name(), Integer.toString(count));
                    assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "came not to " + step);
                    assertEquals(RelayProgram.HALTED, process.exitValue(), () -> step + ": " + output());
                }
                for (int i = 0; i < KILLS; i++) {
                    kill(start(broker), random);
                }
            } finally {
                done.set(true);
                appender.join();
                aborter.join();
            }
            assertReplicated(broker, queue, appended.get(), "seed=" + seed);
        }
    }

    private Process start(Broker broker, String... step) throws IOException {
        Files.deleteIfExists(folder.resolve("relaying"));
        List<String> command = Broker.command(
                List.of("-Xmx128m", "-Ddev.verbatim.kafka.watchSteps=true"),
                RelayProgram.class.getName(),
                Stream.concat(Stream.of(broker.address(), "killed", folder.toString()), Stream.of(step))
                        .toArray(String[]::new));
        return Broker.start(command, folder.resolve("output.txt").toFile());
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("output.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Kills a process when it relays, or soon after, or, once in a while, before. */
    private void kill(Process process, Random random) throws Exception {
        if (random.nextInt(10) > 0) {
            Path relaying = folder.resolve("relaying");
            Running.await("relaying", () -> Files.exists(relaying) || !process.isAlive());
            assertTrue(process.isAlive(), this::output);
        }
        process.waitFor(random.nextInt(LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
    }

    private static void append(MappedQueue queue, AtomicInteger appended, AtomicBoolean done) {
        try {
            while (!done.get()) {
                int from = appended.get();
                Records.append(queue, from, from + 5);
                appended.set(from + 5);
                LockSupport.parkNanos(2_000_000);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void abort(Broker broker, AtomicBoolean done) {
        try (KafkaProducer<byte[], byte[]> other = ClientConfig.producer(broker.client(), "aborter")) {
            other.initTransactions();
            while (!done.get()) {
                other.beginTransaction();
                var _ = other.send(new ProducerRecord<>("killed", 0, null, new byte[] {1, 2, 3}));
                other.flush();
                other.abortTransaction();
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    private void assertReplicated(Broker broker, MappedQueue queue, int count, String seed) throws Exception {
        QueueToTopic out = RelayProgram.out(queue, "killed", broker.address());
        try (MappedQueue replica = Records.queue(folder.resolve("replica"))) {
            TopicToQueue in = RelayProgram.in(replica, "killed", broker.address());
            List<String> expected = Records.entries(queue);
            assertEquals(count, expected.size());
            try (Running _ = new Running(out);
                    Running _ = new Running(in)) {
                Running.await(
                        "all records, " + seed, () -> Records.entries(replica).size() >= count);
            }
            Records.assertSame(expected, Records.committed(broker.client(), "killed"), "topic, " + seed);
            Records.assertSame(expected, Records.entries(replica), "replica, " + seed);
        }
    }
}
