package dev.verbatim.internal.runtime;

/** The enums of DTOs, which are stored as ordinals. */
public final class DtoEnums {

    private DtoEnums() {}

    /**
     * {@return the constant of an ordinal; one that no constant has is a fault}
     *
     * @param ordinal the value that is stored
     * @param constants all constants
     */
    public static Object constant(long ordinal, Object[] constants) {
        if (ordinal < 0 || ordinal >= constants.length) {
            throw ValueFault.fault();
        }
        return constants[(int) ordinal];
    }
}
