package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.kafka.Records.Note;
import dev.verbatim.kafka.Records.Point;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topology of Kafka Streams whose streams, state and change log have Verbatim's bytes. */
class StreamsTest {

    @TempDir
    private Path state;

    @Test
    void aTopologyAggregatesPoints() {
        Serde<Point> points = VerbatimSerde.of(Point.CODEC);
        Serde<Note> notes = VerbatimSerde.of(Note.CODEC);
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("points", Consumed.with(Serdes.String(), points))
                .groupByKey(Grouped.with(Serdes.String(), points))
                .reduce(
                        (sum, next) -> new Point(sum.id() + next.id(), sum.x() + next.x()),
                        Materialized.with(Serdes.String(), points))
                .toStream()
                .mapValues((key, sum) -> new Note(sum.id(), key + " " + sum.x()))
                .to("notes", Produced.with(Serdes.String(), notes));
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "aggregation");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());

        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), settings)) {
            TestInputTopic<String, Point> in =
                    driver.createInputTopic("points", Serdes.String().serializer(), points.serializer());
            TestOutputTopic<String, Note> out =
                    driver.createOutputTopic("notes", Serdes.String().deserializer(), notes.deserializer());
            in.pipeInput("a", new Point(1, 10));
            in.pipeInput("b", new Point(2, 20));
            in.pipeInput("a", new Point(3, 30));

            assertEquals(KeyValue.pair("a", new Note(1, "a 10")), out.readKeyValue());
            assertEquals(KeyValue.pair("b", new Note(2, "b 20")), out.readKeyValue());
            assertEquals(KeyValue.pair("a", new Note(4, "a 40")), out.readKeyValue());
            assertTrue(out.isEmpty());
        }
    }
}
