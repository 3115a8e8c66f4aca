package dev.verbatim.kafka;

import dev.verbatim.queue.EntryHandler;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Sends entries of a queue to a topic, within a transaction. One thread at a time may use it. */
final class EntrySender implements EntryHandler {

    private final MappedQueue queue;
    private final LayoutHeaders headers;
    private final PositionedProducer producer;
    private final String topic;
    private final @Nullable Integer partition;
    private final @Nullable KeyFunction keys;
    private final long largest;

    private int count;
    private long byteSize;

    /**
     * Makes a sender.
     *
     * @param partition the partition of all records; null if the keys decide
     * @param largest the most bytes of an entry
     */
    EntrySender(
            MappedQueue queue,
            LayoutTexts texts,
            PositionedProducer producer,
            String topic,
            @Nullable Integer partition,
            @Nullable KeyFunction keys,
            long largest) {
        this.queue = queue;
        this.headers = new LayoutHeaders(queue::layout, texts, List.of());
        this.producer = producer;
        this.topic = topic;
        this.partition = partition;
        this.keys = keys;
        this.largest = largest;
    }

    /** Counts from zero. */
    void clear() {
        count = 0;
        byteSize = 0;
    }

    int count() {
        return count;
    }

    long byteSize() {
        return byteSize;
    }

    /** @throws UncheckedIOException if the layout of the entry cannot be read, or the entry is too large */
    @Override
    public void onEntry(MemorySegment payload, long position, int layoutId) {
        if (payload.byteSize() > largest) {
            throw new UncheckedIOException(new RelayException("queue=" + queue.path() + " to topic=" + topic
                    + ": expected entries of at most " + largest + " bytes, found " + payload.byteSize()
                    + " bytes at position=" + position + ": raise the largest record"));
        }
        byte[] key = keys == null ? null : keys.key(payload, layoutId);
        if (key != null) {
            requireRoom(payload, position, key);
        }
        byte[] value = payload.toArray(ValueLayout.JAVA_BYTE);
        try {
            producer.send(new ProducerRecord<>(topic, partition, key, value, headers.of(layoutId)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        count++;
        byteSize += value.length;
    }

    /** A record has room for the largest payload with a key of usual size, or for a larger key with a smaller one. */
    private void requireRoom(MemorySegment payload, long position, byte[] key) {
        long room = largest - payload.byteSize() + RecordLimit.RECORD_OVERHEAD - RecordLimit.FRAME_OVERHEAD;
        if (key.length > room) {
            throw new UncheckedIOException(new RelayException("queue=" + queue.path() + " to topic=" + topic
                    + ": expected a key of at most " + room + " bytes beside a payload of " + payload.byteSize()
                    + " bytes at position=" + position + ", found " + key.length
                    + " bytes: raise the largest record, or make shorter keys"));
        }
    }
}
