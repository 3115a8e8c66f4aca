package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** A cursor as one writes it by hand with the Foreign Memory API: a position, and {@code static final} VarHandles. */
final class HandMadeCursor {

    private static final VarHandle LONG = JAVA_LONG_UNALIGNED.varHandle();
    private static final VarHandle DOUBLE = JAVA_DOUBLE_UNALIGNED.varHandle();

    private final MemorySegment segment;
    private long position;

    HandMadeCursor(MemorySegment segment) {
        this.segment = segment;
    }

    void position(long newPosition) {
        position = newPosition;
    }

    void putLong(long value) {
        LONG.set(segment, position, value);
        position += Long.BYTES;
    }

    long getLong() {
        long value = (long) LONG.get(segment, position);
        position += Long.BYTES;
        return value;
    }

    void putDouble(double value) {
        DOUBLE.set(segment, position, value);
        position += Double.BYTES;
    }

    double getDouble() {
        double value = (double) DOUBLE.get(segment, position);
        position += Double.BYTES;
        return value;
    }
}
