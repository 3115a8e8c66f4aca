package dev.verbatim.text;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A number as it stands in JSON, with all its digits. Whether it is a {@code long}, a {@code double} or something else,
 * a layout says. Two are equal if their texts are: {@code 1} and {@code 1.0} are not.
 *
 * @param text the number, such as {@code -1.5e3}
 */
public record JsonNumber(String text) {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private static final Pattern LEADING_ZEROS = Pattern.compile("(?<=^-?)0+(?=[0-9])");

    /**
     * Takes a number. Zeros that lead it, which JSON does not have, are left out.
     *
     * @throws MalformedTextException if it is none
     */
    public JsonNumber {
        if (!NUMBER.matcher(Objects.requireNonNull(text, "text")).matches()) {
            throw new MalformedTextException("expected a number, found " + MalformedTextException.quote(text));
        }
        text = LEADING_ZEROS.matcher(text).replaceFirst("");
    }

    /** {@return the number as it stands in JSON} */
    @Override
    public String toString() {
        return text;
    }
}
