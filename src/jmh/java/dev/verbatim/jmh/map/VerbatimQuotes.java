package dev.verbatim.jmh.map;

import dev.verbatim.map.LongKeys;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Our map, from longs to quotes. */
final class VerbatimQuotes implements Store {

    private final MappedMap<Long, Quote> map;

    VerbatimQuotes(Path folder, boolean checksum) throws IOException {
        map = MappedMap.builder(folder.resolve("map"), MapCodec.longs(), MapCodec.of(Quote.CODEC))
                .checksum(checksum)
                .open();
    }

    MappedMap<Long, Quote> map() {
        return map;
    }

    @Override
    public Client client(int[] numbers) {
        return new QuoteClient(map, Keys.longKeys(numbers));
    }

    @Override
    public void close() throws IOException {
        map.close();
    }

    private static final class QuoteClient implements Client {

        private final LongKeys<Quote> map;
        private final long[] keys;
        private final Quote[] quotes = IntStream.range(0, Contender.PREPARED)
                .mapToObj(i -> new Quote().fill(i))
                .toArray(Quote[]::new);
        private final Quote target = new Quote();
        private final QuoteView view = QuoteView.VIEWS.wrap(Arena.ofAuto().allocate(Quote.LAYOUT), 0);
        private final Consumer<QuoteView> look = this::look;
        private long seen;

        QuoteClient(MappedMap<Long, Quote> map, long[] keys) {
            this.map = map.longKeys();
            this.keys = keys;
        }

        @Override
        public Object get(int place) throws IOException {
            return map.get(keys[place]);
        }

        @Override
        public long getInto(int place) throws IOException {
            return map.getInto(keys[place], target) ? target.sequence : NOTHING;
        }

        @Override
        public long view(int place) throws IOException {
            return map.view(keys[place], view, look) ? seen : NOTHING;
        }

        private void look(QuoteView quote) {
            seen = quote.sequence() + (long) quote.askPrice0();
        }

        @Override
        public void put(int place, long number) throws IOException {
            Quote quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.sequence = number;
            map.put(keys[place], quote);
        }
    }
}
