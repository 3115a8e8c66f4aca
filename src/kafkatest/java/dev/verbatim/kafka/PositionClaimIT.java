package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claims of relays that do not run. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PositionClaimIT {

    @Test
    void aTransactionOfAnHeirIsNotTakenForOneThatWasLost() throws Exception {
        Map<String, Object> client = Broker.shared().client();
        Relay relay = TopicToMap.builder("heir", Path.of("none"), client).build();
        String topic = PositionedProducer.DEFAULT_TOPIC;
        PositionClaim claim = new PositionClaim(relay, client, topic, "heir", () -> false);
        PositionClaim heir = new PositionClaim(relay, client, topic, "heir", () -> false);
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
}
