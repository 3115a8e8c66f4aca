package dev.verbatim.queue;

import static dev.verbatim.queue.EntryDescriptor.COMMITTED;
import static dev.verbatim.queue.EntryDescriptor.LAYOUT_ID_OFFSET;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Computes the checksum of an entry: CRC-32C of everything from the layout id to the entry's end, zeros for alignment
 * included, with the two halves of the committed word added by exclusive or. So a change of the word is found too. One
 * thread at a time may use it.
 */
final class EntryChecksum {

    private final CRC32C crc = new CRC32C();
    private @Nullable SegmentFile bufferOf;
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /** {@return the checksum of an entry that lies nowhere yet, given its word in any state} */
    int of(Scratch entry, long word) {
        long byteSize = EntryDescriptor.byteSize(EntryDescriptor.length(word));
        crc.reset();
        crc.update(entry.bytes(), LAYOUT_ID_OFFSET, (int) byteSize - LAYOUT_ID_OFFSET);
        return withWord(word);
    }

    /** {@return the checksum of an entry that is in work or whole, given its word in any state} */
    int of(SegmentFile segment, long offset, long word) {
        if (bufferOf != segment) {
            buffer = segment.memory().asByteBuffer();
            bufferOf = segment;
        }
        long end = offset + EntryDescriptor.byteSize(EntryDescriptor.length(word));
        buffer.limit((int) end).position((int) offset + LAYOUT_ID_OFFSET);
        crc.reset();
        crc.update(buffer);
        return withWord(word);
    }

    private int withWord(long word) {
        long committed = EntryDescriptor.withState(word, COMMITTED);
        return (int) crc.getValue() ^ (int) (committed ^ (committed >>> Integer.SIZE));
    }
}
