package dev.verbatim.file;

/** Text of a file in a message: the start of it, because a file may hold anything. */
final class Excerpt {

    /** How much of a text is shown, in characters. */
    static final int MAX_LENGTH = 200;

    private static final String CUT = "...";

    private Excerpt() {}

    /** {@return the text, or the start of it and three dots} */
    static String of(CharSequence text) {
        if (text.length() <= MAX_LENGTH) {
            return text.toString();
        }
        boolean splitsPair = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
        return text.subSequence(0, MAX_LENGTH - (splitsPair ? 1 : 0)) + CUT;
    }
}
