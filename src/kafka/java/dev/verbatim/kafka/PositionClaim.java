package dev.verbatim.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The claim of a relay to the position of what it relays. Its first claim takes over from whoever was there. When it
 * claims again, after the broker was away, nobody else may have done so meanwhile. One thread at a time may use it.
 */
final class PositionClaim {

    private static final String NOBODY = "";

    private final Relay relay;
    private final Map<String, ?> client;
    private final String topic;
    private final String name;
    private final UUID store;
    private final BooleanSupplier isStopped;
    private final String owner = UUID.randomUUID().toString();

    /** Whose position this relay may find in the topic: that of the relay before, and then its own. */
    private @Nullable String expectedOwner;

    /**
     * Makes a claim.
     *
     * @param relay names the relay in messages
     * @param client the settings of the clients
     * @param topic the topic of positions
     * @param name the name of what is relayed
     * @param store the id of the queue or map
     * @param isStopped whether to give up
     */
    PositionClaim(
            Relay relay, Map<String, ?> client, String topic, String name, UUID store, BooleanSupplier isStopped) {
        this.relay = relay;
        this.client = client;
        this.topic = topic;
        this.name = name;
        this.store = store;
        this.isStopped = isStopped;
    }

    String topic() {
        return topic;
    }

    /**
     * Ends this relay if another one has taken over. Its claim counts before it is committed. To wait for that would be
     * to wait for the transaction that this relay has left behind, too.
     */
    void requireOwner(Admin admin) throws RelayException {
        if (expectedOwner == null) {
            return; // the first time it takes over, whoever was there
        }
        PositionedProducer.Position found = read(admin, ClientConfig.READ_UNCOMMITTED);
        if (!isStopped.getAsBoolean()) { // or it may not have been read
            requireOwner(found);
        }
    }

    private void requireOwner(PositionedProducer.@Nullable Position found) throws RelayException {
        String last = ownerOf(found);
        if (expectedOwner != null && !last.equals(owner) && !last.equals(expectedOwner)) {
            throw found == null
                    ? new RelayException(relay + ": topic=" + topic + " has lost the position: was it deleted?")
                    : takenOver();
        }
    }

    private static String ownerOf(PositionedProducer.@Nullable Position found) {
        return found == null ? NOBODY : found.owner();
    }

    private RelayException takenOver() {
        return new RelayException(relay + ": another relay has taken over");
    }

    /** {@return a producer, which fences whoever was there} */
    PositionedProducer fence() {
        return fence("");
    }

    /**
     * {@return a producer, which fences whoever was there}
     *
     * @param topicId the id of the topic that is relayed to, to be written with each position
     */
    PositionedProducer fence(String topicId) {
        return new PositionedProducer(client, topic, name, owner, store, topicId);
    }

    /**
     * Ends this relay if another one has taken over since and is in a transaction, or if a transaction of the producer
     * before is open, although it was fenced. A broker has done so
     * that had ended the transaction when it had just started, and did not know the topic yet. The next commit would
     * commit those records, too.
     *
     * @param to the partitions of the topic that is relayed to
     */
    void requireAllEnded(Admin admin, List<TopicPartition> to) throws RelayException {
        TopicPartition positions = new TopicPartition(topic, 0);
        List<TopicPartition> partitions = new ArrayList<>(to);
        partitions.add(positions);
        String transactionalId = PositionedProducer.transactionalId(name);
        Map<TopicPartition, Long> open = Topics.openTransactions(admin, transactionalId, partitions);
        if (!open.isEmpty()) {
            if (Topics.isInTransaction(admin, transactionalId)) { // what was lost is over for the broker
                throw takenOver();
            }
            throw new RelayException(
                    relay + ": expected no open transaction of the relay before, found some that begin at "
                            + open
                            + ": the broker has lost their end; abort them with kafka-transactions.sh"
                            + (open.containsKey(positions)
                                    ? ", and what was not committed is sent again"
                                    : "; the position in topic=" + topic
                                            + " may count their records as sent; if it does, they are missing after"
                                            + " that: relay to a new topic instead"));
        }
    }

    /**
     * Ends this relay if another one has taken over before it was fenced: the process may have been stopped since it
     * looked.
     *
     * @return the position that was committed last; null if there is none, or the relay was stopped meanwhile
     */
    PositionedProducer.@Nullable Position committed(Admin admin) throws RelayException {
        PositionedProducer.Position found = read(admin, ClientConfig.READ_COMMITTED);
        if (!isStopped.getAsBoolean()) {
            requireOwner(found);
            expectedOwner = ownerOf(found);
        }
        return found;
    }

    /** Takes note that this relay has committed a position. */
    void taken() {
        expectedOwner = owner;
    }

    private PositionedProducer.@Nullable Position read(Admin admin, String isolation) {
        return PositionedProducer.read(admin, client, isolation, topic, name, isStopped);
    }
}
