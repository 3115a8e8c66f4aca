package dev.verbatim.cli;

import dev.verbatim.text.RecordText;
import java.math.BigInteger;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names {@code --unsigned} where a number is out of range, and would not be if it had no sign. */
final class UnsignedHint {

    private static final Pattern OUT_OF_RANGE =
            Pattern.compile("(?:(.*): )?expected a whole number from -([0-9]+) to [0-9]+, found \"([0-9]+)\"");

    /** What a {@code char} says that is spelled as the number which it is in C. */
    private static final Pattern NO_CHARACTER =
            Pattern.compile("(?:(.*): )?expected a character.*, found \"([0-9]{2,5})\"(?: without quotes)?");

    private UnsignedHint() {}

    /**
     * {@return a message of {@link RecordText}, with a hint where the option would help}
     *
     * @param text has the layout of what was read
     * @param spelled how the option spells the path of a member
     */
    static String in(@Nullable String message, RecordText text, UnaryOperator<String> spelled) {
        String plain = String.valueOf(message);
        Matcher number = OUT_OF_RANGE.matcher(plain);
        Matcher character = NO_CHARACTER.matcher(plain);
        boolean isNumber = number.matches();
        if (!isNumber && !character.matches()) {
            return plain;
        }
        String path = path(isNumber ? number.group(1) : character.group(1), text);
        boolean fits = isNumber
                ? new BigInteger(number.group(3)).compareTo(new BigInteger(number.group(2)).shiftLeft(1)) < 0
                : Integer.parseInt(character.group(2)) <= Character.MAX_VALUE;
        // A name with a dot or a bracket in it may make another path.
        boolean helps = fits && UnsignedOption.obstacle(text, path) == null;
        return helps ? plain + "; if it has no sign, say so by --unsigned " + spelled.apply(path) : plain;
    }

    /**
     * {@return the path of a member in all elements of arrays}
     *
     * @param member the member in one of them; null for the only one that there is
     */
    private static String path(@Nullable String member, RecordText text) {
        if (member == null) {
            List<String> columns = text.columns();
            return columns.size() == 1 ? columns.getFirst() : "";
        }
        return member.replaceAll("(\\[[0-9]+\\])+$", "").replaceAll("(\\[[0-9]+\\])+\\.", "[].");
    }
}
