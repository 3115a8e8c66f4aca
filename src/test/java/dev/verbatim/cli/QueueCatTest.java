package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code verbatim queue cat} and {@code tail} print. */
@Timeout(60)
class QueueCatTest {

    /** A quote takes 64 bytes, so that a segment has 62 of them. */
    private static final int PER_SEGMENT = 62;

    private static final int QUOTE_SIZE = 64;

    @TempDir
    Path temporary;

    private String folder;

    @BeforeEach
    void nameTheQueue() {
        folder = temporary.resolve("queue").toString();
    }

    private void writeAllKinds() throws IOException {
        try (MappedQueue queue = StoredQueue.open(Path.of(folder));
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.append(Trade.CODEC, Trade.of(2));
            appender.append(StoredQueue.text("text, \"quoted\""));
            appender.claim(8);
            appender.abort();
            appender.append(Quote.CODEC, Quote.of(3));
        }
    }

    private static String quoteJson(long position, long id) {
        return "{\"position\":" + position + ",\"layout\":\"" + StoredQueue.QUOTE_ID + "\",\"value\":{\"id\":" + id
                + ",\"symbol\":\"VBTM\",\"levels\":[{\"price\":99.5,\"size\":10},{\"price\":99.25,\"size\":20}]}}\n";
    }

    /** {@return the ids of the quotes that were printed} */
    private static List<Long> ids(CommandLineRun run) {
        return run.out()
                .lines()
                .map(line -> Long.valueOf(line.replaceFirst(".*\"id\":", "").replaceFirst(",.*", "")))
                .toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void entriesArePrintedAsJsonByTheirStoredLayouts() throws Exception {
        writeAllKinds();
        CommandLineRun run = verbatim("queue", "cat", folder);
        assertEquals("", run.err());
        assertEquals(
                quoteJson(128, 1)
                        + "{\"position\":192,\"layout\":\"e30c6a4d\",\"value\":{\"id\":2,\"venue\":\"Zürich\","
                        + "\"fills\":[{\"price\":1.0,\"size\":2}],\"tags\":[{\"text\":\"a\\n\"},{\"text\":null}],"
                        + "\"sizes\":[3,4]}}\n"
                        + "{\"position\":352,\"layout\":\"raw\",\"value\":\"text, \\\"quoted\\\"\"}\n"
                        + quoteJson(408, 3),
                run.out());
        assertEquals(0, run.exitCode());
    }

    @Test
    void entriesOfOneLayoutArePrintedAsCsv() throws Exception {
        writeAllKinds();
        CommandLineRun quotes = verbatim("queue", "cat", folder, "--format=csv", "--layout", StoredQueue.QUOTE_ID);
        assertEquals("", quotes.err());
        assertEquals("""
            @position,id,symbol,levels[0].price,levels[0].size,levels[1].price,levels[1].size
            128,1,VBTM,99.5,10,99.25,20
            408,3,VBTM,99.5,10,99.25,20
            """, quotes.out());
        CommandLineRun raw = verbatim("queue", "cat", folder, "--format=CSV", "--layout=raw");
        assertEquals("@position,bytes\n352,\"text, \"\"quoted\"\"\"\n", raw.out());
        CommandLineRun trades = verbatim("queue", "cat", folder, "--format=csv", "--layout=e30c6a4d");
        assertEquals("""
            @position,id,venue,fills,tags,sizes
            192,2,Zürich,"[{""price"":1.0,""size"":2}]","[{""text"":""a\\n""},{""text"":null}]","[3,4]"
            """, trades.out());
    }

    @Test
    void csvEndsWhereTheLayoutChanges() throws Exception {
        writeAllKinds();
        CommandLineRun run = verbatim("queue", "cat", folder, "--format=csv");
        assertEquals(2, run.out().lines().count());
        assertEquals(
                "verbatim queue cat: position=192: expected an entry of layout 8599845a, as the header has it, found"
                        + " one of layout e30c6a4d; choose one with --layout, or --format json\n",
                run.err());
        assertEquals(2, run.exitCode());
    }

    private void write(String layoutText) throws IOException {
        StructLayout layout = LayoutText.parse(layoutText);
        try (MappedQueue queue = MappedQueue.builder(Path.of(folder))
                        .segmentSize(1 << 20)
                        .open();
                Appender appender = queue.appender()) {
            MemorySegment payload = appender.claim(layout);
            for (long i = 0; i < payload.byteSize(); i++) {
                payload.set(ValueLayout.JAVA_BYTE, i, (byte) i);
            }
            appender.commit();
        }
    }

    @ParameterizedTest
    @CsvSource({"64, 65", "65, 2", "10000, 2"})
    void aLongArrayIsOneColumn(int count, int columns) throws Exception {
        String layout = "{\"counts\":[" + count + "]i}";
        write(layout);
        CommandLineRun cat = verbatim("queue", "cat", folder, "--format=csv");
        assertEquals(0, cat.exitCode(), cat::err);
        assertEquals(columns, cat.out().lines().findFirst().orElseThrow().split(",").length);
        String copy = temporary.resolve("copy").toString();
        MappedQueue.builder(Path.of(copy)).segmentSize(1 << 20).open().close();
        Path csv = Files.writeString(temporary.resolve("rows.csv"), cat.out());
        CommandLineRun append = verbatim("queue", "append", copy, csv.toString(), "--layout", layout);
        assertEquals("1 entry appended, the last one at position=128\n", append.out(), append::err);
        assertEquals(cat, verbatim("queue", "cat", copy, "--format=csv"));
        assertEquals(0, verbatim("diff", folder, copy).exitCode());
    }

    /** As many columns as a reader of CSV takes. */
    @Test
    void whatWouldBeMoreColumnsThanCanBeReadIsRefused() throws Exception {
        String layout = IntStream.range(0, 256)
                .mapToObj(i -> "\"m" + i + "\":[64]z")
                .collect(Collectors.joining(",", "{", "}"));
        write(layout);
        String problem = "expected a layout of at most 16383 columns of CSV, found more at \"m255[63]\"; ";
        for (String command : List.of("cat", "tail")) {
            CommandLineRun run = verbatim("queue", command, folder, "--format=csv");
            assertTrue(run.err().endsWith(": " + problem + "choose --columns, or --format json\n"), run::err);
            assertEquals(2, run.exitCode());
        }
        assertEquals(0, verbatim("queue", "cat", folder, "--format=json").exitCode());
        assertEquals(
                "@position,m255[63]\n128,true\n",
                verbatim("queue", "cat", folder, "--format=csv", "--columns=@position,m255[63]")
                        .out());
        Path target = temporary.resolve("target.csv");
        CommandLineRun convert = verbatim("convert", folder, target.toString());
        assertTrue(
                convert.err()
                        .endsWith(problem + "choose --to json or a target that ends in .jsonl; " + target
                                + " was not made\n"),
                convert::err);
        Path csv = Files.writeString(temporary.resolve("rows.csv"), "a");
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim queue append: " + csv + ": --layout: " + problem
                                + "use JSON lines for such entries; nothing was appended\n"),
                verbatim("queue", "append", folder, csv.toString(), "--layout", layout));
    }

    /** To look at each of them would take an age. */
    @Test
    void elementsWithoutColumnsAreNotCounted() throws Exception {
        StructLayout layout = LayoutText.parse("{\"none\":[999999999999999999]{},\"id\":j}");
        assertEquals(List.of("id"), RecordText.of(layout).columns());
    }

    @Test
    void nullIsNothingInCsvAndEmptyTextIsQuoted() throws Exception {
        try (MappedQueue queue = StoredQueue.open(Path.of(folder));
                Appender appender = queue.appender()) {
            appender.append(Trade.CODEC, new Trade(1, null, List.of(), List.of(), new int[0]));
            appender.append(Trade.CODEC, new Trade(2, "", List.of(), List.of(), new int[0]));
        }
        assertEquals(
                "@position,id,venue,fills,tags,sizes\n128,1,,[],[],[]\n208,2,\"\",[],[],[]\n",
                verbatim("queue", "cat", folder, "--format=csv").out());
    }

    @Test
    void aRangeIsPrinted() throws Exception {
        StoredQueue.ofQuotes(Path.of(folder), 2 * PER_SEGMENT + 10);
        String third = String.valueOf(128 + 2 * QUOTE_SIZE);
        assertEquals(range(3, 7), ids(verbatim("queue", "cat", folder, "--from", third, "--limit=5")));
        assertEquals(range(1, 2 * PER_SEGMENT + 10), ids(verbatim("queue", "cat", folder)));
        assertEquals(List.of(), ids(verbatim("queue", "cat", folder, "--limit=0")));
        Instant after = Instant.now().plusSeconds(5);
        assertEquals(
                range(2 * PER_SEGMENT + 1, 2 * PER_SEGMENT + 10),
                ids(verbatim("queue", "cat", folder, "--from-time", after.toString())));
        assertEquals(
                134,
                ids(verbatim("queue", "cat", folder, "--from-time=2020-01-01T00:00:00Z"))
                        .size());
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        StoredQueue.ofQuotes(Path.of(folder), 1);
        assertRefused("--from 130: no entry starts there", "--from=130");
        assertRefused("--limit -1: expected 0 or more", "--limit=-1");
        assertRefused("--from and --from-time do not go together", "--from=128", "--from-time=2020-01-01T00:00:00Z");
        assertRefused(
                "invalid value for option '--from-time': expected a time such as 2026-01-31T14:30:00Z, found"
                        + " \"yesterday\"; see 'verbatim queue cat --help'",
                "--from-time=yesterday");
        assertRefused("--layout x: expected eight hexadecimal digits, as `info` lists them, or raw", "--layout=x");
        String missing = temporary.resolve("missing").toString();
        CommandLineRun run = verbatim("queue", "cat", missing);
        assertEquals("verbatim queue cat: file=" + missing + ": expected a queue, found no such folder\n", run.err());
        assertEquals(2, run.exitCode());
        assertTrue(Files.notExists(Path.of(missing)));
    }

    private void assertRefused(String message, String... options) {
        String[] words = new String[3 + options.length];
        words[0] = "queue";
        words[1] = "cat";
        words[2] = folder;
        System.arraycopy(options, 0, words, 3, options.length);
        assertEquals(new CommandLineRun(2, "", "verbatim queue cat: " + message + "\n"), verbatim(words));
    }

    @Test
    void aDamagedEntryIsNamedAndPassed() throws Exception {
        StoredQueue.ofQuotes(Path.of(folder), 3);
        Path segment = Path.of(folder, "000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[128 + QUOTE_SIZE + 16]++;
        Files.write(segment, bytes);
        CommandLineRun run = verbatim("queue", "cat", folder);
        assertEquals(quoteJson(128, 1) + quoteJson(256, 3), run.out());
        assertTrue(
                run.err()
                        .matches("verbatim queue cat: file=.*000000000000.segment: expected at offset=192 position=192"
                                + " checksum=0x[0-9a-f]{8}, found checksum=0x[0-9a-f]{8}\n"),
                run::err);
        assertEquals(1, run.exitCode());
        bytes[128 + 2 * QUOTE_SIZE + 7] = 0x70;
        Files.write(segment, bytes);
        for (String command : List.of("cat", "tail")) {
            CommandLineRun broken = verbatim("queue", command, folder);
            List<String> lines = broken.err().lines().toList();
            assertEquals(quoteJson(128, 1), broken.out());
            assertEquals(3, lines.size(), broken::err);
            assertTrue(lines.get(0).contains("position=192 checksum="), broken::err);
            assertTrue(lines.get(1).contains("position=256 an entry, found word=0x70"), broken::err);
            assertTrue(lines.get(2).endsWith("stopped at position=256, 3968 bytes before the end"), broken::err);
            assertEquals(1, broken.exitCode());
        }
        Path whole = Path.of(folder).resolveSibling("whole");
        CommandLineRun taken = verbatim("convert", folder, whole.toString(), "--to=queue", "--skip-damaged");
        assertEquals("1 entry converted\n", taken.out());
        assertEquals(verbatim("queue", "cat", folder).err().replace("queue cat", "convert"), taken.err());
        assertEquals(1, taken.exitCode());
        assertEquals(
                quoteJson(128, 1), verbatim("queue", "cat", whole.toString()).out());
    }

    @Test
    void whatIsNotOfItsLayoutIsNamedAndPassed() throws Exception {
        try (MappedQueue queue = StoredQueue.open(Path.of(folder));
                Appender appender = queue.appender()) {
            StoredQueue.appendUnsound(appender, Trade.CODEC.layout(), new byte[48]);
            appender.append(StoredQueue.text("next"));
        }
        CommandLineRun run = verbatim("queue", "cat", folder);
        assertEquals("{\"position\":192,\"layout\":\"raw\",\"value\":\"next\"}\n", run.out());
        assertEquals(
                "verbatim queue cat: position=128: cannot read a variable-length record (48 bytes and a tail) at"
                        + " offset=0: the record at offset=4: expected totalSize from 8 to the 48 bytes of the segment"
                        + " from here, found totalSize=0\n",
                run.err());
        assertEquals(1, run.exitCode());
        Path whole = Path.of(folder).resolveSibling("whole.json");
        CommandLineRun taken = verbatim("convert", folder, whole.toString(), "--skip-damaged");
        assertEquals(new CommandLineRun(1, "1 entry converted\n", run.err().replace("queue cat", "convert")), taken);
        assertEquals(run.out(), Files.readString(whole));
    }

    @Test
    void whatHasALayoutThatIsMissingIsNamedAndPassed() throws Exception {
        writeAllKinds();
        Path layout = Path.of(folder, "layouts", "e30c6a4d");
        Files.delete(layout);
        assertRefused(
                "--layout e30c6a4d: expected a stored layout, 8599845a, found none of this id", "--layout=e30c6a4d");
        CommandLineRun all = verbatim("queue", "cat", folder);
        assertEquals(
                quoteJson(128, 1) + "{\"position\":352,\"layout\":\"raw\",\"value\":\"text, \\\"quoted\\\"\"}\n"
                        + quoteJson(408, 3),
                all.out());
        assertEquals(
                "verbatim queue cat: position=192: file=" + layout + ": expected a layout, found no file\n", all.err());
        assertEquals(1, all.exitCode());
    }

    @Test
    void deletedRecordsAreAGap() throws Exception {
        StoredQueue.ofQuotes(Path.of(folder), PER_SEGMENT + 1);
        try (MappedQueue queue = StoredQueue.open(Path.of(folder))) {
            queue.delete(Retention.ofSize(0));
        }
        CommandLineRun run = verbatim("queue", "cat", folder, "--from=128");
        assertEquals(List.of((long) PER_SEGMENT + 1), ids(run));
        assertTrue(run.err().contains("the entries from position=128 were deleted"), run::err);
        assertEquals(1, run.exitCode());
    }

    @Test
    void aClaimHoldsReadersUp() throws Exception {
        try (MappedQueue queue = StoredQueue.open(Path.of(folder));
                Appender holding = queue.appender();
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            holding.claim(24);
            appender.append(Quote.CODEC, Quote.of(2));
            for (String command : List.of("cat", "tail")) {
                CommandLineRun run = verbatim("queue", command, folder);
                assertEquals(quoteJson(128, 1), run.out());
                assertEquals(
                        "verbatim queue " + command
                                + ": stopped at position=192, 104 bytes before the end: the appender of"
                                + " slot=0 is writing an entry of 24 bytes there\n",
                        run.err());
                assertEquals(1, run.exitCode());
            }
        }
    }

    @Test
    void theLastRecordsAreFoundAcrossSegments() throws Exception {
        int count = 3 * PER_SEGMENT + 5;
        StoredQueue.ofQuotes(Path.of(folder), count);
        assertEquals(range(count - 9, count), ids(verbatim("queue", "tail", folder)));
        assertEquals(range(count, count), ids(verbatim("queue", "tail", folder, "-n", "1")));
        assertEquals(range(count - 99, count), ids(verbatim("queue", "tail", folder, "-n100")));
        assertEquals(range(1, count), ids(verbatim("queue", "tail", folder, "--lines=1000")));
        assertEquals(List.of(), ids(verbatim("queue", "tail", folder, "-n0")));
        assertEquals(
                "verbatim queue tail: -n -1: expected 0 or more\n",
                verbatim("queue", "tail", folder, "-n=-1").err());
    }

    @Test
    void theLastRecordsOfALayoutAreFound() throws Exception {
        writeAllKinds();
        assertEquals(List.of(2L), ids(verbatim("queue", "tail", folder, "-n1", "--layout=e30c6a4d")));
    }

    @Test
    void aFollowerPrintsWhatIsAppended() throws Exception {
        StoredQueue.ofQuotes(Path.of(folder), 2);
        FollowerRun follower = new FollowerRun("queue", "tail", "-f", "-n", "1", folder);
        follower.await(quoteJson(192, 2));
        try (MappedQueue queue = StoredQueue.open(Path.of(folder));
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, Quote.of(3));
            follower.await(quoteJson(192, 2) + quoteJson(256, 3));
            appender.append(Quote.CODEC, Quote.of(4));
            follower.await(quoteJson(192, 2) + quoteJson(256, 3) + quoteJson(320, 4));
        }
        follower.end();
    }
}
