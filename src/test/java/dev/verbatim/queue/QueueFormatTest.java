package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.ABORTED;
import static dev.verbatim.internal.log.EntryDescriptor.BATCH;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.PADDING;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.internal.model.LayoutGrowth;
import dev.verbatim.queue.QueueSamples.Entry;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes, as docs/queue-format.md draws them. */
class QueueFormatTest {

    @TempDir
    Path folder;

    @Test
    void aWordHoldsItsParts() {
        long word = EntryDescriptor.word(RESERVED, 1023, 0xfffff, (1 << 30) - 1);
        assertEquals(0x1fff_ffff_ffff_ffffL, word);
        assertEquals(0x2000_0000_0000_0000L | 5L << 50 | 7L << 30 | 9, EntryDescriptor.word(COMMITTED, 5, 7, 9));
        assertEquals(RESERVED, EntryDescriptor.state(word));
        assertEquals(1023, EntryDescriptor.slot(word));
        assertEquals(0xfffff, EntryDescriptor.generation(word));
        assertEquals((1 << 30) - 1, EntryDescriptor.length(word));
        assertEquals(ABORTED, EntryDescriptor.state(EntryDescriptor.withState(word, ABORTED)));
        assertEquals(word, EntryDescriptor.withState(EntryDescriptor.withState(word, PADDING), RESERVED));
    }

    @Test
    void wordsThatCannotBeAreRecognised() {
        assertEquals(128 + 16 + 24, EntryDescriptor.next(EntryDescriptor.word(COMMITTED, 0, 1, 20), 128, 4096));
        assertEquals(4096, EntryDescriptor.next(EntryDescriptor.word(PADDING, 0, 1, 96), 4000, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(PADDING, 0, 1, 88), 4000, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(COMMITTED, 0, 0, 20), 128, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(COMMITTED, 0, 1, 513), 128, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(COMMITTED, 0, 1, 81), 4000, 4096));
        assertEquals(136, EntryDescriptor.next(EntryDescriptor.word(BATCH, 0, 1, 20), 128, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(BATCH, 0, 1, 513), 128, 4096));
        assertEquals(136, EntryDescriptor.next(EntryDescriptor.word(BATCH, 0, 1, 8), 128, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(BATCH, 0, 1, 7), 128, 4096));
        assertEquals(-1, EntryDescriptor.next(EntryDescriptor.word(7, 0, 1, 20), 128, 4096));
        assertEquals(-1, EntryDescriptor.next(20, 128, 4096));
    }

    /** A word, which leads over the entries behind it until it is committed, and into them then. */
    @Test
    void aBatchIsAWordAndItsEntries() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            appender.appendAll(Entry.CODEC, List.of(Entry.of(1, 2), Entry.of(1, 3)));
        }
        ByteBuffer segment = read("000000000000.segment");
        assertEquals(6L << 60 | 1L << 30 | 8 + 2 * 40 - 16, segment.getLong(128));
        for (int entry = 136; entry <= 176; entry += 40) {
            assertEquals(2L << 60 | 1L << 30 | 24, segment.getLong(entry));
            assertEquals(checksum(segment, entry, 24), segment.getInt(entry + 8));
        }
        assertEquals(0, segment.getLong(216));
        assertEquals(216, segment.getLong(64), "the tail hint");
    }

    /** Nobody would settle it. */
    @Test
    void aPreparedEntryIsDamageInAQueue() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            appender.append(MemorySegment.ofArray(new byte[8]));
        }
        Path segment = folder.resolve(SegmentDescriptor.fileName(0));
        byte[] bytes = Files.readAllBytes(segment);
        bytes[128 + 7] = (byte) (EntryDescriptor.PREPARED << 4 | (bytes[128 + 7] & 0x0F));
        Files.write(segment, bytes);
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(1, queue.recovery().orElseThrow().damage().size());
        }
    }

    @Test
    void segmentsAreNamedByTheirIndex() {
        assertEquals("000000000042.segment", SegmentDescriptor.fileName(42));
        assertEquals(42, SegmentDescriptor.index("000000000042.segment"));
        assertEquals(1_234_567_890_123L, SegmentDescriptor.index("1234567890123.segment"));
        assertEquals(-1, SegmentDescriptor.index("42.segment"));
        assertEquals(-1, SegmentDescriptor.index("0000000000042.segment"));
        assertEquals(-1, SegmentDescriptor.index("000000000042.segment.unfinished"));
    }

    @Test
    void theFilesHoldTheBytesThatAreDrawn() throws Exception {
        UUID queueId;
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            appender.append(MemorySegment.ofArray(new byte[] {1, 2, 3}));
            appender.append(Entry.CODEC, Entry.of(1, 2));
            queueId = queue.id();
        }
        ByteBuffer control = read("control");
        assertEquals("VBQCNTRL", magic(control));
        assertEquals(1, control.getInt(8));
        assertEquals(1, control.getInt(12));
        assertEquals(4096, control.getLong(16));
        assertEquals(0, control.getLong(64));
        assertEquals(queueId, new UUID(control.getLong(72), control.getLong(80)));
        assertEquals(1, control.getInt(192), "the generation of slot 0");
        assertEquals(12480, control.capacity());

        ByteBuffer segment = read("000000000000.segment");
        assertEquals("VBQSEGMT", magic(segment));
        assertEquals(1, segment.getInt(8));
        assertEquals(0, segment.getLong(16));
        assertEquals(4096, segment.getLong(24));
        assertEquals(192, segment.getLong(64), "the tail hint");
        assertEquals(2L << 60 | 1L << 30 | 3, segment.getLong(128));
        assertEquals(checksum(segment, 128, 3), segment.getInt(136));
        assertEquals(0, segment.getInt(140));
        assertEquals(0x030201, segment.getLong(144));
        assertEquals(2L << 60 | 1L << 30 | 24, segment.getLong(152));
        assertEquals(checksum(segment, 152, 24), segment.getInt(160));
        String layout = "{\"writer\":i,\"again\":i,\"sequence\":j,\"inverse\":j}";
        CRC32C id = new CRC32C();
        id.update(layout.getBytes(StandardCharsets.UTF_8));
        assertEquals((int) id.getValue(), segment.getInt(164));
        assertEquals(layout, Files.readString(folder.resolve("layouts/%08x".formatted(id.getValue()))));
        assertEquals(0, segment.getLong(192));
    }

    private ByteBuffer read(String file) throws Exception {
        return ByteBuffer.wrap(Files.readAllBytes(folder.resolve(file))).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String magic(ByteBuffer file) {
        return StandardCharsets.US_ASCII.decode(file.slice(0, 8)).toString();
    }

    private static int checksum(ByteBuffer segment, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(new byte[4]); // in place of the checksum
        crc.update(segment.slice(offset + 12, 4 + (length + 7) / 8 * 8));
        return (int) crc.getValue() ^ segment.getInt(offset) ^ segment.getInt(offset + 4);
    }

    @Test
    void layoutsAreSpelledAndRead() {
        StructLayout layout = Layouts.varRecord(
                JAVA_BOOLEAN.withName("a"),
                JAVA_BYTE.withName("b\"\\"),
                JAVA_CHAR.withName("c"),
                JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN).withName("d"),
                JAVA_FLOAT.withName("e"),
                JAVA_DOUBLE.withOrder(ByteOrder.BIG_ENDIAN).withName("f"),
                MemoryLayout.sequenceLayout(3, Layouts.struct(JAVA_LONG.withName("x"), JAVA_INT.withName("y")))
                        .withName("g"),
                Layouts.varRef("text"));
        String text =
                "{\"fixedSize\":i,\"totalSize\":i,\"a\":z,\"b\\\"\\\\\":b,\"c\":c,\"d\":S,\"\":x2,\"e\":f,\"\":x4,\"f\":D,"
                    + "\"g\":[3]{\"x\":j,\"y\":i,\"\":x4},\"text\":{\"offset\":i,\"length\":i,\"elements\":[0]b}}";
        assertEquals(text, LayoutText.of(layout));
        assertEquals(text, LayoutText.of(LayoutText.parse(text)));
        assertEquals(layout.byteSize(), LayoutText.parse(text).byteSize());
        assertEquals("{}", LayoutText.of(LayoutText.parse("{}")));
    }

    @Test
    void aTextThatSpellsNoLayoutIsRefused() {
        for (String text :
                new String[] {"", "{", "{}x", "{\"a\"}", "{\"a\":q}", "{\"a\":i\"b\":i}", "{\"a\":[]i}", "{\"a"}) {
            String message = assertThrows(IllegalArgumentException.class, () -> LayoutText.parse(text))
                    .getMessage();
            assertTrue(message.startsWith("layout text at column="), message);
        }
        assertEquals(
                "layout text at column=6: expected a type (z boolean, b byte, c char, s short, i int, j long, f float,"
                    + " d double, C S I J F D big-endian, x8 padding of 8 bytes, [8]i a sequence, {…} a struct), found"
                    + " 'q' in {\"a\":q}",
                assertThrows(IllegalArgumentException.class, () -> LayoutText.parse("{\"a\":q}"))
                        .getMessage());
    }

    @Test
    void onlyRecordsOfVariableLengthGrowAndOnlyAtTheirEnd() {
        StructLayout old = spelled(Layouts.varRecord(JAVA_INT.withName("a"), Layouts.varRef("t", struct("x"))));
        StructLayout added = spelled(
                Layouts.varRecord(JAVA_INT.withName("a"), Layouts.varRef("t", struct("x")), JAVA_INT.withName("b")));
        StructLayout inList = spelled(Layouts.varRecord(JAVA_INT.withName("a"), Layouts.varRef("t", struct("x", "y"))));
        StructLayout renamed = spelled(Layouts.varRecord(JAVA_INT.withName("z"), Layouts.varRef("t", struct("x"))));
        assertTrue(LayoutGrowth.isBetween(old, added));
        assertTrue(LayoutGrowth.isBetween(added, old));
        assertTrue(LayoutGrowth.isBetween(old, inList));
        assertFalse(LayoutGrowth.isBetween(old, renamed));
        assertFalse(LayoutGrowth.isBetween(spelled(struct("a")), spelled(struct("a", "b"))));
    }

    @Test
    void listsOfNestedStructsGrow() {
        assertTrue(LayoutGrowth.isBetween(nesting(struct("x")), nesting(struct("x", "y"))));
        assertTrue(LayoutGrowth.isBetween(nesting(struct("x", "y")), nesting(struct("x"))));
        assertFalse(LayoutGrowth.isBetween(nesting(struct("x")), nesting(struct("z", "x"))));
        assertFalse(
                LayoutGrowth.isBetween(nesting(struct("x")), nesting(struct("x", "y"), JAVA_LONG.withName("more"))));
        assertFalse(LayoutGrowth.isBetween(
                nesting(struct("x")),
                spelled(Layouts.varRecord(
                        JAVA_INT.withName("a"), struct("list", "length").withName("nested")))));
    }

    /** A record with a struct that has a list of such elements. */
    private static StructLayout nesting(StructLayout element, MemoryLayout... more) {
        List<MemoryLayout> members = new ArrayList<>(List.of(Layouts.varRef("list", element)));
        members.addAll(List.of(more));
        return spelled(Layouts.varRecord(
                JAVA_INT.withName("a"),
                Layouts.struct(members.toArray(MemoryLayout[]::new)).withName("nested")));
    }

    private static StructLayout struct(String... names) {
        MemoryLayout[] members = new MemoryLayout[names.length];
        for (int i = 0; i < names.length; i++) {
            members[i] = JAVA_LONG.withName(names[i]);
        }
        return MemoryLayout.structLayout(members);
    }

    private static StructLayout spelled(StructLayout layout) {
        return LayoutText.parse(LayoutText.of(layout));
    }
}
