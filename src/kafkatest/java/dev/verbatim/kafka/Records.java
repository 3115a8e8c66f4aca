package dev.verbatim.kafka;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What these tests append, and what is in a queue. */
final class Records {

    static final long SEGMENT_SIZE = 64 << 10;

    private Records() {}

    record Point(long id, int x) {
        static final StructLayout LAYOUT =
                Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("x"));
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
                    default ->
                        appender.append(MemorySegment.ofArray(("raw " + i).getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
    }

    /** {@return the entries of a queue but for marks: the ids of their layouts, and their bytes} */
    static List<String> entries(MappedQueue queue) throws IOException {
        List<String> entries = new ArrayList<>();
        try (Tailer tailer = queue.tailer().withChecksums().passing(TopicToQueue.MARKS)) {
            while (tailer.read((payload, position, layoutId) -> entries.add(
                    "%08x %s".formatted(layoutId, HexFormat.of().formatHex(payload.toArray(ValueLayout.JAVA_BYTE)))))) {
                // until the end
            }
        }
        return entries;
    }
}
