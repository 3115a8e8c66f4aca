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

    private UnsignedHint() {}

    /**
     * {@return a message of {@link RecordText}, with a hint where the option would help}
     *
     * @param text has the layout of what was read
     * @param spelled how the option spells the path of a member
     */
    static String in(@Nullable String message, RecordText text, UnaryOperator<String> spelled) {
        String plain = String.valueOf(message);
        Matcher matcher = OUT_OF_RANGE.matcher(plain);
        if (!matcher.matches()) {
            return plain;
        }
        BigInteger tooLarge = new BigInteger(matcher.group(2)).shiftLeft(1);
        String path = path(matcher.group(1), text);
        // A name with a dot or a bracket in it may make another path.
        boolean helps =
                new BigInteger(matcher.group(3)).compareTo(tooLarge) < 0 && UnsignedOption.obstacle(text, path) == null;
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
