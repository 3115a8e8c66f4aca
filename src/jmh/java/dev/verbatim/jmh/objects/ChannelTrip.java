package dev.verbatim.jmh.objects;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A trip through a {@link FileChannel}, with one call to write and one to read. Each direction reuses a heap buffer of
 * 1,024 bytes.
 */
final class ChannelTrip<T> implements FileTrip<T> {

    private final Path file;
    private final HeapPeer<T> writer;
    private final HeapPeer<T> reader;
    private final ByteBuffer written;
    private final ByteBuffer read;
    private FileChannel kept;

    /** Makes a rival twice, to write and to read, so that all that is read comes from the file. */
    ChannelTrip(Path file, Supplier<HeapPeer<T>> peers) {
        this.file = file;
        writer = peers.get();
        reader = peers.get();
        written = ByteBuffer.wrap(writer.array(), 0, Peer.SLOT_BYTES);
        read = ByteBuffer.wrap(reader.array(), 0, Peer.SLOT_BYTES);
    }

    @Override
    public T opened(T value) throws Exception {
        try (FileChannel channel = FileChannel.open(file, WRITE)) {
            write(channel, value);
        }
        try (FileChannel channel = FileChannel.open(file, READ)) {
            return read(channel);
        }
    }

    @Override
    public void open() throws IOException {
        kept = FileChannel.open(file, READ, WRITE);
    }

    @Override
    public T kept(T value) throws Exception {
        write(kept, value);
        return read(kept);
    }

    private void write(FileChannel channel, T value) throws Exception {
        int bytes = writer.write(value, 0);
        written.clear().limit(bytes);
        if (channel.write(written, 0) != bytes) {
            throw new IOException("written in part: " + file);
        }
    }

    private T read(FileChannel channel) throws Exception {
        read.clear();
        if (channel.read(read, 0) < 0) {
            throw new EOFException("empty: " + file);
        }
        return reader.read(0);
    }

    @Override
    public void close() throws IOException {
        kept.close();
    }
}
