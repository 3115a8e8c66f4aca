package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Records that come from no broker, and the marks behind them. */
@Timeout(120)
class RecordAppenderTest {

    private static final String TOPIC = "topic";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    @TempDir
    private Path folder;

    private MappedQueue queue;

    @BeforeEach
    void open() throws IOException {
        queue = Records.queue(folder);
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }

    private RecordAppender appender(String tailer, BooleanSupplier isStopped) throws Exception {
        LayoutsTopic layouts = LayoutsTopic.of(Map.of(), isStopped);
        return new RecordAppender(queue, TOPIC, tailer, layouts, new RelayStatus(), isStopped);
    }

    private static List<ConsumerRecord<byte[], MemorySegment>> records(@Nullable MemorySegment... values) {
        List<ConsumerRecord<byte[], MemorySegment>> records = new ArrayList<>();
        for (MemorySegment value : values) {
            records.add(new ConsumerRecord<>(TOPIC, 0, records.size(), null, value));
        }
        return records;
    }

    private static MemorySegment value() {
        return MemorySegment.ofArray(new byte[] {1, 2, 3});
    }

    private long nextOffset(String tailer) throws Exception {
        try (RecordAppender next = appender(tailer, () -> false)) {
            return next.nextOffset(0);
        }
    }

    @Test
    void theMarkSaysWhereTheTopicGoesOn() throws Exception {
        try (RecordAppender to = appender("tailer", () -> false)) {
            assertEquals(-1, to.nextOffset(0));
            to.append(PARTITION, records(value(), value()), 3);
        }
        assertEquals(3, nextOffset("tailer"));
        assertEquals(3, nextOffset("another tailer"));
        assertEquals(2, Records.entries(queue).size());
    }

    @Test
    void whatIsNotAppendedIsPassedByAMarkAlone() throws Exception {
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.append(PARTITION, records(null, null), 2);
            to.append(PARTITION, records(), 5);
            to.markPassed();
            long end = queue.info().to();
            to.markPassed();
            assertEquals(end, queue.info().to(), "nothing new to say");
        }
        assertEquals(5, nextOffset("tailer"));
        assertEquals(0, Records.entries(queue).size());
    }

    @Test
    void aHeaderWithoutAValueIsNone() throws Exception {
        List<ConsumerRecord<byte[], MemorySegment>> records = records(value());
        records.getFirst().headers().add(LayoutFingerprint.HEADER, null);
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.append(PARTITION, records, 1);
        }
        assertEquals(List.of("010203"), Records.entries(queue));
    }

    @Test
    void aHeaderOfAnotherVersionIsRefusedWithThePlaceOfItsRecord() throws Exception {
        List<ConsumerRecord<byte[], MemorySegment>> records = records(value(), value());
        records.getLast().headers().add(LayoutFingerprint.HEADER, new byte[] {9});
        try (RecordAppender to = appender("tailer", () -> false)) {
            assertEquals(
                    "topic=topic, partition=0, offset=1: header verbatim.layout: expected 17 bytes of version=1, found"
                            + " 1 bytes: 0x09",
                    assertThrows(RelayException.class, () -> to.append(PARTITION, records, 2))
                            .getMessage());
        }
    }

    @Test
    void aMarkIsFoundWhoseLayoutCannotBeRead() throws Exception {
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.append(PARTITION, records(value()), 1);
        }
        String name = "%08x".formatted(LayoutText.id(RelayMark.LAYOUT));
        try (Stream<Path> files = Files.walk(folder)) {
            Files.delete(files.filter(file -> file.endsWith(name)).findFirst().orElseThrow());
        }
        assertEquals(1, nextOffset("tailer"));
    }

    @Test
    void aMarkBehindAnEntryThatIsBeingWrittenIsWaitedFor() throws Exception {
        try (Appender other = queue.appender()) {
            try (RecordAppender to = appender("tailer", () -> false)) {
                other.claim(8);
                to.append(PARTITION, records(value()), 1);
            }
            AtomicInteger looks = new AtomicInteger();
            BooleanSupplier writes = () -> {
                if (looks.incrementAndGet() == 2) {
                    commit(other);
                }
                return false;
            };
            try (RecordAppender next = appender("another tailer", writes)) {
                assertEquals(1, next.nextOffset(0));
            }
            assertTrue(looks.get() >= 2, () -> "looks=" + looks);
        }
    }

    private static void commit(Appender appender) {
        try {
            appender.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aStopEndsTheWait() throws Exception {
        try (Appender other = queue.appender()) {
            other.claim(8);
            appender("tailer", () -> true).close();
        }
    }

    @Test
    void aPartitionBeginsWhereItStarted() throws Exception {
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.begin(1, 7);
            to.markPassed();
        }
        try (RecordAppender to = appender("tailer", () -> false)) {
            assertEquals(-1, to.nextOffset(0));
            assertEquals(7, to.nextOffset(1));
        }
    }

    /** As after a loss of power that has taken the last batch with its mark, but not the tailer's place behind it. */
    @Test
    void marksBeforeATailerThatStandsAtTheEndAreFound() throws Exception {
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.append(PARTITION, records(value()), 1);
            to.append(PARTITION, records(value(), value(), value()), 3);
        }
        try (Tailer tailer = queue.tailer("tailer")) {
            tailer.toEnd();
            tailer.acknowledge();
        }
        assertEquals(3, nextOffset("tailer"));
    }

    @Test
    void aBatchThatALossOfPowerHasTornIsRelayedAgain() throws Exception {
        long batch;
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.append(PARTITION, records(value()), 1);
            batch = queue.info().to();
            to.append(PARTITION, records(value(), value(), value()), 3);
        }
        queue.close();
        Path segment;
        try (Stream<Path> files = Files.walk(folder)) {
            segment = files.filter(file -> file.endsWith("000000000000.segment"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        Arrays.fill(bytes, (int) batch + 16, (int) batch + 40, (byte) 0); // the mark, at the end, is there
        Files.write(segment, bytes);
        Path control = segment.resolveSibling("control");
        bytes = Files.readAllBytes(control);
        Arrays.fill(bytes, 24, 40, (byte) 0); // the boot
        Files.write(control, bytes);
        open();
        try (RecordAppender to = appender("tailer", () -> false)) {
            assertEquals(1, to.nextOffset(0));
            to.append(PARTITION, records(value(), value(), value()), 3);
        }
        assertEquals(3, nextOffset("tailer"));
        assertEquals(4, Records.entries(queue).size());
    }

    /** A batch that was lost from between others would not be relayed again: the last mark is what counts. */
    @Test
    void aBatchIsOnTheDeviceBeforeTheNextOneIsAppended() throws Exception {
        long end = 0;
        try (RecordAppender to = appender("tailer", () -> false)) {
            for (int i = 1; i <= 3; i++) {
                to.append(PARTITION, records(value(), value()), 2L * i);
                long durable = queue.info().durable();
                assertTrue(durable >= end, "batch=" + i + " durable=" + durable + " end of the one before=" + end);
                end = queue.info().to();
            }
        }
    }

    @Test
    void aMarkThatWasDeletedIsNotTakenForNone() throws Exception {
        try (RecordAppender to = appender("tailer", () -> false)) {
            to.append(PARTITION, records(value()), 1);
        }
        Records.append(queue, 0, 10_000);
        queue.delete(Retention.ofSize(Records.SEGMENT_SIZE).evenIfNeeded());
        for (int i = 0; i < 2; i++) {
            RelayException e = assertThrows(RelayException.class, () -> appender("tailer", () -> false));
            assertTrue(
                    e.getMessage()
                            .matches("topic=topic to queue=.*: the entry at position=\\d+, where tailer=tailer stands,"
                                    + " was deleted by a retention that did not heed tailers, and with it the mark"
                                    + " that says where to go on: relay to a new queue; if nothing was relayed yet,"
                                    + " remove the tailer"),
                    e.getMessage());
        }
    }

    /** A relay may have waited for its topic meanwhile. */
    @Test
    void aTailerThatHasStoodAtNoMarkMayBeRemoved() throws Exception {
        Records.append(queue, 0, 1);
        appender("tailer", () -> false).close();
        Records.append(queue, 1, 10_000);
        queue.delete(Retention.ofSize(Records.SEGMENT_SIZE).evenIfNeeded());
        RelayException e = assertThrows(RelayException.class, () -> appender("tailer", () -> false));
        assertTrue(e.getMessage().endsWith("if nothing was relayed yet, remove the tailer"), e.getMessage());
        assertTrue(queue.removeTailer("tailer"));
        assertEquals(-1, nextOffset("tailer"));
    }
}
