package dev.verbatim.jmh.cold;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** A class of twelve fields. {@link ColdJar} copies it under other names. */
final class Price00 {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("id"),
            JAVA_LONG.withName("time"),
            JAVA_DOUBLE.withName("price0"),
            JAVA_DOUBLE.withName("price1"),
            JAVA_DOUBLE.withName("price2"),
            JAVA_DOUBLE.withName("price3"),
            JAVA_DOUBLE.withName("price4"),
            JAVA_DOUBLE.withName("price5"),
            JAVA_DOUBLE.withName("price6"),
            JAVA_DOUBLE.withName("price7"),
            JAVA_DOUBLE.withName("price8"),
            JAVA_DOUBLE.withName("price9"));

    private static final ReusableCodec<Price00> CODEC = StructCodec.ofClass(lookup(), Price00.class, LAYOUT);

    static {
        CODEC.write(new Price00(), ColdProgram.MEMORY, 0);
    }

    long id;
    long time;
    double price0;
    double price1;
    double price2;
    double price3;
    double price4;
    double price5;
    double price6;
    double price7;
    double price8;
    double price9;
}
