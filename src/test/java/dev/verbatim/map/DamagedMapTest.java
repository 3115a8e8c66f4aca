package dev.verbatim.map;

import static dev.verbatim.map.MapSamples.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrong bytes in any file of a map: it opens and has what it had, or says what is wrong. No value is taken for another
 * without {@code verify} finding it, nothing hangs, and no JVM dies.
 */
@Tag("once")
class DamagedMapTest {

    private static final int KEYS = 20;

    @TempDir
    Path temporary;

    private Path folder;
    private final Map<Long, String> expected = new HashMap<>();

    @BeforeEach
    void fill() throws IOException {
        folder = temporary.resolve("map");
        try (MappedMap<Long, String> map = open(folder)) {
            for (long key = 0; key < KEYS; key++) {
                map.put(key, "first " + key);
                map.put(key, "value " + key);
                expected.put(key, "value " + key);
            }
            map.remove(3L);
            expected.remove(3L);
        }
    }

    private Path index() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("index"))) {
            return files.findFirst().orElseThrow();
        }
    }

    /** How it was found out that a byte is wrong; null if all is as it was. */
    private String found() {
        try (MappedMap<Long, String> map = open(folder)) {
            boolean same = true;
            for (long key = 0; key < KEYS; key++) {
                String value = map.get(key);
                same &= value == null ? !expected.containsKey(key) : value.equals(expected.get(key));
            }
            Map<Long, String> iterated = new HashMap<>();
            for (Map.Entry<Long, String> entry : map) {
                iterated.put(entry.getKey(), entry.getValue());
            }
            same &= iterated.equals(expected);
            map.put(100L, "more");
            assertEquals("more", map.get(100L));
            map.remove(100L);
            List<MapReport.Damage> damage = map.verify().damage();
            return same ? null : damage.isEmpty() ? "nothing" : damage.toString();
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }

    /** Changes one byte after the other. {@return what was found, by the byte's offset} */
    private Map<Long, String> foundFor(Path file, long from, long to) throws IOException {
        Map<Path, byte[]> whole = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                whole.put(each, Files.readAllBytes(each));
            }
        }
        Map<Long, String> found = new HashMap<>();
        for (long offset = from; offset < to; offset++) {
            for (int mask : new int[] {0x01, 0x80}) {
                byte[] bytes = whole.get(file).clone();
                bytes[(int) offset] ^= (byte) mask;
                restore(whole);
                Files.write(file, bytes);
                String how = found();
                if (how != null) {
                    found.put(offset, how);
                }
            }
        }
        restore(whole);
        return found;
    }

    private void restore(Map<Path, byte[]> whole) throws IOException {
        List<Path> now = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).forEach(now::add);
        }
        for (Path file : now) {
            if (!whole.containsKey(file)) {
                Files.delete(file);
            }
        }
        for (Map.Entry<Path, byte[]> file : whole.entrySet()) {
            // Not replaced: by another file at this name, the map would know that it is a copy.
            Files.write(file.getKey(), file.getValue());
        }
    }

    private static void requireFound(Map<Long, String> found) {
        found.forEach((offset, how) -> assertFalse(how.equals("nothing"), () -> "nothing was found at " + offset));
    }

    @Test
    void inTheEntries() throws IOException {
        Path segment = folder.resolve("000000000000.segment");
        Map<Long, String> found = foundFor(segment, 128, 128 + 4 * 48);
        requireFound(found);
        assertFalse(found.isEmpty());
    }

    @Test
    void inTheHeaderOfASegment() throws IOException {
        requireFound(foundFor(folder.resolve("000000000000.segment"), 0, 72));
    }

    @Test
    void inTheControlFile() throws IOException {
        Map<Long, String> found = foundFor(folder.resolve("control"), 0, 200);
        requireFound(found);
        assertTrue(found.keySet().containsAll(List.of(0L, 8L, 16L)), found::toString);
    }

    @Test
    void inTheHeaderOfTheIndex() throws IOException {
        Map<Long, String> found = foundFor(index(), 0, 72);
        requireFound(found);
        assertTrue(found.keySet().containsAll(List.of(0L, 8L, 12L, 16L)), found::toString);
    }

    @Test
    void inTheWordsOfTheIndex() throws IOException {
        byte[] bytes = Files.readAllBytes(index());
        List<Long> used = new ArrayList<>();
        for (int offset = IndexDescriptor.WORDS_OFFSET; offset < bytes.length; offset += Long.BYTES) {
            if (bytes[offset] != 0 && used.size() < 3) {
                used.add((long) offset);
            }
        }
        for (long word : used) {
            Map<Long, String> found = foundFor(index(), word - Long.BYTES, word + 2 * Long.BYTES);
            requireFound(found);
            assertFalse(found.isEmpty());
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
}
