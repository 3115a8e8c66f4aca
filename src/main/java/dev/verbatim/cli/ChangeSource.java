package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.GapException;
import dev.verbatim.StoreException;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.text.ByteText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the changes of a map for a person. It notes a key that it cannot read, and passes the change. One thread may
 * use it.
 */
final class ChangeSource implements AutoCloseable {

    /** How long to wait before looking for a change again. */
    private static final Duration LOOK = Duration.ofMillis(2);

    private final MapChanges<byte[], StoredValue> changes;
    private final MapKeys keys;
    private final IntPredicate wantedLayout;
    private final List<String> notes = new ArrayList<>();
    private @Nullable StoredEntry found;
    private boolean broken;

    /**
     * Opens a source.
     *
     * @param wantedLayout whether to read values of a layout, given by its id; others are passed
     * @param position where it begins; if the change there was deleted, it begins with the oldest one and notes that
     */
    ChangeSource(MappedMap<byte[], StoredValue> map, MapKeys keys, IntPredicate wantedLayout, long position)
            throws IOException {
        this.changes = at(map, position);
        this.keys = keys;
        this.wantedLayout = wantedLayout;
    }

    private MapChanges<byte[], StoredValue> at(MappedMap<byte[], StoredValue> map, long position) throws IOException {
        try {
            return map.changes(position);
        } catch (GapException e) {
            notes.add(e.getMessage());
            return map.changes();
        }
    }

    /**
     * Reads the next change.
     *
     * @param end where to stop: a change that is found there or later is the last one
     * @param patience how long to wait for a change
     * @return the change; null if there is none
     * @throws IOException if a segment cannot be mapped
     */
    @Nullable
    StoredEntry next(long end, Duration patience) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!broken && changes.position() < end) {
            try {
                if (changes.poll(this::take)) {
                    if (found != null) {
                        return found;
                    }
                    start = System.nanoTime();
                } else if (System.nanoTime() - start >= patience.toNanos()) {
                    return null;
                } else {
                    Thread.sleep(LOOK);
                }
            } catch (GapException e) {
                notes.add(e.getMessage());
            } catch (StoreException e) {
                notes.add(e.getMessage());
                broken = true;
            }
        }
        return null;
    }

    private void take(long position, byte[] key, @Nullable StoredValue value) {
        found = null;
        if (value != null && !wantedLayout.test(value.layoutId())) {
            return;
        }
        try {
            found = value == null
                    ? StoredEntry.change(position, keys.show(key), LayoutIds.RAW_ID, null)
                    : StoredEntry.change(position, keys.show(key), value.layoutId(), value.bytes());
        } catch (CorruptRecordException e) {
            notes.add("position=" + position + ": key=" + ByteText.of(key) + ": " + e.getMessage());
        }
    }

    /** {@return the position of the next change} */
    long position() {
        return changes.position();
    }

    /** {@return whether the map is so damaged here that no further change can be read} */
    boolean isBroken() {
        return broken;
    }

    /** {@return the notes since this was last called} */
    List<String> takeNotes() {
        List<String> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    @Override
    public void close() throws IOException {
        changes.close();
    }
}
