package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.TimeConversions;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Reads some of the members that a file's structs have. */
class FileColumnsTest {

    // @start region="columns"
    record Bid(double bid) {
        static final StructLayout LAYOUT = structLayout(
                paddingLayout(8), // the id
                JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN).withName("bid"),
                paddingLayout(8)); // the ask
        static final StructCodec<Bid> CODEC = StructCodec.ofRecord(lookup(), Bid.class, LAYOUT);
    }

    static double highestBid(Path path) throws IOException {
        try (StructFile<Bid> file = StructFile.openColumns(path, Bid.CODEC)) {
            return file.stream().mapToDouble(Bid::bid).max().orElseThrow();
        }
    }
    // @end

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void makeAFile() throws IOException {
        path = folder.resolve("quotes.npy");
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(new Quote(1, 99.5, 100.5));
            file.append(new Quote(2, 99.75, 100.25));
            file.append(new Quote(3, 99.25, 100.75));
        }
    }

    @Test
    void aCodecWithPaddingInPlaceOfMembersReadsTheOthers() throws IOException {
        assertEquals(99.75, highestBid(path));
        try (StructFile<Bid> file = StructFile.openColumns(path, Bid.CODEC)) {
            assertEquals(3, file.size());
            assertEquals(new Bid(99.25), file.get(2));
            assertEquals(
                    100.75,
                    Quote.CODEC.read(file.segment(), 2 * Quote.CODEC.byteSize()).ask());
            assertThrows(UnsupportedOperationException.class, () -> file.set(0, new Bid(1)));
        }
    }

    @Test
    void aCodecOfAllFieldsReadsThem() throws IOException {
        try (StructFile<Quote> file = StructFile.openColumns(path, Quote.CODEC)) {
            assertEquals(new Quote(3, 99.25, 100.75), file.get(2));
        }
    }

    @Test
    void otherMethodsTakeACodecOfAllFieldsAlone() {
        for (Executable open : List.<Executable>of(
                () -> StructFile.open(path, Bid.CODEC), () -> StructFile.openReadWrite(path, Bid.CODEC))) {
            String message = assertThrows(LayoutMismatchException.class, open).getMessage();
            assertTrue(
                    message.startsWith("cannot read file=" + path + " as " + Bid.class.getName()
                            + ", though StructFile.openColumns can read it: 2 mismatches\n"),
                    message);
        }
    }

    private static <T extends Record> StructCodec<T> codec(Class<T> type, MemoryLayout... members) {
        return StructCodec.ofRecord(lookup(), type, structLayout(members));
    }

    private void assertRefused(StructCodec<?> codec, String... differences) {
        String count = differences.length == 1 ? "1 mismatch" : differences.length + " mismatches";
        assertEquals(
                "cannot read file=" + path + " as " + codec.type().getName() + ": " + count + "\n  - "
                        + String.join("\n  - ", differences),
                assertThrows(LayoutMismatchException.class, () -> StructFile.openColumns(path, codec))
                        .getMessage());
    }

    /** Its members are compared as those of any codec: read without a word, these would be other numbers. */
    @Test
    void aMemberThatIsNoFieldIsRefused() {
        ValueLayout.OfDouble price = JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        assertRefused(
                codec(Bid.class, price.withName("bid"), paddingLayout(16)),
                "bid: the layout has <f8 (offset=0), the file has <f8 (offset=8); declare the member as the file has"
                        + " it",
                "id: the file has <i8 (offset=0), the layout has no member of this name; put"
                        + " paddingLayout(8) in its place");
        assertRefused(
                codec(
                        Bid.class,
                        paddingLayout(8),
                        price.withOrder(ByteOrder.BIG_ENDIAN).withName("bid"),
                        paddingLayout(8)),
                "bid: the layout has >f8 (offset=8), the file has <f8 (offset=8); declare the member as the file has"
                        + " it");
        record Last(double last) {}
        assertRefused(
                codec(Last.class, paddingLayout(16), price.withName("last")),
                "last: the layout has <f8 (offset=16), the file has no field of this name; leave the member out, or"
                        + " convert the file",
                "ask: the file has <f8 (offset=16), the layout has no member of this name; put"
                        + " paddingLayout(8) in its place");
        assertRefused(
                codec(Bid.class, paddingLayout(8), price.withName("bid")),
                "ask: the file has <f8 (offset=16), the layout has no member of this name; put"
                        + " paddingLayout(8) in its place",
                "byteSize: the layout has 16 bytes, the file's records have 24; declare the padding that the file has");
    }

    /** Members of nested structs may be left out too, and what has no name. */
    @Test
    void structsHaveColumns() throws IOException {
        record Level(int size) {}
        record Levels(List<Level> levels) {}
        StructLayout level = structLayout(paddingLayout(8), JAVA_INT_UNALIGNED.withName("size"));
        StructCodec<Levels> codec =
                codec(Levels.class, paddingLayout(4), sequenceLayout(2, level).withName("levels"), paddingLayout(1));
        byte[] struct = new byte[29];
        struct[12] = 1;
        struct[24] = 2;
        Path other = folder.resolve("levels.npy");
        NumpyFile.write(
                other,
                "('', [('n', '<i4')]), ('levels', [('price', '<f8'), ('size', '<i4')], (2,)), ('text', '|S1')",
                1,
                struct);
        try (StructFile<Levels> file = StructFile.openColumns(other, codec)) {
            assertEquals(new Levels(List.of(new Level(1), new Level(2))), file.get(0));
        }
    }

    /** A time of another unit would be another time, without a word. */
    @Test
    void unitsAreCompared() throws IOException {
        record At(Instant at) {}
        StructLayout layout = structLayout(
                JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN).withName("at"), paddingLayout(8));
        path = folder.resolve("times.npy");
        NumpyFile.write(path, "('at', '<M8[us]'), ('n', '<u8')", 1, new byte[16]);
        StructCodec<At> micros =
                StructCodec.ofRecord(lookup(), At.class, layout, Conversions.of(TimeConversions.epochMicros()));
        try (StructFile<At> file = StructFile.openColumns(path, micros)) {
            assertEquals(new At(Instant.EPOCH), file.get(0));
        }
        StructCodec<At> nanos =
                StructCodec.ofRecord(lookup(), At.class, layout, Conversions.of(TimeConversions.epochNanos()));
        String message = assertThrows(LayoutMismatchException.class, () -> StructFile.openColumns(path, nanos))
                .getMessage();
        assertTrue(
                message.contains(
                        ": 1 mismatch\n  - at: the layout has <i8 (offset=0), the file has <M8[us] (offset=0)"),
                message);
    }

    /** In the place of padding, without a name, and without bytes. */
    @Test
    void fieldsOfAllKindsMayStayUnread() throws IOException {
        path = folder.resolve("unread.npy");
        NumpyFile.write(
                path,
                "('', '<i4'), ('id', '<i4'), ('e', '|S0'), ('bid', '<f8'), ('q', '<f4', (0,)), ('ask', '<f8')",
                1,
                new byte[24]);
        try (StructFile<Bid> file = StructFile.openColumns(path, Bid.CODEC)) {
            assertEquals(new Bid(0), file.get(0));
        }
        String message = assertThrows(LayoutMismatchException.class, () -> StructFile.open(path, Bid.CODEC))
                .getMessage();
        assertTrue(message.contains(", though StructFile.openColumns can read it: 5 mismatches\n"), message);
    }

    @Test
    void aFieldWithAByteOfAMemberIsRefused() throws IOException {
        path = folder.resolve("overlapping.npy");
        NumpyFile.write(path, "('id', '<i4'), ('x', '<i8'), ('y', '<i4'), ('ask', '<f8')", 1, new byte[24]);
        String put = ", the layout has no member of this name; put paddingLayout(";
        assertRefused(
                Bid.CODEC,
                "bid: the layout has <f8 (offset=8), the file has no field of this name; leave the member out, or"
                        + " convert the file",
                "x: the file has <i8 (offset=4)" + put + "8) in its place",
                "y: the file has <i4 (offset=12)" + put + "4) in its place");
    }

    /** NumPy stores objects pickled, so that the bytes of the file are no structs. */
    @Test
    void objectsAreRefusedWhereverTheyAre() throws IOException {
        path = folder.resolve("objects.npy");
        NumpyFile.write(path, "('id', '<i8'), ('bid', '<f8'), ('ask', '|O')", 1, new byte[24]);
        String remedy = "; NumPy makes another of it by a.astype, such as U16 of objects";
        assertRefused(
                Bid.CODEC,
                "ask: the file has |O (offset=16), the layout has no member of this name" + remedy,
                "byteSize: the layout has 24 bytes, the file's records have 16; leave out what the file does not have,"
                        + " padding included");
        NumpyFile.write(path, "('id', '|O8'), ('bid', '<f8'), ('ask', '<f8')", 1, new byte[24]);
        assertRefused(Bid.CODEC, "id: the file has <O8 (offset=0), the layout has padding there" + remedy);
    }
}
