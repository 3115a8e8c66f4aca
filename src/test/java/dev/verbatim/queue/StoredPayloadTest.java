package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
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
        assertEquals(
                "expected a payload of " + byteSize + " bytes, found " + 2 * byteSize + " bytes",
                refusal(appender, two));
        String start = "expected a payload of variable length: cannot read a variable-length record (16 bytes and a"
                + " tail) at offset=0: ";
        assertEquals(
                start + "the record at offset=4: expected totalSize from 8 to the " + (byteSize - 1)
                        + " bytes of the segment from here, found totalSize=" + byteSize,
                refusal(appender, record.asSlice(0, byteSize - 1)));
        for (int length : new int[] {0, 3}) {
            assertEquals(
                    start + "expected 8 bytes within the segment, found byteSize=" + length,
                    refusal(appender, MemorySegment.ofArray(new byte[length])));
        }
        MemorySegment longer = MemorySegment.ofArray(record.toArray(JAVA_BYTE));
        longer.set(JAVA_INT_UNALIGNED, 0, 24); // as that of a layout that has grown
        assertEquals(
                start + "the record at offset=0: expected fixedSize=16, within totalSize=" + byteSize
                        + ", found fixedSize=24",
                refusal(appender, longer));
        MemorySegment beyond = MemorySegment.ofArray(record.toArray(JAVA_BYTE));
        beyond.set(JAVA_INT_UNALIGNED, 12, 1000); // the length of the text
        String message = refusal(appender, beyond);
        assertTrue(message.startsWith(start + "text"), message);
    }

    /** {@return why neither an append nor a payload takes bytes as a note: both say the same} */
    private static String refusal(Appender appender, MemorySegment bytes) {
        StructLayout layout = Note.CODEC.layout();
        String message = assertThrows(IllegalArgumentException.class, () -> appender.append(layout, bytes))
                .getMessage();
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> new Payload(layout, bytes))
                        .getMessage());
        return message;
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
            assertTrue(message.startsWith("expected a payload of variable length: "), message);
            assertNull(tailer.poll(Note.CODEC), "nothing of the batch was appended");
            appender.appendBatch(List.of(sound, sound));
            assertEquals(note, tailer.poll(Note.CODEC));
        }
    }
}
