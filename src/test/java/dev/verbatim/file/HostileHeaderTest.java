package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.ChildJvm.Result;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a header holds, a JVM with 128 MB reads or refuses it, and says so in a message that can be read. */
class HostileHeaderTest {

    /** A hundred differences, each with a path, two types and advice. */
    private static final int LONGEST_MESSAGE = 100 * 600;

    /** What the program has printed, by the kind of file, and nobody has looked at yet. */
    private static final Map<String, List<String>> PRINTED = new HashMap<>();

    @BeforeAll
    static void openAll(@TempDir Path folder) throws Exception {
        Result result = ChildJvm.run(ChildJvm.command(HostileHeaderProgram.class, folder.resolve("hostile.npy")));
        assertEquals(0, result.exitCode(), result.output());
        Iterator<String> lines = result.output().lines().iterator();
        while (lines.hasNext()) {
            PRINTED.put(lines.next(), List.of(lines.next(), lines.next(), lines.next()));
        }
    }

    @AfterAll
    static void allWereLookedAt() {
        assertEquals(Map.of(), PRINTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        300000-fields  | StructFileException: file=FILE position=8: expected a header of at most 4194304 bytes, \
        found @ bytes
        most-fields    | StructFileException: file=FILE position=@: expected at most 500000 values, found more
        most-values    | LayoutMismatchException: cannot read file=FILE as QUOTE: 166001 mismatches
        numbers        | StructFileException: file=FILE position=@: expected at most 500000 values, found more
        lists          | StructFileException: file=FILE position=@: expected at most 500000 values, found more
        tuples         | StructFileException: file=FILE position=@: expected at most 500000 values, found more
        strings        | StructFileException: file=FILE position=@: expected at most 500000 values, found more
        long-name      | LayoutMismatchException: cannot read file=FILE as QUOTE: 5 mismatches
        long-wide-name | LayoutMismatchException: cannot read file=FILE as QUOTE: 5 mismatches
        long-type      | LayoutMismatchException: cannot read file=FILE as QUOTE: 4 mismatches
        deep-names     | LayoutMismatchException: cannot read file=FILE as QUOTE: 5 mismatches
        long-shape     | StructFileException: file=FILE position=37: expected at most 64 dimensions, found 499000
        no-dict        | StructFileException: file=FILE position=12: expected a dict with 'descr', 'fortran_order' \
        and 'shape', found 'xxx…
        long-key       | StructFileException: file=FILE position=12: expected a dict with the key 'descr', \
        found the keys [kkk…
        long-number    | StructFileException: file=FILE position=12: expected a value, found `77777777777777777777`
        """)
    void aHeaderThatIsMadeToCostMemoryIsRefused(String kind, String message) {
        List<String> lines = PRINTED.remove(kind);
        assertNotNull(lines, "the program makes no such file");
        assertTrue(Integer.parseInt(lines.get(0)) <= LONGEST_MESSAGE, "length=" + lines.get(0));
        String said = lines.get(1)
                .replace("dev.verbatim.file.Samples$Quote", "QUOTE")
                .replaceAll("position=\\d{3,}", "position=@")
                .replaceAll("found \\d+ bytes", "found @ bytes");
        assertEquals(message, said.replaceAll("([xk])\\1{180,}\\.\\.\\.", "$1$1$1…"));
        if (kind.equals("most-values")) {
            assertEquals("  and 165901 more", lines.get(2));
        }
    }
}
