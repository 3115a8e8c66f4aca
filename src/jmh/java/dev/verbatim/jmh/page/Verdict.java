package dev.verbatim.jmh.page;

import java.util.Locale;

/**
 * A ratio that the project limits, or one that explains another and has no limit.
 *
 * @param what the two things that are compared
 * @param figure the ratio, NaN where a part of it was not measured
 * @param bound what the limit is
 * @param limit the limit, NaN where there is none
 */
public record Verdict(String what, double figure, Bound bound, double limit) {

    public enum Bound {
        NONE(""),
        AT_MOST("at most"),
        BELOW("below"),
        AT_LEAST("at least");

        private final String words;

        Bound(String words) {
            this.words = words;
        }
    }

    public static Verdict atMost(String what, double figure, double limit) {
        return new Verdict(what, figure, Bound.AT_MOST, limit);
    }

    public static Verdict below(String what, double figure, double limit) {
        return new Verdict(what, figure, Bound.BELOW, limit);
    }

    public static Verdict atLeast(String what, double figure, double limit) {
        return new Verdict(what, figure, Bound.AT_LEAST, limit);
    }

    public static Verdict withoutLimit(String what, double figure) {
        return new Verdict(what, figure, Bound.NONE, Double.NaN);
    }

    public boolean isMeasured() {
        return !Double.isNaN(figure);
    }

    public boolean hasLimit() {
        return bound != Bound.NONE;
    }

    public boolean isMet() {
        return switch (bound) {
            case NONE -> true;
            case AT_MOST -> figure <= limit;
            case BELOW -> figure < limit;
            case AT_LEAST -> figure >= limit;
        };
    }

    /** {@return the limit in words, or nothing} */
    public String limitText() {
        return hasLimit() ? String.format(Locale.ROOT, "%s %.2f", bound.words, limit) : "";
    }

    /** {@return whether the limit is met, or nothing where there is none} */
    public String text() {
        if (!isMeasured()) {
            return "not measured";
        }
        return !hasLimit() ? "" : isMet() ? "met" : "MISSED";
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s: %.2f", what, figure)
                + (hasLimit() ? ", limit " + limitText() + ": " + text() : "");
    }
}
