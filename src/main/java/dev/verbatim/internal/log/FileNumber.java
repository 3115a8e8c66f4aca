package dev.verbatim.internal.log;

/**
 * A number as the name of a file: at least 12 decimal digits, so that names of 12 are in the order of their numbers.
 * Without {@code String.format} and patterns, which are a good part of what opening a small log takes a JVM that has
 * just started.
 */
public final class FileNumber {

    private static final int MIN_DIGITS = 12;

    /** Every number of so many digits is a {@code long}. */
    private static final int MAX_DIGITS = 18;

    private FileNumber() {}

    /** {@return the digits of a number from 0 to 10<sup>18</sup> - 1} */
    public static String name(long number) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, MIN_DIGITS - digits.length())) + digits;
    }

    /** {@return the number whose {@link #name} this is; -1 if it is that of none} */
    public static long parse(String name) {
        if (name.length() < MIN_DIGITS || name.length() > MAX_DIGITS) {
            return -1;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return -1;
            }
        }
        return name.length() > MIN_DIGITS && name.charAt(0) == '0' ? -1 : Long.parseLong(name);
    }
}
