package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers without a sign in the keys of a map, and the layout of keys, which is none of values. */
class UnsignedKeysTest {

    private static final String KEYS = "--keys={\"port\":s,\"l\":[2]{\"n\":i}}";
    private static final String LAYOUT = "--layout={\"size\":i}";
    private static final String OPTION = "--unsigned=@key.port,@key.l[].n,size";
    private static final String KEY = "{\"port\":40002,\"l\":[{\"n\":4294967295},{\"n\":0}]}";
    private static final String LINE = "{\"key\":" + KEY + ",\"value\":{\"size\":4294967295}}\n";

    @TempDir
    Path temporary;

    private String lines;
    private String map;

    @BeforeEach
    void makeAMap() throws Exception {
        lines = Files.writeString(temporary.resolve("lines.json"), LINE).toString();
        map = temporary.resolve("map").toString();
        assertDone("1 entry converted\n", "convert", lines, map, "--to=map", KEYS, LAYOUT, OPTION);
    }

    private static void assertDone(String out, String... words) {
        assertEquals(new CommandLineRun(0, out, ""), verbatim(words));
    }

    private static void assertRefused(String message, String... words) {
        CommandLineRun run = verbatim(words);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().endsWith(": " + message + "\n"), run::err);
    }

    private static String withoutLayout(CommandLineRun run) {
        assertEquals("", run.err());
        return run.out().replaceFirst("\"layout\":\"[0-9a-f]{8}\",", "");
    }

    /** {@return the id of a layout that 'info' lists} */
    private String id(String layout) {
        return verbatim("info", map)
                .out()
                .lines()
                .filter(line -> line.startsWith("layout ") && line.endsWith(" " + layout))
                .map(line -> line.substring(11, 19))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keysAreShownAndReadWithoutASign() throws Exception {
        assertEquals(LINE, withoutLayout(verbatim("cat", map, OPTION)));
        assertTrue(withoutLayout(verbatim("tail", map, OPTION)).endsWith(LINE.substring(1)));
        assertEquals(LINE, withoutLayout(verbatim("map", "get", map, KEY, OPTION)));
        assertDone("1\n", "cat", map, OPTION, "--where=@key.port == 40002 && @key.l[0].n > 4294967294", "--count");
        String signed = withoutLayout(verbatim("cat", map));
        assertTrue(signed.startsWith("{\"key\":{\"port\":-25534,\"l\":[{\"n\":-1},{\"n\":0}]},"), signed);
        String other = KEY.replace("40002", "40003");
        assertEquals(
                LINE.replace("40002", "40003"),
                withoutLayout(verbatim("map", "put", map, other, "{\"size\":4294967295}", OPTION)));
        assertDone("", "map", "remove", map, other, OPTION);
        assertEquals(LINE, withoutLayout(verbatim("cat", map, OPTION)));
    }

    @Test
    void textsBecomeTheSameKeys() throws Exception {
        String csv = temporary.resolve("all.csv").toString();
        String copy = temporary.resolve("copy").toString();
        assertDone("1 entry converted\n", "convert", map, csv, OPTION);
        assertDone("1 entry converted\n", "convert", map, copy, "--to=map", OPTION);
        assertDone("no difference in 1 entry\n", "diff", map, copy);
        assertEquals(0, verbatim("append", copy, csv, LAYOUT, OPTION).exitCode());
        assertDone("no difference in 1 entry\n", "diff", map, copy);
    }

    @Test
    void aKeyMayBeANumberItself() throws Exception {
        Files.writeString(Path.of(lines), "{\"key\":4294967295,\"layout\":\"raw\",\"value\":\"x\"}\n");
        String ints = temporary.resolve("ints").toString();
        assertDone("1 entry converted\n", "convert", lines, ints, "--to=map", "--keys=INT", "--unsigned=@key");
        String line = "{\"key\":4294967295,\"layout\":\"raw\",\"value\":\"x\"}\n";
        assertDone(line, "cat", ints, "--unsigned=@key");
        assertDone(line, "map", "get", ints, "4294967295", "--unsigned=@key");
        assertDone(line.replace("4294967295", "-1"), "cat", ints);
        assertRefused(
                "--unsigned @key.n: expected @key alone, because keys are of kind INT",
                "cat",
                ints,
                "--unsigned=@key.n");
    }

    @Test
    void whatIsNoNumberOfAKeyIsRefused() {
        assertRefused(
                "--unsigned @key.prt: expected the path of a whole number, found \"prt\"; the layout has port, l[].n",
                "cat",
                map,
                "--unsigned=@key.prt");
        assertRefused(
                "--unsigned @key: expected the path of a member, such as @key.id, because keys are of kind STRUCT",
                "cat",
                map,
                "--unsigned=@key");
        String queue = temporary.resolve("queue").toString();
        assertRefused(
                "--unsigned @key.port: expected the path of a number in the value, because only entries of a map have"
                        + " keys",
                "convert",
                lines,
                queue,
                "--to=queue",
                LAYOUT,
                "--unsigned=@key.port");
    }

    /** It would have no effect. */
    @Test
    void aNumberOfTheKeyAloneIsNoneOfTheValues() {
        String message = "--unsigned port: expected the path of a whole number in the values, found one in the keys,"
                + " which is @key.port";
        String copy = temporary.resolve("copy").toString();
        Stream.of(
                        new String[] {"cat", map},
                        new String[] {"tail", map},
                        new String[] {"map", "get", map, KEY},
                        new String[] {"map", "put", map, KEY, "{\"size\":1}"},
                        new String[] {"map", "put", map, KEY, "{\"size\":1}", LAYOUT},
                        new String[] {"map", "remove", map, KEY},
                        new String[] {"append", map, lines, LAYOUT},
                        new String[] {"convert", map, copy, "--to=map"},
                        new String[] {"convert", lines, copy, "--to=map", KEYS, LAYOUT})
                .map(words -> Stream.concat(Stream.of(words), Stream.of("--unsigned=port,@key.port,@key.l[].n"))
                        .toArray(String[]::new))
                .forEach(words -> assertRefused(message, words));
    }

    @Test
    void theLayoutOfTheKeysIsNotListedAmongThoseOfValues() {
        String ofValues = id("{\"size\":i}");
        assertRefused(
                "--layout 00000001: expected a stored layout, " + ofValues + ", found none of this id",
                "cat",
                map,
                "--layout=00000001");
        assertRefused(
                "line 1: expected --layout, once, because the text does not name its layout; stored are " + ofValues
                        + ", and there is raw; nothing was appended",
                "append",
                map,
                lines);
        assertRefused(
                "--layout 00000001: expected a layout that the map stores, " + ofValues
                        + ", the text of a layout, such as {\"id\":j,\"price\":d}, or raw",
                "map",
                "put",
                map,
                "{\"port\":1,\"l\":[{\"n\":1},{\"n\":1}]}",
                "{\"size\":1}",
                "--layout=00000001");
    }

    /** Its keys and values have one layout, whether a value is there or not. */
    @Test
    void aMapOfLongsToLongsHasItsLayout() throws Exception {
        map = temporary.resolve("longs").toString();
        try (MappedMap<Long, Long> longs = MappedMap.open(Path.of(map), MapCodec.longs(), MapCodec.longs())) {
            longs.put(1L, 5L);
            longs.remove(1L);
        }
        String layout = "--layout=" + id("{\"value\":j}");
        assertEquals(0, verbatim("map", "put", map, "2", "7", layout).exitCode());
        assertDone("1\n", "cat", map, "--count", layout);
        Files.writeString(Path.of(lines), verbatim("cat", map).out());
        assertDone("1 entry appended, the last one at key=2\n", "append", map, lines);
        assertEquals(0, verbatim("tail", map, layout, "--unsigned=value").exitCode());
    }

    @Test
    void aValueMayHaveTheLayoutOfTheKeysBesideOthers() throws Exception {
        map = temporary.resolve("mixed").toString();
        try (MappedMap<Long, Long> longs = MappedMap.open(Path.of(map), MapCodec.longs(), MapCodec.longs())) {
            longs.put(1L, -1L);
        }
        assertEquals(
                0,
                verbatim("map", "put", map, "2", "5", "--layout={\"price\":d}").exitCode());
        String like = "--layout=" + id("{\"value\":j}");
        assertEquals(
                0,
                verbatim("map", "put", map, "3", "18446744073709551615", like, "--unsigned=value")
                        .exitCode());
        String shown = verbatim("cat", map, "--unsigned=value").out();
        assertTrue(shown.contains("{\"value\":18446744073709551615}"), shown);
        assertTrue(shown.contains("{\"price\":5.0}"), shown);
    }

    @Test
    void aValueMayHaveTheLayoutOfTheKeys() throws Exception {
        String like = "{\"u\":i}";
        Files.writeString(Path.of(lines), "{\"key\":{\"u\":1},\"value\":{\"u\":4294967295}}\n");
        map = temporary.resolve("same").toString();
        assertDone(
                "1 entry converted\n",
                "convert",
                lines,
                map,
                "--to=map",
                "--keys=" + like,
                "--layout=" + like,
                "--unsigned=u");
        String line = "{\"key\":{\"u\":1},\"layout\":\"" + id(like) + "\",\"value\":{\"u\":4294967295}}\n";
        assertDone(line, "cat", map, "--layout", id(like), "--unsigned=u");
        Files.writeString(Path.of(lines), line.replace("{\"u\":1}", "{\"u\":2}"));
        assertEquals(0, verbatim("append", map, lines, "--unsigned=u").exitCode());
        assertEquals(
                0,
                verbatim("map", "put", map, "{\"u\":3}", "{\"u\":1}", "--layout", id(like))
                        .exitCode());
        assertDone("3\n", "cat", map, "--count", "--layout", id(like));
    }
}
