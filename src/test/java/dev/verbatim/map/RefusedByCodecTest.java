package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Keys and values that the codec of a map refuses, in the {@link ConcurrentMap} over it. */
class RefusedByCodecTest {

    @TempDir
    Path folder;

    record Name(String text) {
        static final StructCodec<Name> CODEC = StructCodec.ofRecord(
                lookup(),
                Name.class,
                Layouts.struct(MemoryLayout.sequenceLayout(4, JAVA_BYTE).withName("text")));
    }

    record StoredNumber(long value) {
        static final StructCodec<BigInteger> CODEC = StructCodec.ofConverted(
                BigInteger.class,
                StructCodec.ofRecord(lookup(), StoredNumber.class, Layouts.struct(JAVA_LONG.withName("value"))),
                number -> new StoredNumber(number.longValueExact()),
                stored -> BigInteger.valueOf(stored.value));
    }

    /** No map can have it: who asks is told so, and who would store it is refused. */
    @Test
    void whatTheCodecRefusesIsNotThere() throws IOException {
        assertRefusedIsNotThere(IllegalArgumentException.class, MapCodec.strings(), "a", "1", "2", "\ud800");
    }

    @Test
    void whatHasANullThatTheCodecRefusesIsNotThere() throws IOException {
        assertRefusedIsNotThere(
                NullPointerException.class,
                MapCodec.of(Name.CODEC),
                new Name("a"),
                new Name("1"),
                new Name("2"),
                new Name(null));
    }

    @Test
    void whatAFunctionRefusesIsNotThere() throws IOException {
        assertRefusedIsNotThere(
                IllegalArgumentException.class,
                MapCodec.of(StoredNumber.CODEC),
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.TWO,
                BigInteger.TWO.pow(64));
    }

    /** Any three keys, which are values too, and what the codec refuses by a fault. */
    private <T> void assertRefusedIsNotThere(
            Class<? extends RuntimeException> fault, MapCodec<T> codec, T a, T one, T two, T refused)
            throws IOException {
        try (MappedMap<T, T> map = MappedMap.open(folder, codec, codec)) {
            ConcurrentMap<T, T> view = map.asConcurrentMap();
            view.put(a, one);
            assertNull(view.get(refused));
            assertEquals(two, view.getOrDefault(refused, two));
            assertFalse(view.containsKey(refused));
            assertFalse(view.keySet().contains(refused));
            assertFalse(view.containsValue(refused));
            assertFalse(view.values().contains(refused));
            assertNull(view.remove(refused));
            assertNull(view.computeIfPresent(refused, (key, old) -> two));
            for (RuntimeException own : List.of(new IllegalArgumentException(), new NullPointerException())) {
                assertSame(
                        own,
                        assertThrows(
                                RuntimeException.class,
                                () -> view.computeIfPresent(a, (key, old) -> {
                                    throw own;
                                })));
            }
            assertFalse(view.keySet().remove(refused));
            assertFalse(view.keySet().removeAll(List.of(refused)));
            assertFalse(view.values().remove(refused));
            assertFalse(view.values().removeAll(List.of(refused)));
            for (Map.Entry<T, T> each :
                    List.of(Map.entry(refused, one), Map.entry(a, refused), Map.entry(refused, refused))) {
                assertFalse(view.remove(each.getKey(), each.getValue()));
                assertFalse(view.entrySet().contains(each));
                assertFalse(view.entrySet().remove(each));
                assertFalse(view.entrySet().removeAll(List.of(each)));
                Map<T, T> other = Map.of(each.getKey(), each.getValue());
                assertNotEquals(other, view);
                assertNotEquals(view, other);
                assertNotEquals(view.entrySet(), other.entrySet());
                assertNotEquals(other.entrySet(), view.entrySet());
            }
            assertNotEquals(view.keySet(), Set.of(refused));
            assertFalse(view.replace(a, refused, two));
            assertThrowsExactly(fault, () -> view.put(refused, one));
            assertThrowsExactly(fault, () -> view.put(a, refused));
            assertThrowsExactly(fault, () -> view.replace(a, one, refused));
            for (Executable withNull : List.<Executable>of(
                    () -> view.get(null),
                    () -> view.containsKey(null),
                    () -> view.remove(null),
                    () -> view.remove(null, refused),
                    () -> view.computeIfPresent(null, (key, old) -> two),
                    () -> view.replace(a, refused, null),
                    () -> view.replace(a, null, refused),
                    () -> view.replace(null, refused, one))) {
                assertThrowsExactly(NullPointerException.class, withNull);
            }
            assertEquals(Map.of(a, one), view);
        }
    }

    @Test
    void whatTheCodecRefusesIsNotStored() throws IOException {
        String refused = "\ud800";
        try (MappedMap<String, String> map = MappedMap.open(folder, MapCodec.strings(), MapCodec.strings())) {
            ConcurrentMap<String, String> view = map.asConcurrentMap();
            view.put("a", "1");
            AtomicInteger calls = new AtomicInteger();
            for (Executable each : List.<Executable>of(
                    () -> view.put(refused, "2"),
                    () -> view.put("a", refused),
                    () -> view.putIfAbsent(refused, "2"),
                    () -> view.putIfAbsent("b", refused),
                    () -> view.replace(refused, "2"),
                    () -> view.replace("a", refused),
                    () -> view.replace(refused, "1", "2"),
                    () -> view.replace("a", "1", refused),
                    () -> view.computeIfAbsent(refused, key -> "2" + calls.incrementAndGet()),
                    () -> view.computeIfAbsent("b", key -> refused),
                    () -> view.compute("a", (key, old) -> refused),
                    () -> view.merge(refused, "2", (old, value) -> value),
                    () -> view.replaceAll((key, old) -> refused))) {
                assertThrows(IllegalArgumentException.class, each);
            }
            assertEquals(0, calls.get());
            assertEquals(Map.of("a", "1"), view);
        }
    }
}
