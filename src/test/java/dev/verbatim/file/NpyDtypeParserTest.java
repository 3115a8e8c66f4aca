package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dtype of a struct as it is read: what NumPy writes, and what it would not. */
class NpyDtypeParserTest {

    private static final Scalar BYTE = new Scalar("|i1", 1);
    private static final Scalar SHORT = new Scalar("<i2", 2);
    private static final Scalar LONG = new Scalar("<i8", 8);

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        ('a', '<i8')                  ; <i8         ; 8
        ('a', '=i8')                  ; <i8         ; 8
        ('a', '>i8')                  ; >i8         ; 8
        ('a', 'f8')                   ; <f8         ; 8
        ('a', '|f8')                  ; <f8         ; 8
        ('a', 'M8[us]')               ; <M8[us]     ; 8
        ('a', 'U2')                   ; <U2         ; 8
        ('a', 'S2')                   ; |S2         ; 2
        ('a', 'b1')                   ; |b1         ; 1
        ('a', 'V4')                   ; |V4         ; 4
        ('a', '<i1')                  ; |i1         ; 1
        ('a', '>b1')                  ; |b1         ; 1
        ('a', '<u4')                  ; <u4         ; 4
        ('a', '<f2')                  ; <f2         ; 2
        ('a', '<f16')                 ; <f16        ; 16
        ('a', '<c16')                 ; <c16        ; 16
        ('a', '|S16')                 ; |S16        ; 16
        ('a', '|S0')                  ; |S0         ; 0
        ('a', '<U4')                  ; <U4         ; 16
        ('a', '>U1')                  ; >U1         ; 4
        ('a', '<M8[ns]')              ; <M8[ns]     ; 8
        ('a', '>m8[25s]')             ; >m8[25s]    ; 8
        ('a', '<M8')                  ; <M8         ; 8
        ('a', '|O')                   ; |O          ; 0
        ('a', '|V7')                  ; |V7         ; 7
        ('a', 'int64')                ; int64       ; 0
        (('the title', 'a'), '<i8')   ; <i8         ; 8
        ('a', '<i8', ())              ; <i8         ; 8
        """)
    void aScalarIsReadAsItIsDeclared(String entry, String type, long byteSize) throws SyntaxException {
        Field field = new Field("a", new Scalar(type, byteSize), 0);
        assertEquals(new Struct(List.of(field), byteSize), parse("[" + entry + "]"));
        assertEquals(
                new Struct(List.of(field, new Field("b", BYTE, byteSize)), byteSize + 1),
                parse("[" + entry + ", ('b', '|i1')]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        ('a', '<i8', (3,))                     ; ('<i8', (3,))                    ; 24
        ('a', '<i8', (2, 3))                   ; ('<i8', (2, 3))                  ; 48
        ('a', '<i8', 3)                        ; ('<i8', (3,))                    ; 24
        ('a', '<i8', (0,))                     ; ('<i8', (0,))                    ; 0
        ('a', '<i8', (0, 2147483647))          ; ('<i8', (0, 2147483647))         ; 0
        ('a', '<U4', (2,))                     ; ('<U4', (2,))                    ; 32
        ('a', '<M8[ns]', (2,))                 ; ('<M8[ns]', (2,))                ; 16
        ('a', '|V7', (2,))                     ; ('|V7', (2,))                    ; 14
        ('a', ('<i8', (3,)))                   ; ('<i8', (3,))                    ; 24
        ('a', ('<i8', (3,)), (2,))             ; ('<i8', (2, 3))                  ; 48
        ('a', [('b', '<i8')])                  ; [('b', '<i8')]                   ; 8
        ('a', [('b', '=i8'), ('c', '<i1')])    ; [('b', '<i8'), ('c', '|i1')]     ; 9
        ('a', [('', '|V2'), ('b', '<i2')])     ; [('', '|V2'), ('b', '<i2')]      ; 4
        ('a', [('b', '<i2'), ('', '|V2')], 3)  ; ([('b', '<i2'), ('', '|V2')], (3,)) ; 12
        ('a', [('b', [('c', '<i2', (2,))], (3,)), ('d', '|i1')], (2,)) \
        ; ([('b', [('c', '<i2', (2,))], (3,)), ('d', '|i1')], (2,)) ; 26
        (('the title', 'a'), [(('b title', 'b'), '<i8')], (2,)) ; ([('b', '<i8')], (2,)) ; 16
        ('a', [('', '|V5')])                   ; [('', '|V5')]                    ; 5
        ('a', [])                              ; []                               ; 0
        """)
    void aNestedTypeIsReadWithItsSizeAndTheNextFieldIsBehindIt(String entry, String type, long byteSize)
            throws SyntaxException {
        Struct struct = parse("[('x', '<i2'), " + entry + ", ('b', '|i1')]");
        assertEquals(
                List.of("x", "a", "b"),
                struct.fields().stream().map(Field::name).toList());
        Field field = struct.fields().get(1);
        assertEquals(type + " (offset=2)", field.toString());
        assertEquals(byteSize, field.type().byteSize());
        assertEquals(new Field("b", BYTE, 2 + byteSize), struct.fields().getLast());
        assertEquals(3 + byteSize, struct.byteSize());
    }

    @Test
    void nestedTypesAreATree() throws SyntaxException {
        Struct level = new Struct(List.of(new Field("price", LONG, 4), new Field("side", BYTE, 12)), 16);
        Array levels = new Array(level, List.of(10L));
        Array matrix = new Array(SHORT, List.of(2L, 3L));
        assertEquals(
                new Struct(
                        List.of(
                                new Field("best", level, 0),
                                new Field("levels", levels, 16),
                                new Field("matrix", matrix, 176)),
                        188),
                parse("[('best', [('', '|V4'), ('price', '<i8'), ('side', '|i1'), ('', '|V3')]),"
                        + " ('levels', [('', '|V4'), ('price', '<i8'), ('side', '|i1'), ('', '|V3')], (10,)),"
                        + " ('matrix', '<i2', (2, 3))]"));
    }

    @Test
    void unnamedVoidIsPadding() throws SyntaxException {
        assertEquals(
                new Struct(List.of(new Field("a", SHORT, 3)), 12), parse("[('', '|V3'), ('a', '<i2'), ('', '|V7')]"));
    }

    /** So NumPy reads it; it does not write it. */
    @Test
    void anUnnamedArrayIsPadding() throws SyntaxException {
        assertEquals(new Struct(List.of(new Field("a", SHORT, 6)), 8), parse("[('', '|V3', (2,)), ('a', '<i2')]"));
        assertEquals(new Struct(List.of(new Field("a", SHORT, 4)), 6), parse("[('', '<i2', (2,)), ('a', '<i2')]"));
    }

    @Test
    void anUnnamedFieldOfAnotherTypeIsAField() throws SyntaxException {
        assertEquals(new Struct(List.of(new Field("", SHORT, 0)), 2), parse("[('', '<i2')]"));
        Struct nested = new Struct(List.of(new Field("b", SHORT, 0)), 2);
        assertEquals(new Struct(List.of(new Field("", nested, 0)), 2), parse("[('', [('b', '<i2')])]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        ('a', 5)                                   ; a type                              ; 5
        ('a', ('<i8', (3,), 1))                    ; a type                              ; ('<i8', (3,), 1)
        ('a', [('b', True)])                       ; a type                              ; True
        ('a', [5])                                 ; a tuple of name and type            ; 5
        ('a', [('b',)])                            ; a tuple of name and type            ; ('b',)
        ('a', [(1, '<i8')])                        ; a field's name                      ; 1
        ('a', [('b', '<i8'), ('b', '<i2')])        ; a name that no other field has      ; ('b', '<i2')
        ('a', '<i8', '3')                          ; the shape of a field                ; '3'
        ('a', '<i8', (2, True))                    ; the shape of a field                ; (2, True)
        ('a', '|V2147483648')                      ; a type of at most 2147483647 bytes  ; '|V2147483648'
        ('a', '<U999999999')                       ; a type of at most 2147483647 bytes  ; '<U999999999'
        ('a', '<i8', (268435456,))                 ; a type of at most 2147483647 bytes  ; (268435456,)
        ('a', '|i1', (0, 2147483648))              ; a type of at most 2147483647 bytes  ; (0, 2147483648)
        ('a', '<i8', (0, 2147483647, 2147483647))  ; a type of at most 2147483647 bytes  ; (0, 2147483647, 2147483647)
        ('a', '<i8', (2147483647, 0, 2147483647, 2147483647)) ; a type of at most 2147483647 bytes \
        ; (2147483647, 0, 2147483647, 2147483647)
        ('a', '|i1', (65536, 65536, 65536, 65536)) ; a type of at most 2147483647 bytes  ; (65536, 65536, 65536, 65536)
        """)
    void whatIsNoTypeIsRefusedWhereItStands(String entry, String expected, String found) {
        String literal = "[" + entry + "]";
        SyntaxException e = assertThrows(SyntaxException.class, () -> parse(literal));
        assertEquals(expected, e.expected);
        assertEquals(found, e.found);
        assertTrue(literal.startsWith(found, e.position), "position=" + e.position);
    }

    @Test
    void fieldsThatTogetherAreTooLargeAreRefused() {
        String literal = "[('a', '|i1', (2147483647,)), ('b', '|i1')]";
        SyntaxException e = assertThrows(SyntaxException.class, () -> parse(literal));
        assertEquals("a type of at most 2147483647 bytes", e.expected);
        assertEquals("('b', '|i1')", e.found);
    }

    @Test
    void arraysOfMoreDimensionsThanNumpyHasAreRefused() throws SyntaxException {
        String ones = "1, ".repeat(64);
        assertEquals(8, parse("[('a', '<i8', (" + ones + "))]").byteSize());
        for (String entry : List.of("('a', '<i8', (1, " + ones + "))", "('a', ('<i8', (" + ones + ")), (1,))")) {
            SyntaxException e = assertThrows(SyntaxException.class, () -> parse("[" + entry + "]"));
            assertEquals("at most 64 dimensions", e.expected);
            assertEquals("65", e.found);
        }
    }

    private static Struct parse(String literal) throws SyntaxException {
        return NpyDtypeParser.parse(PythonLiteral.parse(literal), literal);
    }
}
