package dev.verbatim.kafka;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The bytes of a struct that no member has. A codec leaves them as they are, so that in memory which was used before
 * they are whatever was there.
 */
final class Padding {

    /** Where each stretch of padding starts, and then where it ends. */
    private final int[] bounds;

    private Padding(int[] bounds) {
        this.bounds = bounds;
    }

    /** {@return the padding of a struct, in its nested structs and sequences too} */
    static Padding of(StructLayout layout) {
        Bounds bounds = new Bounds();
        bounds.walk(layout, 0);
        bounds.member(layout.byteSize(), 0);
        return new Padding(bounds.found.build().toArray());
    }

    /** Makes zeros of the padding of a struct that lies at the start of an array. */
    void clear(byte[] struct) {
        for (int i = 0; i < bounds.length; i += 2) {
            Arrays.fill(struct, bounds[i], bounds[i + 1], (byte) 0);
        }
    }

    /** Passes the members in the order of their offsets, and takes note of what is between them. */
    private static final class Bounds {
        private final IntStream.Builder found = IntStream.builder();
        private long end;

        void walk(MemoryLayout layout, long offset) {
            switch (layout) {
                case PaddingLayout _ -> {
                    // no member
                }
                case StructLayout struct ->
                    Layouts.members(struct).forEach(member -> walk(member.layout(), offset + member.offset()));
                case SequenceLayout sequence
                when sequence.byteSize() > 0 && !(sequence.elementLayout() instanceof ValueLayout) -> {
                    MemoryLayout element = sequence.elementLayout();
                    for (long i = 0; i < sequence.elementCount(); i++) {
                        walk(element, offset + i * element.byteSize());
                    }
                }
                default -> member(offset, layout.byteSize());
            }
        }

        void member(long offset, long byteSize) {
            if (offset > end) {
                found.add(Math.toIntExact(end)).add(Math.toIntExact(offset));
            }
            end = offset + byteSize;
        }
    }
}
