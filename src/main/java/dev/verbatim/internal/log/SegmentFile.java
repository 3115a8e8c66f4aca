package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.ALIGNMENT;
import static dev.verbatim.internal.log.EntryDescriptor.CHECKSUM_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.LAYOUT_ID_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.WORD_OFFSET;
import static dev.verbatim.internal.log.Mappings.INT_LE;
import static dev.verbatim.internal.log.Mappings.LONG;
import static dev.verbatim.internal.log.Mappings.LONG_LE;
import static dev.verbatim.internal.log.Mappings.LONG_UNALIGNED;
import static dev.verbatim.internal.log.SegmentDescriptor.BEGUN_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.INDEX_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.MAGIC_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.SEGMENT_SIZE_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.TAIL_HINT_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.VERSION;
import static dev.verbatim.internal.log.SegmentDescriptor.VERSION_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.MappedClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A mapped segment file, which {@link SegmentDescriptor} draws, with its entries, which {@link EntryDescriptor} draws.
 * Any thread may use it; {@link Segments} counts the users, and unmaps it.
 */
public final class SegmentFile {

    /** The bytes of the smallest pages that there are. */
    static final long PAGE_SIZE = 4096;

    /** The bytes of the smallest cache lines that there are in processors that run servers. */
    private static final int CACHE_LINE_SIZE = 64;

    private final Path path;
    private final long index;

    /** The index, as the key under which its users are counted: to release a segment must not take memory. */
    private final Long key;

    private final long byteSize;

    /** The state that no entry here can have: a store that settles entries has no batches, others none prepared. */
    private final int foreignState;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final MemorySegment readOnlyMemory;

    private SegmentFile(LogKind kind, Path path, long index, long byteSize, boolean writable) throws IOException {
        this.path = path;
        this.index = index;
        this.key = index;
        this.byteSize = byteSize;
        this.foreignState = kind.settlesAsMet() ? EntryDescriptor.BATCH : EntryDescriptor.PREPARED;
        MappingLimit.PROCESS.take(path, byteSize);
        try {
            this.memory = Mappings.map(path, byteSize, writable, arena);
            this.readOnlyMemory = memory.asReadOnly();
            Mappings.requireMagic(path, memory, kind.segmentMagic(), VERSION);
            require("index", index, memory.get(LONG_LE, INDEX_OFFSET));
            require("segmentSize", byteSize, memory.get(LONG_LE, SEGMENT_SIZE_OFFSET));
        } catch (IOException | RuntimeException | Error e) {
            unmap();
            throw e;
        }
    }

    private void require(String name, long expected, long found) throws StoreException {
        if (found != expected) {
            throw new StoreException(path, name + "=" + expected, name + "=" + found);
        }
    }

    public static SegmentFile open(LogKind kind, Path path, long index, long byteSize, boolean writable)
            throws IOException {
        return new SegmentFile(kind, path, index, byteSize, writable);
    }

    /** {@return the bytes that a new segment file begins with} */
    static byte[] newHeader(LogKind kind, long index, long byteSize) {
        byte[] bytes = new byte[FIRST_ENTRY_OFFSET];
        MemorySegment header = MemorySegment.ofArray(bytes);
        header.set(LONG_LE.withByteAlignment(1), MAGIC_OFFSET, kind.segmentMagic());
        header.set(INT_LE.withByteAlignment(1), VERSION_OFFSET, VERSION);
        header.set(LONG_LE.withByteAlignment(1), INDEX_OFFSET, index);
        header.set(LONG_LE.withByteAlignment(1), SEGMENT_SIZE_OFFSET, byteSize);
        return bytes;
    }

    Path path() {
        return path;
    }

    public long index() {
        return index;
    }

    Long key() {
        return key;
    }

    public long byteSize() {
        return byteSize;
    }

    /** {@return the whole file} */
    public MemorySegment memory() {
        return MappedClass.known(memory);
    }

    /** {@return the whole file, to read only} */
    public MemorySegment readOnlyMemory() {
        return readOnlyMemory;
    }

    /** {@return the position of an offset} */
    public long position(long offset) {
        return index * byteSize + offset;
    }

    /** {@return when the first appender came to this segment, in nanoseconds since 1970; 0 if none has} */
    public long begunNanosAcquire() {
        return (long) LONG.getAcquire(memory(), (long) BEGUN_OFFSET);
    }

    /** Takes note that no appender has come, whatever was noted: in a recovery. */
    void forgetBegin() {
        LONG.setRelease(memory(), (long) BEGUN_OFFSET, 0L);
    }

    /** Takes note that an appender has come, unless another one was here before. */
    void begin(long nanos) {
        LONG.compareAndSet(memory(), (long) BEGUN_OFFSET, 0L, nanos);
    }

    /** {@return the word of an entry: after this, all that the owner wrote before the commit is seen} */
    public long wordAcquire(long offset) {
        return (long) LONG.getAcquire(memory(), offset + WORD_OFFSET);
    }

    boolean compareAndSetWord(long offset, long expected, long word) {
        return LONG.compareAndSet(memory(), offset + WORD_OFFSET, expected, word);
    }

    /** Loads something of each cache line of a range. {@return what has to be used for the loads to be made} */
    long loadLines(long from, long to) {
        long all = 0;
        for (long at = from; at < to; at += CACHE_LINE_SIZE) {
            all |= memory().get(LONG_UNALIGNED, at);
        }
        return all;
    }

    /**
     * {@return where the next entry starts, which for a batch is in it; -1 if the word, which is not 0, is not that of
     * an entry}
     */
    long next(long offset, long word) {
        return EntryDescriptor.state(word) == foreignState ? -1 : EntryDescriptor.next(word, offset, byteSize);
    }

    /**
     * {@return where the next entry starts}
     *
     * @param word a word that is not {@link EntryDescriptor#FREE_WORD}
     * @throws StoreException if the word is not that of an entry
     */
    long requireNext(long offset, long word) throws StoreException {
        long next = next(offset, word);
        if (next < 0) {
            throw noEntry(offset, word);
        }
        return next;
    }

    /** {@return an exception about a word that is not that of an entry} */
    StoreException noEntry(long offset, long word) {
        return damaged(offset, "an entry", "word=" + EntryDescriptor.describe(word));
    }

    /** {@return whether nobody has claimed anything in this segment} */
    boolean isEmpty() {
        return wordAcquire(FIRST_ENTRY_OFFSET) == EntryDescriptor.FREE_WORD;
    }

    /** {@return whether nothing is there but the header} */
    boolean isZero() {
        return Mappings.isZero(memory().asSlice(FIRST_ENTRY_OFFSET));
    }

    /** {@return where to start looking for the first free word} */
    public long tailHintOpaque() {
        long hint = (long) LONG.getOpaque(memory(), (long) TAIL_HINT_OFFSET);
        boolean possible = hint >= FIRST_ENTRY_OFFSET && hint <= byteSize && hint % ALIGNMENT == 0;
        return possible ? hint : FIRST_ENTRY_OFFSET;
    }

    /** Two appenders may store in either order: both values are the end of a claim. */
    void setTailHintOpaque(long offset) {
        LONG.setOpaque(memory(), (long) TAIL_HINT_OFFSET, offset);
    }

    /** Sets checksum and layout id at once. */
    void header(long offset, long header) {
        memory().set(LONG_LE, offset + CHECKSUM_OFFSET, header);
    }

    public int checksum(long offset) {
        return memory().get(INT_LE, offset + CHECKSUM_OFFSET);
    }

    void checksum(long offset, int checksum) {
        memory().set(INT_LE, offset + CHECKSUM_OFFSET, checksum);
    }

    public int layoutId(long offset) {
        return memory().get(INT_LE, offset + LAYOUT_ID_OFFSET);
    }

    public void layoutId(long offset, int layoutId) {
        memory().set(INT_LE, offset + LAYOUT_ID_OFFSET, layoutId);
    }

    /**
     * Gives up an entry that was not committed. Another try completes one that an error of the stack has ended halfway.
     *
     * @param unsettled its word, reserved or prepared
     * @return whether this was still its word
     */
    public boolean abort(long offset, long unsettled) {
        long aborted = EntryDescriptor.withState(unsettled, EntryDescriptor.ABORTED);
        boolean done = compareAndSetWord(offset, unsettled, aborted);
        if (done || wordAcquire(offset) == aborted) {
            // A checksum may be there already. It must not say that the entry is whole.
            checksum(offset, 0);
        }
        return done;
    }

    /**
     * Commits an entry that is prepared.
     *
     * @return whether it was still prepared
     */
    public boolean commit(long offset, long prepared) {
        return compareAndSetWord(offset, prepared, EntryDescriptor.withState(prepared, EntryDescriptor.COMMITTED));
    }

    /**
     * Maps a page for writing, as the first store to it would, and leaves its bytes as they are: it replaces 0 by 0 in
     * one step, whoever writes there at the time.
     *
     * @param offset a place in the page, a multiple of 8
     */
    public void touch(long offset) {
        LONG.compareAndSet(memory(), offset, 0L, 0L);
    }

    /** Makes the pages up to an offset differ from the file's, as stores do, and leaves their bytes as they are. */
    void dirty(long to) {
        for (long offset = 0; offset < to; offset += PAGE_SIZE) {
            LONG.getAndAdd(memory(), offset, 0L);
        }
    }

    /** Forces a range of the file. */
    void force(long from, long to) throws IOException {
        try {
            memory().asSlice(from, to - from).force();
        } catch (UncheckedIOException e) {
            throw FileFailure.of(path, "force it", e);
        }
    }

    /** {@return an exception about an entry} */
    public StoreException damaged(long offset, String expected, String found) {
        return new StoreException(
                path, "at offset=" + offset + " position=" + position(offset) + " " + expected, found);
    }

    /** Unmaps the file, unless somebody has. */
    public void unmap() {
        if (Mappings.unmap(arena)) {
            MappingLimit.PROCESS.giveBack();
        }
    }
}
