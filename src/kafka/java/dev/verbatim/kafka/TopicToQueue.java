package dev.verbatim.kafka;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Relays the records of a topic to a queue: each committed one once, byte for byte, the records of a partition in
 * order, whoever dies in between. The payload of an entry is the value of a record, and its layout is that of the
 * header {@code verbatim.layout}. Keys and other headers are left out, and so are records without a value.
 *
 * <p>Behind each batch stands a mark, an entry of the layout {@link #MARKS}, which says the topic and where to go on in
 * each partition. It is appended together with the batch: both are there, or neither. A relay that starts looks for the
 * last mark of its topic and goes on there; nothing is kept anywhere else. A mark without a batch stands where the
 * topic has gone on without records, as it does at the end of a transaction. So those who read the queue pass the
 * marks:
 *
 * <pre>{@code
 * Tailer tailer = queue.tailer().passing(TopicToQueue.MARKS);
 * }</pre>
 *
 * <p>A named tailer of the queue stands at the last mark. So retention keeps the mark, the relay finds it without a
 * walk over the queue, and a second relay of the topic is refused. If a retention that does not heed tailers has
 * deleted the mark, the relay refuses to start. So it does if nothing was relayed before such a retention: {@linkplain
 * MappedQueue#removeTailer remove} the tailer then. Other appenders and other relays may use the queue too.
 *
 * <p><b>Loss of power.</b> Whatever the durability of the queue, the relay forces it before it appends a batch. So of
 * what was relayed only the last batch can be lost, and with {@link dev.verbatim.Durability#EACH} only one that was
 * being appended; the relay appends it again. If entries are missing before a mark that is whole, which only a device
 * that has lied or is damaged can cause, the relay refuses to start: make the queue anew from the topic then.
 *
 * <p><b>Sizes.</b> A record and a mark together have at most an eighth of a segment; a larger one ends the relay.
 *
 * <p><b>Gaps.</b> If the topic has deleted records that were not relayed, the relay ends with a {@link RelayException},
 * and an operator decides whether to {@linkplain Builder#acceptGap accept} that. A new relay begins with the oldest
 * records that there are, and so it does with partitions that are new; a mark says where that was. A topic that ends
 * before what was relayed is refused: it is another one of the name, or has lost records that the queue has. Partitions
 * that are added to the topic are relayed after the next start.
 */
public final class TopicToQueue extends Relay {

    /** The layout of the entries that are for the relay itself. */
    public static final StructLayout MARKS = RelayMark.LAYOUT;

    /** More at a time make larger batches, of which each may be forced. */
    private static final int MAX_POLL_RECORDS = 10_000;

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final MappedQueue queue;
    private final String topic;
    private final Map<String, Object> client;
    private final String tailerName;
    private final boolean acceptGap;
    private final LayoutsTopic layouts;
    private @Nullable RecordAppender appender;
    private long answeredNanos;

    private TopicToQueue(Builder builder) {
        super("topic=" + builder.topic + " to queue=" + builder.queue.path());
        this.queue = builder.queue;
        this.topic = builder.topic;
        this.client = new HashMap<>(builder.client);
        this.client.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        this.tailerName = builder.tailerName;
        this.acceptGap = builder.acceptGap;
        this.layouts = LayoutsTopic.of(client, this::isStopping);
    }

    /**
     * Begins to make a relay.
     *
     * @param topic the topic
     * @param queue the queue, opened to write, which stays open while the relay runs
     * @param client the settings of the clients of Kafka, {@code bootstrap.servers} among them; and {@value
     *     VerbatimSerde#LAYOUTS_TOPIC}, if the topic of layouts has another name
     * @return a builder
     */
    public static Builder builder(String topic, MappedQueue queue, Map<String, ?> client) {
        return new Builder(
                Objects.requireNonNull(topic, "topic"),
                Objects.requireNonNull(queue, "queue"),
                Objects.requireNonNull(client, "client"));
    }

    /** How a topic is relayed. */
    public static final class Builder {

        private final String topic;
        private final MappedQueue queue;
        private final Map<String, ?> client;
        private String tailerName;
        private boolean acceptGap;

        private Builder(String topic, MappedQueue queue, Map<String, ?> client) {
            this.topic = topic;
            this.queue = queue;
            this.client = client;
            this.tailerName = DefaultTailer.name("from", topic);
        }

        /**
         * Sets the name of the tailer in the queue. The default is {@code from} and the topic; of a topic with a name
         * of more than 51 bytes the start, {@code ~} and 16 digits that tell it from others.
         *
         * @param name 1 to 56 bytes of UTF-8; another one is refused when the relay runs
         * @return this builder
         */
        public Builder tailer(String name) {
            this.tailerName = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets whether the relay goes on behind records that the topic has deleted before they were relayed. By default
         * it ends there.
         *
         * @param accept whether it goes on
         * @return this builder
         */
        public Builder acceptGap(boolean accept) {
            this.acceptGap = accept;
            return this;
        }

        /** {@return the relay, which is not running yet} */
        public TopicToQueue build() {
            return new TopicToQueue(this);
        }
    }

    @Override
    void open() throws IOException, InterruptedException {
        appender = new RecordAppender(queue, topic, tailerName, layouts, counts(), this::isStopping);
    }

    @Override
    void close() throws IOException {
        try (RecordAppender _ = appender) {
            // if it is open
        }
    }

    @Override
    void session() throws IOException {
        RecordAppender to = Objects.requireNonNull(appender);
        try (KafkaConsumer<byte[], MemorySegment> consumer =
                ClientConfig.consumer(client, ClientConfig.READ_COMMITTED, new InPlace())) {
            consumer.assign(partitions(consumer));
            for (TopicPartition partition : consumer.assignment()) {
                if (to.nextOffset(partition.partition()) < 0) {
                    to.begin(partition.partition(), Topics.start(consumer, partition));
                }
                consumer.seek(partition, to.nextOffset(partition.partition()));
            }
            answeredNanos = System.nanoTime();
            while (!isStopping()) {
                relay(consumer, to);
            }
            to.markPassed();
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer) {
        List<PartitionInfo> infos = consumer.partitionsFor(topic);
        if (infos == null || infos.isEmpty()) {
            throw new UnknownTopicOrPartitionException("there is no topic=" + topic + " yet");
        }
        List<TopicPartition> partitions = new ArrayList<>();
        infos.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        mended();
        return partitions;
    }

    private void relay(KafkaConsumer<byte[], MemorySegment> consumer, RecordAppender to) throws IOException {
        ConsumerRecords<byte[], MemorySegment> records;
        try {
            records = consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            requireDeleted(e, consumer.beginningOffsets(e.partitions()));
            requireAccepted(e);
            consumer.seekToBeginning(e.partitions());
            return;
        }
        // A consumer also passes what it does not return.
        Map<TopicPartition, OffsetAndMetadata> ends = records.nextOffsets();
        if (ends.isEmpty()) {
            requireAnswer(consumer);
        } else {
            RelayStep.FETCHED.reached();
            for (Map.Entry<TopicPartition, OffsetAndMetadata> end : ends.entrySet()) {
                TopicPartition partition = end.getKey();
                to.append(partition, records.records(partition), end.getValue().offset());
            }
            answeredNanos = System.nanoTime();
            mended();
        }
        if (isLookDue()) {
            counts().lags(consumer.assignment().stream()
                    .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                    .sum());
            to.markPassed();
        }
    }

    /** What is out of range at the end is no gap: to begin anew would append again what the queue has. */
    private void requireDeleted(OffsetOutOfRangeException e, Map<TopicPartition, Long> starts) throws RelayException {
        for (Map.Entry<TopicPartition, Long> found :
                e.offsetOutOfRangePartitions().entrySet()) {
            TopicPartition partition = found.getKey();
            if (e instanceof LogTruncationException || found.getValue() >= starts.getOrDefault(partition, 0L)) {
                throw new RelayException(
                        this + ": partition=" + partition.partition() + " ends before offset=" + found.getValue()
                                + ", up to which it was relayed: is it another topic of the name? relay to a new queue",
                        e);
            }
        }
    }

    private void requireAccepted(OffsetOutOfRangeException e) throws RelayException {
        String what =
                "records from offsets=" + e.offsetOutOfRangePartitions() + " were deleted, before they were relayed";
        if (!acceptGap) {
            throw new RelayException(this + ": " + what + ": to go on without them, run again and accept the gap", e);
        }
        note(what + "; the gap is accepted");
    }

    /** A consumer waits for a broker that is away without a word. So it is asked once a minute. */
    private void requireAnswer(KafkaConsumer<?, ?> consumer) {
        if (System.nanoTime() - answeredNanos < SILENCE_NANOS) {
            return;
        }
        try {
            consumer.endOffsets(consumer.assignment(), ANSWER);
            mended();
        } catch (TimeoutException e) {
            trouble(e.toString());
        }
        answeredNanos = System.nanoTime();
    }
}
