package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.file.NestedSamples.Book;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a file of structs refuses, and in what words. */
class StructFileRefusalTest {

    /** Differs from {@link Quote} in a type, an offset, a name, a byte order and the size. */
    record Tick(long id, float bid, int volume, double ask) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).withName("id"),
                ValueLayout.JAVA_FLOAT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("bid"),
                ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("volume"),
                MemoryLayout.paddingLayout(8),
                ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN).withName("ask"));
        static final StructCodec<Tick> CODEC = StructCodec.ofRecord(MethodHandles.lookup(), Tick.class, LAYOUT);
    }

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() {
        path = folder.resolve("quotes.npy");
    }

    @Test
    void everyMethodOfAClosedFileSaysThatItIsClosed() throws IOException {
        StructFile<Quote> file = StructFile.create(path, Quote.CODEC);
        file.append(Quote.of(0));
        file.close();

        Map<String, Executable> methods = Map.of(
                "size",
                file::size,
                "get",
                () -> file.get(0),
                "set",
                () -> file.set(0, Quote.of(1)),
                "append",
                () -> file.append(Quote.of(1)),
                "appendAll",
                () -> file.appendAll(MemorySegment.ofArray(new byte[24])),
                "stream",
                file::stream,
                "segment",
                file::segment,
                "force",
                file::force);
        methods.forEach((name, method) -> {
            IllegalStateException e = assertThrows(IllegalStateException.class, method, name);
            assertEquals("file=" + path + " is closed", e.getMessage(), name);
        });
        assertEquals(path, file.path());
    }

    @Test
    void everyMethodOfAClosedReaderSaysThatItIsClosed() throws IOException {
        create(1);
        StructFile<Quote> file = StructFile.open(path, Quote.CODEC);
        assertEquals(1, file.size());
        file.close();

        List<Executable> methods = List.of(
                file::size,
                () -> file.get(0),
                file::stream,
                file::segment,
                file::force,
                () -> file.set(0, Quote.of(1)));
        for (Executable method : methods) {
            assertEquals(
                    "file=" + path + " is closed",
                    assertThrows(IllegalStateException.class, method).getMessage());
        }
    }

    @Test
    void aSecondCloseDoesNothing() throws IOException {
        StructFile<Quote> file = StructFile.create(path, Quote.CODEC);
        file.close();
        try (StructFile<Quote> next = StructFile.openReadWrite(path, Quote.CODEC)) {
            file.close();
            assertThrows(
                    StructFileException.class,
                    () -> StructFile.openReadWrite(path, Quote.CODEC).close());
            assertEquals(0, next.append(Quote.of(0)));
        }
    }

    @Test
    void aStreamOfAClosedFileCanNoLongerBeRead() throws IOException {
        StructFile<Quote> file = StructFile.create(path, Quote.CODEC);
        file.append(Quote.of(0));
        var stream = file.stream();
        file.close();
        assertThrows(IllegalStateException.class, stream::toList);
    }

    @Test
    void createRefusesAFileThatExists() throws IOException {
        create(2);
        byte[] bytes = Files.readAllBytes(path);

        FileAlreadyExistsException e = assertThrows(
                FileAlreadyExistsException.class,
                () -> StructFile.create(path, Quote.CODEC).close());

        assertEquals(path.toString(), e.getMessage());
        assertArrayEquals(bytes, Files.readAllBytes(path));
        StructFile.openReadWrite(path, Quote.CODEC).close();
    }

    @Test
    void openingAMissingFileNamesItAndMakesNothing() throws IOException {
        for (Executable open : List.<Executable>of(
                () -> StructFile.open(path, Quote.CODEC).close(),
                () -> StructFile.openReadWrite(path, Quote.CODEC).close())) {
            assertEquals(
                    path.toString(),
                    assertThrows(NoSuchFileException.class, open).getMessage());
        }
        try (var files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void aReaderRefusesToWrite() throws IOException {
        create(1);
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            for (Executable write : List.<Executable>of(
                    () -> file.append(Quote.of(1)),
                    () -> file.appendAll(MemorySegment.ofArray(new byte[24])),
                    () -> file.set(0, Quote.of(1)))) {
                assertEquals(
                        "file=" + path + " was opened to read; open it with StructFile.openReadWrite",
                        assertThrows(UnsupportedOperationException.class, write).getMessage());
            }
            assertEquals(List.of(Quote.of(0)), file.stream().toList());
        }
    }

    @Test
    void anotherLayoutIsRefusedWithEveryDifference() throws IOException {
        create(1);
        byte[] bytes = Files.readAllBytes(path);
        for (Executable open : List.<Executable>of(
                () -> StructFile.open(path, Tick.CODEC).close(),
                () -> StructFile.openReadWrite(path, Tick.CODEC).close())) {
            LayoutMismatchException e = assertThrows(LayoutMismatchException.class, open);
            assertEquals("""
                cannot read file=%s as dev.verbatim.file.StructFileRefusalTest$Tick: 5 mismatches
                  - id: the layout has >i8 (offset=0), the file has <i8 (offset=0); declare the member as the file has it
                  - bid: the layout has <f4 (offset=8), the file has <f8 (offset=8); declare the member as the file has it
                  - volume: the layout has <i4 (offset=12), the file has no field of this name; leave the member out, \
                or convert the file
                  - ask: the layout has <f8 (offset=24), the file has <f8 (offset=16); declare the member as the file has it
                  - byteSize: the layout has 32 bytes, the file's records have 24; leave out what the file does not have, padding included\
                """.formatted(path), e.getMessage());
            assertEquals(5, e.mismatches().size());
        }
        assertArrayEquals(bytes, Files.readAllBytes(path));
        StructFile.openReadWrite(path, Quote.CODEC).close();
    }

    @Test
    void aDifferenceInANestedMemberIsRefusedWithItsPath() throws IOException {
        try (StructFile<Book> file = StructFile.create(path, Book.LITTLE_ENDIAN)) {
            file.append(Book.of(0));
        }
        LayoutMismatchException e = assertThrows(
                LayoutMismatchException.class,
                () -> StructFile.open(path, Book.BIG_ENDIAN).close());
        assertTrue(
                e.mismatches()
                        .containsAll(List.of(
                                "chars: the layout has ('>u2', (2,)) (offset=31), the file has ('<u2', (2,))"
                                        + " (offset=31); declare the member as the file has it",
                                "header.length: the layout has >i2 (offset=0), the file has <i2 (offset=0); declare"
                                        + " the member as the file has it",
                                "asks[].price: the layout has >i8 (offset=4), the file has <i8 (offset=4); declare the"
                                        + " member as the file has it",
                                "legs[].levels[].size: the layout has >i4 (offset=12), the file has <i4 (offset=12);"
                                        + " declare the member as the file has it")),
                e.getMessage());
        // 11 members with a byte order of their own, and those in header, best, bids, asks, trades and legs
        assertEquals(11 + 2 + 2 + 2 + 2 + 2 + (2 + 2 + 1), e.mismatches().size(), e.getMessage());
    }

    @Test
    void aValueThatCannotBeWrittenIsRefusedAndNotCounted() throws IOException {
        Book book = Book.of(1);
        book.legs.get(1).header.source = "too long";
        try (StructFile<Book> file = StructFile.create(path, Book.LITTLE_ENDIAN)) {
            file.append(Book.of(0));

            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> file.append(book));
            assertThrows(IllegalArgumentException.class, () -> file.set(0, book));

            assertTrue(e.getMessage().contains("legs[1].header.source"), e.getMessage());
            assertEquals(List.of(Book.of(0)), file.stream().toList());
            assertEquals(1, file.append(Book.of(1)));
        }
    }

    @Test
    void aCodecThatStructCodecDidNotMakeIsRefused() throws IOException {
        create(0);
        StructCodec<Quote> handMade = new HandMadeCodec();
        for (Executable use : List.<Executable>of(
                () -> StructFile.create(folder.resolve("other.npy"), handMade).close(),
                () -> StructFile.open(path, handMade).close(),
                () -> StructFile.openReadWrite(path, handMade).close())) {
            assertEquals(
                    "expected a codec that StructCodec makes, found"
                            + " dev.verbatim.file.StructFileRefusalTest$HandMadeCodec",
                    assertThrows(IllegalArgumentException.class, use).getMessage());
        }
        assertFalse(Files.exists(folder.resolve("other.npy")));
    }

    @Test
    void anIndexWithoutARecordIsRefused() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            for (long index : new long[] {-1, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE}) {
                String message = "index=" + index + " is out of bounds for file=" + path + " size=1";
                assertEquals(
                        message,
                        assertThrows(IndexOutOfBoundsException.class, () -> file.get(index))
                                .getMessage());
                assertEquals(
                        message,
                        assertThrows(IndexOutOfBoundsException.class, () -> file.set(index, Quote.of(0)))
                                .getMessage());
            }
        }
    }

    @Test
    void aNullRecordIsRefusedAndNotCounted() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));

            NullPointerException e = assertThrows(NullPointerException.class, () -> file.append(null));
            assertThrows(NullPointerException.class, () -> file.set(0, null));

            assertTrue(e.getMessage().endsWith(": the value is null"), e.getMessage());
            assertEquals(List.of(Quote.of(0)), file.stream().toList());
            assertEquals(1, file.append(Quote.of(1)));
        }
    }

    @Test
    void appendAllRefusesPartsOfStructs() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> file.appendAll(MemorySegment.ofArray(new byte[25])));
            assertEquals(
                    "cannot append to file=" + path + ": expected a multiple of 24 bytes, found byteSize=25",
                    e.getMessage());
            assertEquals(0, file.size());
        }
    }

    private void create(int count) throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            for (int i = 0; i < count; i++) {
                file.append(Quote.of(i));
            }
        }
    }

    private static final class HandMadeCodec implements StructCodec<Quote> {
        @Override
        public Class<Quote> type() {
            return Quote.class;
        }

        @Override
        public StructLayout layout() {
            return Quote.LAYOUT;
        }

        @Override
        public long byteSize() {
            return Quote.LAYOUT.byteSize();
        }

        @Override
        public void write(Quote value, MemorySegment segment, long offset) {
            throw new AssertionError();
        }

        @Override
        public Quote read(MemorySegment segment, long offset) {
            throw new AssertionError();
        }

        @Override
        public void writeAtIndex(Quote value, MemorySegment segment, long index) {
            throw new AssertionError();
        }

        @Override
        public Quote readAtIndex(MemorySegment segment, long index) {
            throw new AssertionError();
        }

        @Override
        public void copy(MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long count) {
            throw new AssertionError();
        }

        @Override
        public StructList<Quote> list(MemorySegment segment) {
            throw new AssertionError();
        }
    }

    /** As those in zip files or in memory, which programs use in their tests. */
    @Test
    void aFileSystemWhoseFilesCannotBeMappedIsRefused() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("zip"), Map.of("create", "true"))) {
            Path inZip = zip.getPath("/ticks.npy");
            String message = assertThrows(IOException.class, () -> StructFile.create(inZip, Tick.CODEC))
                    .getMessage();
            assertEquals(
                    "file=/ticks.npy: cannot map it; this needs a file system whose files can be mapped:"
                            + " java.lang.UnsupportedOperationException",
                    message);
            assertFalse(Files.exists(inZip));
        }
    }
}
