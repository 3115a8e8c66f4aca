package dev.verbatim.kafka;

import dev.verbatim.LayoutText;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Sends changes of a map to a topic of one partition, within a transaction. One thread at a time may use it. */
final class MapSender {

    private final MappedMap<byte[], StoredValue> map;
    private final PositionedProducer producer;
    private final String topic;
    private final RecordLimit limit;
    private final LayoutHeaders headers;

    private int count;
    private long byteSize;
    private long valuesSize;

    /** Makes a sender, and puts the layout of the keys where whoever gets a record finds it. */
    MapSender(
            MappedMap<byte[], StoredValue> map,
            LayoutTexts texts,
            PositionedProducer producer,
            String topic,
            RecordLimit limit)
            throws IOException {
        this.map = map;
        this.producer = producer;
        this.topic = topic;
        this.limit = limit;
        var info = map.info();
        KeyFormat.layout(info).ifPresent(layout -> texts.publish(LayoutText.of(layout)));
        this.headers = new LayoutHeaders(
                map::layout,
                texts,
                List.of(new RecordHeader(KeyFormat.HEADER, KeyFormat.of(info).toHeader())));
    }

    /** Counts from zero. */
    void clear() {
        count = 0;
        byteSize = 0;
        valuesSize = 0;
    }

    int count() {
        return count;
    }

    /** {@return how many bytes the keys and values have} */
    long byteSize() {
        return byteSize;
    }

    /** {@return how many of these bytes are those of values} */
    long valuesSize() {
        return valuesSize;
    }

    /**
     * Sends a change.
     *
     * @param value the value that the key has from then on; null if it was removed
     * @throws RelayException if key and value are too large
     */
    void send(byte[] key, @Nullable StoredValue value) throws IOException {
        long valueSize = value == null ? 0 : value.bytes().byteSize();
        if (key.length + valueSize > limit.largest()) {
            throw new RelayException("map=" + map.path() + " to topic=" + topic
                    + ": expected a key and a value of at most " + limit.largest() + " bytes together, found "
                    + key.length + " and " + valueSize + " bytes: raise the largest record");
        }
        byte[] bytes = value == null ? null : value.bytes().toArray(ValueLayout.JAVA_BYTE);
        producer.send(new ProducerRecord<>(topic, 0, key, bytes, headers.of(value == null ? 0 : value.layoutId())));
        count++;
        byteSize += key.length + valueSize;
        valuesSize += valueSize;
    }
}
