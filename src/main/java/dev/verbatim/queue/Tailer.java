package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.GapException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.SizedCodec;
import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.Leak;
import dev.verbatim.internal.log.Cursor;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.TailerName;
import dev.verbatim.internal.log.Waiting;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a queue, entry by entry, in the order of their positions. {@link MappedQueue#tailer()} makes a tailer, which
 * begins with the oldest entry. Each tailer sees every entry. Its position is its own and is gone when it is closed.
 *
 * <p>A <b>named</b> tailer, made by {@link MappedQueue#tailer(String)}, begins where the last tailer of its name
 * stopped: with the first entry that was not acknowledged. {@link #acknowledge} acknowledges all entries before the
 * tailer's position, and so does the next call that reads or waits, before it looks for one. A skip or a move
 * acknowledges nothing by itself. So each entry is delivered at least once; after the death of the process, what was
 * read since is delivered again: the last entry, or all of a drain. What is acknowledged survives the process;
 * a loss of power may bring back older positions.
 *
 * <p>No method waits for an entry except {@link #await}. An entry that is reserved and not committed yet holds up all
 * that come after it. If the appender's process has died, a tailer passes the entry as soon as the operating system has
 * dropped the locks of the process: within milliseconds, or after seconds on a machine so busy that a dying process has
 * to wait for its end. One that looks only now and then passes it at its third look. If the process is stopped and not
 * dead, tailers wait until it goes on.
 *
 * <p><b>Errors.</b> Methods that read throw {@link GapException} when the entries that come next were deleted; the
 * tailer has then moved past the gap, to the next entry that there is. They throw {@link StoreException} for an entry
 * whose checksum is wrong, {@link LayoutMismatchException} for one that the codec cannot read, and what the codec
 * throws; then the tailer is still at the entry, and {@link #skip} passes it. A {@link CorruptRecordException}, whether
 * of a codec, or of a handler or a consumer that reads the entry in place, names the queue and the entry's position,
 * and has the one that was thrown first as its cause; one of a subclass stays as it is, and so does what a consumer of
 * objects throws. If the word of an entry is damaged, they throw {@link
 * StoreException}, and so does {@link #skip}: nothing more of that segment can be found. To go on, {@linkplain #moveTo
 * move to} the start of the next segment, a multiple of the {@linkplain MappedQueue#segmentSize segment size}.
 *
 * <p><b>Threads.</b> One thread at a time may use a tailer; any thread may {@linkplain #close close} it. Where two
 * threads use one at once, the second is refused by an {@link IllegalStateException}; or, if neither has seen the
 * other, both get one and the tailer is closed. A handler or consumer that is given an entry may ask for its tailer's
 * {@link #position} and close it, but can call no other method of it. A call that is under way when the tailer or the
 * queue is closed ends as if it had come before; one that would read or pass more entries ends with the one that it is
 * at. There can be any number of tailers.
 */
public final class Tailer implements AutoCloseable {

    private final Leak leak = new Leak(this);
    private final EntryReader reader;
    private final Cursor cursor;
    private final CallGuard guard;
    private final Waiting waiting;

    /**
     * Opens a tailer.
     *
     * @param name the name that it holds until it is closed; null if it has none
     */
    Tailer(Log log, @Nullable TailerName name) throws IOException {
        this.waiting = new Waiting(log, "an entry", this::look);
        this.reader = new EntryReader(log, name);
        this.cursor = reader.cursor();
        this.guard = reader.guard();
        leak.watch(guard);
    }

    /**
     * Has this tailer check the checksum of each entry before it delivers it. If a checksum is wrong, the tailer throws
     * a {@link StoreException}. In a queue without checksums this does nothing.
     *
     * @return this tailer
     * @throws IllegalStateException if the tailer is closed, or one of its methods is under way
     */
    public Tailer withChecksums() {
        guard.enter();
        try {
            reader.checkChecksums();
            return this;
        } finally {
            exit();
        }
    }

    /**
     * Has this tailer pass the entries of a layout, as if they were not there: what another program keeps among the
     * entries for itself, for instance. May be called for several layouts, each of which makes reading a little slower.
     *
     * @param layout the layout, which no entry needs to have
     * @return this tailer
     * @throws IllegalArgumentException if the layout has a union or an address, or is deeper than {@link
     *     dev.verbatim.LayoutText} says
     * @throws IllegalStateException if the tailer is closed, or one of its methods is under way
     */
    public Tailer passing(StructLayout layout) {
        Objects.requireNonNull(layout, "layout");
        guard.enter();
        try {
            reader.pass(layout);
            return this;
        } finally {
            exit();
        }
    }

    /**
     * Reads the next entry into a new object.
     *
     * @param codec a codec of the entry's layout
     * @param <T> the type of the DTO
     * @return the value; {@code null} if there is no further entry yet
     * @throws LayoutMismatchException if the entry was not appended with this layout
     * @throws CorruptRecordException if the codec throws it: the bytes hold a value that the DTO cannot have
     * @throws IOException if the queue is damaged, a segment cannot be mapped, or entries were deleted
     * @throws IllegalStateException if the tailer is closed
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public <T> @Nullable T poll(StructCodec<T> codec) throws IOException {
        Objects.requireNonNull(codec, "codec");
        guard.enter();
        try {
            if (!reader.find()) {
                return null;
            }
            reader.requireStruct(codec);
            T value = codec.read(cursor.segment().memory(), cursor.offset() + PAYLOAD_OFFSET);
            cursor.advance();
            return value;
        } catch (CorruptRecordException e) {
            throw reader.placed(e);
        } finally {
            exit();
        }
    }

    /**
     * Reads the next entry, whose value has a size of its own, into a new object. A variable-length record may have
     * been appended with an older layout, which has grown into the codec's, or with a newer one, into which the codec's
     * has grown. So where the layout of one of several types begins with that of another, the tag alone tells them
     * apart.
     *
     * @param codec a codec of the entry's layout, or one of several types, of which one has the entry's layout
     * @param <T> the type of the values
     * @return the value; {@code null} if there is no further entry yet
     * @throws LayoutMismatchException if the entry was not appended with the layout of the codec, or with that of the
     *     alternative of its tag; if it is a variable-length record, with one that is unrelated to that
     * @throws CorruptRecordException if the codec throws it: there is no alternative of the entry's tag, or its bytes
     *     hold a value that the DTO cannot have
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public <T> @Nullable T poll(SizedCodec<T> codec) throws IOException {
        Objects.requireNonNull(codec, "codec");
        guard.enter();
        try {
            if (!reader.find()) {
                return null;
            }
            T value = reader.read(codec);
            cursor.advance();
            return value;
        } catch (CorruptRecordException e) {
            throw reader.placed(e);
        } finally {
            exit();
        }
    }

    /**
     * Reads the next entry into an object that exists.
     *
     * @param codec a codec of the entry's layout
     * @param target the object to fill
     * @param <T> the type of the DTO
     * @return whether there was an entry; if not, the object is unchanged
     * @throws LayoutMismatchException if the entry was not appended with this layout
     * @throws CorruptRecordException as {@link #poll(StructCodec)} throws it
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <T> boolean pollInto(ReusableCodec<T> codec, T target) throws IOException {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(target, "target");
        guard.enter();
        try {
            if (!reader.find()) {
                return false;
            }
            reader.requireStruct(codec);
            codec.readInto(target, cursor.segment().memory(), cursor.offset() + PAYLOAD_OFFSET);
            cursor.advance();
            return true;
        } catch (CorruptRecordException e) {
            throw reader.placed(e);
        } finally {
            exit();
        }
    }

    /**
     * Reads the next entry of variable length into an object that exists.
     *
     * @param codec a codec of the entry's layout, or of one that has grown from it or into it
     * @param target the object to fill
     * @param <T> the type of the DTO
     * @return whether there was an entry; if not, the object is unchanged
     * @throws LayoutMismatchException if the entry was appended with an unrelated layout
     * @throws CorruptRecordException as {@link #poll(StructCodec)} throws it
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <T> boolean pollInto(ReusableVarCodec<T> codec, T target) throws IOException {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(target, "target");
        guard.enter();
        try {
            if (!reader.find()) {
                return false;
            }
            reader.requireVarRecord(codec, codec.layout());
            codec.readInto(target, cursor.payload(), 0);
            cursor.advance();
            return true;
        } catch (CorruptRecordException e) {
            throw reader.placed(e);
        } finally {
            exit();
        }
    }

    /**
     * Hands the next entry to a handler, in place. If the handler throws, the tailer stays at the entry.
     *
     * @param handler takes the entry
     * @return whether there was an entry
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public boolean read(EntryHandler handler) throws IOException {
        Objects.requireNonNull(handler, "handler");
        guard.enter();
        try {
            if (!reader.find()) {
                return false;
            }
            handler.onEntry(
                    reader.readOnlySegment().asSlice(cursor.offset() + PAYLOAD_OFFSET, cursor.length()),
                    cursor.position(),
                    cursor.layoutId());
            cursor.advance();
            return true;
        } catch (CorruptRecordException e) {
            throw reader.placed(e);
        } finally {
            exit();
        }
    }

    /**
     * Reads entries into new objects, as long as there are any, and hands each to a consumer. That is faster than to
     * {@link #poll(StructCodec) poll} one by one. If the consumer throws, or an entry cannot be read, the tailer stays
     * at that entry. A named tailer acknowledges none of them before it looks for entries again: after the death of the
     * process all come again. If the consumer or another thread closes the tailer or the queue, the entry that the
     * consumer has is the last.
     *
     * @param codec a codec of the entries' layout
     * @param consumer takes the values, in order; it can call no method of this tailer but {@link #position} and
     *     {@link #close}
     * @param limit how many entries to read at most; 0 or more
     * @param <T> the type of the DTO
     * @return how many entries it has read; fewer than the limit if there is no further entry yet, or the tailer or the
     *     queue was closed meanwhile
     * @throws LayoutMismatchException if an entry was not appended with this layout
     * @throws IllegalArgumentException if the limit is negative
     * @throws CorruptRecordException as {@link #poll(StructCodec)} throws it
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <T> int drain(StructCodec<T> codec, Consumer<? super T> consumer, int limit) throws IOException {
        Objects.requireNonNull(codec, "codec");
        return drain(consumer, false, limit, () -> {
            reader.requireStruct(codec);
            return codec.read(cursor.segment().memory(), cursor.offset() + PAYLOAD_OFFSET);
        });
    }

    /**
     * Reads entries, whose values have sizes of their own, into new objects. In all else this is {@link
     * #drain(StructCodec, Consumer, int)}.
     *
     * @param codec as {@link #poll(SizedCodec)} takes it
     * @param consumer takes the values, in order; it can call no method of this tailer but {@link #position} and
     *     {@link #close}
     * @param limit how many entries to read at most; 0 or more
     * @param <T> the type of the values
     * @return how many entries it has read; fewer than the limit if there is no further entry yet, or the tailer or the
     *     queue was closed meanwhile
     * @throws LayoutMismatchException as {@link #poll(SizedCodec)} throws it
     * @throws IllegalArgumentException if the limit is negative
     * @throws CorruptRecordException as {@link #poll(SizedCodec)} throws it
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <T> int drain(SizedCodec<T> codec, Consumer<? super T> consumer, int limit) throws IOException {
        Objects.requireNonNull(codec, "codec");
        return drain(consumer, false, limit, () -> reader.read(codec));
    }

    /**
     * Points a view to one entry after the other, in place, and hands it to a consumer. Nothing is copied, and nothing
     * allocated for an entry of a fixed size. The view shows the entry until the consumer returns; take out of it
     * what is to stay. In all else this is {@link #drain(StructCodec, Consumer, int)}.
     *
     * <p>A view of variable-length records also shows entries of a layout that has grown from its own. It has no
     * defaults for members that an older layout lacks: a {@link VarCodec} reads those entries, or a view of the older
     * layout. Where only the elements of a list lack members, the view throws when it is asked for one.
     *
     * @param view a view of the entries' layout; it cannot write
     * @param consumer takes the view; it can call no method of this tailer but {@link #position} and
     *     {@link #close}
     * @param limit how many entries to read at most; 0 or more
     * @param <V> the type of the view
     * @return how many entries it has read; fewer than the limit if there is no further entry yet, or the tailer or the
     *     queue was closed meanwhile
     * @throws LayoutMismatchException if an entry was not appended with this layout, or has variable length and was
     *     appended with an unrelated one, or with an older one that lacks members of the view's
     * @throws IllegalArgumentException if the limit is negative
     * @throws CorruptRecordException as {@link #poll(StructCodec)} throws it
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <V extends StructView> int drain(V view, Consumer<? super V> consumer, int limit) throws IOException {
        StructLayout layout = Objects.requireNonNull(view, "view").layout();
        if (!Layouts.isVarRecord(layout)) {
            return drain(consumer, true, limit, () -> {
                reader.requireStruct(view, layout);
                view.wrap(reader.readOnlySegment(), cursor.offset() + PAYLOAD_OFFSET);
                return view;
            });
        }
        return drain(consumer, true, limit, () -> {
            reader.requireVarRecord(view, layout);
            // What lies behind the entry is none of its business.
            view.wrap(reader.readOnlySegment().asSlice(cursor.offset() + PAYLOAD_OFFSET, cursor.length()), 0);
            return view;
        });
    }

    private <T> int drain(Consumer<? super T> consumer, boolean isInPlace, int limit, EntryReader.EntryValue<T> value)
            throws IOException {
        Objects.requireNonNull(consumer, "consumer");
        if (limit < 0) {
            throw new IllegalArgumentException("cannot read limit=" + limit + " entries: expected 0 or more");
        }
        guard.enter();
        try {
            return reader.drain(consumer, isInPlace, limit, value);
        } finally {
            exit();
        }
    }

    /**
     * Waits for an entry. If this returns true, the next call that reads finds one.
     *
     * @param strategy what to do between two looks
     * @param timeout how long to wait at most; it looks at least once
     * @return whether there is an entry
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public boolean await(WaitStrategy strategy, Duration timeout) throws IOException, InterruptedException {
        return waiting.await(strategy, timeout);
    }

    private boolean look() throws IOException {
        guard.enter();
        try {
            return reader.find();
        } finally {
            exit();
        }
    }

    /**
     * Acknowledges all entries before this tailer's position: those that it has read, and those that it has skipped.
     * After a move back, those that come again are not acknowledged any more. Without this call, the next one that
     * reads or waits does so.
     *
     * @throws UnsupportedOperationException if the tailer has no name
     * @throws IllegalStateException if the tailer is closed
     */
    public void acknowledge() {
        guard.enter();
        try {
            reader.acknowledge();
        } finally {
            exit();
        }
    }

    /**
     * {@return the position at which the tailer looks for the next entry: the position of that entry itself, once
     * {@link #await} has found it}
     *
     * @throws IllegalStateException if the tailer is closed
     */
    public long position() {
        guard.requireOpen();
        return cursor.position();
    }

    /**
     * Moves to a position. The tailer walks through the segment to make sure that an entry starts there.
     *
     * @param position what {@link Appender} or {@link #position} returned, or a multiple of the {@linkplain
     *     MappedQueue#segmentSize segment size}, which leads to the first entry of a segment
     * @throws IllegalArgumentException if no entry starts there; the tailer has not moved
     * @throws GapException if the entry was deleted; the tailer is at the next one that there is
     * @throws IOException if the queue is damaged, or a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void moveTo(long position) throws IOException {
        move(() -> cursor.moveTo(position));
    }

    /**
     * Passes entries. The thousandth entry of the queue is the next after {@link #toStart} and {@code skip(999)}.
     *
     * @param count how many
     * @return how many entries it has passed: fewer if the queue ended, if a living appender has not committed the next
     *     one, or if the tailer or the queue was closed meanwhile
     * @throws IllegalArgumentException if the count is negative
     * @throws IOException if the queue is damaged, a segment cannot be mapped, or entries were deleted
     * @throws IllegalStateException if the tailer is closed
     */
    public long skip(long count) throws IOException {
        guard.enter();
        try {
            if (count < 0) {
                throw new IllegalArgumentException("cannot skip count=" + count + " entries: expected 0 or more");
            }
            return reader.skip(count);
        } finally {
            exit();
        }
    }

    /**
     * Moves to the oldest entry.
     *
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void toStart() throws IOException {
        move(cursor::toStart);
    }

    /**
     * Moves past all entries that are there or are being written now: the next entry is one that is begun after this
     * call.
     *
     * @throws IOException if the queue is damaged, or a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void toEnd() throws IOException {
        move(cursor::toEnd);
    }

    /**
     * Moves to the start of the segment that was being written at a time, or to the oldest entry if that is younger.
     * Entries carry no time. All entries that were begun from that time on come after this place: those whose claim was
     * opened, or whose append was called, at that time or later. Some older ones do too. One that was begun before that
     * time may lie before this place, also if it was committed after it.
     *
     * @param time the time, by this host's clock
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void moveToTime(Instant time) throws IOException {
        Objects.requireNonNull(time, "time");
        // This conversion ends at the smallest and the largest long.
        long nanos = TimeUnit.NANOSECONDS.convert(Duration.between(Instant.EPOCH, time));
        move(() -> cursor.moveToTime(nanos));
    }

    private void move(EntryReader.Move move) throws IOException {
        guard.enter();
        try {
            reader.move(move);
        } finally {
            exit();
        }
    }

    /**
     * Closes the tailer, and acknowledges nothing. Does nothing if the tailer is closed already. If another thread is
     * in one of its methods, its name is free when that method has ended. A tailer that is not closed is closed when
     * the garbage collector finds it, unless the task of the thread that used it last leads to it.
     *
     * @throws IOException if its name cannot be given back; it is closed all the same
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
            // A tailer that is used for the last time must not be closed while it is.
            Reference.reachabilityFence(this);
        }
    }
}
