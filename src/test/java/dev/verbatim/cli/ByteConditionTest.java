package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions compare sequences of bytes as bytes, however these and the texts of the condition are spelled. */
class ByteConditionTest {

    private static final String LAYOUT = "{\"fixedSize\":i,\"totalSize\":i,\"row\":i,\"ip\":[4]b,\"two\":[2][2]b,"
            + "\"tail\":{\"offset\":i,\"length\":i,\"elements\":[0]b},"
            + "\"tails\":{\"offset\":i,\"length\":i,\"elements\":[0]{\"fixedSize\":i,\"totalSize\":i,"
            + "\"value\":{\"offset\":i,\"length\":i,\"elements\":[0]b}}}}";

    /** Printed as ABCD, 0xc0a80101, A and nothing. */
    private static final String LINES = """
        {"key":{"ip":"0x41424344"},"value":{"row":0,"ip":"0x41424344","two":["0x4142","B"],"tail":"A","tails":[]}}
        {"key":{"ip":"0xff000000"},"value":{"row":1,"ip":"0xC0A80101","two":["0xFF00",""],"tail":"0xC000",
        "tails":[{"value":"0xFE"}]}}
        {"key":{"ip":"0x41000000"},"value":{"row":2,"ip":"A","two":["",""],"tail":"0x4100","tails":[]}}
        {"key":{"ip":""},"value":{"row":3,"ip":"","two":["",""],"tail":null,"tails":null}}
        """.replace(",\n\"", ",\"");

    @TempDir
    Path temporary;

    private String convert(String lines, String... options) throws Exception {
        Path json = Files.writeString(temporary.resolve("lines.json"), lines);
        String map = temporary.resolve("map").toString();
        String[] words = new String[options.length + 4];
        System.arraycopy(new String[] {"convert", json.toString(), map, "--to=map"}, 0, words, 0, 4);
        System.arraycopy(options, 0, words, 4, options.length);
        CommandLineRun run = verbatim(words);
        assertEquals("", run.err());
        return map;
    }

    private static String found(String map, String column, String condition) {
        CommandLineRun run = verbatim("cat", map, "--where", condition, "--columns", column, "--format=csv");
        assertEquals("", run.err(), condition);
        return run.out().lines().skip(1).sorted().collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ip == \"0x41424344\"      | 0",
                "ip == 'ABCD'              | 0",
                "ip == \"0xC0A80101\"      | 1",
                "ip == \"0xc0A80101\"      | 1",
                "ip != \"0xC0A80101\"      | 0 2 3",
                "ip == \"0x41\"            | 2",
                "ip == \"0x41000000\"      | 2",
                "ip != \"0x4100000000\"    | 0 1 2 3",
                "ip == \"0x\"              | 3",
                "ip < \"0x80000000\"       | 0 2 3",
                "ip > \"0x41\"             | 0 1",
                "ip >= \"0x41\"            | 0 1 2",
                "ip > 'z'                  | 1",
                "'z' < ip                  | 1",
                "ip >= 'ABCD'              | 0 1",
                "two[0] == \"0xff\"        | 1",
                "two[1] == \"0x4200\"      | 0",
                "tail == \"0x41\"          | 0",
                "tail == \"0x4100\"        | 2",
                "tail > \"0x41\"           | 1 2",
                "tail == \"0xC0\"          | ``",
                "tails[0].value == '0xFE'  | 1",
                "tails[0].value == '0xFE00'| ``",
                "@key.ip == '0xFF'         | 1",
                "ip == @key.ip             | 0 2 3",
                "ip < @key.ip              | 1",
                "ip == tail                | 2",
            })
    void aTextIsReadAsAppendReadsIt(String condition, String rows) throws Exception {
        String map = convert(LINES, "--keys={\"ip\":[4]b}", "--layout=" + LAYOUT);
        assertEquals(rows, found(map, "row", condition));
    }

    @Test
    void keysAndValuesOfBytesHaveAllTheirZeros() throws Exception {
        String lines = """
            {"key":"0x4142","layout":"raw","value":"0xC0"}
            {"key":"0xC000","layout":"raw","value":"AB"}
            """;
        String map = convert(lines, "--keys=BYTES");
        assertEquals("AB", found(map, "@key", "@key == '0x4142'"));
        assertEquals("0xc000", found(map, "@key", "@key == '0xC000'"));
        assertEquals("", found(map, "@key", "@key == '0xC0' || @key == '0x414200'"));
        assertEquals("AB", found(map, "@key", "bytes == '0xC0'"));
        assertEquals("0xc000", found(map, "@key", "bytes == '0x4142' && bytes > 'A'"));
    }

    /** A key of text may begin with 0x, and is that text. */
    @Test
    void keysOfTextAreComparedAsTexts() throws Exception {
        String lines = """
            {"key":"0xAB","layout":"raw","value":"1"}
            {"key":"0xab","layout":"raw","value":"2"}
            {"key":"0xg","layout":"raw","value":"3"}
            """;
        String map = convert(lines, "--keys=STRING");
        assertEquals("1", found(map, "bytes", "@key == '0xAB'"));
        assertEquals("3", found(map, "bytes", "@key == '0xg'"));
    }

    /** Next to a member of bytes it is its own bytes, and no spelling of others. */
    @Test
    void aKeyOfTextSpellsNoBytes() throws Exception {
        String lines = """
            {"key":"0xab","value":{"name":"0xab"}}
            {"key":"0xabc","value":{"name":"0x3078616263"}}
            {"key":"0xg","value":{"name":"0xff"}}
            {"key":"AB","value":{"name":"AB"}}
            """;
        String map = convert(lines, "--keys=STRING", "--layout={\"name\":[8]b}");
        assertEquals("0xabc AB", found(map, "@key", "@key == name"));
        assertEquals("0xab 0xg", found(map, "@key", "@key != name"));
    }

    @Test
    void whatSpellsNoBytesIsRefusedWithItsColumn() throws Exception {
        String map = convert(LINES, "--keys={\"ip\":[4]b}", "--layout=" + LAYOUT);
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim cat: --where at column=15: expected text, or 0x and pairs of hexadecimal digits,"
                                + " found \"0xC00\"\n"),
                verbatim("cat", map, "--where=row > 0 && ip == '0xC00'"));
    }
}
