package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.file.PythonLiteral.Node;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.PythonLiteral.Tuple;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The literals of a header, by example. */
class PythonLiteralTest {

    @Test
    void everyKindOfLiteralIsRead() throws SyntaxException {
        Node root = PythonLiteral.parse(" {'a': [1, 2,], \"b\": (True,), 'c': (False), 'd': ()} \n");
        Map<?, ?> dict = (Map<?, ?>) root.value();
        assertEquals(List.of("a", "b", "c", "d"), List.copyOf(dict.keySet()));
        assertEquals(List.of(new Node(1L, 8, 9), new Node(2L, 11, 12)), ((Node) dict.get("a")).value());
        assertEquals(new Tuple(List.of(new Node(true, 22, 26))), ((Node) dict.get("b")).value());
        assertEquals(new Node(false, 36, 41), dict.get("c"));
        assertEquals(new Node(new Tuple(List.of()), 49, 51), dict.get("d"));
        assertEquals(1, root.start());
        assertEquals(52, root.end());
    }

    @Test
    void aTupleOfOneElementEndsInAComma() throws SyntaxException {
        assertEquals(
                new Tuple(List.of(new Node(3L, 1, 2))),
                PythonLiteral.parse("(3 , )").value());
        assertEquals(3L, PythonLiteral.parse("( 3 )").value());
        assertEquals(",", PythonLiteral.parse("(',')").value());
    }

    @Test
    void escapesAreRead() throws SyntaxException {
        assertEquals("\\'\"\n\r\t\u00E9\u4FA1\uD83D\uDE00", string("'\\\\\\'\\\"\\n\\r\\t\\xe9\\u4fa1\\U0001f600'"));
        assertEquals("it's", string("\"it's\""));
        assertEquals("\"", string("'\"'"));
        assertEquals("", string("''"));
    }

    @Test
    void underscoresInNumbersAreRead() throws SyntaxException {
        assertEquals(12_000_000L, PythonLiteral.parse("12_000000").value());
    }

    @Test
    void anLBehindANumberIsReadWherePython2MayHaveWrittenIt() throws SyntaxException {
        assertEquals(
                new Tuple(List.of(new Node(12L, 1, 4))),
                PythonLiteral.parseOfPython2("(12L,)").value());
        assertEquals(12L, PythonLiteral.parseOfPython2("12").value());
        assertEquals(2, assertThrows(SyntaxException.class, () -> PythonLiteral.parse("12L")).position);
        assertEquals(3, assertThrows(SyntaxException.class, () -> PythonLiteral.parseOfPython2("12LL")).position);
        assertEquals(0, assertThrows(SyntaxException.class, () -> PythonLiteral.parseOfPython2("L")).position);
    }

    @Test
    void bracketsAreNestedAHundredDeep() throws SyntaxException {
        PythonLiteral.parse("[".repeat(100) + "]".repeat(100));
        SyntaxException e = assertThrows(SyntaxException.class, () -> PythonLiteral.parse("[".repeat(100_000)));
        assertEquals(100, e.position);
        // Side by side they are not nested.
        PythonLiteral.parse("[" + "[],".repeat(10_000) + "]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
        ``              |  0 | more of the header
        [               |  1 | more of the header
        [1              |  2 | more of the header
        [1 2]           |  3 | ']'
        (1, 2           |  5 | more of the header
        {'a' 1}         |  5 | ':'
        {'a': 1 'b': 2} |  8 | '}'
        {1: 2}          |  1 | a string as key
        {'a': }         |  6 | a value
        'a              |  2 | more of the header
        'a\\            |  3 | more of the header
        '\\q'           |  1 | an escape that repr writes
        '\\x0'          |  3 | 2 hexadecimal digits of a character
        '\\x+1'         |  3 | 2 hexadecimal digits of a character
        '\\u12'         |  3 | 4 hexadecimal digits of a character
        '\\U00110000'   |  3 | 8 hexadecimal digits of a character
        '\\Uffffffff'   |  3 | 8 hexadecimal digits of a character
        Tru             |  0 | True
        None            |  0 | a value
        1.5             |  1 | the end of the header
        -1              |  0 | a value
        1 1             |  2 | the end of the header
        9223372036854775808 | 0 | a value
        """)
    void whatIsNoLiteralIsRefusedWithItsPosition(String text, int position, String expected) {
        SyntaxException e = assertThrows(SyntaxException.class, () -> PythonLiteral.parse(text));
        assertEquals(expected, e.expected);
        assertEquals(position, e.position);
    }

    private static String string(String literal) throws SyntaxException {
        return (String) PythonLiteral.parse(literal).value();
    }
}
