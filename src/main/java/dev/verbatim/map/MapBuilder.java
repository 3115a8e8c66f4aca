package dev.verbatim.map;

import dev.verbatim.Durability;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.log.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
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
    private boolean create = true;
    private Limits limits = Limits.NONE;

    MapBuilder(Path folder, MapCodec<K> keys, MapCodec<V> values) {
        this.folder = folder;
        this.keys = keys;
        this.values = values;
    }

    /**
     * Sets the size of a segment of the log. A key, filled up to a multiple of 8 bytes, and its value together have at
     * most an eighth of it less 16 bytes; a longer key has no value. A map keeps the size with which it was created.
     * The default of a new map is 32 MiB, and so 4 MiB less 16 bytes for a key and its value.
     *
     * <p>On Linux a process can have 57,338 segments mapped, of all maps and queues together, unless
     * {@code vm.max_map_count} was changed, and a map keeps those mapped that it has read from: with segments of 4 KiB
     * no more than 224 MiB, with those of 32 MiB 1.7 TiB. So small segments are for small maps.
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
     * Has this {@code MappedMap} remove the oldest entries, those that were written first, when the entries of all keys
     * that have a value take more bytes; {@link MapInfo#liveBytes} has those of removals besides. So a map is a cache
     * of about that size. It is looked at once a second, and by {@link MappedMap#compact()}; in between the map may
     * have more. On disk it takes up to about three times as much, and the segments that are ready. By default there is
     * no limit.
     *
     * @param maxBytes the most bytes, with 32 to 46 beside each key and value; at least two segments
     * @return this builder
     * @throws IllegalArgumentException if it is not positive
     */
    public MapBuilder<K, V> maxBytes(long maxBytes) {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("expected maxBytes > 0, found " + maxBytes);
        }
        limits = new Limits(maxBytes, limits.seconds(), limits.clock());
        return this;
    }

    /**
     * Has this {@code MappedMap} remove entries some time after they were written. It looks once a second, and in
     * {@link MappedMap#compact()}; until it has removed an entry, the entry is found. An entry that compaction has
     * copied meanwhile may stay up to twice as long. The time of writing is known of what was written by a
     * {@code MappedMap} with a time to live; what others have written stays until the segment of the log that it is
     * in has been full for that time, and up to a 16th of it longer; compaction may copy it to a new segment before.
     * So does what seems to be written in time to come, because the clock was ahead then. It does not keep the entries
     * behind it; once the clock has come to its time, it may keep those of the newest segment as long as itself. By
     * default there is no limit.
     *
     * @param timeToLive how long an entry stays at least, from one second to 3650 days; parts of a second are rounded
     *     up
     * @return this builder
     * @throws IllegalArgumentException if it is not in this range
     */
    public MapBuilder<K, V> timeToLive(Duration timeToLive) {
        Objects.requireNonNull(timeToLive, "timeToLive");
        if (timeToLive.compareTo(Duration.ofSeconds(1)) < 0 || timeToLive.compareTo(Limits.MAX_TIME) > 0) {
            throw new IllegalArgumentException(
                    "expected a timeToLive from PT1S to " + Limits.MAX_TIME + ", found " + timeToLive);
        }
        limits = new Limits(limits.bytes(), timeToLive.plusNanos(999_999_999).toSeconds(), limits.clock());
        return this;
    }

    /** Sets what tells the time to live of entries the time. */
    MapBuilder<K, V> clock(InstantSource clock) {
        limits = new Limits(limits.bytes(), limits.seconds(), clock);
        return this;
    }

    /**
     * Sets whether the map is only read. Then nothing is created, changed or compacted, limits have no effect, and
     * methods that change something throw {@link UnsupportedOperationException}. A map that was not opened
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
     * Sets whether the map is created where there is none. The default is true. With false, {@link #open} throws a
     * {@link StoreException} there, and makes nothing; an empty folder is no map. So a mistyped path is an error, and
     * not a new map without a key. A map that is only read is never created.
     *
     * @param create whether the map is created
     * @return this builder
     */
    public MapBuilder<K, V> create(boolean create) {
        this.create = create;
        return this;
    }

    /**
     * Opens the map. If there is none, creates it, unless {@link #create} or {@link #readOnly} forbids it.
     *
     * @return the map
     * @throws IllegalArgumentException if a map with a limit of bytes has segments of more than half of it; no new map
     *     is created then
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
                readOnly,
                create);
        return UninterruptibleIo.call(() -> open(options));
    }

    /** In a thread whose stack has room: an error of the stack would leave an open map that nobody can close. */
    private MappedMap<K, V> open(LogOptions options) throws IOException {
        MapStore store = MapStore.open(options, limits, keys, values);
        try {
            return new MappedMap<>(store, store.keysOfMap(keys), values);
        } catch (IOException | RuntimeException | Error e) {
            try (store) {
                throw e;
            }
        }
    }
}
