package dev.verbatim.internal.emissary;

import dev.verbatim.internal.bind.ScopedType;
import dev.verbatim.internal.bind.TypeArguments.Unknown;
import dev.verbatim.internal.emissary.InterfaceMembers.Member;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call of an emissary's method that becomes a call of a delegate's method. Types fit only if a method compiles that
 * is written in Java and makes this call. Some such types do not fit: nothing is converted between primitive types and
 * others, a result is not discarded, and no type is inferred for what the delegate's method returns or throws. Type
 * arguments within a type are not compared, as erasure hides them on both sides: a {@code List<String>} fits where a
 * {@code List<Integer>} is expected.
 *
 * <p>If both methods have equally many type variables of their own, those of the emissary's method, which its caller
 * has chosen, are the type arguments of the call. So {@code <U extends T> U max(U, U)} of an {@code Order<String>} fits
 * that of an {@code Order<? super String>}. If the numbers differ, a type variable of the delegate's method takes what
 * is within its bounds. No result fits a type variable of the emissary's method, as only its caller knows the type.
 *
 * <p>A wildcard in the delegate's type stands for one type that nobody knows: a parameter takes what is within its
 * lower bound. A wildcard in the emissary's type leaves open which type the emissary is for: a caller can pass what is
 * within its lower bound.
 */
final class ForwardedCall {

    private final Member method;
    private final Member target;

    /** What the target's type variables are in this call; empty if the two methods have not equally many. */
    private final Map<Type, TypeVariable<?>> chosen = new HashMap<>();

    ForwardedCall(Member method, Member target) {
        this.method = method;
        this.target = target;
        TypeVariable<?>[] own = method.origin().getTypeParameters();
        TypeVariable<?>[] others = target.origin().getTypeParameters();
        for (int i = 0; own.length == others.length && i < own.length; i++) {
            chosen.put(others[i], own[i]);
        }
    }

    /** Which way a value goes. */
    private enum Direction {
        TO_DELEGATE,
        FROM_DELEGATE
    }

    /** Whether the delegate takes every argument that can be passed. */
    boolean fitsParameters() {
        Type[] passed = method.origin().getGenericParameterTypes();
        Type[] taken = target.origin().getGenericParameterTypes();
        return IntStream.range(0, passed.length)
                .allMatch(i -> fits(method.scoped(passed[i]), target.scoped(taken[i]), Direction.TO_DELEGATE));
    }

    /** Whether the type variables of the emissary's method are within the bounds of the delegate's. */
    boolean fitsTypeVariables() {
        return chosen.entrySet().stream()
                .allMatch(entry -> fitsAll(
                        method.scoped(entry.getValue()),
                        target.scoped(entry.getKey()).bounds(),
                        Direction.TO_DELEGATE));
    }

    /** Whether what the delegate returns is what the emissary's method returns. */
    boolean fitsResult() {
        return fits(
                target.scoped(target.origin().getGenericReturnType()),
                method.scoped(method.origin().getGenericReturnType()),
                Direction.FROM_DELEGATE);
    }

    /** The exceptions that the delegate's method declares and the emissary's does not. */
    List<Class<?>> undeclared() {
        Type[] own = method.origin().getGenericExceptionTypes();
        List<ScopedType> allowed = Stream.concat(Stream.of(RuntimeException.class, Error.class), Arrays.stream(own))
                .map(method::scoped)
                .toList();
        return Arrays.stream(target.origin().getGenericExceptionTypes())
                .map(target::scoped)
                .filter(thrown -> allowed.stream().noneMatch(one -> fits(thrown, one, Direction.FROM_DELEGATE)))
                .<Class<?>>map(ScopedType::erasedResult)
                .toList();
    }

    private boolean fits(ScopedType given, ScopedType expected, Direction direction) {
        ScopedType from = inCall(given);
        ScopedType to = inCall(expected);
        boolean isPassed = direction == Direction.TO_DELEGATE;
        if (from.type() instanceof Unknown unknown && isPassed) {
            return unknown.lower().isEmpty() || anyFits(unknown.lower(), to, direction);
        }
        if (to.type() instanceof Unknown unknown) {
            if (!isPassed || unknown.isRaw()) {
                return fitsAll(from, unknown.upper(), direction);
            }
            return fitsAny(from, unknown.lower(), direction) || anyFits(from.bounds(), to, direction);
        }
        if (from.type() instanceof TypeVariable && from.equals(to)) {
            return true;
        }
        if (to.type() instanceof TypeVariable<?> variable && isInferred(variable)) {
            // What javac infers for it is within its bounds, as are the arguments.
            return fitsAll(from, to.bounds(), direction);
        }
        if (!from.bounds().isEmpty()) {
            return anyFits(from.bounds(), to, direction);
        }
        ScopedType component = component(to);
        if (component != null) {
            ScopedType own = component(from);
            return own != null && fits(own, component, direction);
        }
        return !(to.type() instanceof TypeVariable) && to.erasedResult().isAssignableFrom(from.erasedResult());
    }

    private boolean anyFits(List<ScopedType> given, ScopedType expected, Direction direction) {
        return given.stream().anyMatch(one -> fits(one, expected, direction));
    }

    private boolean fitsAny(ScopedType given, List<ScopedType> expected, Direction direction) {
        return expected.stream().anyMatch(one -> fits(given, one, direction));
    }

    private boolean fitsAll(ScopedType given, List<ScopedType> expected, Direction direction) {
        return expected.stream().allMatch(one -> fits(given, one, direction));
    }

    /** A type as it is in this call: a type variable is replaced by its type argument, where that is known. */
    private ScopedType inCall(ScopedType named) {
        // The two may be one method, with the same type variables: the scope tells whether one is the target's.
        TypeVariable<?> variable = named.scope() == target.arguments() ? chosen.get(named.type()) : null;
        return variable == null ? named.resolved() : method.scoped(variable);
    }

    /** Whether a type variable belongs to the delegate's method, and no type variable of the emissary's replaces it. */
    private boolean isInferred(TypeVariable<?> variable) {
        return chosen.isEmpty() && target.origin().equals(variable.getGenericDeclaration());
    }

    /** The type of an array's elements, unless they are primitives; null of other types. */
    private static @Nullable ScopedType component(ScopedType array) {
        return switch (array.type()) {
            case GenericArrayType generic -> array.with(generic.getGenericComponentType());
            case Class<?> plain when Object[].class.isAssignableFrom(plain) -> array.with(plain.componentType());
            default -> null;
        };
    }
}
