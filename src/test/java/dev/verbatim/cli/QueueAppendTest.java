package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code verbatim queue append} takes. */
class QueueAppendTest {

    private static final String HEADER = "id,symbol,levels[0].price,levels[0].size,levels[1].price,levels[1].size";

    @TempDir
    Path temporary;

    private Path queuePath;

    @BeforeEach
    void makeAQueueWithALayout() throws Exception {
        queuePath = temporary.resolve("queue");
        StoredQueue.ofQuotes(queuePath, 1);
    }

    private CommandLineRun append(String layout, String csv, String... options) throws Exception {
        Path file = Files.writeString(temporary.resolve("rows.csv"), csv);
        List<String> words =
                new ArrayList<>(List.of("queue", "append", queuePath.toString(), file.toString(), "--layout", layout));
        words.addAll(List.of(options));
        return verbatim(words.toArray(String[]::new));
    }

    private List<Quote> quotes() throws Exception {
        List<Quote> quotes = new ArrayList<>();
        try (MappedQueue queue = StoredQueue.open(queuePath);
                Tailer tailer = queue.tailer()) {
            for (Quote quote = tailer.poll(Quote.CODEC); quote != null; quote = tailer.poll(Quote.CODEC)) {
                quotes.add(quote);
            }
        }
        return quotes;
    }

    @Test
    void rowsOfAStoredLayoutAreAppendedFromAFile() throws Exception {
        CommandLineRun run =
                append(StoredQueue.QUOTE_ID, HEADER + "\n2,VBTM,99.5,10,99.25,20\n3,VBTM,99.5,10,99.25,20\n");
        assertEquals(new CommandLineRun(0, "2 entries appended, the last one at position=256\n", ""), run);
        assertEquals(List.of(Quote.of(1), Quote.of(2), Quote.of(3)), quotes());
    }

    @Test
    void columnsComeInAnyOrderAndPositionsAreIgnored() throws Exception {
        CommandLineRun run = append(
                StoredQueue.QUOTE_ID,
                String.join(
                        "\r\n",
                        "\ufefflevels[1].size,@position,symbol,id,levels[0].price,levels[0].size,levels[1].price",
                        "20,77,VBTM,2,99.5,10,99.25",
                        ""));
        assertEquals("", run.err());
        assertEquals(List.of(Quote.of(1), Quote.of(2)), quotes());
    }

    @Test
    void rowsAreAppendedFromStandardInput() throws Exception {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(
                    (HEADER + "\n2,VBTM,99.5,10,99.25,20\n").getBytes(StandardCharsets.UTF_8)));
            assertEquals(
                    new CommandLineRun(0, "1 entry appended, the last one at position=192\n", ""),
                    verbatim("queue", "append", queuePath.toString(), "--layout=" + StoredQueue.QUOTE_ID));
            System.setIn(new ByteArrayInputStream(
                    (HEADER + "\n3,VBTM,99.5,10,99.25,20\n").getBytes(StandardCharsets.UTF_8)));
            assertEquals(
                    new CommandLineRun(0, "1 entry appended, the last one at position=256\n", ""),
                    verbatim("queue", "append", queuePath.toString(), "-", "--layout=" + StoredQueue.QUOTE_ID));
            System.setIn(new ByteArrayInputStream(new byte[] {'i', 'd', '\n', -1, '\n'}));
            assertEquals(
                    "verbatim queue append: standard input: line 2: no text in UTF-8; nothing was appended\n",
                    verbatim("queue", "append", queuePath.toString(), "--layout={\"id\":j}")
                            .err());
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void rawRecordsAreTextOrDigits() throws Exception {
        assertEquals(0, append("raw", "bytes\nhello\n0x00ff\n\"a\nb\"\n").exitCode());
        assertEquals(
                "@position,bytes\n192,hello\n216,0x00ff\n240,\"a\nb\"\n",
                verbatim("queue", "cat", queuePath.toString(), "--layout=raw", "--format=csv")
                        .out());
    }

    @Test
    void aLayoutIsGivenAsText() throws Exception {
        assertEquals(
                0, append("{\"id\":j,\"\":x4,\"price\":D}", "id,price\n7,1.5\n").exitCode());
        CommandLineRun cat = verbatim("queue", "tail", queuePath.toString(), "-n1");
        assertTrue(cat.out().endsWith("\"value\":{\"id\":7,\"price\":1.5}}\n"), cat::out);
    }

    @Test
    void theRowsBeforeAWrongOneStay() throws Exception {
        CommandLineRun run = append(
                StoredQueue.QUOTE_ID, HEADER + "\n2,VBTM,99.5,10,99.25,20\n3,VBTM,99.5,10,99.25,twenty\n4,x,1,1,1,1\n");
        assertEquals(
                "verbatim queue append: " + temporary.resolve("rows.csv")
                        + ": line 3: levels[1].size: expected a whole number"
                        + " from -2147483648 to 2147483647, found \"twenty\"; the first row was appended\n",
                run.err());
        assertEquals("", run.out());
        assertEquals(2, run.exitCode());
        assertEquals(List.of(Quote.of(1), Quote.of(2)), quotes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "id                 | expected the column \"bytes\" once, found it 0 times among \"id\"",
                "bytes,bytes        | expected the column \"bytes\" once, found it 2 times among \"bytes\", \"bytes\"",
                "bytes,size         | expected columns of the layout, found \"size\"; to leave them out,"
                        + " --ignore-columns 'size'",
                "a b,bytes,,x       | expected columns of the layout, found \"a b\", \"\", \"x\"; to leave them out,"
                        + " --ignore-columns 'a b,\"\",x'",
                "@key,bytes,@key    | expected the column \"@key\" once, found it 2 times among \"@key\", \"bytes\","
                        + " \"@key\"",
                "bytes/a,b          | line 2: expected 1 field, found 2",
                "@position,bytes/1  | line 2: expected 2 fields, found 1",
                "bytes/0x1          | line 2: bytes: expected text, or 0x and pairs of hexadecimal digits, found"
                        + " \"0x1\"",
                "bytes/\"a          | line 2: expected quotes that end, found the end",
            })
    void whatDoesNotFitIsRefused(String csv, String message) throws Exception {
        CommandLineRun run = append("raw", csv.replace('/', '\n'));
        String prefix = "verbatim queue append: " + temporary.resolve("rows.csv") + ": " + message;
        assertTrue(run.err().startsWith(prefix), run::err);
        assertTrue(run.err().endsWith("; nothing was appended\n"), run::err);
        assertEquals(2, run.exitCode());
        assertEquals(List.of(Quote.of(1)), quotes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "size                   | bytes,size/a,1/b,2",
                "size,Adj Close         | Adj Close,bytes,size/1,a,x/,b,",
                "\"a,b\",\"\"              | ,\"a,b\",bytes,/1,2,a,3/,,b,",
                "``                     | ,bytes/1,a/,b",
                "@key                   | @key,bytes/1,a/2,b",
            })
    void columnsThatAreIgnoredAreLeftOut(String names, String csv) throws Exception {
        assertEquals(
                "",
                append("raw", csv.replace('/', '\n'), "--ignore-columns=" + names)
                        .err());
        assertEquals(
                "bytes\na\nb\n",
                verbatim("cat", queuePath.toString(), "--layout=raw", "--columns=bytes", "--format=csv")
                        .out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "bytes | bytes/a         | FILE: --ignore-columns: expected columns besides those of the layout, found"
                        + " \"bytes\"",
                "x     | bytes,size/a,1  | FILE: --ignore-columns: expected columns that are there, found \"x\", which"
                        + " is not among \"bytes\", \"size\"",
                "\"x    | bytes/a         | --ignore-columns: line 1: expected quotes that end, found the end",
                "a/b   | bytes/a         | --ignore-columns: expected names of columns on one line, found several"
                        + " lines",
                "x     | {\"value\":\"a\"} | --ignore-columns: expected CSV, found FILE, which has JSON lines",
            })
    void columnsThatCannotBeIgnoredAreRefused(String names, String csv, String message) throws Exception {
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim queue append: "
                                + message.replace(
                                        "FILE", temporary.resolve("rows.csv").toString())
                                + "; nothing was appended\n"),
                append("raw", csv.replace('/', '\n'), "--ignore-columns=" + names.replace('/', '\n')));
    }

    @Test
    void anArrayOfObjectsIsNoLines() throws Exception {
        for (String start : List.of("[{", "\uFEFF[\n  {", " ".repeat(70) + "[{")) {
            CommandLineRun run = append("raw", start + "\"bytes\":\"a\"}]\n");
            assertEquals(
                    "verbatim queue append: " + temporary.resolve("rows.csv") + ": expected JSON lines, one object in"
                            + " each, or CSV, found an array of objects; make lines of it with `jq -c '.[]'` where each"
                            + " is as `cat` prints it, with a member \"value\", and \"key\" for a map, else with"
                            + " `jq -c '.[] | {value: .}'`, for a map such as `{key: .id, value: .}`; nothing was"
                            + " appended\n",
                    run.err());
            assertEquals(2, run.exitCode());
        }
    }

    @Test
    void linesOfJsonMayStandBehindWhiteSpace() throws Exception {
        assertEquals(
                0, append("raw", "\n" + " ".repeat(70) + "{\"value\":\"a\"}\n").exitCode());
    }

    @Test
    void theIdOfRawIsZeroAlsoWhereNoLayoutIsStored() throws Exception {
        Path empty = temporary.resolve("empty");
        MappedQueue.open(empty).close();
        Path file = Files.writeString(temporary.resolve("rows.csv"), "bytes\nabc\n");
        CommandLineRun run = verbatim("queue", "append", empty.toString(), file.toString(), "--layout=00000000");
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
    }

    @Test
    void ofManyColumnsSomeAreListed() throws Exception {
        CommandLineRun most =
                append("raw", IntStream.range(0, 20).mapToObj(i -> "c" + i).collect(joining(",")) + "\n");
        assertTrue(most.err().contains("\"c18\", \"c19\";"), most::err);
        CommandLineRun many =
                append("raw", IntStream.range(0, 22).mapToObj(i -> "c" + i).collect(joining(",")) + "\n");
        assertTrue(many.err().contains("\"c18\", \"c19\" and 2 more;"), many::err);
    }

    @Test
    void whatIsTooLargeIsRefused() throws Exception {
        CommandLineRun text = append("{\"name\":[2]b}", "name\nabc\n");
        assertTrue(text.err().contains("line 2: name: expected at most 2 bytes, found 3 in \"abc\""), text::err);
        CommandLineRun entry = append("raw", "bytes\n" + "x".repeat(513) + "\n");
        assertTrue(entry.err().contains("line 2: cannot append an entry to queue="), entry::err);
        assertEquals(2, entry.exitCode());
    }

    @Test
    void layoutsThatAreNoneAreRefused() throws Exception {
        assertTrue(append("{\"a\":q}", "").err().contains("--layout: layout text at column=6: expected a type"));
        assertEquals(
                "verbatim queue append: --layout x: expected eight hexadecimal digits, as `info` lists them, or raw,"
                        + " or the text of a layout, such as {\"id\":j,\"price\":d}; nothing was appended\n",
                append("x", "").err());
        assertEquals(
                "verbatim queue append: --layout 00000001: expected a stored layout, 8599845a, found none of this id\n",
                append("00000001", "").err());
    }

    @Test
    void recordsOfVariableLengthComeFromCsvToo() throws Exception {
        try (MappedQueue queue = StoredQueue.open(queuePath);
                Appender appender = queue.appender()) {
            appender.append(Trade.CODEC, Trade.of(1));
        }
        assertEquals(
                new CommandLineRun(0, "1 entry appended, the last one at position=352\n", ""), append("e30c6a4d", """
                    id,venue,fills,tags,sizes
                    1,Zürich,"[{""price"":1.0,""size"":2}]","[{""text"":""a\\n""},{""text"":null}]","[3,4]"
                    """));
        List<String> values = verbatim("queue", "cat", queuePath.toString(), "--layout=e30c6a4d", "--columns=id,tags")
                .out()
                .lines()
                .toList();
        assertEquals(2, values.size());
        assertEquals(values.getFirst(), values.getLast());
    }

    @Test
    void aQueueIsNotMade() throws Exception {
        Path missing = temporary.resolve("missing");
        CommandLineRun run = verbatim("queue", "append", missing.toString(), "--layout=raw");
        assertEquals(
                "verbatim queue append: file=" + missing + ": expected a queue, found no such folder\n", run.err());
        assertTrue(Files.notExists(missing));

        assertTrue(verbatim(
                        "queue",
                        "append",
                        queuePath.toString(),
                        temporary.resolve("no.csv").toString(),
                        "--layout=raw")
                .err()
                .endsWith("no.csv: no such file; nothing was appended\n"));
    }
}
