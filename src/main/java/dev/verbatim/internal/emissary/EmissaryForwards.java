package dev.verbatim.internal.emissary;

import dev.verbatim.StructView;
import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.bind.InterfaceMethods;
import dev.verbatim.internal.bind.TypeArguments;
import dev.verbatim.internal.emissary.EmissaryBinding.Delegate;
import dev.verbatim.internal.emissary.EmissaryBinding.Forward;
import dev.verbatim.internal.emissary.InterfaceMembers.Member;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the delegate of each method of an emissary's interface. */
final class EmissaryForwards {

    private static final InterfaceMembers VIEW =
            InterfaceMembers.of(StructView.class, TypeArguments.of(StructView.class));

    private final InterfaceMembers type;
    private final List<Delegate> delegates;
    private final List<InterfaceMembers> delegateTypes;
    private final DtoAccess access;

    /** Where to add what stands against the emissary. */
    private final List<String> reasons;

    EmissaryForwards(
            InterfaceMembers type,
            List<Delegate> delegates,
            List<InterfaceMembers> delegateTypes,
            DtoAccess access,
            List<String> reasons) {
        this.type = type;
        this.delegates = delegates;
        this.delegateTypes = delegateTypes;
        this.access = access;
        this.reasons = reasons;
    }

    /** All that is forwarded; incomplete where there are reasons against it. */
    List<Forward> all() {
        type.members().stream()
                .filter(member -> isOverride(member) && InterfaceMethods.isProtectedOfObject(member.method()))
                .forEach(member -> refuse(member, "the emissary has that of Object, which is protected; rename it"));
        Set<String> overridden = type.members().stream()
                .filter(this::isOverride)
                .map(member -> key(member.method()))
                .collect(Collectors.toSet());
        // Two interfaces may declare the same method. The delegate has to fit both; the class has the method once.
        Map<String, Forward> forwards = new LinkedHashMap<>();
        for (Member member : type.members()) {
            boolean isLeft = overridden.contains(key(member.method())) || overridden.contains(key(member.origin()));
            Forward forward = isLeft ? null : forward(member);
            if (forward != null) {
                forwards.putIfAbsent(key(member.method()), forward);
            }
        }
        return List.copyOf(forwards.values());
    }

    private static String key(Method method) {
        return method.getName() + org.objectweb.asm.Type.getMethodDescriptor(method);
    }

    /** Whether a method is a default method that no delegate's type inherits too, or a bridge to such a method. */
    private boolean isOverride(Member member) {
        return member.origin().isDefault()
                && delegates.stream()
                        .noneMatch(
                                delegate -> member.method().getDeclaringClass().isAssignableFrom(delegate.type()));
    }

    private @Nullable Forward forward(Member member) {
        List<Integer> holders = holders(member);
        List<Integer> views = holders.stream()
                .filter(holder ->
                        StructView.class.isAssignableFrom(delegates.get(holder).type()))
                .toList();
        if (views.size() > 1
                && views.size() == holders.size()
                && member.resolved().isOf(StructView.class)) {
            return new Forward(
                    member.method(),
                    EmissaryBinding.VIEWS,
                    VIEW.matching(member).getFirst().method());
        }
        if (holders.size() == 1) {
            return forward(member, holders.getFirst());
        }
        // A bridge is not refused: the method that it leads to is refused or forwarded itself.
        if (!member.method().isBridge() && !(holders.isEmpty() && isOfObject(member))) {
            refuse(member, holders.isEmpty() ? "no delegate has it" : ambiguous(member, holders));
        }
        return null;
    }

    /** The delegates whose types have a method. A method of Object that none of them declares is in all of them. */
    private List<Integer> holders(Member member) {
        List<Integer> all = IntStream.range(0, delegates.size()).boxed().toList();
        List<Integer> declaring = all.stream()
                .filter(i -> !delegateTypes.get(i).matching(member).isEmpty())
                .toList();
        return declaring.isEmpty() && isOfObject(member) ? all : declaring;
    }

    private static boolean isOfObject(Member member) {
        return member.resolved().isOf(Object.class);
    }

    private String ambiguous(Member member, List<Integer> holders) {
        return holders.stream().map(holder -> delegates.get(holder).toString()).collect(Collectors.joining(" and "))
                + " have it; "
                + (isOfObject(member)
                        ? "no default method can override one of Object, so that one delegate at most may declare it"
                        : wayOut(holders));
    }

    private String wayOut(List<Integer> holders) {
        String name = type.type().getName();
        // A default method that the delegate's type has too is forwarded to the delegate, so it overrides nothing.
        return holders.stream()
                        .anyMatch(holder -> type.type()
                                .isAssignableFrom(delegates.get(holder).type()))
                ? "return an interface that extends " + name + " and overrides it with a default method"
                : "override it in " + name + " with a default method";
    }

    private @Nullable Forward forward(Member member, int holder) {
        Type named = delegateTypes.get(holder).named();
        List<Member> matching = delegateTypes.get(holder).matching(member);
        if (matching.isEmpty()) {
            return new Forward(member.method(), holder, ofObject(member.method()));
        }
        List<Member> fitting = matching.stream()
                .filter(candidate -> misfit(member, candidate, named) == null)
                .toList();
        Member target = fitting.stream()
                .filter(candidate -> candidate.descriptor().equals(member.descriptor()))
                .findFirst()
                .or(() -> fitting.stream().findFirst())
                .orElse(null);
        if (target == null) {
            refuse(member, delegates.get(holder) + " has it with " + misfit(member, matching.getFirst(), named));
            return null;
        }
        checkExceptions(member, holder, target);
        checkNames(member, target);
        return new Forward(member.method(), holder, target.method());
    }

    /** What part of a delegate's method does not fit; null if the method can be called. */
    private static @Nullable String misfit(Member member, Member candidate, Type delegate) {
        ForwardedCall call = new ForwardedCall(member, candidate);
        String found = " not fit: " + candidate.resolved().describe();
        String in = delegate instanceof ParameterizedType ? ", of " + delegate.getTypeName() : "";
        // A bridge takes what the method takes that it leads to, and that method is looked at itself.
        if (!member.method().isBridge() && !call.fitsParameters()) {
            return "parameters that do" + found + in;
        }
        if (!member.method().isBridge() && !call.fitsTypeVariables()) {
            return "type variables that do" + found + in;
        }
        return call.fitsResult() ? null : "a result that does" + found;
    }

    private static Method ofObject(Method method) {
        try {
            return Object.class.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private void checkExceptions(Member member, int holder, Member target) {
        for (Class<?> exception : new ForwardedCall(member, target).undeclared()) {
            refuse(member, delegates.get(holder) + " may throw " + exception.getName() + ", which it does not declare");
        }
    }

    /** Refuses what the JVM would refuse when the emissary's class, or the method, is linked. */
    private void checkNames(Member member, Member target) {
        for (Class<?> cast : casts(member.method(), target.method())) {
            if (!access.canName(cast)) {
                refuse(member, cast.getName() + " is not accessible to it: " + access.obstacle(cast));
            }
        }
        Stream.of(member.method(), target.method())
                .flatMap(method ->
                        Stream.concat(Stream.of(method.getReturnType()), Arrays.stream(method.getParameterTypes())))
                .distinct()
                .filter(named -> access.confuses(named))
                .forEach(named -> refuse(
                        member,
                        "the class loader of " + access.hostName() + " has another type of the name "
                                + named.getName()));
    }

    /** The types that arguments and the result have to be cast to. */
    private static List<Class<?>> casts(Method method, Method target) {
        List<Class<?>> casts = new ArrayList<>();
        for (int i = 0; i < target.getParameterCount(); i++) {
            casts.add(EmissaryGenerator.castTo(target.getParameterTypes()[i], method.getParameterTypes()[i]));
        }
        casts.add(EmissaryGenerator.castTo(method.getReturnType(), target.getReturnType()));
        return casts.stream().filter(Objects::nonNull).toList();
    }

    private void refuse(Member member, String why) {
        reasons.add(member.resolved().describe() + ": " + why);
    }
}
