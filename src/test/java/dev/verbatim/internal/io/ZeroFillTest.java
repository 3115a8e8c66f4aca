package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Zeros, all of them, and nothing else. */
class ZeroFillTest {

    private static final int PIECE = ZeroFill.LARGE_PIECE;

    @TempDir
    Path folder;

    private FileChannel create() throws IOException {
        return FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private byte[] written() throws IOException {
        return Files.readAllBytes(folder.resolve("file"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 64, 100, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 4096})
    void aNewFileIsItsHeaderAndZeros(int size) throws IOException {
        byte[] header = new byte[64];
        Arrays.fill(header, (byte) -1);
        try (FileChannel channel = create()) {
            ZeroFill.create(channel, header, size, PIECE);
        }
        assertArrayEquals(Arrays.copyOf(header, Math.max(header.length, size)), written());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 5", "7, 3", "0, 100", "99, 100", "1000, 3000000", "2097151, 2097153", "4194304, 5000000"})
    void aRangeIsZerosAndTheRestStays(int from, int to) throws IOException {
        byte[] before = new byte[5_000_000];
        Arrays.fill(before, (byte) -1);
        byte[] expected = before.clone();
        Arrays.fill(expected, from, Math.max(from, to), (byte) 0);
        try (FileChannel channel = create()) {
            channel.write(ByteBuffer.wrap(before));
            ZeroFill.write(channel, from, to, PIECE);
        }
        assertArrayEquals(expected, written());
    }

    /** Else Linux does not keep them in blocks of memory that it could map in one. */
    @Test
    void eachPieceEndsWhereAPieceOfThisSizeCanBegin() {
        assertEquals(PIECE, ZeroFill.pieceEnd(0, 10L * PIECE, PIECE));
        assertEquals(PIECE, ZeroFill.pieceEnd(64, 10L * PIECE, PIECE));
        assertEquals(PIECE, ZeroFill.pieceEnd(PIECE - 1, 10L * PIECE, PIECE));
        assertEquals(2L * PIECE, ZeroFill.pieceEnd(PIECE, 10L * PIECE, PIECE));
        assertEquals((5L << 40) + PIECE, ZeroFill.pieceEnd(5L << 40, 6L << 40, PIECE));
        assertEquals(PIECE + 5, ZeroFill.pieceEnd(PIECE, PIECE + 5, PIECE));
    }
}
