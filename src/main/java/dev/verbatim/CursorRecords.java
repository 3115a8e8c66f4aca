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
     * Puts one of several types, with its tag.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the values
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws NullPointerException if {@link TaggedCodec#write} throws it
     * @throws IllegalArgumentException if {@link TaggedCodec#write} throws it
     */
    public <T> SegmentCursor put(TaggedCodec<T> codec, T value) {
        long byteSize = Objects.requireNonNull(codec, "codec").encodedSize(value);
        if (byteSize > limit - position) {
            requireRoom(codec.toString(), position, byteSize);
        }
        codec.write(value, usable, position);
        position += byteSize;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next value of several types, as a new object} Its tag says of which.
     *
     * @param codec the codec
     * @param <T> the type of the values
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if {@link TaggedCodec#read} throws it
     * @throws IllegalArgumentException if {@link TaggedCodec#read} throws it
     */
    public <T> T get(TaggedCodec<T> codec) {
        long at = position;
        // Not that of the value: a supplier may make one of a class that is no alternative.
        long byteSize = Objects.requireNonNull(codec, "codec").encodedSize(usable, at);
        T value = codec.read(usable, at);
        position = at + byteSize;
        return value;
    }

    /**
     * Puts a variable-length record, which has its own length in it.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the value
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws NullPointerException if {@link VarCodec#write} throws it
     * @throws IllegalArgumentException if {@link VarCodec#write} throws it
     */
    public <T> SegmentCursor put(VarCodec<T> codec, T value) {
        long at = position;
        long byteSize;
        try {
            byteSize = Objects.requireNonNull(codec, "codec").write(value, usable, at);
        } catch (IndexOutOfBoundsException e) {
            requireRoomFor(codec, at, codec.encodedSize(value), e);
            byteSize = codec.write(value, usable, at);
        }
        position = at + byteSize;
        return (SegmentCursor) this;
    }

    /** Makes room for a value that has not fitted, unless its own code has thrown. */
    private void requireRoomFor(Object codec, long at, long byteSize, IndexOutOfBoundsException fault) {
        if (byteSize <= limit - at) {
            throw fault;
        }
        requireRoom(codec.toString(), at, byteSize);
    }

    /**
     * {@return the next variable-length record, as a new object}
     *
     * @param codec the codec
     * @param <T> the type of the value
     * @throws IndexOutOfBoundsException if its header does not end at the limit or before
     * @throws CorruptRecordException if {@link VarCodec#read} throws it
     * @throws IllegalArgumentException if {@link VarCodec#read} throws it
     */
    public <T> T get(VarCodec<T> codec) {
        long at = position;
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

    /**
     * Puts a variable-length record of one of several types, with its tag.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the values
     * @return this cursor
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws NullPointerException if {@link TaggedVarCodec#write} throws it
     * @throws IllegalArgumentException if {@link TaggedVarCodec#write} throws it
     */
    public <T> SegmentCursor put(TaggedVarCodec<T> codec, T value) {
        long at = position;
        long byteSize;
        try {
            byteSize = Objects.requireNonNull(codec, "codec").write(value, usable, at);
        } catch (IndexOutOfBoundsException e) {
            requireRoomFor(codec, at, codec.encodedSize(value), e);
            byteSize = codec.write(value, usable, at);
        }
        position = at + byteSize;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next variable-length record of several types, as a new object} Its tag says of which.
     *
     * @param codec the codec
     * @param <T> the type of the values
     * @throws IndexOutOfBoundsException if its header does not end at the limit or before
     * @throws CorruptRecordException if {@link TaggedVarCodec#read} throws it
     * @throws IllegalArgumentException if {@link TaggedVarCodec#read} throws it
     */
    public <T> T get(TaggedVarCodec<T> codec) {
        long at = position;
        long byteSize = Objects.requireNonNull(codec, "codec").encodedSize(usable, at);
        T value = codec.read(usable, at);
        position = at + byteSize;
        return value;
    }
}
