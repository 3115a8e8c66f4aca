package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.cli.CommandLineRun;
import dev.verbatim.file.Samples.Primitives;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not what they seem are refused, with the position and in words, before anything is read from them. */
class CorruptFileTest {

    /** Where the count starts in a file of quotes. */
    private static final int COUNT_OFFSET = 108;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        bad-escape          |  24 | an escape that repr writes | \\d
        bad-magic           |   0 | the magic bytes \\x93NUMPY of a .npy file | 93 4e 55 4d 50 49
        count-beyond-file   | 264 | 4 records of 24 bytes from position 192, as the header says \
        | the end of the file after 3 whole records; it was truncated or is corrupt
        count-huge          | 264 | 9999999999999999 records of 24 bytes from position 192, as the header says \
        | the end of the file after 3 whole records; it was truncated or is corrupt
        count-letter        | 127 | a value | `x,), }`
        count-marker-far    | 120 | a count of records | 3_000000
        count-marker-junk   | 120 | a count of records | 1_999999
        count-two-numbers   | 127 | ')' | `3,), }`
        count-underscores   | 118 | a count of records | 1_0000_000
        empty               |   0 | the start of a .npy header | the end of the file after 0 bytes
        fewer-records       | 223 | 4 records of 24 bytes from position 128, as the header says \
        | the end of the file after 3 whole records; it was truncated or is corrupt
        field-not-a-tuple   |  21 | a tuple of name and type | 'id'
        field-shape-not-numbers | 35 | the shape of a field | ('1',)
        field-without-type  |  21 | a tuple of name and type | ('id',)
        fortran-order-0     |  86 | True or False | 0
        header-too-long     |   8 | a header of at most 4194304 bytes | 4294967295 bytes
        junk-after-dict     | 110 | the end of the header | `1`
        missing-key         |  10 | a dict with the key 'fortran_order' | the keys [descr, shape]
        name-not-a-string   |  22 | a field's name | 1
        name-twice          |  36 | a name that no other field has | ('id', '<i8')
        nested-name-twice   |  43 | a name that no other field has | ('a', '<i4')
        nested-too-deep     | 119 | at most 100 nested brackets | more
        no-records          | 128 | 4 records of 24 bytes from position 128, as the header says \
        | the end of the file after 0 whole records; it was truncated or is corrupt
        not-a-dict          |  10 | a dict with 'descr', 'fortran_order' and 'shape' | [1, 2]
        not-utf-8           |  25 | text in UTF-8 | ff
        plain-dtype         |  20 | a structured dtype, a list of (name, type), as a.ravel().view([('v', a.dtype)]) has | '<f8'
        shape-0d            | 102 | the shape of a one-dimensional array, as a.ravel() has | ()
        shape-2d            | 102 | the shape of a one-dimensional array, as a.ravel() has | (3, 1)
        shape-beyond-long   | 103 | a value | `99999999999999999999`
        shape-negative      | 103 | a value | `-3,), }`
        shape-not-a-tuple   | 103 | the shape of a one-dimensional array, as a.ravel() has | 3
        truncated-header    |  10 | a header of 118 bytes | the end of the file after 50 bytes
        type-not-a-type     |  28 | a type | 8
        type-too-large      |  35 | a type of at most 2147483647 bytes | (65536, 65536)
        unterminated-string |  64 | more of the header | the end of the header
        version-9           |   6 | version 1.0, 2.0 or 3.0 of the .npy format | 9.0
        """)
    void aMalformedFileIsRefused(String name, long position, String expected, String found) throws IOException {
        Path path = Golden.copy("malformed/" + name + ".npy", folder);
        byte[] bytes = Files.readAllBytes(path);
        String message = "file=" + path + " position=" + position + ": expected " + expected + ", found " + found;

        assertEquals(
                message,
                assertThrows(
                                StructFileException.class,
                                () -> StructFile.open(path, Quote.CODEC).close())
                        .getMessage());
        // Twice: the first refusal has to give the lock back.
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    message,
                    assertThrows(
                                    StructFileException.class,
                                    () -> StructFile.openReadWrite(path, Quote.CODEC)
                                            .close())
                            .getMessage());
        }
        assertArrayEquals(bytes, Files.readAllBytes(path));
    }

    @Test
    void noMalformedGoldenFileIsForgotten() throws Exception {
        Method method = CorruptFileTest.class.getDeclaredMethod(
                "aMalformedFileIsRefused", String.class, long.class, String.class, String.class);
        List<String> asserted = method.getAnnotation(CsvSource.class)
                .textBlock()
                .lines()
                .map(line -> "malformed/" + line.substring(0, line.indexOf('|')).strip() + ".npy")
                .sorted()
                .toList();
        assertEquals(Golden.names("malformed"), asserted);
    }

    /** NumPy refuses a view of them. */
    @Test
    void pythonObjectsAreNoStructs() throws IOException {
        Path path = folder.resolve("objects.npy");
        String header = "{'descr': '|O', 'fortran_order': False, 'shape': (3,), }";
        Files.write(
                path,
                ("\u0093NUMPY\1\0\u0080\0" + header + " ".repeat(127 - header.length()) + "\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
                "file=" + path + " position=20: expected a structured dtype, a list of (name, type), as a structured"
                        + " array without Python objects has, found '|O'",
                assertThrows(
                                StructFileException.class,
                                () -> StructFile.open(path, Quote.CODEC).close())
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[('a', '|V0')]", "[]", "[('a', '<i4', (0,))]", "[('a', '|S')]"})
    void structsWithoutBytesAreRefused(String descr) throws IOException {
        Path path = folder.resolve("nothing.npy");
        Path copy = folder.resolve("copy.npy");
        String header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (3,), }";
        byte[] bytes = ("\u0093NUMPY\1\0\u0080\0" + header + " ".repeat(127 - header.length()) + "\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        Files.write(path, bytes);
        String message = "file=" + path + ": expected structs of at least 1 byte, found structs of type " + descr;

        for (Executable call : List.<Executable>of(
                () -> StructFile.layout(path),
                () -> StructFile.open(path).close(),
                () -> StructFile.openReadWrite(path).close(),
                () -> StructFile.openReadWrite(path).close(), // the first refusal has to give the lock back
                () -> StructFile.createLike(copy, path).close())) {
            assertEquals(message, assertThrows(StructFileException.class, call).getMessage());
        }
        assertFalse(Files.exists(copy));
        assertArrayEquals(bytes, Files.readAllBytes(path));
        for (String command : List.of("cat", "info", "verify")) {
            assertEquals(
                    new CommandLineRun(2, "", "verbatim " + command + ": " + message + "\n"),
                    CommandLineRun.verbatim(command, path.toString()));
        }
    }

    @Test
    void aVersionIsTwoNumbersWithoutASign() throws IOException {
        Path path = folder.resolve("quotes.npy");
        StructFile.create(path, Quote.CODEC).close();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {(byte) 255, (byte) 128}), 6);
        }
        assertEquals(
                "file=" + path + " position=6: expected version 1.0, 2.0 or 3.0 of the .npy format, found 255.128",
                WriterProgram.tryToWrite(path));
    }

    @Test
    void aFileOfWhichTheEndIsMissingIsRefusedWhereverItWasCut() throws IOException {
        byte[] whole = Files.readAllBytes(Golden.path("primitives.npy"));
        Path path = Golden.copy("primitives.npy", folder);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            StructFile.open(path, Primitives.CODEC).close();
            for (int length = whole.length - 1; length >= 0; length--) {
                channel.truncate(length);
                assertThrows(
                        StructFileException.class,
                        () -> StructFile.open(path, Primitives.CODEC).close(),
                        "length=" + length);
            }
        }
    }

    /** Opening it succeeds or says what is wrong with the file: nothing else is thrown, whatever the byte. */
    @Test
    void aFileWithOneWrongByteInItsHeaderIsReadOrRefused() throws IOException {
        byte[] whole = Files.readAllBytes(Golden.path("names-wide.npy"));
        Path path = Golden.copy("names-wide.npy", folder);
        int refused = 0;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            for (int position = 0; position < 192; position++) {
                for (int wrong : new int[] {0, ' ', '\'', '(', '0', '9', '_', '{', '\\', 0x7F, 0x80, 0xC3, 0xFF}) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) wrong}), position);
                    refused += isRefused(path) ? 1 : 0;
                }
                channel.write(ByteBuffer.wrap(whole, position, 1), position);
            }
        }
        assertTrue(refused > 500, "refused=" + refused);
    }

    private static boolean isRefused(Path path) throws IOException {
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            throw new AssertionError("a file of other fields was opened, size=" + file.size());
        } catch (StructFileException e) {
            assertTrue(e.getMessage().startsWith("file=" + path + " position="), e.getMessage());
            return true;
        } catch (LayoutMismatchException e) {
            assertTrue(e.getMessage().startsWith("cannot read file=" + path + " as "), e.getMessage());
            return false;
        }
    }

    @Test
    void aCountThatIsOverwrittenWhileTheFileIsReadIsReported() throws IOException {
        Path path = folder.resolve("quotes.npy");
        StructFile.create(path, Quote.CODEC).close();
        try (StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            overwriteCount(path, "                1e10");
            UncheckedIOException junk = assertThrows(UncheckedIOException.class, reader::size);
            assertEquals(StructFileException.class, junk.getCause().getClass());
            assertEquals(notACount(path, "'            1e10'"), junk.getCause().getMessage());

            overwriteCount(path, "                    ");
            UncheckedIOException blank = assertThrows(UncheckedIOException.class, reader::size);
            assertEquals(notACount(path, "'                '"), blank.getCause().getMessage());

            overwriteCount(path, "\0".repeat(20));
            UncheckedIOException zeros = assertThrows(UncheckedIOException.class, reader::size);
            assertEquals(
                    notACount(path, "'" + "\\x00".repeat(16) + "'"),
                    zeros.getCause().getMessage());

            overwriteCount(path, "                   5");
            UncheckedIOException tooMany = assertThrows(UncheckedIOException.class, reader::size);
            assertEquals(
                    "file=" + path
                            + " position=192: expected 5 records of 24 bytes from position 192, as the header says,"
                            + " found the end of the file after 0 whole records; it was truncated or is corrupt",
                    tooMany.getCause().getMessage());
            assertThrows(UncheckedIOException.class, () -> reader.get(4));

            overwriteCount(path, "                   0");
            assertEquals(0, reader.size());
        }
    }

    private static String notACount(Path path, String found) {
        return "file=" + path + " position=" + COUNT_OFFSET + ": expected a count of records, found " + found;
    }

    private static void overwriteCount(Path path, String columns) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            assertEquals(20, channel.write(ByteBuffer.wrap(columns.getBytes(StandardCharsets.US_ASCII)), COUNT_OFFSET));
        }
    }
}
