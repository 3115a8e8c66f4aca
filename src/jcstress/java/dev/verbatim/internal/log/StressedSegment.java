package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.FREE_WORD;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.internal.io.ZeroFill;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A mapped segment file of which each state has a place to itself; there are many more places than states at a time.
 */
final class StressedSegment {

    private static final LogKind KIND = LogKind.of("log", "CONTROL!", "SEGMENT!");

    static final SegmentFile SEGMENT = create();

    /** The payload of the records. */
    static final int LENGTH = 24;

    private static final long SIZE = 64 << 20;
    private static final int PLACE_SIZE = 256;
    private static final AtomicLong PLACES = new AtomicLong();

    private StressedSegment() {}

    private static SegmentFile create() {
        try {
            Path file = Files.createTempFile("verbatim", ".segment");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                ZeroFill.create(channel, SegmentFile.newHeader(KIND, 0, SIZE), SIZE, ZeroFill.SMALL_PIECE);
            }
            SegmentFile segment = SegmentFile.open(KIND, file, 0, SIZE, true);
            Files.delete(file);
            return segment;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the offset of a place that is all zeros} */
    static long place() {
        long places = (SIZE - FIRST_ENTRY_OFFSET) / PLACE_SIZE;
        long offset = FIRST_ENTRY_OFFSET + PLACES.getAndIncrement() % places * PLACE_SIZE;
        SEGMENT.memory().asSlice(offset, PLACE_SIZE).fill((byte) 0);
        return offset;
    }

    /** {@return the word of a record that an owner has reserved} */
    static long reserved(int slot) {
        return EntryDescriptor.word(EntryDescriptor.RESERVED, slot, 1, LENGTH);
    }

    /** Reserves, as {@link EntryWriter} does: {@return where} */
    static long reserve(long place, long reserved) {
        long offset = place;
        while (true) {
            long word = SEGMENT.wordAcquire(offset);
            if (word != FREE_WORD) {
                offset = SEGMENT.next(offset, word);
            } else if (SEGMENT.compareAndSetWord(offset, FREE_WORD, reserved)) {
                return offset;
            }
        }
    }

    /** Writes what a record says, as {@link EntryWriter} does before it commits. */
    static void write(EntryChecksum checksum, long offset, long reserved, long value) {
        SEGMENT.layoutId(offset, (int) value);
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            SEGMENT.memory().set(Mappings.LONG_LE, offset + PAYLOAD_OFFSET + i, value);
        }
        SEGMENT.checksum(offset, checksum.of(SEGMENT, offset, reserved));
    }

    static boolean commit(long offset, long reserved) {
        return SEGMENT.compareAndSetWord(
                offset, reserved, EntryDescriptor.withState(reserved, EntryDescriptor.COMMITTED));
    }

    /** {@return what a committed record says; -1 if it is torn} */
    static int read(EntryChecksum checksum, long offset, long word) {
        long value = SEGMENT.memory().get(Mappings.LONG_LE, offset + PAYLOAD_OFFSET);
        boolean whole =
                SEGMENT.layoutId(offset) == value && SEGMENT.checksum(offset) == checksum.of(SEGMENT, offset, word);
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            whole &= SEGMENT.memory().get(Mappings.LONG_LE, offset + PAYLOAD_OFFSET + i) == value;
        }
        return whole ? (int) value : -1;
    }
}
