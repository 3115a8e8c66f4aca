package dev.verbatim.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Looks at topics, makes them, and reads them to their end. */
final class Topics {

    /** What makes of a topic a table: the last record of each key stays. */
    static final Map<String, String> COMPACTED =
            Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);

    private static final Duration POLL = Duration.ofMillis(100);

    private Topics() {}

    /**
     * Makes a topic of one partition with the replicas that the broker gives new topics, unless it exists.
     *
     * @return its partitions
     */
    static List<TopicPartition> ensure(Admin admin, String topic, Map<String, String> settings) {
        List<TopicPartition> partitions = partitionsIfAny(admin, topic);
        if (!partitions.isEmpty()) {
            return partitions;
        }
        NewTopic created = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(new HashMap<>(settings));
        try {
            await(admin.createTopics(List.of(created)).all());
        } catch (TopicExistsException e) {
            return partitions(admin, topic); // somebody was faster
        }
        return List.of(new TopicPartition(topic, 0));
    }

    /**
     * {@return the partitions of a topic that is there}
     *
     * @throws UnknownTopicOrPartitionException if it is not: a broker that has just started may not know it yet
     */
    static List<TopicPartition> partitions(Admin admin, String topic) {
        List<TopicPartition> partitions = partitionsIfAny(admin, topic);
        if (partitions.isEmpty()) {
            throw new UnknownTopicOrPartitionException("there is no topic=" + topic + " yet");
        }
        return partitions;
    }

    /** {@return the partitions of a topic; none if there is no such topic} */
    static List<TopicPartition> partitionsIfAny(Admin admin, String topic) {
        TopicDescription description;
        try {
            description =
                    await(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
        } catch (UnknownTopicOrPartitionException e) {
            return List.of();
        }
        List<TopicPartition> partitions = new ArrayList<>();
        if (description != null) {
            description.partitions().forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        }
        return partitions;
    }

    /** {@return what tells a topic from another one of the name; empty if there is none} */
    static String id(Admin admin, String topic) {
        TopicDescription description =
                await(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
        return description == null ? "" : description.topicId().toString();
    }

    /**
     * {@return where a producer has begun a transaction that is not over, by partition} Where the user may not look,
     * and with a broker before 3.0, which cannot say that, nothing is found.
     *
     * @param transactionalId that of the producer
     */
    static Map<TopicPartition, Long> openTransactions(
            Admin admin, String transactionalId, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> open = new HashMap<>();
        try {
            long producerId = Objects.requireNonNull(await(admin.describeTransactions(List.of(transactionalId))
                                    .all())
                            .get(transactionalId))
                    .producerId();
            await(admin.describeProducers(partitions).all())
                    .forEach((partition, found) -> found.activeProducers().stream()
                            .filter(producer -> producer.producerId() == producerId)
                            .forEach(producer -> producer.currentTransactionStartOffset()
                                    .ifPresent(offset -> open.put(partition, offset))));
        } catch (AuthorizationException | UnsupportedVersionException e) {
            return Map.of();
        }
        return open;
    }

    /** {@return whether the broker knows of a transaction of a producer that is under way, or is being ended} */
    static boolean isInTransaction(Admin admin, String transactionalId) {
        TransactionState state = Objects.requireNonNull(await(admin.describeTransactions(List.of(transactionalId))
                                .all())
                        .get(transactionalId))
                .state();
        return state == TransactionState.ONGOING
                || state == TransactionState.PREPARE_COMMIT
                || state == TransactionState.PREPARE_ABORT;
    }

    /** {@return a setting of a topic, or the broker's for it} */
    static String setting(Admin admin, String topic, String name) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = Objects.requireNonNull(
                await(admin.describeConfigs(List.of(resource)).all()).get(resource));
        return config.get(name).value();
    }

    /**
     * Refuses a topic that does not keep the last record of each key.
     *
     * @param relay names the relay in the message
     */
    static void requireCompacted(Admin admin, String topic, Relay relay) throws RelayException {
        String cleanup = setting(admin, topic, TopicConfig.CLEANUP_POLICY_CONFIG);
        if (!cleanup.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new RelayException(relay + ": expected a topic with " + TopicConfig.CLEANUP_POLICY_CONFIG + "="
                    + TopicConfig.CLEANUP_POLICY_COMPACT + ", found " + cleanup + ": it would lose keys");
        }
    }

    /** {@return where a partition starts, as a consumer sees it} */
    static long start(Consumer<?, ?> consumer, TopicPartition partition) {
        return Objects.requireNonNull(
                consumer.beginningOffsets(List.of(partition)).get(partition));
    }

    /** {@return where a partition starts} */
    static long start(Admin admin, TopicPartition partition) {
        return Objects.requireNonNull(await(admin.listOffsets(Map.of(partition, OffsetSpec.earliest()))
                                .all())
                        .get(partition))
                .offset();
    }

    /** {@return where each partition ends, whether its last transactions are over or not} */
    static Map<TopicPartition, Long> ends(Admin admin, List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : await(
                        admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                                .all())
                .entrySet()) {
            ends.put(end.getKey(), end.getValue().offset());
        }
        return ends;
    }

    /**
     * Reads partitions from their start to these ends. A reader of committed records waits there for transactions that
     * are under way.
     *
     * @param patience how long nothing may come: a consumer waits for a broker that is away for ever
     * @param isStopped whether to give up
     * @throws TimeoutException if nothing came for that long
     */
    static void readAll(
            Consumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> ends,
            Duration patience,
            BooleanSupplier isStopped,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        consumer.assign(ends.keySet());
        consumer.seekToBeginning(ends.keySet());
        long leftBefore = Long.MAX_VALUE;
        long cameNanos = System.nanoTime();
        while (!isStopped.getAsBoolean()) {
            long left = ends.entrySet().stream()
                    .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
                    .sum();
            if (left == 0) {
                return;
            }
            long now = System.nanoTime();
            if (left < leftBefore) {
                leftBefore = left;
                cameNanos = now;
            } else if (now - cameNanos > patience.toNanos()) {
                throw new TimeoutException("nothing came for " + patience.toMillis() + " ms: " + left
                        + " offsets are left to read up to " + ends);
            }
            consumer.poll(POLL).forEach(reader);
        }
    }

    /** {@return the result of an admin client's call, whose exceptions are thrown as those of the other clients are} */
    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }
}
