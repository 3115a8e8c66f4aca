package dev.verbatim.map;

import static dev.verbatim.internal.log.Mappings.LONG;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.MappedClass;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many keys have a value, and how many bytes their entries take: the mapped file {@code counts}. It has 1024 rows
 * of 64 bytes, one for each slot: the changes that the slot's owners have made to the number of keys (long,
 * little-endian), to the bytes (long), and to how many of these tombstones have (long); and 40 bytes 0. The sums count.
 * Only the owner of a slot stores to its row, so that nobody waits for a cache line; a process that is killed may leave
 * its last change uncounted. Any thread may use it.
 */
final class Counts {

    private static final String FILE_NAME = "counts";
    private static final int ROW_SIZE = 64;
    private static final int KEYS_OFFSET = 0;
    private static final int BYTES_OFFSET = KEYS_OFFSET + Long.BYTES;
    private static final int REMOVALS_OFFSET = BYTES_OFFSET + Long.BYTES;
    private static final int FILE_SIZE = EntryDescriptor.SLOTS * ROW_SIZE;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final AtomicInteger users = new AtomicInteger(1);

    Counts(Path map, boolean writable) throws IOException {
        Path file = map.resolve(FILE_NAME);
        try {
            this.memory = Mappings.map(file, FILE_SIZE, writable, arena);
        } catch (NoSuchFileException e) {
            arena.close();
            throw new StoreException(file, "a file", "none; open the map once to write, which makes it");
        } catch (IOException | RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /** Makes sure that there is a file. */
    static void create(Path map) throws IOException {
        Path file = map.resolve(FILE_NAME);
        LogFiles.requireNoFolder(file);
        if (!LogFiles.exists(file) || Files.size(file) != FILE_SIZE) {
            Path unfinished = LogFiles.unfinished(map);
            LogFiles.writeAndForce(unfinished, new byte[FILE_SIZE]);
            Files.deleteIfExists(file); // one that a loss of power has cut
            LogFiles.link(unfinished, file);
        }
    }

    private MemorySegment memory() {
        return MappedClass.known(memory);
    }

    /** Adds to the row of a slot, as its owner. */
    void add(int slot, long keys, long bytes, long removals) {
        long row = (long) slot * ROW_SIZE;
        addTo(row + KEYS_OFFSET, keys);
        addTo(row + BYTES_OFFSET, bytes);
        addTo(row + REMOVALS_OFFSET, removals);
    }

    /** Takes note, as the owner of a slot, that the index does not lead to a tombstone any more. */
    void forgetRemoval(int slot, long bytes) {
        add(slot, 0, -bytes, -bytes);
    }

    private void addTo(long offset, long change) {
        if (change != 0) {
            LONG.setOpaque(memory(), offset, (long) LONG.getOpaque(memory(), offset) + change);
        }
    }

    long keys() {
        return sum(KEYS_OFFSET);
    }

    /** {@return how many bytes the entries have that the index leads to} */
    long bytes() {
        return sum(BYTES_OFFSET);
    }

    /** {@return how many of these bytes tombstones have} */
    long removals() {
        return sum(REMOVALS_OFFSET);
    }

    private long sum(int offset) {
        long sum = 0;
        for (int slot = 0; slot < EntryDescriptor.SLOTS; slot++) {
            sum += (long) LONG.getOpaque(memory(), (long) slot * ROW_SIZE + offset);
        }
        return Math.max(sum, 0);
    }

    /** Sets the sum of the keys, while nobody writes. */
    void setKeys(long keys) {
        set(KEYS_OFFSET, keys);
    }

    /** Sets the sum of the bytes, and how many of them tombstones have, while nobody writes. */
    void setBytes(long bytes, long removals) {
        set(BYTES_OFFSET, bytes);
        set(REMOVALS_OFFSET, removals);
    }

    private void set(int offset, long total) {
        for (int slot = 0; slot < EntryDescriptor.SLOTS; slot++) {
            LONG.setOpaque(memory(), (long) slot * ROW_SIZE + offset, slot == 0 ? total : 0);
        }
    }

    /** Takes note of one more user. */
    void retain() {
        users.incrementAndGet();
    }

    /** Takes note of one more user. {@return false if the last one has ended its use, and the file is unmapped} */
    boolean tryRetain() {
        int found = users.get();
        while (found > 0 && !users.compareAndSet(found, found + 1)) {
            found = users.get();
        }
        return found > 0;
    }

    /** Ends one use. The last one unmaps the file. */
    void release() {
        if (users.decrementAndGet() == 0) {
            Mappings.unmap(arena);
        }
    }
}
