package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that are appended as bytes of a layout are those that a codec reads. */
class StoredPayloadTest {

    record Point(long x) {
        static final StructCodec<Point> CODEC =
                StructCodec.ofRecord(lookup(), Point.class, Layouts.struct(JAVA_LONG.withName("x")));
    }

    record Note(String text) {
        static final VarCodec<Note> CODEC =
                VarCodec.ofRecord(lookup(), Note.class, Layouts.varRecord(Layouts.varRef("text")));
    }

    @TempDir
    Path temporary;

    @Test
    void bytesOfALayoutAreAppended() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(temporary.resolve("queue"))
                        .segmentSize(4096)
                        .open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            MemorySegment point = MemorySegment.ofArray(new byte[8]);
            Point.CODEC.write(new Point(7), point, 0);
            appender.append(Point.CODEC.layout(), point);
            Note note = new Note("Zürich");
            MemorySegment bytes = MemorySegment.ofArray(new byte[(int) Note.CODEC.encodedSize(note)]);
            Note.CODEC.write(note, bytes, 0);
            appender.append(Note.CODEC.layout(), bytes);
            assertEquals(
                    "expected a payload of 8 bytes, found 9 bytes",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> appender.append(Point.CODEC.layout(), MemorySegment.ofArray(new byte[9])))
                            .getMessage());
            assertOnlyWhole(appender, bytes);
            assertEquals(new Point(7), tailer.poll(Point.CODEC));
            assertEquals(note, tailer.poll(Note.CODEC));
            assertEquals(2, queue.verify().committed());
        }
    }

    /** Requires that nothing is taken for a record but one, from its start to its end. */
    private static void assertOnlyWhole(Appender appender, MemorySegment record) {
        long byteSize = record.byteSize();
        MemorySegment two = MemorySegment.ofArray(new byte[(int) (2 * byteSize)]);
        two.copyFrom(record).asSlice(byteSize).copyFrom(record);
        for (MemorySegment refused : List.of(two, record.asSlice(0, byteSize - 1))) {
            assertEquals(
                    "expected a payload of " + byteSize + " bytes, found " + refused.byteSize() + " bytes",
                    assertThrows(IllegalArgumentException.class, () -> appender.append(Note.CODEC.layout(), refused))
                            .getMessage());
        }
        for (int length : new int[] {0, 3}) {
            MemorySegment refused = MemorySegment.ofArray(new byte[length]);
            assertEquals(
                    "expected a payload of 8 bytes, found " + length + " bytes",
                    assertThrows(IllegalArgumentException.class, () -> appender.append(Note.CODEC.layout(), refused))
                            .getMessage());
        }
        for (int fixedSize : new int[] {0, -1, (int) byteSize + 1}) {
            MemorySegment refused = MemorySegment.ofArray(record.toArray(JAVA_BYTE));
            refused.set(JAVA_INT_UNALIGNED, 0, fixedSize);
            assertEquals(
                    "expected a payload with fixedSize from 8 to its " + byteSize + " bytes, found fixedSize="
                            + fixedSize,
                    assertThrows(IllegalArgumentException.class, () -> appender.append(Note.CODEC.layout(), refused))
                            .getMessage());
        }
    }

    @Test
    void aPayloadThatWasChangedSinceIsRefused() throws Exception {
        try (MappedQueue queue = MappedQueue.open(temporary.resolve("queue"));
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            Note note = new Note("Zürich");
            byte[] array = new byte[(int) Note.CODEC.encodedSize(note)];
            MemorySegment bytes = MemorySegment.ofArray(array);
            Note.CODEC.write(note, bytes, 0);
            Payload sound = new Payload(Note.CODEC.layout(), MemorySegment.ofArray(array.clone()));
            Payload changed = new Payload(Note.CODEC.layout(), bytes);
            bytes.set(JAVA_INT_UNALIGNED, 4, 8);
            String message = assertThrows(
                            IllegalArgumentException.class, () -> appender.appendBatch(List.of(sound, changed)))
                    .getMessage();
            assertEquals("expected a payload of 8 bytes, found " + array.length + " bytes", message);
            assertNull(tailer.poll(Note.CODEC), "nothing of the batch was appended");
            appender.appendBatch(List.of(sound, sound));
            assertEquals(note, tailer.poll(Note.CODEC));
        }
    }
}
