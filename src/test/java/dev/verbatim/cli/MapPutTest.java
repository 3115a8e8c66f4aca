package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static dev.verbatim.cli.StoredMap.quoteJson;
import static dev.verbatim.cli.StoredMap.quoteText;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code verbatim map put} and {@code remove} take, of keys and values of all kinds. */
class MapPutTest {

    /** A struct with padding. */
    record Place(long book, int row) {
        static final StructCodec<Place> CODEC = StructCodec.ofRecord(
                lookup(), Place.class, Layouts.struct(JAVA_LONG.withName("book"), JAVA_INT.withName("row")));
    }

    sealed interface Event permits Opened, Moved {
        TaggedCodec<Event> CODEC = TaggedCodec.builder(Event.class, JAVA_BYTE, 0)
                .with('O', Opened.CODEC)
                .with('M', Moved.CODEC)
                .build();
    }

    record Opened(int row) implements Event {
        static final StructCodec<Opened> CODEC = StructCodec.ofRecord(
                lookup(), Opened.class, Layouts.struct(paddingLayout(1), JAVA_INT.withName("row")));
    }

    record Moved(long book, int row) implements Event {
        static final StructCodec<Moved> CODEC = StructCodec.ofRecord(
                lookup(),
                Moved.class,
                Layouts.struct(paddingLayout(1), JAVA_LONG.withName("book"), JAVA_INT.withName("row")));
    }

    @TempDir
    Path temporary;

    private Path mapPath;
    private String folder;

    @BeforeEach
    void nameTheMap() {
        mapPath = temporary.resolve("map");
        folder = mapPath.toString();
    }

    private CommandLineRun put(String... arguments) {
        String[] words = new String[3 + arguments.length];
        words[0] = "map";
        words[1] = "put";
        words[2] = folder;
        System.arraycopy(arguments, 0, words, 3, arguments.length);
        return verbatim(words);
    }

    private void assertPut(String... arguments) {
        CommandLineRun run = put(arguments);
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
    }

    private void assertRefused(String message, String... arguments) {
        assertEquals(new CommandLineRun(2, "", "verbatim map put: " + message + "\n"), put(arguments));
    }

    @Test
    void aProgramReadsAStructThatWasPutAsJson() throws Exception {
        StoredMap.ofQuotes(mapPath, 1);
        assertEquals(new CommandLineRun(0, quoteJson(1, 7), ""), put("1", quoteText(7)));
        assertEquals(new CommandLineRun(0, quoteJson(-2, 8), ""), put("-2", quoteText(8), "--force"));
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            assertEquals(Quote.of(7), map.get(1L));
            assertEquals(Quote.of(8), map.get(-2L));
            assertEquals(2, map.size());
        }
    }

    private MappedMap<Long, Event> openEvents() throws IOException {
        return StoredMap.open(mapPath, MapCodec.longs(), MapCodec.of(Event.CODEC));
    }

    /** The tag is in the padding of the layout, which JSON does not spell. */
    @Test
    void aValueKeepsItsTag() throws Exception {
        try (MappedMap<Long, Event> map = openEvents()) {
            map.put(1L, new Opened(1));
            map.put(2L, new Moved(0, -1));
        }
        String opened = HexFormat.of().toHexDigits(LayoutText.id(Opened.CODEC.layout()));
        String moved = HexFormat.of().toHexDigits(LayoutText.id(Moved.CODEC.layout()));
        assertEquals(
                new CommandLineRun(0, "{\"key\":1,\"layout\":\"" + opened + "\",\"value\":{\"row\":1}}\n", ""),
                verbatim("map", "get", folder, "1"));
        assertEquals(
                new CommandLineRun(0, "{\"key\":1,\"layout\":\"" + opened + "\",\"value\":{\"row\":258}}\n", ""),
                put("1", "{\"row\":258}"));
        assertPut("2", "{\"book\":5,\"row\":0}", "--layout", moved);
        assertEquals(
                List.of(
                        "{\"key\":1,\"layout\":\"" + opened + "\",\"value\":{\"row\":258}}",
                        "{\"key\":2,\"layout\":\"" + moved + "\",\"value\":{\"book\":5,\"row\":0}}"),
                verbatim("map", "cat", folder).out().lines().sorted().toList());
        try (MappedMap<Long, Event> map = openEvents()) {
            assertEquals(new Opened(258), map.get(1L));
            assertEquals(new Moved(5, 0), map.get(2L));
        }
    }

    /** A value of another layout has the padding of that. */
    @Test
    void aValueHasNoTagOfAnotherLayoutNorOneOfItsOwn() throws Exception {
        try (MappedMap<Long, Event> map = openEvents()) {
            map.put(1L, new Opened(1));
        }
        String moved = HexFormat.of().toHexDigits(LayoutText.id(Moved.CODEC.layout()));
        assertPut("1", "{\"book\":5,\"row\":0}", "--layout", moved);
        try (MappedMap<Long, Event> map = openEvents()) {
            String message = assertThrows(CorruptRecordException.class, () -> map.get(1L))
                    .getMessage();
            assertTrue(String.valueOf(message).endsWith(": expected 77 ('M'), 79 ('O'), found 0"), message);
        }
    }

    @Test
    void aProgramThatHasTheMapOpenSeesIt() throws Exception {
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            map.put(1L, Quote.of(1));
            assertPut("1", quoteText(7));
            assertEquals(Quote.of(7), map.get(1L));
            assertEquals(new CommandLineRun(0, "", ""), verbatim("map", "remove", folder, "1"));
            assertNull(map.get(1L));
        }
        assertEquals(
                new CommandLineRun(1, "", "verbatim map remove: " + folder + ": no value has the key \"1\"\n"),
                verbatim("map", "remove", folder, "1"));
    }

    @Test
    void bytesInDigitsAreThoseOfACodec() throws Exception {
        StoredMap.ofQuotes(mapPath, 1);
        byte[] bytes = new byte[(int) Quote.CODEC.byteSize()];
        Quote.CODEC.write(Quote.of(7), MemorySegment.ofArray(bytes), 0);
        assertPut("1", "0x" + HexFormat.of().formatHex(bytes));
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            assertEquals(Quote.of(7), map.get(1L));
        }
        bytes[28 + 16] = 1;
        assertRefused(
                "VALUE: expected the bytes that a codec writes, 0x00 at offset=44, found 0x01",
                "1",
                "0x" + HexFormat.of().formatHex(bytes));
        assertRefused("VALUE: expected 48 bytes, found 1 bytes", "1", "0x00");
    }

    @Test
    void aRecordOfVariableLengthIsPutInDigitsAndInJson() throws Exception {
        StoredMap.open(mapPath, MapCodec.ints(), MapCodec.of(Trade.CODEC)).close();
        byte[] bytes = new byte[(int) Trade.CODEC.encodedSize(Trade.of(1))];
        Trade.CODEC.write(Trade.of(1), MemorySegment.ofArray(bytes), 0);
        String hex = "0x" + HexFormat.of().formatHex(bytes);
        assertPut("5", hex, "--layout=e30c6a4d");
        try (MappedMap<Integer, Trade> map = StoredMap.open(mapPath, MapCodec.ints(), MapCodec.of(Trade.CODEC))) {
            assertEquals("Zürich", map.get(5).venue());
        }
        assertRefused(
                "VALUE: expected " + bytes.length + " bytes, found " + (bytes.length + 1) + " bytes", "5", hex + "00");
        assertRefused("VALUE: expected the member \"id\", found none", "5", "{}");
        String json = "{\"id\":1,\"venue\":null,\"fills\":[],\"tags\":[{\"text\":\"a\"}],\"sizes\":[3]}";
        assertPut("6", json);
        assertEquals(
                "{\"key\":6,\"layout\":\"e30c6a4d\",\"value\":" + json + "}\n",
                verbatim("map", "get", folder, "6").out());
        assertTrue(put("5", "0x" + "00".repeat(48)).err().contains("VALUE: cannot read a variable-length record"));
    }

    @Test
    void textsAndBytesAreRaw() throws Exception {
        try (MappedMap<String, String> map = StoredMap.open(mapPath, MapCodec.strings(), MapCodec.strings())) {
            map.put("@a", "");
        }
        Files.writeString(temporary.resolve("a"), "not this");
        assertPut("@" + temporary.resolve("a"), "@" + temporary.resolve("a"));
        assertPut("0x00", "0x41");
        assertPut("--", "--x", "-y");
        try (MappedMap<String, String> map = StoredMap.open(mapPath, MapCodec.strings(), MapCodec.strings())) {
            assertEquals("@" + temporary.resolve("a"), map.get("@" + temporary.resolve("a")));
            assertEquals("A", map.get("0x00"));
            assertEquals("-y", map.get("--x"));
        }
    }

    @Test
    void numbersAndIdsStandAlone() throws Exception {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        try (MappedMap<UUID, Integer> map = StoredMap.open(mapPath, MapCodec.uuids(), MapCodec.ints())) {
            map.put(uuid, 1);
        }
        assertPut(uuid.toString(), "-2147483648");
        assertEquals(
                "{\"key\":\"" + uuid + "\",\"layout\":\"8140ccf5\",\"value\":{\"value\":-2147483648}}\n",
                verbatim("map", "get", folder, uuid.toString()).out());
        assertRefused(
                "VALUE: expected a whole number from -2147483648 to 2147483647, found \"2147483648\"; if it has no"
                        + " sign, say so by --unsigned value",
                uuid.toString(),
                "2147483648");
        assertRefused(
                "KEY: expected a UUID, such as 00112233-4455-6677-8899-aabbccddeeff, found \"1-1-1-1-1\"",
                "1-1-1-1-1",
                "1");
        try (MappedMap<UUID, Integer> map = StoredMap.open(mapPath, MapCodec.uuids(), MapCodec.ints())) {
            assertEquals(Integer.MIN_VALUE, map.get(uuid));
        }
    }

    @Test
    void aUuidIsAValue() throws Exception {
        try (MappedMap<byte[], UUID> map = StoredMap.open(mapPath, MapCodec.bytes(), MapCodec.uuids())) {
            map.put(new byte[] {-1}, new UUID(0, 0));
        }
        assertPut("0xff00", "00112233-4455-6677-8899-aabbccddeeff");
        try (MappedMap<byte[], UUID> map = StoredMap.open(mapPath, MapCodec.bytes(), MapCodec.uuids())) {
            assertEquals(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"), map.get(new byte[] {-1, 0}));
        }
    }

    @Test
    void aStructIsAKey() throws Exception {
        try (MappedMap<Place, byte[]> map = StoredMap.open(mapPath, MapCodec.of(Place.CODEC), MapCodec.bytes())) {
            map.put(new Place(1, 2), new byte[0]);
        }
        assertPut("{\"row\": 2, \"book\": 1}", "0xff");
        assertPut("0x01000000000000000300000000000000", "b");
        assertRefused(
                "KEY: expected the bytes that a codec writes, 0x00 at offset=12, found 0x01",
                "0x01000000000000000300000001000000",
                "c");
        assertRefused("KEY: expected the member \"book\", found none", "{\"row\":2}", "c");
        assertRefused(
                "KEY: expected a JSON object of the members, or 0x and hexadecimal digits, found \"7\"", "7", "c");
        try (MappedMap<Place, byte[]> map = StoredMap.open(mapPath, MapCodec.of(Place.CODEC), MapCodec.bytes())) {
            assertArrayEquals(new byte[] {-1}, map.get(new Place(1, 2)));
            assertArrayEquals(new byte[] {'b'}, map.get(new Place(1, 3)));
            assertEquals(2, map.size());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\":1}                  | expected the member \"symbol\", found none",
                "{\"id\":1,\"symbl\":\"A\"}    | expected the member \"symbol\", found \"symbl\", which the layout does"
                        + " not have",
                "{\"id\":1,\"id\":2}         | expected the member \"id\" once, found it twice",
                "{\"id\":null}              | id: expected a single value, found null",
                "{\"id\":1                   | JSON at column=8: expected ',', found the end",
                "{id                         | JSON at column=2: expected the name of a member in quotes, found \"id\"",
            })
    void whatIsNoStructIsRefused(String value, String message) throws Exception {
        StoredMap.ofQuotes(mapPath, 1);
        assertRefused("VALUE: " + message, "1", value);
        assertEquals(quoteJson(1, 1), verbatim("map", "get", folder, "1").out());
    }

    @Test
    void membersThatDoNotFitAreNamed() throws Exception {
        StoredMap.ofQuotes(mapPath, 1);
        assertRefused(
                "VALUE: levels: expected 2 elements, found 3", "1", quoteText(1).replace("}]}", "},{\"size\":1}]}"));
        assertRefused(
                "VALUE: levels[1].size: expected a whole number from -2147483648 to 2147483647, found \"2.5\"",
                "1",
                quoteText(1).replace("20", "2.5"));
        assertRefused(
                "VALUE: symbol: expected at most 8 bytes, found 9 in \"VBTMVBTMX\"",
                "1",
                quoteText(1).replace("VBTM", "VBTMVBTMX"));
    }

    /** What may be given in place of the id of a stored layout. */
    private static final String ORELSE = ", the text of a layout, such as {\"id\":j,\"price\":d}, or raw";

    /** The layout is stored with the value, and not without it. */
    @Test
    void theTextOfALayoutIsStored() throws Exception {
        StoredMap.open(mapPath, MapCodec.longs(), MapCodec.bytes()).close();
        String text = "{\"id\":j,\"price\":d}";
        assertRefused(
                "VALUE: id: expected a whole number from -9223372036854775808 to 9223372036854775807, found \"x\"",
                "1",
                "{\"id\":\"x\",\"price\":1}",
                "--layout=" + text);
        assertRefused("--layout: layout text at column=2: expected '\"', found 'x' in {x}", "1", "{}", "--layout={x}");
        assertEquals(1, infoLayouts());
        assertPut("1", "{\"id\":7,\"price\":1.5}", "--layout=" + text);
        assertPut("2", "{\"id\":8,\"price\":2.5}");
        assertEquals(2, infoLayouts());
    }

    private long infoLayouts() {
        return verbatim("info", folder)
                .out()
                .lines()
                .filter(line -> line.startsWith("layout"))
                .count();
    }

    @Test
    void theLayoutIsThatOfTheKeysValueOrOfAllOthers() throws Exception {
        StoredMap.openQuotes(mapPath).close();
        assertRefused("expected --layout, because the map has no values yet: 8599845a" + ORELSE, "1", quoteText(1));
        assertPut("1", quoteText(1), "--layout=8599845a");
        assertPut("2", quoteText(2));
        assertPut("3", "text", "--layout=raw");
        assertPut("3", "more");
        StoredMap.open(mapPath, MapCodec.longs(), MapCodec.of(Trade.CODEC)).close();
        assertRefused(
                "expected --layout, because the map stores several layouts: 8599845a, e30c6a4d" + ORELSE,
                "4",
                quoteText(4));
        assertRefused(
                "--layout 00000001: expected a layout that the map stores, 8599845a, e30c6a4d" + ORELSE,
                "4",
                quoteText(4),
                "--layout=00000001");
        assertEquals(
                "{\"key\":3,\"layout\":\"raw\",\"value\":\"more\"}\n",
                verbatim("map", "get", folder, "3").out());
        assertEquals(quoteJson(2, 2), verbatim("map", "get", folder, "2").out());
    }

    @Test
    void whatIsTooLargeIsRefused() throws Exception {
        try (MappedMap<Long, String> map = StoredMap.open(mapPath, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "");
        }
        CommandLineRun run = put("1", "x".repeat(512));
        assertTrue(run.err().startsWith("verbatim map put: cannot "), run::err);
        assertEquals(2, run.exitCode());
    }

    @Test
    void aMapThatIsDamagedIsAFailure() throws Exception {
        StoredMap.ofQuotes(mapPath, 1);
        Path index = mapPath.resolve("index/000000000002");
        byte[] bytes = Files.readAllBytes(index);
        bytes[12] ^= 1;
        Files.write(index, bytes);
        CommandLineRun run = put("1", quoteText(1));
        assertTrue(run.err().startsWith("verbatim map put: file=" + index + ": expected "), run::err);
        assertEquals(1, run.exitCode());
    }
}
