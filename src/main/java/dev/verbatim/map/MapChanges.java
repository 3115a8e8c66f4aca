package dev.verbatim.map;

import dev.verbatim.GapException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.Leak;
import dev.verbatim.internal.log.Cursor;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.Waiting;
import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the changes of a map one after the other, those of other processes too: each value that a key was given, and
 * each removal. The changes of one key come in the order in which they took effect; a change that compaction has copied
 * does not come again. What compaction has deleted is gone: then a read throws a {@link GapException}, and who needs
 * the whole goes over the map once. One thread at a time may use it; any thread may {@linkplain #close close} it, and
 * then a call that is under way goes on to no further change.
 *
 * <p>A change that is being written holds up all that come after it. If the process that writes it is stopped, readers
 * wait until it goes on. If it has died, {@link #skip} and {@link #toEnd} pass what it has left at once, as soon as the
 * operating system has dropped the locks of the process. {@link #poll} and {@link #await} ask about the owner of such
 * an entry only now and then, because that takes two system calls: they pass the entry a millisecond after their second
 * look. Who looks only now and then passes it at the third look.
 *
 * <p><b>Errors.</b> A change whose key or value cannot be read stays the next one, and so does one at which the handler
 * throws: {@link #skip} passes it. If the word of its entry is damaged, {@code skip} throws a {@link StoreException},
 * too: nothing more of that segment of the log can be found. To go on, begin anew at the start of the next segment, a
 * multiple of the {@linkplain MapInfo#segmentSize segment size}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class MapChanges<K, V> implements AutoCloseable {

    private final Leak leak = new Leak(this);
    private final MapStore store;
    private final ValueReader<K, V> reader;
    private final Cursor cursor;
    private final CallGuard guard;
    private final Waiting waiting;

    /** What is given back by a close. It has no reference to the reader, so that that can be collected. */
    private static final class Held {

        private final Log log;
        private final Cursor cursor;
        private final CallGuard guard;

        /** Part of a close, made beforehand: for want of memory in its midst, the map would be in use for good. */
        private final Closeable logRelease = this::leaveLog;

        Held(Log log, Cursor cursor) {
            this.log = log;
            this.cursor = cursor;
            this.guard = new CallGuard(
                    "the reader of the changes of " + log.name(), MapChanges.class.getName(), this::release);
        }

        private void release() throws IOException {
            try (logRelease) {
                cursor.close();
            }
        }

        private void leaveLog() {
            log.remove(guard);
        }
    }

    /**
     * Takes a change.
     *
     * @param <K> the type of the keys
     * @param <V> the type of the values
     */
    @FunctionalInterface
    public interface Handler<K, V> {
        /**
         * Takes a change.
         *
         * @param position where it is in the log
         * @param key the key
         * @param value its value from then on; null if it was removed
         */
        @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
        void onChange(long position, K key, @Nullable V value);
    }

    MapChanges(MapStore store, ValueReader<K, V> reader, long position) throws IOException {
        this.store = store;
        this.reader = reader;
        this.waiting = new Waiting(store.log(), "a change", this::look);
        this.cursor = new Cursor(store.log());
        try {
            if (position != 0) {
                cursor.moveTo(position);
            }
            this.guard = new Held(store.log(), cursor).guard;
            store.log().add(guard);
        } catch (IOException | RuntimeException | Error e) {
            cursor.close();
            throw e;
        }
        leak.watch(guard);
    }

    /**
     * Reads the next change. It is read when the handler has returned.
     *
     * @param handler takes it
     * @return whether there was one; if not, there is none yet, or the next one stands behind what a living process, or
     *     one that has just died, has begun to write
     * @throws LayoutMismatchException if the value was not written with this layout, or one that has grown from it or
     *     into it; {@link #skip} passes the change, and a map opened with {@link MapCodec#storedValues} reads it
     * @throws dev.verbatim.CorruptRecordException if a codec finds that the bytes are none of its records
     * @throws GapException if compaction has deleted what comes next; the next read begins after the gap
     * @throws StoreException if the map is damaged; a map opened with {@link MapCodec#storedValues} looks at the
     *     checksum of the change, too, and {@link #skip} passes it
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if this or the map is closed
     */
    public boolean poll(Handler<? super K, ? super V> handler) throws IOException {
        Objects.requireNonNull(handler, "handler");
        guard.enter();
        try {
            Session session = store.begin();
            try {
                return poll(session, handler);
            } finally {
                store.end(session);
            }
        } finally {
            exit();
        }
    }

    private boolean poll(Session session, Handler<? super K, ? super V> handler) throws IOException {
        if (!findChange(session, false)) {
            return false;
        }
        MapEntry entry = session.entry();
        entry.pointTo(cursor.segment(), cursor.offset());
        reader.requireWhole(session, entry, "");
        handler.onChange(
                cursor.position(),
                reader.key(session, entry),
                entry.isTombstone() ? null : reader.value(session, entry));
        cursor.advance();
        return true;
    }

    /**
     * Waits for a change. If this returns true, the next call of {@link #poll} or {@link #skip} finds one, or throws
     * what it throws where the change is damaged, or has been deleted meanwhile.
     *
     * @param strategy what to do between two looks
     * @param timeout how long to wait at most; it looks at least once
     * @return whether there is a change
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws GapException if compaction has deleted what comes next; the next read begins after the gap
     * @throws StoreException if the map is damaged
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if this or the map is closed
     */
    public boolean await(WaitStrategy strategy, Duration timeout) throws IOException, InterruptedException {
        return waiting.await(strategy, timeout);
    }

    private boolean look() throws IOException {
        guard.enter();
        try {
            Session session = store.begin();
            try {
                return findChange(session, false);
            } finally {
                store.end(session);
            }
        } finally {
            exit();
        }
    }

    /**
     * Passes changes without a look at their keys and values: also those that {@link #poll} cannot read.
     *
     * @param count how many
     * @return how many changes it has passed: fewer if there are no more yet, if a living process is writing the next
     *     one, or if this or the map was closed meanwhile
     * @throws IllegalArgumentException if the count is negative
     * @throws GapException if compaction has deleted what comes next; the next read begins after the gap
     * @throws StoreException if the map is damaged
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if this or the map is closed
     */
    public long skip(long count) throws IOException {
        guard.enter();
        try {
            if (count < 0) {
                throw new IllegalArgumentException("cannot skip count=" + count + " changes: expected 0 or more");
            }
            Session session = store.begin();
            try {
                return skip(session, count);
            } finally {
                store.end(session);
            }
        } finally {
            exit();
        }
    }

    private long skip(Session session, long count) throws IOException {
        long skipped = 0;
        while (skipped < count && !guard.isClosed() && findChange(session, true)) {
            cursor.advance();
            skipped++;
        }
        return skipped;
    }

    /** {@return whether there is a change at the cursor, which goes past what compaction has copied} */
    private boolean findChange(Session session, boolean atOnce) throws IOException {
        boolean found = find(session, atOnce);
        while (found && isCopy(session.entry())) {
            cursor.advance();
            found = !guard.isClosed() && find(session, atOnce);
        }
        return found;
    }

    /** {@return whether compaction has made the entry that was found} A damaged one is no copy: a poll stays at it. */
    private boolean isCopy(MapEntry entry) {
        try {
            entry.pointTo(cursor.segment(), cursor.offset());
            return entry.isCopy();
        } catch (StoreException e) {
            return false;
        }
    }

    /**
     * {@return whether there is a committed entry at the cursor} A prepared one is committed if it has taken effect.
     *
     * @param atOnce whether to ask at once if the owner of a reserved entry is alive, and not only now and then
     */
    private boolean find(Session session, boolean atOnce) throws IOException {
        while (!(atOnce ? cursor.findNow() : cursor.find())) {
            if (!cursor.isAtPrepared() || !store.settle(session, cursor)) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the position of the next change; to go on from there, also in another process, use {@link
     * MappedMap#changes(long)}} A handler may ask for it, and gets that of the change that it has.
     *
     * @throws IllegalStateException if this or the map is closed
     */
    public long position() {
        guard.requireOpen();
        return cursor.position();
    }

    /**
     * Goes past all changes that have taken effect by now, up to the first one that may still do so: one that a living
     * process is writing. Who then goes over the map has seen all that was before {@link #position}. Where this, or the
     * map, is closed meanwhile it goes no further.
     *
     * @throws IOException if the map is damaged or a segment cannot be mapped
     * @throws IllegalStateException if this or the map is closed
     */
    public void toEnd() throws IOException {
        guard.enter();
        try {
            Session session = store.begin();
            try {
                goToEnd(session);
            } finally {
                store.end(session);
            }
        } finally {
            exit();
        }
    }

    private void goToEnd(Session session) throws IOException {
        while (true) {
            try {
                long settled = store.settledPosition();
                if (settled > cursor.position()) {
                    cursor.moveTo(settled);
                }
                while (!guard.isClosed() && find(session, true)) {
                    cursor.advance();
                }
                return;
            } catch (GapException e) {
                // Compaction was faster. The cursor is behind the gap.
            }
        }
    }

    /**
     * Ends the reading. Does nothing if it has ended. A reader that is not closed is closed when the garbage collector
     * finds it.
     */
    @Override
    public void close() throws IOException {
        guard.close();
        leak.end();
    }

    private void exit() {
        try {
            guard.exitAlone();
        } finally {
            // A reader that is used for the last time must not be closed while it is.
            Reference.reachabilityFence(this);
        }
    }
}
