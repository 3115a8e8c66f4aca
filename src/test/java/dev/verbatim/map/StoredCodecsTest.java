package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A map without the classes of its keys and values. */
class StoredCodecsTest {

    record Point(int x, int y) {
        static final StructCodec<Point> CODEC = StructCodec.ofRecord(
                lookup(), Point.class, Layouts.struct(JAVA_INT.withName("x"), JAVA_INT.withName("y")));
    }

    record Price(double value) {
        static final StructCodec<Price> CODEC =
                StructCodec.ofRecord(lookup(), Price.class, Layouts.struct(JAVA_DOUBLE.withName("value")));
    }

    record Note(long id, String text) {
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(
                lookup(), Note.class, Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text")));
    }

    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("map");
    }

    private <K, V> MappedMap<K, V> open(MapCodec<K> keys, MapCodec<V> values) throws IOException {
        return MappedMap.builder(folder(), keys, values).segmentSize(1 << 14).open();
    }

    private MappedMap<byte[], StoredValue> openStored() throws IOException {
        return MappedMap.open(folder(), MapCodec.storedKeys(), MapCodec.storedValues());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static StoredValue value(int layoutId, byte[] bytes) {
        return new StoredValue(layoutId, MemorySegment.ofArray(bytes));
    }

    private static byte[] doubleBytes(double value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .array();
    }

    private static int idOf(MappedMap<?, ?> map, String layout) throws IOException {
        return map.info().layouts().entrySet().stream()
                .filter(each -> LayoutText.of(each.getValue()).equals(layout))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static String refused(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    @Test
    void valuesAreReadAndPutWithTheirLayouts() throws IOException {
        try (MappedMap<String, Price> map = open(MapCodec.strings(), MapCodec.of(Price.CODEC))) {
            map.put("a", new Price(1.5));
        }
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            StoredValue found = map.get(bytes("a"));
            assertEquals("{\"value\":d}", LayoutText.of(map.layout(found.layoutId())));
            assertEquals(value(found.layoutId(), doubleBytes(1.5)), found);
            assertNull(map.get(bytes("b")));
            map.put(bytes("b"), value(found.layoutId(), doubleBytes(2.5)));
            assertTrue(map.replace(bytes("b"), value(found.layoutId(), doubleBytes(2.5)), found));
            assertTrue(map.remove(bytes("a")));
        }
        try (MappedMap<String, Price> map = open(MapCodec.strings(), MapCodec.of(Price.CODEC))) {
            assertNull(map.get("a"));
            assertEquals(new Price(1.5), map.get("b"));
        }
    }

    @Test
    void aValueOfTheSameBytesAndAnotherLayoutIsAnotherOne() throws IOException {
        byte[] key = bytes("a");
        try (MappedMap<String, Price> map = open(MapCodec.strings(), MapCodec.of(Price.CODEC))) {
            map.put("a", new Price(1.5));
        }
        open(MapCodec.strings(), MapCodec.longs()).close(); // stores that layout
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            StoredValue found = map.get(key);
            StoredValue other = value(idOf(map, "{\"value\":j}"), doubleBytes(1.5));
            for (StoredValue wrong : List.of(other, value(0, doubleBytes(1.5)))) {
                assertFalse(map.replace(key, wrong, other));
                assertFalse(map.remove(key, wrong));
                assertFalse(map.asConcurrentMap().values().remove(wrong));
                assertFalse(map.asConcurrentMap().values().contains(wrong));
                assertFalse(map.asConcurrentMap().values().removeAll(List.of(wrong)));
                assertFalse(map.asConcurrentMap().entrySet().contains(Map.entry(key, wrong)));
                assertFalse(map.asConcurrentMap().entrySet().removeAll(List.of(Map.entry(key, wrong))));
            }
            assertTrue(map.asConcurrentMap().values().contains(found));
            assertFalse(map.asConcurrentMap().entrySet().retainAll(List.of(Map.entry(key, found))));
            assertEquals(found, map.get(key));
            assertTrue(map.replace(key, found, other));
            assertEquals(other, map.get(key));
            assertTrue(map.remove(key, other));
        }
    }

    @Test
    void aMapOfSeveralLayoutsIsIteratedAndFollowed() throws IOException {
        try (MappedMap<Integer, String> map = open(MapCodec.ints(), MapCodec.strings())) {
            map.put(1, "text");
        }
        try (MappedMap<Integer, Price> map = open(MapCodec.ints(), MapCodec.of(Price.CODEC))) {
            map.put(2, new Price(2));
            map.remove(1);
        }
        try (MappedMap<byte[], StoredValue> map = openStored();
                MapChanges<byte[], StoredValue> changes = map.changes()) {
            int id = idOf(map, "{\"value\":d}");
            List<Integer> keys = new ArrayList<>();
            List<StoredValue> values = new ArrayList<>();
            while (changes.poll((position, key, value) -> {
                keys.add((int) key[0]);
                values.add(value);
            })) {
                // goes on
            }
            assertEquals(List.of(1, 2, 1), keys);
            assertEquals(Arrays.asList(value(0, bytes("text")), value(id, doubleBytes(2)), null), values);
            Map.Entry<byte[], StoredValue> only = map.iterator().next();
            assertArrayEquals(new byte[] {2, 0, 0, 0}, only.getKey());
            assertEquals(value(id, doubleBytes(2)), only.getValue());
        }
    }

    @Test
    void aKeyIsOfTheBytesOfTheMapsOwnKeys() throws IOException {
        StoredValue text = value(0, bytes("text"));
        open(MapCodec.of(Point.CODEC), MapCodec.strings()).close();
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            map.put(HexFormat.of().parseHex("0100000002000000"), text);
            assertEquals("expected a key of 8 bytes, found 4 bytes", refused(() -> map.put(new byte[4], text)));
        }
        try (MappedMap<Point, String> map = open(MapCodec.of(Point.CODEC), MapCodec.strings())) {
            assertEquals("text", map.get(new Point(1, 2)));
        }
    }

    @Test
    void aKeyOfVariableLengthIsWhole() throws IOException {
        byte[] note = new byte[(int) Note.CODEC.encodedSize(new Note(1, "one"))];
        Note.CODEC.write(new Note(1, "one"), MemorySegment.ofArray(note), 0);
        open(MapCodec.of(Note.CODEC), MapCodec.of(Note.CODEC)).close();
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            int id = map.info().layouts().keySet().iterator().next();
            map.put(note, value(id, note));
            byte[] longer = Arrays.copyOf(note, note.length + 8);
            assertEquals(
                    "expected a value of " + note.length + " bytes, found " + longer.length + " bytes",
                    refused(() -> map.put(note, value(id, longer))));
            assertTrue(refused(() -> map.remove(new byte[3])).startsWith("expected a key of variable length: "));
        }
        try (MappedMap<Note, Note> map = open(MapCodec.of(Note.CODEC), MapCodec.of(Note.CODEC))) {
            assertEquals(new Note(1, "one"), map.get(new Note(1, "one")));
        }
    }

    @Test
    void aTextIsUtf8() throws IOException {
        open(MapCodec.strings(), MapCodec.strings()).close();
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            assertEquals(
                    "expected a key in UTF-8, found bytes that are not",
                    refused(() -> map.put(new byte[] {-1}, value(0, new byte[1]))));
        }
    }

    @Test
    void numbersAreKeysAsTheyAre() throws IOException {
        open(MapCodec.longs(), MapCodec.uuids()).close();
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            int id = idOf(map, "{\"value\":[16]b}");
            map.longKeys().put(7, value(id, HexFormat.of().parseHex("00112233445566778899aabbccddeeff")));
        }
        try (MappedMap<Long, UUID> map = open(MapCodec.longs(), MapCodec.uuids())) {
            assertEquals(uuid, map.get(7L));
        }
    }

    @Test
    void aValueIsOfAStoredLayout() throws IOException {
        open(MapCodec.longs(), MapCodec.of(Price.CODEC)).close();
        try (MappedMap<byte[], StoredValue> map = openStored()) {
            assertTrue(assertThrows(StoreException.class, () -> map.longKeys().put(1, value(1, new byte[8])))
                    .getMessage()
                    .endsWith("00000001: expected a layout, found no file"));
            int id = idOf(map, "{\"value\":d}");
            assertEquals(
                    "expected a value of 8 bytes, found 7 bytes",
                    refused(() -> map.longKeys().put(1, value(id, new byte[7]))));
            assertEquals(0, map.size());
        }
    }

    @Test
    void aMapIsNotMade() {
        assertEquals(
                "file=" + folder() + ": expected a map, found no such folder",
                assertThrows(StoreException.class, this::openStored).getMessage());
        assertTrue(Files.notExists(folder()));
    }

    @Test
    void theCodecOfValuesIsNoneForKeys() {
        assertEquals(
                "expected a codec of keys, such as MapCodec.storedKeys(), found MapCodec.storedValues()",
                refused(() -> open(MapCodec.storedValues(), MapCodec.strings())));
    }

    /** No array has that many bytes; a mapping of a file with holes has, and costs nothing. */
    @Test
    void aValueOfMoreBytesThanAnArrayHasIsInNoMap() throws IOException {
        try (MappedMap<byte[], byte[]> map = open(MapCodec.bytes(), MapCodec.bytes())) {
            map.put(bytes("key"), bytes("value"));
        }
        try (MappedMap<byte[], StoredValue> map = openStored();
                FileChannel holes = FileChannel.open(
                        temporary.resolve("holes"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            long size = 3L << 30;
            holes.write(ByteBuffer.allocate(1), size - 1);
            try (FileChannel mapped = FileChannel.open(temporary.resolve("holes"))) {
                StoredValue large = new StoredValue(0, mapped.map(FileChannel.MapMode.READ_ONLY, 0, size, arena));
                assertFalse(map.remove(bytes("key"), large));
                assertFalse(map.replace(bytes("key"), large, value(0, bytes("other"))));
                assertFalse(map.asConcurrentMap().remove(bytes("key"), large));
                assertFalse(map.asConcurrentMap().containsValue(large));
                assertThrows(IllegalArgumentException.class, () -> map.put(bytes("key"), large));
                assertEquals(
                        "expected at most 2147483647 bytes, found " + size,
                        assertThrows(
                                        IllegalArgumentException.class,
                                        () -> MapCodec.storedValues().encode(large))
                                .getMessage());
            }
            assertEquals(value(0, bytes("value")), map.get(bytes("key")));
        }
    }

    @Test
    void storedValuesAreEqualWhenTheirLayoutsAndBytesAre() {
        StoredValue one = value(1, bytes("a"));
        assertEquals(one, value(1, bytes("a")));
        assertEquals(one.hashCode(), value(1, bytes("a")).hashCode());
        assertNotEquals(one, value(2, bytes("a")));
        assertNotEquals(one, value(1, bytes("b")));
        assertNotEquals(one, value(1, bytes("ab")));
    }
}
