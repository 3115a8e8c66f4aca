package dev.verbatim.kafka;

import dev.verbatim.kafka.Records.Note;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;

/** Maps of these tests, from numbers to notes, and what is in them. */
final class MapRecords {

    private static final HexFormat HEX = HexFormat.of();

    private MapRecords() {}

    /** Opens a map as a program does that uses it. */
    static MappedMap<Long, Note> typed(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.of(Note.CODEC))
                .segmentSize(Records.SEGMENT_SIZE)
                .open();
    }

    /** Opens a map as a relay needs it. */
    static MappedMap<byte[], StoredValue> stored(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.storedKeys("LONG", Optional.empty()), MapCodec.storedValues())
                .segmentSize(Records.SEGMENT_SIZE)
                .open();
    }

    /** Puts a value under most keys, and removes the others. */
    static void change(MappedMap<Long, Note> map, long from, long to, long keys) throws IOException {
        for (long i = from; i < to; i++) {
            long key = i * 7 % keys;
            if (i % 7 == 6) { // another number than those that divide keys: so each key is put, too
                map.remove(key);
            } else {
                map.put(key, new Note(i, "n".repeat((int) (i % 50))));
            }
        }
    }

    /** {@return the keys of a map, with the fingerprints of the layouts of their values, and their bytes} */
    static SortedMap<String, String> entries(MappedMap<byte[], StoredValue> map) throws IOException {
        SortedMap<String, String> entries = new TreeMap<>();
        Map<Integer, String> layouts = new HashMap<>(Map.of(0, ""));
        for (Map.Entry<byte[], StoredValue> entry : map) {
            StoredValue value = entry.getValue();
            String layout = layouts.get(value.layoutId());
            if (layout == null) {
                layout = LayoutFingerprint.of(map.layout(value.layoutId())) + " ";
                layouts.put(value.layoutId(), layout);
            }
            entries.put(
                    HEX.formatHex(entry.getKey()),
                    layout + HEX.formatHex(value.bytes().toArray(ValueLayout.JAVA_BYTE)));
        }
        return entries;
    }

    /** {@return the entries of a map that nobody has open, or that is not there yet} */
    static SortedMap<String, String> entries(Path folder) throws IOException {
        try (MappedMap<byte[], StoredValue> map = stored(folder)) {
            return entries(map);
        }
    }

    /** {@return what the committed records of a topic say, as {@link #entries} has it; nothing if it is not there yet} */
    static SortedMap<String, String> table(Map<String, Object> client, String topic) {
        SortedMap<String, String> table = new TreeMap<>();
        try {
            read(client, topic, record -> {
                String key = HEX.formatHex(record.key());
                if (record.value() == null) {
                    table.remove(key);
                } else {
                    table.put(key, layout(record) + HEX.formatHex(record.value()));
                }
            });
        } catch (UnknownTopicOrPartitionException e) {
            return new TreeMap<>();
        }
        return table;
    }

    /** {@return how many committed records of a topic have no value} */
    static int tombstones(Map<String, Object> client, String topic) {
        AtomicInteger count = new AtomicInteger();
        read(client, topic, record -> {
            if (record.value() == null) {
                count.incrementAndGet();
            }
        });
        return count.get();
    }

    private static void read(
            Map<String, Object> client, String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        try (Admin admin = ClientConfig.admin(client);
                KafkaConsumer<byte[], byte[]> consumer = ClientConfig.reader(client, ClientConfig.READ_COMMITTED)) {
            Topics.readAll(
                    consumer,
                    Topics.ends(admin, List.of(new TopicPartition(topic, 0))),
                    ClientConfig.patience(client),
                    () -> false,
                    reader);
        }
    }

    private static String layout(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(LayoutFingerprint.HEADER);
        return header == null ? "" : LayoutFingerprint.ofHeader(header.value()) + " ";
    }
}
