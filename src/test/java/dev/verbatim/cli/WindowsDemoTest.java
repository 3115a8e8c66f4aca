package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.verbatim.file.StructFile;
import dev.verbatim.internal.io.WindowsFiles;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands that make files where Windows neither deletes nor cuts a file that is mapped. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the rules are those of WindowsFiles")
class WindowsDemoTest {

    private static final DailyBar DAY = new DailyBar(19990104, 1, 2, 3, 4, 5, 6);

    /** So many that the two files, which grow in different steps, are not of one size. */
    private static final int REPEAT = 3000;

    @TempDir
    Path temporary;

    private static List<Path> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::getFileName).sorted().toList();
        }
    }

    /** In a frame of its own, which does not refer to the file any more when it is to be deleted. */
    private static MemorySegment make(Path file) throws Exception {
        try (StructFile<DailyBar> days = StructFile.create(file, DailyBar.CODEC)) {
            days.append(DAY);
            return days.segment();
        }
    }

    @Test
    void theDemoRunsTwice() throws Exception {
        Path folder = WindowsFiles.under(temporary);
        for (int run = 0; run < 2; run++) {
            Demo demo = new Demo(List.of(DAY), REPEAT, DemoFiles.replace(folder, REPEAT));
            demo.write();
            demo.copy();
            demo.readBack();
            demo.compare();
            assertNotEquals(
                    Files.size(demo.files().original()), Files.size(demo.files().copy()));
        }
    }

    @Test
    void whatIsCompleteGetsItsNameAndKeepsNoOther() throws Exception {
        Path file = WindowsFiles.under(temporary).resolve("days.npy");
        MemorySegment mapped;
        try (UnfinishedTarget target = new UnfinishedTarget(file)) {
            mapped = make(target.path());
            target.complete();
        }
        assertEquals(DailyBar.CODEC.byteSize(), mapped.byteSize()); // until here it is mapped
        assertEquals(List.of(Path.of("days.npy")), names(temporary));
        try (StructFile<DailyBar> days = StructFile.open(file, DailyBar.CODEC)) {
            assertEquals(DAY, days.get(0));
        }
    }

    @Test
    void whatIsNotCompleteIsDeleted() throws Exception {
        try (UnfinishedTarget target =
                new UnfinishedTarget(WindowsFiles.under(temporary).resolve("days.npy"))) {
            make(target.path());
        }
        assertEquals(List.of(), names(temporary));
    }
}
