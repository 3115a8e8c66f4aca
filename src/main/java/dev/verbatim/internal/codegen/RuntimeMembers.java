package dev.verbatim.internal.codegen;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The methods and fields of the run-time classes that generated code uses, by their names. Descriptors come from the
 * declarations. So what no longer fits after a change fails when a class is generated, not when its code runs.
 */
final class RuntimeMembers {

    /** The methods of a class that have been found by their names alone. */
    private static final Map<Class<?>, Map<String, RuntimeMethod>> FOUND = new ConcurrentHashMap<>();

    private RuntimeMembers() {}

    /**
     * A method.
     *
     * @param name its name
     * @param descriptor its descriptor
     * @param modifiers its modifiers, as reflection has them
     */
    record RuntimeMethod(String name, String descriptor, int modifiers) {

        boolean isStatic() {
            return Modifier.isStatic(modifiers);
        }
    }

    /**
     * {@return the method of a name, from the nearest class that declares one}
     *
     * @param type a run-time class
     * @param name the name
     * @param parameters the types of the parameters; not needed if only one method has this name
     * @throws LinkageError if there is not exactly one
     */
    static RuntimeMethod method(Class<?> type, String name, Class<?>... parameters) {
        Map<String, RuntimeMethod> foundOfType = FOUND.get(type);
        RuntimeMethod known = parameters.length == 0 && foundOfType != null ? foundOfType.get(name) : null;
        if (known != null) {
            return known;
        }
        List<Method> declared = methods(type, name, parameters);
        if (declared.size() != 1) {
            throw new LinkageError("cannot generate a call of " + type.getName() + "." + name
                    + ": expected one method, found " + declared);
        }
        Method method = declared.getFirst();
        RuntimeMethod found = new RuntimeMethod(name, Type.getMethodDescriptor(method), method.getModifiers());
        if (parameters.length == 0) {
            if (foundOfType == null) {
                FOUND.putIfAbsent(type, new ConcurrentHashMap<>());
            }
            Objects.requireNonNull(FOUND.get(type)).put(name, found);
        }
        return found;
    }

    private static List<Method> methods(@Nullable Class<?> type, String name, Class<?>... parameters) {
        List<Method> found = new ArrayList<>(1);
        if (type == null) {
            return found;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)
                    && isUsable(method)
                    && (parameters.length == 0 || Arrays.equals(method.getParameterTypes(), parameters))) {
                found.add(method);
            }
        }
        if (found.isEmpty()) {
            found = methods(type.getSuperclass(), name, parameters);
        }
        for (Class<?> parent : type.getInterfaces()) {
            found = found.isEmpty() ? methods(parent, name, parameters) : found;
        }
        return found;
    }

    /** Whether code of another package can call or override a method. */
    private static boolean isUsable(Method method) {
        return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !method.isSynthetic();
    }

    /**
     * {@return a field}
     *
     * @param type the run-time class that declares it
     * @param name its name
     * @throws LinkageError if there is none
     */
    static Field field(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new LinkageError("cannot generate an access to " + type.getName() + "." + name, e);
        }
    }
}
