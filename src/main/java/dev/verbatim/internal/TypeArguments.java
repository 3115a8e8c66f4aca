package dev.verbatim.internal;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What stands for the type variables of an interface and of its super-interfaces. */
final class TypeArguments {

    /** Each type variable with what stands for it, which is none. */
    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    private TypeArguments() {}

    /** Those of an interface without type arguments of its own. */
    static TypeArguments of(Class<?> type) {
        TypeArguments found = new TypeArguments();
        found.collect(type, found);
        return found;
    }

    /** Those of an interface as a signature names it, for whose own type variables these arguments stand. */
    TypeArguments in(Type type) {
        TypeArguments found = new TypeArguments();
        found.collect(type, this);
        return found;
    }

    private void collect(Type type, TypeArguments context) {
        Class<?> raw = context.erase(type);
        if (context.resolve(type) instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                arguments.put(variables[i], context.argument(variables[i], parameterized.getActualTypeArguments()[i]));
            }
        }
        for (Type parent : raw.getGenericInterfaces()) {
            collect(parent, this);
        }
    }

    private Type argument(TypeVariable<?> variable, Type argument) {
        if (argument instanceof WildcardType wildcard) {
            Type bound = wildcard.getUpperBounds()[0];
            return resolve(bound == Object.class ? variable.getBounds()[0] : bound);
        }
        return resolve(argument);
    }

    /** A method of the interface as its users see it. */
    InterfaceMethod resolve(Method method) {
        Type result = resolve(method.getGenericReturnType());
        List<Type> parameters =
                Arrays.stream(method.getGenericParameterTypes()).map(this::resolve).toList();
        return new InterfaceMethod(
                method.getName(),
                erase(result),
                result,
                parameters.stream().<Class<?>>map(this::erase).toList(),
                parameters,
                List.of(org.objectweb.asm.Type.getMethodDescriptor(method)));
    }

    /** What a type variable stands for; its bound, where that is left open. */
    Type resolve(Type type) {
        Type resolved = type;
        while (resolved instanceof TypeVariable<?> variable) {
            resolved = arguments.getOrDefault(variable, variable.getBounds()[0]);
        }
        return resolved;
    }

    /** The class of a type. */
    Class<?> erase(Type type) {
        return switch (resolve(type)) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case GenericArrayType array -> erase(array.getGenericComponentType()).arrayType();
            case Type other -> throw new AssertionError(other);
        };
    }
}
