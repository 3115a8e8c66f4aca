package dev.verbatim.jmh.map;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;

/** A map on the heap, from longs to the bytes that our codec makes of a quote. It is a yardstick: nothing persists. */
final class HeapQuotes implements Store {

    private final ConcurrentMap<Long, byte[]> map;

    HeapQuotes(int entries) {
        map = new ConcurrentHashMap<>(entries);
    }

    @Override
    public Client client(int[] numbers) {
        return new QuoteClient(map, Keys.longKeys(numbers));
    }

    @Override
    public void close() {
        map.clear();
    }

    private static final class QuoteClient implements Client {

        private final ConcurrentMap<Long, byte[]> map;
        private final long[] keys;
        private final Quote[] quotes = IntStream.range(0, Contender.PREPARED)
                .mapToObj(i -> new Quote().fill(i))
                .toArray(Quote[]::new);
        private final Quote target = new Quote();

        QuoteClient(ConcurrentMap<Long, byte[]> map, long[] keys) {
            this.map = map;
            this.keys = keys;
        }

        @Override
        public Object get(int place) {
            byte[] found = map.get(keys[place]);
            return found == null ? null : Quote.CODEC.read(MemorySegment.ofArray(found), 0);
        }

        @Override
        public long getInto(int place) {
            byte[] found = map.get(keys[place]);
            if (found == null) {
                return NOTHING;
            }
            Quote.CODEC.readInto(target, MemorySegment.ofArray(found), 0);
            return target.sequence;
        }

        @Override
        public void put(int place, long number) {
            Quote quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.sequence = number;
            byte[] bytes = new byte[Quote.BYTES];
            Quote.CODEC.write(quote, MemorySegment.ofArray(bytes), 0);
            map.put(keys[place], bytes);
        }
    }
}
