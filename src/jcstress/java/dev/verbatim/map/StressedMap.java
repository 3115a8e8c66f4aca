package dev.verbatim.map;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A map for stress tests, which is deleted when the JVM ends. Each state has a key to itself. Who removes the key when
 * a state is over has the index grow all the time: a generation is small where there are few keys, and full of removed
 * ones soon. The segments are small, too, so that compaction goes on beside.
 */
final class StressedMap {

    static final MappedMap<Long, Long> MAP = open();
    static final LongKeys<Long> KEYS = MAP.longKeys();

    private static final AtomicLong NEXT = new AtomicLong();

    private StressedMap() {}

    /** An operation on a map. */
    interface Call<T> {
        T call() throws IOException;
    }

    private static MappedMap<Long, Long> open() {
        Path folder = call(() -> Files.createTempDirectory("verbatim-map"));
        MappedMap<Long, Long> map =
                call(() -> MappedMap.builder(folder.resolve("map"), MapCodec.longs(), MapCodec.longs())
                        .segmentSize(1 << 20)
                        .open());
        deleteAtTheEnd(folder, map::close);
        return map;
    }

    /** Closes what is in a folder when the JVM ends, and deletes it. */
    static void deleteAtTheEnd(Path folder, Closeable maps) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try (Stream<Path> files = Files.walk(folder)) {
                maps.close();
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }

    /** {@return a key that nobody has used} */
    static long newKey() {
        return NEXT.getAndIncrement();
    }

    static <T> T call(Call<T> call) {
        try {
            return call.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
