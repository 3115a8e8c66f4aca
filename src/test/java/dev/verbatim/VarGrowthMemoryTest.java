package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.junit.jupiter.api.Test;

/**
 * What older records lack takes memory for which nobody sent bytes: at most 64 times the record's, whatever the
 * defaults are. By what the JVM counts for the thread.
 */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
@AddLifecycleHook(VerbatimTries.class)
class VarGrowthMemoryTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Of the record's size, and what is not too much however small that is. */
    private static final int MAX_GROWTH = 64;

    private static final int MIN_GROWTH_BYTES = 64 * 1024;

    record OldItem(byte id) {}

    record OldNote(byte id) {}

    record Old(List<OldItem> items, List<OldNote> notes) {
        static final StructLayout ITEM = Layouts.struct(JAVA_BYTE.withName("id"));
        static final StructLayout NOTE = Layouts.varRecord(JAVA_BYTE.withName("id"));
        static final VarCodec<Old> CODEC = VarCodec.ofRecord(
                lookup(), Old.class, Layouts.varRecord(Layouts.varRef("items", ITEM), Layouts.varRef("notes", NOTE)));

        static Old of(int items, int notes) {
            return new Old(
                    Collections.nCopies(items, new OldItem((byte) 1)),
                    Collections.nCopies(notes, new OldNote((byte) 2)));
        }
    }

    static final class Part {
        int number;
        String label;
    }

    record Item(byte id, String code, String name, long[] counts, Part part, List<Part> parts) {}

    static final class Note {
        byte id;
        String code;
        String text;
        StringBuilder builder;
        StringBuilder other;
        int[] counts;
        Part part;
    }

    record Newer(List<Item> items, List<Note> notes) {}

    /** How large what has been added is, and what it is where it is absent. */
    private record Added(
            int codeSize, int nameSize, int count, int parts, String code, String label, String text, String builder) {

        static Added random(Random random) {
            int codeSize = size(random, 20_000);
            return new Added(
                    codeSize,
                    size(random, 2_000),
                    size(random, 300),
                    size(random, 20),
                    text(random, codeSize),
                    text(random, 30),
                    text(random, 20_000),
                    text(random, 20_000));
        }

        /** From 1 on, the smaller the likelier. */
        private static int size(Random random, int most) {
            return (int) Math.pow(most, random.nextDouble());
        }

        /** Of one, two or three bytes a character. */
        private static String text(Random random, int most) {
            String character = List.of("a", "ü", "日").get(random.nextInt(3));
            return character.repeat(size(random, most) / 3);
        }

        VarCodec<Newer> codec() {
            StructLayout part = Layouts.struct(
                    JAVA_INT.withName("number"), sequenceLayout(30, JAVA_BYTE).withName("label"));
            StructLayout item = Layouts.grown(
                    Old.ITEM,
                    sequenceLayout(codeSize, JAVA_BYTE).withName("code"),
                    sequenceLayout(nameSize, JAVA_BYTE).withName("name"),
                    sequenceLayout(count, JAVA_LONG).withName("counts"),
                    part.withName("part"),
                    sequenceLayout(parts, part).withName("parts"));
            StructLayout note = Layouts.grown(
                    Old.NOTE,
                    sequenceLayout(codeSize, JAVA_BYTE).withName("code"),
                    Layouts.varRef("text"),
                    Layouts.varRef("builder"),
                    Layouts.varRef("other"),
                    sequenceLayout(count, JAVA_INT).withName("counts"),
                    part.withName("part"));
            StructLayout layout = Layouts.varRecord(Layouts.varRef("items", item), Layouts.varRef("notes", note));
            return VarCodec.builder(lookup(), Newer.class, layout)
                    .withDefault("items[].code", code)
                    .withDefault("items[].part.label", label)
                    .withDefault("items[].parts[].label", label)
                    .withDefault("notes[].code", code)
                    .withDefault("notes[].text", text)
                    .withDefault("notes[].builder", builder)
                    .withDefault("notes[].part.label", label)
                    .build();
        }
    }

    /**
     * What reading allocates, the least of ten times; -1 if the record is refused. The JVM allocates for a method
     * handle at its first call, and at its 128th (-Djava.lang.invoke.MethodHandle.CUSTOMIZE_THRESHOLD=-1 turns that
     * off). With a new codec that was more than 100 KB in a read; at most four reads of ten had any of it.
     */
    private static long allocated(VarCodec<?> codec, MemorySegment record) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                codec.read(record, 0);
            } catch (CorruptRecordException e) {
                String message = e.getMessage();
                assertTrue(message.contains("expected older records whose objects take at most 64 times"), message);
                return -1;
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** What reading allocates beyond what it does with the codec that wrote the record; -1 if the record is refused. */
    private static long added(VarCodec<?> codec, VarCodec<?> older, MemorySegment record) {
        long newer = allocated(codec, record);
        return newer < 0 ? -1 : newer - allocated(older, record);
    }

    private static long limit(MemorySegment record) {
        return Math.max(record.byteSize() * MAX_GROWTH, MIN_GROWTH_BYTES);
    }

    @Property(tries = 100, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void whatIsAddedTakesNoMoreThanALimitOfMemory(@ForAll long seed) {
        Random random = new Random(seed);
        Added added = Added.random(random);
        VarCodec<Newer> codec = added.codec();
        for (int tries = 0; tries < 4; tries++) {
            int items = random.nextBoolean() ? 0 : Added.size(random, 20_000);
            int notes = random.nextBoolean() ? 0 : Added.size(random, 5_000);
            MemorySegment record = MemorySegment.ofArray(VarParts.bytes(Old.CODEC, Old.of(items, notes)));
            long bytes = added(codec, Old.CODEC, record);
            // Until C2 compiles a read, each text of fixed size takes an Optional of 16 or 24 bytes, which is not kept.
            // At most 1.05 times the limit were seen, and 1.32 times with references of eight bytes.
            assertTrue(
                    bytes <= limit(record) * 3 / 2,
                    () -> bytes + " bytes for " + record.byteSize() + " of " + items + " items and " + notes
                            + " notes, " + added);
        }
    }

    record OldLine(byte id) {}

    record OldLines(OldLine[] lines) {
        static final StructLayout LINE = Layouts.struct(JAVA_BYTE.withName("id"));
        static final VarCodec<OldLines> CODEC =
                VarCodec.ofRecord(lookup(), OldLines.class, Layouts.varRecord(Layouts.varRef("lines", LINE)));

        static MemorySegment record(int lines) {
            OldLine[] old = new OldLine[lines];
            Arrays.fill(old, new OldLine((byte) 7));
            return MemorySegment.ofArray(VarParts.bytes(CODEC, new OldLines(old)));
        }

        static StructLayout grown(MemoryLayout member, String... names) {
            MemoryLayout[] members = Arrays.stream(names).map(member::withName).toArray(MemoryLayout[]::new);
            return Layouts.varRecord(Layouts.varRef("lines", Layouts.grown(LINE, members)));
        }
    }

    static final class Cell {
        byte value;
    }

    record ListLine(byte id, List<Cell> a, List<Cell> b, List<Cell> c, List<Cell> d) {}

    record ListLines(ListLine[] lines) {}

    record ArrayLine(
            byte id, byte[] a, byte[] b, byte[] c, byte[] d, byte[] e, byte[] f, byte[] g, byte[] h, byte[] i) {}

    record ArrayLines(ArrayLine[] lines) {}

    /** A list has an array of its own. */
    @Test
    void shortListsTakeNoMoreThanTheLimit() {
        StructLayout cell = Layouts.struct(JAVA_BYTE.withName("value"));
        assertLimitIsKept(VarCodec.ofRecord(
                lookup(), ListLines.class, OldLines.grown(sequenceLayout(1, cell), "a", "b", "c", "d")));
    }

    /** An array of one byte takes as much as one of eight. */
    @Test
    void shortArraysTakeNoMoreThanTheLimit() {
        assertLimitIsKept(VarCodec.ofRecord(
                lookup(),
                ArrayLines.class,
                OldLines.grown(sequenceLayout(1, JAVA_BYTE), "a", "b", "c", "d", "e", "f", "g", "h", "i")));
    }

    record EmptyNote(
            byte id,
            List<Long> list,
            int[] array,
            List<Cell> cells,
            Set<Long> a,
            Set<Long> b,
            Set<Long> c,
            Set<Long> d,
            Set<Long> e,
            Set<Long> f,
            Set<Long> g,
            Set<Long> h) {}

    record EmptyNotes(List<OldItem> items, List<EmptyNote> notes) {}

    /** Each is an object of its own, or several. */
    @Test
    void emptyDefaultsTakeNoMoreThanTheLimit() {
        List<String> sets = List.of("a", "b", "c", "d", "e", "f", "g", "h");
        List<MemoryLayout> added = new ArrayList<>(List.of(
                Layouts.varRef("list", JAVA_LONG),
                Layouts.varRef("array", JAVA_INT),
                Layouts.varRef("cells", Layouts.struct(JAVA_BYTE.withName("value")))));
        sets.forEach(name -> added.add(Layouts.varRef(name, JAVA_LONG)));
        StructLayout note = Layouts.grown(Old.NOTE, added.toArray(MemoryLayout[]::new));
        Conversion<Set<Long>> set = Conversion.ofList(Set.class, Long.class, List::copyOf, LinkedHashSet::new);
        VarCodec.Builder<EmptyNotes> builder = VarCodec.builder(
                        lookup(),
                        EmptyNotes.class,
                        Layouts.varRecord(Layouts.varRef("items", Old.ITEM), Layouts.varRef("notes", note)))
                .withConversions(Conversions.of(set))
                .withDefault("notes[].list", List.of())
                .withDefault("notes[].array", new int[0])
                .withDefault("notes[].cells", List.of());
        sets.forEach(name -> builder.withDefault("notes[]." + name, Set.of()));
        VarCodec<EmptyNotes> codec = builder.build();
        assertLimitIsKept(
                codec, Old.CODEC, notes -> MemorySegment.ofArray(VarParts.bytes(Old.CODEC, Old.of(0, notes))));
    }

    record TextLine(byte id, String a) {}

    record TextLines(TextLine[] lines) {}

    record TextsLine(byte id, String[] a, List<String> b) {}

    record TextsLines(TextsLine[] lines) {}

    /** Of which one character that is no Latin-1 has all others take two bytes. */
    private static final String WIDE = "日" + "d".repeat(997);

    /** Most of what a {@code String} takes in memory beside its characters. */
    private static final int STRING_SIZE = 32;

    private static Conversion<String> utf8() {
        return Conversion.ofBytes(
                String.class,
                1000,
                (text, segment, offset) -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, offset, bytes.length);
                },
                (segment, offset) -> {
                    byte[] bytes = segment.asSlice(offset, 1000).toArray(JAVA_BYTE);
                    return new String(bytes, StandardCharsets.UTF_8);
                });
    }

    @Test
    void whatIsMadeOfBytesTakesNoMoreThanTheLimit() {
        StructLayout layout = OldLines.grown(sequenceLayout(1000, JAVA_BYTE), "a");
        assertLimitIsKept(
                VarCodec.builder(lookup(), TextLines.class, layout)
                        .withConversions(Conversions.of(TextConversions.latin1(1000)))
                        .withDefault("lines[].a", "d".repeat(1000))
                        .build(),
                STRING_SIZE + 1000);
        assertLimitIsKept(
                VarCodec.builder(lookup(), TextLines.class, layout)
                        .withConversions(Conversions.of(utf8()))
                        .withDefault("lines[].a", WIDE)
                        .build(),
                STRING_SIZE + 2 * WIDE.length());
    }

    @Test
    void elementsMadeOfBytesTakeNoMoreThanTheLimit() {
        assertLimitIsKept(
                VarCodec.builder(
                                lookup(),
                                TextsLines.class,
                                OldLines.grown(sequenceLayout(3, sequenceLayout(100, JAVA_BYTE)), "a", "b"))
                        .withConversions(Conversions.of(TextConversions.latin1(100)))
                        .build(),
                6 * (STRING_SIZE + 100));
    }

    /** By what is kept of a line: on the way from bytes more is allocated. */
    private static void assertLimitIsKept(VarCodec<?> codec, int keptOfLine) {
        int lines = 0;
        MemorySegment record;
        long bytes;
        do {
            lines++;
            record = OldLines.record(lines);
            bytes = allocated(codec, record);
        } while (bytes >= 0);
        long kept = (lines - 1L) * keptOfLine;
        String message = kept + " bytes or more for " + lines + " lines of " + record.byteSize();
        assertTrue(kept <= limit(record) && kept > limit(record) / 3, message);
    }

    record TimeLine(byte id, LocalDateTime a, LocalDateTime b, boolean[] c, boolean[] d) {}

    record TimeLines(TimeLine[] lines) {}

    @Test
    void whatIsMadeOfCarriersTakesNoMoreThanTheLimit() {
        assertLimitIsKept(VarCodec.builder(lookup(), TimeLines.class, OldLines.grown(JAVA_LONG, "a", "b", "c", "d"))
                .withConversions(Conversions.of(TimeConversions.localEpochNanos(), CodeConversions.bits(64)))
                .build());
    }

    /** Reads ever more lines until they are refused. They have no texts, so that all that is allocated is kept. */
    private static void assertLimitIsKept(VarCodec<?> codec) {
        assertLimitIsKept(codec, OldLines.CODEC, OldLines::record);
    }

    private static void assertLimitIsKept(VarCodec<?> codec, VarCodec<?> older, IntFunction<MemorySegment> records) {
        long bytes = 0;
        for (int lines = 1; bytes >= 0; lines++) {
            MemorySegment record = records.apply(lines);
            long last = bytes;
            bytes = added(codec, older, record);
            String message = bytes + " bytes for " + lines + " lines of " + record.byteSize();
            assertTrue(bytes < 0 ? last > limit(record) / 2 : bytes <= limit(record), message + ", before " + last);
            assertTrue(lines < 10_000, message + " are not refused");
        }
    }

    private static final String LONG = "d".repeat(10_000);

    record OldRow(int id) {}

    record Row(int id, String code) {}

    record OldTable(OldRow[] rows) {
        static final StructLayout ROW = Layouts.struct(JAVA_INT.withName("id"));
        static final VarCodec<OldTable> CODEC =
                VarCodec.ofRecord(lookup(), OldTable.class, Layouts.varRecord(Layouts.varRef("rows", ROW)));
    }

    record Table(Row[] rows) {
        static final VarCodec<Table> CODEC = VarCodec.builder(
                        lookup(),
                        Table.class,
                        Layouts.varRecord(Layouts.varRef(
                                "rows",
                                Layouts.grown(
                                        OldTable.ROW,
                                        sequenceLayout(10_000, JAVA_BYTE).withName("code")))))
                .withDefault("rows[].code", LONG)
                .build();
    }

    /** A string cannot change, so that all have the same. */
    @Test
    void aLongDefaultOfManyElementsIsOneString() {
        OldRow[] rows = new OldRow[20_000];
        Arrays.fill(rows, new OldRow(7));
        MemorySegment record = MemorySegment.ofArray(VarParts.bytes(OldTable.CODEC, new OldTable(rows)));
        Table table = Table.CODEC.read(record, 0);
        assertEquals(20_000, table.rows().length);
        for (Row row : table.rows()) {
            assertEquals(7, row.id());
            assertSame(LONG, row.code());
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Table.CODEC.read(record, 0);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated <= MAX_GROWTH * record.byteSize(), () -> allocated + " bytes for " + record.byteSize());
    }

    /** The default does not hide a text that is there, and one that is empty is no default. */
    @Test
    void aDefaultOfFixedSizeIsOnlyForWhatIsAbsent() {
        for (String code : List.of("", "other", LONG, "d".repeat(9_999), "e" + "d".repeat(9_999), "ü")) {
            Table written = new Table(new Row[] {new Row(1, code), new Row(2, code)});
            Table read = Table.CODEC.read(MemorySegment.ofArray(VarParts.bytes(Table.CODEC, written)), 0);
            assertEquals(List.of(written.rows()), List.of(read.rows()));
        }
    }

    /** A builder can change, so that each has its own. */
    @Test
    void buildersWithALongDefaultAreCounted() {
        VarCodec<Newer> codec = new Added(1, 1, 1, 1, "", "", "", LONG).codec();
        Newer few = codec.read(MemorySegment.ofArray(VarParts.bytes(Old.CODEC, Old.of(0, 6))), 0);
        assertEquals(LONG, few.notes().get(5).builder.toString());
        assertNotSame(few.notes().get(4).builder, few.notes().get(5).builder);

        MemorySegment many = MemorySegment.ofArray(VarParts.bytes(Old.CODEC, Old.of(0, 4_000)));
        String message = assertThrowsExactly(CorruptRecordException.class, () -> codec.read(many, 0))
                .getMessage();
        assertEquals(
                "cannot read " + codec + " at offset=0: notes[502] at offset=24072: expected older records whose"
                        + " objects take at most 64 times the memory of their " + many.byteSize()
                        + " bytes; read them with a layout that adds less, found more",
                message);
    }
}
