package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.InterfaceMethod;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What stands for the type variables of an interface and of its super-interfaces. */
public final class TypeArguments {

    /** What stands for each type variable: a type, an unknown, or a type variable that is left open. */
    private final Map<TypeVariable<?>, ScopedType> arguments = new HashMap<>();

    private TypeArguments() {}

    /**
     * A type that is known by its bounds only: what a wildcard stands for, or the type argument that a raw type lacks.
     *
     * @param lower its lower bounds, each the type itself or a sub-type; empty if none is known
     * @param upper its upper bounds; it erases to the first
     * @param isRaw whether the type argument is lacking
     */
    public record Unknown(List<ScopedType> lower, List<ScopedType> upper, boolean isRaw) implements Type {}

    /** The type arguments of an interface whose own type variables are left open. */
    public static TypeArguments of(Class<?> type) {
        TypeArguments found = new TypeArguments();
        found.collectInherited(type);
        return found;
    }

    /**
     * The type arguments of an interface as a signature names it; these arguments stand for the type variables in that
     * signature.
     */
    public TypeArguments in(Type type) {
        TypeArguments found = new TypeArguments();
        found.collect(new ScopedType(type, this));
        return found;
    }

    private void collect(ScopedType named) {
        ScopedType known = named.known();
        Class<?> raw = known.erasedResult();
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
            ScopedType argument = known.type() instanceof ParameterizedType parameterized
                    ? argument(variables[i], known.with(parameterized.getActualTypeArguments()[i]))
                    : new ScopedType(new Unknown(List.of(), bounds(variables[i]), true), this);
            arguments.put(variables[i], argument);
        }
        collectInherited(raw);
    }

    private void collectInherited(Class<?> type) {
        for (Type parent : type.getGenericInterfaces()) {
            collect(new ScopedType(parent, this));
        }
    }

    private ScopedType argument(TypeVariable<?> variable, ScopedType argument) {
        if (argument.type() instanceof WildcardType wildcard) {
            // A wildcard without an upper bound has Object, which says less than the bounds of the variable.
            Stream<ScopedType> written =
                    argument.with(wildcard.getUpperBounds()).filter(bound -> bound.type() != Object.class);
            List<ScopedType> upper =
                    Stream.concat(written, bounds(variable).stream()).toList();
            return argument.with(
                    new Unknown(argument.with(wildcard.getLowerBounds()).toList(), upper, false));
        }
        return argument.resolved();
    }

    private List<ScopedType> bounds(TypeVariable<?> variable) {
        return Arrays.stream(variable.getBounds())
                .map(bound -> new ScopedType(bound, this))
                .toList();
    }

    /** What stands for a type variable; the variable itself if it is left open. */
    public ScopedType resolve(TypeVariable<?> variable) {
        return arguments.getOrDefault(variable, new ScopedType(variable, this));
    }

    /** A method of the interface as its users see it. */
    public InterfaceMethod resolve(Method method) {
        ScopedType result = new ScopedType(method.getGenericReturnType(), this);
        List<ScopedType> parameters = Arrays.stream(method.getGenericParameterTypes())
                .map(parameter -> new ScopedType(parameter, this))
                .toList();
        return new InterfaceMethod(
                method.getName(),
                result.erasedResult(),
                result.known().type(),
                parameters.stream().<Class<?>>map(ScopedType::erasedParameter).toList(),
                parameters.stream().map(parameter -> parameter.known().type()).toList(),
                List.of(org.objectweb.asm.Type.getMethodDescriptor(method)));
    }
}
