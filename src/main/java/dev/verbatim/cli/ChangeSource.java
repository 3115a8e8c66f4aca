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
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Reads the changes of a map. A key that cannot be read is noted, and its change passed. */
final class ChangeSource extends FollowedSource {

    private final MapChanges<byte[], StoredValue> changes;
    private final MapKeys keys;
    private final IntPredicate wantedLayout;
    private @Nullable StoredEntry found;

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
            note(e.getMessage());
            return map.changes();
        }
    }

    /** A change that is found at the end or later is the last one. */
    @Override
    @Nullable
    StoredEntry next(long end, Duration patience) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!isBroken() && changes.position() < end) {
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
                note(e.getMessage());
            } catch (StoreException e) {
                note(e.getMessage());
                pass();
                start = System.nanoTime();
            }
        }
        return null;
    }

    /** Passes a change whose checksum is wrong. If there is no change at all, this source is broken. */
    private void pass() throws IOException {
        boolean passed = false;
        try {
            passed = changes.skip(1) > 0;
        } catch (GapException e) {
            note(e.getMessage());
            passed = true;
        } catch (StoreException e) {
            // there is no change
        }
        if (!passed) {
            setBroken();
        }
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
            note("position=" + position + ": key=" + ByteText.of(key) + ": " + e.getMessage());
        }
    }

    @Override
    long position() {
        return changes.position();
    }

    @Override
    public void close() throws IOException {
        changes.close();
    }
}
