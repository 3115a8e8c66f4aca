package dev.verbatim.map;

import static dev.verbatim.internal.log.Mappings.INT_LE;
import static dev.verbatim.internal.log.Mappings.LONG;
import static dev.verbatim.internal.log.Mappings.LONG_LE;
import static dev.verbatim.map.IndexDescriptor.BITS_OFFSET;
import static dev.verbatim.map.IndexDescriptor.GENERATION_OFFSET;
import static dev.verbatim.map.IndexDescriptor.MAGIC;
import static dev.verbatim.map.IndexDescriptor.MAGIC_OFFSET;
import static dev.verbatim.map.IndexDescriptor.ROWS_USED_OFFSET;
import static dev.verbatim.map.IndexDescriptor.VERSION;
import static dev.verbatim.map.IndexDescriptor.VERSION_OFFSET;
import static dev.verbatim.map.IndexDescriptor.WORDS_OFFSET;

import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.MappedClass;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One generation of the index: a mapped file, which {@link IndexDescriptor} draws. Any thread may use it; {@link Index}
 * counts the users, and unmaps it.
 */
final class IndexFile {

    /** Two words that follow one another: one check of the bounds serves both. */
    private static final StructLayout PAIR = Layouts.struct(LONG_LE.withName("first"), LONG_LE.withName("second"));

    /** Zeros, which are EMPTY words. */
    private static final MemorySegment EMPTY_WORDS = MemorySegment.ofArray(new long[1 << 10]);

    private static final VarHandle FIRST = PAIR.varHandle(PathElement.groupElement("first"));
    private static final VarHandle SECOND = PAIR.varHandle(PathElement.groupElement("second"));

    private final Path path;
    private final long generation;
    private final int bits;

    /** The number of the last word. */
    private final long last;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    private IndexFile(Path path, long generation, int bits, boolean writable) throws IOException {
        this.path = path;
        this.generation = generation;
        this.bits = bits;
        this.last = size() - 1;
        try {
            this.memory = Mappings.map(path, IndexDescriptor.fileSize(bits), writable, arena);
        } catch (IOException | RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /** Opens a file that has its name. */
    static IndexFile open(Path path, long generation, boolean writable) throws IOException {
        return new IndexFile(path, generation, readBits(path, generation), writable);
    }

    private static int readBits(Path path, long generation) throws IOException {
        MemorySegment header;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            header = LogFiles.read(channel, 0, IndexDescriptor.ROWS_OFFSET);
        }
        long magic = header.get(LONG_LE.withByteAlignment(1), MAGIC_OFFSET);
        int version = header.get(INT_LE.withByteAlignment(1), VERSION_OFFSET);
        int bits = header.get(INT_LE.withByteAlignment(1), BITS_OFFSET);
        long found = header.get(LONG_LE.withByteAlignment(1), GENERATION_OFFSET);
        if (magic != MAGIC || version != VERSION || found != generation) {
            throw new StoreException(
                    path,
                    "an index of version=" + VERSION + " and generation=" + generation,
                    "magic=0x%016x version=%d generation=%d".formatted(magic, version, found));
        }
        if (bits < IndexDescriptor.MIN_BITS || bits > IndexDescriptor.MAX_BITS) {
            throw new StoreException(
                    path, "bits from " + IndexDescriptor.MIN_BITS + " to " + IndexDescriptor.MAX_BITS, "bits=" + bits);
        }
        return bits;
    }

    /** {@return the bytes that a new file begins with; the rest is zeros} */
    static byte[] newHeader(long generation, int bits) {
        byte[] bytes = new byte[IndexDescriptor.ROWS_OFFSET];
        MemorySegment header = MemorySegment.ofArray(bytes);
        header.set(LONG_LE.withByteAlignment(1), MAGIC_OFFSET, MAGIC);
        header.set(INT_LE.withByteAlignment(1), VERSION_OFFSET, VERSION);
        header.set(INT_LE.withByteAlignment(1), BITS_OFFSET, bits);
        header.set(LONG_LE.withByteAlignment(1), GENERATION_OFFSET, generation);
        return bytes;
    }

    long generation() {
        return generation;
    }

    /** {@return the logarithm of the number of words} */
    int bits() {
        return bits;
    }

    /** {@return the number of words} */
    long size() {
        return 1L << bits;
    }

    /** {@return the number of the word where the search for a key begins} */
    long home(long hash) {
        return hash >>> -bits;
    }

    /** {@return the number of the word that is looked at next} */
    long next(long number) {
        return number + 1 & last;
    }

    private MemorySegment memory() {
        return MappedClass.known(memory);
    }

    private static long offset(long number) {
        return WORDS_OFFSET + number * Long.BYTES;
    }

    /** {@return a word: after this, all that was written to its entry before the word led there is seen} */
    long wordAcquire(long number) {
        return (long) LONG.getAcquire(memory(), offset(number));
    }

    /** {@return a word; after an acquire fence it is as {@link #wordAcquire} gives it} */
    long word(long number) {
        return (long) LONG.get(memory(), offset(number));
    }

    /**
     * Copies the words from a number on into an array, faster than one by one. In no memory order: only for whoever is
     * alone with the file.
     */
    void copyWords(long from, long[] words) {
        MemorySegment.copy(memory, LONG_LE, offset(from), words, 0, words.length);
    }

    /**
     * {@return the number of the first word from one number to another that is not EMPTY; the end if all are} In no
     * memory order, but faster than one by one: who uses the word looks at it again.
     */
    long firstFilled(long from, long end) {
        long most = EMPTY_WORDS.byteSize() / Long.BYTES;
        for (long number = from; number < end; number += most) {
            long count = Math.min(most, end - number);
            long same = MemorySegment.mismatch(
                    memory(), offset(number), offset(number + count), EMPTY_WORDS, 0, count * Long.BYTES);
            if (same >= 0) {
                return number + same / Long.BYTES;
            }
        }
        return end;
    }

    /** {@return whether a word is followed by another in the file, as all are but the last} */
    boolean isFollowed(long number) {
        return number < last;
    }

    /** {@return a word that is followed by another; after an acquire fence it is as {@link #wordAcquire} gives it} */
    long first(long number) {
        return (long) FIRST.get(memory(), offset(number));
    }

    /** {@return the word that follows one, in the same way} */
    long second(long number) {
        return (long) SECOND.get(memory(), offset(number));
    }

    /** {@return what is wrong with a word} */
    String describe(long number, String found) {
        return "expected that word " + number + " of " + path + " leads to the entry of its key, found " + found;
    }

    boolean compareAndSetWord(long number, long expected, long word) {
        return LONG.compareAndSet(memory(), offset(number), expected, word);
    }

    /** Sets a word of a file that has no name yet. */
    void setWord(long number, long word) {
        LONG.set(memory(), offset(number), word);
    }

    /** Takes note that an owner of a slot has filled a word that was EMPTY. {@return how many its owners have} */
    long countFilled(int slot) {
        long offset = IndexDescriptor.rowOffset(slot);
        long filled = (long) LONG.getOpaque(memory(), offset) + 1;
        LONG.setOpaque(memory(), offset, filled);
        long used = rowsUsed();
        while (used <= slot && !LONG.compareAndSet(memory(), (long) ROWS_USED_OFFSET, used, slot + 1L)) {
            used = rowsUsed();
        }
        return filled;
    }

    private long rowsUsed() {
        return (long) LONG.getOpaque(memory(), (long) ROWS_USED_OFFSET);
    }

    /** Sets how many words are not EMPTY, in a file that has no name yet. */
    void setFilled(long count) {
        LONG.set(memory(), IndexDescriptor.rowOffset(0), count);
        LONG.set(memory(), (long) ROWS_USED_OFFSET, 1L);
    }

    /** {@return how many words are not EMPTY; a killed process may have left one or the other uncounted} */
    long filled() {
        long sum = 0;
        long used = Math.clamp(rowsUsed(), 0, EntryDescriptor.SLOTS);
        for (int slot = 0; slot < used; slot++) {
            sum += (long) LONG.getOpaque(memory(), IndexDescriptor.rowOffset(slot));
        }
        return sum;
    }

    void force() throws IOException {
        try {
            memory.force();
        } catch (UncheckedIOException e) {
            throw FileFailure.of(path, "force it", e);
        }
    }

    /** {@return an exception about a word} */
    StoreException damaged(long number, String expected, long word) {
        return new StoreException(path, "at word=" + number + " " + expected, "word=0x%016x".formatted(word));
    }

    /** {@return an exception about words that lead on to a generation that is not there} */
    StoreException noNext() {
        return new StoreException(
                path,
                "no word that is sealed, because there is no generation=" + (generation + 1),
                "one that is; either the index is being made anew, then try again, or that has failed, then open the"
                        + " map once to write");
    }

    void unmap() {
        Mappings.unmap(arena);
    }
}
