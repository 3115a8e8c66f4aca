package dev.verbatim.jmh.report;

import java.util.Locale;

/** Figures as the page shows them: with no more digits than are meaningful. */
final class Numbers {

    private static final int WITHOUT_FRACTION = 100;

    private Numbers() {}

    static String withError(double nanos, double error) {
        String format = nanos < WITHOUT_FRACTION ? "%,.1f" : "%,.0f";
        String text = format(format, nanos);
        return Double.isNaN(error) ? text : text + " ± " + format(format, error);
    }

    /** {@return a ratio, or nothing where it is not known} */
    static String ratio(double ratio) {
        return Double.isNaN(ratio) ? "" : format(ratio < WITHOUT_FRACTION ? "%.2f" : "%,.0f", ratio);
    }

    /** {@return a count, or nothing where it is not known} */
    static String count(double count) {
        return Double.isNaN(count) ? "" : format("%,.0f", count);
    }

    private static String format(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
