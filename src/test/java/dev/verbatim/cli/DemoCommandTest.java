package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

    private static final int RECORD_BYTES = 56;

    @TempDir
    Path temp;

    private Path folder;
    private Path original;
    private Path copy;

    @BeforeEach
    void nameTheFiles() {
        folder = temp.resolve("new").resolve("demo");
        original = folder.resolve("daily-bars.npy");
        copy = folder.resolve("daily-bars-copy.npy");
    }

    @Test
    void writesTheExampleAndCopiesIt() throws IOException {
        CommandLineRun run = verbatim("demo", "--output", folder.toString());

        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        byte[] bytes = Files.readAllBytes(original);
        assertArrayEquals(bytes, Files.readAllBytes(copy));
        assertArrayEquals(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'}, Arrays.copyOf(bytes, 6));

        // The example's last row: 12/31/2018,6649.52002,6659.959961,6570.060059,6635.279785,6635.279785,2098560000
        ByteBuffer last = ByteBuffer.wrap(bytes, bytes.length - RECORD_BYTES, RECORD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(20181231, last.getInt());
        assertEquals(0, last.getInt(), "padding");
        assertEquals(6649.52002, last.getDouble());
        assertEquals(6659.959961, last.getDouble());
        assertEquals(6570.060059, last.getDouble());
        assertEquals(6635.279785, last.getDouble());
        assertEquals(6635.279785, last.getDouble());
        assertEquals(2098560000L, last.getLong());
    }

    @Test
    void saysWhatItDid() throws IOException {
        String out = verbatim("demo", "--output", folder.toString()).out();

        assertContains(out, "5,031 days from ./examples/nasdaq-daily.csv\n");
        assertContains(out, "\n       4      4  padding\n       8      8  double   open\n");
        for (String step : new String[] {
            "write through the codec", "copy the mapped segment", "read back, check with CSV", "compare the two files"
        }) {
            assertTrue(
                    out.matches("(?s).*\n  " + step + " +5,031 +[0-9,]+\\.\\d{3} +[0-9,]+ +[0-9,]+\\.\\d\n.*"),
                    step + "\n" + out);
        }
        assertContains(
                out,
                "\n"
                        + "           0  19990104  2207.540039  2233.570068  2192.679932  2208.050049  2208.050049     "
                        + " 936660000\n");
        assertContains(
                out,
                "\n"
                        + "       5,030  20181231   6649.52002  6659.959961  6570.060059  6635.279785  6635.279785    "
                        + " 2098560000\n");
        assertContains(
                out,
                "\nIdentical: the files, byte for byte, and every record of the copy to its row in the CSV file.\n");
        assertContains(out, "\n%15s bytes  %s\n".formatted("%,d".formatted(Files.size(copy)), copy));
        assertContains(
                out, "\n  python3 -c \"import numpy as np; print(np.load('" + copy + "', mmap_mode='r')[-1])\"\n");
    }

    @Test
    void repeatWritesTheDaysAgain() throws IOException {
        assertEquals(0, verbatim("demo", "--output", folder.toString()).exitCode());
        byte[] once = Files.readAllBytes(copy);

        CommandLineRun run = verbatim("demo", "--repeat", "3", "--output", folder.toString());

        assertEquals("", run.err(), "no progress bar without a terminal");
        byte[] thrice = Files.readAllBytes(copy);
        int records = 5031 * RECORD_BYTES;
        int header = once.length - records;
        assertEquals(header + 3 * records, thrice.length);
        for (int i = 0; i < 3; i++) {
            int start = header + i * records;
            assertEquals(
                    -1, Arrays.mismatch(once, header, once.length, thrice, start, start + records), "days, time " + i);
        }
    }

    @Test
    void aSingleDayIsEnough() throws IOException {
        Path input = Files.writeString(
                temp.resolve("day.csv"), "Date,Open,High,Low,Close,Adj Close,Volume\n2020-02-29,1,2,3,4,5,6\n");

        CommandLineRun run = verbatim("demo", "--input", input.toString(), "--output", folder.toString());

        assertEquals("", run.err());
        assertContains(
                run.out(),
                "\n"
                    + "           0  20200229          1.0          2.0          3.0          4.0          5.0        "
                    + "      6\n");
        try (StructFile<DailyBar> file = StructFile.open(copy, DailyBar.CODEC)) {
            assertEquals(1, file.size());
            assertEquals(new DailyBar(20200229, 1, 2, 3, 4, 5, 6), file.get(0));
        }
    }

    @Test
    void filesOfAnEarlierRunAreReplacedAndNothingElseIsTouched() throws IOException {
        assertEquals(
                0,
                verbatim("demo", "--repeat", "2", "--output", folder.toString()).exitCode());
        long twice = Files.size(original);
        Path other = Files.writeString(folder.resolve("other.npy"), "mine");

        assertEquals(0, verbatim("demo", "--output", folder.toString()).exitCode());

        assertEquals(twice - 5031 * RECORD_BYTES, Files.size(original));
        assertEquals("mine", Files.readString(other));
    }

    @Test
    void aFileThatTheDemoDidNotMakeIsRefusedAndKept() throws IOException {
        assertEquals(0, verbatim("demo", "--output", folder.toString()).exitCode());
        Files.writeString(copy, "mine");

        CommandLineRun run = verbatim("demo", "--output", folder.toString());

        assertOneLine(run, 2, "verbatim demo: " + copy + ": is in the way (file=" + copy);
        assertTrue(run.err().endsWith("); remove it, or choose another directory with --output\n"), run.err());
        assertEquals("mine", Files.readString(copy));
        assertTrue(Files.exists(original));
    }

    @Test
    void aFileOfOtherRecordsIsRefusedAndKept() throws IOException {
        assertEquals(0, verbatim("demo", "--output", folder.toString()).exitCode());
        byte[] bytes = Files.readAllBytes(copy);
        byte[] renamed =
                new String(bytes, ISO_8859_1).replace("'open'", "'oben'").getBytes(ISO_8859_1);
        Files.write(copy, renamed);

        CommandLineRun run = verbatim("demo", "--output", folder.toString());

        assertEquals(
                "verbatim demo: " + copy
                        + ": is in the way (its records are no daily bars); remove it, or choose another directory"
                        + " with --output\n",
                run.err());
        assertEquals(2, run.exitCode());
        assertArrayEquals(renamed, Files.readAllBytes(copy));
    }

    @Test
    void filesThatAreBeingWrittenAreRefused() throws IOException {
        assertEquals(0, verbatim("demo", "--output", folder.toString()).exitCode());

        try (StructFile<DailyBar> writer = StructFile.openReadWrite(original, DailyBar.CODEC)) {
            CommandLineRun run = verbatim("demo", "--output", folder.toString());

            assertOneLine(run, 2, "verbatim demo: " + original + ": is in the way (");
            assertEquals(5031, writer.size());
        }
    }

    @Test
    void badInputIsOneLineAndExitCodeTwoAndMakesNothing() {
        Path missing = temp.resolve("missing.csv");

        CommandLineRun run = verbatim("demo", "--input", missing.toString(), "--output", folder.toString());

        assertEquals("verbatim demo: " + missing + ": no such file\n", run.err());
        assertEquals("", run.out());
        assertEquals(2, run.exitCode());
        assertFalse(Files.exists(folder));
    }

    @Test
    void outputThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "mine");

        CommandLineRun run = verbatim("demo", "--output", file.toString());
        assertEquals("verbatim demo: --output " + file + ": is a file, expected a directory\n", run.err());
        assertEquals(2, run.exitCode());

        Path below = file.resolve("demo");
        run = verbatim("demo", "--output", below.toString());
        assertOneLine(run, 2, "verbatim demo: --output " + below + ": cannot make the directory: ");
        assertEquals("mine", Files.readString(file));
    }

    @Test
    void outputThatIsTooLargeForTheDiskIsRefusedBeforeAnythingIsWritten() {
        CommandLineRun run = verbatim("demo", "--repeat", "2147483647", "--output", folder.toString());

        assertOneLine(run, 2, "verbatim demo: --output " + folder + ": has ");
        assertTrue(
                run.err().endsWith(" MB free, and two files of 10,803,990,228,057 records need 1,210,046,905.5 MB\n"),
                run.err());
        assertFalse(Files.exists(original));
    }

    @Test
    void workThatFailsIsOneLineAndExitCodeOneAndLeavesNoHalfDoneFile() throws IOException {
        StringWriter inTheWay = new StringWriter() {
            @Override
            public void flush() {
                if (Files.exists(original)) {
                    assertTrue(copy.toFile().mkdir() || Files.exists(copy));
                }
            }
        };

        CommandLineRun run = verbatim(inTheWay, "demo", "--output", folder.toString());

        assertOneLine(run, 1, "verbatim demo: " + copy + ": exists already");
        assertFalse(Files.exists(original));
        assertFalse(Files.exists(copy));
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), () -> "expected «" + part + "» in:\n" + text);
    }

    private static void assertOneLine(CommandLineRun run, int exitCode, String start) {
        assertTrue(run.err().startsWith(start), run.err());
        assertEquals(run.err().length() - 1, run.err().indexOf('\n'), run.err());
        assertEquals(exitCode, run.exitCode(), run.err());
    }
}
