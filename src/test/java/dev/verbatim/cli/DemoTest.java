package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the demo's proof would notice a difference. */
class DemoTest {

    private static final DailyBar FIRST = new DailyBar(19990104, 1, 2, 3, 4, 5, 6);
    private static final DailyBar SECOND = new DailyBar(19990105, 7, 8, 9, 10, 11, 12);

    @TempDir
    Path folder;

    private Demo demo;

    @BeforeEach
    void writeAndCopy() throws Exception {
        demo = new Demo(List.of(FIRST, SECOND), 2, DemoFiles.replace(folder, 4));
        demo.write();
        demo.copy();
    }

    @Test
    void stepsCountTheirRecordsAndBytes() throws IOException {
        StepTiming read = demo.readBack();
        assertEquals(4, read.records());
        assertEquals(4 * 56, read.bytes());

        StepTiming compared = demo.compare();
        assertEquals(4, compared.records());
        assertEquals(Files.size(demo.files().original()), compared.bytes());
    }

    @Test
    void aByteThatDiffersInAMemberIsFound() throws IOException {
        Path copy = demo.files().copy();
        long lowestByteOfVolume = Files.size(copy) - 8;
        overwrite(copy, lowestByteOfVolume, 13);

        IOException e = assertThrows(IOException.class, () -> demo.readBack());
        assertEquals(
                copy + ": record 3: expected " + SECOND + ", found " + new DailyBar(19990105, 7, 8, 9, 10, 11, 13),
                e.getMessage());

        e = assertThrows(IOException.class, () -> demo.compare());
        assertEquals(
                demo.files().original() + " and " + copy + " differ at byte " + lowestByteOfVolume, e.getMessage());
    }

    @Test
    void aByteThatDiffersInThePaddingIsFound() throws IOException {
        Path copy = demo.files().copy();
        long padding = Files.size(copy) - 56 + 4;
        overwrite(copy, padding, 1);

        demo.readBack();
        IOException e = assertThrows(IOException.class, () -> demo.compare());
        assertEquals(demo.files().original() + " and " + copy + " differ at byte " + padding, e.getMessage());
    }

    @Test
    void aRecordThatIsMissingIsFound() {
        Demo more = new Demo(demo.days(), 3, demo.files());

        IOException e = assertThrows(IOException.class, more::readBack);
        assertEquals(demo.files().copy() + ": expected 6 records, found 4", e.getMessage());
    }

    private static void overwrite(Path file, long position, int value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertEquals(1, channel.write(ByteBuffer.wrap(new byte[] {(byte) value}), position));
        }
    }
}
