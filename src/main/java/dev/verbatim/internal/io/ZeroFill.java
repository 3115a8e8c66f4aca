package dev.verbatim.internal.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes zeros to files that will be mapped. A mapping over a hole, or past the end of a file, would turn a full disk
 * into a fault; a write through the channel turns it into an exception.
 *
 * <p>The zeros are written in pieces, each of which ends at a multiple of their size. On file systems with large folios
 * Linux keeps a piece of up to 2 MiB in one block of memory (seen on ext4 of Linux 6.18), with two effects. One of 2
 * MiB is mapped by a single entry of the page table: on processors with pages of 4 KiB one fault does for 512 pages,
 * and one entry of the TLB. And the smallest store to a block makes all of it dirty, so a force writes whole blocks to
 * the disk.
 */
public final class ZeroFill {

    /** The bytes of a piece in a file that is left to the operating system to write to the disk. */
    public static final int LARGE_PIECE = 2 << 20;

    /** The bytes of a piece in a file that is forced again and again. */
    public static final int SMALL_PIECE = 64 << 10;

    private ZeroFill() {}

    /** Writes all of a new file: a header, which is smaller than a piece, and zeros. */
    public static void create(FileChannel channel, byte[] header, long size, int pieceSize) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(Math.clamp(size, header.length, pieceSize));
        piece.put(0, header);
        while (piece.hasRemaining()) {
            channel.write(piece, piece.position());
        }
        write(channel, piece.put(0, new byte[header.length]), piece.capacity(), size, pieceSize);
    }

    /** Writes zeros to a range of a file. */
    public static void write(FileChannel channel, long from, long to, int pieceSize) throws IOException {
        if (from >= to) {
            return; // a direct buffer costs, also one of no bytes
        }
        write(channel, ByteBuffer.allocateDirect((int) Math.min(to - from, pieceSize)), from, to, pieceSize);
    }

    private static void write(FileChannel channel, ByteBuffer zeros, long from, long to, int pieceSize)
            throws IOException {
        for (long position = from; position < to; ) {
            zeros.clear().limit((int) (pieceEnd(position, to, pieceSize) - position));
            position += channel.write(zeros, position);
        }
    }

    /** {@return where the piece ends that starts at a position} */
    static long pieceEnd(long position, long to, int pieceSize) {
        return Math.min(to, (position & -pieceSize) + pieceSize);
    }
}
