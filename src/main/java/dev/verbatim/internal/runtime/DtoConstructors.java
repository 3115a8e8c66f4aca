package dev.verbatim.internal.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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

    /**
     * {@return what to do besides for a class with a constructor that takes all fields: nothing for another class}
     *
     * @param type the class
     * @param factory the method that makes the codec of a class with such a constructor
     */
    static String orConstructor(Class<?> type, String factory) {
        return isAbstract(type) || isInner(type) || !isConstructedOfFields(type)
                ? ""
                : ", or bind it by its constructor, " + factory;
    }

    /** Whether a constructor has parameters of the types of all fields, in any order. */
    private static boolean isConstructedOfFields(Class<?> type) {
        try {
            List<String> fields = new ArrayList<>();
            for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
                for (Field field : owner.getDeclaredFields()) {
                    if (!field.isSynthetic() && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                        fields.add(field.getType().getName());
                    }
                }
            }
            Collections.sort(fields);
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                List<String> parameters = new ArrayList<>();
                for (Class<?> parameter : constructor.getParameterTypes()) {
                    parameters.add(parameter.getName());
                }
                Collections.sort(parameters);
                if (!constructor.isSynthetic() && parameters.equals(fields)) {
                    return true;
                }
            }
            return false;
        } catch (NoClassDefFoundError e) {
            return false; // what cannot be looked at
        }
    }

    private static boolean isInner(Class<?> type) {
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }
}
