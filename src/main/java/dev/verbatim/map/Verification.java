package dev.verbatim.map;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.Scan;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import dev.verbatim.map.MapReport.Damage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at each entry of a map, and whether the index leads to what it must: for each committed entry to that one or to
 * a later one of its key. Changes nothing; the map may be in use. One thread at a time may use it.
 */
final class Verification {

    private final MapStore store;
    private final List<Damage> damage = new ArrayList<>();
    private long keys;

    Verification(MapStore store) {
        this.store = store;
    }

    MapReport run() throws IOException {
        Segments segments = store.log().segments();
        long oldest = segments.oldest();
        for (long index : segments.indices()) {
            SegmentFile segment;
            try {
                segment = segments.acquire(index);
            } catch (NoSuchFileException e) {
                continue; // compacted since
            }
            try {
                EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
                while (walk.next()) {
                    if (EntryDescriptor.state(walk.word()) == EntryDescriptor.COMMITTED) {
                        look(segment, walk.offset(), index == oldest);
                    }
                }
            } finally {
                segments.release(segment);
            }
        }
        return MapReport.of(Scan.look(store.log()), keys, damage);
    }

    private void look(SegmentFile segment, long offset, boolean isOldest) throws IOException {
        try {
            compare(segment, offset, isOldest);
        } catch (StoreException e) {
            damage.add(new Damage(segment.position(offset), String.valueOf(e.getMessage())));
        }
    }

    private void compare(SegmentFile segment, long offset, boolean isOldest) throws IOException {
        Session session = store.begin();
        try {
            MapEntry entry = session.entry();
            entry.pointTo(segment, offset);
            long position = entry.position();
            boolean isTombstone = entry.isTombstone();
            entry.copyKeyTo(session.key());
            boolean live = session.finder().locate(session.key());
            if (live && entry.position() == position) {
                keys++;
            } else if (session.finder().located() < position && !isTombstone && !isRemoved(session, isOldest)) {
                damage.add(new Damage(
                        position,
                        "expected that the index leads to this entry or a later one of its key, found "
                                + (live ? "position=" + entry.position() : "none")));
            }
        } finally {
            store.end(session);
        }
    }

    /** In the oldest segment, compaction may have come past a tombstone, and not yet have deleted what is before it. */
    private static boolean isRemoved(Session session, boolean isOldest) {
        return isOldest && session.finder().located() == 0;
    }
}
