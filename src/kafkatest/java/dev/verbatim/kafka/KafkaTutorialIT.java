package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.Durability;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.kafka.Records.LongNote;
import dev.verbatim.kafka.Records.Note;
import dev.verbatim.kafka.Records.Point;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/kafka.md, with a broker. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KafkaTutorialIT {

    private static Broker broker;
    private static Map<String, Object> client;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        broker = Broker.shared();
        client = new HashMap<>(broker.client());
        // No group, so that nobody waits for others to join.
        client.put("auto.offset.reset", "earliest");
        client.put("allow.auto.create.topics", false);
    }

    private static void create(String topic) {
        try (var admin = ClientConfig.admin(client)) {
            Topics.ensure(admin, topic, Map.of());
        }
    }

    @Test
    void aSerdeCarriesValues() throws Exception {
        create("notes");
        // @start region="serde"
        try (VerbatimSerde<Note> notes = VerbatimSerde.of(Note.CODEC)) {
            notes.configure(client, false); // for the topic of layouts
            try (KafkaProducer<String, Note> producer =
                    new KafkaProducer<>(client, new StringSerializer(), notes.serializer())) {
                producer.send(new ProducerRecord<>("notes", "a key", new Note(1, "Zürich")))
                        .get();
            }
        }
        // @end
        try (VerbatimSerde<LongNote> grown = VerbatimSerde.of(LongNote.CODEC);
                VerbatimSerde<Point> others = VerbatimSerde.of(Point.CODEC)) {
            grown.configure(client, false);
            others.configure(client, false);
            assertEquals(new LongNote(1, "Zürich", 0), first(grown));
            RecordDeserializationException refused =
                    assertThrows(RecordDeserializationException.class, () -> first(others));
            assertEquals(
                    "the codec has the layout " + LayoutText.of(Point.LAYOUT) + ", that of the record is "
                            + LayoutText.of(Note.LAYOUT),
                    ((LayoutMismatchException) refused.getCause()).mismatches().getFirst());
        }
    }

    private static <T> T first(VerbatimSerde<T> serde) {
        try (KafkaConsumer<String, T> consumer =
                new KafkaConsumer<>(client, new StringDeserializer(), serde.deserializer())) {
            consumer.assign(List.of(new TopicPartition("notes", 0)));
            while (true) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    assertEquals("a key", record.key());
                    assertArrayEquals(
                            LayoutFingerprint.of(Note.LAYOUT).toHeader(),
                            record.headers().lastHeader("verbatim.layout").value());
                    return record.value();
                }
            }
        }
    }

    private static void replicate(Path original, Path copy, List<Relay> running)
            throws IOException, InterruptedException {
        // @start region="queue-to-topic"
        try (MappedQueue queue = MappedQueue.open(original)) {
            QueueToTopic relay = QueueToTopic.builder(queue, "quotes of host a", "quotes", client)
                    .build();
            running.add(relay); // another thread calls relay.stop()
            relay.run();
        }
        // @end
        // @start region="topic-to-queue"
        try (MappedQueue replica =
                MappedQueue.builder(copy).durability(Durability.EACH).open()) {
            TopicToQueue relay = TopicToQueue.builder("quotes", replica, client).build();
            running.add(relay);
            relay.run();
        }
        // @end
    }

    @Test
    void aQueueIsReplicated() throws Exception {
        try (MappedQueue queue = Records.queue(folder.resolve("original"))) {
            Records.append(queue, 0, 7);
        }
        List<Relay> running = Collections.synchronizedList(new ArrayList<>());
        Thread relays = Thread.ofPlatform().start(() -> {
            try {
                replicate(folder.resolve("original"), folder.resolve("copy"), running);
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        for (int i = 0; i < 2; i++) {
            int count = i + 1;
            Running.await("a relay", () -> running.size() == count);
            Relay relay = running.get(i);
            Running.await("7 records", () -> relay.status().getRecords() == 7);
            relay.stop();
        }
        relays.join();
        try (MappedQueue replica = MappedQueue.open(folder.resolve("copy"))) {
            List<Point> points = new ArrayList<>();
            // @start region="marks"
            try (Tailer tailer = replica.tailer().passing(TopicToQueue.MARKS)) {
                tailer.drain(Point.CODEC, points::add, 1);
            }
            // @end
            assertEquals(List.of(new Point(0, 0)), points);
            try (Tailer tailer = replica.tailer()) {
                List<RelayMark> marks = new ArrayList<>();
                while (tailer.read((payload, position, layoutId) -> {
                    if (layoutId == LayoutText.id(TopicToQueue.MARKS)) {
                        marks.add(RelayMark.CODEC.read(payload, 0));
                    }
                })) {
                    // until the end
                }
                assertEquals(
                        7, marks.stream().mapToInt(RelayMark::relayedEntries).sum());
                assertEquals("quotes", marks.getLast().relayedTopic());
                assertEquals(1, marks.getLast().nextOffsets().length);
            }
        }
    }

    private static void replicateMap(Path original, Path copy, List<Relay> running)
            throws IOException, InterruptedException {
        // @start region="map-to-topic"
        try (MappedMap<byte[], StoredValue> map =
                MappedMap.open(original, MapCodec.storedKeys(), MapCodec.storedValues())) {
            MapToTopic relay = MapToTopic.builder(map, "notes of host a", "map-of-notes", client)
                    .build();
            running.add(relay);
            relay.run();
        }
        // @end
        // @start region="topic-to-map"
        TopicToMap relay = TopicToMap.builder("map-of-notes", copy, client).build();
        running.add(relay);
        relay.run();
        // @end
    }

    @Test
    void aMapIsReplicated() throws Exception {
        try (MappedMap<Long, Note> map = MapRecords.typed(folder.resolve("map"))) {
            map.put(1L, new Note(1, "Zürich"));
            map.put(2L, new Note(2, "Basel"));
        }
        List<Relay> running = Collections.synchronizedList(new ArrayList<>());
        Thread relays = Thread.ofPlatform().start(() -> {
            try {
                replicateMap(folder.resolve("map"), folder.resolve("replica"), running);
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        for (int i = 0; i < 2; i++) {
            int count = i + 1;
            Running.await("a relay", () -> running.size() == count);
            Relay relay = running.get(i);
            Running.await("2 records", () -> relay.status().getRecords() == 2);
            relay.stop();
        }
        relays.join();
        try (MappedMap<Long, Note> replica =
                MappedMap.open(folder.resolve("replica"), MapCodec.longs(), MapCodec.of(Note.CODEC))) {
            assertEquals(new Note(1, "Zürich"), replica.get(1L));
            assertEquals(2, replica.size());
        }
    }
}
