package dev.verbatim.internal.emissary;

import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.bind.InterfaceMethods;
import dev.verbatim.internal.bind.TypeArguments;
import dev.verbatim.internal.emissary.EmissaryBinding.Delegate;
import dev.verbatim.internal.emissary.EmissaryBinding.Forward;
import dev.verbatim.internal.model.InterfaceMethod;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;

/**
 * Matches a header to the interface that it returns. It reports everything that stands against the emissary at once.
 *
 * @param <H> the header
 */
public final class EmissaryBinder<H> {

    private final Class<H> header;
    private final DtoAccess access;
    private final List<String> reasons;

    private EmissaryBinder(Class<H> header, DtoAccess access, List<String> reasons) {
        this.header = header;
        this.access = access;
        this.reasons = reasons;
    }

    /**
     * Binds a header.
     *
     * @param lookup has full privilege access
     * @param header the header
     * @param <H> the header
     * @return the binding
     * @throws IllegalArgumentException with everything that stands against it
     */
    public static <H> EmissaryBinding<H> bind(Lookup lookup, Class<H> header) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(header, "header");
        List<String> reasons = new ArrayList<>();
        if (!header.isInterface()) {
            reasons.add(header.getName() + ": is not an interface");
            throw refusal(header, reasons);
        }
        DtoAccess access = new DtoAccess(lookup, header, reasons);
        Lookup host = access.host();
        if (host == null) {
            throw refusal(header, reasons);
        }
        return new EmissaryBinder<>(header, access, reasons).binding(host);
    }

    private static IllegalArgumentException refusal(Class<?> header, List<String> reasons) {
        return new IllegalArgumentException("cannot bind " + header.getName() + ": " + reasons.size()
                + (reasons.size() == 1 ? " reason" : " reasons") + "\n  - " + String.join("\n  - ", reasons));
    }

    private void refuseIfThereAreReasons() {
        if (!reasons.isEmpty()) {
            throw refusal(header, reasons.stream().distinct().toList());
        }
    }

    private EmissaryBinding<H> binding(Lookup host) {
        requireUsable(header, true);
        refuseIfThereAreReasons();

        List<InterfaceMethod> makers = InterfaceMethods.of(header, _ -> true).stream()
                .filter(method -> !method.isOf(Object.class))
                .toList();
        if (makers.size() != 1) {
            reasons.add(header.getName() + ": has " + makers.size()
                    + " abstract methods, expected one, which makes the emissary"
                    + makers.stream().map(method -> "; " + method.describe()).collect(Collectors.joining()));
            refuseIfThereAreReasons();
        }
        InterfaceMethod maker = makers.getFirst();
        if (maker.parameters().size() > DtoAccess.MAX_CONSTRUCTOR_SLOTS) {
            reasons.add(header.getName() + ": has delegates="
                    + maker.parameters().size() + ", expected at most " + DtoAccess.MAX_CONSTRUCTOR_SLOTS
                    + "; make some of them one, with an emissary of their own");
        }
        requireUsable(maker.result(), true);
        maker.parameters().forEach(type -> requireUsable(type, false));
        refuseIfThereAreReasons();

        TypeArguments arguments = TypeArguments.of(header);
        List<Delegate> delegates = delegates(maker);
        List<Forward> forwards = new EmissaryForwards(
                        InterfaceMembers.of(maker.genericResult(), arguments),
                        delegates,
                        maker.genericParameters().stream()
                                .map(parameter -> InterfaceMembers.of(parameter, arguments))
                                .toList(),
                        access,
                        reasons)
                .all();
        refuseIfThereAreReasons();
        return new EmissaryBinding<>(header, maker, maker.result(), delegates, forwards, host);
    }

    private void requireUsable(Class<?> type, boolean isImplemented) {
        if (!type.isInterface()) {
            reasons.add(type.getTypeName() + ": is not an interface");
        } else if (isImplemented && type.isSealed()) {
            reasons.add(type.getName() + ": is sealed; only the types that it permits can implement it");
        } else if (!access.canName(type)) {
            reasons.add(type.getName() + ": is not accessible to " + access.hostName() + ": " + access.obstacle(type));
        }
    }

    private List<Delegate> delegates(InterfaceMethod maker) {
        Parameter[] parameters = Arrays.stream(header.getMethods())
                .filter(method -> method.getName().equals(maker.name())
                        && maker.descriptors().contains(Type.getMethodDescriptor(method)))
                .findFirst()
                .orElseThrow()
                .getParameters();
        return IntStream.range(0, parameters.length)
                .mapToObj(i -> new Delegate(
                        parameters[i].isNamePresent() ? parameters[i].getName() : "delegate " + i,
                        maker.parameters().get(i)))
                .toList();
    }
}
