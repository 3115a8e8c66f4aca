package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.WithNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CsvTest {

    private static List<List<@Nullable String>> read(String csv) throws IOException {
        Csv.Reader reader = new Csv.Reader(new StringReader(csv));
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row = reader.read(); row != null; row = reader.read()) {
            rows.add(row);
        }
        assertNull(reader.read());
        return rows;
    }

    @Test
    void cellsAreQuotedWhereTheyHaveToBe() {
        assertEquals(
                "a, b ,,\"\",\"c,d\",\"\"\"\",\"\n\",\"\r\",\"\uFEFFx\",'",
                Csv.line(Arrays.asList("a", " b ", null, "", "c,d", "\"", "\n", "\r", "\uFEFFx", "'")));
        assertEquals("", Csv.line(List.of()));
    }

    @Test
    void rowsEndInAnyLineEnd() throws Exception {
        List<List<String>> rows = List.of(List.of("a", "b"), List.of("1", "2"), List.of("3", "4"), List.of("5", "6"));
        assertEquals(rows, read("\uFEFFa,b\r\n1,2\n3,4\r5,6"));
        assertEquals(rows, read("a,b\n1,2\n3,4\n5,6\n"));
        assertEquals(List.of(), read(""));
        assertEquals(Arrays.asList(List.of("a"), Arrays.asList((String) null), List.of("b")), read("a\n\nb"));
        assertEquals(List.of(Arrays.asList("a", null)), read("a,"));
        assertEquals(List.of(List.of("a\"b", " c")), read("a\"b, c"));
    }

    /** A row that has come through a pipe is there, before the next one comes. */
    @Test
    void nothingIsReadBehindALineEnd() throws Exception {
        for (String end : List.of("\n", "\r\n")) {
            StringReader source = new StringReader("a,\"b\"" + end + "c" + end + end + "d");
            Csv.Reader reader = new Csv.Reader(source);
            assertEquals(List.of("a", "b"), reader.read());
            source.mark(1);
            assertEquals('c', source.read());
            source.reset();
            assertEquals(List.of("c"), reader.read());
            assertEquals(Arrays.asList((String) null), reader.read());
            assertEquals('d', source.read());
        }
    }

    @Test
    void linesAreCounted() throws Exception {
        Csv.Reader reader = new Csv.Reader(new StringReader("a\n\"b\nc\r\nd\"\r\ne"));
        reader.read();
        assertEquals(1, reader.line());
        reader.read();
        assertEquals(2, reader.line());
        reader.read();
        assertEquals(5, reader.line());
    }

    @Test
    void quotesThatAreNoneAreRefused() {
        assertEquals(
                "line 2: expected quotes that end, found the end",
                assertThrows(MalformedTextException.class, () -> read("a\n\"b\nc"))
                        .getMessage());
        assertEquals(
                "line 1: expected a comma or the end of the line after quotes, found \"x\"",
                assertThrows(MalformedTextException.class, () -> read("\"a\"x,b"))
                        .getMessage());
    }

    @Property(tries = 300)
    void rowsComeBack(
            @ForAll @NotEmpty List<@NotEmpty List<@WithNull @Chars({',', '"', '\n', '\r', 'a', '\uFEFF'}) String>> rows)
            throws Exception {
        StringBuilder csv = new StringBuilder();
        rows.forEach(row -> csv.append(Csv.line(row)).append('\n'));
        assertEquals(rows, read(csv.toString()));
    }
}
