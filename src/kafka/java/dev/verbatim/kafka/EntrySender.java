package dev.verbatim.kafka;

import dev.verbatim.LayoutText;
import dev.verbatim.queue.EntryHandler;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Sends entries of a queue to a topic, within a transaction. One thread at a time may use it. */
final class EntrySender implements EntryHandler {

    private final MappedQueue queue;
    private final LayoutsTopic layouts;
    private final PositionedProducer producer;
    private final String topic;
    private final @Nullable Integer partition;
    private final @Nullable KeyFunction keys;
    private final long largest;
    private final Map<Integer, List<Header>> headers = new HashMap<>();

    private List<Header> lastHeaders = List.of();
    private int lastLayoutId;
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
            LayoutsTopic layouts,
            PositionedProducer producer,
            String topic,
            @Nullable Integer partition,
            @Nullable KeyFunction keys,
            long largest) {
        this.queue = queue;
        this.layouts = layouts;
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
        if (layoutId != lastLayoutId) {
            lastHeaders = headers.computeIfAbsent(layoutId, this::headers);
            lastLayoutId = layoutId;
        }
        byte[] key = keys == null ? null : keys.key(payload, layoutId);
        byte[] value = payload.toArray(ValueLayout.JAVA_BYTE);
        producer.send(new ProducerRecord<>(topic, partition, key, value, lastHeaders));
        count++;
        byteSize += value.length;
    }

    /** Whoever gets a record finds the text of its layout. */
    private List<Header> headers(int layoutId) {
        if (layoutId == 0) {
            return List.of();
        }
        try {
            String text = LayoutText.of(queue.layout(layoutId));
            layouts.publish(text);
            return List.of(new RecordHeader(
                    LayoutFingerprint.HEADER, LayoutFingerprint.of(text).toHeader()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
