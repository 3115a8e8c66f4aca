package dev.verbatim.internal.codegen;

/** The constants of an enum by ordinal, one array for all the code that loads it. */
final class EnumConstants extends ClassValue<Object[]> {

    static final EnumConstants OF = new EnumConstants();

    private EnumConstants() {}

    @Override
    protected Object[] computeValue(Class<?> type) {
        return type.getEnumConstants();
    }
}
