package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.kafka.ReplicaFiles.Position;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a relay finds where its map is to be, and records that come from no broker. */
@Timeout(120)
class ReplicaMapTest {

    private static final String TOPIC = "topic";
    private static final Position KEPT = new Position(TOPIC, "id", 42, 1);

    /** Those of this class would log what they find, as they should. */
    private static final Logger RELAYS = Logger.getLogger(Relay.class.getName());

    @TempDir
    private Path folder;

    @BeforeAll
    static void silence() {
        RELAYS.setLevel(Level.OFF);
    }

    @AfterAll
    static void giveVoice() {
        RELAYS.setLevel(null);
    }

    private Path copy() {
        return folder.resolve("copy");
    }

    private Path relayFolder() {
        return folder.resolve("copy.relay");
    }

    private ReplicaMap map() throws IOException {
        return new ReplicaMap(copy(), Records.SEGMENT_SIZE, LayoutTexts.NONE);
    }

    private static byte[] key(long key) {
        return MemorySegment.ofArray(new long[] {key}).toArray(ValueLayout.JAVA_BYTE);
    }

    private static ConsumerRecord<byte[], MemorySegment> record(byte @Nullable [] key, byte @Nullable ... value) {
        ConsumerRecord<byte[], MemorySegment> record =
                new ConsumerRecord<>(TOPIC, 0, 7, key, value == null ? null : MemorySegment.ofArray(value));
        record.headers().add(KeyFormat.HEADER, new KeyFormat("LONG", new LayoutFingerprint(0, 0)).toHeader());
        return record;
    }

    private SortedMap<String, String> entries() throws IOException {
        return MapRecords.entries(copy());
    }

    /** What is left of the making of a map whose maker has died, or of a map that was removed by hand. */
    enum Left {
        NOTHING,
        FOLDER,
        LOCK,
        LAYOUTS_FOLDER,
        UNFINISHED_CONTROL,
        MAP_THAT_WAS_NOT_OPENED,
        MAP_WITHOUT_ENTRIES
    }

    private void leave(Left left) throws IOException {
        switch (left) {
            case NOTHING -> {}
            case FOLDER -> Files.createDirectory(copy());
            case LOCK -> {
                Files.createDirectory(copy());
                Files.createFile(copy().resolve("lock"));
            }
            case LAYOUTS_FOLDER -> Files.createDirectories(copy().resolve("layouts"));
            case UNFINISHED_CONTROL -> {
                MapRecords.stored(copy()).close();
                Files.move(copy().resolve("control"), copy().resolve("0a1b2c3d.unfinished"));
                keep("0a1b2c3d.unfinished", "lock", "layouts");
            }
            case MAP_THAT_WAS_NOT_OPENED -> {
                MapRecords.stored(copy()).close();
                byte[] control = Files.readAllBytes(copy().resolve("control"));
                Arrays.fill(control, 24, 144, (byte) 0); // from the boot to the seed; then come the kind of the keys,
                Arrays.fill(control, 152, control.length, (byte) 0); // the index, and all else
                Files.write(copy().resolve("control"), control);
                keep("control", "lock", "layouts");
            }
            case MAP_WITHOUT_ENTRIES -> MapRecords.stored(copy()).close();
        }
    }

    private void keep(String... names) throws IOException {
        List<String> kept = List.of(names);
        List<Path> others = new ArrayList<>();
        try (Stream<Path> files = Files.list(copy())) {
            files.filter(file -> !kept.contains(file.getFileName().toString())).forEach(others::add);
        }
        for (Path other : others) {
            delete(other);
        }
    }

    private static void delete(Path all) throws IOException {
        try (Stream<Path> files = Files.walk(all)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMapIsMadeOfWhatAnotherRelayHasLeftOfOne(Left left) throws IOException {
        leave(left);
        try (ReplicaMap map = map()) {
            assertTrue(map.isEmpty());
            map.apply(record(key(1), (byte) 2));
            map.apply(record(key(3), (byte) 4));
            map.apply(record(key(3), (byte[]) null));
            map.force();
        }
        assertEquals(Map.of("0100000000000000", "02"), entries());
    }

    /** It opens what there is, and ends before it asks a broker. */
    private void openAlone() throws Exception {
        TopicToMap relay = TopicToMap.builder(TOPIC, copy(), Map.of())
                .segmentSize(Records.SEGMENT_SIZE)
                .build();
        relay.stop();
        relay.run();
    }

    private @Nullable Position kept() throws IOException {
        try (ReplicaFiles files = new ReplicaFiles(copy())) {
            return files.read();
        }
    }

    /** A position says what a map has: beside one without entries it says nothing. */
    @ParameterizedTest
    @EnumSource
    void aPositionBesideAMapWithoutEntriesIsNotGoneOnFrom(Left left) throws Exception {
        leave(left);
        try (ReplicaFiles files = new ReplicaFiles(copy())) {
            files.write(KEPT);
        }
        openAlone();
        assertEquals(KEPT.at(Position.ANEW, 0), kept());
    }

    @ParameterizedTest
    @EnumSource
    void withoutAPositionARelayBeginsWithAnyMapThatHasNoEntries(Left left) throws Exception {
        leave(left);
        openAlone();
        assertNull(kept());
    }

    @Test
    void aPositionBesideAMapWithEntriesIsGoneOnFrom() throws Exception {
        try (ReplicaMap map = map()) {
            map.apply(record(key(1), (byte) 2));
        }
        try (ReplicaFiles files = new ReplicaFiles(copy())) {
            files.write(KEPT);
        }
        openAlone();
        assertEquals(KEPT, kept());
    }

    /** The process may die before a file has its name, and while keys are compared. */
    @ParameterizedTest
    @ValueSource(strings = {"", "topic id 4"})
    void whatWasBegunBesideTheMapIsNotInTheWay(String written) throws Exception {
        Files.createDirectories(relayFolder().resolve("keys/layouts"));
        Files.createFile(relayFolder().resolve("keys/lock"));
        Files.writeString(relayFolder().resolve("position.next"), written);
        try (ReplicaFiles files = new ReplicaFiles(copy())) {
            assertFalse(Files.exists(relayFolder().resolve("keys")));
            assertNull(files.read());
            files.write(KEPT);
            assertEquals(KEPT, files.read());
            try (ReplicaMap map = map()) {
                map.apply(record(key(1), (byte) 1));
                map.apply(record(key(2), (byte) 2));
                map.compareWith(files);
                map.apply(record(key(2), (byte) 3));
                map.removeUnseen();
            }
        }
        assertFalse(Files.exists(relayFolder().resolve("keys")));
        assertEquals(Map.of("0200000000000000", "03"), entries());
    }

    /** An interrupt closes the channel of a file that is being written: here the position, as there is no map. */
    @Test
    void aRelayThatIsInterruptedWhileItWritesAFileSaysSo() throws Exception {
        try (ReplicaFiles files = new ReplicaFiles(copy())) {
            files.write(KEPT);
        }
        TopicToMap relay = TopicToMap.builder(TOPIC, copy(), Map.of()).build();
        Thread.currentThread().interrupt();
        Throwable e = assertThrows(Throwable.class, relay::run);
        boolean isInterrupted = Thread.interrupted();
        assertInstanceOf(InterruptedException.class, e, e::toString);
        assertEquals(relay + ": interrupted", e.getMessage());
        assertFalse(isInterrupted, "the exception says it");
        assertEquals(KEPT, kept());
    }

    private String refusal(ConsumerRecord<byte[], MemorySegment> record) throws IOException {
        try (ReplicaMap map = map()) {
            return assertThrows(RelayException.class, () -> map.apply(record)).getMessage();
        }
    }

    /** An operator has to find the record. */
    @Test
    void aRefusalSaysWhichRecordItIs() throws IOException {
        String at = "topic=topic, partition=0, offset=7: ";
        assertEquals(at + "expected a key, found none", refusal(record(null, (byte) 1)));
        assertEquals(
                at + "map=" + copy() + ": expected a key of 8 bytes, found 3 bytes",
                refusal(record(new byte[3], (byte) 1)));
        ConsumerRecord<byte[], MemorySegment> record = record(key(1), (byte) 1);
        record.headers().add(LayoutFingerprint.HEADER, new byte[] {9});
        assertEquals(
                at + "header verbatim.layout: expected 17 bytes of version=1, found 1 bytes: 0x09", refusal(record));
        record = record(key(1), (byte) 1);
        record.headers().add(KeyFormat.HEADER, new byte[] {9});
        assertEquals(
                at + "header verbatim.key: expected more than 17 bytes of version=1, found 1 bytes: 0x09",
                refusal(record));
    }
}
