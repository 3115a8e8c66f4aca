package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code verbatim append} takes, for each kind of store; {@link QueueAppendTest} has CSV. */
class AppendTest {

    @TempDir
    Path temporary;

    private Path store;

    @BeforeEach
    void nameTheStore() {
        store = temporary.resolve("store");
    }

    private CommandLineRun append(String text, String... options) throws Exception {
        Path file = Files.writeString(temporary.resolve("text"), text);
        return verbatim(Stream.concat(Stream.of("append", store.toString(), file.toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    private void assertRefused(String message, String text, String... options) throws Exception {
        assertEquals(
                new CommandLineRun(2, "", "verbatim append: " + temporary.resolve("text") + ": " + message + "\n"),
                append(text, options));
    }

    private String cat(String... options) {
        return verbatim(Stream.concat(Stream.of("cat", store.toString()), Stream.of(options))
                        .toArray(String[]::new))
                .out();
    }

    @ParameterizedTest
    @CsvSource({"csv", "json"})
    void aFileTakesWhatItHasPrinted(String format) throws Exception {
        StoredFile.ofQuotes(store, 2);
        CommandLineRun run = append(cat("--format=" + format));
        assertEquals(new CommandLineRun(0, "2 entries appended, the last one at index=3\n", ""), run);
        try (StructFile<Quote> file = StructFile.open(store, Quote.CODEC)) {
            assertEquals(
                    List.of(Quote.of(1), Quote.of(2), Quote.of(1), Quote.of(2)),
                    file.stream().toList());
        }
    }

    @Test
    void aFileThatIsOpenForWritingIsNoBadInput() throws Exception {
        StoredFile.ofQuotes(store, 1);
        try (StructFile<Quote> _ = StructFile.openReadWrite(store, Quote.CODEC)) {
            assertEquals(
                    new CommandLineRun(
                            1,
                            "",
                            "verbatim append: file=" + store
                                    + ": it is open for writing in this process; close the other writer first\n"),
                    append(cat("--format=csv")));
        }
    }

    @Test
    void aQueueTakesJsonOfAllItsLayouts() throws Exception {
        try (MappedQueue queue = StoredQueue.open(store);
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.append(Trade.CODEC, Trade.of(2));
            appender.append(Trade.CODEC, new Trade(3, null, List.of(), List.of(), new int[0]));
            appender.append(StoredQueue.text("0x"));
        }
        String before = cat();
        CommandLineRun run = append(before + "\n\n" + before);
        assertEquals(0, run.exitCode(), run::err);
        assertTrue(run.out().startsWith("8 entries appended, the last one at position="), run::out);
        assertEquals(
                (before + before + before).replaceAll("\"position\":\\d+", ""),
                cat().replaceAll("\"position\":\\d+", ""));
    }

    @Test
    void aMapTakesChangesAndRemovals() throws Exception {
        StoredMap.ofQuotes(store, 3);
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(store)) {
            map.put(2L, Quote.of(22));
            map.remove(3L);
        }
        String changes = verbatim("tail", store.toString()).out();
        Path first = store;
        store = temporary.resolve("copy");
        StoredMap.ofQuotes(store, 3);
        assertEquals(
                new CommandLineRun(0, "5 entries appended, the last one at key=3\n", ""), append("\uFEFF" + changes));
        assertEquals(0, verbatim("diff", first.toString(), store.toString()).exitCode());
        String csv = cat("--format=csv");
        assertEquals(0, append(csv, "--layout=" + StoredQueue.QUOTE_ID).exitCode());
        assertEquals(0, verbatim("diff", first.toString(), store.toString()).exitCode());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\":1}          | expected a JSON object with a member \"value\", as 'cat' prints it, found"
                        + " \"{\"id\":1}\"",
                "{\"value\":1}       | expected --layout, once, because the text does not name its layout;"
                        + " stored are 8599845a, and there is raw",
                "{\"value\":1,\"x\":1} | expected index, position, key, layout and value, found \"x = 1\"",
                "{\"value\":1,\"layout\":\"00000001\"} | expected a layout that is stored or given by --layout,"
                        + " 8599845a, found \"00000001\"",
                "{\"value\":1,\"layout\":\"8599845a\"} | expected a JSON object of the members, found \"1\"",
                "{\"value\":{},\"layout\":\"raw\"} | value: expected a text, because the layout is raw, found \"{}\"",
                "{\"value\":\"0x1\",\"layout\":\"raw\"} | expected text, or 0x and pairs of hexadecimal digits, found"
                        + " \"0x1\"",
                "{\"key\":1,\"value\":null} | key=1: expected a value, found the removal of a key",
                "{x                  | JSON at column=2: expected the name of a member in quotes, found \"x\"",
            })
    void linesThatDoNotFitAreRefused(String line, String message) throws Exception {
        StoredQueue.ofQuotes(store, 1);
        String good = cat();
        assertRefused("line 2: " + message + "; the first row was appended", good + line);
        assertEquals(2, cat().lines().count());
    }

    /** In front of them are more than a reader decodes at once. */
    @ParameterizedTest
    @CsvSource({"csv", "json"})
    void linesInFrontOfBytesThatAreNotUtf8AreAppended(String format) throws Exception {
        StoredFile.ofQuotes(store, 200);
        String good = cat("--format=" + format);
        byte[] text = (good + good.lines().skip(1).findFirst().orElseThrow() + "\n").getBytes(UTF_8);
        text[text.length - 5] = (byte) 0xff;
        Path file = Files.write(temporary.resolve("text"), text);
        assertEquals(
                "verbatim append: " + file + ": line " + (good.lines().count() + 1)
                        + ": no text in UTF-8; the first 200 rows were appended\n",
                verbatim("append", store.toString(), file.toString()).err());
        assertEquals(
                good.lines().count() + 200, cat("--format=" + format).lines().count());
    }

    @Test
    void keysThatDoNotFitAreRefused() throws Exception {
        StoredMap.ofQuotes(store, 1);
        String raw = "\"layout\":\"raw\",\"value\":\"\"}";
        assertRefused(
                "line 1: {}: expected a key, found none; nothing was appended".replace("{}", "the entry"), "{" + raw);
        assertRefused(
                "line 1: KEY: expected a whole number from -9223372036854775808 to 9223372036854775807, found \"x\";"
                        + " nothing was appended",
                "{\"key\":\"x\"," + raw);
        assertRefused(
                "line 2: expected a value, found none: CSV does not tell removals from nulls, use JSON lines; nothing"
                        + " was appended",
                "@key,bytes\n1,\n",
                "--layout=raw");
    }

    @Test
    void aTextIsNoObjectNoArrayAndNoNumberButOfAKey() throws Exception {
        StoredMap.open(store, MapCodec.strings(), MapCodec.bytes()).close();
        String raw = "\"layout\":\"raw\",\"value\":\"\"}";
        assertRefused(
                "line 1: KEY: expected a single value, found an object; nothing was appended",
                "{\"key\":{\"a\":1}," + raw);
        assertRefused(
                "line 1: KEY: expected a single value, found an array; nothing was appended", "{\"key\":[1]," + raw);
        assertRefused(
                "line 1: value: expected a text, because the layout is raw, found \"1\"; nothing was appended",
                "{\"key\":\"1\",\"layout\":\"raw\",\"value\":1}");
        assertEquals(0, append("{\"key\":1," + raw).exitCode());
        assertTrue(cat().startsWith("{\"key\":\"1\","));
    }

    @Test
    void aFileHasItsOwnLayout() throws Exception {
        StoredFile.ofQuotes(store, 1);
        assertEquals(
                "verbatim append: --layout raw: expected a queue or a map, found a file, which has its own layout\n",
                append("", "--layout=raw").err());
        assertRefused("line 1: expected the member \"id\", found none; nothing was appended", "{\"value\":{}}");
        CommandLineRun folder = verbatim("append", store.toString(), temporary.toString());
        assertEquals(
                "verbatim append: " + temporary + ": expected a file of CSV or JSON lines, found a folder; nothing was"
                        + " appended\n",
                folder.err());
        assertEquals(1, cat().lines().count());
    }

    /** Opening it to write would, as after a loss of power. */
    @ParameterizedTest
    @CsvSource({"queue", "map", "file"})
    void aMissingTextDoesNotTouchTheStore(String kind) throws Exception {
        switch (kind) {
            case "queue" -> StoredQueue.ofQuotes(store, 2);
            case "map" -> StoredMap.ofQuotes(store, 2);
            default -> StoredFile.ofQuotes(store, 2);
        }
        if (!kind.equals("file")) {
            makeBootAnother();
        }
        Map<Path, String> before = FolderContents.of(store);
        Path missing = temporary.resolve("typo.csv");
        assertEquals(
                new CommandLineRun(2, "", "verbatim append: " + missing + ": no such file; nothing was appended\n"),
                verbatim("append", store.toString(), missing.toString()));
        assertEquals(before, FolderContents.of(store));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bogus", "{"})
    void aMistypedLayoutDoesNotTouchTheStore(String layout) throws Exception {
        StoredQueue.ofQuotes(store, 2);
        makeBootAnother();
        Map<Path, String> before = FolderContents.of(store);
        CommandLineRun run = append("{}", "--layout=" + layout);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().endsWith("; nothing was appended\n"), run::err);
        assertEquals(before, FolderContents.of(store));
    }

    private void makeBootAnother() throws Exception {
        Path control = store.resolve("control");
        byte[] bytes = Files.readAllBytes(control);
        Arrays.fill(bytes, 24, 40, (byte) 0);
        Files.write(control, bytes);
    }

    /** The keys of 007 and 7 would be the same, where other readers of JSON refuse the first. */
    @ParameterizedTest
    @CsvSource({"007", "-00"})
    void aNumberThatJsonDoesNotHaveIsNoKey(String key) throws Exception {
        StoredMap.open(store, MapCodec.strings(), MapCodec.bytes()).close();
        String fromKey = key + ",\"layout\":\"raw\",\"value\":\"a\"}";
        assertRefused(
                "line 1: JSON at column=8: expected a value of JSON, found \"" + fromKey + "\"; nothing was appended",
                "{\"key\":" + fromKey);
        assertEquals("", cat());
    }

    /** What {@code cat} prints of a store without entries. */
    @Test
    void anEmptyTextHasNoEntries() throws Exception {
        StoredQueue.open(store).close();
        for (String format : List.of("--format=csv", "--format=json")) {
            assertEquals("", cat(format));
        }
        for (String text : List.of("", "\uFEFF")) {
            assertEquals(new CommandLineRun(0, "0 entries appended\n", ""), append(text));
            assertEquals(new CommandLineRun(0, "0 entries appended\n", ""), append(text, "--layout=raw"));
        }
        assertEquals("", cat());
    }

    /** Nor does a value without bytes get lost. */
    @ParameterizedTest
    @CsvSource({"csv", "json"})
    void aTextOfNoBytesIsAnEntry(String format) throws Exception {
        try (MappedQueue queue = StoredQueue.open(store);
                Appender appender = queue.appender()) {
            appender.append(MemorySegment.ofArray(new byte[0]));
            appender.append(MemorySegment.ofArray(new byte[] {'a'}));
            appender.append(MemorySegment.ofArray(new byte[0]));
        }
        String printed = cat("--format=" + format);
        store = temporary.resolve("copy");
        StoredQueue.open(store).close();
        assertEquals(0, append(printed, "--layout=raw").exitCode());
        assertEquals(printed, cat("--format=" + format));
    }

    /** In CSV of one column, null is an empty line. */
    @Test
    void nullInASingleColumnIsARecord() throws Exception {
        StructLayout note = Layouts.varRecord(Layouts.varRef("note"));
        String layout = LayoutText.of(note);
        StoredQueue.open(store).close();
        CommandLineRun run = append("note\n\nb\n\n", "--layout=" + layout);
        assertTrue(run.out().startsWith("3 entries appended"), run::err);
        assertEquals("note\n\nb\n\n", cat("--columns=note", "--format=csv"));
        assertTrue(append("@key,note\n\n", "--layout=" + layout).out().startsWith("0 entries"));
    }

    @ParameterizedTest
    @CsvSource({"file", "queue"})
    void keysAreNotDropped(String kind) throws Exception {
        Path map = temporary.resolve("map");
        StoredMap.ofQuotes(map, 1);
        if (kind.equals("file")) {
            StoredFile.ofQuotes(store, 1);
        } else {
            StoredQueue.ofQuotes(store, 1);
        }
        assertRefused(
                "line 1: key=1: expected an entry without a key, which has no place in a file or a queue, found key=1;"
                        + " nothing was appended",
                verbatim("cat", map.toString()).out());
        assertEquals(1, cat().lines().count());
    }
}
