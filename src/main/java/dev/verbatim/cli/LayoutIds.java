package dev.verbatim.cli;

import java.util.Collection;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the ids of stored layouts are spelled: in eight hexadecimal digits, which also name their files, or as {@code
 * raw} where there is no layout.
 */
final class LayoutIds {

    /** The id of entries without a layout. */
    static final int RAW_ID = 0;

    /** Stands for the only layout of a file, which has no id. */
    static final int FILE_ID = -1;

    private static final String RAW = "raw";

    private LayoutIds() {}

    static String toText(int id) {
        return id == RAW_ID ? RAW : "%08x".formatted(id);
    }

    static int parse(String text) throws BadInputException {
        if (text.equals(RAW)) {
            return RAW_ID;
        }
        if (!text.matches("[0-9a-fA-F]{8}")) {
            throw new BadInputException(
                    "--layout " + text + ": expected eight hexadecimal digits, as `info` lists them, or " + RAW);
        }
        return Integer.parseUnsignedInt(text, 16);
    }

    /** {@return what says that a store does not have the layout of an id, and which ones it has} */
    static BadInputException unknown(String text, Collection<Integer> stored) {
        return new BadInputException(
                "--layout " + text + ": expected a stored layout, " + list(stored) + "found none of this id");
    }

    /** {@return what says that entries of a file cannot be chosen by their layout} */
    static BadInputException ofFile(String text) {
        return new BadInputException(
                "--layout " + text + ": expected a queue or a map, found a file, which has its own layout");
    }

    /** {@return ids with a comma behind each; nothing if there are none} */
    static String list(Collection<Integer> ids) {
        return ids.stream().map(id -> toText(id) + ", ").collect(Collectors.joining());
    }

    /** {@return what tells whether entries of a layout are wanted, by its spelling; all are if there is none} */
    static IntPredicate wanted(@Nullable String text) throws BadInputException {
        if (text == null) {
            return id -> true;
        }
        int wanted = parse(text);
        return id -> id == wanted;
    }
}
