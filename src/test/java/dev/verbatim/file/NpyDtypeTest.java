package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.StructCodec;
import dev.verbatim.file.NestedSamples.Book;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.Samples.Primitives;
import dev.verbatim.file.Samples.Quote;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.GeneratedCodec;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dtype of a struct as it is written. */
class NpyDtypeTest {

    static Binding<?> bindingOf(StructCodec<?> codec) {
        return ((GeneratedCodec<?>) codec).binding();
    }

    private static Struct dtypeOf(StructCodec<?> codec) {
        return NpyDtype.of(bindingOf(codec));
    }

    @Test
    void aStructIsAListOfNamesAndTypes() {
        assertEquals(
                "[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8')]",
                dtypeOf(Quote.CODEC).toLiteral());
    }

    @Test
    void everyPrimitiveHasItsTypeAndPaddingIsVoid() {
        assertEquals(
                "[('', '|V3'), ('b', '|i1'), ('z', '|b1'), ('charLe', '<u2'), ('charBe', '>u2'), ('shortLe', '<i2'),"
                    + " ('shortBe', '>i2'), ('', '|V4'), ('intLe', '<i4'), ('intBe', '>i4'), ('longLe', '<i8'),"
                    + " ('longBe', '>i8'), ('', '|V1'), ('floatLe', '<f4'), ('floatBe', '>f4'), ('doubleLe', '<f8'),"
                    + " ('doubleBe', '>f8'), ('', '|V5')]",
                dtypeOf(Primitives.CODEC).toLiteral());
    }

    /**
     * An enum is the integer that it is stored as, a text is bytes, an array a sub-array, and a nested struct a list
     * again.
     */
    @Test
    void everyOtherKindOfMemberHasItsType() {
        String level = "[('', '|V4'), ('price', '<i8'), ('size', '<i4'), ('', '|V2'), ('side', '|i1'), ('', '|V1')]";
        String header = "[('length', '<i2'), ('', '|V2'), ('source', '|S4'), ('versions', '<i4', (2,))]";
        String book =
                "[('byteSide', '|i1'), ('shortSide', '<i2'), ('charSide', '<u2'), ('intSide', '<i4'), ('longSide',"
                    + " '<i8'), ('symbol', '|S8'), ('noText', '|S0'), ('flags', '|b1', (3,)), ('bytes', '|i1', (3,)),"
                    + " ('chars', '<u2', (2,)), ('shorts', '<i2', (2,)), ('ints', '<i4', (2,)), ('noInts', '<i4',"
                    + " (0,)), ('longs', '<i8', (2,)), ('floats', '<f4', (2,)), ('doubles',"
                    + " '<f8', (1,)), ('header', " + header + "), ('best', "
                        + level
                        + "), ('bids', " + level + ", (2,)), ('asks', " + level + ", (3,)), ('trades', " + level
                        + ", (0,)),"
                        + " ('legs', [('header', " + header + "), ('levels', " + level
                        + ", (2,)), ('code', '<u2')], (2,)),"
                        + " ('last', '|i1')]";
        assertEquals(book, dtypeOf(Book.LITTLE_ENDIAN).toLiteral());
        assertEquals(book.replace('<', '>'), dtypeOf(Book.BIG_ENDIAN).toLiteral());
    }

    @Test
    void whatIsWrittenIsReadBack() throws SyntaxException {
        for (StructCodec<?> codec : List.of(Quote.CODEC, Primitives.CODEC, Book.LITTLE_ENDIAN, Book.BIG_ENDIAN)) {
            Struct dtype = dtypeOf(codec);
            assertEquals(dtype, parse(dtype.toLiteral()));
        }
    }

    @Test
    void namesAreEscapedAsPythonReadsThem() throws SyntaxException {
        assertName("it's", "'it\\'s'");
        assertName("\"no\"", "'\"no\"'");
        assertName("back\\slash", "'back\\\\slash'");
        assertName("a\nb\rc\td\0e", "'a\\x0ab\\x0dc\\x09d\\x00e'");
        assertName("\u007F\u0085\u00A0\u00A1", "'\\x7f\\x85\\xa0\u00A1'");
        assertName("\u00E4\u20AC\uD83D\uDE00", "'\u00E4\u20AC\uD83D\uDE00'");
    }

    /** UTF-8 has no bytes for it: written as it is it would become a question mark. */
    @Test
    void aLoneSurrogateInANameIsEscaped() throws SyntaxException {
        assertName("a\uD800b", "'a\\ud800b'");
        assertName("\uDC00\uD800", "'\\udc00\\ud800'");
    }

    private static void assertName(String name, String literal) throws SyntaxException {
        Scalar type = new Scalar("|i1", 1);
        Struct dtype = new Struct(List.of(new Field("a", new Struct(List.of(new Field(name, type, 0)), 1), 0)), 1);
        assertEquals("[('a', [(" + literal + ", '|i1')])]", dtype.toLiteral());
        assertEquals(dtype, parse(dtype.toLiteral()));
    }

    @Test
    void recordsThatAreTooLargeForNumpyAreRefused() {
        String refusal = "cannot store java.lang.Object in a file: expected records of at most 2147483647 bytes, found"
                + " byteSize=";
        NpyDtype.requireStorable(text(Integer.MAX_VALUE));
        assertEquals(refusal + 2147483648L, refusalOf(struct(new Value.Struct(text(Integer.MAX_VALUE)), 2147483648L)));
    }

    @Test
    void recordsWithoutBytesAreRefused() {
        String refusal = " in a file: expected records of at least 1 byte, found byteSize=0";
        assertEquals("cannot store java.lang.Object" + refusal, refusalOf(text(0)));
        assertEquals(
                "cannot store such structs" + refusal,
                assertThrows(IllegalArgumentException.class, () -> NpyDtype.of(MemoryLayout.structLayout()))
                        .getMessage());
    }

    /** What may be stored can be read back: nesting ends before the parser's patience does. */
    @Test
    void structsAreNestedAsDeepAsAHeaderCanBeRead(@TempDir Path folder) throws IOException {
        Binding<?> binding = struct(new Value.PrimitiveArray(ValueLayout.JAVA_BYTE, 1), 1);
        for (int depth = 1; depth < 48; depth++) {
            binding = struct(new Value.StructSequence(binding, 1, true), 1);
        }
        Binding<?> deepest = binding;
        assertDoesNotThrow(() -> NpyDtype.requireStorable(deepest));
        Struct dtype = NpyDtype.of(deepest);
        Path path = Files.write(folder.resolve("deep.npy"), NpyHeader.encode(dtype));
        try (FileChannel channel = FileChannel.open(path)) {
            assertEquals(dtype, NpyHeader.read(path, channel).dtype());
        }
        assertEquals(
                "cannot store java.lang.Object in a file: expected at most 48 structs within one another, found 49",
                refusalOf(struct(new Value.Struct(deepest), 1)));
    }

    private static String refusalOf(Binding<?> binding) {
        return assertThrows(IllegalArgumentException.class, () -> NpyDtype.requireStorable(binding))
                .getMessage();
    }

    private static Binding<?> text(int byteSize) {
        return struct(new Value.Text(byteSize), byteSize);
    }

    /** A binding of a struct with one member. */
    private static Binding<?> struct(Value.Fixed value, long byteSize) {
        Member member =
                new Member.Fixed("a", 0, Object.class, value, new Member.NestField(Object.class, "a", false), null);
        MemoryLayout bytes =
                MemoryLayout.sequenceLayout(byteSize, ValueLayout.JAVA_BYTE).withName("a");
        return new Binding<>(
                Object.class,
                MemoryLayout.structLayout(bytes),
                List.of(member),
                List.of(),
                null,
                MethodHandles.lookup(),
                true);
    }

    private static Struct parse(String literal) throws SyntaxException {
        return NpyDtypeParser.parse(PythonLiteral.parse(literal), literal);
    }
}
