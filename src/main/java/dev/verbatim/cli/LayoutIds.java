package dev.verbatim.cli;

/**
 * How the ids of stored layouts are spelled: in eight hexadecimal digits, which also name their files, or as {@code
 * raw} where there is no layout.
 */
final class LayoutIds {

    /** The id of entries without a layout. */
    static final int RAW_ID = 0;

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
            throw new BadInputException("--layout " + text + ": expected eight hexadecimal digits, or " + RAW);
        }
        return Integer.parseUnsignedInt(text, 16);
    }
}
