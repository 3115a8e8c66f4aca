package dev.verbatim.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;

/** Makes clients of the settings that a user gives. What exactly once rests on is not the user's to set. */
final class ClientConfig {

    static final String READ_COMMITTED = "read_committed";
    static final String READ_UNCOMMITTED = "read_uncommitted";

    /** How long a broker waits for more at the end of a topic that is read once. */
    private static final int READER_WAIT_MILLIS = 20;

    /** Kafka's own. */
    private static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(1);

    /**
     * A serializer or an interceptor of the user would change what is carried, and a group would have its own offsets.
     */
    private static final Set<String> NOT_PASSED_ON = Set.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.ACKS_CONFIG);

    private ClientConfig() {}

    /** {@return an admin client, with what it knows of the settings} */
    static Admin admin(Map<String, ?> client) {
        return Admin.create(common(client));
    }

    private static Map<String, Object> common(Map<String, ?> client) {
        Map<String, Object> config = new HashMap<>(client);
        config.keySet().retainAll(AdminClientConfig.configNames());
        return config;
    }

    private static Map<String, Object> own(Map<String, ?> client) {
        Map<String, Object> config = new HashMap<>(client);
        config.keySet().removeAll(NOT_PASSED_ON);
        return config;
    }

    /** {@return how long a client waits for an answer} */
    static Duration patience(Map<String, ?> client) {
        Object millis = client.get(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG);
        return millis == null
                ? DEFAULT_PATIENCE
                : Duration.ofMillis(number(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis));
    }

    /**
     * {@return the number that a setting has, as Kafka's clients read it} A properties file keeps blanks at the end.
     *
     * @throws ConfigException if it is none
     */
    static long number(String setting, Object value) {
        return (Long) ConfigDef.parseType(setting, value, ConfigDef.Type.LONG);
    }

    /** {@return a producer of bytes that waits for all replicas} */
    static KafkaProducer<byte[], byte[]> producer(Map<String, ?> client) {
        Map<String, Object> config = common(client);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** {@return a producer of bytes with transactions} */
    static KafkaProducer<byte[], byte[]> producer(Map<String, ?> client, String transactionalId) {
        Map<String, Object> config = own(client);
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * {@return a consumer of bytes that is in no group, for a look at a topic up to its end} A consumer that is closed
     * waits until the broker has answered what was asked last, and at the end of a topic the broker lets it wait for
     * more: half a second, unless the consumer asks for less.
     */
    static KafkaConsumer<byte[], byte[]> reader(Map<String, ?> client, String isolation) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, READER_WAIT_MILLIS);
        return consumer(config, isolation, new ByteArrayDeserializer());
    }

    /** {@return a consumer that is in no group} */
    static <V> KafkaConsumer<byte[], V> consumer(Map<String, ?> client, String isolation, Deserializer<V> values) {
        Map<String, Object> config = own(client);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), values);
    }
}
