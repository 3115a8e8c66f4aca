package dev.verbatim.jmh.queue;

import dev.verbatim.Durability;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Fork;

/** A queue, and the class of the messages that it carries. */
public enum Contender {
    /** Our queue, with texts and lists, through a codec of variable length. */
    NORMAL("normal object") {
        @Override
        public Sender sender(Path folder, Options options) throws IOException {
            return new VerbatimSender.OfNormal(options.open(folder));
        }

        @Override
        public Receiver receiver(Path folder, Options options) throws IOException {
            return new VerbatimReceiver.OfNormal(options.open(folder));
        }
    },

    /** Our queue, with primitive members alone. */
    COPYABLE("trivially copyable object") {
        @Override
        public Sender sender(Path folder, Options options) throws IOException {
            return new VerbatimSender.OfCopyable(options.open(folder));
        }

        @Override
        public Receiver receiver(Path folder, Options options) throws IOException {
            return new VerbatimReceiver.OfCopyable(options.open(folder));
        }
    },

    /** Chronicle Queue, with primitive members alone, which it copies as they lie in the object. */
    CHRONICLE("Chronicle Queue, trivially copyable object") {
        @Override
        public Sender sender(Path folder, Options options) {
            return new ChronicleSender.OfCopyable(folder);
        }

        @Override
        public Receiver receiver(Path folder, Options options) {
            return new ChronicleReceiver.OfCopyable(folder);
        }
    },

    /** Chronicle Queue, with texts and lists, in its self-describing form. */
    CHRONICLE_NORMAL("Chronicle Queue, normal object") {
        @Override
        public Sender sender(Path folder, Options options) {
            return new ChronicleSender.OfNormal(folder);
        }

        @Override
        public Receiver receiver(Path folder, Options options) {
            return new ChronicleReceiver.OfNormal(folder);
        }
    };

    /** How many updates a sender has prepared. They take turns, so that no one is always at hand. */
    private static final int PREPARED = 60;

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    /** {@return what it is called in tables} */
    public String title() {
        return title;
    }

    /**
     * Opens a queue to send, and creates it.
     *
     * @param folder the queue's folder
     * @param options how our queue is opened; Chronicle's has none of these
     */
    public abstract Sender sender(Path folder, Options options) throws IOException;

    /**
     * Opens a queue to receive.
     *
     * @param folder the queue's folder
     * @param options those of the sender
     */
    public abstract Receiver receiver(Path folder, Options options) throws IOException;

    /** {@return whether it is the other queue} */
    public boolean isChronicle() {
        return this == CHRONICLE || this == CHRONICLE_NORMAL;
    }

    /** {@return the flags that its documentation says it needs} Ours needs none. */
    public List<String> flags() {
        return isChronicle()
                ? List.of(ChronicleQueueForks.class.getAnnotation(Fork.class).jvmArgsAppend())
                : List.of();
    }

    static <T> T[] prepared(Class<T> type, IntFunction<T> update) {
        return prepared(type, PREPARED, update);
    }

    @SuppressWarnings("unchecked") // an array of the type is what newInstance makes
    static <T> T[] prepared(Class<T> type, int count, IntFunction<T> update) {
        return IntStream.range(0, count).mapToObj(update).toArray(n -> (T[]) Array.newInstance(type, n));
    }

    /**
     * How our queue is opened.
     *
     * @param checksum whether entries have checksums
     * @param durability what an append waits for
     * @param segmentSize the size of a segment in bytes
     */
    public record Options(boolean checksum, Durability durability, long segmentSize) {

        /** The segment size that a queue has by itself. */
        public static final long DEFAULT_SEGMENT_SIZE = 64L << 20;

        MappedQueue open(Path folder) throws IOException {
            return MappedQueue.builder(folder)
                    .checksum(checksum)
                    .durability(durability)
                    .segmentSize(segmentSize)
                    .open();
        }
    }
}
