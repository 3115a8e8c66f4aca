package dev.verbatim.internal.runtime;

import java.lang.reflect.Modifier;

/** Says why an object of a DTO type cannot be made. */
public final class DtoConstructors {

    private DtoConstructors() {}

    /**
     * {@return the exception for a nested type that has no constructor}
     *
     * @param type the type
     */
    public static RuntimeException missing(Class<?> type) {
        return new UnsupportedOperationException(problem(type) + "; read into an object that holds one already"
                + (isAbstract(type) ? "" : ", or add a constructor"));
    }

    /** {@return why no object of a type can be made; messages begin with it} */
    static String problem(Class<?> type) {
        return "cannot read a new " + type.getName()
                + (isAbstract(type) ? ": it is abstract" : ": it has no accessible no-argument constructor");
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }
}
