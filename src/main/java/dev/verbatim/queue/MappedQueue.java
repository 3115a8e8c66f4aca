package dev.verbatim.queue;

import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A persisted queue of records in memory-mapped files, between any number of threads and processes of one host. Appenders append at its
 * end; each tailer reads all of it, in one order, microseconds later. What was appended stays until it is deleted.
 *
 * {@snippet file="queue/QueueTutorialTest.java" region="queue"}
 *
 * <p><b>Files.</b> A queue is a folder on a local file system; {@code docs/queue-format.md} draws its bytes. Segment files of one size are
 * filled one after the other, and each is allocated with zeros that are really written before it is used. So a full disk is an {@link
 * IOException} in an appender and loses nothing; on copy-on-write and compressing file systems nobody can promise that.
 *
 * <p><b>What a record survives.</b> A record that was appended survives the death of any process, and with it all records before it. What
 * survives a loss of power, {@link Durability} says.
 *
 * <p><b>Opening</b> repairs a queue that no process has open and that was not left in order: {@link #recovery} says what it found.
 *
 * <p><b>The file {@code lock}.</b> Appenders own operating-system locks on it, by which others see that they live. A process that opens
 * and closes that file by itself, to copy it for instance, loses its locks without notice. Then its appenders may fail, with a message
 * that says so, for one record each; nothing that was appended is lost. Leave the file out of backups. Nobody may delete or replace it, or
 * cut a segment, while the queue is open.
 *
 * <p><b>Threads.</b> Any thread may use a queue. An appender and a tailer are used by one thread at a time each.
 */
public final class MappedQueue implements AutoCloseable {

    private final OpenQueue open;

    private MappedQueue(OpenQueue open) {
        this.open = open;
    }

    /**
     * Begins to open a queue.
     *
     * @param folder the queue's folder, which is created with those above it where there is none
     * @return a builder
     */
    public static Builder builder(Path folder) {
        return new Builder(Objects.requireNonNull(folder, "folder"));
    }

    /**
     * Opens a queue, or creates it with segments of 64 MiB, checksums and {@link Durability#PAGE_CACHE}.
     *
     * @param folder the queue's folder
     * @return the queue
     * @throws IOException as {@link Builder#open} throws it
     */
    public static MappedQueue open(Path folder) throws IOException {
        return builder(folder).open();
    }

    /** How a queue is opened. */
    public static final class Builder {

        private final Path folder;
        private @Nullable Long segmentSize;
        private @Nullable Boolean checksum;
        private Durability durability = Durability.PAGE_CACHE;
        private Duration batchInterval = Duration.ofMillis(10);
        private boolean readOnly;

        private Builder(Path folder) {
            this.folder = folder;
        }

        /**
         * Sets the size of a segment. A record can have an eighth of it. A queue keeps the size with which it was created; if it is not
         * set, that is 64 MiB.
         *
         * @param segmentSize the size in bytes, a power of two from 4 KiB to 1 GiB
         * @return this builder
         * @throws IllegalArgumentException if it is not
         */
        public Builder segmentSize(long segmentSize) {
            if (Long.bitCount(segmentSize) != 1
                    || segmentSize < SegmentDescriptor.MIN_SIZE
                    || segmentSize > SegmentDescriptor.MAX_SIZE) {
                throw new IllegalArgumentException("expected a power of two from " + SegmentDescriptor.MIN_SIZE + " to "
                        + SegmentDescriptor.MAX_SIZE + ", found segmentSize=" + segmentSize);
            }
            this.segmentSize = segmentSize;
            return this;
        }

        /**
         * Sets whether records have checksums. A queue keeps what it was created with; if it is not set, they have. A checksum shows a
         * recovery which records a loss of power has damaged. Tailers look at it {@linkplain Tailer#withChecksums on request}.
         *
         * @param checksum whether they have
         * @return this builder
         */
        public Builder checksum(boolean checksum) {
            this.checksum = checksum;
            return this;
        }

        /**
         * Sets what the appenders of this opening wait for; if it is not set, for the page cache.
         *
         * @param durability which failures a record survives
         * @return this builder
         */
        public Builder durability(Durability durability) {
            this.durability = Objects.requireNonNull(durability, "durability");
            return this;
        }

        /**
         * Sets how long after the end of a batch the next one is forced, for {@link Durability#BATCH}; if it is not set, 10 ms.
         *
         * @param interval the time, greater than zero
         * @return this builder
         * @throws IllegalArgumentException if it is not greater than zero
         */
        public Builder batchInterval(Duration interval) {
            Objects.requireNonNull(interval, "interval");
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("expected a time greater than zero, found batchInterval=" + interval);
            }
            this.batchInterval = interval;
            return this;
        }

        /**
         * Sets whether the queue is only read, as it is in a folder that this process cannot write to. Then there are no appenders, nothing
         * is created or repaired, and tailers pass the records of the dead without marking them.
         *
         * @param readOnly whether it is
         * @return this builder
         */
        public Builder readOnly(boolean readOnly) {
            this.readOnly = readOnly;
            return this;
        }

        /**
         * Opens the queue; creates it where there is none, unless it is only read.
         *
         * @return the queue
         * @throws QueueException if the folder holds something else, or a queue of another version, or one with another segment size or
         *     checksum than was set
         * @throws IOException if the queue cannot be created, opened or repaired
         */
        public MappedQueue open() throws IOException {
            QueueOptions options =
                    new QueueOptions(folder, segmentSize, checksum, durability, batchInterval, readOnly);
            return new MappedQueue(UninterruptibleIo.call(() -> OpenQueue.open(options)));
        }
    }

    /**
     * {@return the queue's folder}
     */
    public Path path() {
        return open.folder();
    }

    /**
     * {@return the size of a segment in bytes}
     */
    public long segmentSize() {
        return open.segments().segmentSize();
    }

    /**
     * {@return whether records have checksums}
     */
    public boolean hasChecksums() {
        return open.control().checksum();
    }

    /**
     * {@return what the recovery found when this queue was opened; empty if there was none, because the queue was in use already or is
     * only read} It looks at the last segments, not at all: {@link #verify} does.
     */
    public Optional<QueueReport> recovery() {
        return Optional.ofNullable(open.recovery());
    }

    /**
     * Opens an appender.
     *
     * @return the appender, for one thread
     * @throws IOException if all 1024 slots are in use, or a segment cannot be mapped
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public Appender appender() throws IOException {
        return open.call(() -> {
            open.requireWritable();
            return new Appender(open);
        });
    }

    /**
     * Opens a tailer at the oldest record.
     *
     * @return the tailer, for one thread
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public Tailer tailer() throws IOException {
        return open.call(() -> new Tailer(open, null));
    }

    /**
     * Opens a tailer that begins where the last one of its name stopped; at the oldest record if the name is new. No segment is deleted
     * that it has not read, unless {@linkplain Retention#evenIfNeeded told to}: a name that is not needed any more wants to be {@linkplain
     * #removeTailer removed}. A queue can have 128 names.
     *
     * @param name 1 to 56 bytes of UTF-8
     * @return the tailer, for one thread
     * @throws QueueException if a tailer of this name is open, in this process or in another, or there is no room for another name
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalArgumentException if the name is too short or too long
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public Tailer tailer(String name) throws IOException {
        Objects.requireNonNull(name, "name");
        return open.call(() -> {
            open.requireWritable();
            TailerName taken = TailerName.take(open, name);
            try {
                return new Tailer(open, taken);
            } catch (IOException | RuntimeException | Error e) {
                taken.close();
                throw e;
            }
        });
    }

    /**
     * {@return the names of tailers, each with the position of the first record that it has not acknowledged}
     *
     * @throws IllegalStateException if the queue is closed
     */
    public Map<String, Long> tailerPositions() {
        return open.call(() -> TailerName.positions(open.control()));
    }

    /**
     * Removes the name of a tailer.
     *
     * @param name the name
     * @return whether there was such a name
     * @throws QueueException if a tailer of this name is open
     * @throws IOException if the control file cannot be forced
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public boolean removeTailer(String name) throws IOException {
        Objects.requireNonNull(name, "name");
        return open.call(() -> {
            open.requireWritable();
            return TailerName.remove(open, name);
        });
    }

    /**
     * Deletes whole segments, from the oldest on. A tailer that is reading one goes on to its end.
     *
     * @param retention what to keep
     * @return how many segments were deleted
     * @throws IOException if a segment cannot be mapped or deleted
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public int delete(Retention retention) throws IOException {
        Objects.requireNonNull(retention, "retention");
        return open.call(() -> {
            open.requireWritable();
            return UninterruptibleIo.call(() -> delete(open, retention));
        });
    }

    private static int delete(OpenQueue open, Retention retention) throws IOException {
        open.locks().lock(LockDescriptor.ROLL);
        try {
            return retention.apply(open);
        } finally {
            open.locks().unlock(LockDescriptor.ROLL);
        }
    }

    /**
     * Forces to the storage device everything that was appended before this call, by whomever.
     *
     * @throws IOException if that fails, now or earlier; what is on the device is not known then, and this queue takes no more records
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public void force() throws IOException {
        open.call(() -> {
            open.requireWritable();
            open.forcing().force();
            return open;
        });
    }

    /**
     * Looks at every record of the queue and changes nothing. The queue may be in use meanwhile; what is appended after the walk has begun
     * may be among the figures or not.
     *
     * @return what it found
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public QueueReport verify() throws IOException {
        return open.call(() -> verify(open));
    }

    private static QueueReport verify(OpenQueue open) throws IOException {
        Segments segments = open.segments();
        Scan scan = new Scan(segments, open.control(), false);
        List<Long> indices = segments.indices();
        long end = 0;
        for (long index : indices) {
            try {
                SegmentFile segment = segments.acquire(index);
                try {
                    end = segment.position(scan.segment(segment, segments.segmentSize()));
                } finally {
                    segments.release(segment);
                }
            } catch (NoSuchFileException e) {
                // deleted since
            }
        }
        return scan.report(segments.normalised(indices.getFirst() * segments.segmentSize()), end);
    }

    /**
     * Says what the queue consists of, who uses it, and who holds its readers up. Changes nothing; the queue may be in use meanwhile. Walks
     * over what comes after the durable position only.
     *
     * @return what there is
     * @throws IOException if a segment cannot be mapped, or a stored layout is damaged
     * @throws IllegalStateException if the queue is closed
     */
    public QueueInfo info() throws IOException {
        return open.call(() -> new Survey(open).info());
    }

    /**
     * Counts records, by a walk over all segments in which they lie. What is being written, was given up or was deleted does not count.
     *
     * @param from a position
     * @param to a position after it
     * @return how many records that are committed start at {@code from} or later, and before {@code to}
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public long count(long from, long to) throws IOException {
        return open.call(() -> new Survey(open).count(from, to));
    }

    /**
     * {@return a layout that records were appended with} It says what their bytes are to a program that does not have the DTO's class.
     *
     * @param layoutId what {@link EntryHandler#onRecord} was given, but not 0
     * @throws QueueException if there is no layout of this id, or its file is damaged
     * @throws IOException if its file cannot be read
     * @throws IllegalStateException if the queue is closed
     */
    public StructLayout layout(int layoutId) throws IOException {
        open.requireOpen();
        return open.layouts().load(layoutId);
    }

    /**
     * Closes the queue with its appenders and tailers; open claims are aborted. With {@link Durability#BATCH} the last batch is forced.
     * Does nothing if the queue is closed.
     *
     * <p>A call of another thread that is under way ends as if it had come before; all others throw {@link IllegalStateException}. Nothing
     * is unmapped under such a call: the last one to end gives back the memory and the locks that are left, the names of tailers among
     * them, and forces what was appended since. What fails then is logged.
     *
     * @throws IOException if the last batch cannot be forced, or a slot cannot be given back; the queue is closed all the same
     */
    @Override
    public void close() throws IOException {
        open.close();
    }
}
