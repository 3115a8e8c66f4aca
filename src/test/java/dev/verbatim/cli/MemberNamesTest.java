package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.file.StructFile;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members may have any name: that of a label or of a path, or what steers a terminal. */
class MemberNamesTest {

    private static final String AMBIGUOUS = "{\"a\":{\"b\":i},\"a.b\":i,\"@index\":i,\"c[0]\":i,\"c\":[1]i,\"d`\":i}";

    @TempDir
    Path temporary;

    private Path store;

    private void makeStore(StructLayout layout, int... values) throws Exception {
        store = temporary.resolve("store.npy");
        try (StructFile<MemorySegment> file = StructFile.create(store, layout)) {
            file.append(MemorySegment.ofArray(values));
        }
    }

    private String out(String verb, String... options) {
        String[] words = new String[2 + options.length];
        words[0] = verb;
        words[1] = store.toString();
        System.arraycopy(options, 0, words, 2, options.length);
        CommandLineRun run = verbatim(words);
        assertEquals("", run.err());
        return run.out();
    }

    @Test
    void eachMemberHasAColumnOfItsOwn() throws Exception {
        makeStore(LayoutText.parse(AMBIGUOUS), 1, 2, 3, 4, 5, 6);
        String csv = "@index,a.b,`a.b`,`@index`,`c[0]`,c[0],`d```\n0,1,2,3,4,5,6\n";
        assertEquals(csv, out("cat", "--format=csv"));
        assertEquals(
                List.of("@index a.b `a.b` `@index` `c[0]` c `d```", "0 1 2 3 4 [5] 6"),
                out("cat", "--format=table")
                        .lines()
                        .map(line -> line.strip().replaceAll(" +", " "))
                        .toList());
        assertEquals(
                "verbatim cat: \"x\": no such member in index=0, which has @index, a, `a.b`, `@index`, `c[0]`, c,"
                        + " `d```\n",
                verbatim("cat", store.toString(), "--columns=x").err());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {"a.b, 1", "`a.b`, 2", "`@index`, 3", "@index, 0", "`c[0]`, 4", "c[0], 5", "`d```, 6", "`a`.`b`, 1"
            })
    void columnsAndConditionsNameEachMember(String path, int value) throws Exception {
        makeStore(LayoutText.parse(AMBIGUOUS), 1, 2, 3, 4, 5, 6);
        assertEquals(
                value + "\n",
                out("cat", "--columns=" + path, "--format=csv")
                                .lines()
                                .skip(1)
                                .findFirst()
                                .orElseThrow() + "\n");
        assertEquals("1\n", out("cat", "--count", "--where=" + path + " == " + value));
    }

    /** What is printed of some columns is read back like that of all. */
    @Test
    void chosenColumnsHaveTheNamesOfAll() throws Exception {
        makeStore(
                LayoutText.parse("{\"Adj Close\":i,\"a.b\":i,\"@index\":i,\"c d\":[2]{\"e f\":i},\"null\":i}"),
                1,
                2,
                3,
                4,
                5,
                6);
        String csv = "@index,Adj Close,`a.b`,`@index`,c d[0].e f,c d[1].e f,null\n0,1,2,3,4,5,6\n";
        assertEquals(csv, out("cat", "--format=csv"));
        String columns = "@index,`Adj Close`,`a.b`,`@index`,`c d`[0].`e f`,`c d`[1].`e f`,`null`";
        assertEquals(csv, out("cat", "--format=csv", "--columns=" + columns));
        assertEquals(
                "{\"Adj Close\":1,\"c d[1].e f\":5}\n",
                out("cat", "--format=json", "--columns=`Adj Close`,`c d`[1].`e f`"));
        assertTrue(out("cat", "--format=table", "--columns=`Adj Close`,`null`").startsWith("Adj Close  null\n"));
        assertEquals(
                "verbatim cat: \"x\": no such member in index=0, which has @index, `Adj Close`, `a.b`, `@index`,"
                        + " `c d`, `null`\n",
                verbatim("cat", store.toString(), "--columns=x").err());
    }

    @Test
    void appendTakesTheColumnsThatCatPrints() throws Exception {
        makeStore(LayoutText.parse(AMBIGUOUS), 1, 2, 3, 4, 5, 6);
        Path csv = Files.writeString(temporary.resolve("text.csv"), out("cat", "--format=csv"));
        assertEquals("1 entry appended, the last one at index=1\n", out("append", csv.toString()));
        assertEquals(out("cat", "--limit=1").replace("\"index\":0", "\"index\":1"), out("tail", "-n1"));
    }

    @Test
    void noNameReachesATerminalAsItIs() throws Exception {
        String name = "a\u001b[31m\nb\u2028";
        makeStore(MemoryLayout.structLayout(JAVA_INT_UNALIGNED.withName(name)), 7);
        assertTrue(out("info").contains("{\"a?[31m?b?\":i}"), out("info"));
        assertTrue(out("cat", "--format=table").contains("`a?[31m?b?`"), out("cat", "--format=table"));
        CommandLineRun unknown = verbatim("cat", store.toString(), "--columns=x");
        assertTrue(unknown.err().contains("which has @index, `a?[31m"), unknown.err());
        assertFalse(unknown.err().contains("\u001b"), unknown.err());
        Path other = temporary.resolve("other.npy");
        Files.write(other, Files.readAllBytes(store));
        try (StructFile<MemorySegment> file = StructFile.openReadWrite(other)) {
            file.set(0, MemorySegment.ofArray(new int[] {8}));
        }
        assertEquals(
                "index=0: `a?[31m?b?`: 7 != 8\n1 of 1 entries differ\n",
                verbatim("diff", store.toString(), other.toString()).out());
    }

    /** UTF-8 has no bytes for half a character. */
    @Test
    void aNameThatCsvCannotSpellIsRefused() throws Exception {
        makeStore(MemoryLayout.structLayout(JAVA_INT_UNALIGNED.withName("a\ud83d")), 7);
        Path csv = temporary.resolve("text.csv");
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim convert: the layout: expected names that UTF-8 can spell, found \"a?\"; use"
                                + " JSON lines; " + csv + " was not made\n"),
                verbatim("convert", store.toString(), csv.toString()));
    }
}
