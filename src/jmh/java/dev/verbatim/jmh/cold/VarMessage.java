package dev.verbatim.jmh.cold;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.VarCodec;
import java.lang.foreign.StructLayout;

/** A record of variable length. */
@SuppressWarnings("ArrayRecordComponent") // it is compared with nothing
record VarMessage(long id, String text, long[] values) {

    private static final StructLayout LAYOUT =
            Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"), Layouts.varRef("values", JAVA_LONG));

    private static final VarCodec<VarMessage> CODEC = VarCodec.ofRecord(lookup(), VarMessage.class, LAYOUT);

    static void write() {
        CODEC.write(new VarMessage(1, "the first of all messages", new long[] {1, 2, 3}), ColdProgram.MEMORY, 0);
    }
}
