package dev.verbatim.map;

import dev.verbatim.Durability;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.log.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a map is opened.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class MapBuilder<K, V> {

    /** How long after the end of a batch the next one is forced. */
    private static final Duration BATCH_INTERVAL = Duration.ofMillis(10);

    private final Path folder;
    private final MapCodec<K> keys;
    private final MapCodec<V> values;
    private @Nullable Long segmentSize;
    private @Nullable Boolean checksum;
    private Durability durability = Durability.PAGE_CACHE;
    private boolean readOnly;

    MapBuilder(Path folder, MapCodec<K> keys, MapCodec<V> values) {
        this.folder = folder;
        this.keys = keys;
        this.values = values;
    }

    /**
     * Sets the size of a segment of the log. A key and its value together have at most an eighth of it. A map keeps
     * the size with which it was created. The default of a new map is 64 MiB.
     *
     * @param segmentSize the size in bytes, a power of two from 4 KiB to 1 GiB
     * @return this builder
     * @throws IllegalArgumentException if it is not
     */
    public MapBuilder<K, V> segmentSize(long segmentSize) {
        LogOptions.requireSegmentSize(segmentSize);
        this.segmentSize = segmentSize;
        return this;
    }

    /**
     * Sets whether entries have checksums. A map keeps what it was created with. By default, the entries of a new
     * map have checksums. They show a recovery which entries a loss of power has damaged.
     *
     * @param checksum whether entries have checksums
     * @return this builder
     */
    public MapBuilder<K, V> checksum(boolean checksum) {
        this.checksum = checksum;
        return this;
    }

    /**
     * Sets what the methods of this {@code MappedMap} wait for that change something. The default is the page
     * cache.
     *
     * @param durability which failures a change survives
     * @return this builder
     */
    public MapBuilder<K, V> durability(Durability durability) {
        this.durability = Objects.requireNonNull(durability, "durability");
        return this;
    }

    /**
     * Sets whether the map is only read. Then nothing is created, changed or compacted. A map that was not opened
     * since it was last repaired, for instance after a start of the system, has to be opened once to write.
     *
     * @param readOnly whether the map is only read
     * @return this builder
     */
    public MapBuilder<K, V> readOnly(boolean readOnly) {
        this.readOnly = readOnly;
        return this;
    }

    /**
     * Opens the map. If there is none, creates it, unless the map is only read.
     *
     * @return the map
     * @throws StoreException if the folder holds something else, or a map of another version, or one with another
     *     segment size or checksum than was set
     * @throws LayoutMismatchException if the keys of the map are made into bytes in another way
     * @throws IOException if the map cannot be created, opened or repaired
     */
    public MappedMap<K, V> open() throws IOException {
        boolean durable = durability != Durability.PAGE_CACHE;
        LogOptions options = new LogOptions(
                folder,
                segmentSize,
                checksum,
                durability == Durability.EACH,
                durability == Durability.BATCH ? BATCH_INTERVAL : Duration.ZERO,
                durable,
                readOnly);
        MapStore store = UninterruptibleIo.call(() -> MapStore.open(options, keys, values, durable));
        try {
            return new MappedMap<>(store, store.keysOfMap(keys), values);
        } catch (IOException | RuntimeException | Error e) {
            try (store) {
                throw e;
            }
        }
    }
}
