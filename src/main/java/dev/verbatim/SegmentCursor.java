package dev.verbatim;

import dev.verbatim.internal.runtime.Fence;
import dev.verbatim.internal.runtime.TextBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a {@link MemorySegment}: it puts and gets values one behind the other. It is for what has no layout: a
 * file's header, a wire protocol, and code that was written against a buffer with a position.
 *
 * {@snippet file="CursorTutorialTest.java" region="write"}
 *
 * <p><b>Where.</b> The <em>position</em> is the offset of the next byte from the start of the segment. The
 * <em>limit</em> is where puts and gets end: the end of the segment, unless {@link #limit(long)} or {@link #flip} has
 * set it. All are in bytes, and 0 &le; position &le; limit. Nothing needs alignment.
 *
 * <p><b>Bytes.</b> A cursor has one byte order, chosen when it is made, little-endian without a choice. There is
 * nothing between two values:
 *
 * <table class="striped">
 * <caption>What a put writes</caption>
 * <thead><tr><th scope="col">method</th><th scope="col">bytes</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code putByte} to {@code putDouble}</th>
 *     <td>1, 2, 4 or 8 bytes in the byte order; a {@code boolean} is a byte of 0 or 1, and read as true from any byte
 *     but 0; {@code float} and {@code double} bit for bit</td></tr>
 * <tr><th scope="row">{@code putBytes} to {@code putDoubles}</th><td>the elements alone</td></tr>
 * <tr><th scope="row">{@code putByteArray} to {@code putDoubleArray}</th>
 *     <td>the number of elements as an {@code int}, then the elements; for null -1 alone</td></tr>
 * <tr><th scope="row">{@link #putString}</th>
 *     <td>the number of bytes as an {@code int}, then the text in UTF-8, without a terminator; for null -1
 *     alone</td></tr>
 * <tr><th scope="row">{@link #putNull}</th><td>the {@code int} -1</td></tr>
 * <tr><th scope="row">{@link #put(StructCodec, Object)}, {@link #put(SizedCodec, Object)}</th>
 *     <td>what the codec writes, in the byte order of its layout</td></tr>
 * <tr><th scope="row">{@link #put(MemorySegment)}</th><td>those of the segment alone</td></tr>
 * <tr><th scope="row">{@link #align}</th><td>zeros</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>Memory.</b> {@link #of(MemorySegment)} makes a cursor over a segment of any kind. {@link #growing(Arena, long)}
 * makes one that allocates its segment in an arena, and a new one of twice the size whenever a put, {@link #skip} or
 * {@link #align} needs more. The bytes so far are copied. The old segment stays allocated as long as the arena; all of
 * them take less than three times the memory of the last. {@link #segment} is the present one. A limit that is set also
 * ends the growth, until {@link #clear} or {@link #compact}.
 *
 * <p><b>Errors.</b> A method that throws leaves the position and all bytes as they were:
 *
 * <ul>
 *   <li>{@link IndexOutOfBoundsException}: the value does not end at the limit or before, or the segment would grow
 *       beyond its maximum; the message has position, limit, and the number of bytes that were needed
 *   <li>{@link IllegalArgumentException}: a put to a read-only segment, or a text with an unpaired surrogate
 *   <li>{@link CorruptRecordException}: what was to be got is no value: a length below -1, text that is not UTF-8
 *   <li>{@link IllegalStateException}, {@link WrongThreadException}: as the segment throws them, because its arena is
 *       closed or it belongs to another thread.
 * </ul>
 *
 * <p>A codec writes and reads by its own rules: {@link StructCodec} says when a change in its value, meanwhile, leaves
 * a struct half written. {@code getInto} may leave its target filled in part.
 *
 * <p><b>Speed.</b> Puts and gets allocate nothing, but for what they return. A text of up to 65,536 characters is put
 * through a buffer that the cursor keeps. To grow allocates, and so do {@link #limit(long)} and {@link #flip}: each
 * makes a slice of the segment. A cursor keeps its speed in a process that uses several kinds of segment; {@code
 * docs/cursor.md} has figures.
 *
 * <p><b>Threads.</b> One thread at a time may use a cursor; it does not synchronise. Which threads may access the
 * segment, its arena says. Close a shared arena when the threads that use cursors have finished: as with a {@linkplain
 * StructView view}, two puts or gets, and what you allocate between them, are not safe from a fault of HotSpot that
 * {@code docs/module-info.md} describes.
 */
public final class SegmentCursor extends CursorRecords {

    /** The most bytes that a growing cursor grows to, if none are named: 1 GiB. */
    public static final long DEFAULT_MAX_BYTES = 1L << 30;

    private static final long NO_MARK = -1;

    private final TextBuffer text = new TextBuffer();
    private long mark = NO_MARK;

    private SegmentCursor(@Nullable Arena arena, long maxBytes, MemorySegment whole, ByteOrder order) {
        super(arena, maxBytes, whole, Objects.requireNonNull(order, "order") == ByteOrder.BIG_ENDIAN);
    }

    /**
     * {@return a cursor at the start of a segment, in little-endian order}
     *
     * @param segment the segment, of any kind; its end is the limit
     */
    public static SegmentCursor of(MemorySegment segment) {
        return of(segment, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * {@return a cursor at the start of a segment}
     *
     * @param segment the segment, of any kind; its end is the limit
     * @param order the byte order of all values but those of codecs
     */
    public static SegmentCursor of(MemorySegment segment, ByteOrder order) {
        return new SegmentCursor(null, 0, Objects.requireNonNull(segment, "segment"), order);
    }

    /**
     * {@return a cursor over a new segment that grows up to {@link #DEFAULT_MAX_BYTES}, in little-endian order}
     *
     * @param arena where the segment is allocated, and grows
     * @param initialBytes the size of the segment to begin with, 0 or more
     * @throws IllegalArgumentException if the size is negative or more than the maximum
     */
    public static SegmentCursor growing(Arena arena, long initialBytes) {
        return growing(arena, initialBytes, DEFAULT_MAX_BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * {@return a cursor over a new segment that grows up to {@link #DEFAULT_MAX_BYTES}}
     *
     * @param arena where the segment is allocated, and grows
     * @param initialBytes the size of the segment to begin with, 0 or more
     * @param order the byte order of all values but those of codecs
     * @throws IllegalArgumentException if the size is negative or more than the maximum
     */
    public static SegmentCursor growing(Arena arena, long initialBytes, ByteOrder order) {
        return growing(arena, initialBytes, DEFAULT_MAX_BYTES, order);
    }

    /**
     * {@return a cursor over a new segment that grows}
     *
     * @param arena where the segment is allocated, and grows
     * @param initialBytes the size of the segment to begin with, 0 or more
     * @param maxBytes the most that it grows to; there are two segments while it grows
     * @param order the byte order of all values but those of codecs
     * @throws IllegalArgumentException if the size is negative or more than the maximum
     */
    public static SegmentCursor growing(Arena arena, long initialBytes, long maxBytes, ByteOrder order) {
        return new SegmentCursor(arena, maxBytes, allocate(arena, initialBytes, maxBytes), order);
    }

    /** {@return the byte order} */
    public ByteOrder order() {
        return isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /**
     * {@return the whole segment, whatever the limit is} That of a growing cursor is another one when it has grown.
     * What has been written is {@code segment().asSlice(0, position())}.
     */
    public MemorySegment segment() {
        return whole;
    }

    /**
     * Goes to the start of another segment, whose end is the limit. There is no mark then.
     *
     * @param segment the segment
     * @return this cursor
     * @throws IllegalStateException if this cursor is a growing one
     */
    public SegmentCursor wrap(MemorySegment segment) {
        replace(segment);
        position = 0;
        mark = NO_MARK;
        return this;
    }

    /** {@return the offset of the next byte from the start of the segment} */
    public long position() {
        return position;
    }

    /**
     * Sets the position. The mark stays, also if it is behind the position.
     *
     * @param newPosition the position, from 0 to the limit
     * @return this cursor
     * @throws IndexOutOfBoundsException if it is not
     */
    public SegmentCursor position(long newPosition) {
        if (newPosition < 0 || newPosition > limit) {
            throw new IndexOutOfBoundsException(
                    "expected a position from 0 to limit=" + limit + ", found position=" + newPosition);
        }
        position = newPosition;
        return this;
    }

    /** {@return where puts and gets end; that of a growing cursor without a limit of its own moves when it grows} */
    public long limit() {
        return limit;
    }

    /**
     * Sets the limit. If the position, or the mark, is behind it, the position is set to the limit, and the mark is
     * gone. A growing cursor does not grow again before {@link #clear} or {@link #compact}.
     *
     * @param newLimit the limit, from 0 to the size of the segment
     * @return this cursor
     * @throws IndexOutOfBoundsException if it is not
     */
    public SegmentCursor limit(long newLimit) {
        moveLimit(newLimit);
        position = Math.min(position, newLimit);
        if (mark > newLimit) {
            mark = NO_MARK;
        }
        return this;
    }

    /** {@return the number of bytes from the position to the limit} */
    public long remaining() {
        return limit - position;
    }

    /**
     * Sets the limit to the position and goes to the start, to get what has been put. There is no mark then.
     *
     * @return this cursor
     */
    public SegmentCursor flip() {
        limit(position);
        return rewind();
    }

    /**
     * Goes to the start and takes the limit away: it is the end of the segment again. There is no mark then. No byte
     * changes.
     *
     * @return this cursor
     */
    public SegmentCursor clear() {
        removeLimit();
        return rewind();
    }

    /**
     * Moves the bytes from the position to the limit to the start of the segment, goes behind them, and takes the limit
     * away: what comes next from a channel, say, follows what is still to be got. There is no mark then.
     *
     * @return this cursor
     * @throws IllegalArgumentException if there are bytes to move and the segment is read-only
     */
    public SegmentCursor compact() {
        long left = limit - position;
        moveToStart(position, left);
        clear();
        position = left;
        return this;
    }

    /**
     * Goes to the start. There is no mark then.
     *
     * @return this cursor
     */
    public SegmentCursor rewind() {
        position = 0;
        mark = NO_MARK;
        return this;
    }

    /**
     * Keeps the position for {@link #reset}.
     *
     * @return this cursor
     */
    public SegmentCursor mark() {
        mark = position;
        return this;
    }

    /**
     * Goes to the mark, which stays.
     *
     * @return this cursor
     * @throws IllegalStateException if there is none
     */
    public SegmentCursor reset() {
        if (mark == NO_MARK) {
            throw new IllegalStateException("there is no mark; call mark() first, after the last wrap, flip, clear, "
                    + "compact, rewind, or limit in front of it");
        }
        position = mark;
        return this;
    }

    /**
     * Goes over bytes, which stay as they are. A growing cursor grows if need be; what it grows by is zeros.
     *
     * @param bytes the number of bytes, 0 or more
     * @return this cursor
     * @throws IndexOutOfBoundsException if they do not end at the limit or before
     * @throws IllegalArgumentException if the number is negative
     */
    public SegmentCursor skip(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("expected 0 bytes or more to skip, found " + bytes);
        }
        requireSpace("skip", "bytes", position, bytes);
        position += bytes;
        return this;
    }

    /**
     * Puts the bytes of a segment, without their number. They may lie in the cursor's own segment.
     *
     * @param source the segment, of any kind
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for them; nothing is written then
     * @throws IllegalArgumentException if the cursor's segment is read-only
     */
    public SegmentCursor put(MemorySegment source) {
        long at = position;
        long byteSize = Objects.requireNonNull(source, "source").byteSize();
        requireRoom("a segment", at, byteSize);
        Fence.beforeAccess();
        MemorySegment.copy(source, 0, usable, at, byteSize);
        position = at + byteSize;
        return this;
    }

    /**
     * {@return the next bytes in place, as a slice of the segment} Goes over them. The slice keeps them when a growing
     * cursor grows, but the cursor writes to other memory then. Like a get, this does not make it grow.
     *
     * @param bytes the number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if they do not end at the limit or before
     * @throws IllegalArgumentException if the number is negative
     */
    public MemorySegment slice(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("expected a slice of 0 bytes or more, found " + bytes);
        }
        long at = position;
        requireBytes("a slice", at, bytes);
        MemorySegment slice = usable.asSlice(at, bytes);
        position = at + bytes;
        return slice;
    }

    /**
     * Puts zeros up to the next multiple of an alignment, counted from the start of the segment; none if the position
     * is one.
     *
     * @param alignment a power of two
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for the zeros; none is written then
     * @throws IllegalArgumentException if the alignment is no power of two, or there are zeros to put and the segment
     *     is read-only
     */
    public SegmentCursor align(long alignment) {
        long at = position;
        long padding = padding(alignment);
        if (padding > 0) {
            requireRoom("padding", at, padding);
            fillWithZeros(at, padding);
            position = at + padding;
        }
        return this;
    }

    /**
     * Goes over what {@link #align} has put, and does not look at it. Like a get, this does not make a cursor grow.
     *
     * @param alignment a power of two
     * @return this cursor
     * @throws IndexOutOfBoundsException if the next multiple of the alignment is beyond the limit
     * @throws IllegalArgumentException if the alignment is no power of two
     */
    public SegmentCursor skipPadding(long alignment) {
        long padding = padding(alignment);
        requireBytes("padding", position, padding);
        position += padding;
        return this;
    }

    private long padding(long alignment) {
        if (Long.bitCount(alignment) != 1 || alignment < 0) {
            throw new IllegalArgumentException("expected an alignment that is a power of two, found " + alignment);
        }
        return -position & (alignment - 1);
    }

    /**
     * Puts null: the int -1, as {@link #putString} and the methods for arrays do.
     *
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    @Override
    public SegmentCursor putNull() {
        return putInt(NULL_LENGTH);
    }

    /**
     * {@return whether the next int is -1} If it is, the position is behind it; if not, the position stays.
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public boolean getNull() {
        requireBytes("null or a length", position, Integer.BYTES);
        boolean isNull = intAt(position) == NULL_LENGTH;
        if (isNull) {
            position += Integer.BYTES;
        }
        return isNull;
    }

    /**
     * Puts a text: the number of its bytes as an int, -1 for null, and its characters in UTF-8.
     *
     * @param value the text, or null
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it; nothing is written then
     * @throws IllegalArgumentException if it has an unpaired surrogate, has more than 1 GiB and is not all ASCII, or if
     *     the segment is read-only
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public SegmentCursor putString(@Nullable CharSequence value) {
        if (value == null) {
            return putNull();
        }
        long at = position;
        try {
            int length = text.encode(value);
            if (length < 0) {
                throw new IllegalArgumentException(
                        "cannot put a text at position=" + at + ": it " + TextBuffer.problemOf(value));
            }
            requireRoom("a text", at, Integer.BYTES + (long) length);
            intAt(at, length);
            copyFrom(text.bytes(), 0, length, ValueLayout.JAVA_BYTE, at + Integer.BYTES);
            position = at + Integer.BYTES + length;
        } finally {
            text.release();
        }
        return this;
    }

    /**
     * {@return the text that {@link #putString} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the text does not end at the limit or before
     * @throws CorruptRecordException if the length is less than -1, or the bytes are not UTF-8
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable String getString() {
        int length = lengthOf("a text", Byte.BYTES);
        if (length <= 0) {
            position += Integer.BYTES;
            return length == NULL_LENGTH ? null : "";
        }
        try {
            text.copy(usable, position + Integer.BYTES, length);
            String value = text.decode(length);
            if (value == null) {
                throw malformed(length);
            }
            position += Integer.BYTES + (long) length;
            return value;
        } finally {
            text.release();
        }
    }

    /**
     * Appends the text that {@link #putString} has put to a builder, without making a {@code String}.
     *
     * @param target the builder; it is unchanged if the text is null, or this throws
     * @return false if the text is null
     * @throws IndexOutOfBoundsException if the text does not end at the limit or before
     * @throws CorruptRecordException if the length is less than -1, or the bytes are not UTF-8
     */
    public boolean getString(StringBuilder target) {
        Objects.requireNonNull(target, "target");
        int length = lengthOf("a text", Byte.BYTES);
        if (length == NULL_LENGTH) {
            position += Integer.BYTES;
            return false;
        }
        try {
            text.copy(usable, position + Integer.BYTES, length);
            if (!text.appendTo(target, length)) {
                throw malformed(length);
            }
            position += Integer.BYTES + (long) length;
            return true;
        } finally {
            text.release();
        }
    }

    private CorruptRecordException malformed(int length) {
        return new CorruptRecordException("cannot get a text at position=" + position
                + ": expected text in UTF-8, found " + text.malformed(length));
    }

    /** {@return position, limit, size and byte order} */
    @Override
    public String toString() {
        return "SegmentCursor[position=" + position + ", limit=" + limit + ", byteSize=" + whole.byteSize() + ", order="
                + order() + "]";
    }
}
