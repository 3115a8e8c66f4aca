package dev.verbatim.kafka;

import dev.verbatim.GapException;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Relays the changes of a map to a compacted topic, whoever dies in between: when the relay has caught up, the last
 * record of each key in the topic has the value that the key has in the map, byte for byte, and keys that the map does
 * not have have a tombstone there, or no record. The key of a record is the bytes of the map's key, its value those of
 * the map's value; the header {@code verbatim.layout} says the layout of the value, {@code verbatim.key} what the key
 * is made from.
 *
 * <p>Each change is relayed once, and those of a key in their order. A batch is a transaction of Kafka. The position
 * behind its last change is written in the same transaction to a compacted topic, under the name of the map and the
 * topic. A relay that starts fences the one before, reads the position, and goes on there.
 *
 * <p><b>What compaction has deleted.</b> A map keeps its changes until it is compacted. If that has gone past the
 * position, when a map is relayed for the first time, and when the topic was made anew, the relay sends all that the
 * map has: tombstones for those keys of the topic that the map does not have, then all entries, then the changes that
 * came meanwhile. Nobody has to decide anything: what is left out are values that were replaced. Meanwhile a key can
 * have an older value in the topic than it has had before; the last one is right. A relay that dies before it has sent
 * all begins with it anew.
 *
 * <p><b>Loss of power.</b> Before each commit the map is forced, whatever its durability: so what was relayed is not
 * lost, and no other changes get the positions of relayed ones. A map that was restored from a copy has other changes
 * there: it needs a {@linkplain Builder#resync resync}.
 *
 * <p><b>The topic</b> has one partition, and is made if there is none. Nobody else writes to it. Its id is written with
 * the position: so a topic that was deleted and made anew is not taken for the one that has the records. The map's id
 * is written too: the position of another map is refused.
 */
public final class MapToTopic extends Relay {

    /** The position of a relay that has to send all that the map has. */
    private static final long NOWHERE = -1;

    private static final long MAX_BATCH_BYTES = 16 << 20;
    private static final long PAUSE_MILLIS = 1;

    private final MappedMap<byte[], StoredValue> map;
    private final String topic;
    private final Map<String, Object> client;
    private final int batchSize;
    private final RecordLimit limit;
    private final LayoutsTopic layouts;
    private final PositionClaim claim;

    private boolean resync;

    /** What tells the topic of this session from another one of the name. */
    private String topicId = "";

    private @Nullable MapChanges<byte[], StoredValue> changes;
    private byte[] key = {};
    private @Nullable StoredValue value;

    private MapToTopic(Builder builder, long segmentSize) {
        super("map=" + builder.mapName + " to topic=" + builder.topic);
        this.map = builder.map;
        this.topic = builder.topic;
        this.batchSize = builder.batchSize;
        this.resync = builder.resync;
        this.limit = new RecordLimit(Math.min(builder.largestRecord, segmentSize / 8), "map");
        this.client = limit.client(builder.client);
        this.layouts = LayoutsTopic.of(client, this::isStopping);
        String name = builder.mapName + "/map to " + topic;
        this.claim = new PositionClaim(this, client, builder.positionsTopic, name, map.id(), this::isStopping);
    }

    /**
     * Begins to make a relay.
     *
     * @param map the map, opened to write with {@link dev.verbatim.map.MapCodec#storedKeys()} and {@link
     *     dev.verbatim.map.MapCodec#storedValues()}, which stays open while the relay runs; the programs that put and
     *     get open it by themselves, in this process or others
     * @param mapName the name of the map in the cluster: no other map that is relayed has it, and this map keeps it,
     *     wherever its folder goes
     * @param topic the topic
     * @param client the settings of the clients of Kafka, {@code bootstrap.servers} among them; and {@value
     *     VerbatimSerde#LAYOUTS_TOPIC}, if the topic of layouts has another name
     * @return a builder
     */
    public static Builder builder(
            MappedMap<byte[], StoredValue> map, String mapName, String topic, Map<String, ?> client) {
        return new Builder(
                Objects.requireNonNull(map, "map"),
                Objects.requireNonNull(mapName, "mapName"),
                Objects.requireNonNull(topic, "topic"),
                Objects.requireNonNull(client, "client"));
    }

    /** How a map is relayed. */
    public static final class Builder {

        private final MappedMap<byte[], StoredValue> map;
        private final String mapName;
        private final String topic;
        private final Map<String, ?> client;
        private String positionsTopic = PositionedProducer.DEFAULT_TOPIC;
        private int batchSize = 20_000;
        private long largestRecord = Long.MAX_VALUE;
        private boolean resync;

        private Builder(MappedMap<byte[], StoredValue> map, String mapName, String topic, Map<String, ?> client) {
            this.map = map;
            this.mapName = mapName;
            this.topic = topic;
            this.client = client;
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
         * Sets how many changes a transaction has at most. It has fewer if there are no more yet, or if they have 16
         * MiB. The default is 20,000.
         *
         * @param changes 1 or more
         * @return this builder
         * @throws IllegalArgumentException if it is less
         */
        public Builder batchSize(int changes) {
            if (changes < 1) {
                throw new IllegalArgumentException("expected at least 1 change, found batchSize=" + changes);
            }
            this.batchSize = changes;
            return this;
        }

        /**
         * Says how many bytes a key and its value in this map have at most, if that is known. Larger ones end the
         * relay. The default is what the map can have, an eighth of a segment.
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
         * Sets whether the relay begins by sending all that the map has, whatever position the topic says. A map that
         * was made anew, or restored from a copy, needs that. By default it does so only if it has to.
         *
         * @param resync whether it does
         * @return this builder
         */
        public Builder resync(boolean resync) {
            this.resync = resync;
            return this;
        }

        /**
         * {@return the relay, which is not running yet}
         *
         * @throws IOException if the map cannot be read
         */
        public MapToTopic build() throws IOException {
            return new MapToTopic(this, map.info().segmentSize());
        }
    }

    @Override
    void open() {}

    @Override
    void close() throws IOException {
        try (MapChanges<?, ?> _ = changes) {
            changes = null;
        }
    }

    @Override
    void session() throws IOException, InterruptedException {
        try (Admin admin = ClientConfig.admin(client)) {
            prepare(admin);
            claim.requireOwner(admin);
            try (PositionedProducer producer = claim.fence(topicId)) {
                try {
                    claim.requireAllEnded(admin, List.of(new TopicPartition(topic, 0)));
                    RelayStep.FENCED.reached();
                    PositionedProducer.Position found = claim.committed(admin);
                    if (isStopping()) {
                        return; // before the topic was read
                    }
                    long position = go(found);
                    MapSender sender = new MapSender(map, layouts, producer, topic, limit);
                    producer.begin();
                    commit(producer, position);
                    claim.taken();
                    RelayStep.CLAIMED.reached();
                    resync = false; // the topic says so by now
                    mended();
                    if (position == NOWHERE) {
                        sendAll(admin, sender, producer);
                    }
                    while (!isStopping()) {
                        relayBatch(admin, sender, producer);
                    }
                } catch (IOException | RuntimeException | InterruptedException | Error e) {
                    producer.failed(e);
                    throw e;
                }
            }
        }
    }

    private void prepare(Admin admin) throws RelayException {
        PositionedProducer.ensureTopic(admin, claim.topic());
        int partitions = limit.ensureTopic(admin, topic, Topics.COMPACTED).size();
        if (partitions != 1) {
            throw new RelayException(
                    this + ": expected a topic of one partition, found " + partitions + ": give another topic");
        }
        Topics.requireCompacted(admin, topic, this);
        limit.require(this, admin, topic, client);
        topicId = Topics.id(admin, topic);
    }

    /** Begins to read the changes. {@return the position, or {@link #NOWHERE}} */
    private long go(PositionedProducer.@Nullable Position found) throws IOException {
        close(); // those of the session before
        if (found == null) {
            return NOWHERE;
        }
        if (!found.store().equals(map.id())) {
            String other = "expected the map of id=" + found.store() + ", whose position is in topic=" + claim.topic()
                    + ", found " + map.path() + " of id=" + map.id();
            if (!resync) {
                throw new RelayException(this + ": " + other
                        + ": if it was made anew, resync; if it is another map, give it another name");
            }
            note(other + ": sending all that the map has");
        }
        if (resync || found.position() == NOWHERE) {
            return NOWHERE;
        }
        try {
            changes = map.changes(found.position());
        } catch (GapException e) {
            noteGap(e);
            return NOWHERE;
        } catch (IllegalArgumentException e) {
            throw new RelayException(
                    this + ": topic=" + claim.topic() + " says position=" + found.position()
                            + ", where no change of " + map.path()
                            + " starts: is it an older copy of the map? then resync",
                    e);
        }
        if (!found.topicId().equals(topicId)) {
            // What is before the position is in another topic, if anywhere.
            note("expected the topic of id=" + found.topicId() + ", found one of id=" + topicId
                    + ": it was made anew; sending all that the map has");
            return NOWHERE;
        }
        return found.position();
    }

    private void noteGap(GapException e) {
        note(e.getMessage() + ", before they were relayed: sending all that the map has");
    }

    /** Commits a position that outlives a loss of power. */
    private void commit(PositionedProducer producer, long position) throws IOException {
        map.force();
        producer.commit(position);
    }

    /** Sends all that the map has, and then stands where the changes since then begin. */
    private void sendAll(Admin admin, MapSender sender, PositionedProducer producer) throws IOException {
        close();
        MapChanges<byte[], StoredValue> next = map.changes();
        changes = next;
        next.toEnd();
        Set<ByteArray> allGone = gone(admin);
        producer.begin();
        sender.clear();
        // First the keys that are gone: one that comes back meanwhile is among the changes.
        for (ByteArray gone : allGone) {
            send(sender, producer, gone.bytes(), null);
        }
        for (Map.Entry<byte[], StoredValue> entry : map) {
            if (isStopping()) {
                break;
            }
            send(sender, producer, entry.getKey(), entry.getValue());
        }
        commit(sender, producer, isStopping() ? NOWHERE : next.position());
    }

    private void send(MapSender sender, PositionedProducer producer, byte[] sentKey, @Nullable StoredValue sentValue)
            throws IOException {
        sender.send(sentKey, sentValue);
        if (isFull(sender)) {
            commit(sender, producer, NOWHERE);
            producer.begin();
            sender.clear();
        }
    }

    private boolean isFull(MapSender sender) {
        return sender.count() >= batchSize || sender.byteSize() >= MAX_BATCH_BYTES;
    }

    /** {@return the keys that have a value in the topic, and none in the map} */
    private Set<ByteArray> gone(Admin admin) {
        Set<ByteArray> gone = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = ClientConfig.reader(client, ClientConfig.READ_COMMITTED)) {
            Map<TopicPartition, Long> ends = Topics.ends(admin, Topics.partitions(admin, topic));
            Topics.readAll(consumer, ends, ClientConfig.patience(client), this::isStopping, record -> {
                if (record.key() == null) {
                    throw new UncheckedIOException(
                            new RelayException(RecordLayouts.at(record) + ": expected a key, found none"));
                }
                ByteArray found = new ByteArray(record.key());
                if (record.value() == null || isInMap(record.key())) {
                    gone.remove(found);
                } else {
                    gone.add(found);
                }
            });
        }
        return gone;
    }

    private boolean isInMap(byte[] found) {
        try {
            return map.containsKey(found);
        } catch (IllegalArgumentException e) {
            return false; // the map cannot have such a key
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has another session begin if the topic was made anew: a producer does not see that, and goes on in it. */
    private void requireSameTopic(Admin admin) {
        String found = Topics.id(admin, topic);
        if (!found.equals(topicId)) {
            throw new UnknownTopicOrPartitionException(
                    "there is no topic=" + topic + " of id=" + topicId + " any more, found one of id=" + found);
        }
    }

    private boolean next() throws IOException {
        return Objects.requireNonNull(changes).poll((position, nextKey, nextValue) -> {
            key = nextKey;
            value = nextValue;
        });
    }

    private void relayBatch(Admin admin, MapSender sender, PositionedProducer producer)
            throws IOException, InterruptedException {
        MapChanges<byte[], StoredValue> from = Objects.requireNonNull(changes);
        if (isLookDue()) {
            counts().lags(map.info().to() - from.position());
            requireSameTopic(admin);
        }
        try {
            if (!next()) {
                Thread.sleep(PAUSE_MILLIS);
                return;
            }
        } catch (GapException e) {
            noteGap(e);
            sendAll(admin, sender, producer);
            return;
        }
        producer.begin();
        RelayStep.BEGUN.reached();
        sender.clear();
        long position;
        try {
            do {
                sender.send(key, value);
                RelayStep.SENT.reached();
            } while (!isFull(sender) && next());
            position = from.position();
        } catch (GapException e) {
            noteGap(e);
            position = NOWHERE;
        }
        commit(sender, producer, position);
        if (position == NOWHERE) {
            sendAll(admin, sender, producer);
        }
    }

    private void commit(MapSender sender, PositionedProducer producer, long position) throws IOException {
        commit(producer, position);
        RelayStep.COMMITTED.reached();
        counts().relayed(sender.count(), sender.valuesSize());
        RelayStep.ACKNOWLEDGED.reached();
    }
}
