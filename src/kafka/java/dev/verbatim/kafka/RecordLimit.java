package dev.verbatim.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;

/** How large the records of a relay can be, and whether clients and topics take them. */
final class RecordLimit {

    /** What a record takes beside its payload: headers, the frame of a batch, and a key of some size. */
    static final int RECORD_OVERHEAD = 4096;

    /** What of that is not for a key. */
    static final int FRAME_OVERHEAD = 512;

    /** What a broker takes if nothing is set. */
    private static final long DEFAULT_MAX_MESSAGE_BYTES = 1_048_588;

    private static final long DEFAULT_BUFFER_MEMORY = 32 << 20;

    private final long largest;
    private final String source;

    /**
     * Makes a limit.
     *
     * @param largest how many bytes an entry has at most, with its key if it has one
     * @param source what the entries are of, as messages name it
     */
    RecordLimit(long largest, String source) {
        this.largest = largest;
        this.source = source;
    }

    /** {@return how many bytes an entry has at most} */
    long largest() {
        return largest;
    }

    private long largestRecord() {
        return largest + RECORD_OVERHEAD;
    }

    /** {@return settings with those that take such records, unless they are there} */
    Map<String, Object> client(Map<String, ?> given) {
        Map<String, Object> client = new HashMap<>(given);
        client.putIfAbsent(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Math.toIntExact(Math.max(DEFAULT_MAX_MESSAGE_BYTES, largestRecord())));
        client.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(DEFAULT_BUFFER_MEMORY, 2 * largestRecord()));
        return client;
    }

    /** {@return the partitions of a topic, which is made if there is none, and then takes such records} */
    List<TopicPartition> ensureTopic(Admin admin, String topic, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Long.toString(Math.max(DEFAULT_MAX_MESSAGE_BYTES, largestRecord())));
        return Topics.ensure(admin, topic, all);
    }

    /** Refuses a topic and settings that do not take such records. */
    void require(Relay relay, Admin admin, String topic, Map<String, ?> client) throws RelayException {
        String setting = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
        require(relay, setting + " of the topic", ClientConfig.number(setting, Topics.setting(admin, topic, setting)));
        requireOfClient(relay, client);
    }

    /**
     * Refuses settings of the client that do not take such records.
     *
     * @throws ConfigException if one is no number
     */
    void requireOfClient(Relay relay, Map<String, ?> client) throws RelayException {
        for (String setting : List.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, ProducerConfig.BUFFER_MEMORY_CONFIG)) {
            Object value = Objects.requireNonNull(client.get(setting), setting);
            require(relay, setting + " of the client", ClientConfig.number(setting, value));
        }
    }

    private void require(Relay relay, String setting, long limit) throws RelayException {
        if (limit < largestRecord()) {
            throw new RelayException(relay + ": expected " + setting + " of at least " + largestRecord() + ", found "
                    + limit + ": entries of the " + source + " can have " + largest
                    + " bytes; raise the setting, or say how large a record is at most");
        }
    }
}
