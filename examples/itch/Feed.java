package itch;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.verbatim.CorruptRecordException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * The messages of a file. Each has its length before it, in two bytes, the higher one first. A length of 0 ends the
 * session, and with it the file.
 */
final class Feed {

    private static final ValueLayout.OfShort LENGTH = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Feed() {}

    /** Takes messages. */
    @FunctionalInterface
    interface Handler {

        /** Takes a message. */
        void accept(Message message) throws IOException;
    }

    /** A file that is not as the protocol has it. The message says where: where the length of a message begins. */
    static final class CorruptFeedException extends IOException {

        private static final long serialVersionUID = 1;

        CorruptFeedException(long position, String what) {
            super("position=" + position + ": " + what);
        }
    }

    /**
     * Gives all messages of a file to a handler, in their order.
     *
     * @throws CorruptFeedException if there is something else than a message; the handler has had those before it
     */
    static void read(Path path, Handler handler) throws IOException {
        try (FileChannel channel = FileChannel.open(path);
                Arena arena = Arena.ofConfined()) {
            read(channel.map(MapMode.READ_ONLY, 0, channel.size(), arena), handler);
        }
    }

    // @start region="loop"
    static void read(MemorySegment feed, Handler handler) throws IOException {
        long position = 0;
        while (position < feed.byteSize()) {
            long length = length(feed, position);
            if (length == 0) {
                requireEnd(feed, position);
                return;
            }
            handler.accept(message(feed, position, length));
            position += LENGTH.byteSize() + length;
        }
    }

    private static Message message(MemorySegment feed, long position, long length) throws CorruptFeedException {
        long offset = position + LENGTH.byteSize();
        try {
            long expected = Message.CODEC.encodedSize(feed, offset);
            if (expected != length) {
                throw new CorruptFeedException(
                        position,
                        "expected length=" + expected + " of a message of type=" + (char) feed.get(JAVA_BYTE, offset)
                                + ", found length=" + length);
            }
            return Message.CODEC.read(feed, offset);
        } catch (CorruptRecordException e) {
            throw new CorruptFeedException(position, e.getMessage());
        }
    }
    // @end

    private static long length(MemorySegment feed, long position) throws CorruptFeedException {
        long left = feed.byteSize() - position - LENGTH.byteSize();
        if (left < 0) {
            throw new CorruptFeedException(position, "expected a length of 2 bytes, found 1 byte up to the end");
        }
        long length = Short.toUnsignedLong(feed.get(LENGTH, position));
        if (length > left) {
            throw new CorruptFeedException(
                    position, "expected a message of length=" + length + ", found " + left + " bytes up to the end");
        }
        return length;
    }

    private static void requireEnd(MemorySegment feed, long position) throws CorruptFeedException {
        long left = feed.byteSize() - position - LENGTH.byteSize();
        if (left > 0) {
            throw new CorruptFeedException(
                    position,
                    "expected the end of the file behind the end of the session, length=0, found " + left + " bytes");
        }
    }
}
