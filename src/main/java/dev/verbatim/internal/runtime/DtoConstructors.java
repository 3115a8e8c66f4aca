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
                + (isAbstract(type) || isInner(type)
                        ? ""
                        : ", add a constructor, or declare one whose parameters are its fields by"
                                + " Conversions.withConstructor"));
    }

    /** {@return why no object of a type can be made; messages begin with it} */
    static String problem(Class<?> type) {
        String problem = isAbstract(type)
                ? "it is abstract"
                : isInner(type)
                        ? "it is an inner class, which has a no-argument constructor only if it is made static"
                        : "it has no accessible no-argument constructor";
        return "cannot read a new " + type.getName() + ": " + problem;
    }

    private static boolean isInner(Class<?> type) {
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }
}
