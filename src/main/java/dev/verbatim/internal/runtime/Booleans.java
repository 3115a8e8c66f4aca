package dev.verbatim.internal.runtime;

/** Booleans in a tail, which generated code loads as bytes. */
public final class Booleans {

    private Booleans() {}

    /**
     * {@return the boolean of a byte, as VarHandles read it}
     *
     * @param value the byte
     */
    public static boolean isTrue(byte value) {
        return value != 0;
    }
}
