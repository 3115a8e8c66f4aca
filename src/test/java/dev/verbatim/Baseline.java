package dev.verbatim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Map;

/** Another way to write and read structs, which knows nothing of codecs: what they are compared with. */
interface Baseline {

    /** Writes the members of a DTO where the layout says, and nothing else. */
    void write(Object dto, StructLayout layout, MemorySegment segment, long offset);

    /** The bits of the members, as {@link Bits#ofMembers} gives those of a DTO. */
    Map<String, Long> read(StructLayout layout, MemorySegment segment, long offset);
}
