package dev.verbatim.jmh.cold;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** A class with arrays. {@link ColdJar} copies it under other names. */
final class Depth00 {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("id"),
            sequenceLayout(10, JAVA_DOUBLE).withName("prices"),
            sequenceLayout(10, JAVA_INT).withName("sizes"));

    private static final ReusableCodec<Depth00> CODEC = StructCodec.ofClass(lookup(), Depth00.class, LAYOUT);

    static {
        CODEC.write(new Depth00(), ColdProgram.MEMORY, 0);
    }

    long id;
    double[] prices = new double[10];
    int[] sizes = new int[10];
}
