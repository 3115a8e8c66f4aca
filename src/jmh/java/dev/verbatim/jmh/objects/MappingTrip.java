package dev.verbatim.jmh.objects;

import static java.nio.channels.FileChannel.MapMode.READ_ONLY;
import static java.nio.channels.FileChannel.MapMode.READ_WRITE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Verbatim straight into a mapping of the file. Each opening maps it anew. */
final class MappingTrip<T> implements FileTrip<T> {

    private final Path file;
    private final Function<MemorySegment, CodecPeer<T>> peers;
    private final ToLongFunction<T> encodedSize;
    private Arena arena;
    private CodecPeer<T> kept;

    /** Takes how to make a rival for a mapping, and how many bytes an object needs in it. */
    MappingTrip(Path file, Function<MemorySegment, CodecPeer<T>> peers, ToLongFunction<T> encodedSize) {
        this.file = file;
        this.peers = peers;
        this.encodedSize = encodedSize;
    }

    @Override
    public T opened(T value) throws Exception {
        try (Arena confined = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            long bytes = encodedSize.applyAsLong(value);
            peers.apply(channel.map(READ_WRITE, 0, bytes, confined)).write(value, 0);
        }
        try (Arena confined = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, READ)) {
            return peers.apply(channel.map(READ_ONLY, 0, channel.size(), confined))
                    .read(0);
        }
    }

    @Override
    public void open() throws IOException {
        arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            kept = peers.apply(channel.map(READ_WRITE, 0, Peer.SLOT_BYTES, arena));
        }
    }

    @Override
    public T kept(T value) throws Exception {
        kept.write(value, 0);
        return kept.read(0);
    }

    @Override
    public void close() {
        arena.close();
    }
}
