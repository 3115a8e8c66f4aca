package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.NestedSamples.Book;
import dev.verbatim.file.Samples.Primitives;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file of structs does while everything goes well. */
class StructFileTest {

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() {
        path = folder.resolve("quotes.npy");
    }

    @Test
    void aNewFileHasNoRecords() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            assertEquals(0, file.size());
            assertEquals(0, file.segment().byteSize());
            assertEquals(0, file.stream().count());
            assertEquals(path, file.path());
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(0, file.size());
        }
    }

    @Test
    void appendReturnsTheIndexOfTheRecord() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            assertEquals(0, file.append(Quote.of(0)));
            assertEquals(1, file.append(Quote.of(1)));
            assertEquals(2, file.size());
        }
    }

    @Test
    void aRecordIsReadBackByTheWriterAndAfterReopening() throws IOException {
        try (StructFile<Primitives> file = StructFile.create(path, Primitives.CODEC)) {
            file.append(Primitives.EXTREMES);
            file.append(Primitives.ORDINARY);
            assertEquals(Primitives.EXTREMES, file.get(0));
            assertEquals(Primitives.ORDINARY, file.get(1));
        }
        try (StructFile<Primitives> file = StructFile.open(path, Primitives.CODEC)) {
            assertEquals(2, file.size());
            assertEquals(Primitives.EXTREMES, file.get(0));
            assertEquals(Primitives.ORDINARY, file.get(1));
        }
    }

    @Test
    void recordsWithNestedMembersAreKeptLikeOthers() throws IOException {
        try (StructFile<Book> file = StructFile.create(path, Book.LITTLE_ENDIAN)) {
            file.append(Book.of(0));
            file.append(Book.of(0));
            file.set(1, Book.of(1));
            assertEquals(2, file.appendAll(file.segment()));
        }
        List<Book> books = List.of(Book.of(0), Book.of(1), Book.of(0), Book.of(1));
        try (StructFile<Book> file = StructFile.openReadWrite(path, Book.LITTLE_ENDIAN)) {
            assertEquals(books, file.stream().toList());
            assertEquals(4, file.append(Book.of(2)));
        }
        try (StructFile<Book> file = StructFile.open(path, Book.LITTLE_ENDIAN)) {
            assertEquals(Book.of(2), file.get(4));
        }
    }

    @Test
    void aWriterContinuesWhereTheLastOneEnded() throws IOException {
        write(3);
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertEquals(3, file.append(Quote.of(3)));
            assertEquals(quotes(4), file.stream().toList());
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(quotes(4), file.stream().toList());
        }
    }

    @Test
    void setReplacesOneRecord() throws IOException {
        write(3);
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            file.set(1, Quote.of(77));
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(
                    List.of(Quote.of(0), Quote.of(77), Quote.of(2)),
                    file.stream().toList());
        }
    }

    @Test
    void aStreamKeepsTheOrderOfTheRecordsAlsoInParallel() throws IOException {
        write(10_000);
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(quotes(10_000), file.stream().toList());
            assertEquals(quotes(10_000), file.stream().parallel().toList());
        }
    }

    @Test
    void aStreamCoversTheRecordsThatWereThereWhenItWasMade() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            Stream<Quote> stream = file.stream();
            file.append(Quote.of(1));
            assertEquals(quotes(1), stream.toList());
        }
    }

    @Test
    void theSegmentIsTheRecordsAndNothingElse() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            file.append(Quote.of(1));
            MemorySegment segment = file.segment();

            assertEquals(48, segment.byteSize());
            assertFalse(segment.isReadOnly());
            assertEquals(Quote.of(1), Quote.CODEC.readAtIndex(segment, 1));
            Quote.CODEC.writeAtIndex(Quote.of(5), segment, 1);
            assertEquals(Quote.of(5), file.get(1));
        }
    }

    @Test
    void theSegmentOfAReaderIsReadOnly() throws IOException {
        write(1);
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            MemorySegment segment = file.segment();

            assertTrue(segment.isReadOnly());
            assertThrows(IllegalArgumentException.class, () -> Quote.CODEC.writeAtIndex(Quote.of(1), segment, 0));
            assertEquals(Quote.of(0), file.get(0));
        }
    }

    @Test
    void theSegmentMayBeUsedByAnyThread() throws Exception {
        write(2);
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            MemorySegment segment = file.segment();
            Quote[] found = new Quote[1];
            Thread reader = Thread.ofPlatform().start(() -> found[0] = Quote.CODEC.readAtIndex(segment, 1));
            reader.join();
            assertEquals(Quote.of(1), found[0]);
        }
    }

    @Test
    void appendAllAppendsWholeStructsWithTheirPadding() throws IOException {
        byte[] structs = new byte[(int) (2 * Primitives.CODEC.byteSize())];
        Arrays.fill(structs, (byte) 0x55);
        Primitives.CODEC.writeAtIndex(Primitives.EXTREMES, MemorySegment.ofArray(structs), 0);
        Primitives.CODEC.writeAtIndex(Primitives.ORDINARY, MemorySegment.ofArray(structs), 1);
        try (StructFile<Primitives> file = StructFile.create(path, Primitives.CODEC)) {
            file.append(Primitives.ORDINARY);

            assertEquals(1, file.appendAll(MemorySegment.ofArray(structs)));

            assertEquals(3, file.size());
            assertEquals(Primitives.EXTREMES, file.get(1));
            MemorySegment appended = file.segment().asSlice(Primitives.CODEC.byteSize());
            assertArrayEquals(structs, appended.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void appendAllOfNothingReturnsTheIndexOfTheNextRecord() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            assertEquals(1, file.appendAll(MemorySegment.ofArray(new byte[0])));
            assertEquals(1, file.size());
        }
    }

    @Test
    void aFileIsAppendedToItself() throws IOException {
        write(2);
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            // Enough doublings to extend the file in their midst.
            for (int i = 0; i < 13; i++) {
                assertEquals(2L << i, file.appendAll(file.segment()));
            }
            assertEquals(2L << 13, file.size());
            assertEquals(Quote.of(1), file.get(file.size() - 1));
        }
    }

    @Test
    void closeCutsTheFileToItsRecords() throws IOException {
        StructFile.create(path, Quote.CODEC).close();
        long empty = Files.size(path);
        assertEquals(0, empty % 64);

        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            assertTrue(Files.size(path) > empty + 24, "the file has no capacity to append in place");
        }

        assertEquals(empty + 24, Files.size(path));
    }

    @Test
    void forceLeavesTheFileUsable() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.force();
            file.append(Quote.of(0));
            file.force();
            assertEquals(1, file.append(Quote.of(1)));
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            file.force();
            assertEquals(quotes(2), file.stream().toList());
        }
    }

    @Test
    void onlyTheFileIsLeft() throws IOException {
        write(1);
        StructFile.openReadWrite(path, Quote.CODEC).close();
        StructFile.open(path, Quote.CODEC).close();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(path), files.toList());
        }
    }

    @Test
    void aReaderSeesWhatAWriterOfTheSameProcessAppends() throws IOException {
        try (StructFile<Quote> writer = StructFile.create(path, Quote.CODEC);
                StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            assertEquals(0, reader.size());
            writer.append(Quote.of(0));
            assertEquals(1, reader.size());
            assertEquals(Quote.of(0), reader.get(0));
        }
    }

    @Test
    void aReaderStaysUsableWhenTheWriterHasClosed() throws IOException {
        StructFile<Quote> writer = StructFile.create(path, Quote.CODEC);
        writer.append(Quote.of(0));
        try (StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            writer.append(Quote.of(1));
            writer.close();
            assertEquals(quotes(2), reader.stream().toList());
        }
    }

    @Test
    void aFileInTheCurrentFolderNeedsNoFolderInItsPath() throws IOException {
        Path relative = Path.of("").toAbsolutePath().relativize(path.toAbsolutePath());
        try (StructFile<Quote> file = StructFile.create(relative, Quote.CODEC)) {
            file.append(Quote.of(0));
            file.force();
        }
        assertTrue(Files.exists(path));
    }

    private void write(int count) throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            for (int i = 0; i < count; i++) {
                file.append(Quote.of(i));
            }
        }
    }

    private static List<Quote> quotes(long count) {
        return LongStream.range(0, count).mapToObj(Quote::of).toList();
    }
}
