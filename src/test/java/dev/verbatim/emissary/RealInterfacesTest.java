package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whole interfaces of the JDK, method by method, and what they are used for. */
class RealInterfacesTest {

    interface ResultSets {
        ResultSet of(ResultSet results);
    }

    interface Texts {
        CharSequence of(CharSequence text);
    }

    interface Lists<T> {
        List<T> of(List<T> list);
    }

    interface Maps<K, V> {
        ConcurrentMap<K, V> of(ConcurrentMap<K, V> map);
    }

    interface NavigableMaps {
        NavigableMap<?, ?> of(NavigableMap<?, ?> map);
    }

    interface Executors {
        ScheduledExecutorService of(ScheduledExecutorService executor);
    }

    private record Call(Method method, List<Object> arguments) {}

    /**
     * Calls every method of an interface through an emissary and compares what arrives, what returns and what is
     * thrown.
     */
    private static <T> int assertForwardsAll(Class<?> headerType, Class<T> type) throws Exception {
        List<Call> calls = new ArrayList<>();
        Object[] result = new Object[1];
        Throwable[] fault = new Throwable[1];
        Object delegate = Proxy.newProxyInstance(
                RealInterfacesTest.class.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    calls.add(new Call(method, arguments == null ? List.of() : Arrays.asList(arguments)));
                    if (fault[0] != null) {
                        throw fault[0];
                    }
                    return result[0];
                });
        Method maker = headerType.getDeclaredMethods()[0];
        T emissary = type.cast(maker.invoke(Emissary.bind(lookup(), headerType), delegate));
        int count = 0;
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            count++;
            Object[] arguments =
                    Arrays.stream(method.getParameterTypes()).map(Samples::of).toArray();
            result[0] = method.getReturnType() == void.class ? null : Samples.of(method.getReturnType());
            fault[0] = null;
            calls.clear();
            Object returned = method.invoke(emissary, arguments);

            assertEquals(1, calls.size(), method::toString);
            assertEquals(method.getName(), calls.getFirst().method().getName());
            assertEquals(
                    List.of(method.getParameterTypes()),
                    List.of(calls.getFirst().method().getParameterTypes()));
            for (int i = 0; i < arguments.length; i++) {
                Samples.assertPassedOn(
                        method.getParameterTypes()[i],
                        arguments[i],
                        calls.getFirst().arguments().get(i),
                        method::toString);
            }
            Samples.assertPassedOn(method.getReturnType(), result[0], returned, method::toString);

            fault[0] = Stream.of(method.getExceptionTypes()).anyMatch(SQLException.class::equals)
                    ? new SQLException("of the delegate")
                    : new ConcurrentModificationException("of the delegate");
            assertSame(
                    fault[0],
                    assertThrows(InvocationTargetException.class, () -> method.invoke(emissary, arguments))
                            .getCause());
        }
        return count;
    }

    @Test
    void everyMethodIsForwarded() throws Exception {
        assertTrue(assertForwardsAll(ResultSets.class, ResultSet.class) > 190);
        assertTrue(assertForwardsAll(Texts.class, CharSequence.class) >= 7);
        assertTrue(assertForwardsAll(Lists.class, List.class) > 35);
        assertTrue(assertForwardsAll(Maps.class, ConcurrentMap.class) > 24);
        assertTrue(assertForwardsAll(NavigableMaps.class, NavigableMap.class) > 50);
        assertTrue(assertForwardsAll(Executors.class, ScheduledExecutorService.class) > 15);
    }

    @Test
    void aStringCanNoLongerBeCastToString() {
        CharSequence text = Emissary.bind(lookup(), Texts.class).of("héllo");

        assertFalse(text instanceof String);
        assertThrows(ClassCastException.class, () -> String.class.cast(text));
        assertEquals("héllo", text.toString());
        assertEquals(5, text.length());
        assertEquals('é', text.charAt(1));
        assertEquals("éll", text.subSequence(1, 4).toString());
        assertEquals("héllo".chars().sum(), text.chars().sum());
        assertTrue("héllo".contentEquals(text));
        assertEquals("say héllo", "say " + text);
        assertEquals(0, CharSequence.compare(text, "héllo"));
    }

    @Test
    void aListIsAList() {
        List<String> delegate = new ArrayList<>(List.of("c", "a", "b"));
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        List<String> list = ((Lists<String>) Emissary.bind(lookup(), Lists.class)).of(delegate);

        list.sort(null);
        list.add(0, "z");
        list.replaceAll(String::toUpperCase);
        ListIterator<String> iterator = list.listIterator();
        assertEquals("Z", iterator.next());
        iterator.remove();
        assertEquals(List.of("A", "B", "C"), delegate);
        assertEquals(delegate, list);
        assertEquals(list, delegate);
        assertEquals(delegate.hashCode(), list.hashCode());
        assertEquals(List.of("C", "B", "A"), list.reversed());
        assertEquals("ABC", String.join("", list));
        assertEquals(delegate, list.stream().toList());
        assertFalse(list instanceof ArrayList);
    }

    @Test
    void aConcurrentMapIsOne() {
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        ConcurrentMap<String, Integer> map =
                ((Maps<String, Integer>) Emissary.bind(lookup(), Maps.class)).of(new ConcurrentHashMap<>());

        assertEquals(1, map.merge("a", 1, Integer::sum));
        assertEquals(3, map.merge("a", 2, Integer::sum));
        assertEquals(5, map.computeIfAbsent("b", _ -> 5));
        assertEquals(7, map.getOrDefault("c", 7));
        assertTrue(map.replace("a", 3, 4));
        assertEquals(Map.of("a", 4, "b", 5), map);
        assertEquals(Map.of("a", 4, "b", 5).hashCode(), map.hashCode());
        assertFalse(map instanceof ConcurrentHashMap);
    }
}
