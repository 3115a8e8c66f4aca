package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.CHECKSUM_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.LAYOUT_ID_OFFSET;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Computes the checksum of an entry: CRC-32C of everything behind the word, with 0 in place of the checksum and zeros
 * for alignment included, combined with the two halves of the committed word by exclusive or. So a change of the word
 * is found too. The bytes are a multiple of eight, of which processors take eight at a time. One thread at a time may
 * use it.
 */
public final class EntryChecksum {

    private static final byte[] ZERO = new byte[Integer.BYTES];

    private final CRC32C crc = new CRC32C();
    private @Nullable SegmentFile bufferOf;
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /**
     * {@return the checksum of an entry in an array, which has 0 in place of the checksum}
     *
     * @param start where the entry starts
     * @param word its word in any state
     */
    int of(byte[] entries, int start, long word) {
        int byteSize = (int) EntryDescriptor.byteSize(EntryDescriptor.length(word));
        crc.reset();
        crc.update(entries, start + CHECKSUM_OFFSET, byteSize - CHECKSUM_OFFSET);
        return withWord(word);
    }

    /** {@return the checksum of an entry that is in work or whole, given its word in any state} */
    public int of(SegmentFile segment, long offset, long word) {
        if (bufferOf != segment) {
            buffer = segment.memory().asByteBuffer();
            bufferOf = segment;
        }
        long end = offset + EntryDescriptor.byteSize(EntryDescriptor.length(word));
        buffer.limit((int) end).position((int) offset + LAYOUT_ID_OFFSET);
        crc.reset();
        crc.update(ZERO);
        crc.update(buffer);
        return withWord(word);
    }

    private int withWord(long word) {
        long committed = EntryDescriptor.withState(word, COMMITTED);
        return (int) crc.getValue() ^ (int) (committed ^ (committed >>> Integer.SIZE));
    }
}
