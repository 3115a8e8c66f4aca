package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.Samples.Primitives;
import dev.verbatim.file.Samples.Quote;
import dev.verbatim.internal.runtime.GeneratedCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dtype of a struct: as it is written, as it is read, and how two are told apart. */
class NpyDtypeTest {

    private static final Path FILE = Path.of("quotes.npy");
    private static final NpyDtype QUOTE = dtypeOf((GeneratedCodec<?>) Quote.CODEC);

    private static NpyDtype dtypeOf(GeneratedCodec<?> codec) {
        return NpyDtype.of(codec.binding());
    }

    @Test
    void aStructIsAListOfNamesAndTypes() {
        assertEquals("[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8')]", QUOTE.toLiteral());
    }

    @Test
    void everyPrimitiveHasItsTypeAndPaddingIsVoid() {
        assertEquals(
                "[('', '|V3'), ('b', '|i1'), ('z', '|b1'), ('charLe', '<u2'), ('charBe', '>u2'), ('shortLe', '<i2'),"
                        + " ('shortBe', '>i2'), ('', '|V4'), ('intLe', '<i4'), ('intBe', '>i4'), ('longLe', '<i8'),"
                        + " ('longBe', '>i8'), ('', '|V1'), ('floatLe', '<f4'), ('floatBe', '>f4'), ('doubleLe', '<f8'),"
                        + " ('doubleBe', '>f8'), ('', '|V5')]",
                dtypeOf((GeneratedCodec<?>) Primitives.CODEC).toLiteral());
    }

    @Test
    void whatIsWrittenIsReadBack() throws SyntaxException {
        for (NpyDtype dtype : List.of(QUOTE, dtypeOf((GeneratedCodec<?>) Primitives.CODEC))) {
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
        NpyDtype dtype = new NpyDtype(List.of(new Field(name, "|i1", 0)), 1);
        assertEquals("[(" + literal + ", '|i1')]", dtype.toLiteral());
        assertEquals(dtype, parse(dtype.toLiteral()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            ('a', '<i8')                  ; <i8                    ; 8
            ('a', '=i8')                  ; <i8                    ; 8
            ('a', '>i8')                  ; >i8                    ; 8
            ('a', '<i1')                  ; |i1                    ; 1
            ('a', '>b1')                  ; |b1                    ; 1
            ('a', '<u4')                  ; <u4                    ; 4
            ('a', '<f2')                  ; <f2                    ; 2
            ('a', '<c16')                 ; <c16                   ; 16
            ('a', '|S16')                 ; |S16                   ; 16
            ('a', '<U4')                  ; <U4                    ; 16
            ('a', '<M8[ns]')              ; <M8[ns]                ; 0
            ('a', '|O')                   ; |O                     ; 0
            ('a', '|V7')                  ; |V7                    ; 7
            (('the title', 'a'), '<i8')   ; <i8                    ; 8
            ('a', '<i8', (3,))            ; ('a', '<i8', (3,))     ; 0
            ('a', [('b', '<i8')])         ; ('a', [('b', '<i8')])  ; 0
            """)
    void aTypeIsReadAsItIsDeclared(String entry, String type, long byteSize) throws SyntaxException {
        assertEquals(new NpyDtype(List.of(new Field("a", type, 0)), byteSize), parse("[" + entry + "]"));
    }

    @Test
    void unnamedVoidIsPadding() throws SyntaxException {
        assertEquals(
                new NpyDtype(List.of(new Field("a", "<i2", 3)), 12), parse("[('', '|V3'), ('a', '<i2'), ('', '|V7')]"));
    }

    @Test
    void anUnnamedFieldOfAnotherTypeIsAField() throws SyntaxException {
        assertEquals(new NpyDtype(List.of(new Field("", "<i2", 0)), 2), parse("[('', '<i2')]"));
    }

    @Test
    void theSameDtypeIsAccepted() throws SyntaxException {
        parse("[('id', '=i8'), (('a title', \"bid\"), '<f8'), ('ask', '<f8'),]").requireSame(QUOTE, FILE, Quote.class);
    }

    @Test
    void everyDifferenceIsReported() {
        assertDifferences(
                "[('ask', '<f8'), ('id', '<u8'), ('size', '|O'), ('', '|V8')]",
                "4 mismatches",
                "id: the layout has <i8 (offset=0), the file has <u8 (offset=8); declare the member as the file has it",
                "bid: the layout has <f8 (offset=8), the file has no field of this name; leave the member out, or convert the"
                        + " file",
                "ask: the layout has <f8 (offset=16), the file has <f8 (offset=0); declare the member as the file has it",
                "size: the file has |O (offset=16), the layout has no member of this name; add it to the layout and to"
                        + " dev.verbatim.file.Samples$Quote");
    }

    @Test
    void paddingAtTheEndIsADifference() {
        assertDifferences(
                "[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8'), ('', '|V8')]",
                "1 mismatch",
                "byteSize: the layout has 24 bytes, the file's records have 32; declare the padding that the file has");
    }

    @Test
    void paddingInBetweenIsADifference() {
        assertDifferences(
                "[('id', '<i8'), ('bid', '<f8'), ('', '|V4'), ('ask', '<f8')]",
                "2 mismatches",
                "ask: the layout has <f8 (offset=16), the file has <f8 (offset=20); declare the member as the file has it",
                "byteSize: the layout has 24 bytes, the file's records have 28; declare the padding that the file has");
    }

    @Test
    void aSubArrayIsADifference() {
        LayoutMismatchException e =
                differences("[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8', (1,))]");
        assertEquals(
                "ask: the layout has <f8 (offset=16), the file has ('ask', '<f8', (1,)) (offset=16); declare the member as the"
                        + " file has it",
                e.mismatches().getFirst());
    }

    private static void assertDifferences(String literal, String count, String... differences) {
        assertEquals(
                "cannot read file=quotes.npy as dev.verbatim.file.Samples$Quote: " + count + "\n  - "
                        + String.join("\n  - ", differences),
                differences(literal).getMessage());
    }

    private static LayoutMismatchException differences(String literal) {
        return assertThrows(
                LayoutMismatchException.class, () -> parse(literal).requireSame(QUOTE, FILE, Quote.class));
    }

    private static NpyDtype parse(String literal) throws SyntaxException {
        return NpyDtype.parse(PythonLiteral.parse(literal), literal);
    }
}
