package dev.verbatim.jmh.queue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** An update of an order book as one writes it without a thought for its bytes: texts, and lists of levels. */
final class NormalUpdate {

    static final int LEVELS = 4;

    private static final Instant OPENING = Instant.parse("2026-11-20T14:30:00.000000001Z");

    static final StructLayout LAYOUT = Layouts.varRecord(
            JAVA_LONG.withName("due"),
            Layouts.varRef("symbol"),
            Layouts.varRef("exchange"),
            Layouts.varRef("time"),
            Layouts.varRef("bids", Level.LAYOUT),
            Layouts.varRef("asks", Level.LAYOUT));

    static final ReusableVarCodec<NormalUpdate> CODEC = VarCodec.ofClass(lookup(), NormalUpdate.class, LAYOUT);

    /** A level of the book. */
    record Level(double price, int size) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("size"));
    }

    /** When the message was due. It is here for the measurement, which need not parse the text of the time then. */
    long due;

    String symbol = "";
    String exchange = "";
    String time = "";
    List<Level> bids = List.of();
    List<Level> asks = List.of();

    /** {@return the update of a number: no two neighbours have the same texts or levels} */
    static NormalUpdate of(int number) {
        NormalUpdate update = new NormalUpdate();
        update.symbol = "ES%c%d-CME".formatted("HMUZ".charAt(number % 4), number % 10);
        update.exchange = number % 2 == 0 ? "XCME" : "XNYM";
        update.time = OPENING.plusNanos(1_000_003L * number).toString();
        update.bids = levels(3720.25 + number / 4.0, -0.25, 7 + number);
        update.asks = levels(3720.50 + number / 4.0, 0.25, 11 + number);
        return update;
    }

    private static List<Level> levels(double best, double step, int size) {
        return IntStream.range(0, LEVELS)
                .mapToObj(i -> new Level(best + i * step, size * (i + 1)))
                .toList();
    }
}
