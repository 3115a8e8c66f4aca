package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static dev.verbatim.cli.StoredMap.changeJson;
import static dev.verbatim.cli.StoredMap.quoteJson;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.StoredQueue.Level;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verbatim map cat}, {@code get} and {@code tail} print. */
@Timeout(60)
class MapCatTest {

    /** A quote with its key takes 88 bytes, so that a segment has 45 of them. */
    private static final int PER_SEGMENT = 45;

    private static final int QUOTE_SIZE = 88;

    /** Where the control file says what keys are made from. */
    private static final int KEY_KIND_OFFSET = 144;

    @TempDir
    Path temporary;

    private Path mapPath;
    private String folder;

    @BeforeEach
    void nameTheMap() {
        mapPath = temporary.resolve("map");
        folder = mapPath.toString();
    }

    /** Three kinds of values, and a removal. */
    private void writeAllKinds() throws IOException {
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            map.put(1L, Quote.of(1));
        }
        try (MappedMap<Long, Trade> map = StoredMap.open(mapPath, MapCodec.longs(), MapCodec.of(Trade.CODEC))) {
            map.put(2L, Trade.of(2));
        }
        try (MappedMap<Long, String> map = StoredMap.open(mapPath, MapCodec.longs(), MapCodec.strings())) {
            map.put(3L, "text, \"quoted\"");
            map.put(-4L, "gone");
            map.remove(-4L);
        }
    }

    private static final String TRADE = "\"layout\":\"e30c6a4d\",\"value\":{\"id\":2,\"venue\":\"Zürich\","
            + "\"fills\":[{\"price\":1.0,\"size\":2}],\"tags\":[{\"text\":\"a\\n\"},{\"text\":null}],"
            + "\"sizes\":[3,4]}}\n";

    private static final String TEXT = "\"layout\":\"raw\",\"value\":\"text, \\\"quoted\\\"\"}\n";

    /** {@return the lines in order, as a map has none} */
    private static String sorted(String lines) {
        return lines.lines().sorted().map(line -> line + "\n").collect(Collectors.joining());
    }

    @Test
    void entriesArePrintedAsJsonByTheirStoredLayouts() throws Exception {
        writeAllKinds();
        CommandLineRun run = verbatim("map", "cat", folder);
        assertEquals("", run.err());
        assertEquals(quoteJson(1, 1) + "{\"key\":2," + TRADE + "{\"key\":3," + TEXT, sorted(run.out()));
        assertEquals(0, run.exitCode());
        assertEquals(
                2, verbatim("map", "cat", folder, "--limit=2").out().lines().count());
        assertEquals(
                quoteJson(1, 1),
                verbatim("map", "cat", folder, "--limit=2", "--layout", StoredQueue.QUOTE_ID)
                        .out());
        assertEquals(
                "verbatim map cat: --limit -1: expected 0 or more\n",
                verbatim("map", "cat", folder, "--limit=-1").err());
    }

    @Test
    void entriesOfOneLayoutArePrintedAsCsv() throws Exception {
        writeAllKinds();
        assertEquals(
                """
                @key,id,symbol,levels[0].price,levels[0].size,levels[1].price,levels[1].size
                1,1,VBTM,99.5,10,99.25,20
                """,
                verbatim("map", "cat", folder, "--format=csv", "--layout", StoredQueue.QUOTE_ID)
                        .out());
        assertEquals(
                "@key,bytes\n3,\"text, \"\"quoted\"\"\"\n",
                verbatim("map", "cat", folder, "--format=csv", "--layout=raw").out());
        CommandLineRun all = verbatim("map", "cat", folder, "--format=csv");
        assertTrue(
                all.err()
                        .matches("verbatim map cat: key=[123]: expected an entry of layout .*, as the header has it,"
                                + " found one of layout .*; choose one with --layout, or --format json\n"),
                all::err);
        assertEquals(2, all.exitCode());
    }

    @Test
    void aValueIsPrintedByItsKey() throws Exception {
        writeAllKinds();
        assertEquals(new CommandLineRun(0, quoteJson(1, 1), ""), verbatim("map", "get", folder, "1"));
        assertEquals(
                new CommandLineRun(0, "@key,bytes\n3,\"text, \"\"quoted\"\"\"\n", ""),
                verbatim("map", "get", folder, "3", "--format=csv"));
        assertEquals(
                new CommandLineRun(1, "", "verbatim map get: " + folder + ": no value has the key \"-4\"\n"),
                verbatim("map", "get", folder, "-4"));
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim map get: KEY: expected a whole number from -9223372036854775808 to"
                                + " 9223372036854775807, found \"one\"\n"),
                verbatim("map", "get", folder, "one"));
    }

    @Test
    void changesArePrintedInTheirOrder() throws Exception {
        writeAllKinds();
        CommandLineRun run = verbatim("map", "tail", folder);
        assertEquals("", run.err());
        assertEquals(
                changeJson(128, 1, 1) + "{\"position\":216,\"key\":2," + TRADE + "{\"position\":400,\"key\":3," + TEXT
                        + "{\"position\":456,\"key\":-4,\"layout\":\"raw\",\"value\":\"gone\"}\n"
                        + "{\"position\":504,\"key\":-4,\"value\":null}\n",
                run.out());
        assertEquals(0, run.exitCode());
        assertEquals(
                "{\"position\":504,\"key\":-4,\"value\":null}\n",
                verbatim("map", "tail", folder, "-n1").out());
        assertEquals("", verbatim("map", "tail", folder, "-n0").out());
        assertEquals(
                "verbatim map tail: -n -1: expected 0 or more\n",
                verbatim("map", "tail", folder, "-n=-1").err());
    }

    @Test
    void aRemovalInCsvHasNoValues() throws Exception {
        try (MappedMap<Long, String> map = StoredMap.open(mapPath, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "one");
            map.remove(1L);
        }
        assertEquals(
                "@position,@key,bytes\n176,1,\n",
                verbatim("map", "tail", folder, "-n1", "--format=csv").out());
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            map.put(1L, Quote.of(7));
            map.remove(1L);
        }
        assertEquals(
                """
                @position,@key,id,symbol,levels[0].price,levels[0].size,levels[1].price,levels[1].size
                176,1,,,,,,
                216,1,7,VBTM,99.5,10,99.25,20
                304,1,,,,,,
                """,
                verbatim("map", "tail", folder, "--format=csv", "--layout", StoredQueue.QUOTE_ID)
                        .out());
    }

    @Test
    void theLastChangesAreFoundAcrossSegments() throws Exception {
        int count = 3 * PER_SEGMENT + 5;
        StoredMap.ofQuotes(mapPath, count);
        for (int lines : List.of(1, 10, 100, 1000)) {
            List<String> keys = verbatim("map", "tail", folder, "-n", String.valueOf(lines))
                    .out()
                    .lines()
                    .map(line -> line.replaceFirst(".*\"key\":", "").replaceFirst(",.*", ""))
                    .toList();
            assertEquals(Math.min(lines, count), keys.size());
            assertEquals(String.valueOf(count), keys.getLast());
            assertEquals(String.valueOf(Math.max(count - lines, 0) + 1), keys.getFirst());
        }
    }

    @Test
    void aFollowerPrintsWhatIsChanged() throws Exception {
        StoredMap.ofQuotes(mapPath, 2);
        FollowerRun follower = new FollowerRun("map", "tail", "-f", "-n", "1", folder);
        String expected = changeJson(128 + QUOTE_SIZE, 2, 2);
        follower.await(expected);
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            map.put(3L, Quote.of(3));
            expected += changeJson(128 + 2 * QUOTE_SIZE, 3, 3);
            follower.await(expected);
            map.remove(3L);
            expected += "{\"position\":" + (128 + 3 * QUOTE_SIZE) + ",\"key\":3,\"value\":null}\n";
            follower.await(expected);
        }
        follower.end();
    }

    @Test
    void keysOfAStructAreJson() throws Exception {
        try (MappedMap<Trade, String> map = StoredMap.open(mapPath, MapCodec.of(Trade.CODEC), MapCodec.strings())) {
            map.put(new Trade(1, null, List.of(new Level(1, 2)), List.of(), new int[0]), "a");
        }
        String key = "{\"id\":1,\"venue\":null,\"fills\":[{\"price\":1.0,\"size\":2}],\"tags\":[],\"sizes\":[]}";
        assertEquals(
                "{\"key\":" + key + ",\"layout\":\"raw\",\"value\":\"a\"}\n",
                verbatim("map", "cat", folder).out());
        assertEquals(
                "@key,bytes\n\"" + key.replace("\"", "\"\"") + "\",a\n",
                verbatim("map", "cat", folder, "--format=csv").out());
    }

    @Test
    void whatHasALayoutThatIsMissingIsNamedAndPassed() throws Exception {
        writeAllKinds();
        Path layout = mapPath.resolve("layouts").resolve("e30c6a4d");
        Files.delete(layout);
        String problem = "file=" + layout + ": expected a layout, found no file\n";
        CommandLineRun cat = verbatim("map", "cat", folder, "--format=json");
        assertEquals(quoteJson(1, 1) + "{\"key\":3," + TEXT, sorted(cat.out()));
        assertEquals("verbatim map cat: key=2: " + problem, cat.err());
        assertEquals(1, cat.exitCode());
        assertEquals(
                "verbatim map tail: position=216: " + problem,
                verbatim("map", "tail", folder).err());
    }

    @Test
    void aDamagedMapEndsTheChanges() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        Path segment = mapPath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[128 + QUOTE_SIZE + 7] = 0x70;
        Files.write(segment, bytes);
        CommandLineRun run = verbatim("map", "tail", folder);
        List<String> lines = run.err().lines().toList();
        assertEquals(changeJson(128, 1, 1), run.out());
        assertEquals(2, lines.size(), run::err);
        assertTrue(lines.get(0).contains("position=216 an entry, found word=0x70"), run::err);
        assertEquals("verbatim map tail: stopped at position=216, 176 bytes before the end", lines.get(1));
        assertEquals(1, run.exitCode());
    }

    /** Only a program with a defect, or damage, leaves such a key. */
    @Test
    void aKeyThatIsNoneIsNamedAndPassed() throws Exception {
        try (MappedMap<byte[], String> map = StoredMap.open(mapPath, MapCodec.bytes(), MapCodec.strings())) {
            map.put(new byte[] {-1}, "a");
            map.put(new byte[] {'b'}, "b");
        }
        Path control = mapPath.resolve("control");
        byte[] bytes = Files.readAllBytes(control);
        assertEquals(5, bytes[KEY_KIND_OFFSET]);
        bytes[KEY_KIND_OFFSET] = 3; // from now on, keys are texts
        Files.write(control, bytes);
        CommandLineRun cat = verbatim("map", "cat", folder);
        assertEquals("{\"key\":\"b\",\"layout\":\"raw\",\"value\":\"b\"}\n", cat.out());
        assertEquals("verbatim map cat: key=0xff: expected a key in UTF-8, found bytes that are not\n", cat.err());
        assertEquals(1, cat.exitCode());
        CommandLineRun tail = verbatim("map", "tail", folder);
        assertEquals(1, tail.out().lines().count());
        assertEquals(
                "verbatim map tail: position=128: key=0xff: expected a key in UTF-8, found bytes that are not\n",
                tail.err());
        assertEquals(1, tail.exitCode());
    }
}
