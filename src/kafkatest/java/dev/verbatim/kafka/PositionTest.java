package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.kafka.PositionedProducer.Position;
import java.io.UncheckedIOException;
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
        assertEquals(new Position(4096, "owner", ""), read("4096 owner"));
        assertEquals(new Position(-1, "owner", "id"), read("-1 owner id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4096", "{\"position\":4096}", "v2 4096 owner"})
    void whatNoRelayHasWrittenIsRefusedWithThePlaceOfItsRecord(String text) {
        RelayException e = assertInstanceOf(
                RelayException.class,
                assertThrows(UncheckedIOException.class, () -> read(text)).getCause());
        assertEquals(
                "topic=positions, partition=0, offset=7: expected a position and its owner, found " + text,
                e.getMessage());
    }
}
