package dev.verbatim.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How many structs a mapped file has: the count that its header publishes, as far as the file is mapped.
 *
 * <p>One thread at a time, the writer's, calls {@link #publish} and {@link #published}. Any thread may call the other
 * methods at any time.
 */
final class StructCount {

    /** Stores {@link #known}, and reads it for who looks next whether the file is closed. */
    private static final VarHandle KNOWN;

    static {
        try {
            KNOWN = MethodHandles.lookup().findVarHandle(StructCount.class, "known", Known.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Path path;
    private final MappedFile file;
    private final long byteSize;
    private final long dataOffset;

    /** Where the count is in the file; -1 in a file that was not made to grow. */
    private final long countOffset;

    /**
     * The structs that may be read without a look at the published count; none when closed, as soon as the thread that
     * reads sees it. Set after the mapping covers them, by a thread that holds this object.
     *
     * <p>Any thread reads it as a plain field: its final fields are seen as they were set, and an old one is as good,
     * as who does not find a struct in it looks at the published count. The bytes of the structs are seen because their
     * address comes from the segment in it: who reads structs takes that segment, and no other. If the field were
     * volatile, C2 would load all that a read needs again for each struct, and a processor has room for so many loads
     * that it would wait for few structs at once: {@code FileBenchmark.fileGetAtRandom} took 11 ns, and now 5 (an AMD
     * EPYC, Zen 4).
     */
    private Known known;

    /** What was read in the file last, and is known since; null before the first time. */
    private volatile NpyCount.@Nullable Published lastRead;

    /** The count that this writer has published. In a reader, and for a file that cannot grow, the count at opening. */
    private long published;

    /** Whether the known count stays 0. Guarded by this object. */
    private boolean closed;

    /**
     * Structs that are mapped.
     *
     * @param segment the mapped file, up to the last of them or further
     * @param count how many they are
     */
    record Known(MemorySegment segment, long count) {}

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
        this.known = new Known(file.segment(), countOffset >= 0 ? 0 : header.count());
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

    /** {@return the structs that are known to be mapped; none when closed} */
    Known known() {
        return known;
    }

    /**
     * {@return the structs that there are now} None, if the file has been closed: who looks behind this whether it is
     * closed finds that it is.
     *
     * @throws UncheckedIOException if another program changed the file and it is corrupt now
     */
    Known refreshed() {
        if (countOffset >= 0) {
            refresh();
        }
        return (Known) KNOWN.getAcquire(this);
    }

    /** Takes over the published count, and maps the structs that it counts. */
    @SuppressWarnings("ReferenceEquality") // what is read again is the same
    private void refresh() {
        try {
            NpyCount.Published last = lastRead;
            NpyCount.Published read = read(last);
            if (read == last) {
                return;
            }
            // A count that is read during a carry may be late, but is never too large. The known one never goes back.
            if (read.count() > known.count()) {
                extendKnown(read.count());
            }
            lastRead = read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private NpyCount.Published read(NpyCount.@Nullable Published last) throws StructFileException {
        try {
            return NpyCount.read(file.segment(), countOffset, last);
        } catch (NumberFormatException e) {
            throw new StructFileException(path, countOffset, "a count of records", String.valueOf(e.getMessage()));
        }
    }

    private synchronized void extendKnown(long count) throws IOException {
        if (closed || count <= known.count()) {
            return;
        }
        if (count > (file.segment().byteSize() - dataOffset) / byteSize) {
            file.remap();
            requireStructs(path, file.segment().byteSize(), count, byteSize, dataOffset);
        }
        KNOWN.setRelease(this, new Known(file.segment(), count));
    }

    /** Lets go of the mapping in which the structs were known before the writer made the file longer. */
    synchronized void remapped() {
        KNOWN.setRelease(this, new Known(file.segment(), known.count()));
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
        KNOWN.setRelease(this, new Known(file.segment(), 0));
    }
}
