package dev.verbatim.jmh.cold;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;

/** The same by a codec. */
final class CodecOfMarketData {

    private static final ReusableCodec<Snapshot> CODEC = StructCodec.ofClass(lookup(), Snapshot.class, Snapshot.LAYOUT);

    private CodecOfMarketData() {}

    static void write() {
        CODEC.write(new Snapshot(), ColdProgram.MEMORY, 0);
    }
}
