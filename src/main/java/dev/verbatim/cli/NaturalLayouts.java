package dev.verbatim.cli;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives layouts the alignments that were lost where only offsets and sizes are known. A value is aligned to its size
 * where it lies so, and a struct as its members are. A struct that could not follow itself then is left as it is, of
 * alignment 1. So a struct that {@link Layouts#struct} has made becomes the same layout again.
 */
final class NaturalLayouts {

    /** The alignment of a reference to a tail; see {@link Layouts#varRef}. */
    private static final long REFERENCE_ALIGNMENT = 8;

    private final long mostAligned;

    private NaturalLayouts(long mostAligned) {
        this.mostAligned = mostAligned;
    }

    /** {@return the same struct with alignments} */
    static StructLayout of(StructLayout packed) {
        return of(packed, Long.MAX_VALUE);
    }

    /**
     * {@return the same struct with alignments}
     *
     * @param packed a struct, with everything in it of alignment 1
     * @param mostAligned the largest alignment that there may be
     */
    static StructLayout of(StructLayout packed, long mostAligned) {
        return (StructLayout) new NaturalLayouts(mostAligned).natural(packed);
    }

    private MemoryLayout natural(MemoryLayout packed) {
        return switch (packed) {
            case ValueLayout value -> value.withByteAlignment(Math.min(value.byteSize(), mostAligned));
            case PaddingLayout padding -> padding;
            case SequenceLayout sequence ->
                named(
                        MemoryLayout.sequenceLayout(sequence.elementCount(), natural(sequence.elementLayout())),
                        sequence);
            case StructLayout struct
            when isReference(struct) -> {
                MemoryLayout element = Layouts.varRefElement(struct).orElseThrow();
                yield Layouts.varRef(struct.name().orElseThrow(), natural(element));
            }
            case StructLayout struct -> {
                MemoryLayout[] members = members(struct.memberLayouts(), true);
                yield orPacked(named(MemoryLayout.structLayout(members), struct), struct);
            }
            case UnionLayout union -> {
                MemoryLayout[] members = members(union.memberLayouts(), false);
                yield orPacked(named(MemoryLayout.unionLayout(members), union), union);
            }
        };
    }

    private boolean isReference(StructLayout struct) {
        return mostAligned >= REFERENCE_ALIGNMENT
                && struct.name().isPresent()
                && Layouts.varRefElement(struct).isPresent();
    }

    private MemoryLayout[] members(List<MemoryLayout> packed, boolean inARow) {
        List<MemoryLayout> members = new ArrayList<>();
        long offset = 0;
        for (MemoryLayout member : packed) {
            MemoryLayout aligned = natural(member);
            members.add(offset % aligned.byteAlignment() == 0 ? aligned : member);
            offset += inARow ? member.byteSize() : 0;
        }
        return members.toArray(MemoryLayout[]::new);
    }

    private static MemoryLayout named(MemoryLayout layout, MemoryLayout original) {
        return original.name().isEmpty()
                ? layout
                : layout.withName(original.name().get());
    }

    private static MemoryLayout orPacked(MemoryLayout aligned, MemoryLayout packed) {
        return aligned.byteSize() % aligned.byteAlignment() == 0 ? aligned : packed;
    }
}
