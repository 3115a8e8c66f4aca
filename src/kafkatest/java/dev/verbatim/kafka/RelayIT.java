package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Relays in this process, and a broker in another. */
class RelayIT extends RelayFixture {

    private void assertReplicated(String topic) throws IOException {
        List<String> expected = Records.entries(queue);
        Records.assertSame(expected, Records.committed(broker.client(), topic), "topic");
        Records.assertSame(expected, Records.entries(replica), "replica");
    }

    @Test
    void aQueueIsReplicated() throws Exception {
        Records.append(queue, 0, 1000);
        QueueToTopic out = out("happy").build();
        TopicToQueue in = in("happy").build();
        try (Running _ = new Running(out);
                Running _ = new Running(in)) {
            Running.await("1000 records", () -> in.status().getRecords() == 1000);
            Records.append(queue, 1000, 1500);
            Running.await("1500 records", () -> in.status().getRecords() == 1500);
        }
        assertReplicated("happy");
        assertEquals(1500, out.status().getRecords());
        assertEquals(in.status().getBytes(), out.status().getBytes());
        assertEquals("", out.status().getTrouble());
        long relayed = queue.tailerPositions().get("to happy");
        assertTrue(queue.info().durable() >= relayed, () -> "relayed and not forced: " + relayed);
    }

    @Test
    void aReplicaIsReplicatedWithoutItsMarks() throws Exception {
        Records.append(queue, 0, 100);
        try (MappedQueue third = Records.queue(folder.resolve("third"))) {
            QueueToTopic second = QueueToTopic.builder(replica, "replica", "second", broker.client())
                    .build();
            TopicToQueue last =
                    TopicToQueue.builder("second", third, broker.client()).build();
            try (Running _ = new Running(out("first").build());
                    Running _ = new Running(in("first").build());
                    Running _ = new Running(second);
                    Running _ = new Running(last)) {
                Running.await("100 records", () -> last.status().getRecords() == 100);
            }
            Records.assertSame(Records.entries(queue), Records.entries(third), "third");
        }
    }

    @Test
    void abortedTransactionsAreNotRelayed() throws Exception {
        TopicToQueue in = in("aborted").build();
        try (Running _ = new Running(out("aborted").build());
                Running _ = new Running(in);
                KafkaProducer<byte[], byte[]> other = ClientConfig.producer(broker.client(), "other")) {
            other.initTransactions();
            for (int i = 0; i < 20; i++) {
                int count = 30 * i;
                Running.await(count + " records", () -> in.status().getRecords() >= count);
                other.beginTransaction();
                var _ = other.send(new ProducerRecord<>("aborted", new byte[] {1, 2, 3}));
                other.flush();
                Records.append(queue, count, count + 30);
                other.abortTransaction();
            }
            Running.await("600 records", () -> in.status().getRecords() == 600);
        }
        assertReplicated("aborted");
    }

    /** Blocks the first relay that comes to a step. */
    private static CountDownLatch blockAt(RelayStep wanted, CountDownLatch reached) {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        RelayStep.watch(step -> {
            if (step == wanted && isFirst.getAndSet(false)) {
                reached.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        return goOn;
    }

    @Test
    void aTransactionThatTakesTooLongIsRelayedAgain() throws Exception {
        Map<String, Object> client = new HashMap<>(broker.client());
        client.put("transaction.timeout.ms", 500);
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = blockAt(RelayStep.SENT, reached);
        Records.append(queue, 0, 300);
        TopicToQueue in = in("late").build();
        QueueToTopic out = QueueToTopic.builder(queue, "late", "late", client)
                .batchSize(100)
                .build();
        try (Running _ = new Running(out);
                Running _ = new Running(in);
                Admin admin = ClientConfig.admin(client)) {
            awaitStep(reached);
            // The transaction before this one, the claim, was committed.
            Running.await(
                    "the broker's end of the transaction", () -> lateState(admin) == TransactionState.COMPLETE_ABORT);
            goOn.countDown();
            Running.await("300 records", () -> in.status().getRecords() == 300);
        }
        assertTrue(out.status().getFailures() > 0, "the broker has ended a transaction");
        assertReplicated("late");
    }

    private static TransactionState lateState(Admin admin) throws Exception {
        String id = "verbatim/late/to late";
        return admin.describeTransactions(List.of(id)).all().get().get(id).state();
    }

    /** A copy of the queue is relayed on, as after a move to another host, while the old relay thinks that it lives. */
    @ParameterizedTest
    @EnumSource(names = {"POSITION_SENT", "SENT"}) // in the claim, and in a batch
    void aZombieIsFenced(RelayStep step) throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = blockAt(step, reached);
        String name = "zombie" + step;
        TopicToQueue in = in(name).build();
        Records.append(queue, 0, 250);
        QueueToTopic zombie = out(name).build();
        Running running = new Running(zombie);
        awaitStep(reached);
        copy(folder.resolve("queue"), folder.resolve("moved"));
        try (MappedQueue moved = Records.queue(folder.resolve("moved"));
                Running _ = new Running(in)) {
            Records.append(moved, 250, 300);
            QueueToTopic heir = QueueToTopic.builder(moved, name, name, broker.client())
                    .batchSize(100)
                    .build();
            try (Running _ = new Running(heir)) {
                Running.await("300 records", () -> in.status().getRecords() == 300);
                goOn.countDown();
                Throwable e = running.failure();
                assertInstanceOf(RelayException.class, e, e::toString);
                assertEquals("queue=" + name + " to topic=" + name + ": another relay has taken over", e.getMessage());
                Records.append(moved, 300, 310);
                Running.await("310 records", () -> in.status().getRecords() == 310);
            }
            Records.assertSame(Records.entries(moved), Records.committed(broker.client(), name), "topic");
            Records.assertSame(Records.entries(moved), Records.entries(replica), "replica");
        }
    }

    private static void awaitStep(CountDownLatch reached) throws InterruptedException {
        assertTrue(reached.await(60, TimeUnit.SECONDS), "no step; is dev.verbatim.kafka.watchSteps set?");
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(from)) {
            // The control file first, then the newest segments.
            walk.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .sorted(Comparator.comparing(Path::toString).reversed())
                    .sorted(Comparator.comparingInt(file -> file.endsWith("control") ? 0 : 1))
                    .forEach(files::add);
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
    }

    /** Who reads what is committed would wait for the end of the transaction, and so would a relay that starts. */
    @Test
    void aRelayThatEndsLeavesNoTransactionOpen() throws Exception {
        Map<String, Object> client = new HashMap<>(broker.client());
        client.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 600_000); // longer than this test waits
        List<TopicPartition> partitions =
                List.of(new TopicPartition("left", 0), new TopicPartition("positions.left", 0));
        AtomicInteger positions = new AtomicInteger();
        try (Admin admin = ClientConfig.admin(broker.client())) {
            RelayStep.watch(step -> {
                if (step == RelayStep.POSITION_SENT && positions.incrementAndGet() == 2) { // the claim is the first
                    awaitTransaction(admin, partitions, true);
                    throw new UncheckedIOException(new IOException("ended here"));
                }
            });
            Records.append(queue, 0, 3);
            assertEquals(
                    "ended here",
                    failure(QueueToTopic.builder(queue, "left", "left", client).positionsTopic("positions.left")));
            awaitTransaction(admin, partitions, false);
        }
    }

    /** Waits until each partition has records that are not committed, or none has. */
    private static void awaitTransaction(Admin admin, List<TopicPartition> partitions, boolean isOpen) {
        try {
            for (TopicPartition partition : partitions) {
                Running.await(
                        isOpen ? "a transaction" : "the end of the transaction",
                        () -> isOpen
                                == end(admin, partition, IsolationLevel.READ_COMMITTED)
                                        < end(admin, partition, IsolationLevel.READ_UNCOMMITTED));
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static long end(Admin admin, TopicPartition partition, IsolationLevel isolation) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
                .partitionResult(partition)
                .get()
                .offset();
    }

    /** As a broker does that has just started. */
    @Test
    void aPositionIsNotTakenForMissingWhenTheBrokerDoesNotKnowTheTopic() {
        try (Admin admin = ClientConfig.admin(broker.client())) {
            assertThrows(
                    UnknownTopicOrPartitionException.class,
                    () -> PositionedProducer.read(
                            admin, broker.client(), ClientConfig.READ_COMMITTED, "nowhere", "q", () -> false));
        }
    }

    @Test
    void severalPartitionsAreReplicatedInTheOrderOfTheirKeys() throws Exception {
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createTopics(List.of(new NewTopic("keyed", 3, (short) 1)))
                    .all()
                    .get();
        }
        KeyFunction layouts = (payload, layoutId) -> Integer.toString(layoutId).getBytes(UTF_8);
        TopicToQueue in = in("keyed").build();
        try (Running _ = new Running(out("keyed").keys(layouts).build());
                Running _ = new Running(in)) {
            Records.append(queue, 0, 900);
            Running.await("900 records", () -> in.status().getRecords() == 900);
        }
        assertEquals(byLayout(Records.entries(queue)), byLayout(Records.entries(replica)));
    }

    /** {@return the entries of each layout, in order} */
    private static Map<String, List<String>> byLayout(List<String> entries) {
        Map<String, List<String>> byLayout = new HashMap<>();
        for (String entry : entries) {
            byLayout.computeIfAbsent(entry.substring(0, entry.indexOf(' ') + 1), layout -> new ArrayList<>())
                    .add(entry);
        }
        return byLayout;
    }
}
