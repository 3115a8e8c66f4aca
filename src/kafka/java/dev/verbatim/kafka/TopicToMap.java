package dev.verbatim.kafka;

import dev.verbatim.kafka.ReplicaFiles.Position;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Fills a map from a compacted topic: when the relay has caught up, the map has the keys of the topic with their last
 * values, byte for byte, and no others. It begins with the oldest record, puts what has a value, and removes the keys
 * of tombstones. The header {@code verbatim.layout} says the layout of a value, and {@code verbatim.key}, which {@link
 * MapToTopic} writes, what the keys are made from: so the map is made with the first record if there is none. Programs
 * open it with their own codecs, in this process or others, and only read it.
 *
 * <p><b>The position</b>, which is an offset, is kept beside the map, in the folder of its name with {@code .relay}
 * behind it, once a second: after the map was forced, so that it is never ahead of the map, whoever dies or loses
 * power. A relay that starts applies again what it had applied since then. So a key can have an older value for that
 * moment; the last one is right.
 *
 * <p><b>Tombstones</b> are deleted by the topic in the end. A relay that was away for longer than the topic keeps them
 * ({@code delete.retention.ms}, a day if nothing else is set) may have missed some. It finds that out by a time that is
 * kept with the position, which is too long ago then, or is to come if the clock was set back. So it reads the topic
 * from the start, and removes those keys from the map that the topic does not have. It does so too if a user
 * {@linkplain Builder#resync wants} it, and if the topic has deleted its oldest records. And it does so if the map has
 * no entries: somebody may have removed it, and left the position.
 *
 * <p><b>Refused</b> are topics of more than one partition, topics that are not compacted or that keep tombstones for
 * less than a minute, a map with entries that no relay has put there, a topic that was made anew under the same name,
 * and one that ends before the position. What changes of that while the relay runs ends it: a topic that is made anew,
 * or gets a partition.
 */
public final class TopicToMap extends Relay {

    private static final int MAX_POLL_RECORDS = 10_000;
    private static final long SHORTEST_RETENTION_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final String topic;
    private final Path folder;
    private final @Nullable Long segmentSize;
    private final Map<String, Object> client;
    private final LayoutsTopic layouts;
    private final TopicPartition partition;

    private boolean resync;
    private @Nullable ReplicaFiles files;
    private @Nullable ReplicaMap map;

    /** What is kept, and behind which record the relay is. */
    private @Nullable Position kept;

    private long next;

    /** All that the topic had at this time is before the position; of what a target says, that is not known yet. */
    private long wholeMillis;

    private long targetMillis;
    private long target;
    private long retentionMillis;

    /** Whether note is taken of the keys that the topic has. */
    private boolean comparing;

    private TopicToMap(Builder builder) {
        super("topic=" + builder.topic + " to map=" + builder.folder);
        this.topic = builder.topic;
        this.folder = builder.folder;
        this.segmentSize = builder.segmentSize;
        this.resync = builder.resync;
        this.client = new HashMap<>(builder.client);
        this.client.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        this.layouts = LayoutsTopic.of(client, this::isStopping);
        this.partition = new TopicPartition(topic, 0);
    }

    /**
     * Begins to make a relay.
     *
     * @param topic the topic
     * @param folder the folder of the map, which is made with the first record if there is none
     * @param client the settings of the clients of Kafka, {@code bootstrap.servers} among them; and {@value
     *     VerbatimSerde#LAYOUTS_TOPIC}, if the topic of layouts has another name
     * @return a builder
     */
    public static Builder builder(String topic, Path folder, Map<String, ?> client) {
        return new Builder(
                Objects.requireNonNull(topic, "topic"),
                Objects.requireNonNull(folder, "folder"),
                Objects.requireNonNull(client, "client"));
    }

    /** How a topic is relayed. */
    public static final class Builder {

        private final String topic;
        private final Path folder;
        private final Map<String, ?> client;
        private @Nullable Long segmentSize;
        private boolean resync;

        private Builder(String topic, Path folder, Map<String, ?> client) {
            this.topic = topic;
            this.folder = folder;
            this.client = client;
        }

        /**
         * Sets the size of a segment of a map that is made. A key and its value have at most an eighth of it. The
         * default is 32 MiB; a map that is filled from one with larger segments may need as large ones.
         *
         * @param byteSize the size in bytes, a power of two from 4 KiB to 1 GiB; another one is refused when the map is
         *     made
         * @return this builder
         */
        public Builder segmentSize(long byteSize) {
            this.segmentSize = byteSize;
            return this;
        }

        /**
         * Sets whether the relay begins by reading the topic from the start and comparing the map with it. By default
         * it does so only if it has to. It also takes a topic that was made anew then, or that has lost its end.
         *
         * @param resync whether it does
         * @return this builder
         */
        public Builder resync(boolean resync) {
            this.resync = resync;
            return this;
        }

        /** {@return the relay, which is not running yet} */
        public TopicToMap build() {
            return new TopicToMap(this);
        }
    }

    @Override
    void open() throws IOException {
        ReplicaFiles locked = new ReplicaFiles(folder);
        files = locked;
        map = new ReplicaMap(folder, segmentSize, layouts);
        map.damage().forEach(damage -> note("recovered position=" + damage.position() + ": " + damage.description()));
        kept = locked.read();
        Position found = kept;
        if (found == null) {
            if (!map.isEmpty()) {
                throw new RelayException(this
                        + ": expected a map without entries, or one that a relay has filled, found entries and no"
                        + " position beside it: relay to a new map");
            }
        } else if (!found.topic().equals(topic)) {
            throw new RelayException(this + ": expected a map that was filled from this topic, found one from topic="
                    + found.topic() + ": relay to a new map");
        } else if (!found.isAnew() && map.isEmpty()) {
            // Somebody has removed the map that the position is of.
            note("the map has no entries: reading the topic from the start");
            beginAnew(locked);
        } else {
            next = found.offset();
            wholeMillis = found.wholeMillis();
        }
    }

    @Override
    void close() throws IOException {
        try (ReplicaFiles _ = files;
                ReplicaMap _ = map) {
            // both, if they are open
        }
    }

    @Override
    void session() throws IOException {
        ReplicaFiles own = Objects.requireNonNull(files);
        ReplicaMap to = Objects.requireNonNull(map);
        try (Admin admin = ClientConfig.admin(client);
                KafkaConsumer<byte[], MemorySegment> consumer =
                        ClientConfig.consumer(client, ClientConfig.READ_COMMITTED, new InPlace())) {
            prepare(admin, own);
            consumer.assign(List.of(partition));
            long now = System.currentTimeMillis();
            if (!isAnew() && mayMissTombstones(now)) {
                beginAnew(own);
            }
            if (isAnew()) {
                to.compareWith(own);
                comparing = true;
                wholeMillis = now;
                next = Topics.start(consumer, partition);
            }
            mended();
            consumer.seek(partition, next);
            aim(consumer);
            while (!isStopping() && !isAnewWhileNotComparing()) {
                relay(admin, consumer, to, own);
            }
            keep(to, own);
        } finally {
            comparing = false; // a session that has not come to the end compares anew
        }
    }

    /** {@return whether the relay was away for longer than the topic keeps tombstones, or nobody knows how long} */
    private boolean mayMissTombstones(long now) {
        long awayMillis = now - wholeMillis;
        if (awayMillis > retentionMillis) {
            note("tombstones may be missing, because the last " + awayMillis / 1000
                    + " s are more than the topic keeps them: comparing");
        } else if (awayMillis < 0) {
            note("tombstones may be missing, because the clock was set back: the time when all was read is to come in "
                    + -awayMillis / 1000 + " s: comparing");
        }
        return awayMillis > retentionMillis || awayMillis < 0;
    }

    private boolean isAnew() {
        return Objects.requireNonNull(kept).isAnew();
    }

    private boolean isAnewWhileNotComparing() {
        return isAnew() && !comparing;
    }

    /** Looks at the topic, and keeps which one it is. */
    private void prepare(Admin admin, ReplicaFiles own) throws IOException {
        requireOnePartition(admin);
        Topics.requireCompacted(admin, topic, this);
        retentionMillis = Long.parseLong(Topics.setting(admin, topic, TopicConfig.DELETE_RETENTION_MS_CONFIG));
        if (retentionMillis < SHORTEST_RETENTION_MILLIS) {
            throw new RelayException(this + ": expected " + TopicConfig.DELETE_RETENTION_MS_CONFIG
                    + " of the topic of at least " + SHORTEST_RETENTION_MILLIS + ", found " + retentionMillis
                    + ": tombstones would go before they are seen");
        }
        String id = Topics.id(admin, topic);
        Position found = kept;
        if (found == null) {
            // A map without entries has all of a topic of which nothing was read yet.
            wholeMillis = System.currentTimeMillis();
            next = Topics.start(admin, partition);
            write(own, new Position(topic, id, next, wholeMillis));
        } else if (resync) {
            write(own, new Position(topic, id, Position.ANEW, 0));
        } else {
            requireSameTopic(found, id);
        }
        resync = false;
    }

    private void requireOnePartition(Admin admin) throws RelayException {
        int partitions = Topics.partitions(admin, topic).size();
        if (partitions != 1) {
            throw new RelayException(this + ": expected a topic of one partition, found " + partitions);
        }
    }

    private void requireSameTopic(Position found, String id) throws RelayException {
        if (!found.topicId().equals(id)) {
            throw new RelayException(this + ": expected the topic of id=" + found.topicId() + ", found one of id=" + id
                    + ": it was made anew; resync, if the map is to be what it is now");
        }
    }

    private void write(ReplicaFiles own, Position position) throws IOException {
        own.write(position);
        kept = position;
    }

    private void beginAnew(ReplicaFiles own) throws IOException {
        write(own, Objects.requireNonNull(kept).at(Position.ANEW, 0));
    }

    private void relay(Admin admin, KafkaConsumer<byte[], MemorySegment> consumer, ReplicaMap to, ReplicaFiles own)
            throws IOException {
        ConsumerRecords<byte[], MemorySegment> records;
        try {
            records = consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            requireDeleted(consumer, e);
            note("the topic has deleted records up to behind offset=" + next + ": comparing");
            beginAnew(own);
            comparing = false;
            return;
        }
        OffsetAndMetadata end = records.nextOffsets().get(partition);
        if (end != null) {
            RelayStep.FETCHED.reached();
            long byteSize = 0;
            for (ConsumerRecord<byte[], MemorySegment> record : records.records(partition)) {
                to.apply(record);
                byteSize += record.value() == null ? 0 : record.value().byteSize();
            }
            next = end.offset();
            RelayStep.APPENDED.reached();
            if (!records.isEmpty()) {
                counts().relayed(records.count(), byteSize);
            }
        }
        if (isLookDue()) {
            look(admin, consumer, to, own);
        }
    }

    /** A consumer sees neither another topic of the name, in which it goes on, nor a partition that was added. */
    private void requireUnchanged(Admin admin) throws RelayException {
        requireOnePartition(admin);
        requireSameTopic(Objects.requireNonNull(kept), Topics.id(admin, topic));
    }

    private void requireDeleted(KafkaConsumer<?, ?> consumer, OffsetOutOfRangeException e) throws RelayException {
        long start = Topics.start(consumer, partition);
        if (next >= start) {
            throw new RelayException(
                    this + ": the topic ends before offset=" + next
                            + ", up to which it was relayed: it has lost records; resync, if the map is to be what it"
                            + " is now",
                    e);
        }
    }

    /** Aims at where the topic ends now, for committed records. */
    private void aim(KafkaConsumer<?, ?> consumer) {
        targetMillis = System.currentTimeMillis();
        target = end(consumer);
    }

    /** {@return where the topic ends} Throws if the broker does not answer: a consumer would wait without a word. */
    private long end(KafkaConsumer<?, ?> consumer) {
        return Objects.requireNonNull(
                consumer.endOffsets(List.of(partition), ANSWER).get(partition));
    }

    private void look(Admin admin, KafkaConsumer<?, ?> consumer, ReplicaMap to, ReplicaFiles own) throws IOException {
        if (next >= target) {
            caughtUp(admin, to, own);
            aim(consumer);
            counts().lags(target - next);
        } else {
            counts().lags(end(consumer) - next);
        }
        requireUnchanged(admin);
        mended();
        keep(to, own);
    }

    /** All that the topic had when it was asked is in the map; if not too much time has passed, nothing was missed. */
    private void caughtUp(Admin admin, ReplicaMap to, ReplicaFiles own) throws IOException {
        long tookMillis = System.currentTimeMillis() - wholeMillis;
        if (tookMillis > retentionMillis && comparing) {
            throw new RelayException(this + ": to read the topic took " + tookMillis / 1000 + " s, longer than it keeps"
                    + " tombstones: raise its " + TopicConfig.DELETE_RETENTION_MS_CONFIG);
        }
        if (tookMillis > retentionMillis) {
            note("the relay has lagged for " + tookMillis / 1000 + " s, longer than the topic keeps tombstones:"
                    + " comparing");
            beginAnew(own);
            return;
        }
        if (comparing) {
            requireUnchanged(admin); // or keys were seen in two topics
            to.removeUnseen();
            own.deleteKeys();
            to.force();
            write(own, Objects.requireNonNull(kept).at(next, targetMillis));
            comparing = false;
        }
        wholeMillis = targetMillis;
    }

    /** Keeps the position, unless the map is being compared: that begins anew, then. */
    private void keep(ReplicaMap to, ReplicaFiles own) throws IOException {
        Position found = Objects.requireNonNull(kept);
        Position now = found.at(next, wholeMillis);
        if (!found.isAnew() && !found.equals(now)) {
            to.force();
            write(own, now);
            RelayStep.MARKED.reached();
        }
    }
}
