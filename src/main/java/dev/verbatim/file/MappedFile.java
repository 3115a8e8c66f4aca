package dev.verbatim.file;

import dev.verbatim.internal.io.FileSystemKind;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.io.ZeroFill;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * A file that is mapped whole, and grows by zeros that are really written.
 *
 * <p>A mapping past the end of the file, or over a hole in it, would turn a full disk into a fault; a write through the
 * channel turns it into an {@link IOException}. When the file grows it is mapped anew and nothing is copied. Older
 * mappings show the same pages, so segments that were handed out stay valid. The mappings are few, because the file
 * grows by a share of its size.
 *
 * <p>Only the garbage collector unmaps the file, once nobody refers to {@link #segment}. A reader that loses its memory
 * can end the JVM, because C2 carries the check that an arena is alive across allocations.
 *
 * <p>One thread at a time may call the methods that change the file; {@link #segment} may be called by any.
 */
final class MappedFile implements AutoCloseable {

    private static final int PAGE_SIZE = 4096;
    private static final long MINIMUM_GROWTH = 64 << 10;
    private static final long DOUBLING_LIMIT = 64 << 20;

    private final Path path;
    private final DataFile data;
    private final FileChannel channel;
    private final boolean writable;
    private volatile MemorySegment segment;

    /**
     * Maps a file whole.
     *
     * @param path names the file in messages
     * @param data the file; closed with this object
     * @param writable whether the mapping can be written
     * @throws IOException if the file cannot be mapped; it is left open then
     */
    MappedFile(Path path, DataFile data, boolean writable) throws IOException {
        this.path = path;
        this.data = data;
        this.channel = data.channel();
        this.writable = writable;
        this.segment = map();
    }

    /** {@return the whole file, as large as it was when it was last mapped} */
    MemorySegment segment() {
        return segment;
    }

    /** Maps the file at its present size: its writer, elsewhere, has changed the size. */
    void remap() throws IOException {
        segment = UninterruptibleIo.call(this::map);
    }

    private MemorySegment map() throws IOException {
        while (true) {
            long size = size(path, channel);
            try {
                return channel.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, 0, size, Arena.ofAuto());
            } catch (IOException e) {
                // A writer that closes the file cuts off the capacity that it did not use. Then ask for the size again.
                if (writable || size(path, channel) >= size) {
                    throw StructFileException.failed(path, "map it", e);
                }
            } catch (UnsupportedOperationException e) { // of a zip file, for instance
                throw StructFileException.failed(path, "map it; this needs a file system whose files can be mapped", e);
            }
        }
    }

    /**
     * Extends the file with zeros to at least a size. On failure the file is as it was.
     *
     * @param minimumSize the size in bytes that is needed
     * @throws IOException if there is no room for it; it names the file
     */
    void extend(long minimumSize) throws IOException {
        UninterruptibleIo.call(() -> {
            long size = size(path, channel);
            // Takes the rest of a nearly full disk in ever smaller pieces.
            for (long growth = growth(size); ; growth /= 2) {
                try {
                    return extend(size, roundUpToPage(Math.max(minimumSize, size + growth)));
                } catch (IOException e) {
                    if (size + growth <= minimumSize) {
                        throw e;
                    }
                }
            }
        });
    }

    private long extend(long size, long newSize) throws IOException {
        try {
            ZeroFill.write(channel, size, newSize, ZeroFill.SMALL_PIECE); // whoever has it may force it at any time
            segment = map();
            return newSize;
        } catch (IOException | RuntimeException | Error e) {
            try {
                channel.truncate(size);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            if (e instanceof IOException) {
                throw StructFileException.failed(path, "extend it from " + size + " to " + newSize + " bytes", e);
            }
            throw e;
        }
    }

    private static long roundUpToPage(long size) {
        return (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
    }

    /** A small file doubles. A large one grows by an eighth: mappings stay few, and the unused space small. */
    private static long growth(long size) {
        return Math.max(MINIMUM_GROWTH, Math.max(Math.min(size, DOUBLING_LIMIT), size / 8));
    }

    /** Writes what was stored in the mapping to the storage device. */
    void force() throws IOException {
        try {
            segment.force();
        } catch (UncheckedIOException e) {
            throw StructFileException.failed(path, "force it", e);
        }
    }

    /** {@return how large a file is, in bytes} */
    static long size(Path path, FileChannel channel) throws IOException {
        try {
            return channel.size();
        } catch (IOException e) {
            throw StructFileException.failed(path, "ask for its size", e);
        }
    }

    /** {@return whether a file can be cut while it is mapped} On POSIX systems it can; Windows refuses to. */
    static boolean canBeCut(Path path) {
        return FileSystemKind.isPosix(path);
    }

    /** Cuts the file, when nobody stores to the part that is cut off. Readers read before that part. */
    void truncate(long size) throws IOException {
        UninterruptibleIo.call(() -> {
            truncate(path, channel, size);
            return null;
        });
    }

    /** Cuts a file. The caller is within {@link UninterruptibleIo}. */
    static void truncate(Path path, FileChannel channel, long size) throws IOException {
        try {
            channel.truncate(size);
        } catch (IOException e) {
            throw StructFileException.failed(path, "cut it to " + size + " bytes", e);
        }
    }

    /** Closes the file. {@link #segment} stays mapped for as long as somebody refers to it. */
    @Override
    public void close() throws IOException {
        data.close();
    }
}
