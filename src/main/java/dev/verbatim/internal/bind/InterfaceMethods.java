package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.InterfaceMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds the abstract methods that an interface declares and inherits. Methods that override one another are one, as
 * they are to javac: it has the type arguments of generic super-interfaces, and bridges from the signatures without
 * them.
 */
public final class InterfaceMethods {

    private InterfaceMethods() {}

    /** What methods that override one another have in common. */
    private record Signature(String name, List<Class<?>> parameters) {}

    /** The abstract methods of an interface that {@code wanted} accepts, in an order that is always the same. */
    public static List<InterfaceMethod> of(Class<?> type, Predicate<Method> wanted) {
        TypeArguments arguments = TypeArguments.of(type);
        Map<Signature, List<InterfaceMethod>> bySignature = new LinkedHashMap<>();
        Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && wanted.test(method))
                .sorted(Comparator.comparing(Method::toGenericString))
                .map(arguments::resolve)
                .forEach(method -> bySignature
                        .computeIfAbsent(new Signature(method.name(), method.parameters()), _ -> new ArrayList<>())
                        .add(method));
        return bySignature.values().stream()
                .flatMap(overriding -> merge(overriding).stream())
                .toList();
    }

    /**
     * Whether a class that implements an interface, and does not override this method of it, has that of {@code
     * Object} in its place. That is protected, so that a call through the interface ends in an error.
     */
    public static boolean isProtectedOfObject(Method method) {
        return Arrays.stream(Object.class.getDeclaredMethods())
                .anyMatch(own -> Modifier.isProtected(own.getModifiers())
                        && own.getName().equals(method.getName())
                        && own.getReturnType() == method.getReturnType()
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    /** Merges the methods of one signature into the one whose result is the most specific. */
    private static List<InterfaceMethod> merge(List<InterfaceMethod> methods) {
        for (InterfaceMethod method : methods) {
            if (methods.stream().allMatch(other -> other.result().isAssignableFrom(method.result()))) {
                List<String> descriptors = methods.stream()
                        .flatMap(other -> other.descriptors().stream())
                        .distinct()
                        .toList();
                return List.of(new InterfaceMethod(
                        method.name(),
                        method.result(),
                        method.genericResult(),
                        method.parameters(),
                        method.genericParameters(),
                        descriptors));
            }
        }
        return methods; // javac lets no interface inherit such methods
    }
}
