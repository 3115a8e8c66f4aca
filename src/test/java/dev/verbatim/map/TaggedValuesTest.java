package dev.verbatim.map;

import static dev.verbatim.map.TaggedSamples.open;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TaggedCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.map.TaggedSamples.Closed;
import dev.verbatim.map.TaggedSamples.Event;
import dev.verbatim.map.TaggedSamples.Opened;
import dev.verbatim.map.TaggedSamples.Quote;
import dev.verbatim.map.TaggedSamples.Trade;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a map does whose values are of several types. */
class TaggedValuesTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final Trade TRADE = new Trade(-1, 3);
    private static final Quote QUOTE = new Quote(5);

    interface TradeView extends StructView {
        ViewFactory<TradeView> VIEWS = ViewFactory.of(lookup(), TradeView.class, Trade.CODEC.layout());

        long order();

        int quantity();
    }

    @TempDir
    Path folder;

    private long seen;

    @Test
    void aValueIsOfTheTypeThatWasPut() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, TRADE);
            map.put(2L, QUOTE);
            map.put(3L, new Opened(7));
            map.put(4L, new Closed(7));
            map.put(2L, new Closed(8)); // of another type than before
            assertNull(map.get(5L));
        }
        Map<Long, Event> expected = Map.of(1L, TRADE, 2L, new Closed(8), 3L, new Opened(7), 4L, new Closed(7));
        try (MappedMap<Long, Event> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.of(TaggedSamples.CODEC))
                .readOnly(true)
                .open()) {
            Map<Long, Event> found = new HashMap<>();
            map.forEach(entry -> found.put(entry.getKey(), entry.getValue()));
            assertEquals(expected, found);
            for (long key = 1; key <= 4; key++) {
                assertEquals(expected.get(key), map.get(key));
                assertEquals(expected.get(key), map.longKeys().get(key));
            }
        }
    }

    @Test
    void anEntryHasTheLayoutAndTheSizeOfItsType() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(0L, TRADE);
            map.put(1L, QUOTE);
            map.put(2L, new Opened(6));
            map.put(3L, new Closed(7));
        }
        requireStored(0, Trade.CODEC, 'T', 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 3, 0, 0, 0, 0, 0, 0, 0);
        requireStored(1, Quote.CODEC, 'Q', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
        requireStored(2, Opened.CODEC, 'O', 0, 0, 0, 6, 0, 0, 0);
        requireStored(3, Opened.CODEC, 'C', 0, 0, 0, 7, 0, 0, 0);
    }

    private void requireStored(int key, StructCodec<?> codec, int... bytes) throws IOException {
        byte[] expected = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            expected[i] = (byte) bytes[i];
        }
        try (MappedMap<byte[], StoredValue> map = TaggedSamples.openStored(folder)) {
            StoredValue stored = map.get(new byte[] {(byte) key, 0, 0, 0, 0, 0, 0, 0});
            assertTrue(stored != null);
            assertEquals(LayoutText.id(codec.layout()), stored.layoutId());
            assertArrayEquals(expected, stored.bytes().toArray(JAVA_BYTE));
        }
    }

    /** Whatever was in the buffer of the session, here the member of a smaller value. */
    @Test
    void paddingIsZero() throws IOException {
        TaggedCodec<Event> other = TaggedCodec.builder(Event.class, JAVA_BYTE, 2)
                .with('t', Trade.CODEC)
                .with('q', Quote.CODEC)
                .with('o', Opened.CODEC)
                .with('c', Closed.CODEC)
                .build();
        try (MappedMap<Long, Event> map = open(folder, MapCodec.of(other))) {
            map.put(1L, new Closed(-1));
            map.put(0L, new Trade(1, 2));
        }
        requireStored(0, Trade.CODEC, 0, 0, 't', 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0);
        requireStored(1, Opened.CODEC, 0, 0, 'c', 0, -1, -1, -1, -1);
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, new Closed(-1));
            map.asConcurrentMap().put(2L, QUOTE);
        }
        requireStored(2, Quote.CODEC, 'Q', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void theLayoutsOfAllTypesAreStoredWhenAMapIsOpened() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            assertEquals(
                    Set.of(
                            LayoutText.id(Layouts.struct(JAVA_LONG.withName("value"))), // that of the keys
                            LayoutText.id(Trade.CODEC.layout()),
                            LayoutText.id(Quote.CODEC.layout()),
                            LayoutText.id(Opened.CODEC.layout())),
                    map.info().layouts().keySet());
        }
    }

    @Test
    void aConditionLooksAtThePresenceOfAValueOfAnyType() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            assertFalse(map.replace(1L, TRADE));
            assertTrue(map.putIfAbsent(1L, TRADE));
            assertFalse(map.putIfAbsent(1L, QUOTE));
            assertEquals(TRADE, map.get(1L));
            assertTrue(map.replace(1L, QUOTE));
            assertEquals(QUOTE, map.get(1L));
            assertTrue(map.containsKey(1L));
            assertTrue(map.remove(1L));
            assertFalse(map.remove(1L));
            assertFalse(map.containsKey(1L));
        }
    }

    @Test
    void anExpectedValueIsTheSameIfTypeAndMembersAre() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, TRADE);
            assertFalse(map.replace(1L, new Trade(-1, 4), QUOTE));
            assertFalse(map.replace(1L, QUOTE, QUOTE));
            assertFalse(map.replace(2L, TRADE, QUOTE));
            assertTrue(map.replace(1L, new Trade(-1, 3), QUOTE));
            assertFalse(map.remove(1L, TRADE));
            assertTrue(map.remove(1L, new Quote(5)));
            assertNull(map.get(1L));
        }
    }

    @Test
    void twoTypesOfOneLayoutDifferByTheirTags() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            LongKeys<Event> numbers = map.longKeys();
            map.put(1L, new Opened(7));
            assertFalse(map.replace(1L, new Closed(7), QUOTE));
            assertFalse(map.remove(1L, new Closed(7)));
            assertFalse(numbers.replace(1, new Closed(7), QUOTE));
            assertFalse(numbers.remove(1, new Closed(7)));
            assertFalse(map.asConcurrentMap().containsValue(new Closed(7)));
            assertFalse(map.asConcurrentMap().remove(1L, new Closed(7)));
            assertTrue(map.asConcurrentMap().containsValue(new Opened(7)));
            assertTrue(map.replace(1L, new Opened(7), new Closed(7)));
            assertTrue(numbers.remove(1, new Closed(7)));
        }
    }

    @Test
    void aFunctionMakesAValueOfAnotherType() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            assertEquals(new Opened(1), map.compute(1L, (key, old) -> old == null ? new Opened(1) : null));
            assertEquals(new Quote(1), map.merge(1L, TRADE, (old, value) -> new Quote(((Opened) old).venue())));
            assertEquals(QUOTE, map.merge(2L, QUOTE, (old, value) -> value));
            assertNull(map.compute(1L, (key, old) -> null));
            assertEquals(TRADE, map.longKeys().compute(1, (key, old) -> old == null ? TRADE : null));
            assertEquals(QUOTE, map.longKeys().merge(1, QUOTE, (old, value) -> value));
            assertEquals(QUOTE, map.get(1L));
        }
    }

    @Test
    void changesAreOfTheTypesThatWerePut() throws IOException {
        List<String> changes = new ArrayList<>();
        try (MappedMap<Long, Event> map = open(folder);
                MapChanges<Long, Event> reader = map.changes()) {
            map.put(1L, TRADE);
            map.put(1L, QUOTE);
            map.remove(1L);
            map.put(2L, new Closed(3));
            while (reader.poll((position, key, value) -> changes.add(key + " " + value))) {
                // until there is none yet
            }
        }
        assertEquals(List.of("1 " + TRADE, "1 " + QUOTE, "1 null", "2 " + new Closed(3)), changes);
    }

    @Test
    void aMapOfTheJdkHasThem() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            ConcurrentMap<Long, Event> jdk = map.asConcurrentMap();
            assertNull(jdk.put(1L, TRADE));
            assertEquals(TRADE, jdk.put(1L, QUOTE));
            assertEquals(QUOTE, jdk.putIfAbsent(1L, TRADE));
            assertEquals(QUOTE, jdk.replace(1L, TRADE));
            assertEquals(new Opened(1), jdk.computeIfAbsent(2L, key -> new Opened(1)));
            assertEquals(Map.of(1L, TRADE, 2L, new Opened(1)), jdk);
            assertEquals(new HashSet<>(List.of(TRADE, new Opened(1))), new HashSet<>(jdk.values()));
            jdk.replaceAll((key, old) -> old instanceof Opened opened ? new Closed(opened.venue()) : old);
            assertEquals(Map.of(1L, TRADE, 2L, new Closed(1)), jdk);
            assertTrue(jdk.values().removeAll(List.of(new Opened(1), new Closed(1), "no event")));
            assertTrue(jdk.entrySet().contains(Map.entry(1L, TRADE)));
            assertTrue(jdk.remove(1L, new Trade(-1, 3)));
            assertTrue(jdk.isEmpty());
        }
    }

    /** An object of another class is in no map. */
    @Test
    void aMapOfTheJdkFindsNoValueOfAnotherClass() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            ConcurrentMap<Long, Event> jdk = map.asConcurrentMap();
            Object text = "no event";
            jdk.put(1L, TRADE);
            assertFalse(jdk.containsValue(text));
            assertFalse(jdk.remove(1L, text));
            assertEquals(TRADE, map.get(1L));
        }
    }

    @Test
    void compactionKeepsLayoutsAndValues() throws IOException {
        Map<Long, Event> expected = new HashMap<>();
        try (MappedMap<Long, Event> map = open(folder)) {
            for (int i = 0; i < 2000; i++) {
                long key = i % 97;
                Event value = switch (i % 4) {
                    case 0 -> new Trade(i, -i);
                    case 1 -> new Quote(i);
                    case 2 -> new Opened(i);
                    default -> new Closed(i);
                };
                map.put(key, value);
                expected.put(key, value);
            }
            map.compact();
            assertTrue(map.info().from() > 4096);
            assertEquals(expected, map.asConcurrentMap());
        }
        try (MappedMap<Long, Event> map = open(folder)) {
            assertEquals(expected, map.asConcurrentMap());
        }
    }

    @Test
    void aViewOfATypeShowsItsValuesInPlace() throws IOException {
        List<Long> orders = new ArrayList<>();
        TradeView view = TradeView.VIEWS.unwrapped();
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, TRADE);
            assertTrue(map.view(1L, view, trade -> orders.add(trade.order())));
            assertTrue(map.longKeys().view(1, view, trade -> orders.add(trade.order())));
            assertFalse(map.view(2L, view, trade -> orders.add(trade.order())));
        }
        assertEquals(List.of(-1L, -1L), orders);
    }

    @Test
    void numbersLeadToThem() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            LongKeys<Event> numbers = map.longKeys();
            numbers.put(1, TRADE);
            numbers.put(2, QUOTE);
            assertFalse(numbers.putIfAbsent(2, TRADE));
            assertTrue(numbers.replace(1, new Closed(1)));
            assertEquals(new Closed(1), numbers.get(1));
            assertEquals(QUOTE, numbers.get(2));
            assertNull(numbers.get(3));
            assertTrue(numbers.containsKey(2));
            assertTrue(numbers.remove(2));
            assertFalse(numbers.containsKey(2));
        }
    }

    @Test
    void putsAndViewsAllocateNothing() throws IOException {
        try (MappedMap<Long, Event> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(TaggedSamples.CODEC))) {
            LongKeys<Event> numbers = map.longKeys();
            TradeView view = TradeView.VIEWS.unwrapped();
            Consumer<TradeView> look = shown -> seen += shown.quantity();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 30; round++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (long key = 0; key < 500; key++) {
                    numbers.put(key, QUOTE);
                    numbers.replace(key, TRADE);
                    numbers.view(key, view, look);
                    numbers.putIfAbsent(key, QUOTE);
                }
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(30L * 500 * TRADE.quantity(), seen);
            assertEquals(0, least);
        }
    }
}
