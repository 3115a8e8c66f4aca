package dev.verbatim.internal.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes zeros to files that will be mapped. A mapping over a hole, or past the end of a file, would turn a full disk
 * into a fault; a write through the channel turns it into an exception.
 *
 * <p>Each write is a piece of {@value #PIECE_SIZE} bytes that starts at a multiple of its size, where there is room for
 * one. Linux keeps such a piece in one block of memory on file systems with large folios (XFS since 5.18, ext4 since
 * 6.16), and then maps it by a single entry of the page table: on processors with pages of 4 KiB one fault does for
 * 512 pages, and one entry of the TLB. Pieces that are smaller or begin elsewhere get blocks of single pages.
 */
public final class ZeroFill {

    private static final int PIECE_SIZE = 2 << 20;

    private ZeroFill() {}

    /** Writes all of a new file: a header, which is smaller than a piece, and zeros. */
    public static void create(FileChannel channel, byte[] header, long size) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(Math.clamp(size, header.length, PIECE_SIZE));
        piece.put(0, header);
        while (piece.hasRemaining()) {
            channel.write(piece, piece.position());
        }
        piece.put(0, new byte[header.length]);
        write(channel, piece, piece.capacity(), size);
    }

    /** Writes zeros to a range of a file. */
    public static void write(FileChannel channel, long from, long to) throws IOException {
        if (from < to) {
            write(channel, ByteBuffer.allocateDirect((int) Math.min(to - from, PIECE_SIZE)), from, to);
        }
    }

    private static void write(FileChannel channel, ByteBuffer zeros, long from, long to) throws IOException {
        for (long position = from; position < to; ) {
            long end = Math.min(to, (position & -PIECE_SIZE) + PIECE_SIZE);
            zeros.clear().limit((int) (end - position));
            position += channel.write(zeros, position);
        }
    }
}
