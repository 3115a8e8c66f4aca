package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.map.MapMethodsTest.GrownNote;
import dev.verbatim.map.MapMethodsTest.Note;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What the JDK's methods of a map do beside other writers, and with values of other layouts. */
class ConcurrentMapViewTest {

    @TempDir
    Path folder;

    private MappedMap<Long, Long> openLongs() throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(1 << 16)
                .open();
    }

    @Test
    void aValueThatCannotBeReadIsNotExchanged() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            map.put(1L, 7L);
        }
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            ConcurrentMap<Long, String> view = map.asConcurrentMap();
            assertThrows(LayoutMismatchException.class, () -> view.put(1L, "new"));
            assertThrows(LayoutMismatchException.class, () -> view.putIfAbsent(1L, "new"));
            assertThrows(LayoutMismatchException.class, () -> view.replace(1L, "new"));
            assertThrows(LayoutMismatchException.class, () -> view.remove(1L));
        }
        try (MappedMap<Long, Long> map = openLongs()) {
            assertEquals(7L, map.get(1L));
        }
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "new"); // asks for no value
            assertEquals("new", map.asConcurrentMap().remove(1L));
            assertTrue(map.asConcurrentMap().isEmpty());
        }
    }

    @Test
    void replaceAllEndsOnValuesOfAnEarlierLayout() throws IOException {
        try (MappedMap<Long, Note> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Note.CODEC))) {
            map.put(1L, new Note(1, "old"));
        }
        try (MappedMap<Long, GrownNote> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(GrownNote.CODEC))) {
            ConcurrentMap<Long, GrownNote> view = map.asConcurrentMap();
            AtomicInteger calls = new AtomicInteger();
            view.replaceAll((key, old) -> {
                assertEquals(1, calls.incrementAndGet());
                return new GrownNote(old.id(), old.text(), 7);
            });
            assertEquals(Map.of(1L, new GrownNote(1, "old", 7)), view);
        }
    }

    /** A removal of a key says nothing of its value, and a list of the keys has none. */
    @Test
    void keysAreListedAndRemovedWhoseValuesCannotBeRead() throws IOException {
        List<Consumer<ConcurrentMap<Long, String>>> removals = List.of(
                view -> view.clear(),
                view -> view.keySet().clear(),
                view -> view.values().clear(),
                view -> view.keySet().removeIf(key -> true),
                view -> view.keySet().retainAll(Set.of()),
                view -> view.keySet().removeAll(Set.of(0L, 1L, 2L, 3L)),
                view -> view.keySet().iterator().forEachRemaining(view.keySet()::remove),
                ConcurrentMapViewTest::removeEachByTheIterator);
        for (Consumer<ConcurrentMap<Long, String>> each : removals) {
            try (MappedMap<Long, Long> map = openLongs()) {
                map.asConcurrentMap().putAll(Map.of(1L, 7L, 2L, 7L, 3L, 8L));
            }
            try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
                ConcurrentMap<Long, String> view = map.asConcurrentMap();
                assertEquals(Set.of(1L, 2L, 3L), view.keySet());
                assertEquals(
                        List.of(1L, 2L, 3L), view.keySet().stream().sorted().toList());
                assertThrows(LayoutMismatchException.class, () -> List.copyOf(view.values()));
                assertThrows(LayoutMismatchException.class, () -> List.copyOf(view.entrySet()));
                assertThrows(LayoutMismatchException.class, () -> view.replaceAll((key, old) -> "new"));
                assertEquals(3, view.size());
                each.accept(view);
                assertEquals(0, view.size());
                assertEquals(Set.of(), view.keySet());
            }
        }
    }

    private static void removeEachByTheIterator(ConcurrentMap<Long, String> view) {
        Iterator<Long> keys = view.keySet().iterator();
        while (keys.hasNext()) {
            keys.next();
            keys.remove();
            assertThrows(IllegalStateException.class, keys::remove);
        }
    }

    @Test
    void replaceAllTakesWhatWasPutMeanwhileAndNoNull() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            view.put(1L, 1L);
            view.replaceAll((key, old) -> {
                if (old == 1) {
                    view.put(1L, 5L);
                }
                return old * 10;
            });
            assertEquals(50, view.get(1L));
            assertThrows(NullPointerException.class, () -> view.replaceAll((key, old) -> nothing()));
            assertEquals(50, view.get(1L));
        }
    }

    @SuppressWarnings("NullAway") // what a function should not return
    private static Long nothing() {
        return null;
    }

    @Test
    void streamsGoOnBesideThoseWhoWrite() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            refill(view);
            Set<Long> old = Set.copyOf(view.keySet());
            assertEquals(100, old.size());
            List<Long> keys = view.keySet().stream()
                    .peek(key -> view.put(key + 1000, key))
                    .sorted()
                    .toList();
            assertTrue(keys.containsAll(old), keys::toString);
            assertEquals(List.copyOf(new TreeSet<>(keys)), keys);
            refill(view);
            List<Long> values = view.values().stream()
                    .peek(value -> view.remove((value + 1) % 100))
                    .toList();
            assertTrue(!values.isEmpty() && values.size() <= 100, values::toString);
            refill(view);
            Object[] entries = view.entrySet().stream()
                    .peek(entry -> view.put(entry.getKey() + 1000, 1L))
                    .toArray();
            assertTrue(entries.length >= 100);
            for (Collection<?> each : List.of(view.keySet(), view.values(), view.entrySet())) {
                assertEquals(view.size(), each.toArray().length);
                assertEquals(view.size(), each.parallelStream().count());
            }
        }
    }

    private static void refill(ConcurrentMap<Long, Long> view) {
        view.clear();
        assertEquals(0, view.size());
        for (long key = 0; key < 100; key++) {
            view.put(key, key);
        }
    }

    /** What the collections remove by a value, while another value is put. */
    @Test
    void aValueThatWasPutMeanwhileIsNotRemoved() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            Predicate<Long> putsOfAThird = value -> {
                if (value < 100 && value % 3 == 0) {
                    view.put(value, 1000 + value);
                }
                return value < 100;
            };
            Collection<Object> oldValues = all(element -> putsOfAThird.test(
                    element instanceof Map.Entry<?, ?> entry ? (Long) entry.getValue() : (Long) element));
            Collection<Object> newValues = all(element -> !oldValues.contains(element));
            List<Predicate<ConcurrentMap<Long, Long>>> removals = List.of(
                    removed -> removed.entrySet().removeIf(entry -> putsOfAThird.test(entry.getValue())),
                    removed -> removed.entrySet().removeAll(oldValues),
                    removed -> removed.entrySet().retainAll(newValues),
                    removed -> removed.values().removeIf(putsOfAThird),
                    removed -> removed.values().removeAll(oldValues),
                    removed -> removed.values().retainAll(newValues));
            for (Predicate<ConcurrentMap<Long, Long>> each : removals) {
                refill(view);
                assertTrue(each.test(view));
                assertEquals(34, view.size());
                assertTrue(view.values().stream().allMatch(value -> value >= 1000), view::toString);
                assertFalse(each.test(view));
            }
            view.clear();
            view.put(3L, 3L);
            assertFalse(view.entrySet().removeIf(entry -> putsOfAThird.test(entry.getValue())), "it was put again");
            assertEquals(Map.of(3L, 1003L), view);
        }
    }

    /** {@return a collection that knows what it contains, and is too large to go through} */
    private static Collection<Object> all(Predicate<Object> filter) {
        return new AbstractCollection<>() {
            @Override
            public boolean contains(Object element) {
                return filter.test(element);
            }

            @Override
            public Iterator<Object> iterator() {
                throw new AssertionError("each element is looked for here");
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE;
            }
        };
    }

    @Test
    void keysAreRemovedWhateverTheirValueIs() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            refill(view);
            assertTrue(view.keySet().removeIf(key -> key.equals(view.put(key, key + 1))));
            assertEquals(Map.of(), view);
            assertFalse(view.keySet().removeIf(key -> true));
            view.put(1L, 1L);
            assertFalse(view.keySet().removeIf(key -> view.remove(key) != null), "another was faster");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map.Entry<byte[], byte[]> entry(String key, String value) {
        return Map.entry(bytes(key), bytes(value));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Arrays, whose equals says nothing of that: so with others that are fewer, as many, and more. */
    @Test
    void theCollectionsFindWhatHasTheSameBytes() throws IOException {
        List<byte[]> one = List.of(bytes("a"));
        List<byte[]> most = List.of(bytes("a"), bytes("c"), bytes("x"));
        List<byte[]> more = List.of(bytes("a"), bytes("x"), bytes("y"), bytes("z"), bytes("u"));
        Map<Predicate<ConcurrentMap<byte[], byte[]>>, String> removals = new HashMap<>();
        removals.put(view -> view.keySet().removeAll(one), "{b=2, c=3}");
        removals.put(view -> view.keySet().removeAll(most), "{b=2}");
        removals.put(view -> view.keySet().removeAll(more), "{b=2, c=3}");
        removals.put(view -> view.keySet().retainAll(most), "{a=1, c=3}");
        removals.put(view -> view.keySet().retainAll(more), "{a=1}");
        removals.put(view -> view.keySet().retainAll(List.of("a", 1, bytes("b"))), "{b=2}");
        removals.put(view -> view.keySet().removeAll(view.keySet()), "{}");
        removals.put(view -> view.entrySet().removeAll(List.of(entry("a", "1"))), "{b=2, c=3}");
        removals.put(
                view -> view.entrySet()
                        .removeAll(List.of(entry("a", "2"), entry("b", "2"), entry("c", "x"), entry("x", "1"))),
                "{a=1, c=3}");
        removals.put(view -> view.entrySet().retainAll(List.of(entry("a", "2"), entry("b", "2"))), "{b=2}");
        removals.put(view -> view.entrySet().retainAll(Arrays.asList("b", null, Map.entry("b", "2"))), "{}");
        removals.put(view -> view.values().remove(bytes("2")), "{a=1, c=3}");
        removals.put(view -> view.values().removeAll(List.of(bytes("2"), bytes("3"))), "{a=1}");
        removals.put(view -> view.values().removeAll(Arrays.asList("1", null, 2, bytes("3"))), "{a=1, b=2}");
        removals.put(view -> view.values().retainAll(List.of(bytes("2"), bytes("x"))), "{b=2}");
        try (MappedMap<byte[], byte[]> map = MappedMap.open(folder, MapCodec.bytes(), MapCodec.bytes())) {
            ConcurrentMap<byte[], byte[]> view = map.asConcurrentMap();
            for (Map.Entry<Predicate<ConcurrentMap<byte[], byte[]>>, String> each : removals.entrySet()) {
                for (int i = 1; i <= 3; i++) {
                    view.put(bytes("" + (char) ('a' + i - 1)), bytes("" + i));
                }
                assertTrue(each.getKey().test(view), each::getValue);
                Map<String, String> left = new TreeMap<>();
                view.forEach((key, value) -> left.put(text(key), text(value)));
                assertEquals(each.getValue(), left.toString());
                boolean again = each.getKey().test(view);
                assertFalse(again, each::getValue);
            }
        }
    }

    @Test
    void theCollectionsContainWhatHasTheSameBytes() throws IOException {
        try (MappedMap<byte[], byte[]> map = MappedMap.open(folder, MapCodec.bytes(), MapCodec.bytes())) {
            ConcurrentMap<byte[], byte[]> view = map.asConcurrentMap();
            view.put(bytes("a"), bytes("1"));
            view.put(bytes("b"), bytes("2"));
            assertTrue(view.keySet().contains(bytes("a")));
            assertTrue(view.containsValue(bytes("1")));
            assertTrue(view.values().contains(bytes("2")));
            assertTrue(view.values().containsAll(List.of(bytes("2"), bytes("1"))));
            assertTrue(view.entrySet().contains(entry("a", "1")));
            assertTrue(view.entrySet().containsAll(view.entrySet()));
            assertFalse(view.containsValue(bytes("3")));
            Object ofAnotherClass = "1";
            assertFalse(view.containsValue(ofAnotherClass));
            assertFalse(view.values().contains(null));
            assertFalse(view.values().remove(ofAnotherClass));
            assertFalse(view.entrySet().contains(entry("a", "2")));
            Object entry = Map.entry(bytes("a"), ofAnotherClass);
            assertFalse(view.entrySet().contains(entry));
        }
    }

    @Test
    void valuesRemoveOne() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            view.putAll(Map.of(1L, 7L, 2L, 7L, 3L, 8L));
            assertFalse(view.values().remove(9L));
            assertTrue(view.values().remove(7L));
            assertEquals(2, view.size());
            assertTrue(view.values().remove(7L));
            assertEquals(Map.of(3L, 8L), view);
        }
    }

    /** Reads nothing, with the exception of a codec that refuses what it writes. */
    private static final class Unreadable extends MapCodec<String> {
        private Unreadable() {
            super(Kind.STRING);
        }

        @Override
        @Nullable
        StructLayout layout() {
            return null;
        }

        @Override
        long encodedSize(String value) {
            return value.length();
        }

        @Override
        long fixedSize() {
            return -1;
        }

        @Override
        long write(String value, MemorySegment memory, long offset) {
            return MapCodec.strings().write(value, memory, offset);
        }

        @Override
        String read(MemorySegment memory, long offset, long length) {
            throw new IllegalArgumentException("read");
        }
    }

    @Test
    void anExceptionThatIsNotOfTheEncodingIsThrown() throws IOException {
        try (MappedMap<String, String> map = MappedMap.open(folder, MapCodec.strings(), new Unreadable())) {
            ConcurrentMap<String, String> view = map.asConcurrentMap();
            map.put("a", "1");
            for (Executable each : List.<Executable>of(
                    () -> view.get("a"),
                    () -> view.remove("a"),
                    () -> view.entrySet().contains(Map.entry("a", "1")))) {
                assertEquals(
                        "read",
                        assertThrows(IllegalArgumentException.class, each).getMessage());
            }
            assertTrue(view.remove("a", "1"), "by its bytes");
        }
    }

    @Test
    void whatIsOfAnotherClassIsInNoMap() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            view.put(1L, 1L);
            Object text = "1";
            assertNull(view.get(text));
            assertFalse(view.containsKey(text));
            assertNull(view.remove(text));
            assertFalse(view.remove(text, 1L));
            assertFalse(view.remove(1L, text));
            assertFalse(view.containsValue(text));
            assertFalse(view.keySet().contains(text));
            assertFalse(view.keySet().remove(text));
            assertFalse(view.entrySet().contains(Map.entry(text, 1L)));
            assertFalse(replace(view, 1L, text, 2L));
            assertEquals(Map.of(1L, 1L), view);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as a caller does that has not compiled with types
    private static boolean replace(ConcurrentMap view, Object key, Object expected, Object value) {
        return view.replace(key, expected, value);
    }

    @Test
    void whatIsInNoMapIsNotTakenOutOfOneThatIsReadOnlyOrClosed() throws IOException {
        openLongs().close();
        MappedMap<Long, Long> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .readOnly(true)
                .open();
        ConcurrentMap<Long, Long> view = map.asConcurrentMap();
        Object text = "1";
        List<Executable> changes = List.of(
                () -> view.remove(text),
                () -> view.remove(text, 1L),
                () -> view.remove(1L, text),
                () -> replace(view, 1L, text, 2L));
        assertNull(view.get(text));
        for (Executable change : changes) {
            assertThrows(UnsupportedOperationException.class, change);
        }
        map.close();
        assertThrows(IllegalStateException.class, () -> view.get(text));
        for (Executable change : changes) {
            assertThrows(IllegalStateException.class, change);
        }
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // what a caller can do that its compiler warns of
    void whatIsOfAnotherClassIsNotStored() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            ConcurrentMap view = map.asConcurrentMap();
            assertThrows(ClassCastException.class, () -> view.put("1", 1L));
            assertThrows(ClassCastException.class, () -> view.putIfAbsent(1L, "1"));
            assertEquals(Map.of(), view);
        }
    }

    @Test
    void ofTwoWhoRemoveAKeyOneIsTold() throws Exception {
        try (MappedMap<Long, Long> map = openLongs();
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            ConcurrentMap<Long, Long> view = map.asConcurrentMap();
            CyclicBarrier start = new CyclicBarrier(2);
            for (int round = 0; round < 2000; round++) {
                view.put(1L, 1L);
                Callable<Boolean> removal = () -> {
                    start.await(120, TimeUnit.SECONDS);
                    return view.keySet().remove(1L);
                };
                Future<Boolean> theirs = other.submit(removal);
                boolean mine = removal.call();
                assertTrue(mine ^ theirs.get(120, TimeUnit.SECONDS), "round " + round);
            }
        }
    }
}
