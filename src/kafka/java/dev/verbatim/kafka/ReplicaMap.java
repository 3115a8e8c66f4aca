package dev.verbatim.kafka;

import dev.verbatim.map.MapBuilder;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MapReport;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** The map that a relay fills, which is made when the first record says what its keys are. One thread may use it. */
final class ReplicaMap implements Closeable {

    private static final byte[] NOTHING = {};

    private final Path folder;
    private final @Nullable Long segmentSize;
    private final LayoutTexts texts;
    private final RecordLayouts layouts;
    private final Map<StructLayout, Integer> layoutIds = new HashMap<>();
    private @Nullable MappedMap<byte[], StoredValue> map;
    private @Nullable KeyFormat keys;

    /** The keys that the topic has, while the map is compared with it. */
    private @Nullable MappedMap<byte[], byte[]> seen;

    /**
     * Opens the map, if there is one.
     *
     * @param segmentSize of a map that is made; null for that of the library
     */
    ReplicaMap(Path folder, @Nullable Long segmentSize, LayoutTexts texts) throws IOException {
        this.folder = folder;
        this.segmentSize = segmentSize;
        this.texts = texts;
        this.layouts = new RecordLayouts(texts);
        if (Files.exists(folder.resolve("control"))) {
            use(MappedMap.builder(folder, MapCodec.storedKeys(), MapCodec.storedValues())
                    .open());
        }
    }

    private void use(MappedMap<byte[], StoredValue> opened) throws IOException {
        map = opened;
        keys = KeyFormat.of(opened.info());
    }

    /** {@return what was damaged when the map was opened, which repairs it} */
    List<MapReport.Damage> damage() {
        return map == null ? List.of() : map.recovery().map(MapReport::damage).orElse(List.of());
    }

    boolean isEmpty() {
        return map == null || !map.iterator().hasNext();
    }

    /** Takes note of the keys of the records from now on. */
    void compareWith(ReplicaFiles files) throws IOException {
        seen = isEmpty()
                ? null
                : files.newKeys(Objects.requireNonNull(map).info().segmentSize());
    }

    /** Removes the keys that no record had, if note was taken of them. */
    void removeUnseen() throws IOException {
        MappedMap<byte[], byte[]> kept = seen;
        MappedMap<byte[], StoredValue> all = map;
        if (kept != null && all != null) {
            for (Map.Entry<byte[], StoredValue> entry : all) {
                if (!kept.containsKey(entry.getKey())) {
                    all.remove(entry.getKey());
                }
            }
            seen = null;
        }
    }

    /**
     * Puts the value of a record, or removes its key if it has none.
     *
     * @throws RelayException if the map does not take it
     */
    void apply(ConsumerRecord<byte[], MemorySegment> record) throws IOException {
        try {
            MappedMap<byte[], StoredValue> to = mapFor(record);
            byte[] key = record.key();
            MemorySegment value = record.value();
            if (value == null) {
                remove(to, key);
            } else {
                to.put(key, new StoredValue(layoutId(to, record), value));
                if (seen != null) {
                    seen.put(key, NOTHING);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new RelayException(RecordLayouts.at(record) + ": map=" + folder + ": " + e.getMessage(), e);
        }
    }

    private void remove(MappedMap<byte[], StoredValue> from, byte[] key) throws IOException {
        try {
            from.remove(key);
        } catch (IllegalArgumentException e) {
            return; // the map cannot have such a key
        }
        if (seen != null) {
            seen.remove(key);
        }
    }

    private MappedMap<byte[], StoredValue> mapFor(ConsumerRecord<byte[], ?> record) throws IOException {
        if (record.key() == null) {
            throw new RelayException(RecordLayouts.at(record) + ": expected a key, found none");
        }
        KeyFormat found = keyFormat(record);
        if (map == null) {
            if (found == null) {
                throw new RelayException(RecordLayouts.at(record) + ": expected the header " + KeyFormat.HEADER
                        + ", which says what the keys are made from, or a map in " + folder + ", found neither");
            }
            MapBuilder<byte[], StoredValue> builder = MappedMap.builder(
                    folder, MapCodec.storedKeys(found.kind(), found.layout(texts)), MapCodec.storedValues());
            if (segmentSize != null) {
                builder.segmentSize(segmentSize);
            }
            use(builder.open());
        }
        if (found != null && !found.equals(keys)) {
            throw new RelayException(RecordLayouts.at(record) + ": expected keys of " + keys + ", as map=" + folder
                    + " has, found keys of " + found);
        }
        return Objects.requireNonNull(map);
    }

    private static @Nullable KeyFormat keyFormat(ConsumerRecord<?, ?> record) throws RelayException {
        try {
            return KeyFormat.of(record.headers());
        } catch (SerializationException e) {
            throw RecordLayouts.refused(record, e);
        }
    }

    private int layoutId(MappedMap<?, ?> to, ConsumerRecord<?, ?> record) throws IOException {
        StructLayout layout = layouts.of(record);
        if (layout == null) {
            return 0;
        }
        Integer id = layoutIds.get(layout);
        if (id == null) {
            id = to.storeLayout(layout);
            layoutIds.put(layout, id);
        }
        return id;
    }

    /** Forces what was applied. */
    void force() throws IOException {
        if (map != null) {
            map.force();
        }
    }

    @Override
    public void close() throws IOException {
        if (map != null) {
            map.close();
        }
    }
}
