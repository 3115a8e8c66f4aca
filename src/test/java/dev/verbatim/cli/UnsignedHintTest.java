package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number that is out of range only because it has a sign is refused with the option that helps. */
class UnsignedHintTest {

    private static final String SHORT = ": expected a whole number from -32768 to 32767, found ";
    private static final String INT = ": expected a whole number from -2147483648 to 2147483647, found ";
    private static final String HINT = "; if it has no sign, say so by --unsigned ";

    @TempDir
    Path temporary;

    private Path text(String content) throws Exception {
        return Files.writeString(temporary.resolve("text"), content);
    }

    private static void assertRefused(String message, String... words) {
        assertEquals(new CommandLineRun(2, "", "verbatim " + message + "\n"), verbatim(words));
    }

    /** As C's {@code uint16_t} is. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"40002 | c", "65535 | c", "65536 |"})
    void aNumberThatIsACharIsTold(String number, String path) throws Exception {
        Path json = text("{\"value\":{\"c\":" + number + "}}\n");
        String queue = temporary.resolve("queue").toString();
        assertRefused(
                "convert: " + json + ": line 1: c: expected a character, found \"" + number + "\" without quotes"
                        + (path == null ? "" : HINT + path) + "; " + queue + " was not made",
                "convert",
                json.toString(),
                queue,
                "--to=queue",
                "--layout={\"c\":c}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "32768                | s",
                "65535                | s",
                "65536                |",
                "-32769               |",
                "40002.0              |",
                "99999999999999999999 |"
            })
    void whatFitsWithoutASignIsTold(String number, String path) throws Exception {
        Path json = text("{\"value\":{\"s\":" + number + "}}\n");
        String queue = temporary.resolve("queue").toString();
        assertRefused(
                "convert: " + json + ": line 1: s" + SHORT + "\"" + number + "\"" + (path == null ? "" : HINT + path)
                        + "; " + queue + " was not made",
                "convert",
                json.toString(),
                queue,
                "--to=queue",
                "--layout={\"s\":s}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"4000000000,1,2,3 | l[0].n | l[].n", "1,1,4000000000,3 | a[0][0] | a", "1,1,2,4000000000 | `x.y` |"
            })
    void thePathIsThatOfTheOption(String values, String found, String path) throws Exception {
        Path csv = text("l[0].n,l[1].n,a[0][0],`x.y`\n" + values + "\n");
        String queue = temporary.resolve("queue").toString();
        assertRefused(
                "convert: " + csv + ": line 2: " + found.replace("`", "") + INT + "\"4000000000\""
                        + (path == null ? "" : HINT + path) + "; " + queue + " was not made",
                "convert",
                csv.toString(),
                queue,
                "--to=queue",
                "--layout={\"l\":[2]{\"n\":i},\"a\":[1][1]i,\"x.y\":i}");
    }

    @Test
    void aKeyIsTold() throws Exception {
        Path json = text("{\"key\":{\"port\":1},\"value\":{\"u\":1}}\n");
        String map = temporary.resolve("map").toString();
        assertEquals(
                0,
                verbatim("convert", json.toString(), map, "--to=map", "--keys={\"port\":s}", "--layout={\"u\":i}")
                        .exitCode());
        String inKey = "KEY: port" + SHORT + "\"40002\"" + HINT + "@key.port";
        assertRefused("map get: " + inKey, "map", "get", map, "{\"port\":40002}");
        assertRefused("map put: " + inKey, "map", "put", map, "{\"port\":40002}", "{\"u\":1}");
        assertRefused(
                "map put: VALUE: u" + INT + "\"4294967295\"" + HINT + "u",
                "map",
                "put",
                map,
                "{\"port\":1}",
                "{\"u\":4294967295}");
        text("{\"key\":{\"port\":40002},\"value\":{\"u\":1}}\n");
        assertRefused(
                "append: " + json + ": line 1: " + inKey + "; nothing was appended",
                "append",
                map,
                json.toString(),
                "--layout={\"u\":i}");
        String ints = temporary.resolve("ints").toString();
        text("{\"key\":1,\"layout\":\"raw\",\"value\":\"x\"}\n");
        assertEquals(
                0,
                verbatim("convert", json.toString(), ints, "--to=map", "--keys=INT")
                        .exitCode());
        assertRefused("map get: KEY" + INT + "\"4294967295\"" + HINT + "@key", "map", "get", ints, "4294967295");
    }

    /** Its type says which numbers have no sign. */
    @Test
    void ofAFileNothingIsTold() throws Exception {
        Path json = text("{\"value\":{\"s\":1}}\n");
        String npy = temporary.resolve("file.npy").toString();
        assertEquals(
                0,
                verbatim("convert", json.toString(), npy, "--layout={\"s\":s}").exitCode());
        text("{\"value\":{\"s\":40002}}\n");
        assertRefused(
                "append: " + json + ": line 1: s" + SHORT + "\"40002\"; nothing was appended",
                "append",
                npy,
                json.toString());
    }
}
