package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.file.NestedSamples.Book;
import dev.verbatim.file.Samples.Primitives;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of version 1 stay readable, and what Verbatim writes stays what it was, byte for byte. A file that differs
 * after a deliberate change of the format belongs to a new version: these are never regenerated.
 */
class GoldenFileTest {

    /** Set to write the files that Verbatim makes to a folder, when there is a new one. */
    private static final String OUTPUT_PROPERTY = "verbatim.golden.output";

    private static final String[] ODD_NAMES = {
        "it's", "say \"no\"", "back\\slash", "new\nline", "nul\0", "del\u007F", "gr\u00F6\u00DFe"
    };
    private static final String[] WIDE_NAMES = {"gr\u00F6\u00DFe", "\u4FA1\u683C", "\uD83D\uDE00", "it's"};

    @TempDir
    Path folder;

    record BigEndianQuote(long id, double bid, double ask) {
        static final StructCodec<BigEndianQuote> CODEC = StructCodec.ofRecord(
                MethodHandles.lookup(),
                BigEndianQuote.class,
                MemoryLayout.structLayout(
                        ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).withName("id"),
                        ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.BIG_ENDIAN).withName("bid"),
                        ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.BIG_ENDIAN).withName("ask")));
    }

    /** The C struct {@code {char a; long b; short c;}}. */
    record Aligned(byte a, long b, short c) {
        static final StructCodec<Aligned> CODEC = StructCodec.ofRecord(
                MethodHandles.lookup(),
                Aligned.class,
                MemoryLayout.structLayout(
                        ValueLayout.JAVA_BYTE.withName("a"),
                        MemoryLayout.paddingLayout(7),
                        ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).withName("b"),
                        ValueLayout.JAVA_SHORT
                                .withOrder(ByteOrder.LITTLE_ENDIAN)
                                .withName("c"),
                        MemoryLayout.paddingLayout(6)));
    }

    @Test
    void allPrimitivesInBothByteOrdersWithPadding() throws IOException {
        requireGolden("primitives.npy", Primitives.CODEC, List.of(Primitives.EXTREMES, Primitives.ORDINARY));
    }

    @Test
    void everyOtherKindOfMemberNestedOnesIncluded() throws IOException {
        List<Book> books = List.of(Book.of(0), Book.of(1));
        requireGolden("nested-little-endian.npy", Book.LITTLE_ENDIAN, books);
        requireGolden("nested-big-endian.npy", Book.BIG_ENDIAN, books);
    }

    @Test
    void aFileWithoutRecords() throws IOException {
        requireGolden("empty.npy", Quote.CODEC, List.of());
    }

    @Test
    void namesThatPythonHasToEscape() throws Exception {
        requireGolden("names-odd.npy", ODD_NAMES);
    }

    @Test
    void namesOutsideLatin1TakeVersion3() throws Exception {
        requireGolden("names-wide.npy", WIDE_NAMES);
        assertEquals(3, Files.readAllBytes(Golden.path("names-wide.npy"))[6]);
    }

    private void requireGolden(String name, String... fieldNames) throws Exception {
        ReusableCodec<Object> codec = NamedLongs.codec(fieldNames);
        long[] values = new long[fieldNames.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1000L + i;
        }
        Object object = NamedLongs.of(codec, values);
        requireWritten(name, codec, List.of(object));
        try (StructFile<Object> file = StructFile.open(Golden.path(name), codec)) {
            assertEquals(1, file.size());
            assertArrayEquals(NamedLongs.toBytes(values), NamedLongs.bytesOf(codec, file.get(0)));
        }
    }

    private <T> void requireGolden(String name, StructCodec<T> codec, List<T> records) throws IOException {
        requireWritten(name, codec, records);
        try (StructFile<T> file = StructFile.open(Golden.path(name), codec)) {
            assertEquals(records, file.stream().toList());
        }
        Path copy = Golden.copy(name, folder);
        try (StructFile<T> file = StructFile.openReadWrite(copy, codec)) {
            assertEquals(records.size(), file.appendAll(file.segment()));
            assertEquals(2L * records.size(), file.size());
        }
    }

    private <T> void requireWritten(String name, StructCodec<T> codec, List<T> records) throws IOException {
        Path written = folder.resolve("written-" + name);
        try (StructFile<T> file = StructFile.create(written, codec)) {
            for (T record : records) {
                file.append(record);
            }
        }
        String output = System.getProperty(OUTPUT_PROPERTY);
        if (output != null) {
            Files.copy(written, Path.of(output).resolve(name));
        }
        assertArrayEquals(Files.readAllBytes(Golden.path(name)), Files.readAllBytes(written));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version-1.0",
                "version-2.0",
                "key-order",
                "double-quotes",
                "multi-line",
                "titled",
                "fortran-order"
            })
    void aFileOfQuotesThatNumpyReadsToo(String name) throws IOException {
        try (StructFile<Quote> file = StructFile.open(Golden.path("numpy/" + name + ".npy"), Quote.CODEC)) {
            assertEquals(3, file.size());
            assertEquals(
                    List.of(Quote.of(0), Quote.of(1), Quote.of(2)),
                    file.stream().toList());
        }
    }

    @Test
    void aBigEndianFileThatNumpyMade() throws IOException {
        try (StructFile<BigEndianQuote> file =
                StructFile.open(Golden.path("numpy/big-endian.npy"), BigEndianQuote.CODEC)) {
            assertEquals(3, file.size());
            assertEquals(new BigEndianQuote(2, 2.0, -2.25), file.get(2));
        }
    }

    @Test
    void nestedMembersThatNumpyMade() throws IOException {
        List<Book> books = List.of(Book.of(0), Book.of(1));
        try (StructFile<Book> file =
                StructFile.open(Golden.path("numpy/nested-little-endian.npy"), Book.LITTLE_ENDIAN)) {
            assertEquals(books, file.stream().toList());
        }
        try (StructFile<Book> file = StructFile.open(Golden.path("numpy/nested-big-endian.npy"), Book.BIG_ENDIAN)) {
            assertEquals(books, file.stream().toList());
        }
    }

    @Test
    void anAlignedStructThatNumpyMade() throws IOException {
        try (StructFile<Aligned> file = StructFile.open(Golden.path("numpy/aligned.npy"), Aligned.CODEC)) {
            assertEquals(
                    List.of(new Aligned((byte) 1, 2, (short) 3)), file.stream().toList());
        }
    }

    @Test
    void namesInBothKindsOfQuotesThatNumpyMade() throws Exception {
        ReusableCodec<Object> codec = NamedLongs.codec("it's", "say \"no\"", "'\"");
        try (StructFile<Object> file = StructFile.open(Golden.path("numpy/both-quotes.npy"), codec)) {
            assertEquals(3, file.size());
            assertArrayEquals(NamedLongs.toBytes(1, 1, -1), NamedLongs.bytesOf(codec, file.get(1)));
        }
    }

    @Test
    void namesOutsideLatin1ThatNumpyMade() throws Exception {
        ReusableCodec<Object> codec = NamedLongs.codec("gr\u00F6\u00DFe", "\u4FA1\u683C", "ask");
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> StructFile.open(Golden.path("numpy/version-3.0.npy"), codec)
                        .close());
        assertEquals(
                """
                cannot read file=%s as %s: 2 mismatches
                  - \u4FA1\u683C: the layout has <i8 (offset=8), the file has <f8 (offset=8); declare the member as the file has it
                  - ask: the layout has <i8 (offset=16), the file has <f8 (offset=16); declare the member as the file has it\
                """.formatted(Golden.path("numpy/version-3.0.npy"), codec.type().getName()), e.getMessage());
    }

    @Test
    void aFileThatNumpyMadeCanBeChangedButNotAppendedTo() throws IOException {
        Path path = Golden.copy("numpy/version-1.0.npy", folder);
        long size = Files.size(path);
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            for (Executable append : List.<Executable>of(
                    () -> file.append(Quote.of(3)), () -> file.appendAll(MemorySegment.ofArray(new byte[24])))) {
                assertEquals(
                        "file=" + path
                                + " was not made by Verbatim and its header has no room for a larger count; create a"
                                + " new file of its dtype with StructFile.createLike, and appendAll this one's"
                                + " segment()",
                        assertThrows(UnsupportedOperationException.class, append)
                                .getMessage());
            }
            file.set(1, Quote.of(11));
            assertEquals(3, file.size());
        }
        assertEquals(size, Files.size(path));
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(
                    List.of(Quote.of(0), Quote.of(11), Quote.of(2)),
                    file.stream().toList());
        }
    }

    /** What is behind the records of a file that somebody else made is theirs. */
    @Test
    void bytesBehindTheRecordsOfAForeignFileAreKept() throws IOException {
        Path path = Golden.copy("numpy/version-1.0.npy", folder);
        Files.write(path, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        byte[] bytes = Files.readAllBytes(path);
        StructFile.openReadWrite(path, Quote.CODEC).close();
        assertArrayEquals(bytes, Files.readAllBytes(path));
    }

    @Test
    void aForeignFileIsCopiedIntoOneThatGrows() throws IOException {
        Path path = folder.resolve("copy.npy");
        try (StructFile<Quote> foreign = StructFile.open(Golden.path("numpy/version-1.0.npy"), Quote.CODEC);
                StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.appendAll(foreign.segment());
            assertEquals(3, file.append(Quote.of(3)));
            assertEquals(
                    List.of(Quote.of(0), Quote.of(1), Quote.of(2), Quote.of(3)),
                    file.stream().toList());
        }
    }
}
