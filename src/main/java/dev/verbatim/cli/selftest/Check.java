package dev.verbatim.cli.selftest;

import dev.verbatim.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Writes one value to places and reads it there, and compares the bytes with the golden ones. */
final class Check {

    /** Writes the value. */
    interface Writer {
        void write(MemorySegment segment, long offset);
    }

    /** Reads the value, and writes what was read elsewhere. */
    interface Copier {
        void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset);
    }

    /** What is around the value, and in its padding: a codec leaves both alone. */
    private static final byte UNTOUCHED = 0x5a;

    private static final int SHOWN_BYTES = 8;

    private final String name;
    private final @Nullable StructLayout layout;
    private final MemorySegment golden;
    private final Writer writer;
    private final Copier copier;
    private final MemorySegment expected = MemorySegment.ofArray(new byte[Place.SIZE]);
    private final MemorySegment copy;

    /** @param layout names the member at a byte; null if the value has none */
    Check(String name, @Nullable StructLayout layout, byte[] golden, Writer writer, Copier copier) {
        this.name = name;
        this.layout = layout;
        this.golden = MemorySegment.ofArray(golden);
        this.writer = writer;
        this.copier = copier;
        copy = MemorySegment.ofArray(new byte[golden.length]);
    }

    /** Writes and reads the value at a place. */
    void run(Place place, long offset) throws Difference {
        try {
            writeAndRead(place, offset);
        } catch (RuntimeException | LinkageError e) {
            throw new Difference(
                    name + ", " + place.name() + " at offset=" + offset + ": expected no error, found " + e);
        }
    }

    private void writeAndRead(Place place, long offset) throws Difference {
        MemorySegment segment = place.segment();
        expected.fill(UNTOUCHED);
        MemorySegment.copy(golden, 0, expected, offset, golden.byteSize());
        segment.fill(UNTOUCHED);
        writer.write(segment, offset);
        require("written to", place, offset, expected, segment, offset);

        copy.fill(UNTOUCHED);
        copier.copy(segment, offset, copy, 0);
        require("read from", place, offset, golden, copy, 0);
    }

    private void require(
            String what, Place place, long offset, MemorySegment expected, MemorySegment found, long valueOffset)
            throws Difference {
        long at = expected.mismatch(found);
        if (at >= 0) {
            throw new Difference(name + ", " + what + " " + place.name() + " at offset=" + offset + ": "
                    + member(at - valueOffset) + ": expected " + hex(expected, at) + ", found " + hex(found, at));
        }
    }

    private String member(long at) {
        if (at < 0 || at >= golden.byteSize()) {
            return "the byte " + at + " from the start of the value, which is not part of it";
        }
        String byteOf = "byte " + at + " of " + golden.byteSize();
        if (layout == null) {
            return byteOf;
        }
        if (at >= layout.byteSize()) {
            return byteOf + " (in the tail)";
        }
        return Layouts.members(layout).stream()
                .filter(each -> each.offset() <= at)
                .reduce((first, second) -> second)
                .map(each -> byteOf + " (" + each.name() + ")")
                .orElse(byteOf);
    }

    private static String hex(MemorySegment segment, long at) {
        long size = Math.min(SHOWN_BYTES, segment.byteSize() - at);
        return HexFormat.ofDelimiter(" ").formatHex(segment.asSlice(at, size).toArray(ValueLayout.JAVA_BYTE));
    }
}
