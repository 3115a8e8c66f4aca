package dev.verbatim.internal.model;

import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A method of an interface as the interface's users see it: without type variables.
 *
 * @param name its name
 * @param result the type of its result
 * @param genericResult the type of its result, with type arguments
 * @param parameters the types of its parameters
 * @param genericParameters the types of its parameters, with type arguments
 * @param descriptors the descriptors by which the interface and its super-interfaces declare it
 */
public record InterfaceMethod(
        String name,
        Class<?> result,
        Type genericResult,
        List<Class<?>> parameters,
        List<Type> genericParameters,
        List<String> descriptors) {

    /** {@return the descriptor of the method itself; the others are those of its bridges} */
    public String descriptor() {
        return org.objectweb.asm.Type.getMethodDescriptor(
                org.objectweb.asm.Type.getType(result),
                parameters.stream().map(org.objectweb.asm.Type::getType).toArray(org.objectweb.asm.Type[]::new));
    }

    /** {@return whether a type has a public method of this name and these parameters} */
    public boolean isOf(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .anyMatch(other -> other.getName().equals(name)
                        && Arrays.asList(other.getParameterTypes()).equals(parameters));
    }

    /** {@return the declaration, as messages name it} */
    public String describe() {
        return result.getSimpleName() + " " + name + "("
                + parameters.stream().map(Class::getSimpleName).collect(Collectors.joining(", ")) + ")";
    }
}
