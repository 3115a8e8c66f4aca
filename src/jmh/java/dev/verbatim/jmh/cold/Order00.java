package dev.verbatim.jmh.cold;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.time.DayOfWeek;

/** A record with text and an enum. {@link ColdJar} copies it under other names. */
record Order00(long id, String symbol, int quantity, DayOfWeek day) {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("id"),
            sequenceLayout(12, JAVA_BYTE).withName("symbol"),
            JAVA_INT.withName("quantity"),
            JAVA_BYTE.withName("day"));

    private static final StructCodec<Order00> CODEC = StructCodec.ofRecord(lookup(), Order00.class, LAYOUT);

    static {
        CODEC.write(new Order00(1, "ESZ6", 7, DayOfWeek.MONDAY), ColdProgram.MEMORY, 0);
    }
}
