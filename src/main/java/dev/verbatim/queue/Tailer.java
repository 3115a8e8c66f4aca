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
 * Reads a queue, entry by entry, in the order of their positions. {@link MappedQueue#tailer()} makes a tailer, which
 * begins with the oldest entry. Each tailer sees every entry. Its position is its own and is gone when it is closed.
 *
 * <p>A <b>named</b> tailer, made by {@link MappedQueue#tailer(String)}, begins where the last tailer of its name
 * stopped: with the first entry that was not acknowledged. {@link #acknowledge} acknowledges an entry, and so does a
 * look for the next one. So each entry is delivered at least once; after the death of the process, the last one is
 * delivered again. What is acknowledged survives the process; a loss of power may bring back older positions.
 *
 * <p>No method waits for an entry except {@link #await}. An entry that is reserved and not committed yet holds up all
 * that come after it. If the appender's process has died, a tailer passes the entry as soon as the operating system has
 * dropped the locks of the process: within milliseconds, or after seconds on a machine so busy that a dying process has
 * to wait for its end. If the process is stopped and not dead, tailers wait until it goes on.
 *
 * <p><b>Errors.</b> Methods that read throw {@link QueueGapException} when the entries that come next were deleted; the
 * tailer has then moved past the gap, to the next entry that there is. They throw {@link QueueException} for an entry
 * whose checksum is wrong, {@link LayoutMismatchException} for one that the codec cannot read, and what the codec
 * throws; then the tailer is still at the entry, and {@link #skip} passes it. If the word of an entry is damaged, they
 * throw {@link QueueException}, and so does {@link #skip}: nothing more of that segment can be found. To go on,
 * {@linkplain #moveTo move to} the start of the next segment, a multiple of the {@linkplain MappedQueue#segmentSize
 * segment size}.
 *
 * <p><b>Threads.</b> One thread at a time may use a tailer; any thread may {@linkplain #close close} it. The handler of
 * {@link #read} may close its tailer too, but can call no other method of it. A call that is under way when the tailer
 * or the queue is closed ends as if it had come before. There can be any number of tailers.
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
     * Has this tailer check the checksum of each entry before it delivers it. If a checksum is wrong, the tailer throws
     * a {@link QueueException}. In a queue without checksums this does nothing.
     *
     * @return this tailer
     */
    public Tailer withChecksums() {
        checksum = queue.control().checksum() ? new EntryChecksum() : null;
        return this;
    }

    /**
     * Reads the next entry into a new object.
     *
     * @param codec a codec of the entry's layout
     * @param <T> the type of the DTO
     * @return the value; {@code null} if there is no further entry yet
     * @throws LayoutMismatchException if the entry was not appended with this layout
     * @throws IOException if the queue is damaged, a segment cannot be mapped, or entries were deleted
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
     * Reads the next entry of variable length into a new object. The entry may have been appended with an older layout,
     * which has grown into the codec's, or with a newer one, into which the codec's has grown.
     *
     * @param codec a codec of the entry's layout
     * @param <T> the type of the DTO
     * @return the value; {@code null} if there is no further entry yet
     * @throws LayoutMismatchException if the entry was appended with an unrelated layout
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
     * Reads the next entry into an object that exists.
     *
     * @param codec a codec of the entry's layout
     * @param target the object to fill
     * @param <T> the type of the DTO
     * @return whether there was an entry; if not, the object is unchanged
     * @throws LayoutMismatchException if the entry was not appended with this layout
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
     * Reads the next entry of variable length into an object that exists.
     *
     * @param codec a codec of the entry's layout, or of one that has grown from it or into it
     * @param target the object to fill
     * @param <T> the type of the DTO
     * @return whether there was an entry; if not, the object is unchanged
     * @throws LayoutMismatchException if the entry was appended with an unrelated layout
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
            if (!find()) {
                return false;
            }
            if (viewed != cursor.segment()) {
                viewed = cursor.segment();
                view = viewed.memory().asReadOnly();
            }
            handler.onEntry(
                    view.asSlice(cursor.offset() + PAYLOAD_OFFSET, cursor.length()),
                    cursor.position(),
                    cursor.layoutId());
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

    /** The first call that reads reports a gap that was found when the tailer was opened. */
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
                    .damaged(
                            cursor.offset(), "a payload of " + codec.byteSize() + " bytes", cursor.length() + " bytes");
        }
    }

    private void requireLayout(Object codec, StructLayout layout) throws IOException {
        if (!match.isSame(codec, cursor.layoutId())) {
            match.require(codec, layout, cursor.layoutId(), cursor.position());
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
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(timeout, "timeout");
        long start = System.nanoTime();
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        int looks = 0;
        while (!look()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for an entry of queue=" + queue.folder());
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
     * Acknowledges all entries that this tailer has read. Without this call, the tailer does so when it looks for the
     * next entry.
     *
     * @throws UnsupportedOperationException if the tailer has no name
     * @throws IllegalStateException if the tailer is closed
     */
    public void acknowledge() {
        guard.enter();
        try {
            if (name == null) {
                throw new UnsupportedOperationException(
                        "this tailer of queue=" + queue.folder() + " has no name to keep a position under");
            }
            name.save(cursor.position());
        } finally {
            guard.exit();
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
     * @param position what {@link Appender} or {@link #position} returned
     * @throws IllegalArgumentException if no entry starts there; the tailer has not moved
     * @throws QueueGapException if the entry was deleted; the tailer is at the next one that there is
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
     * @return how many entries it has passed: fewer if the queue ended, or if a living appender has not committed the
     *     next one
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
     * Entries carry no time. All entries that were appended from that time on come after this place, and some older
     * ones do too.
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
     * Closes the tailer, and acknowledges nothing. Does nothing if the tailer is closed already. If another thread is
     * in one of its methods, its name is free when that method has ended.
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
