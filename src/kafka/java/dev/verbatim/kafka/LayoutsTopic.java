package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * The texts of layouts in a compacted topic: the key is the fingerprint in 32 hexadecimal digits, the value the text,
 * both in UTF-8. A text that does not have its key's fingerprint is not taken. Layouts are few, and new ones rare: so
 * clients are opened when one is met, and closed again.
 */
final class LayoutsTopic implements LayoutTexts {

    /** The name of the topic, unless a user gives another one. */
    static final String DEFAULT_NAME = "verbatim.layouts";

    private final Map<String, ?> client;
    private final String topic;
    private final BooleanSupplier isStopped;
    private final Map<LayoutFingerprint, String> texts = new ConcurrentHashMap<>();

    private LayoutsTopic(Map<String, ?> client, String topic, BooleanSupplier isStopped) {
        this.client = client;
        this.topic = topic;
        this.isStopped = isStopped;
    }

    /**
     * {@return the topic that the settings of a client name}
     *
     * @param isStopped whether to give up while the topic is read
     */
    static LayoutsTopic of(Map<String, ?> configs, BooleanSupplier isStopped) {
        Object name = configs.get(VerbatimSerde.LAYOUTS_TOPIC);
        return new LayoutsTopic(
                Map.copyOf(withoutNulls(configs)), name == null ? DEFAULT_NAME : name.toString(), isStopped);
    }

    private static Map<String, Object> withoutNulls(Map<String, ?> configs) {
        Map<String, Object> known = new ConcurrentHashMap<>();
        configs.forEach((name, value) -> {
            if (value != null) {
                known.put(name, value);
            }
        });
        return known;
    }

    @Override
    public @Nullable String find(LayoutFingerprint fingerprint) {
        String known = texts.get(fingerprint);
        if (known == null) {
            try (Admin admin = ClientConfig.admin(client)) {
                read(admin);
            }
            known = texts.get(fingerprint);
        }
        return known;
    }

    /** Reads all: texts that were part of a transaction that failed are no less right. */
    private void read(Admin admin) {
        List<TopicPartition> partitions = Topics.partitionsIfAny(admin, topic);
        if (partitions.isEmpty()) {
            return;
        }
        try (KafkaConsumer<byte[], byte[]> consumer = ClientConfig.reader(client, ClientConfig.READ_UNCOMMITTED)) {
            Map<TopicPartition, Long> ends = Topics.ends(admin, partitions);
            Topics.readAll(consumer, ends, ClientConfig.patience(client), isStopped, record -> {
                if (record.key() != null && record.value() != null) {
                    take(new String(record.key(), UTF_8), new String(record.value(), UTF_8));
                }
            });
        }
        if (isStopped.getAsBoolean()) {
            throw new TimeoutException(this + ": stopped before all layouts were read");
        }
    }

    private void take(String key, String text) {
        LayoutFingerprint fingerprint = LayoutFingerprint.of(text);
        if (fingerprint.toString().equals(key)) {
            texts.put(fingerprint, text);
        }
    }

    @Override
    public void publish(String text) {
        LayoutFingerprint fingerprint = LayoutFingerprint.of(text);
        if (texts.containsKey(fingerprint)) {
            return;
        }
        try (Admin admin = ClientConfig.admin(client)) {
            ensure(admin);
            read(admin);
        }
        if (!texts.containsKey(fingerprint)) {
            send(fingerprint, text);
            texts.put(fingerprint, text);
        }
    }

    /**
     * Makes the topic, unless it exists. A broker may not know yet of one that was made a moment ago, here or by
     * somebody else: such a topic is taken for one that is as it would be made here.
     */
    void ensure(Admin admin) {
        try {
            Topics.ensure(admin, topic, Topics.COMPACTED);
            requireCompacted(admin);
        } catch (UnknownTopicOrPartitionException e) {
            // A producer waits until the broker knows it.
        }
    }

    /**
     * Refuses a topic that deletes what is old: nobody could read the records then whose layouts it had. Where the user
     * may not look, it is taken.
     */
    private void requireCompacted(Admin admin) {
        String cleanup;
        try {
            cleanup = Topics.setting(admin, topic, TopicConfig.CLEANUP_POLICY_CONFIG);
        } catch (AuthorizationException e) {
            return;
        }
        if (!cleanup.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new ConfigException(this + ": expected a topic for layouts with " + TopicConfig.CLEANUP_POLICY_CONFIG
                    + "=" + TopicConfig.CLEANUP_POLICY_COMPACT + ", found " + cleanup + ": it would lose layouts");
        }
    }

    private void send(LayoutFingerprint fingerprint, String text) {
        try (KafkaProducer<byte[], byte[]> producer = ClientConfig.producer(client)) {
            producer.send(new ProducerRecord<>(topic, fingerprint.toString().getBytes(UTF_8), text.getBytes(UTF_8)))
                    .get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }

    @Override
    public String toString() {
        return "topic=" + topic;
    }
}
