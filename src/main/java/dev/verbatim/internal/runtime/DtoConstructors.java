package dev.verbatim.internal.runtime;

import java.lang.reflect.Modifier;

/** What is said where a DTO has no constructor to make a new one. */
public final class DtoConstructors {

    private DtoConstructors() {}

    /**
     * {@return what is thrown for a nested type that cannot be created}
     *
     * @param type the type
     */
    public static RuntimeException missing(Class<?> type) {
        return new UnsupportedOperationException(
                problem(type) + "; read into an object that holds one already" + (isAbstract(type) ? "" : ", or add a constructor"));
    }

    /** {@return why a type cannot be created, as messages begin} */
    static String problem(Class<?> type) {
        return "cannot read a new " + type.getName()
                + (isAbstract(type) ? ": it is abstract" : ": it has no accessible no-argument constructor");
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }
}
