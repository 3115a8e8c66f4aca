package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.kafka.PositionedProducer.Position;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a topic of positions says. */
class PositionTest {

    private static Position read(String text) {
        return Position.of(new ConsumerRecord<>("positions", 0, 7, null, text.getBytes(UTF_8)));
    }

    @Test
    void itHasATopicIdIfOneWasWritten() {
        UUID store = new UUID(1, 2);
        assertEquals(new Position(4096, "owner", store, ""), read("4096 owner " + store));
        assertEquals(new Position(-1, "owner", store, "id"), read("-1 owner " + store + " id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4096", "4096 owner", "4096 owner id", "{\"position\":4096}", "v2 4096 owner"})
    void whatNoRelayHasWrittenIsRefusedWithThePlaceOfItsRecord(String text) {
        RelayException e = assertInstanceOf(
                RelayException.class,
                assertThrows(UncheckedIOException.class, () -> read(text)).getCause());
        assertEquals(
                "topic=positions, partition=0, offset=7: expected a position, its owner and the id of a queue or map,"
                        + " found "
                        + text,
                e.getMessage());
    }
}
