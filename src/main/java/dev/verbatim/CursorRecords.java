package dev.verbatim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link SegmentCursor} for what has a codec, which stand here for the sake of their number. The
 * javadoc shows them as methods of the cursor, whose class comment says what they have in common.
 */
abstract sealed class CursorRecords extends CursorArrays permits SegmentCursor {

    CursorRecords(@Nullable Arena arena, long maxBytes, MemorySegment whole, boolean isBigEndian) {
        super(arena, maxBytes, whole, isBigEndian);
    }

    /**
     * Puts a struct. Its padding is left as it is.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the value
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws NullPointerException if {@link StructCodec#write} throws it
     * @throws IllegalArgumentException if {@link StructCodec#write} throws it
     */
    public <T> SegmentCursor put(StructCodec<T> codec, T value) {
        long byteSize = Objects.requireNonNull(codec, "codec").byteSize();
        if (byteSize > limit - position) {
            requireRoom(codec.toString(), position, byteSize);
        }
        codec.write(value, usable, position);
        position += byteSize;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next struct, as a new object}
     *
     * @param codec the codec
     * @param <T> the type of the value
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if {@link StructCodec#read} throws it
     * @throws IllegalArgumentException if {@link StructCodec#read} throws it
     */
    public <T> T get(StructCodec<T> codec) {
        T value = codec.read(usable, requireStruct(codec));
        position += codec.byteSize();
        return value;
    }

    /**
     * Gets the next struct into an existing object.
     *
     * @param codec the codec
     * @param target the object
     * @param <T> the type of the object
     * @return this cursor
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if {@link ReusableCodec#readInto} throws it
     * @throws IllegalArgumentException if {@link ReusableCodec#readInto} throws it
     */
    public <T> SegmentCursor getInto(ReusableCodec<T> codec, T target) {
        codec.readInto(target, usable, requireStruct(codec));
        position += codec.byteSize();
        return (SegmentCursor) this;
    }

    /** {@return the position, where there is a struct} */
    private long requireStruct(StructCodec<?> codec) {
        if (Objects.requireNonNull(codec, "codec").byteSize() > limit - position) {
            throw endOfGet(codec.toString(), position, codec.byteSize());
        }
        return position;
    }

    /**
     * Puts a value that has its own size in it: a variable-length record, or one of several types with its tag.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the value
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws NullPointerException if {@link SizedCodec#write} throws it
     * @throws IllegalArgumentException if {@link SizedCodec#write} throws it
     */
    public <T> SegmentCursor put(SizedCodec<T> codec, T value) {
        long at = position;
        long byteSize;
        if (!Objects.requireNonNull(codec, "codec").isVariable()) { // what says its size takes less than to write it
            long needed = codec.encodedSize(value);
            if (needed > limit - at) {
                requireRoom(codec.toString(), at, needed);
            }
        }
        try {
            byteSize = codec.write(value, usable, at);
        } catch (IndexOutOfBoundsException e) {
            requireRoomFor(codec, at, codec.encodedSize(value), e);
            byteSize = codec.write(value, usable, at);
        }
        position = at + byteSize;
        return (SegmentCursor) this;
    }

    /** Makes room for a value that has not fitted, unless its own code has thrown. */
    private void requireRoomFor(SizedCodec<?> codec, long at, long byteSize, IndexOutOfBoundsException fault) {
        if (byteSize <= limit - at) {
            throw fault;
        }
        requireRoom(codec.toString(), at, byteSize);
    }

    /**
     * {@return the next value that has its own size in it, as a new object}
     *
     * @param codec the codec
     * @param <T> the type of the value
     * @throws IndexOutOfBoundsException if the limit is too near: a struct, or the header of a variable-length record,
     *     does not end there or before
     * @throws CorruptRecordException if {@link SizedCodec#read} throws it
     * @throws IllegalArgumentException if {@link SizedCodec#read} throws it
     */
    public <T> T get(SizedCodec<T> codec) {
        long at = position;
        // Not that of the value: a supplier may make one of a class that is no alternative.
        long byteSize = Objects.requireNonNull(codec, "codec").encodedSize(usable, at);
        T value = codec.read(usable, at);
        position = at + byteSize;
        return value;
    }

    /**
     * Gets the next variable-length record into an existing object.
     *
     * @param codec the codec
     * @param target the object
     * @param <T> the type of the object
     * @return this cursor
     * @throws IndexOutOfBoundsException if its header does not end at the limit or before
     * @throws CorruptRecordException if {@link ReusableVarCodec#readInto} throws it
     * @throws IllegalArgumentException if {@link ReusableVarCodec#readInto} throws it
     */
    public <T> SegmentCursor getInto(ReusableVarCodec<T> codec, T target) {
        long at = position;
        long byteSize = Objects.requireNonNull(codec, "codec").encodedSize(usable, at);
        codec.readInto(target, usable, at);
        position = at + byteSize;
        return (SegmentCursor) this;
    }
}
