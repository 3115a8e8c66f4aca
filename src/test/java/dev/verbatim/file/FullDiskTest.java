package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full: a file system of one megabyte in memory, which only the program that fills it can see. */
class FullDiskTest {

    @TempDir
    Path folder;

    @Test
    void anAppendThatFindsTheDiskFullLosesNothing() throws Exception {
        Path file = folder.resolve("quotes.npy");
        List<String> lines = onSmallDisk("append");

        String capacity = value(lines, "capacity before");
        String size = value(lines, "size before");
        assertEquals(
                List.of(
                        "capacity before=" + capacity,
                        "size before=" + size,
                        "append=file=" + file + ": cannot extend it from " + capacity + " to " + value(lines, "wanted")
                                + " bytes: No space left on device",
                        "wanted=" + value(lines, "wanted"),
                        "capacity=" + capacity,
                        "size=" + size,
                        "whole=" + size,
                        "whole to a reader=" + size,
                        "append again=the same",
                        "capacity=" + capacity,
                        "whole=" + size,
                        "append with space=" + size,
                        "whole=" + (Long.parseLong(size) + 1),
                        "cut at close=true",
                        "whole after reopening=" + (Long.parseLong(size) + 1)),
                lines);
    }

    @Test
    void aBulkAppendThatDoesNotFitLosesNothing() throws Exception {
        Path file = folder.resolve("quotes.npy");
        List<String> lines = onSmallDisk("appendAll");

        assertEquals(
                "appendAll=file=" + file + ": cannot extend it from " + value(lines, "capacity before") + " to "
                        + value(lines, "wanted") + " bytes: No space left on device",
                lines.get(1));
        assertEquals(
                List.of(
                        "wanted=" + value(lines, "wanted"),
                        "capacity=" + value(lines, "capacity before"),
                        "whole=10",
                        "append=10",
                        "whole after reopening=11"),
                lines.subList(2, lines.size()));
    }

    @Test
    void createOnAFullDiskNamesTheFileAndLeavesNoDebris() throws Exception {
        assertEquals(
                List.of(
                        "create=file=" + folder.resolve("quotes.npy") + ": cannot create it: No space left on device",
                        "files=[ballast]",
                        "create with space=0",
                        "files=[quotes.npy]"),
                onSmallDisk("create"));
    }

    private List<String> onSmallDisk(String action) throws IOException, InterruptedException {
        return SmallDisk.run(folder, FullDiskProgram.class, action, folder);
    }

    private static String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key + "="))
                .findFirst()
                .map(line -> line.substring(key.length() + 1))
                .orElse("nothing");
    }
}
