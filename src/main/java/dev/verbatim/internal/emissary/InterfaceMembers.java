package dev.verbatim.internal.emissary;

import dev.verbatim.internal.bind.ScopedType;
import dev.verbatim.internal.bind.TypeArguments;
import dev.verbatim.internal.model.InterfaceMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The methods of an interface that its objects have, inherited ones included. A method of {@code Object} is among them
 * only if the interface declares it.
 *
 * @param named the interface as a signature names it
 * @param type the interface
 * @param members its methods, in an order that is always the same
 */
record InterfaceMembers(Type named, Class<?> type, List<Member> members) {

    /**
     * A method.
     *
     * @param method the method
     * @param origin the method that a bridge leads to, where that is known; else the method itself
     * @param arguments what stands for the type variables of the interface
     * @param resolved the origin as users of the interface see it
     */
    record Member(Method method, Method origin, TypeArguments arguments, InterfaceMethod resolved) {

        /**
         * Whether two methods override one another, wherever one of them is inherited by an interface that has the
         * other.
         */
        boolean matches(Member other) {
            return resolved.name().equals(other.resolved.name())
                    && (resolved.parameters().equals(other.resolved.parameters())
                            || (Arrays.equals(method.getParameterTypes(), other.method.getParameterTypes())
                                    && mayTakeTheArgumentsOf(other)));
        }

        /** Whether type arguments that erasure hides may be reconciled; {@link ForwardedCall} knows if they are. */
        private boolean mayTakeTheArgumentsOf(Member other) {
            return IntStream.range(0, method.getParameterCount()).allMatch(i -> {
                Class<?> one = resolved.parameters().get(i);
                Class<?> another = other.resolved.parameters().get(i);
                return one.isAssignableFrom(another) || another.isAssignableFrom(one);
            });
        }

        /** A type in the origin's signature. */
        ScopedType scoped(Type inSignature) {
            return new ScopedType(inSignature, arguments);
        }

        String descriptor() {
            return org.objectweb.asm.Type.getMethodDescriptor(method);
        }
    }

    /** The methods of an interface as a signature names it. The context has the type arguments of the signature. */
    static InterfaceMembers of(Type named, TypeArguments context) {
        TypeArguments arguments = context.in(named);
        Class<?> type = new ScopedType(named, context).erasedResult();
        return new InterfaceMembers(
                named,
                type,
                Arrays.stream(type.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toGenericString))
                        .map(method -> member(method, arguments))
                        .toList());
    }

    private static Member member(Method method, TypeArguments arguments) {
        Method origin = method.isBridge() ? origin(method) : method;
        return new Member(method, origin, arguments, arguments.resolve(origin));
    }

    /** The method that a bridge leads to; the bridge itself if its interface declares several that it could lead to. */
    private static Method origin(Method bridge) {
        List<Method> narrower = Arrays.stream(bridge.getDeclaringClass().getDeclaredMethods())
                .filter(method -> !method.isBridge() && isNarrower(method, bridge))
                .toList();
        return narrower.size() == 1 ? narrower.getFirst() : bridge;
    }

    private static boolean isNarrower(Method method, Method bridge) {
        return method.getName().equals(bridge.getName())
                && method.getParameterCount() == bridge.getParameterCount()
                && bridge.getReturnType().isAssignableFrom(method.getReturnType())
                && IntStream.range(0, method.getParameterCount())
                        .allMatch(i -> bridge.getParameterTypes()[i].isAssignableFrom(method.getParameterTypes()[i]));
    }

    /** The methods that match a method of another interface. */
    List<Member> matching(Member member) {
        return members.stream().filter(member::matches).toList();
    }
}
