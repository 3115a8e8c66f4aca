package dev.verbatim.emissary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.emissary.InventedInterfaces.Defined;
import dev.verbatim.emissary.InventedInterfaces.InventedMethod;
import dev.verbatim.emissary.InventedInterfaces.Kind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Interfaces are invented; the delegates are proxies, which tell what arrives. */
@AddLifecycleHook(Tries.class)
class EmissaryPropertyTest {

    private static final int TRIES = 200;

    private static final List<Class<?>> TYPES = List.of(
            boolean.class,
            byte.class,
            short.class,
            char.class,
            int.class,
            long.class,
            float.class,
            double.class,
            Object.class,
            String.class,
            List.class,
            int[].class,
            Object[][].class);

    /** The most parameters that a method of an interface may have, if each takes two slots. */
    private static final int MOST_WIDE_PARAMETERS = 127;

    /** A call that arrived at a delegate. */
    private record Call(
            int delegate, String name, List<Class<?>> parameters, Class<?> result, List<Object> arguments) {}

    private final List<Call> calls = new ArrayList<>();
    private Object result;
    private Throwable fault;

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void everyCallArrivesAtTheDelegateThatHasTheMethod(
            @ForAll("unambiguous") InventedInterfaces invented, @ForAll long seed) throws Exception {
        Defined defined = invented.define();
        Random random = new Random(seed);
        Object emissary = make(defined, delegates(defined));

        for (Method method : defined.emissary().getMethods()) {
            int number = number(method);
            InventedMethod expected = invented.methods().get(number);
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> Samples.of(type, random))
                    .toArray();
            calls.clear();
            result = method.getReturnType() == void.class ? null : Samples.of(method.getReturnType(), random);
            fault = random.nextInt(4) == 0 ? new IllegalStateException("of the delegate") : null;

            if (expected.isOverridden()) {
                method.invoke(emissary, arguments);
                assertEquals(List.of(), calls, method::toString);
                continue;
            }
            if (fault == null) {
                Object returned = method.invoke(emissary, arguments);
                Samples.assertPassedOn(method.getReturnType(), result, returned, method::toString);
            } else {
                assertSame(
                        fault,
                        assertThrows(InvocationTargetException.class, () -> method.invoke(emissary, arguments))
                                .getCause());
            }
            Call call = calls.getFirst();
            assertEquals(1, calls.size());
            assertEquals(invented.owners(expected).getFirst(), call.delegate(), method::toString);
            assertEquals(method.getName(), call.name());
            assertEquals(List.of(method.getParameterTypes()), call.parameters());
            // Of two methods that differ in their results a proxy always names the more specific one.
            assertTrue(method.getReturnType().isAssignableFrom(call.result()), method::toString);
            for (int i = 0; i < arguments.length; i++) {
                Samples.assertPassedOn(
                        method.getParameterTypes()[i],
                        arguments[i],
                        call.arguments().get(i),
                        method::toString);
            }
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void everyAmbiguousMethodIsNamedAndNoOther(@ForAll("any") InventedInterfaces invented) {
        Defined defined = invented.define();
        List<Integer> ambiguous = IntStream.range(0, invented.methods().size())
                .filter(i -> isAmbiguous(invented, invented.methods().get(i)))
                .boxed()
                .toList();
        if (ambiguous.isEmpty()) {
            make(defined, delegates(defined));
            return;
        }
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Emissary.bind(defined.lookup(), defined.header()))
                .getMessage();
        List<String> lines = message.lines().toList();
        int signatures = ambiguous.stream()
                .mapToInt(i -> invented.methods().get(i).isDeclaredAgain() ? 2 : 1)
                .sum();
        assertEquals(
                "cannot bind invented.Header: " + signatures + (signatures == 1 ? " reason" : " reasons"),
                lines.getFirst());
        assertEquals(1 + signatures, lines.size(), message);
        for (int i : ambiguous) {
            List<String> named = lines.stream()
                    .filter(line -> line.contains(" " + InventedInterfaces.methodName(i) + "("))
                    .toList();
            assertEquals(invented.methods().get(i).isDeclaredAgain() ? 2 : 1, named.size(), message);
            for (int owner : invented.owners(invented.methods().get(i))) {
                assertTrue(
                        named.getFirst()
                                .contains(InventedInterfaces.delegateName(owner) + " (invented.Delegate" + owner + ")"),
                        message);
            }
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void aDelegateThatIsNullIsNamed(@ForAll("unambiguous") InventedInterfaces invented) {
        Defined defined = invented.define();
        for (int i = 0; i < invented.delegates(); i++) {
            Object[] delegates = delegates(defined);
            delegates[i] = null;
            Throwable refusal = assertThrows(LinkageError.class, () -> make(defined, delegates))
                    .getCause()
                    .getCause();
            assertEquals(NullPointerException.class, refusal.getClass());
            assertEquals(
                    "cannot make invented.Emissary: " + InventedInterfaces.delegateName(i) + " (invented.Delegate" + i
                            + ") is null",
                    refusal.getMessage());
        }
    }

    private static int number(Method method) {
        return Integer.parseInt(method.getName().replaceAll("\\D", ""));
    }

    private static boolean isAmbiguous(InventedInterfaces invented, InventedMethod method) {
        return method.kind() != Kind.STATIC
                && !method.isOverridden()
                && invented.owners(method).size() > 1;
    }

    private static Object make(Defined defined, Object[] delegates) {
        try {
            Object header = Emissary.bind(defined.lookup(), defined.header());
            return defined.header()
                    .getMethod("of", defined.delegates().toArray(Class<?>[]::new))
                    .invoke(header, delegates);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the emissary", e);
        }
    }

    private Object[] delegates(Defined defined) {
        return IntStream.range(0, defined.delegates().size())
                .mapToObj(i -> Proxy.newProxyInstance(
                        defined.header().getClassLoader(),
                        new Class<?>[] {defined.delegates().get(i)},
                        (_, method, arguments) -> {
                            calls.add(new Call(
                                    i,
                                    method.getName(),
                                    List.of(method.getParameterTypes()),
                                    method.getReturnType(),
                                    arguments == null ? List.of() : Arrays.asList(arguments)));
                            if (fault != null) {
                                throw fault;
                            }
                            return result;
                        }))
                .toArray();
    }

    @Provide
    Arbitrary<InventedInterfaces> any() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 4), methods().list().ofMaxSize(30))
                .as(InventedInterfaces::new);
    }

    @Provide
    Arbitrary<InventedInterfaces> unambiguous() {
        return any().map(invented -> new InventedInterfaces(
                invented.delegates(),
                invented.methods().stream()
                        .map(method -> isAmbiguous(invented, method) ? overridden(method) : method)
                        .toList()));
    }

    private static InventedMethod overridden(InventedMethod method) {
        return new InventedMethod(
                method.kind(),
                method.parameters(),
                method.result(),
                method.owners(),
                method.level(),
                method.isCommon(),
                true,
                method.isCovariant());
    }

    private static Arbitrary<InventedMethod> methods() {
        Arbitrary<List<Class<?>>> parameters = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.<Class<?>>of(TYPES).list().ofMaxSize(8)),
                Tuple.of(1, Arbitraries.just(Collections.nCopies(MOST_WIDE_PARAMETERS, long.class))));
        List<Class<?>> results = new ArrayList<>(TYPES);
        results.add(void.class);
        // Mostly one owner.
        Arbitrary<Integer> owners = Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.of(1, 2, 4, 8)),
                Tuple.of(1, Arbitraries.integers().between(1, 15)));
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        parameters,
                        Arbitraries.<Class<?>>of(results),
                        owners,
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of(true, false),
                        Arbitraries.frequency(Tuple.of(1, true), Tuple.of(5, false)),
                        Arbitraries.of(true, false))
                .as(InventedMethod::new);
    }
}
