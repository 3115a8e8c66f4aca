package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.GapException;
import dev.verbatim.kafka.Records.Note;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relays of maps in this process, and a broker in another. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class MapRelayIT {

    private static final long KEYS = 300;

    private static Broker broker;

    @TempDir
    private Path folder;

    private Path copy;
    private MappedMap<Long, Note> typed;
    private MappedMap<byte[], StoredValue> map;

    @BeforeAll
    static void start() throws Exception {
        broker = Broker.shared();
    }

    @BeforeEach
    void open() throws IOException {
        copy = folder.resolve("copy");
        typed = MapRecords.typed(folder.resolve("map"));
        map = MapRecords.stored(folder.resolve("map"));
    }

    @AfterEach
    void close() throws IOException {
        RelayStep.watch(step -> {});
        map.close();
        typed.close();
    }

    private MapToTopic.Builder out(String name) {
        return MapToTopic.builder(map, name, name, broker.client()).batchSize(50);
    }

    private TopicToMap.Builder in(String name) {
        return TopicToMap.builder(name, copy, broker.client()).segmentSize(Records.SEGMENT_SIZE);
    }

    /** Waits until the topic says what the map has. */
    private void awaitTable(String topic) throws Exception {
        var expected = MapRecords.entries(map);
        Running.await(
                "the topic", () -> MapRecords.table(broker.client(), topic).equals(expected));
    }

    /** Waits until the replica has what the map has. */
    private void awaitReplica() throws Exception {
        var expected = MapRecords.entries(map);
        Running.await("a replica", () -> Files.exists(copy.resolve("control")));
        Running.await("the replica", () -> MapRecords.entries(copy).equals(expected));
    }

    private void relay(String name) throws Exception {
        try (Running _ = new Running(out(name).build());
                Running _ = new Running(in(name).build())) {
            awaitTable(name);
            awaitReplica();
        }
    }

    private static RelayException failure(Relay relay) throws Exception {
        return assertInstanceOf(RelayException.class, new Running(relay).failure());
    }

    private static void create(NewTopic... topics) throws Exception {
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createTopics(List.of(topics)).all().get();
        }
    }

    @Test
    void aMapIsReplicated() throws Exception {
        MapRecords.change(typed, 0, 1000, KEYS);
        MapToTopic out = out("map").build();
        TopicToMap in = in("map").build();
        try (Running _ = new Running(out);
                Running _ = new Running(in)) {
            awaitTable("map");
            awaitReplica();
            MapRecords.change(typed, 1000, 2000, KEYS);
            typed.put(-1L, new Note(7, "the last"));
            awaitTable("map");
            awaitReplica();
            assertEquals(
                    "map=" + copy + ": another relay fills it",
                    failure(in("map").build()).getMessage());
        }
        assertTrue(MapRecords.tombstones(broker.client(), "map") > 0);
        try (MappedMap<Long, Note> replica = MapRecords.typed(copy)) {
            assertEquals(new Note(7, "the last"), replica.get(-1L));
        }
        assertEquals("", out.status().getTrouble());
        assertTrue(out.status().getRecords() > 1000, "changes, not the map again");
    }

    @Test
    void aRelayGoesOnWhereTheLastOneHasStopped() throws Exception {
        MapRecords.change(typed, 0, 500, KEYS);
        relay("on");
        MapRecords.change(typed, 500, 510, KEYS);
        MapToTopic out = out("on").build();
        TopicToMap in = in("on").build();
        try (Running _ = new Running(out);
                Running _ = new Running(in)) {
            awaitTable("on");
            awaitReplica();
        }
        assertTrue(
                out.status().getRecords() <= 10,
                () -> "relayed again: " + out.status().getRecords());
        assertTrue(
                in.status().getRecords() <= 10,
                () -> "applied again: " + in.status().getRecords());
    }

    @Test
    void allIsSentWhenCompactionHasDeletedChanges() throws Exception {
        MapRecords.change(typed, 0, 500, KEYS);
        relay("compacted");
        MapRecords.change(typed, 500, 5000, KEYS);
        for (long key = 0; key < 100; key++) {
            typed.remove(key);
        }
        MapRecords.change(typed, 5100, 8000, 100);
        for (long key = 0; key < 50; key++) {
            typed.remove(key);
        }
        for (long key = 1000; key < 3000; key++) {
            typed.put(key, new Note(key, ""));
        }
        Running.await("compaction", this::hasDeletedChanges);
        relay("compacted");
        assertEquals(
                0,
                MapRecords.table(broker.client(), "compacted").keySet().stream()
                        .filter("0100000000000000"::equals)
                        .count());
    }

    /** Compacts, unless somebody else does. {@return whether the first changes are gone} */
    private boolean hasDeletedChanges() throws IOException {
        typed.compact();
        try (MapChanges<?, ?> _ = map.changes(128)) {
            return false;
        } catch (GapException e) {
            return true;
        }
    }

    @Test
    void whatTheTopicHasForgottenIsRemoved() throws Exception {
        MapRecords.change(typed, 0, 500, KEYS);
        relay("forgotten");
        // As if the tombstones of these keys had come and gone while nobody relayed.
        try (MappedMap<Long, Note> replica = MapRecords.typed(copy)) {
            replica.put(-5L, new Note(5, "old"));
            replica.put(-6L, new Note(6, "old"));
        }
        try (Running _ = new Running(in("forgotten").build())) {
            send("forgotten", new byte[3], null); // a key that the map cannot have
            send("forgotten", new byte[8], null);
            try (MappedMap<Long, Note> replica = MapRecords.typed(copy)) {
                Running.await("the tombstone", () -> !replica.containsKey(0L));
                assertEquals(new Note(5, "old"), replica.get(-5L), "it was not away for long");
            }
        }
        typed.remove(0L);
        Path position = folder.resolve("copy.relay").resolve("position");
        String[] words = Files.readString(position).strip().split(" ");
        words[3] = "0"; // whole long ago
        Files.writeString(position, String.join(" ", words));
        try (Running _ = new Running(in("forgotten").build())) {
            awaitReplica();
        }
    }

    /** How long it was away, a clock cannot say that was set back. */
    @Test
    void aTimeThatIsToComeIsNoProofThatNothingWasMissed() throws Exception {
        MapRecords.change(typed, 0, 50, KEYS);
        relay("clock");
        try (MappedMap<Long, Note> replica = MapRecords.typed(copy)) {
            replica.put(-5L, new Note(5, "old")); // as if its tombstone had come and gone
        }
        Path position = folder.resolve("copy.relay").resolve("position");
        String[] words = Files.readString(position).strip().split(" ");
        words[3] = Long.toString(System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1));
        Files.writeString(position, String.join(" ", words));
        try (Running _ = new Running(in("clock").build())) {
            awaitReplica();
        }
    }

    private static void send(String topic, byte[] key, byte[] value) {
        try (KafkaProducer<byte[], byte[]> producer = ClientConfig.producer(broker.client())) {
            var _ = producer.send(new ProducerRecord<>(topic, 0, key, value));
        }
    }

    @Test
    void aUserMaySynchronizeAnew() throws Exception {
        MapRecords.change(typed, 0, 100, KEYS);
        relay("anew");
        send("anew", MemorySegment.ofArray(new long[] {-9}).toArray(ValueLayout.JAVA_BYTE), new byte[0]);
        try (MappedMap<byte[], StoredValue> replica = MapRecords.stored(copy)) {
            replica.remove(replica.iterator().next().getKey());
        }
        try (Running _ = new Running(out("anew").resync(true).build());
                Running _ = new Running(in("anew").resync(true).build())) {
            awaitTable("anew");
            awaitReplica();
        }
    }

    /** Its position says what another topic has, which nobody can read any more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTopicThatWasMadeAnewGetsAllThatTheMapHas(boolean bySomebodyElse) throws Exception {
        String name = "renewed" + bySomebodyElse;
        for (long key = 0; key < 100; key++) {
            typed.put(key, new Note(key, "before"));
        }
        relay(name);
        delete(name);
        if (bySomebodyElse) {
            create(new NewTopic(name, 1, (short) 1).configs(Map.of("cleanup.policy", "compact")));
        }
        typed.put(100L, new Note(100, "after"));
        try (Running _ = new Running(out(name).build())) {
            awaitTable(name);
            try (Running _ = new Running(in(name).resync(true).build())) {
                awaitReplica();
            }
        }
        assertEquals(101, MapRecords.entries(copy).size());

        MapToTopic next = out(name).build();
        try (Running _ = new Running(next)) {
            typed.put(100L, new Note(100, "once more"));
            awaitTable(name);
        }
        assertEquals(1, next.status().getRecords(), "the position is that of this topic now");
    }

    @Test
    void aTopicThatIsMadeAnewUnderARelayGetsAllThatTheMapHas() throws Exception {
        MapRecords.change(typed, 0, 200, KEYS);
        try (Running _ = new Running(out("pulled").build())) {
            awaitTable("pulled");
            delete("pulled");
            awaitTable("pulled");
        }
    }

    /** The position is within the new topic: no broker finds it out of range. */
    @Test
    void aTopicThatIsMadeAnewUnderTheRelayToAMapIsRefused() throws Exception {
        typed.put(1L, new Note(1, "before"));
        Map<String, String> compacted = Map.of("cleanup.policy", "compact");
        relay("swapped");
        String before = id("swapped");
        CountDownLatch deleted = new CountDownLatch(1);
        CountDownLatch applied = new CountDownLatch(1);
        RelayStep.watch(step -> {
            if (step == RelayStep.APPENDED) {
                applied.countDown();
                awaitUninterruptibly(deleted);
            }
        });
        Running in = new Running(in("swapped").build());
        String after;
        try {
            send("swapped", new byte[8], new byte[8]);
            assertTrue(applied.await(60, TimeUnit.SECONDS), "no step; is dev.verbatim.kafka.watchSteps set?");
            delete("swapped");
            create(new NewTopic("swapped", 1, (short) 1).configs(compacted));
            for (int i = 0; i < 20; i++) {
                send("swapped", new byte[8], new byte[8]);
            }
            after = id("swapped");
        } finally {
            deleted.countDown();
        }
        Throwable e = in.failure();
        assertInstanceOf(RelayException.class, e, e::toString);
        assertEquals(
                "topic=swapped to map=" + copy + ": expected the topic of id=" + before + ", found one of id=" + after
                        + ": it was made anew; resync, if the map is to be what it is now",
                e.getMessage());
    }

    /** What goes to the other partition would be missing in the map. */
    @Test
    void aTopicThatGetsPartitionsUnderTheRelayToAMapIsRefused() throws Exception {
        create(new NewTopic("widened", 1, (short) 1).configs(Map.of("cleanup.policy", "compact")));
        TopicToMap in = in("widened").build();
        Running running = new Running(in);
        Running.await("the position", () -> Files.exists(folder.resolve("copy.relay/position")));
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.createPartitions(Map.of("widened", NewPartitions.increaseTo(2)))
                    .all()
                    .get();
        }
        Throwable e = running.failure();
        assertInstanceOf(RelayException.class, e, e::toString);
        assertEquals("topic=widened to map=" + copy + ": expected a topic of one partition, found 2", e.getMessage());
    }

    private static String id(String topic) {
        try (Admin admin = ClientConfig.admin(broker.client())) {
            return Topics.id(admin, topic);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void delete(String topic) throws Exception {
        try (Admin admin = ClientConfig.admin(broker.client())) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    /** A position says what the map has: one that is beside another map says nothing. */
    @Test
    void aReplicaThatWasDeletedIsFilledFromTheStart() throws Exception {
        MapRecords.change(typed, 0, 500, KEYS);
        relay("deleted");
        try (Stream<Path> files = Files.walk(copy)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertTrue(Files.exists(folder.resolve("copy.relay").resolve("position")));
        relay("deleted");
    }

    @Test
    void topicsThatLoseKeysAreRefused() throws Exception {
        Map<String, String> compacted = Map.of("cleanup.policy", "compact");
        create(
                new NewTopic("deleting", 1, (short) 1),
                new NewTopic("wideMap", 2, (short) 1).configs(compacted),
                new NewTopic("hasty", 1, (short) 1)
                        .configs(Map.of("cleanup.policy", "compact", "delete.retention.ms", "59999")));
        assertEquals(
                "map=deleting to topic=deleting: expected a topic with cleanup.policy=compact, found delete: it would"
                        + " lose keys",
                failure(out("deleting").build()).getMessage());
        assertEquals(
                "map=wideMap to topic=wideMap: expected a topic of one partition, found 2: give another topic",
                failure(out("wideMap").build()).getMessage());
        String in = " to map=" + copy + ": expected ";
        assertEquals(
                "topic=deleting" + in + "a topic with cleanup.policy=compact, found delete: it would lose keys",
                failure(in("deleting").build()).getMessage());
        assertEquals(
                "topic=wideMap" + in + "a topic of one partition, found 2",
                failure(in("wideMap").build()).getMessage());
        assertEquals(
                "topic=hasty" + in + "delete.retention.ms of the topic of at least 60000, found 59999: tombstones would"
                        + " go before they are seen",
                failure(in("hasty").build()).getMessage());
    }

    @Test
    void mapsOfOthersAreRefused() throws Exception {
        MapRecords.change(typed, 0, 10, KEYS);
        relay("mine");
        create(new NewTopic("others", 1, (short) 1).configs(Map.of("cleanup.policy", "compact")));
        assertEquals(
                "topic=others to map=" + copy + ": expected a map that was filled from this topic, found one from"
                        + " topic=mine: relay to a new map",
                failure(in("others").build()).getMessage());
        Path texts = folder.resolve("texts");
        try (MappedMap<String, Note> other = MappedMap.open(texts, MapCodec.strings(), MapCodec.of(Note.CODEC))) {
            other.put("a", new Note(1, "a"));
        }
        TopicToMap.Builder toTexts = TopicToMap.builder("mine", texts, broker.client());
        assertEquals(
                "topic=mine to map=" + texts + ": expected a map without entries, or one that a relay has filled, found"
                        + " entries and no position beside it: relay to a new map",
                failure(toTexts.build()).getMessage());
        try (MappedMap<String, Note> other = MappedMap.open(texts, MapCodec.strings(), MapCodec.of(Note.CODEC))) {
            other.remove("a");
        }
        assertEquals(
                "topic=mine, partition=0, offset=0: expected keys of STRING, as map=" + texts
                        + " has, found keys of LONG",
                failure(toTexts.build()).getMessage().replaceFirst("offset=\\d+", "offset=0"));
        send("others", new byte[8], new byte[8]);
        assertEquals(
                "topic=others, partition=0, offset=0: expected the header verbatim.key, which says what the keys are"
                        + " made from, or a map in " + folder.resolve("none") + ", found neither",
                failure(TopicToMap.builder("others", folder.resolve("none"), broker.client())
                                .build())
                        .getMessage());
    }

    @Test
    void largeValuesAreRefused() throws Exception {
        typed.put(1L, new Note(1, "large"));
        assertTrue(failure(out("largeMap").largestRecord(10).build())
                .getMessage()
                .contains("expected a key and a value of at most 10 bytes together, found 8 and "));
    }

    /** A topic takes records without keys as long as it is not compacted. */
    @Test
    void recordsWithoutKeysAreRefused() throws Exception {
        create(new NewTopic("keyless", 1, (short) 1));
        send("keyless", null, new byte[8]);
        try (Admin admin = ClientConfig.admin(broker.client())) {
            AlterConfigOp compact =
                    new AlterConfigOp(new ConfigEntry("cleanup.policy", "compact"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, "keyless"), List.of(compact)))
                    .all()
                    .get();
        }
        String refusal = "topic=keyless, partition=0, offset=0: expected a key, found none";
        assertEquals(refusal, failure(out("keyless").build()).getMessage());
        assertEquals(refusal, failure(in("keyless").build()).getMessage());
    }

    @Test
    void onlyValuesAreCountedAsRelayedBytes() throws Exception {
        typed.put(1L, new Note(1, "counted"));
        MapToTopic out = out("counted").build();
        try (Running _ = new Running(out)) {
            Running.await("bytes", () -> out.status().getBytes() > 0); // the last that is counted of a batch
            assertEquals(
                    map.iterator().next().getValue().bytes().byteSize(),
                    out.status().getBytes());
        }
    }

    @Test
    void aPositionOfAnotherMapIsRefused() throws Exception {
        MapRecords.change(typed, 0, 300, KEYS);
        relay("namesake");
        Path other = folder.resolve("other");
        MapRecords.typed(other).close();
        try (MappedMap<byte[], StoredValue> empty = MapRecords.stored(other)) {
            MapToTopic.Builder out = MapToTopic.builder(empty, "namesake", "namesake", broker.client());
            RelayException refusal = failure(out.build());
            assertEquals(
                    "map=namesake to topic=namesake: expected the map of id=" + typed.id()
                            + ", whose position is in topic=verbatim.positions, found " + other + " of id="
                            + empty.id() + ": if it was made anew, resync; if it is another map, give it another name",
                    refusal.getMessage());
            try (Running _ = new Running(out.resync(true).build())) {
                Running.await(
                        "a topic without keys",
                        () -> MapRecords.table(broker.client(), "namesake").isEmpty());
            }
        }
    }

    @Test
    void aTopicThatWasMadeAnewIsRefused() throws Exception {
        MapRecords.change(typed, 0, 10, KEYS);
        relay("reborn");
        Path position = folder.resolve("copy.relay").resolve("position");
        String[] words = Files.readString(position).strip().split(" ");
        String id = words[1];
        words[1] = "another";
        Files.writeString(position, String.join(" ", words));
        assertEquals(
                "topic=reborn to map=" + copy + ": expected the topic of id=another, found one of id=" + id
                        + ": it was made anew; resync, if the map is to be what it is now",
                failure(in("reborn").build()).getMessage());
        Files.writeString(position, "reborn " + id);
        assertEquals(
                "file=" + position + ": expected a topic, its id, an offset and a time, found reborn " + id
                        + ": make the map anew",
                failure(in("reborn").build()).getMessage());
        Files.writeString(position, "reborn " + id + " 1000000 " + System.currentTimeMillis());
        assertTrue(failure(in("reborn").build()).getMessage().contains("it has lost records"));
    }
}
