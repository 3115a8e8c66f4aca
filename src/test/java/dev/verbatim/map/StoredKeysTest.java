package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps that are made without the classes of their keys and values. */
class StoredKeysTest {

    private static final StructLayout PAIR = LayoutText.parse("{\"a\":i,\"b\":i}");

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheMap() {
        folder = temporary.resolve("map");
    }

    private MappedMap<byte[], StoredValue> open(MapCodec<byte[]> keys) throws Exception {
        return MappedMap.builder(folder, keys, MapCodec.storedValues())
                .segmentSize(4096)
                .open();
    }

    @Test
    void aMapIsMadeThatCodecsOpen() throws Exception {
        try (MappedMap<byte[], StoredValue> map = open(MapCodec.storedKeys("LONG", Optional.empty()))) {
            map.put(new byte[] {7, 0, 0, 0, 0, 0, 0, 0}, new StoredValue(0, MemorySegment.ofArray(new byte[] {'x'})));
        }
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            assertEquals("x", map.get(7L));
        }
    }

    @Test
    void layoutsOfKeysAndValuesAreStored() throws Exception {
        try (MappedMap<byte[], StoredValue> map = open(MapCodec.storedKeys("STRUCT", Optional.of(PAIR)))) {
            int id = map.storeLayout(PAIR);
            assertEquals(LayoutText.id(PAIR), id);
            map.put(new byte[8], new StoredValue(id, MemorySegment.ofArray(new byte[8])));
            assertEquals(
                    Optional.of(LayoutText.of(PAIR)), map.info().keyLayout().map(LayoutText::of));
            assertEquals(LayoutText.of(PAIR), LayoutText.of(map.layout(id)));
        }
        try (MappedMap<byte[], StoredValue> map = MappedMap.builder(
                        folder, MapCodec.storedKeys(), MapCodec.storedValues())
                .readOnly(true)
                .open()) {
            assertThrows(UnsupportedOperationException.class, () -> map.storeLayout(PAIR));
            assertEquals(1, map.size());
        }
    }

    @Test
    void keysThatDoNotFitAreRefused() throws Exception {
        open(MapCodec.storedKeys("STRING", Optional.empty())).close();
        assertThrows(LayoutMismatchException.class, () -> open(MapCodec.storedKeys("BYTES", Optional.empty())));
        assertEquals(
                "expected a keyKind of [LONG, INT, STRING, UUID, BYTES, STRUCT, VAR], found TEXT",
                assertThrows(IllegalArgumentException.class, () -> MapCodec.storedKeys("TEXT", Optional.empty()))
                        .getMessage());
        assertEquals(
                "expected a layout of keys of kind STRUCT, found none",
                assertThrows(IllegalArgumentException.class, () -> MapCodec.storedKeys("STRUCT", Optional.empty()))
                        .getMessage());
        assertEquals(
                "expected a layout of keys of kind VAR, found {\"a\":i,\"b\":i}",
                assertThrows(IllegalArgumentException.class, () -> MapCodec.storedKeys("VAR", Optional.of(PAIR)))
                        .getMessage());
    }

    /** What opens every map makes none. */
    @Test
    void aCodecOfAnyKeysMakesNoMap() {
        assertThrows(StoreException.class, () -> open(MapCodec.storedKeys()));
    }

    @Test
    void keysAndValuesWhoseLayoutIsGoneAreDamage() throws Exception {
        StructLayout one = LayoutText.parse("{\"a\":j}");
        try (MappedMap<byte[], StoredValue> map = open(MapCodec.storedKeys("STRUCT", Optional.of(PAIR)))) {
            int id = map.storeLayout(one);
            map.put(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}, new StoredValue(id, MemorySegment.ofArray(new byte[8])));
            map.put(new byte[8], new StoredValue(0, MemorySegment.ofArray(new byte[8])));
            map.remove(new byte[8]);
            assertEquals(List.of(), map.verify().damage());
            for (StructLayout layout : List.of(PAIR, one)) {
                Files.delete(file(layout));
            }
            String found = ": expected a layout, found no file";
            assertEquals(
                    List.of(
                            new MapReport.Damage(
                                    128, "cannot read the layout of this entry: file=" + file(one) + found),
                            new MapReport.Damage(
                                    128, "cannot read the layout of the keys: file=" + file(PAIR) + found)),
                    map.verify().damage());
        }
    }

    private Path file(StructLayout layout) {
        return folder.resolve("layouts/%08x".formatted(LayoutText.id(layout)));
    }
}
