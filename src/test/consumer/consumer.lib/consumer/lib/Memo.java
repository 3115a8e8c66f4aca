package consumer.lib;

import java.util.List;

/** An immutable class that inherits, and has others. */
public final class Memo extends Note {
    private final Quote best;
    private final List<Quote> quotes;

    public Memo(byte kind, String text, Quote best, List<Quote> quotes) {
        super(kind, text);
        this.best = best;
        this.quotes = quotes;
    }

    public Quote getBest() {
        return best;
    }

    public List<Quote> quotes() {
        return quotes;
    }
}
