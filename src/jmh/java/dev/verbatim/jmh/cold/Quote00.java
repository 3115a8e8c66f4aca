package dev.verbatim.jmh.cold;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** A small record. {@link ColdJar} copies it under other names. */
record Quote00(long id, double bid, double ask) {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask"));

    private static final StructCodec<Quote00> CODEC = StructCodec.ofRecord(lookup(), Quote00.class, LAYOUT);

    static {
        CODEC.write(new Quote00(1, 187.23, 187.24), ColdProgram.MEMORY, 0);
    }
}
