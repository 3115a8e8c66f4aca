package dev.verbatim.cli.selftest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.cli.CommandLineRun;
import dev.verbatim.internal.io.WindowsFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The self-test passes, says so, and fails when a golden byte is another. */
@Tag("once")
class SelfTestTest {

    private static final Path GOLDEN =
            Path.of("src", "main", "resources", "dev", "verbatim", "cli", "selftest", "golden.txt");

    @TempDir
    Path folder;

    @Test
    void aFolderThatIsMissingIsNamed() throws Exception {
        Path missing = folder.resolve("missing");
        assertEquals(
                new CommandLineRun(2, "", "verbatim selftest: " + missing + ": no such file\n"),
                CommandLineRun.verbatim("selftest", "--folder", missing.toString()));
        Path file = Files.writeString(folder.resolve("file"), "");
        assertEquals(
                new CommandLineRun(2, "", "verbatim selftest: " + file + ": not a directory\n"),
                CommandLineRun.verbatim("selftest", "--folder", file.toString()));
    }

    @Test
    void itPassesAndSaysWhatItHasChecked() throws Exception {
        StringWriter out = new StringWriter();

        assertTrue(SelfTest.run(folder, new PrintWriter(out)), out::toString);

        assertEquals(
                List.of(
                        "platform",
                        "jvm",
                        "folder",
                        "memory",
                        "cold",
                        "compiled",
                        "file",
                        "queue",
                        "map",
                        "kill",
                        "OK"),
                out.toString().lines().map(line -> line.replaceFirst(" .*", "")).toList());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void itSaysWhereTheFirstDifferenceIs() throws Exception {
        StringWriter out = new StringWriter();

        assertFalse(SelfTest.run(flipped("big-endian struct", 17), folder, new PrintWriter(out)));

        assertTrue(
                out.toString()
                        .endsWith("FAILED     big-endian struct by a record's codec, written to byte[] at offset=0:"
                                + " byte 17 of 216 (l): expected 22 45 67 89 ab cd ef 7f, found 23 45 67 89 ab cd ef 7f"
                                + System.lineSeparator()),
                out::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        packed little-endian struct | 0 | packed little-endian struct by a record's codec, written to byte[] at offset=0: byte 0 of 165 (flag): expected 00
        little-endian conversions | 1 | little-endian conversions by a codec, written to byte[] at offset=0: byte 1 of 144 (time)
        big-endian variable-length record | 120 | big-endian variable-length record by a codec, written to byte[] at offset=0: byte 120 of 320 (in the tail)
        big-endian cursor | 2 | big-endian cursor, written to byte[] at offset=0: byte 2 of
        big-endian atomic access | 8 | big-endian atomic access, written to long[] at offset=0: byte 8 of 32 (l)
        """)
    void everyKindOfValueIsCompared(String name, int at, String message) throws Exception {
        MemoryChecks checks = MemoryChecks.all(flipped(name, at));
        try (Arena arena = Arena.ofConfined()) {
            List<Place> places = Place.all(arena, folder);
            String found = assertThrowsExactly(Difference.class, () -> checks.run(places, 1))
                    .getMessage();
            assertTrue(found.startsWith(message), found);
        }
    }

    @Test
    void filesAreCompared() throws Exception {
        assertEquals(
                "big-endian file: byte 192 of 264: expected 01 00 00 00 00 00 00 01, found 00 00 00 00 00 00 00 01",
                assertThrowsExactly(
                                Difference.class,
                                () -> new FileChecks(flipped("big-endian file", 192), folder).checkFiles())
                        .getMessage());
        assertEquals(
                "queue, 000000000000.segment: byte 136 of 280: expected 00",
                assertThrowsExactly(Difference.class, () -> new FileChecks(flipped("queue", 136), folder).checkQueue())
                        .getMessage()
                        .replaceFirst("expected (..).*", "expected 00"));
        assertEquals(
                "map, 000000000000.segment: byte 64 of",
                assertThrowsExactly(Difference.class, () -> new FileChecks(flipped("map", 64), folder).checkMap())
                        .getMessage()
                        .replaceFirst(" of .*", " of"));
    }

    /** The files are mapped until the garbage collector finds that nobody uses them. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the rules are those of WindowsFiles")
    void filesThatCanNeitherBeCutNorDeletedWhileTheyAreMappedAreCheckedAndDeleted() throws Exception {
        Path checked = Files.createDirectory(WindowsFiles.under(folder).resolve("checked"));
        new FileChecks(Golden.load(), checked).checkFiles();
        SelfTest.delete(checked);
        assertFalse(Files.exists(checked));
    }

    @Test
    void aFolderThatIsNotThereIsRefused() {
        assertThrowsExactly(
                NoSuchFileException.class,
                () -> SelfTest.run(folder.resolve("missing"), new PrintWriter(new StringWriter())));
    }

    /** By Python alone, from the pages of the formats. */
    @Test
    void theGoldenBytesAreWhatThePythonScriptMakes() throws Exception {
        Process python;
        try {
            python = new ProcessBuilder("python3", "-B", "src/test/resources/selftest/golden.py")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "there is no python3: " + e.getMessage());
            return;
        }
        String made = new String(python.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, python.waitFor(), made);
        assertEquals(Files.readString(GOLDEN), made);
    }

    /** {@return golden bytes of which one has another lowest bit} */
    private static Golden flipped(String name, int at) throws IOException {
        List<String> lines = Files.readAllLines(GOLDEN);
        int line = lines.indexOf("[" + name + "]") + 1 + at / 32;
        StringBuilder digits = new StringBuilder(lines.get(line));
        int digit = at % 32 * 2 + 1;
        digits.setCharAt(digit, Character.forDigit(Character.digit(digits.charAt(digit), 16) ^ 1, 16));
        lines.set(line, digits.toString());
        return Golden.read(new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)));
    }
}
