package dev.verbatim.queue;

import static dev.verbatim.queue.EntryDescriptor.PAYLOAD_OFFSET;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.ReusableCodec;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.io.CallGuard;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a queue, record by record, in the order of their positions. Made by {@link MappedQueue#tailer()}; begins with the oldest record.
 * Each tailer sees every record. Its position is its own and is gone when it is closed.
 *
 * <p>A <b>named</b> tailer, made by {@link MappedQueue#tailer(String)}, begins where the last one of its name stopped: with the first record
 * that was not acknowledged. A record is acknowledged by {@link #acknowledge}, or when the next one is looked for. So each record is
 * delivered at least once, and after the death of the process the last one again. What is acknowledged survives the process; a loss of
 * power may bring back older positions.
 *
 * <p>No method waits for a record except {@link #await}. A record that is reserved and not committed yet holds up all that come after
 * it. If the appender's process has died, a tailer passes the record as soon as the operating system has dropped the locks of the
 * process: within milliseconds, or after seconds on a machine so busy that a dying process has to wait for its end. If the process is
 * stopped and not dead, tailers wait until it goes on.
 *
 * <p><b>Errors.</b> Methods that read throw {@link QueueGapException} when what they would have read was deleted, and have moved past
 * the gap then, to the next record that there is. They throw {@link QueueException} for a record whose checksum is wrong, {@link LayoutMismatchException} for one that
 * the codec cannot read, and what the codec throws; then the tailer is still at the record, and {@link #skip} passes it. Where the word of
 * a record is damaged they throw {@link QueueException}, and so does {@link #skip}: nothing more of that segment can be found. {@link
 * #moveTo} the start of the next one, a multiple of the {@linkplain MappedQueue#segmentSize segment size}, goes on.
 *
 * <p><b>Threads.</b> One thread at a time may use a tailer; any thread may {@linkplain #close close} it, and the handler of
 * {@link #read} may, which can call no other method of its tailer. A call that is under way when the tailer or the queue is closed ends as if
 * it had come before. There can be any number of tailers.
 */
public final class Tailer implements AutoCloseable {

    private final OpenQueue queue;
    private final Cursor cursor;
    private final LayoutMatch match;
    private final @Nullable TailerName name;
    private @Nullable QueueGapException gap;
    private @Nullable EntryChecksum checksum;
    private @Nullable SegmentFile viewed;
    private MemorySegment view = MemorySegment.NULL;
    private final CallGuard guard;

    /**
     * Opens a tailer.
     *
     * @param name the name that it holds until it is closed; null if it has none
     */
    Tailer(OpenQueue queue, @Nullable TailerName name) throws IOException {
        this.queue = queue;
        this.name = name;
        this.cursor = new Cursor(queue);
        this.match = new LayoutMatch(queue.layouts());
        this.guard = new CallGuard("the tailer of queue=" + queue.folder(), this::release);
        try {
            moveToSaved();
            queue.add(guard);
        } catch (IOException | RuntimeException | Error e) {
            cursor.close();
            throw e;
        }
    }

    private void moveToSaved() throws IOException {
        try {
            if (name != null) {
                cursor.moveToSaved(name.saved());
            }
        } catch (QueueGapException e) {
            gap = e;
        }
    }

    /**
     * Has this tailer check the checksum of each record before it delivers it. A wrong one is a {@link QueueException}. In a queue without
     * checksums it does nothing.
     *
     * @return this tailer
     */
    public Tailer withChecksums() {
        checksum = queue.control().checksum() ? new EntryChecksum() : null;
        return this;
    }

    /**
     * Reads the next record into a new object.
     *
     * @param codec a codec of the record's layout
     * @param <T> the type of the DTO
     * @return the value; {@code null} if there is no further record yet
     * @throws LayoutMismatchException if the record was not appended with this layout
     * @throws IOException if the queue is damaged, a segment cannot be mapped, or records were deleted
     * @throws IllegalStateException if the tailer is closed
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public <T> @Nullable T poll(StructCodec<T> codec) throws IOException {
        Objects.requireNonNull(codec, "codec");
        guard.enter();
        try {
            if (!find()) {
                return null;
            }
            requireStruct(codec);
            T value = codec.read(cursor.segment().memory(), cursor.offset() + PAYLOAD_OFFSET);
            cursor.advance();
            return value;
        } finally {
            guard.exit();
        }
    }

    /**
     * Reads the next record of variable length into a new object. The record may have been appended with an older or newer layout, from
     * which or to which the codec's has grown.
     *
     * @param codec a codec of the record's layout
     * @param <T> the type of the DTO
     * @return the value; {@code null} if there is no further record yet
     * @throws LayoutMismatchException if the record was appended with an unrelated layout
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public <T> @Nullable T poll(VarCodec<T> codec) throws IOException {
        Objects.requireNonNull(codec, "codec");
        guard.enter();
        try {
            if (!find()) {
                return null;
            }
            requireLayout(codec, codec.layout());
            T value = codec.read(cursor.payload(), 0);
            cursor.advance();
            return value;
        } finally {
            guard.exit();
        }
    }

    /**
     * Reads the next record into an object that exists.
     *
     * @param codec a codec of the record's layout
     * @param target the object to fill
     * @param <T> the type of the DTO
     * @return whether there was a record; if not, the object is unchanged
     * @throws LayoutMismatchException if the record was not appended with this layout
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <T> boolean pollInto(ReusableCodec<T> codec, T target) throws IOException {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(target, "target");
        guard.enter();
        try {
            if (!find()) {
                return false;
            }
            requireStruct(codec);
            codec.readInto(target, cursor.segment().memory(), cursor.offset() + PAYLOAD_OFFSET);
            cursor.advance();
            return true;
        } finally {
            guard.exit();
        }
    }

    /**
     * Reads the next record of variable length into an object that exists.
     *
     * @param codec a codec of the record's layout, or of one from which or to which it has grown
     * @param target the object to fill
     * @param <T> the type of the DTO
     * @return whether there was a record; if not, the object is unchanged
     * @throws LayoutMismatchException if the record was appended with an unrelated layout
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public <T> boolean pollInto(ReusableVarCodec<T> codec, T target) throws IOException {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(target, "target");
        guard.enter();
        try {
            if (!find()) {
                return false;
            }
            requireLayout(codec, codec.layout());
            codec.readInto(target, cursor.payload(), 0);
            cursor.advance();
            return true;
        } finally {
            guard.exit();
        }
    }

    /**
     * Hands the next record to a handler, in place. If the handler throws, the tailer stays at the record.
     *
     * @param handler takes the record
     * @return whether there was a record
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public boolean read(EntryHandler handler) throws IOException {
        Objects.requireNonNull(handler, "handler");
        guard.enter();
        try {
            if (!find()) {
                return false;
            }
            if (viewed != cursor.segment()) {
                viewed = cursor.segment();
                view = viewed.memory().asReadOnly();
            }
            handler.onRecord(
                    view.asSlice(cursor.offset() + PAYLOAD_OFFSET, cursor.length()), cursor.position(), cursor.layoutId());
            cursor.advance();
            return true;
        } finally {
            guard.exit();
        }
    }

    private boolean find() throws IOException {
        if (name != null) {
            requireNoGap();
            name.save(cursor.position());
        }
        if (!cursor.find()) {
            return false;
        }
        if (checksum != null) {
            requireChecksum(checksum);
        }
        return true;
    }

    /** A gap that was found when the tailer was opened is reported by the first call that reads. */
    private void requireNoGap() throws QueueGapException {
        QueueGapException found = gap;
        if (found != null) {
            gap = null;
            throw found;
        }
    }

    private void requireChecksum(EntryChecksum checksum) throws QueueException {
        SegmentFile segment = cursor.segment();
        int expected = checksum.of(segment, cursor.offset(), cursor.word());
        if (segment.checksum(cursor.offset()) != expected) {
            throw segment.damaged(
                    cursor.offset(),
                    "checksum=0x%08x".formatted(expected),
                    "checksum=0x%08x".formatted(segment.checksum(cursor.offset())));
        }
    }

    private void requireStruct(StructCodec<?> codec) throws IOException {
        requireLayout(codec, codec.layout());
        if (cursor.length() != codec.byteSize()) {
            throw cursor.segment()
                    .damaged(cursor.offset(), "a payload of " + codec.byteSize() + " bytes", cursor.length() + " bytes");
        }
    }

    private void requireLayout(Object codec, StructLayout layout) throws IOException {
        if (!match.isSame(codec, cursor.layoutId())) {
            match.require(codec, layout, cursor.layoutId(), cursor.position());
        }
    }

    /**
     * Waits for a record. If this returns true, the next call that reads finds one.
     *
     * @param strategy what to do between two looks
     * @param timeout how long to wait at most; it looks at least once
     * @return whether there is a record
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IOException as {@link #poll(StructCodec)} throws it
     * @throws IllegalStateException if the tailer is closed
     */
    public boolean await(WaitStrategy strategy, Duration timeout) throws IOException, InterruptedException {
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(timeout, "timeout");
        long start = System.nanoTime();
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        int looks = 0;
        while (!look()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for a record of queue=" + queue.folder());
            }
            if (System.nanoTime() - start >= timeoutNanos) {
                return false;
            }
            looks = Math.min(looks, Integer.MAX_VALUE - 1) + 1;
            strategy.idle(looks);
        }
        return true;
    }

    private boolean look() throws IOException {
        guard.enter();
        try {
            return find();
        } finally {
            guard.exit();
        }
    }

    /**
     * Acknowledges all records that this tailer has read. Without this call that happens when the next one is looked for.
     *
     * @throws UnsupportedOperationException if the tailer has no name
     * @throws IllegalStateException if the tailer is closed
     */
    public void acknowledge() {
        guard.enter();
        try {
            if (name == null) {
                throw new UnsupportedOperationException("this tailer of queue=" + queue.folder() + " has no name to keep a position under");
            }
            name.save(cursor.position());
        } finally {
            guard.exit();
        }
    }

    /**
     * {@return the position from which the next record is looked for: that of the record itself, once {@link #await} has found it}
     *
     * @throws IllegalStateException if the tailer is closed
     */
    public long position() {
        guard.requireOpen();
        return cursor.position();
    }

    /**
     * Moves to a position. It takes a walk through its segment to make sure that a record starts there.
     *
     * @param position what {@link Appender} or {@link #position} returned
     * @throws IllegalArgumentException if no record starts there; the tailer has not moved
     * @throws QueueGapException if the record was deleted; the tailer is at the next one that there is
     * @throws IOException if the queue is damaged, or a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void moveTo(long position) throws IOException {
        move(() -> cursor.moveTo(position));
    }

    /**
     * Passes records. The thousandth record of the queue is the next after {@link #toStart} and {@code skip(999)}.
     *
     * @param count how many
     * @return how many it were: fewer if the queue ended, or a living appender has not committed the next one
     * @throws IllegalArgumentException if the count is negative
     * @throws IOException if the queue is damaged, a segment cannot be mapped, or records were deleted
     * @throws IllegalStateException if the tailer is closed
     */
    public long skip(long count) throws IOException {
        guard.enter();
        try {
            if (count < 0) {
                throw new IllegalArgumentException("cannot skip count=" + count + " records: expected 0 or more");
            }
            long skipped = 0;
            while (skipped < count && cursor.findNow()) {
                cursor.advance();
                skipped++;
            }
            return skipped;
        } finally {
            guard.exit();
        }
    }

    /**
     * Moves to the oldest record.
     *
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void toStart() throws IOException {
        move(cursor::toStart);
    }

    /**
     * Moves past all records that are there or in work now: the next one is one that was begun after this call.
     *
     * @throws IOException if the queue is damaged, or a segment cannot be mapped
     * @throws IllegalStateException if the tailer is closed
     */
    public void toEnd() throws IOException {
        move(cursor::toEnd);
    }

    /**
     * Moves to the start of the segment that was being written at a time, or to the oldest record if that is younger. All records
     * that were appended from that time on come after this place; records carry no time, so some that are older do too.
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

    /** Goes to another place. */
    private interface Move {
        void run() throws IOException;
    }

    private void move(Move move) throws IOException {
        guard.enter();
        try {
            move.run();
        } finally {
            guard.exit();
        }
    }

    /**
     * Closes the tailer, and acknowledges nothing. Does nothing if it is closed. If another thread is in one of its methods, its name is
     * free when that method has ended.
     *
     * @throws IOException if its name cannot be given back; it is closed all the same
     */
    @Override
    public void close() throws IOException {
        guard.close();
    }

    private void release() throws IOException {
        // In this order: segment, name, queue. What fails first is thrown, the rest is suppressed.
        try (Closeable _ = () -> queue.remove(guard);
                name) {
            cursor.close();
        }
    }
}
