package dev.verbatim;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.function.Executable;

/**
 * A record and a mutable class of one layout, and what their codecs do with a segment.
 *
 * @param layout the layout, which has a name
 * @param records the codec of the record
 * @param value one of the record
 * @param classes the codec of the class
 * @param object one of the class, which is also read into
 * @param <R> the record
 * @param <C> the class
 */
record Subject<R extends Record, C>(
        StructLayout layout, StructCodec<R> records, R value, ReusableCodec<C> classes, C object) {

    static <R extends Record, C> Subject<R, C> of(
            StructLayout layout, Class<R> record, R value, Class<C> mutable, C object) {
        return new Subject<>(
                layout,
                StructCodec.ofRecord(lookup(), record, layout),
                value,
                StructCodec.ofClass(lookup(), mutable, layout),
                object);
    }

    long byteSize() {
        return layout.byteSize();
    }

    void assertWriteRefused(Class<? extends Exception> type, MemorySegment segment, long offset, String reason) {
        assertRefused(type, () -> records.write(value, segment, offset), "write", records, offset, reason);
        assertRefused(type, () -> classes.write(object, segment, offset), "write", classes, offset, reason);
    }

    /** And the object that should have been read into is as it was. */
    void assertReadRefused(Class<? extends Exception> type, MemorySegment segment, long offset, String reason) {
        byte[] before = bytes(classes, object);
        assertRefused(type, () -> records.read(segment, offset), "read", records, offset, reason);
        assertRefused(type, () -> classes.read(segment, offset), "read", classes, offset, reason);
        assertRefused(type, () -> classes.readInto(object, segment, offset), "read", classes, offset, reason);
        assertArrayEquals(before, bytes(classes, object));
    }

    void assertNullRefused(MemorySegment segment, long offset) {
        Class<NullPointerException> npe = NullPointerException.class;
        String reason = "the value is null";
        assertRefused(npe, () -> records.write(null, segment, offset), "write", records, offset, reason);
        assertRefused(npe, () -> classes.write(null, segment, offset), "write", classes, offset, reason);
        reason = "the target is null";
        assertRefused(npe, () -> classes.readInto(null, segment, offset), "read", classes, offset, reason);
    }

    /** Writes both, and reads them back. */
    void assertRoundTrip(MemorySegment segment, long offset) {
        classes.write(object, segment, offset);
        assertArrayEquals(bytes(classes, object), bytes(classes, classes.read(segment, offset)));
        records.write(value, segment, offset);
        assertReads(segment, offset);
    }

    /** Reads the record's value. */
    void assertReads(MemorySegment segment, long offset) {
        byte[] expected = bytes(records, value);
        assertArrayEquals(expected, bytes(records, records.read(segment, offset)));
        assertArrayEquals(expected, bytes(classes, classes.read(segment, offset)));
    }

    private static <T> byte[] bytes(StructCodec<T> codec, T value) {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
        codec.write(value, segment, 0);
        return segment.toArray(ValueLayout.JAVA_BYTE);
    }

    private void assertRefused(
            Class<? extends Exception> type,
            Executable attempt,
            String verb,
            StructCodec<?> codec,
            long offset,
            String reason) {
        Exception refused = assertThrowsExactly(type, attempt);
        assertEquals(
                "cannot " + verb + " " + codec.type().getName() + " (layout " + this + ", " + byteSize()
                        + " bytes) at offset=" + offset + ": " + reason,
                refused.getMessage());
        assertEquals(type, refused.getCause().getClass());
    }

    @Override
    public String toString() {
        return layout.name().orElseThrow();
    }
}
