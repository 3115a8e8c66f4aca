package dev.verbatim.kafka;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Payload;
import dev.verbatim.queue.Tailer;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Appends records of a topic to a queue, in batches with a mark behind each. What is before a batch is forced before it
 * is appended. One thread at a time may use it.
 */
final class RecordAppender implements Closeable {

    /** Large enough for a force to be worth its time, small enough to stay near the processor. */
    private static final long BATCH_SIZE = 256 << 10;

    private static final int ENTRY_HEADER_SIZE = 16;
    private static final int MARK_ID = LayoutText.id(RelayMark.LAYOUT);
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final WaitStrategy WAIT = WaitStrategy.backoff(Duration.ofMillis(1));

    private final MappedQueue queue;
    private final String topic;
    private final RecordLayouts layouts;
    private final RelayStatus status;
    private final Anchor anchor;
    private final Appender appender;
    private final List<Payload> batch = new ArrayList<>();

    private long[] nextOffsets = {};
    private boolean isAhead;
    private long entriesSize;
    private long valuesSize;

    /**
     * Opens the queue, and finds the last mark.
     *
     * @param isStopped whether to give up; nothing can be appended then
     * @throws StoreException if entries before a mark are missing
     */
    RecordAppender(
            MappedQueue queue,
            String topic,
            String tailerName,
            LayoutTexts texts,
            RelayStatus status,
            BooleanSupplier isStopped)
            throws IOException, InterruptedException {
        this.queue = queue;
        this.topic = topic;
        this.layouts = new RecordLayouts(texts);
        this.status = status;
        requireMark(queue, topic, tailerName);
        this.anchor = new Anchor(queue, tailerName);
        try {
            findMark(isStopped);
            this.appender = queue.appender();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            anchor.close();
            throw e;
        }
    }

    /**
     * Finds the last mark from the place on where the tailer stands. After a loss of power that may be behind it: the
     * tailer's place was written, but not the batch before it, and recovery has moved the tailer to the end. Then the
     * mark is looked for in the whole queue.
     */
    private void findMark(BooleanSupplier isStopped) throws IOException, InterruptedException {
        try (Tailer tailer = queue.tailer()) {
            tailer.toStart();
            long start = tailer.position();
            tailer.moveTo(anchor.position());
            MarkFinder finder = walk(tailer, isStopped);
            if (finder.position < 0 && start < anchor.position()) {
                tailer.toStart();
                finder = walk(tailer, isStopped);
            }
            if (finder.position >= 0 && !isStopped.getAsBoolean()) {
                nextOffsets = finder.nextOffsets;
                anchor.moveTo(finder.position);
            }
        }
    }

    /**
     * Walks to the end of the queue. Entries of others that are being written now may lie before a mark: for those it
     * waits.
     *
     * @return what it has found; not all if it was stopped
     */
    private MarkFinder walk(Tailer tailer, BooleanSupplier isStopped) throws IOException, InterruptedException {
        MarkFinder finder = new MarkFinder(topic);
        try (Tailer end = queue.tailer()) {
            end.toEnd();
            while (tailer.position() < end.position()) {
                if (isStopped.getAsBoolean()) {
                    return finder;
                }
                if (tailer.await(WAIT, PATIENCE)) {
                    tailer.read((payload, position, layoutId) -> {
                        if (layoutId == MARK_ID) {
                            finder.mark(RelayMark.CODEC.read(payload, 0), position);
                        } else {
                            finder.entry();
                        }
                    });
                    finder.requireWhole(queue.path());
                }
            }
        }
        return finder;
    }

    /**
     * Requires that the mark where the tailer stands was not deleted. Without it nobody knows what is in the queue: to
     * begin anew would append it again. A tailer that is opened behind a gap does not say so. Before the first mark it
     * stands at an entry of others: this cannot tell the one from the other any more.
     */
    private static void requireMark(MappedQueue queue, String topic, String tailerName) throws IOException {
        Long mark = queue.tailerPositions().get(tailerName);
        if (mark == null) {
            return;
        }
        try (Tailer tailer = queue.tailer()) {
            tailer.toStart();
            if (mark < tailer.position()) {
                throw new RelayException("topic=" + topic + " to queue=" + queue.path() + ": the entry at position="
                        + mark + ", where tailer=" + tailerName
                        + " stands, was deleted by a retention that did not heed tailers, and with it the mark that"
                        + " says where to go on: relay to a new queue; if nothing was relayed yet, remove the tailer");
            }
        }
    }

    /**
     * Takes note of where a partition starts of which nothing was appended yet: what is deleted from there on is a gap.
     *
     * @param start the offset at which to go on
     */
    void begin(int partition, long start) {
        ensure(partition);
        passed(partition, start);
    }

    /** What a walk over a queue has found. */
    private static final class MarkFinder {
        private final String topic;
        private long position = -1;
        private long[] nextOffsets = {};
        private boolean begun;
        private long entries;
        private @Nullable String damage;

        MarkFinder(String topic) {
            this.topic = topic;
        }

        void entry() {
            entries++;
        }

        void mark(RelayMark mark, long at) {
            // The walk begins with a mark; what belongs to that one is before it.
            if (begun || entries > 0) {
                if (entries < mark.relayedEntries()) {
                    damage = "expected " + mark.relayedEntries() + " entries before the mark at position=" + at
                            + ", found " + entries;
                }
            }
            begun = true;
            entries = 0;
            if (mark.relayedTopic().equals(topic)) {
                position = at;
                nextOffsets = mark.nextOffsets();
            }
        }

        void requireWhole(Object queue) throws StoreException {
            if (damage != null) {
                throw new StoreException("queue=" + queue + ": " + damage
                        + ": a loss of power has damaged them; make the queue anew from topic=" + topic);
            }
        }
    }

    /** {@return the offset at which to go on; -1 if nothing of the partition was appended} */
    long nextOffset(int partition) {
        return partition < nextOffsets.length ? nextOffsets[partition] : -1;
    }

    /**
     * Appends records of a partition. When it returns, all are in the queue. When the topic of layouts does not answer,
     * what was read stays in the batch, and the next call goes on behind it.
     *
     * @param records the next records; none if there is something else in the partition
     * @param end where to go on behind them: no consumer returns the end of a transaction, and the topic may delete it
     */
    void append(TopicPartition partition, List<ConsumerRecord<byte[], MemorySegment>> records, long end)
            throws IOException {
        int number = partition.partition();
        ensure(number);
        long limit = queue.segmentSize() / 8;
        long markSize = entrySize(mark().bytes());
        for (ConsumerRecord<byte[], MemorySegment> record : records) {
            MemorySegment value = record.value();
            if (value != null) {
                if (!batch.isEmpty() && entriesSize + entrySize(value) + markSize > Math.min(limit, BATCH_SIZE)) {
                    flush();
                }
                add(record, value, limit - markSize);
            }
            passed(number, record.offset() + 1);
        }
        passed(number, end);
        if (!batch.isEmpty()) {
            flush();
        }
    }

    private void add(ConsumerRecord<?, ?> record, MemorySegment value, long limit) throws RelayException {
        if (entrySize(value) > limit) {
            throw new RelayException(RecordLayouts.at(record) + ": expected at most " + (limit - ENTRY_HEADER_SIZE)
                    + " bytes, an eighth of a segment of queue=" + queue.path() + " with room for a mark, found "
                    + value.byteSize() + " bytes");
        }
        try {
            batch.add(new Payload(layouts.of(record), value));
        } catch (IllegalArgumentException e) {
            throw new RelayException(RecordLayouts.at(record) + ": " + e.getMessage(), e);
        }
        entriesSize += entrySize(value);
        valuesSize += value.byteSize();
    }

    private static long entrySize(MemorySegment payload) {
        return ENTRY_HEADER_SIZE + (payload.byteSize() + 7 & -8);
    }

    private void ensure(int partition) {
        if (partition >= nextOffsets.length) {
            int length = nextOffsets.length;
            nextOffsets = Arrays.copyOf(nextOffsets, partition + 1);
            Arrays.fill(nextOffsets, length, partition + 1, -1);
        }
    }

    private void passed(int partition, long offset) {
        if (nextOffsets[partition] < offset) {
            nextOffsets[partition] = offset;
            isAhead = true;
        }
    }

    /** Appends a mark without a batch, if offsets were passed that the last mark does not have. */
    void markPassed() throws IOException {
        if (isAhead) {
            flush();
        }
    }

    private Payload mark() {
        return new RelayMark(batch.size(), topic, nextOffsets).toPayload();
    }

    private void flush() throws IOException {
        // A batch that only the page cache had could be lost with its mark while those behind it stay: then the last
        // mark would hide the gap. So no batch is appended behind one that is not on the device.
        queue.force();
        int count = batch.size();
        batch.add(mark());
        long position = appender.appendBatch(batch);
        RelayStep.APPENDED.reached();
        anchor.advanceTo(position, count);
        if (count > 0) {
            status.relayed(count, valuesSize);
        }
        isAhead = false;
        batch.clear();
        entriesSize = 0;
        valuesSize = 0;
        RelayStep.MARKED.reached();
    }

    @Override
    public void close() throws IOException {
        try (anchor) {
            appender.close();
        }
    }
}
