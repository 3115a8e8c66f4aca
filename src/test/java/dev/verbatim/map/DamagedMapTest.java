package dev.verbatim.map;

import static dev.verbatim.map.MapSamples.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of some damage; {@link EveryByteTest} has all of it. */
class DamagedMapTest {

    private static final int KEYS = 20;

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
        Files.delete(index());
        StoreException thrown = assertThrows(StoreException.class, () -> open(folder));
        assertTrue(thrown.getMessage().contains("current generation of the index"), thrown::getMessage);
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

    /** A checksum that is computed anew would say that the damage is what was written. */
    @Test
    void aDamagedValueIsNotCopied() throws IOException {
        Path segment = folder.resolve("000000000000.segment");
        try (MappedMap<Long, String> map = open(folder)) {
            // Keys that stay, so that no thread of the map compacts.
            for (long key = 100; map.info().to() < 3 * MapSamples.SEGMENT_SIZE; key++) {
                map.put(key, "another value ".repeat(50));
            }
        }
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
