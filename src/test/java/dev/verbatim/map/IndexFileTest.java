package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexFileTest {

    private static final int BITS = 12;
    private static final long END = 1L << BITS;

    @TempDir
    Path folder;

    /** Around each of them, and around the ends of the blocks that are compared at once. */
    @Test
    void theFirstWordThatIsNotEmptyIsFound() throws IOException {
        TreeSet<Long> filled = new TreeSet<>(List.of(0L, 5L, 1023L, 1024L, 2050L, END - 1));
        IndexFile file = newFile();
        try {
            assertEquals(END, file.firstFilled(0, END));
            for (long number : filled) {
                file.setWord(number, number == 5 ? IndexWord.SEALED_EMPTY : 1L << 62 | number);
            }
            long[] places = LongStream.concat(
                            filled.stream().mapToLong(Long::longValue),
                            LongStream.of(1026, 2048, 3000, END - 1025, END))
                    .flatMap(number -> LongStream.rangeClosed(number - 1, number + 1))
                    .filter(number -> number >= 0 && number <= END)
                    .distinct()
                    .toArray();
            for (long from : places) {
                for (long end : places) {
                    Long first = filled.ceiling(from);
                    assertEquals(
                            first == null || first >= end ? Math.max(from, end) : first,
                            Math.max(from, file.firstFilled(from, end)),
                            () -> "from " + from + " to " + end);
                }
            }
        } finally {
            file.unmap();
        }
    }

    private IndexFile newFile() throws IOException {
        Path path = folder.resolve("index");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(IndexFile.newHeader(1, BITS));
            file.setLength(IndexDescriptor.fileSize(BITS));
        }
        return IndexFile.open(path, 1, true);
    }
}
