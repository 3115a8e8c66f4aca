package dev.verbatim.baseline;

import dev.verbatim.samples.Bits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Map;

/** Another way to write and read structs, which knows nothing of codecs: what they are compared with. */
public interface Baseline {

    /**
     * Writes values where the layout says, and nothing else.
     *
     * @param values by the names of the members: the bits of a primitive ({@link Long}), such a map of a nested struct,
     *     and a {@link java.util.List} of either of a sequence
     */
    void write(Map<String, ?> values, StructLayout layout, MemorySegment segment, long offset);

    /** Writes the members of a DTO that are all primitives. */
    default void write(Object dto, StructLayout layout, MemorySegment segment, long offset) {
        write(Bits.ofMembers(dto), layout, segment, offset);
    }

    /**
     * The values that are there, in the form in which {@link #write(Map, StructLayout, MemorySegment, long) write}
     * takes them.
     */
    Map<String, Object> read(StructLayout layout, MemorySegment segment, long offset);
}
