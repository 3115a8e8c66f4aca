package dev.verbatim.cli;

import dev.verbatim.cli.windows.MappedFiles;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The steps of the demo, in their order. Each returns how long it took, without the opening and closing of files.
 *
 * @param days the rows of the CSV file
 * @param repeat how often all rows are written
 * @param files the files; they do not exist before the first step
 */
record Demo(List<DailyBar> days, int repeat, DemoFiles files) {

    /** Appends the days to the first file through the codec. */
    StepTiming write() throws IOException {
        try (StructFile<DailyBar> file = StructFile.create(files.original(), DailyBar.CODEC);
                Progress progress = Progress.start("write", records(), repeat > 1)) {
            long start = System.nanoTime();
            for (int i = 0; i < repeat; i++) {
                for (DailyBar day : days) {
                    file.append(day);
                }
                progress.advance(days.size());
            }
            return step("write through the codec", start);
        }
    }

    /** Copies the mapped structs of the first file to the second file, as one segment. */
    StepTiming copy() throws IOException {
        try (StructFile<DailyBar> source = StructFile.open(files.original(), DailyBar.CODEC);
                StructFile<DailyBar> target = StructFile.create(files.copy(), DailyBar.CODEC)) {
            long start = System.nanoTime();
            target.appendAll(source.segment());
            return step("copy the mapped segment", start);
        }
    }

    /**
     * Reads the second file through the codec and compares each struct with its day.
     *
     * @throws IOException if there is a difference
     */
    StepTiming readBack() throws IOException {
        Path source = files.copy();
        try (StructFile<DailyBar> file = StructFile.open(source, DailyBar.CODEC);
                Progress progress = Progress.start("read", records(), repeat > 1)) {
            if (file.size() != records()) {
                throw new IOException(source + ": expected " + records() + " records, found " + file.size());
            }
            long start = System.nanoTime();
            long index = 0;
            for (int i = 0; i < repeat; i++) {
                for (DailyBar day : days) {
                    DailyBar found = file.get(index);
                    if (!found.equals(day)) {
                        throw new IOException(source + ": record " + index + ": expected " + day + ", found " + found);
                    }
                    index++;
                }
                progress.advance(days.size());
            }
            return step("read back, check with CSV", start);
        }
    }

    /**
     * Compares the two files byte for byte, headers included.
     *
     * @throws IOException if there is a difference
     */
    StepTiming compare() throws IOException {
        long start = System.nanoTime();
        long mismatch = Files.mismatch(files.original(), files.copy());
        long nanos = System.nanoTime() - start;
        if (mismatch >= 0 && !isEndOfOne(mismatch)) {
            throw new IOException(files.original() + " and " + files.copy() + " differ at byte " + mismatch);
        }
        return new StepTiming("compare the two files", records(), Files.size(files.copy()), nanos);
    }

    /** {@return whether the rest of a file, after this, is room for more structs} Windows does not let that be cut. */
    private boolean isEndOfOne(long mismatch) throws IOException {
        return !MappedFiles.areFree(files.original())
                && mismatch == Math.min(Files.size(files.original()), Files.size(files.copy()));
    }

    private long records() {
        return (long) days.size() * repeat;
    }

    private StepTiming step(String name, long start) {
        return new StepTiming(name, records(), records() * DailyBar.CODEC.byteSize(), System.nanoTime() - start);
    }
}
