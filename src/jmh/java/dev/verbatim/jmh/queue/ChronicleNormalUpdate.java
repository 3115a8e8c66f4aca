package dev.verbatim.jmh.queue;

import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;

/** A {@link NormalUpdate} as one writes it for Chronicle by default: each member goes with its name. */
final class ChronicleNormalUpdate extends SelfDescribingMarshallable {

    /** A level of the book. */
    static final class Level extends SelfDescribingMarshallable {

        double price;
        int size;

        private static Level of(NormalUpdate.Level level) {
            Level made = new Level();
            made.price = level.price();
            made.size = level.size();
            return made;
        }
    }

    long due;
    String symbol = "";
    String exchange = "";
    String time = "";
    List<Level> bids = new ArrayList<>();
    List<Level> asks = new ArrayList<>();

    static ChronicleNormalUpdate of(NormalUpdate update) {
        ChronicleNormalUpdate made = new ChronicleNormalUpdate();
        made.symbol = update.symbol;
        made.exchange = update.exchange;
        made.time = update.time;
        update.bids.forEach(level -> made.bids.add(Level.of(level)));
        update.asks.forEach(level -> made.asks.add(Level.of(level)));
        return made;
    }
}
