package dev.verbatim.internal.model;

import java.util.stream.IntStream;

/**
 * The codes of which some are stored as a primitive: those of its own range, or the unsigned ones where a code is
 * beyond that. A code of either range has bits of its own as long as all are of one.
 *
 * @param carrier {@code byte}, {@code short}, {@code char} or {@code int}
 * @param isUnsigned whether codes are unsigned though the carrier is not: of a {@code byte} or a {@code short}
 */
public record CodeRange(Class<?> carrier, boolean isUnsigned) {

    /** {@return the range of some codes, which may have others} */
    public static CodeRange of(Class<?> carrier, IntStream codes) {
        CodeRange signed = new CodeRange(carrier, false);
        boolean mayBeUnsigned = carrier == byte.class || carrier == short.class;
        return mayBeUnsigned && codes.anyMatch(code -> code > signed.max() && code <= signed.mask())
                ? new CodeRange(carrier, true)
                : signed;
    }

    /** {@return whether codes can be stored as a primitive} */
    public static boolean isCarrier(Class<?> carrier) {
        return carrier == byte.class || carrier == short.class || carrier == char.class || carrier == int.class;
    }

    /** {@return the smallest code} */
    public int min() {
        return isUnsigned || carrier == char.class ? 0 : -max() - 1;
    }

    /** {@return the largest code} */
    public int max() {
        return isUnsigned || carrier == char.class ? mask() : mask() >>> 1;
    }

    /** The bits of the carrier. */
    private int mask() {
        return carrier == byte.class ? 0xff : carrier == int.class ? -1 : 0xffff;
    }

    /** {@return whether a code is within the range} */
    public boolean has(int code) {
        return code >= min() && code <= max();
    }

    /** {@return the number that the carrier has for a code; one that is not within the range stays as it is} */
    public int stored(int code) {
        return !isUnsigned || !has(code) ? code : carrier == byte.class ? (byte) code : (short) code;
    }

    /** {@return the code of a number that the carrier has} */
    public int code(int stored) {
        return isUnsigned ? stored & mask() : stored;
    }

    /** {@return which codes there may be, as messages say it} */
    public String expected() {
        return carrier == byte.class || carrier == short.class
                ? "all from " + new CodeRange(carrier, false).span() + ", or all from "
                        + new CodeRange(carrier, true).span()
                : "from " + span();
    }

    private String span() {
        return min() + " to " + max();
    }
}
