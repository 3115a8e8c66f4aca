package dev.verbatim.jmh.cold;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** A class of fields of six types. {@link ColdJar} copies it under other names. */
final class Trade00 {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("time"),
            JAVA_DOUBLE.withName("price"),
            JAVA_INT.withName("size"),
            JAVA_INT.withName("venue"),
            JAVA_SHORT.withName("flags"),
            JAVA_BYTE.withName("side"),
            JAVA_BOOLEAN.withName("isLast"));

    private static final ReusableCodec<Trade00> CODEC = StructCodec.ofClass(lookup(), Trade00.class, LAYOUT);

    static {
        CODEC.write(new Trade00(), ColdProgram.MEMORY, 0);
    }

    long time;
    double price;
    int size;
    int venue;
    short flags;
    byte side;
    boolean isLast;
}
