package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * A producer that writes, in the transaction of the records of a batch, the position behind them to a compacted topic.
 * So the position is there if and only if the records are. One thread at a time may use it.
 *
 * <pre>
 *   key     the name of what is relayed, UTF-8
 *   value   position, a space, owner, a space, the id of the store: "4096 5a0f… c01d…", UTF-8; of a map, then a space
 *           and the topic's id
 * </pre>
 *
 * <p>Opening one fences whoever has used the same name before: its transactions end without a trace, and it writes no
 * more. The <b>owner</b> is a random number of the relay that wrote the position last. The broker also fences a
 * producer whose transaction has taken too long, because the broker or the network was away: by the owner a relay tells
 * that from another relay that has taken over. The <b>store</b> is the queue or map: another one of the name has other
 * entries at the position.
 */
final class PositionedProducer implements Closeable {

    /** The name of the topic, unless a user gives another one. */
    static final String DEFAULT_TOPIC = "verbatim.positions";

    /** Each transaction adds a record of which only the last one counts: small segments are compacted soon. */
    private static final Map<String, String> SETTINGS = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
            TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(4 << 20),
            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                    Long.toString(Duration.ofMinutes(10).toMillis()));

    private final String topic;
    private final String name;
    private final String owner;
    private final UUID store;
    private final String topicId;
    private final KafkaProducer<byte[], byte[]> producer;
    private boolean inTransaction;
    private boolean sound = true;

    /**
     * What the topic says.
     *
     * @param position the position behind the last record that was relayed
     * @param owner the number of the relay that wrote it
     * @param store the id of the queue or map that has the position
     * @param topicId the id of the topic that has the records; empty if it was not written
     */
    record Position(long position, String owner, UUID store, String topicId) {

        private String toText() {
            return position + " " + owner + " " + store + (topicId.isEmpty() ? "" : " " + topicId);
        }

        /** @throws UncheckedIOException if it is not what a relay writes, as one of a later version may do */
        static Position of(ConsumerRecord<?, byte[]> record) {
            String text = new String(record.value(), UTF_8);
            String[] words = text.split(" ", -1);
            try {
                return new Position(
                        Long.parseLong(words[0]),
                        words[1],
                        UUID.fromString(words[2]),
                        words.length > 3 ? words[3] : "");
            } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
                throw new UncheckedIOException(new RelayException(
                        RecordLayouts.at(record)
                                + ": expected a position, its owner and the id of a queue or map, found " + text,
                        e));
            }
        }
    }

    /**
     * Opens a producer, and fences those of the same name.
     *
     * @param client the settings of the clients
     * @param topic the topic of positions, which is there
     * @param name the name of what is relayed
     * @param owner the number of this relay
     * @param store the id of the queue or map
     * @param topicId the id of the topic that the records go to, to be written with each position; empty if it is not
     */
    PositionedProducer(Map<String, ?> client, String topic, String name, String owner, UUID store, String topicId) {
        this.topic = topic;
        this.name = name;
        this.owner = owner;
        this.store = store;
        this.topicId = topicId;
        this.producer = ClientConfig.producer(client, transactionalId(name));
        try {
            producer.initTransactions();
        } catch (RuntimeException | Error e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    /** {@return the id by which the broker knows the producers of a name} */
    static String transactionalId(String name) {
        return "verbatim/" + name;
    }

    /**
     * Makes the topic of positions, unless it exists.
     *
     * @throws RelayException if one exists that would lose positions, or in which nobody knew which one is the last
     */
    static void ensureTopic(Admin admin, String topic) throws RelayException {
        int partitions = Topics.ensure(admin, topic, SETTINGS).size();
        String cleanup = Topics.setting(admin, topic, TopicConfig.CLEANUP_POLICY_CONFIG);
        if (partitions != 1 || !cleanup.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new RelayException("topic=" + topic + ": expected a topic for positions of 1 partition with "
                    + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + TopicConfig.CLEANUP_POLICY_COMPACT + ", found "
                    + partitions + " with " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + cleanup
                    + ": give another name, and the relay makes the topic");
        }
    }

    /**
     * {@return what the topic says of a name; null if nothing} A reader of committed records waits for the transactions
     * of others that are under way: a record of this name may lie behind one of theirs.
     *
     * @param isStopped whether to give up
     */
    static @Nullable Position read(
            Admin admin,
            Map<String, ?> client,
            String isolation,
            String topic,
            String name,
            BooleanSupplier isStopped) {
        List<TopicPartition> partitions = Topics.partitions(admin, topic);
        byte[] key = name.getBytes(UTF_8);
        AtomicReference<@Nullable ConsumerRecord<byte[], byte[]>> last = new AtomicReference<>();
        try (KafkaConsumer<byte[], byte[]> consumer = ClientConfig.reader(client, isolation)) {
            Map<TopicPartition, Long> ends = Topics.ends(admin, partitions);
            Topics.readAll(consumer, ends, ClientConfig.patience(client), isStopped, record -> {
                if (Arrays.equals(record.key(), key)) {
                    last.set(record);
                }
            });
        }
        ConsumerRecord<byte[], byte[]> found = last.get();
        return found == null || found.value() == null ? null : Position.of(found);
    }

    void begin() {
        producer.beginTransaction();
        inTransaction = true;
    }

    /** Sends a record. If that fails, the commit says so. */
    void send(ProducerRecord<byte[], byte[]> record) {
        var _ = producer.send(record);
    }

    /** Sends the position, and commits the transaction. */
    void commit(long position) {
        String text = new Position(position, owner, store, topicId).toText();
        send(new ProducerRecord<>(topic, name.getBytes(UTF_8), text.getBytes(UTF_8)));
        RelayStep.POSITION_SENT.reached();
        sound = false;
        producer.commitTransaction();
        inTransaction = false;
        sound = true;
    }

    /**
     * Takes note of why the relay stops using the producer. Where the relay ends for good, an open transaction is
     * aborted, which takes up to {@code max.block.ms} if the broker does not answer: until its time-out the transaction
     * would hold up those who read the topics. Where the relay tries again, the next producer does that; and who
     * interrupts it does not want to wait.
     */
    void failed(Throwable cause) {
        sound = false;
        boolean isInterrupted =
                cause instanceof InterruptedException || Thread.currentThread().isInterrupted();
        boolean isEnd = !(cause instanceof KafkaException) || Relay.isFinal(cause);
        if (!inTransaction || isInterrupted || !isEnd) {
            return;
        }
        try {
            producer.abortTransaction(); // Kafka's close would, but waits in vain where nothing was sent
        } catch (RuntimeException e) {
            if (!e.equals(cause)) {
                cause.addSuppressed(e);
            }
        }
    }

    @Override
    public void close() {
        producer.close(sound ? Duration.ofSeconds(10) : Duration.ZERO);
    }
}
