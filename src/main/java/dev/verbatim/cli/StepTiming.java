package dev.verbatim.cli;

import java.util.Locale;

/**
 * How long a step of the work took.
 *
 * @param name the name of the step
 * @param records the number of structs that it handled
 * @param bytes the number of bytes of these structs
 * @param nanos the time that it took, in nanoseconds
 */
record StepTiming(String name, long records, long bytes, long nanos) {

    private static final String ROW = "  %-28s %14s %12s %16s %10s";

    /** {@return the heading above the columns of {@link #toRow}} */
    static String heading() {
        return ROW.formatted("", "records", "ms", "records/s", "MB/s");
    }

    /** {@return the step as a line of a table; a MB has 10^6 bytes} */
    String toRow() {
        double seconds = Math.max(nanos, 1) / 1e9;
        return ROW.formatted(
                name,
                grouped(records),
                String.format(Locale.ROOT, "%,.3f", nanos / 1e6),
                grouped(Math.round(records / seconds)),
                String.format(Locale.ROOT, "%,.1f", bytes / seconds / 1e6));
    }

    /** {@return a number with commas between the thousands} */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
