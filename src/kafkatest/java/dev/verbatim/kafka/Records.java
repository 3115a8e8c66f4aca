package dev.verbatim.kafka;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** What these tests append, and what is in a queue. */
final class Records {

    static final long SEGMENT_SIZE = 64 << 10;

    private Records() {}

    record Point(long id, int x) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("x"));
        static final StructCodec<Point> CODEC = StructCodec.ofRecord(lookup(), Point.class, LAYOUT);
    }

    interface PointView extends StructView {
        ViewFactory<PointView> VIEWS = ViewFactory.of(lookup(), PointView.class, Point.LAYOUT);

        long id();

        void id(long id);

        int x();

        void x(int x);
    }

    record Note(long id, String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    interface NoteView extends StructView {
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, Note.LAYOUT);

        long id();

        String text();
    }

    /** A note that has grown. */
    record LongNote(long id, String text, int stars) {
        static final StructLayout LAYOUT = Layouts.grown(Note.LAYOUT, JAVA_INT.withName("stars"));
        static final VarCodec<LongNote> CODEC = VarCodec.ofRecord(lookup(), LongNote.class, LAYOUT);
    }

    static MappedQueue queue(Path folder) throws IOException {
        return MappedQueue.builder(folder).segmentSize(SEGMENT_SIZE).open();
    }

    /** Appends entries of every kind, which are told apart by their numbers. */
    static void append(MappedQueue queue, int from, int to) throws IOException {
        try (Appender appender = queue.appender()) {
            for (int i = from; i < to; i++) {
                switch (i % 3) {
                    case 0 -> appender.append(Point.CODEC, new Point(i, -i));
                    case 1 -> appender.append(Note.CODEC, new Note(i, "n".repeat(i % 50)));
                    default -> appender.append(MemorySegment.ofArray(("raw " + i).getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
    }

    /** {@return the entries of a queue but for marks: the fingerprints of their layouts, and their bytes} */
    static List<String> entries(MappedQueue queue) throws IOException {
        List<String> entries = new ArrayList<>();
        Map<Integer, String> layouts = new HashMap<>(Map.of(0, ""));
        try (Tailer tailer = queue.tailer().withChecksums().passing(TopicToQueue.MARKS)) {
            while (tailer.read((payload, position, layoutId) ->
                    entries.add(layouts.computeIfAbsent(layoutId, id -> fingerprint(queue, id))
                            + HexFormat.of().formatHex(payload.toArray(ValueLayout.JAVA_BYTE))))) {
                // until the end
            }
        }
        return entries;
    }

    private static String fingerprint(MappedQueue queue, int layoutId) {
        try {
            return LayoutFingerprint.of(queue.layout(layoutId)) + " ";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the committed records of a topic of one partition, as {@link #entries} has them} */
    static List<String> committed(Map<String, Object> client, String topic) {
        List<String> records = new ArrayList<>();
        try (Admin admin = ClientConfig.admin(client);
                KafkaConsumer<byte[], byte[]> consumer = ClientConfig.reader(client, ClientConfig.READ_COMMITTED)) {
            Topics.readAll(
                    consumer,
                    Topics.ends(admin, List.of(new TopicPartition(topic, 0))),
                    ClientConfig.patience(client),
                    () -> false,
                    record -> records.add(fingerprint(record) + HexFormat.of().formatHex(record.value())));
        }
        return records;
    }

    private static String fingerprint(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(LayoutFingerprint.HEADER);
        return header == null ? "" : LayoutFingerprint.ofHeader(header.value()) + " ";
    }

    /** Asserts that two lists are the same, and says where they are not without printing both. */
    static void assertSame(List<String> expected, List<String> actual, String what) {
        int common = Math.min(expected.size(), actual.size());
        for (int i = 0; i < common; i++) {
            int at = i;
            assertEquals(expected.get(i), actual.get(i), () -> what + ": record " + at);
        }
        assertEquals(expected.size(), actual.size(), what);
    }
}
