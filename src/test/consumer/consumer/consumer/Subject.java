package consumer;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A DTO type under test, with its codec in an instance field.
 *
 * @param codec its codec
 * @param value a value
 * @param bytes what that value looks like in memory that was filled with {@link #PADDING} before
 * @param canRead whether {@code read} can make a new object
 */
record Subject<T>(StructCodec<T> codec, T value, byte[] bytes, boolean canRead) {

    static final byte PADDING = 0x5A;

    static <T> Subject<T> of(StructCodec<T> codec, T value, Consumer<ByteBuffer> bytes) {
        byte[] expected = new byte[Math.toIntExact(codec.byteSize())];
        Arrays.fill(expected, PADDING);
        bytes.accept(ByteBuffer.wrap(expected));
        return new Subject<>(codec, value, expected, true);
    }

    Subject<T> withoutRead() {
        return new Subject<>(codec, value, bytes, false);
    }

    boolean isReusable() {
        return codec instanceof ReusableCodec;
    }

    ReusableCodec<T> reusable() {
        return (ReusableCodec<T>) codec;
    }

    /** {@return whether a segment has this subject's bytes at an offset} */
    boolean isAt(MemorySegment segment, long offset) {
        return segment.asSlice(offset, byteSize()).mismatch(MemorySegment.ofArray(bytes)) == -1;
    }

    /** {@return whether another object has the same value, bit for bit} */
    boolean isSame(T other) {
        MemorySegment written = MemorySegment.ofArray(new byte[bytes.length]).fill(PADDING);
        codec.write(other, written, 0);
        return isAt(written, 0);
    }

    /** {@return whether two of this type with the same value are equal: a record without arrays and classes} */
    boolean isComparedByValue() {
        return isComparedByValue(codec.type());
    }

    private static boolean isComparedByValue(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || type == String.class
                || (type.isRecord()
                        && Arrays.stream(type.getRecordComponents())
                                .allMatch(component -> isComparedByValue(component.getType())));
    }

    boolean hasItsValue() {
        return isSame(value);
    }

    long byteSize() {
        return codec.byteSize();
    }

    String typeName() {
        return codec.type().getName();
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
