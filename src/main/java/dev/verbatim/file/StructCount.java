package dev.verbatim.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * How many structs a mapped file has: the count that its header publishes, as far as the file is mapped.
 *
 * <p>One thread at a time, the writer's, calls {@link #publish} and {@link #published}. Any thread may call the other
 * methods at any time.
 */
final class StructCount {

    private final Path path;
    private final MappedFile file;
    private final long byteSize;
    private final long dataOffset;

    /** Where the count is in the file; -1 in a file that was not made to grow. */
    private final long countOffset;

    /** How many structs may be read without the published count; 0 when closed. Set after the mapping covers them. */
    private volatile long known;

    /** The count that this writer has published. In a reader, and for a file that cannot grow, the count at opening. */
    private long published;

    /** Whether the known count stays 0. Guarded by this object. */
    private boolean closed;

    /**
     * Takes the count over from the header.
     *
     * @param path names the file in messages
     * @param byteSize the size of a struct in bytes
     */
    StructCount(Path path, MappedFile file, NpyHeader header, long byteSize) {
        this.path = path;
        this.file = file;
        this.byteSize = byteSize;
        this.dataOffset = header.dataOffset();
        this.countOffset = header.countOffset();
        // A count that grows is taken from the mapping, by one atomic load.
        this.known = countOffset >= 0 ? 0 : header.count();
        this.published = header.count();
    }

    /**
     * Requires that a file has all the structs that its header counts.
     *
     * @return where the structs end in the file
     * @throws StructFileException if the file is shorter
     */
    static long requireStructs(Path path, long fileSize, long count, long byteSize, long dataOffset)
            throws StructFileException {
        if (count > (fileSize - dataOffset) / byteSize) {
            throw new StructFileException(
                    path,
                    fileSize,
                    count + " records of " + byteSize + " bytes from position " + dataOffset + ", as the header says",
                    "the end of the file after " + Math.max(0, fileSize - dataOffset) / byteSize
                            + " whole records; it was truncated or is corrupt");
        }
        return dataOffset + count * byteSize;
    }

    /** {@return whether the header has room for a larger count} */
    boolean canGrow() {
        return countOffset >= 0;
    }

    /** Ends a carry during which a writer died. */
    void settle() {
        NpyCount.settle(file.segment(), countOffset, published);
    }

    /** {@return how many structs are known to be mapped; 0 when closed} */
    long known() {
        return known;
    }

    /**
     * {@return how many structs there are now} They are mapped. When closed, there are none.
     *
     * @throws UncheckedIOException if another program changed the file and it is corrupt now
     */
    long refreshed() {
        if (countOffset >= 0) {
            refresh();
        }
        return known;
    }

    /** Takes over the published count, and maps the structs that it counts. */
    private void refresh() {
        try {
            long count = read();
            // A count that is read during a carry may be late, but is never too large. The known one never goes back.
            if (count > known) {
                extendKnown(count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long read() throws StructFileException {
        try {
            return NpyCount.read(file.segment(), countOffset);
        } catch (NumberFormatException e) {
            throw new StructFileException(path, countOffset, "a count of records", String.valueOf(e.getMessage()));
        }
    }

    private synchronized void extendKnown(long count) throws IOException {
        if (closed || count <= known) {
            return;
        }
        if (count > (file.segment().byteSize() - dataOffset) / byteSize) {
            file.remap();
            requireStructs(path, file.segment().byteSize(), count, byteSize, dataOffset);
        }
        known = count;
    }

    /** {@return the count that this writer has published last} */
    long published() {
        return published;
    }

    /** Publishes a count, after the structs that it counts have been stored. */
    void publish(long count) {
        NpyCount.publish(file.segment(), countOffset, published, count);
        published = count;
    }

    /** Has no structs known from now on. */
    synchronized void close() {
        closed = true;
        known = 0;
    }
}
