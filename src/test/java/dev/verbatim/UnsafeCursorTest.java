package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.baseline.UnsafeBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Code with a buffer over {@code sun.misc.Unsafe} moves to a cursor line for line, and each reads the other's bytes.
 */
@Tag("unsafe")
class UnsafeCursorTest {

    @SuppressWarnings("ArrayRecordComponent") // assertSameValues compares it
    record Sample(
            byte kind,
            long id,
            int count,
            long @Nullable [] values,
            @Nullable String text,
            @Nullable String note) {}

    static Sample[] samples() {
        return new Sample[] {
            new Sample((byte) 1, 1_000_000_007L, 3, new long[] {1, -2, Long.MIN_VALUE}, "letters and digits", null),
            new Sample((byte) -1, -1, Integer.MIN_VALUE, null, "naïve café, 日本語, 🚀", ""),
            new Sample((byte) 0, 0, 0, new long[0], null, "note"),
        };
    }

    private static void write(Sample value, UnsafeBuffer buffer) {
        buffer.rewind();
        buffer.putByte(value.kind);
        buffer.putLong(value.id);
        buffer.putInt(value.count);
        buffer.putLongArray(value.values);
        buffer.putString(value.text);
        buffer.putString(value.note);
    }

    private static void write(Sample value, SegmentCursor buffer) {
        buffer.rewind();
        buffer.putByte(value.kind);
        buffer.putLong(value.id);
        buffer.putInt(value.count);
        buffer.putLongArray(value.values);
        buffer.putString(value.text);
        buffer.putString(value.note);
    }

    private static Sample read(UnsafeBuffer buffer) {
        buffer.rewind();
        return new Sample(
                buffer.getByte(),
                buffer.getLong(),
                buffer.getInt(),
                buffer.getLongArray(),
                buffer.getString(),
                buffer.getString());
    }

    private static Sample read(SegmentCursor buffer) {
        buffer.rewind();
        return new Sample(
                buffer.getByte(),
                buffer.getLong(),
                buffer.getInt(),
                buffer.getLongArray(),
                buffer.getString(),
                buffer.getString());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void bothWriteTheSameBytesAndReadThoseOfTheOther(Sample sample) {
        byte[] ofUnsafe = new byte[1024];
        byte[] ofCursor = new byte[1024];
        UnsafeBuffer unsafe = new UnsafeBuffer(ofUnsafe);
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(ofCursor), ByteOrder.nativeOrder());

        write(sample, unsafe);
        write(sample, cursor);

        assertArrayEquals(ofUnsafe, ofCursor);
        assertEquals(unsafe.position(), cursor.position());
        assertSameValues(sample, read(new UnsafeBuffer(ofCursor)));
        assertSameValues(sample, read(SegmentCursor.of(MemorySegment.ofArray(ofUnsafe), ByteOrder.nativeOrder())));
    }

    private static void assertSameValues(Sample expected, Sample found) {
        assertArrayEquals(expected.values, found.values);
        assertEquals(withoutValues(expected), withoutValues(found));
    }

    private static Sample withoutValues(Sample sample) {
        return new Sample(sample.kind, sample.id, sample.count, null, sample.text, sample.note);
    }
}
