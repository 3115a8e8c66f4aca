package dev.verbatim.map;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;
import static dev.verbatim.map.MapSamples.open;
import static dev.verbatim.map.MapSamples.openToRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of some damage; {@link EveryByteTest} has all of it. */
class DamagedMapTest {

    private static final int KEYS = 20;

    private static final int KEY_LENGTH_OF_THE_FIRST =
            FIRST_ENTRY_OFFSET + EntryDescriptor.PAYLOAD_OFFSET + MapDescriptor.KEY_LENGTH_OFFSET;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void fill() throws IOException {
        folder = temporary.resolve("map");
        try (MappedMap<Long, String> map = open(folder)) {
            for (long key = 0; key < KEYS; key++) {
                map.put(key, "first " + key);
                map.put(key, "value " + key);
            }
            map.remove(3L);
        }
    }

    /** {@return a map that has 1,000 keys in some segments, of which no recovery looks at the oldest ones} */
    private Path old() throws IOException {
        Path old = temporary.resolve("old");
        try (MappedMap<Long, String> map = open(old)) {
            for (long key = 0; key < 1_000; key++) {
                map.put(key, "value " + key);
            }
            map.force();
        }
        return old;
    }

    @Test
    void whatIsDamagedInOldSegmentsIsReportedWhenTheIndexIsMadeAnew() throws IOException {
        Path old = old();
        write(old.resolve("000000000000.segment"), KEY_LENGTH_OF_THE_FIRST, 264);
        write(old.resolve("000000000001.segment"), FIRST_ENTRY_OFFSET, -1);
        MapSamples.forgetTheBoot(old);
        try (MappedMap<Long, String> map = open(old)) {
            List<MapReport.Damage> damage = map.recovery().orElseThrow().damage();
            assertEquals(2, damage.size(), damage::toString);
            assertEquals(FIRST_ENTRY_OFFSET, damage.get(0).position());
            String entry = damage.get(0).description();
            assertTrue(
                    entry.endsWith("a key of at most 15 bytes, found keyLength=264; the entry is not in the index"),
                    entry);
            assertEquals(
                    MapSamples.SEGMENT_SIZE + FIRST_ENTRY_OFFSET, damage.get(1).position());
            String rest = damage.get(1).description();
            assertTrue(rest.startsWith("expected an entry, found word="), rest);
            assertTrue(rest.endsWith("; what is behind it in this segment is not in the index"), rest);
            assertNull(map.get(0L));
            assertEquals("value 1", map.get(1L));
            assertEquals("value 999", map.get(999L));
            map.put(0L, "other");
            assertEquals("other", map.get(0L));
        }
    }

    private static void write(Path file, int offset, int value) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes.putInt(0, value), offset);
        }
    }

    /** It is not in the index, and so nobody removes its key. */
    @Test
    void aDamagedEntryDoesNotKeepTheOldestOnesFromGoing() throws IOException {
        Path old = old();
        write(old.resolve("000000000000.segment"), KEY_LENGTH_OF_THE_FIRST, 264);
        MapSamples.forgetTheBoot(old);
        MapBuilder<Long, String> builder = MappedMap.builder(old, MapCodec.longs(), MapCodec.strings());
        try (MappedMap<Long, String> map =
                builder.maxBytes(2L * MapSamples.SEGMENT_SIZE).open()) {
            map.compact();
            assertNull(map.get(1L));
            assertEquals("value 999", map.get(999L));
            assertEquals(List.of(), map.verify().damage(), "its segment was compacted");
        }
    }

    private Path index() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("index"))) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    void wordsThatNoEntryHasAreFound() throws IOException {
        byte[] bytes = Files.readAllBytes(index());
        int used = wordFrom(bytes, IndexDescriptor.WORDS_OFFSET, true);
        int free = wordFrom(bytes, used, false);
        byte[] twice = bytes.clone();
        System.arraycopy(bytes, used, twice, free, Long.BYTES);
        assertDamaged(twice, "that no search for its key ends there");

        byte[] tombstone = bytes.clone();
        MemorySegment.ofArray(tombstone).set(Mappings.LONG_UNALIGNED, used, word(bytes, used) | 1L << 62);
        assertDamaged(tombstone, "an entry that is no tombstone");

        byte[] nowhere = bytes.clone();
        MemorySegment.ofArray(nowhere).set(Mappings.LONG_UNALIGNED, free, IndexWord.of(1L << 40, 0, false));
        assertDamaged(nowhere, "a segment that is not there");

        byte[] beside = bytes.clone(); // into the zeros behind the entries
        MemorySegment.ofArray(beside).set(Mappings.LONG_UNALIGNED, free, IndexWord.of(15 << 10, 0, false));
        assertDamaged(beside, "an entry, found word=");
    }

    private static long word(byte[] index, int offset) {
        return MemorySegment.ofArray(index).get(Mappings.LONG_UNALIGNED, offset);
    }

    /** {@return the offset of a word that is used, or of one that is EMPTY} */
    private static int wordFrom(byte[] index, int from, boolean used) {
        int offset = from;
        while (used ? !IndexWord.isLive(word(index, offset)) : word(index, offset) != IndexWord.EMPTY) {
            offset += Long.BYTES;
        }
        return offset;
    }

    private void assertDamaged(byte[] index, String found) throws IOException {
        Files.write(index(), index);
        try (MappedMap<Long, String> map = open(folder)) {
            String damage = map.verify().damage().toString();
            assertTrue(damage.contains(found), damage);
        }
    }

    @Test
    void anIndexThatWasCutIsRefused() throws IOException {
        Path index = index();
        Files.write(index, Arrays.copyOf(Files.readAllBytes(index), 70_000));
        StoreException thrown = assertThrows(StoreException.class, () -> open(folder));
        assertTrue(thrown.getMessage().contains(index.toString()), thrown::getMessage);
    }

    @Test
    void anIndexThatIsMissingIsRefused() throws IOException {
        Path index = index();
        Files.delete(index);
        String expected = "file=" + index + ": expected the current generation of the index, found no file; copy the"
                + " map as for a backup, without `index`, and open the copy, which makes the index anew";
        for (boolean readOnly : new boolean[] {false, true}) {
            assertEquals(expected, refusal(folder, readOnly));
        }
        Path copy = temporary.resolve("copy");
        MapSamples.copy(folder, copy);
        Files.delete(copy.resolve("index"));
        try (MappedMap<Long, String> map = open(copy)) {
            for (long key = 0; key < KEYS; key++) {
                assertEquals(key == 3 ? null : "value " + key, map.get(key));
            }
            assertEquals(KEYS - 1, map.size());
        }
    }

    private static String refusal(Path folder, boolean readOnly) {
        return assertThrows(StoreException.class, () -> {
                    try (MappedMap<Long, String> map = readOnly ? openToRead(folder) : open(folder)) {
                        map.info();
                    }
                })
                .getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "control, false",
        "control, true",
        "lock, false",
        "lock, true",
        "counts, false",
        "counts, true",
        "000000000000.segment, true"
    })
    void aFolderInPlaceOfAFileIsRefused(String name, boolean readOnly) throws IOException {
        Files.delete(folder.resolve(name));
        Files.createDirectories(folder.resolve(name).resolve("something"));
        assertEquals("file=" + folder.resolve(name) + ": expected a file, found a folder", refusal(folder, readOnly));
    }

    @ParameterizedTest
    @CsvSource({"index, false", "layouts, false", "layouts, true"})
    void aFileInPlaceOfAFolderIsRefused(String name, boolean readOnly) throws IOException {
        Files.move(folder.resolve(name), temporary.resolve(name));
        Files.writeString(folder.resolve(name), "something");
        assertEquals("file=" + folder.resolve(name) + ": expected a folder, found a file", refusal(folder, readOnly));
    }

    @Test
    void countsThatAreMissingAreMadeByWhoOpensTheMapToWrite() throws IOException {
        MapInfo before;
        try (MappedMap<Long, String> map = open(folder)) {
            before = map.info();
        }
        Files.delete(folder.resolve("counts"));
        assertEquals(
                "file=" + folder.resolve("counts")
                        + ": expected a file, found none; open the map once to write, which makes it",
                refusal(folder, true));
        open(folder).close();
        try (MappedMap<Long, String> map = openToRead(folder)) {
            assertEquals(before.size(), map.size());
            assertEquals(before.liveBytes(), map.info().liveBytes(), "compaction goes by them");
        }
    }

    /** A map appends none. */
    @Test
    void aBatchIsDamageInAMap() throws IOException {
        Path segment = folder.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[128 + 7] = (byte) (EntryDescriptor.BATCH << 4 | (bytes[128 + 7] & 0x0F));
        Files.write(segment, bytes);
        try (MappedMap<Long, String> map = open(folder)) {
            String damage = map.verify().damage().getFirst().description();
            assertTrue(damage.startsWith("expected an entry, found word=0x6"), damage);
        }
    }

    /** The search for the key that is there does not come to the entry, as if a put had led away from it. */
    @Test
    void anEntryWhoseKeyIsDamagedIsNotDeleted() throws IOException {
        Path segment = folder.resolve("000000000000.segment");
        fillSegments();
        long key = 7;
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN);
        String text = new String(bytes.array(), StandardCharsets.ISO_8859_1);
        int at = text.lastIndexOf("\7\0\0\0\0\0\0\0", text.indexOf("value " + key));
        bytes.putLong(at, 1L << 40);
        Files.write(segment, bytes.array());
        try (MappedMap<Long, String> map = open(folder)) {
            for (int n = 0; n < 2; n++) {
                String message =
                        assertThrows(StoreException.class, map::compact).getMessage();
                assertTrue(message.startsWith("file=" + segment + ": expected at offset="), message);
                assertTrue(
                        message.endsWith("; its key is damaged, and leads to no value: copy the others to a new map, as"
                                + " 'verbatim convert --skip-damaged' does"),
                        message);
            }
            assertNull(map.get(key));
            map.put(key, "anew");
            assertEquals("anew", map.get(key));
            assertEquals(
                    1,
                    map.verify().damage().stream()
                            .filter(damage -> damage.description().startsWith("expected checksum"))
                            .count());
        }
        assertTrue(Files.exists(segment));
    }

    /** Fills three segments, with keys that stay, so that no thread of the map compacts. */
    private void fillSegments() throws IOException {
        try (MappedMap<Long, String> map = open(folder)) {
            for (long key = 100; map.info().to() < 3 * MapSamples.SEGMENT_SIZE; key++) {
                map.put(key, "another value ".repeat(50));
            }
        }
    }

    /** A checksum that is computed anew would say that the damage is what was written. */
    @Test
    void aDamagedValueIsNotCopied() throws IOException {
        Path segment = folder.resolve("000000000000.segment");
        fillSegments();
        byte[] bytes = Files.readAllBytes(segment);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("value 7")] ^= 1;
        Files.write(segment, bytes);
        try (MappedMap<Long, String> map = open(folder)) {
            String message = assertThrows(StoreException.class, map::compact).getMessage();
            assertTrue(message.startsWith("file=" + segment + ": expected at offset="), message);
            assertTrue(message.endsWith("; put or remove its key"), message);
            assertEquals("walue 7", map.get(7L));
            assertEquals(1, map.verify().damage().size());
            map.put(7L, "value 7");
            assertTrue(map.compact() > 0);
            assertEquals(List.of(), map.verify().damage());
            for (long key = 0; key < KEYS; key++) {
                assertEquals(key == 3 ? null : "value " + key, map.get(key));
            }
        }
    }
}
