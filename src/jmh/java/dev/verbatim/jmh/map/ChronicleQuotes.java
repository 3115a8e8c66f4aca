package dev.verbatim.jmh.map;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapEntry;
import net.openhft.chronicle.values.Values;

/** A Chronicle Map from longs to quotes. {@link Contender} says which forms there are. */
final class ChronicleQuotes<K, V> implements Store {

    private final ChronicleMap<K, V> map;
    private final ClientMaker<K, V> maker;

    /** Makes a client. */
    private interface ClientMaker<K, V> {
        Client client(ChronicleMap<K, V> map, long[] keys);
    }

    private ChronicleQuotes(
            ChronicleMapBuilder<K, V> builder, Path folder, long entries, boolean checksum, ClientMaker<K, V> maker)
            throws IOException {
        map = ChronicleStores.open(builder, folder, entries, checksum);
        this.maker = maker;
    }

    static Store copyable(Path folder, long entries, boolean checksum) throws IOException {
        return new ChronicleQuotes<>(
                ChronicleMapBuilder.of(Long.class, ChronicleQuote.class)
                        .constantValueSizeBySample(new ChronicleQuote()),
                folder,
                entries,
                checksum,
                Copyable::new);
    }

    static Store longValue(Path folder, long entries) throws IOException {
        return new ChronicleQuotes<>(
                ChronicleMapBuilder.of(LongValue.class, ChronicleQuote.class)
                        .constantValueSizeBySample(new ChronicleQuote()),
                folder,
                entries,
                true,
                WithLongValue::new);
    }

    static Store values(Path folder, long entries) throws IOException {
        return new ChronicleQuotes<>(
                ChronicleMapBuilder.of(LongValue.class, QuoteValue.class), folder, entries, true, OfValues::new);
    }

    static Store flyweight(Path folder, long entries) throws IOException {
        return new ChronicleQuotes<>(
                ChronicleMapBuilder.of(Long.class, QuoteValue.class), folder, entries, true, Flyweight::new);
    }

    @Override
    public Client client(int[] numbers) {
        return maker.client(map, Keys.longKeys(numbers));
    }

    @Override
    public void close() {
        map.close();
    }

    @SuppressWarnings("unchecked") // an array of the type is what newInstance makes
    private static <T> T[] prepared(Class<T> type, IntFunction<T> quote) {
        return IntStream.range(0, Contender.PREPARED).mapToObj(quote).toArray(n -> (T[]) Array.newInstance(type, n));
    }

    private static ChronicleQuote quote(int number) {
        ChronicleQuote quote = new ChronicleQuote();
        quote.fill(number);
        return quote;
    }

    private static QuoteValue value(int number) {
        QuoteValue value = Values.newHeapInstance(QuoteValue.class);
        QuoteValue.fill(value, quote(number));
        return value;
    }

    private static final class Copyable implements Client {

        private final ChronicleMap<Long, ChronicleQuote> map;
        private final long[] keys;
        private final ChronicleQuote[] quotes = prepared(ChronicleQuote.class, ChronicleQuotes::quote);
        private final ChronicleQuote target = new ChronicleQuote();

        Copyable(ChronicleMap<Long, ChronicleQuote> map, long[] keys) {
            this.map = map;
            this.keys = keys;
        }

        @Override
        public Object get(int place) {
            return map.get(keys[place]);
        }

        @Override
        public long getInto(int place) {
            return map.getUsing(keys[place], target) == null ? NOTHING : target.sequence;
        }

        @Override
        public void put(int place, long number) {
            ChronicleQuote quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.sequence = number;
            map.put(keys[place], quote);
        }
    }

    private static final class WithLongValue implements Client {

        private final ChronicleMap<LongValue, ChronicleQuote> map;
        private final long[] keys;
        private final LongValue key = Values.newHeapInstance(LongValue.class);
        private final ChronicleQuote[] quotes = prepared(ChronicleQuote.class, ChronicleQuotes::quote);
        private final ChronicleQuote target = new ChronicleQuote();

        WithLongValue(ChronicleMap<LongValue, ChronicleQuote> map, long[] keys) {
            this.map = map;
            this.keys = keys;
        }

        private LongValue key(int place) {
            key.setValue(keys[place]);
            return key;
        }

        @Override
        public Object get(int place) {
            return map.get(key(place));
        }

        @Override
        public long getInto(int place) {
            return map.getUsing(key(place), target) == null ? NOTHING : target.sequence;
        }

        @Override
        public void put(int place, long number) {
            ChronicleQuote quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.sequence = number;
            map.put(key(place), quote);
        }
    }

    private static final class Flyweight implements Client {

        private final ChronicleMap<Long, QuoteValue> map;
        private final long[] keys;
        private final QuoteValue[] quotes = prepared(QuoteValue.class, ChronicleQuotes::value);
        private final QuoteValue flyweight = Values.newNativeReference(QuoteValue.class);

        Flyweight(ChronicleMap<Long, QuoteValue> map, long[] keys) {
            this.map = map;
            this.keys = keys;
        }

        @Override
        public Object get(int place) {
            return map.get(keys[place]);
        }

        @Override
        public long getInto(int place) {
            QuoteValue found = map.getUsing(keys[place], flyweight);
            return found == null ? NOTHING : found.getSequence();
        }

        @Override
        public long view(int place) {
            QuoteValue found = map.getUsing(keys[place], flyweight);
            return found == null ? NOTHING : found.getSequence() + (long) found.getAskPrice0();
        }

        @Override
        public void put(int place, long number) {
            QuoteValue quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.setSequence(number);
            map.put(keys[place], quote);
        }
    }

    private static final class OfValues implements Client {

        private final ChronicleMap<LongValue, QuoteValue> map;
        private final long[] keys;
        private final LongValue key = Values.newHeapInstance(LongValue.class);
        private final QuoteValue[] quotes = prepared(QuoteValue.class, ChronicleQuotes::value);
        private final QuoteValue target = Values.newHeapInstance(QuoteValue.class);

        OfValues(ChronicleMap<LongValue, QuoteValue> map, long[] keys) {
            this.map = map;
            this.keys = keys;
        }

        private LongValue key(int place) {
            key.setValue(keys[place]);
            return key;
        }

        @Override
        public Object get(int place) {
            return map.get(key(place));
        }

        @Override
        public long getInto(int place) {
            return map.getUsing(key(place), target) == null ? NOTHING : target.getSequence();
        }

        /** As Chronicle's tutorial shows it: under the lock of the entry, since the value may change. */
        @Override
        public long view(int place) {
            try (ExternalMapQueryContext<LongValue, QuoteValue, ?> context = map.queryContext(key(place))) {
                MapEntry<LongValue, QuoteValue> entry = context.entry();
                if (entry == null) {
                    return NOTHING;
                }
                QuoteValue found = entry.value().get();
                return found.getSequence() + (long) found.getAskPrice0();
            }
        }

        @Override
        public void put(int place, long number) {
            QuoteValue quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.setSequence(number);
            map.put(key(place), quote);
        }
    }
}
