package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The header as a whole: its version, its alignment and its length. */
class NpyHeaderTest {

    @TempDir
    Path folder;

    @Test
    void theCountAndTheRecordsAreAlignedWhateverTheLengthOfTheNames() throws IOException {
        for (int length = 1; length <= 70; length++) {
            for (String letter : new String[] {"x", "\u00E4", "\u4FA1"}) {
                Struct dtype = new Struct(List.of(new Field(letter.repeat(length), Scalar.parse("<i8"), 0)), 8);
                byte[] bytes = NpyHeader.encode(dtype);
                NpyHeader header = read(bytes);
                assertEquals(0, header.dataOffset() % 64);
                assertEquals(4, header.countOffset() % 8, "the low word of the count is not aligned");
                assertEquals(bytes.length, header.dataOffset());
                assertEquals(new NpyHeader(dtype, 0, header.countOffset(), bytes.length), header);
                assertEquals(letter.equals("\u4FA1") ? 3 : 1, bytes[6]);
                assertEquals('\n', bytes[bytes.length - 1]);
            }
        }
    }

    @Test
    void aHeaderIsOfVersion2FromTheFirstByteThatVersion1CannotCount() throws IOException {
        int lastOf1 = 0;
        int firstOf2 = Integer.MAX_VALUE;
        for (int length = 65_380; length < 65_460; length++) {
            Struct dtype = new Struct(List.of(new Field("x".repeat(length), Scalar.parse("<i8"), 0)), 8);
            byte[] bytes = NpyHeader.encode(dtype);
            assertEquals(dtype, read(bytes).dtype());
            if (bytes[6] == 1) {
                lastOf1 = length;
                assertEquals(
                        bytes.length - 10,
                        Short.toUnsignedInt(littleEndian(bytes).getShort(8)));
            } else {
                assertEquals(2, bytes[6]);
                firstOf2 = Math.min(firstOf2, length);
                assertEquals(bytes.length - 12, littleEndian(bytes).getInt(8));
            }
        }
        assertTrue(lastOf1 > 0, "the lengths do not cover the last of version 1");
        assertEquals(lastOf1 + 1, firstOf2);
    }

    @Test
    void manyMembersTakeVersion2() throws IOException {
        Struct dtype = manyMembers(5_000);
        byte[] bytes = NpyHeader.encode(dtype);
        assertEquals(2, bytes[6]);
        assertEquals(new NpyHeader(dtype, 0, read(bytes).countOffset(), bytes.length), read(bytes));
    }

    @Test
    void aFileOfVersion2GrowsAsOthersDo() throws Exception {
        String[] names = new String[4_000];
        Arrays.setAll(names, i -> "aMemberWithARatherLongName" + i);
        var codec = NamedLongs.codec(names);
        long[] values = new long[names.length];
        Arrays.setAll(values, i -> i * 3L);
        Object object = NamedLongs.of(codec, values);
        Path path = folder.resolve("wide.npy");
        try (StructFile<Object> file = StructFile.create(path, codec)) {
            for (int i = 0; i < 12; i++) {
                file.append(object);
            }
        }
        assertEquals(2, Files.readAllBytes(path)[6]);
        try (StructFile<Object> file = StructFile.openReadWrite(path, codec)) {
            assertEquals(12, file.append(object));
            assertTrue(Arrays.equals(NamedLongs.toBytes(values), NamedLongs.bytesOf(codec, file.get(12))));
        }
    }

    /** Python takes them as blanks. Where another program has written some, the file is read, and does not grow. */
    @Test
    void aCountBehindOtherBlanksIsReadAndCannotGrow() throws IOException {
        byte[] bytes = NpyHeader.encode(new Struct(List.of(new Field("x", Scalar.parse("<i8"), 0)), 8));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int countStart = text.indexOf(NpyCount.columns(0));
        for (char blank : new char[] {'\t', '\n', '\r', '\f'}) {
            byte[] other = bytes.clone();
            other[countStart + 7] = (byte) blank;
            other[countStart + 19] = '7';
            NpyHeader header = read(other);
            assertEquals(7, header.count());
            assertEquals(-1, header.countOffset());
        }
    }

    /** NumPy reads them too, in these versions, but not in 3.0, which Python 2 did not write. */
    @Test
    void longNumbersOfPython2AreReadInVersions1And2() throws IOException {
        String text = "{'descr': [('a', '<i4', (2L,))], 'fortran_order': False, 'shape': (%sL,), }";
        for (String count : new String[] {"2", "                   2"}) {
            for (int version = 1; version <= 3; version++) {
                byte[] start = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0};
                int headerOffset = version == 1 ? 10 : 12;
                // The number ends at a multiple of 8, as one that can be replaced does.
                int unaligned = headerOffset + text.indexOf("%s") + count.length() + 1;
                String header = text.formatted(" ".repeat(-unaligned & 7) + count);
                byte[] file = new byte[headerOffset + header.length()];
                littleEndian(file)
                        .put(start)
                        .putShort((short) header.length())
                        .put(headerOffset, header.getBytes(StandardCharsets.ISO_8859_1));
                if (version == 3) {
                    assertTrue(assertThrows(StructFileException.class, () -> read(file))
                            .getMessage()
                            .endsWith(": expected ')', found `L,))], 'fortran_orde`"));
                } else {
                    NpyHeader read = read(file);
                    assertEquals(2, read.count());
                    assertEquals(-1, read.countOffset());
                    assertEquals(8, read.dtype().byteSize());
                }
            }
        }
    }

    /** Whoever names a hundred thousand members waits a moment, not minutes. */
    @Test
    void theTimeToReadAHeaderGrowsWithItsLength() throws IOException {
        Struct dtype = manyMembers(100_000);
        byte[] bytes = NpyHeader.encode(dtype);
        assertTimeout(
                Duration.ofSeconds(60), () -> assertEquals(dtype, read(bytes).dtype()));
    }

    /** What could not be opened again is not created. */
    @Test
    void aHeaderThatIsTooLongToBeReadIsNotWritten() {
        String refusal = "cannot store such records in a file: expected a header of at most ";
        Struct longNamed = new Struct(List.of(new Field("x".repeat(4 << 20), Scalar.parse("<i8"), 0)), 8);
        assertEquals(
                refusal + "4194304 bytes, found 4194432",
                assertThrows(IllegalArgumentException.class, () -> NpyHeader.encode(longNamed))
                        .getMessage());
        Struct many = new Struct(Collections.nCopies(180_000, new Field("x", Scalar.parse("<i1"), 0)), 1);
        assertEquals(
                refusal + "500000 values, found more",
                assertThrows(IllegalArgumentException.class, () -> NpyHeader.encode(many))
                        .getMessage());
    }

    private static Struct manyMembers(int count) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(new Field("member" + i, Scalar.parse("<i4"), 4L * i));
        }
        return new Struct(fields, 4L * count);
    }

    private NpyHeader read(byte[] bytes) throws IOException {
        Path path = folder.resolve("header.npy");
        Files.deleteIfExists(path);
        Files.write(path, bytes);
        try (FileChannel channel = FileChannel.open(path)) {
            return NpyHeader.read(path, channel);
        }
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
