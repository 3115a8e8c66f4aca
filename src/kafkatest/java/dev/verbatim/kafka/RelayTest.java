package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a relay tries again, and what ends it, without a broker. */
class RelayTest {

    private static KafkaException refusal(String bootstrap, String lookup) {
        Map<String, Object> client = Map.of("bootstrap.servers", bootstrap, "client.dns.lookup", lookup);
        return assertThrows(
                KafkaException.class, () -> ClientConfig.admin(client).close());
    }

    /** A name server may be away for a moment, as a broker may. */
    @ParameterizedTest
    @ValueSource(strings = {"use_all_dns_ips", "resolve_canonical_bootstrap_servers_only"})
    void aNameThatCannotBeResolvedIsTriedAgain(String lookup) {
        KafkaException e = refusal("no-such-host.invalid:9092", lookup);
        assertFalse(Relay.isFinal(e), e::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "nowhere:1000000", ""})
    void whatIsNoAddressIsNotTriedAgain(String bootstrap) {
        KafkaException e = refusal(bootstrap, "use_all_dns_ips");
        assertTrue(Relay.isFinal(e), e::toString);
    }

    @Test
    void whatABrokerRefusesForEverIsNotTriedAgain() {
        KafkaException e = new KafkaException("aborted", new InvalidRecordException("no key"));
        assertTrue(Relay.isFinal(e));
        assertFalse(Relay.isFinal(new KafkaException("aborted", new TimeoutException("slow"))));
    }
}
