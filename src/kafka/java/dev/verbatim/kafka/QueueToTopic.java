package dev.verbatim.kafka;

import dev.verbatim.GapException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Relays the entries of a queue to a topic: each one once, in order, byte for byte, whoever dies in between. The value
 * of a record is the payload of an entry; the header {@code verbatim.layout} says its layout.
 *
 * <p>A batch is a transaction of Kafka. The position behind its last entry is written in the same transaction to a
 * compacted topic, under the name of the queue and the topic. A relay that starts fences the one before, reads the
 * position, and goes on there. After the commit a named tailer of the queue acknowledges, so that retention keeps what
 * is not relayed.
 *
 * <p><b>Order</b> is that of the queue in a topic of one partition, which is made if there is none. For more partitions
 * a {@linkplain Builder#keys key} is needed, and the records of one partition are in order.
 *
 * <p><b>Loss of power.</b> Before each commit the queue is forced, whatever its durability: so what was relayed is not
 * lost, and no other entries get the positions of relayed ones.
 *
 * <p><b>Back-pressure.</b> If the broker is slow or away, the relay lags and the queue keeps the entries. {@link
 * RelayMXBean#getLag} says how many bytes.
 *
 * <p><b>Sizes.</b> A record that no client or broker takes would stop the relay in the middle. So a relay refuses to
 * start, unless the topic takes the largest entry that the queue can have, an eighth of a segment, or the one that a
 * {@linkplain Builder#largestRecord user} knows of. A topic that the relay makes takes it; and {@code max.request.size}
 * and {@code buffer.memory} are set by it, unless the settings of the client have them.
 *
 * <p><b>Gaps.</b> If entries were deleted that are not relayed, the relay ends with a {@link RelayException}, and an
 * operator decides whether to {@linkplain Builder#acceptGap accept} that. So it does where the position is of another
 * queue: the id of the queue is written with it.
 */
public final class QueueToTopic extends Relay {

    private static final long MAX_BATCH_BYTES = 16 << 20;
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final WaitStrategy WAIT = WaitStrategy.backoff(Duration.ofMillis(1));

    private final MappedQueue queue;
    private final String topic;
    private final Map<String, Object> client;
    private final @Nullable KeyFunction keys;
    private final String tailerName;
    private final int batchSize;
    private final RecordLimit limit;
    private final boolean acceptGap;
    private final LayoutsTopic layouts;
    private final PositionClaim claim;

    private @Nullable Long savedPosition;
    private @Nullable Anchor anchor;
    private @Nullable Tailer reader;
    private @Nullable Tailer end;

    private QueueToTopic(Builder builder) {
        super("queue=" + builder.queueName + " to topic=" + builder.topic);
        this.queue = builder.queue;
        this.topic = builder.topic;
        this.keys = builder.keys;
        this.tailerName = builder.tailerName;
        this.batchSize = builder.batchSize;
        this.acceptGap = builder.acceptGap;
        this.limit = new RecordLimit(Math.min(builder.largestRecord, queue.segmentSize() / 8), "queue");
        this.client = limit.client(builder.client);
        this.layouts = LayoutsTopic.of(client, this::isStopping);
        String key = builder.queueName + "/" + tailerName;
        this.claim = new PositionClaim(this, client, builder.positionsTopic, key, queue.id(), this::isStopping);
    }

    /**
     * Begins to make a relay.
     *
     * @param queue the queue, opened to write, which stays open while the relay runs
     * @param queueName the name of the queue in the cluster: no other queue that is relayed has it, and this queue
     *     keeps it, wherever its folder goes
     * @param topic the topic
     * @param client the settings of the clients of Kafka, {@code bootstrap.servers} among them; and {@value
     *     VerbatimSerde#LAYOUTS_TOPIC}, if the topic of layouts has another name
     * @return a builder
     */
    public static Builder builder(MappedQueue queue, String queueName, String topic, Map<String, ?> client) {
        return new Builder(
                Objects.requireNonNull(queue, "queue"),
                Objects.requireNonNull(queueName, "queueName"),
                Objects.requireNonNull(topic, "topic"),
                Objects.requireNonNull(client, "client"));
    }

    /** How a queue is relayed. */
    public static final class Builder {

        private final MappedQueue queue;
        private final String queueName;
        private final String topic;
        private final Map<String, ?> client;
        private @Nullable KeyFunction keys;
        private String tailerName;
        private String positionsTopic = PositionedProducer.DEFAULT_TOPIC;
        private int batchSize = 20_000;
        private long largestRecord = Long.MAX_VALUE;
        private boolean acceptGap;

        private Builder(MappedQueue queue, String queueName, String topic, Map<String, ?> client) {
            this.queue = queue;
            this.queueName = queueName;
            this.topic = topic;
            this.client = client;
            this.tailerName = DefaultTailer.name("to", topic);
        }

        /**
         * Sets what the keys of the records are. Without it records have none, and the topic has to have one partition
         * and must not be compacted.
         *
         * @param newKeys makes a key of an entry
         * @return this builder
         */
        public Builder keys(KeyFunction newKeys) {
            this.keys = Objects.requireNonNull(newKeys, "newKeys");
            return this;
        }

        /**
         * Sets the name of the tailer in the queue. The default is {@code to} and the topic; of a topic with a name of
         * more than 53 bytes the start, {@code ~} and 16 digits that tell it from others. With the name of the queue it
         * is the key of the position.
         *
         * @param name 1 to 56 bytes of UTF-8; another one is refused when the relay runs
         * @return this builder
         */
        public Builder tailer(String name) {
            this.tailerName = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets the topic of the positions, which is made if there is none. The default is {@code verbatim.positions}.
         *
         * @param name the name of a compacted topic
         * @return this builder
         */
        public Builder positionsTopic(String name) {
            this.positionsTopic = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets how many entries a transaction has at most. It has fewer if there are no more yet, or if they have 16
         * MiB. The default is 20,000.
         *
         * @param entries 1 or more
         * @return this builder
         * @throws IllegalArgumentException if it is less
         */
        public Builder batchSize(int entries) {
            if (entries < 1) {
                throw new IllegalArgumentException("expected at least 1 entry, found batchSize=" + entries);
            }
            this.batchSize = entries;
            return this;
        }

        /**
         * Says how large the payload of an entry of this queue is at most, if that is known. A larger one ends the
         * relay. The default is what the queue can have, an eighth of a segment.
         *
         * @param byteSize the size in bytes, 0 or more
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder largestRecord(long byteSize) {
            if (byteSize < 0) {
                throw new IllegalArgumentException("expected 0 or more, found largestRecord=" + byteSize);
            }
            this.largestRecord = byteSize;
            return this;
        }

        /**
         * Sets whether the relay goes on behind entries that were deleted before they were relayed; and from the start
         * of this queue, if the position is of another one, as it is when the queue was made anew. By default it ends
         * there.
         *
         * @param accept whether it goes on
         * @return this builder
         */
        public Builder acceptGap(boolean accept) {
            this.acceptGap = accept;
            return this;
        }

        /** {@return the relay, which is not running yet} */
        public QueueToTopic build() {
            return new QueueToTopic(this);
        }
    }

    @Override
    void open() throws IOException {
        savedPosition = queue.tailerPositions().get(tailerName);
        anchor = new Anchor(queue, tailerName);
        reader = queue.tailer().passing(RelayMark.LAYOUT);
        end = queue.tailer();
    }

    @Override
    void close() throws IOException {
        try (Anchor _ = anchor;
                Tailer _ = reader;
                Tailer _ = end) {
            // all that are open
        }
    }

    @Override
    void session() throws IOException, InterruptedException {
        Anchor at = Objects.requireNonNull(anchor);
        Tailer from = Objects.requireNonNull(reader);
        try (Admin admin = ClientConfig.admin(client)) {
            List<TopicPartition> partitions = prepare(admin);
            claim.requireOwner(admin);
            try (PositionedProducer producer = claim.fence()) {
                try {
                    claim.requireAllEnded(admin, partitions);
                    RelayStep.FENCED.reached();
                    PositionedProducer.Position found = claim.committed(admin);
                    if (isStopping()) {
                        return; // before the topic was read
                    }
                    go(from, found);
                    producer.begin();
                    commit(producer, from);
                    claim.taken();
                    RelayStep.CLAIMED.reached();
                    at.moveTo(from.position());
                    mended();
                    EntrySender sender = new EntrySender(
                            queue, layouts, producer, topic, partitions.size() == 1 ? 0 : null, keys, limit.largest());
                    while (!isStopping()) {
                        relayBatch(sender, producer, from, at);
                    }
                } catch (IOException | RuntimeException | InterruptedException | Error e) {
                    producer.failed(e);
                    throw e;
                }
            }
        }
    }

    /** {@return the partitions of the topic} Makes topics, and refuses one that does not fit. */
    private List<TopicPartition> prepare(Admin admin) throws RelayException {
        PositionedProducer.ensureTopic(admin, claim.topic());
        List<TopicPartition> partitions = limit.ensureTopic(admin, topic, Map.of());
        if (partitions.size() != 1 && keys == null) {
            throw new RelayException(this + ": expected a topic of one partition, found " + partitions.size()
                    + ": order is kept within a partition only; give a function that makes keys");
        }
        String cleanup = Topics.setting(admin, topic, TopicConfig.CLEANUP_POLICY_CONFIG);
        if (cleanup.contains(TopicConfig.CLEANUP_POLICY_COMPACT) && keys == null) {
            throw new RelayException(this + ": expected a topic that is not compacted, found "
                    + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + cleanup
                    + ": it takes no records without keys; give another topic");
        }
        limit.require(this, admin, topic, client);
        return partitions;
    }

    private void go(Tailer from, PositionedProducer.@Nullable Position found) throws IOException {
        Long position = start(found);
        if (position == null) {
            from.toStart();
            return;
        }
        try {
            from.moveTo(position);
        } catch (GapException e) {
            requireAccepted(e);
        } catch (IllegalArgumentException e) {
            throw new RelayException(
                    this + ": topic=" + claim.topic() + " says position=" + position + ", where no entry of "
                            + queue.path() + " starts: is it an older copy of the queue?",
                    e);
        }
    }

    /** {@return where this relay goes on; null if it begins at the start} */
    private @Nullable Long start(PositionedProducer.@Nullable Position found) throws RelayException {
        if (found == null) {
            return savedPosition;
        }
        if (found.store().equals(queue.id())) {
            return found.position();
        }
        requireAccepted(found);
        return null;
    }

    private void requireAccepted(GapException e) throws RelayException {
        if (!acceptGap) {
            throw new RelayException(
                    this + ": " + e.getMessage()
                            + ", before they were relayed: to go on without them, run again and accept the gap",
                    e);
        }
        note(e.getMessage() + ", before they were relayed; the gap is accepted");
    }

    /** What the other queue had behind the position will not come, and what this one has before it was not relayed. */
    private void requireAccepted(PositionedProducer.Position ofAnother) throws RelayException {
        String found = "expected the queue of id=" + ofAnother.store() + ", whose position=" + ofAnother.position()
                + " is in topic=" + claim.topic() + ", found " + queue.path() + " of id=" + queue.id();
        if (!acceptGap) {
            throw new RelayException(this + ": " + found
                    + ": if it was made anew, run again and accept the gap; if it is another queue, give it another"
                    + " name");
        }
        note(found + ": it is relayed from its start; the gap is accepted");
    }

    /**
     * Commits a position that outlives a loss of power. Without the force the queue could have lost entries before it,
     * and the relay would take those that are appended in their place for relayed.
     */
    private void commit(PositionedProducer producer, Tailer from) throws IOException {
        queue.force();
        producer.commit(from.position());
    }

    private void relayBatch(EntrySender sender, PositionedProducer producer, Tailer from, Anchor at)
            throws IOException, InterruptedException {
        if (isLookDue()) {
            Tailer behind = Objects.requireNonNull(end);
            behind.toEnd();
            counts().lags(behind.position() - from.position());
        }
        try {
            if (!from.await(WAIT, PATIENCE)) {
                return;
            }
        } catch (GapException e) {
            requireAccepted(e);
            return;
        }
        producer.begin();
        RelayStep.BEGUN.reached();
        sender.clear();
        try {
            while (sender.count() < batchSize && sender.byteSize() < MAX_BATCH_BYTES && from.read(sender)) {
                RelayStep.SENT.reached();
            }
        } catch (GapException e) {
            requireAccepted(e); // the position is behind the gap
        }
        commit(producer, from);
        RelayStep.COMMITTED.reached();
        at.advanceTo(from.position(), sender.count());
        counts().relayed(sender.count(), sender.byteSize());
        RelayStep.ACKNOWLEDGED.reached();
    }
}
