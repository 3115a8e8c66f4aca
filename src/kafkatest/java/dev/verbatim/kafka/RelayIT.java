package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
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
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Relays in this process, and a broker in another. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RelayIT {

    private static Broker broker;

    @TempDir
    private Path folder;

    private MappedQueue queue;
    private MappedQueue replica;

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

    private QueueToTopic.Builder out(String name) {
        return QueueToTopic.builder(queue, name, name, broker.client()).batchSize(100);
    }

    private TopicToQueue.Builder in(String name) {
        return TopicToQueue.builder(name, replica, broker.client());
    }

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

    private static String failure(QueueToTopic.Builder builder) throws Exception {
        return new Running(builder.build()).failure().getMessage();
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
