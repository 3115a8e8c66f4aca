package dev.verbatim.leaving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both sides of the tables in {@code docs/leaving-unsafe.md} stand side by side in code that is run. */
class LeavingUnsafePageTest {

    /** The two sides of a row, as the sources mark them. */
    private static final Pattern PAIR =
            Pattern.compile("^ *// @there$(.*?)^ *// @here$(.*?)^ *// @end$", Pattern.MULTILINE | Pattern.DOTALL);

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** A row of a page or a pair of a source: without spaces, as the formatter breaks lines. */
    private record Row(List<String> there, List<String> here) {

        boolean isIn(Row pair) {
            return there.stream().allMatch(code -> contains(pair.there.getFirst(), code))
                    && here.stream().allMatch(code -> contains(pair.here.getFirst(), code));
        }

        /** From the start of a word: a call of {@code x.put} is none of {@code max.put}. */
        private static boolean contains(String text, String code) {
            return Pattern.compile("(?<![\\w.])" + Pattern.quote(code))
                    .matcher(text)
                    .find();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sun.misc.Unsafe, src/test/java/dev/verbatim/leaving/UnsafeRowsTest.java",
        "ByteBuffer, src/test/java/dev/verbatim/leaving/ByteBufferRowsTest.java",
        "Agrona's DirectBuffer, src/jmh/java/dev/verbatim/jmh/leaving/AgronaRows.java",
        "Agrona's ring buffers, src/jmh/java/dev/verbatim/jmh/leaving/AgronaRingRows.java",
        "Chronicle's Bytes, src/jmh/java/dev/verbatim/jmh/leaving/ChronicleRows.java",
        "Chronicle's Values, src/jmh/java/dev/verbatim/jmh/leaving/ValuesRows.java",
        "SBE flyweights, src/jmh/java/dev/verbatim/jmh/leaving/SbeRows.java",
        "Kryo's unsafe streams, src/jmh/java/dev/verbatim/jmh/leaving/KryoRows.java",
    })
    void eachRowIsAPairOfTheSourceAndEachPairARow(String heading, Path source) throws IOException {
        List<Row> rows = rows(heading);
        List<Row> pairs = pairs(source);
        assertFalse(rows.isEmpty());
        for (Row row : rows) {
            assertFalse(row.there.isEmpty() || row.here.isEmpty(), () -> "has no code: " + row);
            assertTrue(pairs.stream().anyMatch(row::isIn), () -> "is no pair of " + source + ": " + row);
        }
        assertEquals(
                List.of(),
                pairs.stream()
                        .filter(pair -> rows.stream().noneMatch(row -> row.isIn(pair)))
                        .toList());
    }

    private static List<Row> rows(String heading) throws IOException {
        String page = Files.readString(Path.of("docs", "leaving-unsafe.md"));
        String start = "\n## " + heading + "\n";
        assertTrue(page.contains(start), heading);
        String section = page.substring(page.indexOf(start) + start.length());
        section = section.substring(0, section.indexOf("\n## "));
        List<Row> rows = new ArrayList<>();
        for (String line :
                section.lines().filter(line -> line.startsWith("| `")).toList()) {
            String[] cells = line.split("\\|", -1);
            rows.add(new Row(code(cells[1]), code(cells[2])));
        }
        return rows;
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map(match -> withoutSpaces(match.group(1)))
                .toList();
    }

    private static List<Row> pairs(Path source) throws IOException {
        return PAIR.matcher(Files.readString(source))
                .results()
                .map(match -> new Row(List.of(withoutSpaces(match.group(1))), List.of(withoutSpaces(match.group(2)))))
                .toList();
    }

    private static String withoutSpaces(String code) {
        return code.replaceAll("\\s+", "");
    }
}
