package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import java.lang.foreign.StructLayout;
import java.time.Instant;

/** A record in a file of its own, with accessors that do not give what is in the fields. */
record Lot(Instant time, int shares) {

    static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("time"), JAVA_INT.withName("shares"));
    static final Conversions CONVERSIONS = Conversions.of(TimeConversions.epochNanos());
    static final StructCodec<Lot> CODEC = StructCodec.ofRecord(lookup(), Lot.class, LAYOUT, CONVERSIONS);

    @Override
    public Instant time() {
        return time.plusSeconds(1);
    }

    @Override
    public int shares() {
        return shares / 100;
    }
}
