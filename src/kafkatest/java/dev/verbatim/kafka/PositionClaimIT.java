package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.admin.internals.CoordinatorKey;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claims of relays that do not run. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PositionClaimIT {

    private static final UUID STORE = new UUID(1, 2);

    @Test
    void aTransactionOfAnHeirIsNotTakenForOneThatWasLost() throws Exception {
        Map<String, Object> client = Broker.shared().client();
        Relay relay = TopicToMap.builder("heir", Path.of("none"), client).build();
        String topic = PositionedProducer.DEFAULT_TOPIC;
        PositionClaim claim = new PositionClaim(relay, client, topic, "heir", STORE, () -> false);
        PositionClaim heir = new PositionClaim(relay, client, topic, "heir", STORE, () -> false);
        try (Admin admin = ClientConfig.admin(client)) {
            PositionedProducer.ensureTopic(admin, topic);
            List<TopicPartition> to = Topics.ensure(admin, "heir", Map.of());
            try (PositionedProducer _ = claim.fence();
                    PositionedProducer producer = heir.fence()) {
                claim.requireAllEnded(admin, to);
                producer.begin();
                producer.send(new ProducerRecord<>("heir", 0, null, new byte[0]));
                String id = PositionedProducer.transactionalId("heir");
                Running.await(
                        "the transaction",
                        () -> !Topics.openTransactions(admin, id, to).isEmpty());
                assertEquals(
                        "topic=heir to map=none: another relay has taken over",
                        assertThrows(RelayException.class, () -> claim.requireAllEnded(admin, to))
                                .getMessage());
                producer.commit(0);
            }
        }
    }

    /** A process may be stopped at any time, here between its look and its fence, when it connects anew. */
    @Test
    void anHeirThatWasFencedIsNotTakenOverFrom() throws Exception {
        Map<String, Object> client = Broker.shared().client();
        Relay relay = TopicToMap.builder("sleeper", Path.of("none"), client).build();
        String topic = "sleeper.positions";
        PositionClaim claim = new PositionClaim(relay, client, topic, "sleeper", STORE, () -> false);
        PositionClaim heir = new PositionClaim(relay, client, topic, "sleeper", STORE, () -> false);
        try (Admin admin = ClientConfig.admin(client)) {
            make(admin, topic);
            claim(claim, admin, 1);
            claim.requireOwner(admin);
            claim(heir, admin, 2);
            try (PositionedProducer _ = claim.fence()) {
                for (int i = 0; i < 2; i++) {
                    assertEquals(
                            "topic=sleeper to map=none: another relay has taken over",
                            assertThrows(RelayException.class, () -> claim.committed(admin))
                                    .getMessage());
                }
            }
            heir.requireOwner(admin);
            claim(heir, admin, 3);
        }
    }

    /** Makes a topic, and waits until the broker knows it, which may not be at once. */
    private static void make(Admin admin, String topic) throws Exception {
        Running.await("topic=" + topic, () -> {
            try {
                PositionedProducer.ensureTopic(admin, topic);
                return !Topics.partitionsIfAny(admin, topic).isEmpty();
            } catch (UnknownTopicOrPartitionException e) {
                return false;
            }
        });
    }

    private static void claim(PositionClaim claim, Admin admin, long position) throws RelayException {
        try (PositionedProducer producer = claim.fence()) {
            claim.committed(admin);
            producer.begin();
            producer.commit(position);
            claim.taken();
        }
    }

    /** A broker was seen to do so that was killed when it had ended the transaction. */
    @Test
    void aTransactionWhoseEndTheBrokerHasLostIsRefused() throws Exception {
        Map<String, Object> client = Broker.shared().client();
        Relay relay = TopicToMap.builder("lost", Path.of("none"), client).build();
        String topic = PositionedProducer.DEFAULT_TOPIC;
        PositionClaim claim = new PositionClaim(relay, client, topic, "lost", STORE, () -> false);
        try (Admin admin = ClientConfig.admin(client)) {
            PositionedProducer.ensureTopic(admin, topic);
            List<TopicPartition> to = Topics.ensure(admin, "lost", Map.of());
            try (PositionedProducer producer = claim.fence()) {
                producer.begin();
                producer.send(new ProducerRecord<>("lost", 0, null, new byte[0]));
                String id = PositionedProducer.transactionalId("lost");
                Running.await(
                        "the transaction",
                        () -> !Topics.openTransactions(admin, id, to).isEmpty());
                Admin forgetful = answering(admin, "describeTransactions", arguments -> ended(admin, id));
                assertEquals(
                        "topic=lost to map=none: expected no open transaction of the relay before, found some that"
                                + " begin at {lost-0=0}: the broker has lost their end; abort them with"
                                + " kafka-transactions.sh; the position in topic=" + topic
                                + " may count their records as sent; if it does, they are missing after that: relay to"
                                + " a new topic instead",
                        assertThrows(RelayException.class, () -> claim.requireAllEnded(forgetful, to))
                                .getMessage());
                Broker.shared().abortTransaction(to.get(0), 0);
                claim.requireAllEnded(forgetful, to);
            }
        }
    }

    /** {@return what the broker says of a transaction, but that it has ended} */
    private static DescribeTransactionsResult ended(Admin admin, String id) throws Exception {
        TransactionDescription known =
                admin.describeTransactions(List.of(id)).all().get().get(id);
        TransactionDescription ended = new TransactionDescription(
                known.coordinatorId(),
                TransactionState.COMPLETE_ABORT,
                known.producerId(),
                known.producerEpoch(),
                known.transactionTimeoutMs(),
                OptionalLong.empty(),
                Set.of());
        // Only Kafka makes such results.
        Constructor<DescribeTransactionsResult> made =
                DescribeTransactionsResult.class.getDeclaredConstructor(Map.class);
        made.setAccessible(true);
        return made.newInstance(Map.of(CoordinatorKey.byTransactionalId(id), KafkaFuture.completedFuture(ended)));
    }

    @Test
    void aBrokerThatCannotSayWhatIsOpenIsBelieved() throws Exception {
        try (Admin admin = ClientConfig.admin(Broker.shared().client())) {
            for (KafkaException refusal :
                    List.of(new UnsupportedVersionException("old"), new TopicAuthorizationException("secret"))) {
                Admin silent = answering(admin, "describeTransactions", arguments -> {
                    throw refusal;
                });
                assertEquals(Map.of(), Topics.openTransactions(silent, "any", List.of()));
            }
        }
    }

    @Test
    void aPositionThatWasDeletedIsNotTakenForTheFirst() throws Exception {
        Map<String, Object> client = Broker.shared().client();
        Relay relay = TopicToMap.builder("wiped", Path.of("none"), client).build();
        PositionClaim claim = new PositionClaim(relay, client, "wiped.positions", "wiped", STORE, () -> false);
        try (Admin admin = ClientConfig.admin(client)) {
            make(admin, claim.topic());
            claim.requireOwner(admin);
            claim.taken();
            assertEquals(
                    "topic=wiped to map=none: topic=wiped.positions has lost the position: was it deleted?",
                    assertThrows(RelayException.class, () -> claim.requireOwner(admin))
                            .getMessage());
        }
    }

    /** {@return an admin client of which one method answers otherwise} */
    private static Admin answering(Admin admin, String method, Answer answer) {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        return answer.to(arguments);
                    }
                    return called.invoke(admin, arguments);
                });
    }

    private interface Answer {
        Object to(Object[] arguments) throws Exception;
    }
}
