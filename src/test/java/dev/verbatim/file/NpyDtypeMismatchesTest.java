package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.Samples.Quote;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a file's dtype and a codec's are told apart, and in what words. */
class NpyDtypeMismatchesTest {

    private static final Path FILE = Path.of("quotes.npy");
    private static final ValueLayout SHORT_LE = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout LONG_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    record Header(byte length, short version) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                ValueLayout.JAVA_BYTE.withName("length"), MemoryLayout.paddingLayout(1), SHORT_LE.withName("version"));
    }

    record Level(Header header, long price, int size) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                Header.LAYOUT.withName("header"), LONG_LE.withName("price"), INT_LE.withName("size"));
    }

    static final class Book {
        Header header = new Header((byte) 0, (short) 0);
        String symbol = "";
        byte[] key = {};
        List<Level> levels = List.of();

        static final StructCodec<Book> CODEC = StructCodec.ofClass(
                MethodHandles.lookup(),
                Book.class,
                MemoryLayout.structLayout(
                        Header.LAYOUT.withName("header"),
                        MemoryLayout.sequenceLayout(8, ValueLayout.JAVA_BYTE).withName("symbol"),
                        MemoryLayout.sequenceLayout(4, ValueLayout.JAVA_BYTE).withName("key"),
                        MemoryLayout.sequenceLayout(10, Level.LAYOUT).withName("levels")));
    }

    private static final String HEADER = "[('length', '|i1'), ('', '|V1'), ('version', '<i2')]";
    private static final String LEVEL = "[('header', " + HEADER + "), ('price', '<i8'), ('size', '<i4')]";
    private static final String BOOK =
            "[('header', " + HEADER + "), ('symbol', '|S8'), ('key', '|i1', (4,)), ('levels', " + LEVEL + ", (10,))]";

    @Test
    void theSameDtypeIsAccepted() throws SyntaxException {
        requireNone("[('id', '=i8'), (('a title', \"bid\"), '<f8'), ('ask', '<f8'),]", Quote.CODEC);
        requireNone(BOOK, Book.CODEC);
    }

    /** They are at one place, so there is none that comes first. */
    @Test
    void membersWithoutBytesMayComeInAnyOrder() throws SyntaxException {
        record Empty(String first, String second, byte third) {}
        StructCodec<Empty> codec = StructCodec.ofRecord(
                MethodHandles.lookup(),
                Empty.class,
                MemoryLayout.structLayout(
                        MemoryLayout.sequenceLayout(0, ValueLayout.JAVA_BYTE).withName("first"),
                        MemoryLayout.sequenceLayout(0, ValueLayout.JAVA_BYTE).withName("second"),
                        ValueLayout.JAVA_BYTE.withName("third")));
        requireNone("[('second', '|S0'), ('first', '|S0'), ('third', '|i1')]", codec);
    }

    @Test
    void everyDifferenceIsReported() {
        assertDifferences(
                "[('ask', '<f8'), ('id', '<u8'), ('size', '|O'), ('', '|V8')]",
                Quote.CODEC,
                "4 mismatches",
                "id: the layout has <i8 (offset=0), the file has <u8 (offset=8); make the member <i8"
                        + " (offset=8), and declare a type of your own, and its conversion",
                "bid: the layout has <f8 (offset=8), the file has no field of this name; leave the member out, or"
                        + " convert the file",
                "ask: the layout has <f8 (offset=16), the file has <f8 (offset=0); declare the member as the file has"
                        + " it",
                "size: the file has |O (offset=16), the layout has no member of this name; NumPy makes another of it by"
                        + " a.astype, such as U16 of objects");
    }

    /** A layout with padding where the file has a column. */
    @Test
    void whereTheLayoutHasPaddingTheMessageSaysHowToPassTheField() {
        record Bid(double bid) {}
        MemoryLayout padding = MemoryLayout.paddingLayout(8);
        StructCodec<Bid> codec = StructCodec.ofRecord(
                MethodHandles.lookup(),
                Bid.class,
                MemoryLayout.structLayout(
                        padding,
                        ValueLayout.JAVA_DOUBLE_UNALIGNED
                                .withOrder(ByteOrder.LITTLE_ENDIAN)
                                .withName("bid"),
                        padding));
        String add = "; add it to the layout and to " + Bid.class.getName();
        String id = "id: the file has <i4 (offset=0), the layout has padding there" + add;
        LayoutMismatchException e = assertThrows(
                LayoutMismatchException.class,
                () -> requireNone("[('id', '<i4'), ('', '|V4'), ('bid', '<f8'), ('ask', '<f8')]", codec));
        assertEquals(
                "cannot read file=quotes.npy as " + Bid.class.getName()
                        + ", though StructFile.openColumns can read it: 2 mismatches\n"
                        + "  - "
                        + id + "\n  - ask: the file has <f8 (offset=16), the layout has padding there" + add,
                e.getMessage());

        // What that would read, or refuse, is another matter where more differs, or no layout has a field.
        assertDifferences(
                "[('id', '<i4'), ('', '|V4'), ('bid', '<u8'), ('ask', '<f8')]",
                codec,
                "3 mismatches",
                "bid: the layout has <f8 (offset=8), the file has <u8 (offset=8); make the member <i8 (offset=8), and"
                        + " declare a type of your own, and its conversion",
                id,
                "ask: the file has <f8 (offset=16), the layout has padding there" + add);
        assertDifferences(
                "[('id', '<i4'), ('n', '<f4'), ('bid', '<f8'), ('o', '<O8')]",
                codec,
                "3 mismatches",
                id,
                "n: the file has <f4 (offset=4), the layout has padding there" + add,
                "o: the file has <O8 (offset=16), the layout has padding there; NumPy makes another of it by a.astype,"
                        + " such as U16 of objects");
        assertDifferences(
                "[('id', '<i4'), ('n', '<f4'), ('bid', '<f8'), ('o', '|i3'), ('ask', '<f8')]",
                codec,
                "5 mismatches",
                id,
                "n: the file has <f4 (offset=4), the layout has padding there" + add,
                "o: the file has <i3 (offset=16), the layout has padding there; NumPy makes another of it by a.astype,"
                        + " such as U16 of objects",
                "ask: the file has <f8 (offset=19), the layout has no member of this name" + add,
                "byteSize: the layout has 24 bytes, the file's records have 27; declare the padding that the file has");
    }

    @Test
    void paddingAtTheEndIsADifference() {
        assertDifferences(
                "[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8'), ('', '|V8')]",
                Quote.CODEC,
                "1 mismatch",
                "byteSize: the layout has 24 bytes, the file's records have 32; declare the padding that the file has");
    }

    @Test
    void paddingInBetweenIsADifference() {
        assertDifferences(
                "[('id', '<i8'), ('bid', '<f8'), ('', '|V4'), ('ask', '<f8')]",
                Quote.CODEC,
                "2 mismatches",
                "ask: the layout has <f8 (offset=16), the file has <f8 (offset=20); declare the member as the file has"
                        + " it",
                "byteSize: the layout has 24 bytes, the file's records have 28; declare the padding that the file has");
    }

    @Test
    void aSubArrayIsADifference() {
        assertDifferences(
                "[('id', '<i8'), ('bid', '<f8', (2,)), ('ask', '<f8', (1,))]",
                Quote.CODEC,
                "3 mismatches",
                "bid: the layout has <f8 (offset=8), the file has ('<f8', (2,)) (offset=8); declare the member as the"
                        + " file has it",
                "ask: the layout has <f8 (offset=16), the file has ('<f8', (1,)) (offset=24); declare the member as"
                        + " the file has it",
                "byteSize: the layout has 24 bytes, the file's records have 32; declare the padding that the file has");
    }

    /** A text, an array of bytes and bytes without a meaning are the same bytes, but not the same values. */
    @Test
    void theMeaningOfBytesIsADifference() {
        assertDifferences(
                BOOK.replace("('symbol', '|S8')", "('symbol', '|i1', (8,))")
                        .replace("('key', '|i1', (4,))", "('key', '|V4')"),
                Book.CODEC,
                "2 mismatches",
                "symbol: the layout has |S8 (offset=4), the file has ('|i1', (8,)) (offset=4); make the member"
                        + " ('|i1', (8,)) (offset=4), and declare `String` with TextConversions.utf8(8)",
                "key: the layout has ('|i1', (4,)) (offset=12), the file has |V4 (offset=12); declare a"
                        + " type of your own, and its conversion");
    }

    /** A type string that reads like an array is none. */
    @Test
    void aTypeStringThatSpellsAnArrayIsADifference() {
        assertDifferences(
                BOOK.replace("('key', '|i1', (4,))", "('key', \"('|i1', (4,))\"), ('', '|V4')"),
                Book.CODEC,
                "1 mismatch",
                "key: the layout has ('|i1', (4,)) (offset=12), the file has ('|i1', (4,)) (offset=12); NumPy"
                        + " makes another of it by a.astype, such as U16 of objects");
    }

    @Test
    void differencesWithinNestedStructsAreReportedWithTheirPaths() {
        String header = "[('length', '<i2'), ('version', '<i2'), ('', '|V2')]";
        String level = "[('header', " + header + "), ('bid', '<i8'), ('size', '>i4')]";
        assertDifferences(
                "[('header', " + header + "), ('symbol', '|S8'), ('key', '|i1', (4,)), ('levels', " + level
                        + ", (10,))]",
                Book.CODEC,
                "12 mismatches",
                "header.length: the layout has |i1 (offset=0), the file has <i2 (offset=0); declare the member as the"
                        + " file has it",
                "header.byteSize: the layout has 4 bytes, the file has 6; declare the padding that the file has",
                "symbol: the layout has |S8 (offset=4), the file has |S8 (offset=6); declare the member as the file"
                        + " has it",
                "key: the layout has ('|i1', (4,)) (offset=12), the file has ('|i1', (4,)) (offset=14); declare the"
                        + " member as the file has it",
                "levels: the layout has structs of shape (10,) (offset=16), the file has structs of shape (10,)"
                        + " (offset=18); declare the member as the file has it",
                "levels[].header.length: the layout has |i1 (offset=0), the file has <i2 (offset=0); declare the"
                        + " member as the file has it",
                "levels[].header.byteSize: the layout has 4 bytes, the file has 6; declare the padding that the file"
                        + " has",
                "levels[].price: the layout has <i8 (offset=4), the file has no field of this name; leave the member"
                        + " out, or convert the file",
                "levels[].size: the layout has <i4 (offset=12), the file has >i4 (offset=14); declare the member as"
                        + " the file has it",
                "levels[].bid: the file has <i8 (offset=6), the layout has no member of this name; add it to the"
                        + " layout and to dev.verbatim.file.NpyDtypeMismatchesTest$Level",
                "levels[].byteSize: the layout has 16 bytes, the file has 18; declare the padding that the file has",
                "byteSize: the layout has 176 bytes, the file's records have 198; declare the padding that the file"
                        + " has");
    }

    /** So np.dtype counts fields that have no name. */
    @Test
    void aFieldWithoutANameIsReportedByItsNumber() {
        assertDifferences(
                "[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8'), ('', '<i2'), ('', [('a', '<i4')])]",
                Quote.CODEC,
                "3 mismatches",
                "f3: the file has <i2 (offset=24) without a name, which no member can have; name it in the file",
                "f4: the file has [('a', '<i4')] (offset=26) without a name, which no member can have; name it in the"
                        + " file",
                "byteSize: the layout has 24 bytes, the file's records have 30; declare the padding that the file has");
    }

    @Test
    void ofManyDifferencesTheFirstHundredAreReported() throws SyntaxException {
        StringBuilder fields = new StringBuilder("[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8'), ");
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            fields.append("('more").append(i).append("', '|V0'), ");
            differences.add("more" + i + ": the file has |V0 (offset=24), the layout has no member of this name; add it"
                    + " to the layout and to dev.verbatim.file.Samples$Quote");
        }
        LayoutMismatchException e =
                assertThrows(LayoutMismatchException.class, () -> requireNone(fields + "]", Quote.CODEC));
        assertEquals(
                "cannot read file=quotes.npy as dev.verbatim.file.Samples$Quote, though StructFile.openColumns can read"
                        + " it: 150 mismatches\n  - "
                        + String.join("\n  - ", differences.subList(0, 100)) + "\n  and 50 more",
                e.getMessage());
        assertEquals(differences.subList(0, 100), e.mismatches());
    }

    @Test
    void ofLongNamesAndTypesTheStartIsReported() {
        String declare = " declare the member as the file has it";
        String notInTheLayout = " (offset=16), the layout has no member of this name; ";
        String add = notInTheLayout + "add it to the layout and to dev.verbatim.file.Samples$Quote";
        String convert = "NumPy makes another of it by a.astype, such as U16 of objects";
        String name = "n".repeat(195) + "\uD83D\uDE00".repeat(10);
        String type = "t".repeat(201);
        assertDifferences(
                "[('id', '" + type + "'), ('bid', '<f8'), ('ask', '<f8'), ('" + name + "', '" + type.substring(1)
                        + "'), ('s', [('0', '<i8')" + manyFields(30) + "])]",
                Quote.CODEC,
                "6 mismatches",
                "id: the layout has <i8 (offset=0), the file has " + "t".repeat(200) + "... (offset=0); " + convert,
                "bid: the layout has <f8 (offset=8), the file has <f8 (offset=0);" + declare,
                "ask: the layout has <f8 (offset=16), the file has <f8 (offset=8);" + declare,
                "n".repeat(195) + "\uD83D\uDE00\uD83D\uDE00...: the file has " + "t".repeat(200) + notInTheLayout
                        + convert,
                "s: the file has " + ("[('0', '<i8')" + manyFields(30)).substring(0, 200) + "..." + add,
                "byteSize: the layout has 24 bytes, the file's records have 256;"
                        + " declare the padding that the file has");
    }

    private static String manyFields(int count) {
        return IntStream.range(1, count).mapToObj(i -> ", ('" + i + "', '<i8')").collect(Collectors.joining());
    }

    @Test
    void anotherNumberOfStructsIsADifference() {
        assertDifferences(
                BOOK.replace("(10,)", "(2, 5)").replace("('price', '<i8')", "('price', '<f8')"),
                Book.CODEC,
                "2 mismatches",
                "levels: the layout has structs of shape (10,) (offset=16), the file has structs of shape (2, 5)"
                        + " (offset=16); declare the member as the file has it",
                "levels[].price: the layout has <i8 (offset=4), the file has <f8 (offset=4); declare the member as the"
                        + " file has it");
    }

    @Test
    void aStructIsNoArrayOfOne() {
        assertDifferences(
                BOOK.replace(HEADER + "), ('symbol'", HEADER + ", (1,)), ('symbol'"),
                Book.CODEC,
                "1 mismatch",
                "header: the layout has a struct (offset=0), the file has structs of shape (1,) (offset=0); declare"
                        + " the member as the file has it");
    }

    @Test
    void whereOneHasAStructAndTheOtherHasNoneBothAreShown() {
        assertDifferences(
                "[('header', '|V4'), ('symbol', [('a', '<i8')]), ('levels', " + LEVEL
                        + ", (10,)), ('more', [('b', '|i1')], (4,))]",
                Book.CODEC,
                "5 mismatches",
                "header: the layout has " + HEADER
                        + " (offset=0), the file has |V4 (offset=0); declare the member as the file" + " has it",
                "symbol: the layout has |S8 (offset=4), the file has [('a', '<i8')] (offset=4); declare the member as"
                        + " the file has it",
                "key: the layout has ('|i1', (4,)) (offset=12), the file has no field of this name; leave the member"
                        + " out, or convert the file",
                "levels: the layout has structs of shape (10,) (offset=16), the file has structs of shape (10,)"
                        + " (offset=12); declare the member as the file has it",
                "more: the file has ([('b', '|i1')], (4,)) (offset=172), the layout has no member of this name; add it"
                        + " to the layout and to dev.verbatim.file.NpyDtypeMismatchesTest$Book");
    }

    private static void assertDifferences(String literal, StructCodec<?> codec, String count, String... differences) {
        LayoutMismatchException e = assertThrows(LayoutMismatchException.class, () -> requireNone(literal, codec));
        assertEquals(
                "cannot read file=quotes.npy as " + codec.type().getName() + ": " + count + "\n  - "
                        + String.join("\n  - ", differences),
                e.getMessage());
    }

    private static void requireNone(String literal, StructCodec<?> codec) throws SyntaxException {
        NpyDtypeMismatches.requireNone(
                NpyDtypeParser.parse(PythonLiteral.parse(literal), literal),
                NpyDtypeTest.bindingOf(codec),
                FILE,
                NpyDtypeMismatches.Coverage.ALL);
    }
}
