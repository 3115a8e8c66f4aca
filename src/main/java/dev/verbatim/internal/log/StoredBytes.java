package dev.verbatim.internal.log;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.jspecify.annotations.Nullable;

/**
 * Whether bytes that a tool hands over can be of a layout. A queue or a map takes no others: no program could read
 * them. Any thread may use it.
 */
public final class StoredBytes {

    /** Readers that were made, each at the place of its layout: to make one takes longer than to read with it. */
    private static final @Nullable LayoutReader[] READERS = new LayoutReader[16];

    private StoredBytes() {}

    /**
     * Requires bytes of a layout: as many as a struct of fixed size has, or a variable-length record and nothing more.
     *
     * @param what what they are
     * @throws IllegalArgumentException if they are others, or nothing can be read by the layout of a variable-length
     *     record
     */
    public static void require(StructLayout layout, MemorySegment bytes, String what) {
        if (!Layouts.isVarRecord(layout)) {
            requireSize(layout.byteSize(), bytes, what);
            return;
        }
        LayoutReader reader = reader(layout);
        long size;
        try {
            reader.read(bytes, 0);
            size = reader.encodedSize(bytes, 0);
        } catch (CorruptRecordException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("expected " + what + " of variable length: " + e.getMessage(), e);
        }
        requireSize(size, bytes, what);
    }

    /** {@return a reader of a layout} It is immutable, so that a thread may use one that another has put here. */
    @SuppressWarnings("ReferenceEquality") // to compare layouts would take longer than to make a reader
    private static LayoutReader reader(StructLayout layout) {
        int place = System.identityHashCode(layout) % READERS.length;
        LayoutReader known = READERS[place];
        if (known != null && known.layout() == layout) {
            return known;
        }
        LayoutReader made = LayoutReader.of(layout);
        READERS[place] = made;
        return made;
    }

    private static void requireSize(long expected, MemorySegment bytes, String what) {
        if (bytes.byteSize() != expected) {
            throw new IllegalArgumentException(
                    "expected " + what + " of " + expected + " bytes, found " + bytes.byteSize() + " bytes");
        }
    }
}
