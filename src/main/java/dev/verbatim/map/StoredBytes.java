package dev.verbatim.map;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/** Whether bytes that a tool hands over can be of a layout. A map takes no others: no program could read them. */
final class StoredBytes {

    private StoredBytes() {}

    /**
     * Requires bytes of a layout: as many as a struct of fixed size has, or a variable-length record and nothing more.
     *
     * @param what what they are
     * @throws IllegalArgumentException if they are others
     */
    static void require(StructLayout layout, MemorySegment bytes, String what) {
        if (!Layouts.isVarRecord(layout)) {
            requireSize(layout.byteSize(), bytes, what);
            return;
        }
        LayoutReader reader = LayoutReader.of(layout);
        long size;
        try {
            reader.read(bytes, 0);
            size = reader.encodedSize(bytes, 0);
        } catch (CorruptRecordException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("expected " + what + " of variable length: " + e.getMessage(), e);
        }
        requireSize(size, bytes, what);
    }

    private static void requireSize(long expected, MemorySegment bytes, String what) {
        if (bytes.byteSize() != expected) {
            throw new IllegalArgumentException(
                    "expected " + what + " of " + expected + " bytes, found " + bytes.byteSize() + " bytes");
        }
    }
}
