package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.NumpyFile;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NumPy's numbers of half precision, as the command line shows and takes them. */
class HalfPrecisionTest {

    private static final String FIELDS =
            "('g', '<f2'), ('b', '>f2'), ('a', '<f2', (2,)), ('s', [('x', '<f2')]), ('i', '<i2'), ('e', '<f2', (0,))";
    private static final String FIRST =
            "{\"g\":0.1,\"b\":1.5,\"a\":[-0.0,6.0E-8],\"s\":{\"x\":65500.0},\"i\":15360,\"e\":[]}";
    private static final String SECOND = "{\"g\":\"NaN\",\"b\":\"Infinity\",\"a\":[\"-Infinity\",\"NaN(0x7e01)\"],"
            + "\"s\":{\"x\":-2.0},\"i\":-1,\"e\":[]}";

    @TempDir
    Path temporary;

    private Path file;

    @BeforeEach
    void makeAFile() throws IOException {
        file = temporary.resolve("numpy.npy");
        NumpyFile.write(file, FIELDS, 2, structs());
    }

    private static byte[] structs() {
        ByteBuffer structs = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        int[] numbers = {0x2E66, 0x003E, 0x8000, 0x0001, 0x7BFF, 0x3C00, 0x7E00, 0x007C, 0xFC00, 0x7E01, 0xC000, 0xFFFF
        };
        for (int number : numbers) {
            structs.putShort((short) number);
        }
        return structs.array();
    }

    private static String run(String... arguments) {
        CommandLineRun run = verbatim(arguments);
        assertEquals("", run.err());
        return run.out();
    }

    @Test
    void pathsAreThoseOfTheFile() throws IOException {
        assertEquals(List.of("g", "b", "a", "s.x"), StructFile.halfPrecision(file));
        assertEquals(List.of(), StructFile.unsigned(file));
    }

    @Test
    void jsonHasThem() {
        assertEquals(
                "{\"index\":0,\"value\":" + FIRST + "}\n{\"index\":1,\"value\":" + SECOND + "}\n",
                run("cat", file.toString()));
        assertEquals("{\"index\":1,\"value\":" + SECOND + "}\n", run("tail", file.toString(), "-n", "1"));
    }

    @Test
    void csvAndTablesHaveThem() {
        assertEquals("""
            @index,g,b,a[0],a[1],s.x,i
            0,0.1,1.5,-0.0,6.0E-8,65500.0,15360
            1,NaN,Infinity,-Infinity,NaN(0x7e01),-2.0,-1
            """, run("cat", file.toString(), "--format", "csv"));
        assertEquals("""
            @index    g         b
                 0  0.1       1.5
                 1  NaN  Infinity
            """, run("cat", file.toString(), "--columns", "@index,g,b", "--format", "table"));
    }

    @ParameterizedTest
    @CsvSource({
        "g == 0.1, 1",
        "g == 0.0999755859375, 1",
        "g == 0.11, 0",
        "g < 0.1, 0",
        "g != g, 1",
        "b > 1, 2",
        "b > 1e99, 1",
        "b == 1.5, 1",
        "a[0] == 0, 1",
        "a[0] < -65504, 1",
        "a[1] > 0, 1",
        "s.x == 65500, 1",
        "s.x == 65504, 1",
        "s.x < 65520, 2",
        "s.x > i, 1",
        "s.x >= b, 1",
    })
    void conditionsCompareThem(String condition, String count) {
        assertEquals(count + "\n", run("cat", file.toString(), "--where", condition, "--count"));
    }

    @Test
    void appendTakesThem() throws IOException {
        for (String format : new String[] {"json", "csv"}) {
            Path copy = temporary.resolve(format + ".npy");
            StructFile.createLike(copy, file).close();
            Path text = temporary.resolve("text." + format);
            run("convert", file.toString(), text.toString());
            run("append", copy.toString(), text.toString());
            CommandLineRun differences = verbatim("diff", file.toString(), copy.toString());
            assertEquals(0, differences.exitCode(), differences::out);
        }
    }

    @Test
    void appendRoundsThemAsFloats() throws IOException {
        Path text = Files.writeString(
                temporary.resolve("text.json"),
                "{\"value\":" + FIRST.replace("0.1", "0.09999").replace("65500.0", "65519") + "}\n");
        Path copy = temporary.resolve("copy.npy");
        StructFile.createLike(copy, file).close();
        run("append", copy.toString(), text.toString());
        assertEquals("{\"index\":0,\"value\":" + FIRST + "}\n", run("cat", copy.toString()));
    }

    @Test
    void appendRefusesOthers() throws IOException {
        Path text = Files.writeString(
                temporary.resolve("text.json"), "{\"value\":" + FIRST.replace("65500.0", "65520") + "}\n");
        assertEquals(
                "verbatim append: " + text
                        + ": line 1: s.x: expected a number that rounds to one from -65504 to 65504, NaN, Infinity or"
                        + " -Infinity, found \"65520\"; nothing was appended\n",
                verbatim("append", file.toString(), text.toString()).err());
    }

    @Test
    void differencesHaveThem() throws IOException {
        Path other = temporary.resolve("other.npy");
        byte[] structs = structs();
        structs[0]++;
        NumpyFile.write(other, FIELDS, 2, structs);
        assertEquals(
                "index=0: g: 0.1 != 0.10004\n1 of 2 entries differ\n",
                verbatim("diff", file.toString(), other.toString()).out());
    }
}
