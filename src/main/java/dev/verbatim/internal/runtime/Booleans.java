package dev.verbatim.internal.runtime;

/** Booleans in a tail, of which generated code has the bytes. */
public final class Booleans {

    private Booleans() {}

    /**
     * {@return the boolean of a byte, as VarHandles have it}
     *
     * @param value the byte
     */
    public static boolean isTrue(byte value) {
        return value != 0;
    }
}
