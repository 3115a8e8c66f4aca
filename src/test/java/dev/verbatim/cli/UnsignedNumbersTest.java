package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.NumpyFile;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that NumPy takes for unsigned, as the command line shows and takes them. */
class UnsignedNumbersTest {

    private static final String FIELDS = "('id', '<u4'), ('b', '>u8'), ('s', '|u1'), ('c', '<u2'), ('t', '|u1', (2,)),"
            + " ('p', '<u4', (2,)), ('l', [('n', '<u4'), ('d', '<i4')], (1,)), ('', [('n', '<u4')]), ('a.b', '<u4')";
    private static final int BYTE_SIZE = 4 + 8 + 1 + 2 + 2 + 8 + 8 + 4 + 4;
    private static final String ZEROS = "{\"id\":0,\"b\":0,\"s\":0,\"c\":\"0x0000\",\"t\":\"\",\"p\":[0,0],"
            + "\"l\":[{\"n\":0,\"d\":0}],\"a.b\":0}";
    private static final String LARGEST = "{\"id\":4294967295,\"b\":18446744073709551615,\"s\":255,\"c\":\"\uffff\","
            + "\"t\":\"0xffff\",\"p\":[4294967295,4294967295],\"l\":[{\"n\":4294967295,\"d\":-1}],\"a.b\":4294967295}";

    @TempDir
    Path temporary;

    private Path file;

    /** One struct of zeros, and one whose bits are all ones. */
    @BeforeEach
    void makeAFile() throws IOException {
        file = temporary.resolve("numpy.npy");
        byte[] structs = new byte[2 * BYTE_SIZE];
        Arrays.fill(structs, BYTE_SIZE, structs.length, (byte) -1);
        NumpyFile.write(file, FIELDS, 2, structs);
    }

    private static String run(String... arguments) {
        CommandLineRun run = verbatim(arguments);
        assertEquals("", run.err());
        return run.out();
    }

    @Test
    void pathsAreThoseOfTheFile() throws IOException {
        assertEquals(List.of("id", "b", "s", "p", "l[].n", "`a.b`"), StructFile.unsigned(file));
    }

    @Test
    void jsonHasThem() {
        assertEquals(
                "{\"index\":0,\"value\":" + ZEROS + "}\n{\"index\":1,\"value\":" + LARGEST + "}\n",
                run("cat", file.toString()));
    }

    @Test
    void lastEntriesHaveThem() {
        assertEquals("{\"index\":1,\"value\":" + LARGEST + "}\n", run("tail", file.toString(), "-n", "1"));
    }

    /** What a path is made of may be in a name, and an array may have no elements. */
    @Test
    void namesMayBeAny() throws IOException {
        String fields = "('@a', '<u4'), ('b[0]', '<u4'), ('c.`0', '<u4'), ('``d', '<u4'), ('s.`1', [('n', '<u4')]),"
                + " ('', '<u4'), ('', [('n', '<u4')]), ('e', '<u4', (0,)), ('f', [('n', '<u4')], (2, 0)),"
                + " ('g', '<u4', (2, 0)), ('h', '<u8', (1, 2))";
        byte[] struct = new byte[5 * 4 + 2 * 4 + 16];
        Arrays.fill(struct, (byte) -1);
        NumpyFile.write(file, fields, 1, struct);
        assertEquals(
                "{\"index\":0,\"value\":{\"@a\":4294967295,\"b[0]\":4294967295,\"c.`0\":4294967295,\"``d\":4294967295,"
                        + "\"s.`1\":{\"n\":4294967295},\"e\":[],\"f\":[],\"g\":[],"
                        + "\"h\":[[18446744073709551615,18446744073709551615]]}}\n",
                run("cat", file.toString()));
        assertEquals(List.of("`@a`", "`b[0]`", "`c.``0`", "`````d`", "`s.``1`.n", "h"), StructFile.unsigned(file));
    }

    @Test
    void csvHasThem() {
        assertEquals("""
            @index,id,b,s,c,t,p[0],p[1],l[0].n,l[0].d,`a.b`
            1,4294967295,18446744073709551615,255,\uffff,0xffff,4294967295,4294967295,4294967295,-1,4294967295
            """, run("cat", file.toString(), "--from", "1", "--format", "csv"));
    }

    @Test
    void tableHasThemAtTheRight() {
        assertEquals("""
            @index          id                     b    s
                 0           0                     0    0
                 1  4294967295  18446744073709551615  255
            """, run("cat", file.toString(), "--columns", "@index,id,b,s", "--format", "table"));
    }

    @ParameterizedTest
    @CsvSource({
        "id > 4294967294, 1",
        "id == 4294967295, 1",
        "b == 18446744073709551615, 1",
        "b > 1e19, 1",
        "b < 0, 0",
        "b >= id, 2",
        "b == s, 1",
        "l[0].n != 0, 1",
        "p[1] == `a.b`, 2",
        "s == 255, 1",
        "id == -1, 0",
    })
    void conditionsCompareThem(String condition, String count) {
        assertEquals(count + "\n", run("cat", file.toString(), "--where", condition, "--count"));
    }

    @Test
    void appendTakesThem() throws IOException {
        Path copy = temporary.resolve("copy.npy");
        run("convert", file.toString(), copy.toString());
        for (String format : new String[] {"json", "csv"}) {
            Path text = temporary.resolve("text." + format);
            run("convert", file.toString(), text.toString());
            run("append", copy.toString(), text.toString());
        }
        try (StructFile<MemorySegment> structs = StructFile.open(copy)) {
            assertEquals(6, structs.size());
            for (int i = 0; i < 6; i++) {
                byte[] expected = new byte[BYTE_SIZE];
                Arrays.fill(expected, (byte) -(i % 2));
                // What has no name is in no text.
                Arrays.fill(expected, BYTE_SIZE - 8, BYTE_SIZE - 4, (byte) (i == 1 ? -1 : 0));
                assertArrayEquals(expected, structs.get(i).toArray(ValueLayout.JAVA_BYTE), "struct " + i);
            }
        }
    }

    @Test
    void appendRefusesOthers() throws IOException {
        Path copy = temporary.resolve("copy.npy");
        run("convert", file.toString(), copy.toString());
        Path text = Files.writeString(
                temporary.resolve("text.json"), "{\"value\":" + ZEROS.replace("\"id\":0", "\"id\":-1") + "}\n");
        CommandLineRun refused = verbatim("append", copy.toString(), text.toString());
        assertEquals(
                "verbatim append: " + text
                        + ": line 1: id: expected a whole number from 0 to 4294967295, found \"-1\";"
                        + " nothing was appended\n",
                refused.err());
    }

    /** Of two files whose types differ in the sign, that of the first is shown. */
    @Test
    void differencesOfFilesHaveTheSignsOfTheFirst() throws IOException {
        Path other = temporary.resolve("other.npy");
        NumpyFile.write(file, "('a', '|u1')", 1, new byte[] {-1});
        NumpyFile.write(other, "('a', '|i1')", 1, new byte[] {-2});
        assertEquals(
                "a: |u1 != |i1\nindex=0: a: 255 != 254\n1 of 1 types and 1 of 1 entries differ\n",
                verbatim("diff", file.toString(), other.toString()).out());
        assertEquals(
                "a: |i1 != |u1\nindex=0: a: -2 != -1\n1 of 1 types and 1 of 1 entries differ\n",
                verbatim("diff", other.toString(), file.toString()).out());
    }

    /** A queue has no types of NumPy, but the same bytes. */
    @Test
    void differencesAreOfTheBytes() throws IOException {
        Path queue = temporary.resolve("queue");
        run("convert", file.toString(), queue.toString(), "--to", "queue");
        byte[] structs = new byte[2 * BYTE_SIZE];
        Arrays.fill(structs, BYTE_SIZE, structs.length, (byte) -1);
        structs[BYTE_SIZE] = -2;
        NumpyFile.write(file, FIELDS, 2, structs);
        assertEquals(
                "index=1: id: 4294967294 != 4294967295\n1 of 2 entries differ\n",
                verbatim("diff", file.toString(), queue.toString()).out());
        assertEquals(
                "index=1: id: 4294967295 != 4294967294\n1 of 2 entries differ\n",
                verbatim("diff", queue.toString(), file.toString()).out());
    }
}
