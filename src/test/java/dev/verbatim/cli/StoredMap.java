package dev.verbatim.cli;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.nio.file.Path;

/** What the tests of the command line find in a map. */
final class StoredMap {

    static final long SEGMENT_SIZE = 4096;

    private StoredMap() {}

    static <K, V> MappedMap<K, V> open(Path folder, MapCodec<K> keys, MapCodec<V> values) throws IOException {
        return MappedMap.builder(folder, keys, values).segmentSize(SEGMENT_SIZE).open();
    }

    static MappedMap<Long, Quote> openQuotes(Path folder) throws IOException {
        return open(folder, MapCodec.longs(), MapCodec.of(Quote.CODEC));
    }

    /** Makes a map of quotes by their ids, from 1 on. */
    static void ofQuotes(Path folder, int count) throws IOException {
        try (MappedMap<Long, Quote> map = openQuotes(folder)) {
            for (int i = 1; i <= count; i++) {
                map.put((long) i, Quote.of(i));
            }
        }
    }

    /** {@return what 'cat' prints of a quote} */
    static String quoteJson(long key, long id) {
        return "{\"key\":" + key + "," + valueJson(id) + "}\n";
    }

    /** {@return what 'tail' prints of a quote} */
    static String changeJson(long position, long key, long id) {
        return "{\"position\":" + position + ",\"key\":" + key + "," + valueJson(id) + "}\n";
    }

    private static String valueJson(long id) {
        return "\"layout\":\"" + StoredQueue.QUOTE_ID + "\",\"value\":" + quoteText(id);
    }

    /** {@return a quote as an argument} */
    static String quoteText(long id) {
        return "{\"id\":" + id + ",\"symbol\":\"VBTM\",\"levels\":[{\"price\":99.5,\"size\":10},"
                + "{\"price\":99.25,\"size\":20}]}";
    }
}
