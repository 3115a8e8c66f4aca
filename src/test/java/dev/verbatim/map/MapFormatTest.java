package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.log.LockDescriptor;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes, as docs/map-format.md draws them. */
class MapFormatTest {

    private static final int SEGMENT_SIZE = 4096;
    private static final int WORDS = 69_632;
    private static final int SMALLEST_INDEX = 1024;

    record Size(int lots, int each) {
        static final StructCodec<Size> CODEC = StructCodec.ofRecord(
                lookup(), Size.class, MemoryLayout.structLayout(JAVA_INT.withName("lots"), JAVA_INT.withName("each")));
    }

    @TempDir
    Path folder;

    /** The log makes keys for so many locks of a store, and no more. */
    @Test
    void theLocksOfAMapAreThoseThatALogHasForAStore() throws IllegalAccessException {
        Set<Integer> locks = new TreeSet<>();
        for (Field field : MapDescriptor.class.getDeclaredFields()) {
            if (field.getName().endsWith("_LOCK")) {
                locks.add(field.getInt(null));
            }
        }
        assertEquals(
                IntStream.range(LockDescriptor.STORE, LockDescriptor.END)
                        .boxed()
                        .collect(Collectors.toSet()),
                locks);
    }

    private <K, V> MappedMap<K, V> open(MapCodec<K> keys, MapCodec<V> values) throws IOException {
        return MappedMap.builder(folder, keys, values).segmentSize(SEGMENT_SIZE).open();
    }

    private ByteBuffer read(String file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(folder.resolve(file))).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String magic(ByteBuffer file) {
        return StandardCharsets.US_ASCII.decode(file.slice(0, 8)).toString();
    }

    private static void requireZeros(ByteBuffer file, int from, int to) {
        for (int offset = from; offset < to; offset++) {
            assertEquals(0, file.get(offset), "offset=" + offset);
        }
    }

    private static int crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }

    /** Two keys, one of them with two values, and one that was removed, in the rows and words of the first slot. */
    private void fill() throws IOException {
        try (MappedMap<String, Size> map = open(MapCodec.strings(), MapCodec.of(Size.CODEC))) {
            map.put("one", new Size(1, 2)); // at 128, with 16 + 16 + 8 + 8 bytes
            map.put("nine byte", new Size(3, 4)); // at 176, with 16 + 16 + 16 + 8
            map.put("one", new Size(5, 6)); // at 232
            map.put("gone", new Size(7, 8)); // at 280
            map.remove("gone"); // at 328, with 16 + 16 + 8
        }
    }

    @Test
    void aFolderHoldsTheFilesThatAreNamed() throws IOException {
        fill();
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> names = files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.matches("00000000000[1-9]\\.segment")) // ahead
                    .sorted()
                    .toList();
            String layout = "%08x".formatted(crc("{\"lots\":i,\"each\":i}"));
            assertEquals(
                    List.of(
                            "000000000000.segment",
                            "control",
                            "counts",
                            "index/000000000002",
                            "layouts/" + layout,
                            "lock"),
                    names);
        }
        assertEquals(0, read("lock").capacity());
    }

    @Test
    void anEntryHasTheBytesThatAreDrawn() throws IOException {
        fill();
        ByteBuffer segment = read("000000000000.segment");
        assertEquals("VBMSEGMT", magic(segment));
        assertEquals(2L << 60 | 1L << 30 | 16 + 8 + 8, segment.getLong(128), "committed, of slot 0");
        assertEquals(crc("{\"lots\":i,\"each\":i}"), segment.getInt(140));
        assertEquals(0, segment.getLong(144), "the origin");
        assertEquals(3, segment.getInt(152), "the length of the key");
        assertEquals(0, segment.getInt(156), "the flags");
        assertEquals(0x656e6fL, segment.getLong(160), "the key, and zeros");
        assertEquals(1, segment.getInt(168));
        assertEquals(2, segment.getInt(172));
        assertEquals(9, segment.getInt(176 + 24));
        assertEquals('e', segment.getLong(176 + 40), "the end of the key, and zeros");
        assertEquals(3, segment.getInt(176 + 48));
        assertEquals(2L << 60 | 1L << 30 | 16 + 8, segment.getLong(328));
        assertEquals(0, segment.getInt(340), "no layout");
        assertEquals(4, segment.getInt(352));
        assertEquals(1, segment.getInt(356), "a tombstone");
        requireZeros(segment, 368, SEGMENT_SIZE);
    }

    @Test
    void theControlFileHasTheBytesThatAreDrawn() throws IOException {
        fill();
        ByteBuffer control = read("control");
        assertEquals("VBMCNTRL", magic(control));
        assertEquals(12_480, control.capacity());
        assertNotEquals(0, control.getLong(40), "the mark");
        assertNotEquals(0, control.getLong(48), "the id of the repair");
        requireZeros(control, 56, 64);
        assertNotEquals(0, control.getLong(136), "the seed");
        assertEquals(3, control.getInt(144), "keys are texts");
        assertEquals(0, control.getInt(148), "and have no layout");
        assertEquals(2, control.getLong(152), "the generation");
        assertEquals(0, control.getLong(160), "the floor");
        assertEquals(control.getLong(48), control.getLong(168));
        requireZeros(control, 176, 192);
        assertEquals(1, control.getInt(192), "the generation of slot 0");
        try (MappedMap<String, Size> map = open(MapCodec.strings(), MapCodec.of(Size.CODEC))) {
            map.force();
        }
        assertEquals(1, read("control").getLong(184), "something was promised");
    }

    @Test
    void theKindOfTheKeysIsWhatIsListed() throws IOException {
        MapCodec<?>[] codecs = {
            MapCodec.longs(),
            MapCodec.ints(),
            MapCodec.strings(),
            MapCodec.uuids(),
            MapCodec.bytes(),
            MapCodec.of(Size.CODEC)
        };
        int[] layouts = {
            crc("{\"value\":j}"), crc("{\"value\":i}"), 0, crc("{\"value\":[16]b}"), 0, crc("{\"lots\":i,\"each\":i}")
        };
        Path root = folder;
        for (int i = 0; i < codecs.length; i++) {
            folder = root.resolve("map" + i);
            MappedMap.builder(folder, codecs[i], MapCodec.bytes())
                    .durability(Durability.EACH)
                    .open()
                    .close();
            ByteBuffer control = read("control");
            assertEquals(i + 1, control.getInt(144));
            assertEquals(layouts[i], control.getInt(148), "kind=" + (i + 1));
            assertEquals(1, control.getLong(184), "each change is promised");
        }
    }

    private static int home(String key, long seed) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return (int) (KeyHash.of(bytes, bytes.length, seed) >>> 54); // the high 10 bits
    }

    /** {@return a word as the page draws it} */
    private static long word(String key, long seed, long position, boolean tombstone) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        long tag = KeyHash.of(bytes, bytes.length, seed) & 0x1ff;
        return (tombstone ? 1L << 62 : 0) | tag << 53 | position / 8;
    }

    /** {@return the word of a key: the first from its home on that leads to its entry} */
    private static int find(ByteBuffer index, String key, long seed, long expected) {
        int number = home(key, seed);
        while (index.getLong(WORDS + 8 * number) != expected) {
            assertNotEquals(0, index.getLong(WORDS + 8 * number), "the chain of " + key + " has ended");
            number = (number + 1) % SMALLEST_INDEX;
        }
        return number;
    }

    @Test
    void theIndexHasTheBytesThatAreDrawn() throws IOException {
        fill();
        long seed = read("control").getLong(136);
        ByteBuffer index = read("index/000000000002");
        assertEquals("VBMINDEX", magic(index));
        assertEquals(1, index.getInt(8));
        assertEquals(10, index.getInt(12));
        assertEquals(2, index.getLong(16));
        assertEquals(1, index.getLong(24), "one row is in use");
        requireZeros(index, 32, 64);
        assertEquals(3, index.getLong(64), "words that slot 0 has filled");
        requireZeros(index, 72, WORDS);
        assertEquals(WORDS + 8 * SMALLEST_INDEX, index.capacity());

        find(index, "one", seed, word("one", seed, 232, false));
        find(index, "nine byte", seed, word("nine byte", seed, 176, false));
        find(index, "gone", seed, word("gone", seed, 328, true));
        int used = 0;
        for (int number = 0; number < SMALLEST_INDEX; number++) {
            used += index.getLong(WORDS + 8 * number) == 0 ? 0 : 1;
        }
        assertEquals(3, used);
    }

    @Test
    void aWordHasTheBitsThatAreDrawn() {
        assertEquals(5L << 53 | 17, IndexWord.of(136, 0xE05, false));
        assertEquals(1L << 62 | 5L << 53 | 17, IndexWord.of(136, 0xE05, true));
        assertEquals(Long.MIN_VALUE | 17, IndexWord.sealed(17));
        assertEquals(0, IndexWord.EMPTY);
        assertEquals(1, IndexWord.DEAD);
        assertEquals(Long.MIN_VALUE, IndexWord.SEALED_EMPTY);
        assertEquals(Long.MIN_VALUE | 2, IndexWord.MOVED);
        assertFalse(IndexWord.isEntry(IndexWord.MOVED));
    }

    @Test
    void theCountsHaveTheBytesThatAreDrawn() throws IOException {
        fill();
        ByteBuffer counts = read("counts");
        assertEquals(65_536, counts.capacity());
        assertEquals(2, counts.getLong(0), "keys");
        assertEquals(48 + 56 + 40, counts.getLong(8), "bytes");
        assertEquals(40, counts.getLong(16), "of tombstones");
        requireZeros(counts, 24, 65_536);
    }

    @Test
    void aCopyNamesItsOriginAndRaisesTheFloor() throws IOException {
        byte[] value = new byte[400];
        try (MappedMap<Long, byte[]> map = open(MapCodec.longs(), MapCodec.bytes())) {
            for (long key = 0; key < 10; key++) { // nine fill the first segment
                map.put(key, value);
            }
            assertEquals(1, map.compact());
            assertArrayEquals(value, map.get(0L));
        }
        assertEquals(SEGMENT_SIZE, read("control").getLong(160));
        assertFalse(Files.exists(folder.resolve("000000000000.segment")));
        ByteBuffer segment = read("000000000001.segment");
        int entry = 16 + 16 + 8 + 400;
        assertEquals(0, segment.getLong(128 + 16), "the tenth");
        assertEquals(128, segment.getLong(128 + entry + 16), "the copy of the first");
        assertEquals(128 + entry, segment.getLong(128 + 2 * entry + 16), "and of the second");
        assertTrue(segment.getLong(128 + entry + 32) == 0 && segment.getLong(128 + 2 * entry + 32) == 1);
    }
}
