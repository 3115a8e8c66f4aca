package dev.verbatim.internal.bind;

import dev.verbatim.internal.bind.TypeArguments.Unknown;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A type as a signature names it.
 *
 * @param type the type
 * @param scope what stands for the type variables in it
 */
public record ScopedType(Type type, TypeArguments scope) {

    /** Another type of the same signature. */
    public ScopedType with(Type other) {
        return new ScopedType(other, scope);
    }

    public Stream<ScopedType> with(Type[] others) {
        return Arrays.stream(others).map(this::with);
    }

    /** What stands for this type if it is a type variable; else the type itself. */
    public ScopedType resolved() {
        return type instanceof TypeVariable<?> variable ? scope.resolve(variable) : this;
    }

    /** The type with what stands for the type variables in it, but for those in wildcards. */
    Type substituted() {
        ScopedType named = resolved();
        return switch (named.type) {
            case ParameterizedType generic ->
                new Substituted(
                        generic.getRawType(),
                        generic.getOwnerType(),
                        named.with(generic.getActualTypeArguments())
                                .map(ScopedType::substituted)
                                .toList());
            case GenericArrayType array -> {
                Type component = named.with(array.getGenericComponentType()).substituted();
                yield component instanceof Class<?> plain ? plain.arrayType() : (GenericArrayType) () -> component;
            }
            default -> named.type;
        };
    }

    /** A type with other type arguments than a signature names. */
    private record Substituted(Type getRawType, @Nullable Type getOwnerType, List<Type> arguments)
            implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }
    }

    /** The upper bounds of a type variable or of an unknown; none for other types. */
    public List<ScopedType> bounds() {
        return switch (type) {
            case TypeVariable<?> variable -> with(variable.getBounds()).toList();
            case Unknown unknown -> unknown.upper();
            default -> List.of();
        };
    }

    /** The type, or its first bound if it is left open. */
    ScopedType known() {
        ScopedType resolved = resolved();
        return resolved.bounds().isEmpty()
                ? resolved
                : resolved.bounds().getFirst().known();
    }

    /** The class that a result of this type has. */
    public Class<?> erasedResult() {
        return known().erased(ScopedType::erasedResult);
    }

    /** The class of what can be passed to a parameter of this type: its lower bound, if it has one. */
    Class<?> erasedParameter() {
        ScopedType taken = resolved();
        while (!taken.bounds().isEmpty()) {
            boolean hasLower = taken.type instanceof Unknown(var lower, var _, var _) && !lower.isEmpty();
            taken = (hasLower ? ((Unknown) taken.type).lower() : taken.bounds())
                    .getFirst()
                    .resolved();
        }
        return taken.erased(ScopedType::erasedParameter);
    }

    private Class<?> erased(Function<ScopedType, Class<?>> ofComponent) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case GenericArrayType array ->
                ofComponent.apply(with(array.getGenericComponentType())).arrayType();
            default -> throw new AssertionError(type);
        };
    }
}
