package dev.verbatim.internal;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The methods that objects of an interface have from it, those of {@code Object} only where the interface declares them.
 *
 * @param type the interface
 * @param members its methods, in an order that is always the same
 */
record InterfaceMembers(Class<?> type, List<Member> members) {

    /**
     * A method.
     *
     * @param method the method
     * @param resolved the same as users of the interface see it
     * @param exceptions the exceptions that they see it declare
     */
    record Member(Method method, InterfaceMethod resolved, List<Class<?>> exceptions) {

        /** Whether two methods override one another, wherever one of them is inherited by an interface that has the other. */
        boolean matches(Member other) {
            return resolved.name().equals(other.resolved.name())
                    && (resolved.parameters().equals(other.resolved.parameters())
                            || Arrays.equals(method.getParameterTypes(), other.method.getParameterTypes()));
        }

        String descriptor() {
            return resolved.descriptors().getFirst();
        }
    }

    /** Those of an interface as a signature names it, for whose type variables the arguments stand. */
    static InterfaceMembers of(Type named, TypeArguments context) {
        TypeArguments arguments = context.in(named);
        Class<?> type = context.erase(named);
        return new InterfaceMembers(
                type,
                Arrays.stream(type.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toGenericString))
                        .map(method -> member(method, arguments))
                        .toList());
    }

    private static Member member(Method method, TypeArguments arguments) {
        return new Member(
                method,
                arguments.resolve(method),
                Arrays.stream(method.getGenericExceptionTypes())
                        .<Class<?>>map(arguments::erase)
                        .toList());
    }

    /** Those that match a method of another interface. */
    List<Member> matching(Member member) {
        return members.stream().filter(member::matches).toList();
    }
}
