package dev.verbatim.internal.runtime;

/** The enums of DTOs, which are stored as ordinals. */
public final class DtoEnums {

    private DtoEnums() {}

    /**
     * {@return the constant with an ordinal; where no constant has it, that is a fault}
     *
     * @param ordinal the ordinal that is stored
     * @param constants all constants of the enum
     */
    public static Object constant(long ordinal, Object[] constants) {
        if (ordinal < 0 || ordinal >= constants.length) {
            throw ValueFault.fault();
        }
        return constants[(int) ordinal];
    }
}
