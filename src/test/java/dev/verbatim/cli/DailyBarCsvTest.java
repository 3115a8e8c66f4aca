package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DailyBarCsvTest {

    private static final String HEADER = "Date,Open,High,Low,Close,Adj Close,Volume\n";

    @TempDir
    Path folder;

    @Test
    void readsTheColumnsByNameInAnyOrderAndIgnoresOthers() throws Exception {
        List<DailyBar> bars = DailyBarCsv.read(csv("""
            Volume,Adj Close,Note,Close,Low,High,Open,Date
            936660000,6.5,"a, b",5.25,-1,4.125,3,1/4/1999
            0,0.1,,7,7,7,7,2018-12-31
            """));

        assertEquals(
                List.of(
                        new DailyBar(19990104, 3, 4.125, -1, 5.25, 6.5, 936660000),
                        new DailyBar(20181231, 7, 7, 7, 7, 0.1, 0)),
                bars);
    }

    @Test
    void acceptsWhatSpreadsheetsAndWindowsAdd() throws Exception {
        List<DailyBar> bars = DailyBarCsv.read(csv("""
            \uFEFFDate, Open,High,Low,Close,"Adj Close",Volume

             02/29/2000 ,1,2,3,4,5, 9223372036854775807
            """.replace("\n", "\r\n")));

        assertEquals(List.of(new DailyBar(20000229, 1, 2, 3, 4, 5, Long.MAX_VALUE)), bars);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "13/1/1999",
                "2/29/1999",
                "1999-02-29",
                "1999-1-4",
                "1/4/99",
                "19990104",
                "0000-01-01",
                "10000-01-01",
                "null"
            })
    void refusesWhatIsNoDate(String found) throws IOException {
        assertRefused(
                HEADER + "1/4/1999,1,2,3,4,5,6\n" + found + ",1,2,3,4,5,6\n",
                ":3: column Date: expected a date such as 1999-01-04 or 1/4/1999 (month/day/year), found "
                        + shown(found));
    }

    @ParameterizedTest
    @CsvSource({
        "Open, 'X,2,3,4,5,6'",
        "High, '1,X,3,4,5,6'",
        "Low, '1,2,X,4,5,6'",
        "Close, '1,2,3,X,5,6'",
        "Adj Close, '1,2,3,4,X,6'"
    })
    void refusesPricesThatAreNoPlainDecimals(String column, String row) throws IOException {
        for (String found : List.of(
                "", "null", "NaN", "Infinity", "1e5", "0x1p3", "1.5d", "1.", ".5", "+1", "1 000", "9".repeat(400))) {
            assertRefused(
                    HEADER + "1/4/1999," + row.replace("X", found) + "\n",
                    ":2: column " + column + ": expected a plain decimal number such as 2208.05, found "
                            + shown(found));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "NaN", "-1", "1.0", "1e9", "9223372036854775808"})
    void refusesVolumesThatAreNoLongs(String found) throws IOException {
        assertRefused(
                HEADER + "1/4/1999,1,2,3,4,5," + found + "\n",
                ":2: column Volume: expected a whole number from 0 to 9223372036854775807, found " + shown(found));
    }

    @Test
    void refusesRowsThatAreTooShort() throws IOException {
        assertRefused(
                HEADER + "1/4/1999,1,2,3,4,5\n",
                ":2: column Volume: expected a whole number from 0 to 9223372036854775807, found nothing");
    }

    @Test
    void countsLinesAndNotRows() throws IOException {
        assertRefused(
                "Note," + HEADER + "\"two\nlines\",1/4/1999,1,2,3,4,5,6\n\nx,1/5/1999,1,2,3,4,5,many\n",
                ":5: column Volume: expected a whole number from 0 to 9223372036854775807, found \"many\"");
    }

    @Test
    void listsAllMissingColumnsAtOnce() throws IOException {
        assertRefused(
                "Date,open,High,Low,Close\n1/4/1999,1,2,3,4\n",
                ": missing columns: Open, Adj Close, Volume; found \"Date, open, High, Low, Close\"");
    }

    @Test
    void refusesColumnsOfTheSameName() throws IOException {
        assertRefused(
                "Date,Open,High,Low,Close,Adj Close,Volume,Open,Date\n",
                ": columns that are there more than once: Date, Open");
    }

    @Test
    void refusesEmptyFiles() throws IOException {
        assertRefused("", ": is empty, expected a header and rows");
        assertRefused(HEADER, ": has a header and no rows");
    }

    @Test
    void showsNothingOfABinaryFileThatCouldUpsetATerminal() throws IOException {
        assertRefused(
                "\u0093NUMPY\u0001\u0000\u001b[31m" + "x".repeat(100),
                ": missing columns: Date, Open, High, Low, Close, Adj Close, Volume; found \"?NUMPY???[31m"
                        + "x".repeat(47) + "…\"");
    }

    @Test
    void refusesQuotesThatDoNotFit() throws IOException {
        Path file = csv(HEADER + "\"1/4/1999\"x,1,2,3,4,5,6\n");

        BadInputException e = assertThrows(BadInputException.class, () -> DailyBarCsv.read(file));

        assertEquals(
                file
                        + ": no CSV file: Unexpected character after closing quote: 'x' (0x78) (record starting at"
                        + " line 2)",
                e.getMessage());
    }

    @Test
    void refusesFilesThatCannotBeRead() {
        Path missing = folder.resolve("missing.csv");
        BadInputException e = assertThrows(BadInputException.class, () -> DailyBarCsv.read(missing));
        assertEquals(missing + ": no such file", e.getMessage());

        e = assertThrows(BadInputException.class, () -> DailyBarCsv.read(folder));
        assertEquals(folder + ": is a directory, expected a CSV file", e.getMessage());
    }

    private void assertRefused(String content, String expected) throws IOException {
        Path file = csv(content);
        BadInputException e = assertThrows(BadInputException.class, () -> DailyBarCsv.read(file), content);
        assertEquals(file + expected, e.getMessage());
    }

    private static String shown(String found) {
        String start = found.length() > 60 ? found.substring(0, 60) + "…" : found;
        return found.isEmpty() ? "nothing" : "\"" + start + "\"";
    }

    private Path csv(String content) throws IOException {
        return Files.writeString(folder.resolve("bars.csv"), content, StandardCharsets.UTF_8);
    }
}
