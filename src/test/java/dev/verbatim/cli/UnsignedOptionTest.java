package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers without a sign in queues and maps, whose layouts do not tell them. */
class UnsignedOptionTest {

    private static final String LAYOUT = "{\"seq\":j,\"adc\":c,\"l\":[2]{\"n\":i}}";
    private static final String OPTION = "--unsigned=seq,adc,l[].n";
    private static final String LINE =
            "{\"key\":1,\"value\":{\"seq\":18446744073709551615,\"adc\":65500,\"l\":[{\"n\":4294967295},{\"n\":0}]}}";

    @TempDir
    Path temporary;

    private Path lines;
    private String map;

    @BeforeEach
    void makeAMap() throws Exception {
        lines = Files.writeString(temporary.resolve("lines.json"), LINE + "\n");
        map = temporary.resolve("map").toString();
        assertEquals(
                new CommandLineRun(0, "1 entry converted\n", ""),
                verbatim("convert", lines.toString(), map, "--to=map", "--keys=LONG", "--layout=" + LAYOUT, OPTION));
    }

    private static String withoutLayout(String json) {
        return json.replaceFirst("\"layout\":\"[0-9a-f]{8}\",", "");
    }

    @Test
    void whatIsReadIsWhatIsShown() {
        assertEquals(LINE + "\n", withoutLayout(verbatim("cat", map, OPTION).out()));
        assertTrue(withoutLayout(verbatim("tail", map, OPTION).out()).endsWith(LINE.substring(1) + "\n"));
        assertEquals(
                LINE + "\n",
                withoutLayout(verbatim("map", "get", map, "1", OPTION).out()));
        assertEquals(
                "1\n",
                verbatim("cat", map, OPTION, "--where=adc == 65500 && l[0].n > 4294967294", "--count")
                        .out());
        assertEquals(
                "@key,seq\n1,18446744073709551615\n",
                verbatim("cat", map, OPTION, "--columns=@key,seq", "--format=csv")
                        .out());
        String signed = verbatim("cat", map).out();
        assertTrue(signed.contains("\"seq\":-1,\"adc\":\"\uffdc\",\"l\":[{\"n\":-1}"), signed);
    }

    @Test
    void textsBecomeTheSameBytes() throws Exception {
        Path json = temporary.resolve("all.json");
        assertEquals(0, verbatim("convert", map, json.toString(), OPTION).exitCode());
        assertEquals(LINE + "\n", withoutLayout(Files.readString(json, UTF_8)));
        String copy = temporary.resolve("copy").toString();
        assertEquals(
                0,
                verbatim("convert", json.toString(), copy, "--to=map", "--keys=LONG", "--layout=" + LAYOUT, OPTION)
                        .exitCode());
        assertEquals(0, verbatim("diff", map, copy).exitCode());
        String value = LINE.substring(LINE.indexOf("{\"seq"), LINE.length() - 1);
        assertEquals(0, verbatim("map", "put", copy, "2", value, OPTION).exitCode());
        assertEquals(
                0,
                verbatim("map", "put", map, "2", value, OPTION, "--layout=" + LAYOUT)
                        .exitCode());
        assertEquals(0, verbatim("diff", map, copy).exitCode());
        Path csv = temporary.resolve("all.csv");
        assertEquals(0, verbatim("convert", map, csv.toString(), OPTION).exitCode());
        assertEquals(0, verbatim("map", "remove", copy, "2").exitCode());
        assertEquals(
                0,
                verbatim("append", copy, csv.toString(), OPTION, "--layout=" + LAYOUT)
                        .exitCode());
        assertEquals(0, verbatim("diff", map, copy).exitCode());
    }

    /** Paths are spelled as those of --columns. */
    @Test
    void namesMayStandInBackquotes() throws Exception {
        Files.writeString(lines, "{\"value\":{\"a b\":65535,\"x,z\":255,\"p.q\":254}}\n");
        String npy = temporary.resolve("file.npy").toString();
        String option = "--unsigned=`a b`, `x,z`,`p.q`";
        assertEquals(
                new CommandLineRun(0, "1 entry converted\n", ""),
                verbatim("convert", lines.toString(), npy, "--layout={\"a b\":c,\"x,z\":b,\"p.q\":b}", option));
        assertTrue(verbatim("cat", npy, option).out().endsWith("{\"a b\":65535,\"x,z\":255,\"p.q\":254}}\n"));
    }

    @Test
    void aNameWithABackquoteIsNoOtherOne() throws Exception {
        Files.writeString(lines, "{\"value\":{\"x`y\":255,\"xy\":-1}}\n");
        String queue = temporary.resolve("queue").toString();
        String option = "--unsigned=`x``y`";
        assertEquals(
                new CommandLineRun(0, "1 entry converted\n", ""),
                verbatim("convert", lines.toString(), queue, "--to=queue", "--layout={\"x`y\":b,\"xy\":b}", option));
        assertTrue(verbatim("cat", queue, option).out().endsWith("{\"x`y\":255,\"xy\":-1}}\n"));
        for (String empty : new String[] {"--unsigned=", "--unsigned=xy,"}) {
            assertTrue(verbatim("cat", queue, empty).err().contains("--unsigned : expected the path"));
        }
    }

    /** A layout of keys may be one of values, too. */
    @Test
    void valuesMayHaveTheLayoutOfTheKeys() throws Exception {
        Files.writeString(lines, "{\"key\":{\"u\":1},\"value\":{\"u\":4294967295}}\n");
        String same = temporary.resolve("same").toString();
        assertEquals(
                new CommandLineRun(0, "1 entry converted\n", ""),
                verbatim(
                        "convert",
                        lines.toString(),
                        same,
                        "--to=map",
                        "--keys={\"u\":i}",
                        "--layout={\"u\":i}",
                        "--unsigned=u"));
        assertTrue(verbatim("cat", same, "--unsigned=u").out().endsWith("{\"u\":4294967295}}\n"));
        assertEquals(2, verbatim("cat", same, "--unsigned=zz").exitCode());
    }

    @Test
    void aPathOfNoNumberIsRefused() {
        String expected = "--unsigned b: expected the path of a whole number, found \"b\"; the layout has";
        for (String[] command : new String[][] {
            {"cat", map}, {"map", "get", map, "1"}, {"map", "put", map, "1", "{}"}, {"append", map, lines.toString()}
        }) {
            String[] words = java.util.Arrays.copyOf(command, command.length + 1);
            words[command.length] = "--unsigned=b";
            CommandLineRun run = verbatim(words);
            assertEquals(2, run.exitCode(), run::err);
            assertTrue(run.err().contains(expected), run::err);
        }
    }
}
