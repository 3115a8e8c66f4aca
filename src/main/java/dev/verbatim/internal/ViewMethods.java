package dev.verbatim.internal;

import dev.verbatim.StructView;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The abstract methods that a view's interface declares and inherits. Those that override one another are one, as they are to javac: with
 * the type arguments of generic super-interfaces in place, and with bridges from the signatures that they have without them.
 */
final class ViewMethods {

    /** Of each type variable what stands for it in the interface. */
    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    private ViewMethods() {}

    /** What methods that override one another have in common. */
    private record Signature(String name, List<Class<?>> parameters) {}

    /** The abstract methods of an interface that are not declared by {@link StructView} itself, in an order that is always the same. */
    static List<ViewMethod> of(Class<?> type) {
        ViewMethods methods = new ViewMethods();
        methods.collectArguments(type);
        Map<Signature, List<ViewMethod>> bySignature = new LinkedHashMap<>();
        Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && method.getDeclaringClass() != StructView.class)
                .sorted(Comparator.comparing(Method::toGenericString))
                .map(methods::resolve)
                .forEach(method -> bySignature
                        .computeIfAbsent(new Signature(method.name(), method.parameters()), _ -> new ArrayList<>())
                        .add(method));
        return bySignature.values().stream()
                .flatMap(overriding -> merge(overriding).stream())
                .toList();
    }

    private void collectArguments(Class<?> type) {
        for (Type parent : type.getGenericInterfaces()) {
            Class<?> raw = erase(parent);
            if (parent instanceof ParameterizedType parameterized) {
                for (int i = 0; i < raw.getTypeParameters().length; i++) {
                    arguments.put(raw.getTypeParameters()[i], parameterized.getActualTypeArguments()[i]);
                }
            }
            collectArguments(raw);
        }
    }

    private ViewMethod resolve(Method method) {
        Type result = resolve(method.getGenericReturnType());
        List<Type> parameters =
                Arrays.stream(method.getGenericParameterTypes()).map(this::resolve).toList();
        return new ViewMethod(
                method.getName(),
                erase(result),
                result,
                parameters.stream().<Class<?>>map(this::erase).toList(),
                parameters,
                List.of(org.objectweb.asm.Type.getMethodDescriptor(method)));
    }

    /** What a type variable stands for; its bound, where the interface leaves it open. */
    private Type resolve(Type type) {
        Type resolved = type;
        while (resolved instanceof TypeVariable<?> variable) {
            resolved = arguments.getOrDefault(variable, variable.getBounds()[0]);
        }
        return resolved;
    }

    private Class<?> erase(Type type) {
        return switch (resolve(type)) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case GenericArrayType array -> erase(array.getGenericComponentType()).arrayType();
            case Type other -> throw new AssertionError(other);
        };
    }

    /** Makes one of the methods of one signature: the one whose result is the most specific. */
    private static List<ViewMethod> merge(List<ViewMethod> methods) {
        for (ViewMethod method : methods) {
            if (methods.stream().allMatch(other -> other.result().isAssignableFrom(method.result()))) {
                List<String> descriptors = methods.stream()
                        .flatMap(other -> other.descriptors().stream())
                        .distinct()
                        .toList();
                return List.of(new ViewMethod(
                        method.name(),
                        method.result(),
                        method.genericResult(),
                        method.parameters(),
                        method.genericParameters(),
                        descriptors));
            }
        }
        return methods; // which javac does not let an interface inherit
    }
}
