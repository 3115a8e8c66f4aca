package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/unions.md} for types of variable length, in a queue, a map and a cursor too. */
class TaggedVarTutorialTest {

    // @start region="declare"
    sealed interface Event permits Sample, Line {
        TaggedVarCodec<Event> CODEC = TaggedVarCodec.builder(Event.class, JAVA_BYTE, 8)
                .with(1, Sample.CODEC)
                .with(2, Line.CODEC)
                .build();
    }

    record Sample(long time, String name, double value) implements Event {
        static final VarCodec<Sample> CODEC = VarCodec.ofRecord(
                lookup(),
                Sample.class,
                Layouts.varRecord(
                        paddingLayout(1),
                        JAVA_LONG.withName("time"),
                        Layouts.varRef("name"),
                        JAVA_DOUBLE.withName("value")));
    }

    record Line(long time, String text) implements Event {
        static final VarCodec<Line> CODEC = VarCodec.ofRecord(
                lookup(),
                Line.class,
                Layouts.varRecord(paddingLayout(1), JAVA_LONG.withName("time"), Layouts.varRef("text")));
    }
    // @end

    @Test
    void eventsAreReadByTheirTags() {
        MemorySegment segment = Arena.ofAuto().allocate(256, 8);
        double sum = 0;
        List<String> lines = new ArrayList<>();
        // @start region="use"
        long end = Event.CODEC.write(new Sample(1, "cpu", 0.5), segment, 0);
        end += Event.CODEC.write(new Line(2, "started"), segment, end);

        for (long offset = 0; offset < end; offset += Event.CODEC.encodedSize(segment, offset)) {
            switch (Event.CODEC.read(segment, offset)) {
                case Sample sample -> sum += sample.value();
                case Line line -> lines.add(line.text());
            }
        }
        // @end
        assertEquals(0.5, sum);
        assertEquals(List.of("started"), lines);
        assertEquals(1, segment.get(JAVA_BYTE, 8));
    }

    @Test
    void aQueueHoldsEvents(@TempDir Path folder) throws IOException {
        double sum = 0;
        List<String> lines = new ArrayList<>();
        try (MappedQueue queue = MappedQueue.open(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Event.CODEC, new Sample(1, "cpu", 0.5));
            appender.append(Event.CODEC, new Line(2, "started"));

            for (Event event = tailer.poll(Event.CODEC); event != null; event = tailer.poll(Event.CODEC)) {
                switch (event) {
                    case Sample sample -> sum += sample.value();
                    case Line line -> lines.add(line.text());
                }
            }
        }
        assertEquals(0.5, sum);
        assertEquals(List.of("started"), lines);
    }

    @Test
    void aMapHoldsEvents(@TempDir Path folder) throws IOException {
        try (MappedMap<String, Event> last = MappedMap.open(folder, MapCodec.strings(), MapCodec.of(Event.CODEC))) {
            last.put("web", new Line(2, "started"));
            last.put("web", new Sample(3, "cpu", 0.25));
            assertEquals(new Sample(3, "cpu", 0.25), last.get("web"));
            assertNull(last.get("db"));
        }
    }

    @Test
    void aCursorPutsAndGetsEvents() {
        SegmentCursor cursor = SegmentCursor.growing(Arena.ofAuto(), 4);
        cursor.put(Event.CODEC, new Line(2, "started")).put(Event.CODEC, new Sample(3, "cpu", 0.25));
        long end = cursor.position();
        cursor.flip();
        assertEquals(new Line(2, "started"), cursor.get(Event.CODEC));
        assertEquals(new Sample(3, "cpu", 0.25), cursor.get(Event.CODEC));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.get(Event.CODEC));
        assertEquals(end, cursor.position());
    }
}
