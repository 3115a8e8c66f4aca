package dev.verbatim.queue;

import dev.verbatim.Durability;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogKind;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.internal.log.Scan;
import dev.verbatim.internal.log.TailerName;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A persisted queue of entries in memory-mapped files, shared by any number of threads and processes of one host.
 * Appenders append at its end; each tailer reads all of it, in one order, microseconds later. An entry stays until it
 * is deleted.
 *
 * {@snippet file="queue/QueueTutorialTest.java" region="queue"}
 *
 * <p><b>Files.</b> A queue is a folder on a local file system; {@code docs/queue-format.md} draws its bytes. Segment
 * files of one size are filled one after the other, and each is allocated with zeros that are really written before it
 * is used. So a full disk is an {@link IOException} in an appender and loses nothing; on copy-on-write and compressing
 * file systems nobody can promise that.
 *
 * <p><b>What an entry survives.</b> An entry that was appended survives the death of any process, and with it all
 * entries before it. {@link Durability} says what survives a loss of power.
 *
 * <p><b>Opening</b> repairs a queue that no process has open and that was not left in order: {@link #recovery} says
 * what it found.
 *
 * <p><b>The file {@code lock}.</b> Appenders hold operating-system locks on this file. By these locks, others see that
 * the appenders live. A process that opens and closes that file by itself, to copy it for instance, loses its locks
 * without notice. Then its appenders may fail, with a message that says so, for one entry each; nothing that was
 * appended is lost. Leave the file out of backups. Nobody may delete or replace it, or cut a segment, while the queue
 * is open.
 *
 * <p><b>Threads.</b> Any thread may use a queue. An appender and a tailer are used by one thread at a time each.
 */
public final class MappedQueue implements AutoCloseable {

    /** What a queue is to its log. */
    static final LogKind KIND = LogKind.of("queue", "VBQCNTRL", "VBQSEGMT");

    private final Log log;

    private MappedQueue(Log log) {
        this.log = log;
    }

    /**
     * Begins to open a queue.
     *
     * @param folder the queue's folder; if there is none, it is created, and so are the folders above it, unless {@link
     *     Builder#create} or {@link Builder#readOnly} forbids it
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
        private boolean create = true;

        private Builder(Path folder) {
            this.folder = folder;
        }

        /**
         * Sets the size of a segment. The payload of an entry has at most an eighth of it. A queue keeps the size with
         * which it was created. The default of a new queue is 64 MiB.
         *
         * @param segmentSize the size in bytes, a power of two from 4 KiB to 1 GiB
         * @return this builder
         * @throws IllegalArgumentException if it is not
         */
        public Builder segmentSize(long segmentSize) {
            LogOptions.requireSegmentSize(segmentSize);
            this.segmentSize = segmentSize;
            return this;
        }

        /**
         * Sets whether entries have checksums. A queue keeps what it was created with. By default, the entries of a new
         * queue have checksums. Checksums show a recovery which entries a loss of power has damaged. Tailers check them
         * {@linkplain Tailer#withChecksums on request}.
         *
         * @param checksum whether entries have checksums
         * @return this builder
         */
        public Builder checksum(boolean checksum) {
            this.checksum = checksum;
            return this;
        }

        /**
         * Sets what the appenders that this {@code MappedQueue} opens wait for. The default is the page cache.
         *
         * @param durability which failures an entry survives
         * @return this builder
         */
        public Builder durability(Durability durability) {
            this.durability = Objects.requireNonNull(durability, "durability");
            return this;
        }

        /**
         * Sets how long after the end of a batch the next one is forced, for {@link Durability#BATCH}. The default is
         * 10 ms.
         *
         * @param interval the time, greater than zero
         * @return this builder
         * @throws IllegalArgumentException if the time is not greater than zero
         */
        public Builder batchInterval(Duration interval) {
            Objects.requireNonNull(interval, "interval");
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException(
                        "expected a time greater than zero, found batchInterval=" + interval);
            }
            this.batchInterval = interval;
            return this;
        }

        /**
         * Sets whether the queue is only read. A folder that this process cannot write to needs this. A queue that is
         * only read has no appenders, and nothing is created or repaired. Its tailers pass the entries of dead
         * appenders without marking them.
         *
         * @param readOnly whether the queue is only read
         * @return this builder
         */
        public Builder readOnly(boolean readOnly) {
            this.readOnly = readOnly;
            return this;
        }

        /**
         * Sets whether the queue is created where there is none. The default is true. With false, {@link #open} throws
         * a {@link StoreException} there, and makes nothing; an empty folder is no queue. So a mistyped path is an
         * error, and not a new queue whose tailers wait for ever. A queue that is only read is never created.
         *
         * @param create whether the queue is created
         * @return this builder
         */
        public Builder create(boolean create) {
            this.create = create;
            return this;
        }

        /**
         * Opens the queue. If there is none, creates it, unless {@link #create} or {@link #readOnly} forbids it.
         *
         * @return the queue
         * @throws StoreException if the folder holds something else, or a queue of another version, or one with another
         *     segment size or checksum than was set
         * @throws IOException if the queue cannot be created, opened or repaired
         */
        public MappedQueue open() throws IOException {
            LogOptions options = new LogOptions(
                    folder,
                    segmentSize,
                    checksum,
                    durability == Durability.EACH,
                    durability == Durability.BATCH ? batchInterval : Duration.ZERO,
                    durability != Durability.PAGE_CACHE,
                    readOnly,
                    create);
            return UninterruptibleIo.call(() -> open(options));
        }

        private static MappedQueue open(LogOptions options) throws IOException {
            Log log = Log.open(KIND, options);
            try {
                return new MappedQueue(log);
            } catch (Error e) { // for want of memory: nobody else could close the log
                try (log) {
                    throw e;
                }
            }
        }
    }

    /**
     * {@return the queue's folder}
     */
    public Path path() {
        return log.folder();
    }

    /**
     * {@return the id of this queue, a random one that it got when it was made} It tells the queue from another one
     * that is made in the same folder later. A copy has the id of the queue that it is a copy of.
     */
    public UUID id() {
        return log.control().logId();
    }

    /**
     * {@return the size of a segment in bytes}
     */
    public long segmentSize() {
        return log.segments().segmentSize();
    }

    /**
     * {@return whether entries have checksums}
     */
    public boolean hasChecksums() {
        return log.control().checksum();
    }

    /**
     * {@return what the recovery found when this queue was opened; empty if there was none, because the queue was in
     * use already or is only read} The recovery looks at the last segments only; {@link #verify} looks at all.
     */
    public Optional<QueueReport> recovery() {
        return Optional.ofNullable(log.recovery()).map(QueueReport::of);
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
        return log.call(() -> {
            log.requireWritable();
            return new Appender(log);
        });
    }

    /**
     * Opens a tailer at the oldest entry.
     *
     * @return the tailer, for one thread
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public Tailer tailer() throws IOException {
        return log.call(() -> new Tailer(log, null));
    }

    /**
     * Opens a tailer that begins where the last tailer of its name stopped, or at the oldest entry if the name is new.
     * A segment that the tailer has not read is not deleted, unless {@link Retention#evenIfNeeded} allows it. So
     * {@linkplain #removeTailer remove} a name that is not needed any more. A queue can have 128 names.
     *
     * @param name 1 to 56 bytes of UTF-8, without {@code \0}
     * @return the tailer, for one thread
     * @throws StoreException if a tailer of this name is open, in this process or in another, or there is no room for
     *     another name
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalArgumentException if the name is too short or too long, or has {@code \0} or an unpaired surrogate
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public Tailer tailer(String name) throws IOException {
        Objects.requireNonNull(name, "name");
        return log.call(() -> {
            log.requireWritable();
            TailerName taken = TailerName.take(log, name);
            try {
                return new Tailer(log, taken);
            } catch (IOException | RuntimeException | Error e) {
                taken.close();
                throw e;
            }
        });
    }

    /**
     * {@return the names of tailers, each with the position of the first entry that it has not acknowledged}
     *
     * @throws IllegalStateException if the queue is closed
     */
    public Map<String, Long> tailerPositions() {
        return log.call(() -> TailerName.positions(log.control()));
    }

    /**
     * Removes the name of a tailer.
     *
     * @param name the name
     * @return whether there was such a name
     * @throws StoreException if a tailer of this name is open
     * @throws IOException if the control file cannot be forced
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public boolean removeTailer(String name) throws IOException {
        Objects.requireNonNull(name, "name");
        return log.call(() -> {
            log.requireWritable();
            return TailerName.remove(log, name);
        });
    }

    /**
     * Deletes whole segments, from the oldest on. A tailer that is reading a deleted segment goes on to its end.
     *
     * @param retention what to keep
     * @return how many segments were deleted
     * @throws IOException if a segment cannot be mapped or deleted
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public int delete(Retention retention) throws IOException {
        Objects.requireNonNull(retention, "retention");
        return log.call(() -> {
            log.requireWritable();
            return UninterruptibleIo.call(() -> delete(log, retention));
        });
    }

    private static int delete(Log log, Retention retention) throws IOException {
        int deleted = retention.apply(log);
        if (deleted > 0) {
            ProtocolStep.FOLDER.reached();
            log.control().forceFolder(log.folder());
        }
        return deleted;
    }

    /**
     * Forces to the storage device everything that was appended before this call, by any appender.
     *
     * @throws IOException if the device refuses this force, or has refused an earlier one; nobody knows then what is on
     *     it, and this queue takes no more entries. Or if the process has no file descriptors or no memory for it;
     *     then it can be tried again
     * @throws UnsupportedOperationException if the queue was opened to read only
     * @throws IllegalStateException if the queue is closed
     */
    public void force() throws IOException {
        log.call(() -> {
            log.requireWritable();
            log.forcing().force();
            return log;
        });
    }

    /**
     * Looks at every entry of the queue and at each stored layout that an entry has, and changes nothing. The queue may
     * be in use meanwhile; entries that are appended after the walk has begun may be counted or not. A layout that
     * cannot be read is damage at the first entry that has it, and a named tailer beyond the end is damage at the end.
     *
     * @return what it found
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public QueueReport verify() throws IOException {
        return verify(done -> {});
    }

    /**
     * Does what {@link #verify()} does, and says how far it is.
     *
     * @param progress is told, by this thread and after each segment, how much of the work is done: a number from 0 to
     *     1, not less than the one before, and 1 at last. What it throws ends the work
     * @return what it found
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public QueueReport verify(DoubleConsumer progress) throws IOException {
        Objects.requireNonNull(progress, "progress");
        return log.call(() -> QueueReport.of(Scan.look(log, progress)));
    }

    /**
     * Says what the queue consists of, who uses it, and who holds its readers up. Changes nothing; the queue may be in
     * use meanwhile. Walks only over what comes after the durable position.
     *
     * @return what there is
     * @throws IOException if a segment cannot be mapped, or a stored layout is damaged
     * @throws IllegalStateException if the queue is closed
     */
    public QueueInfo info() throws IOException {
        return log.call(() -> new Survey(log).info());
    }

    /**
     * Counts entries, by a walk over all segments in which they lie. Entries that are being written, were given up or
     * were deleted do not count.
     *
     * @param from a position
     * @param to a position after it
     * @return how many entries that are committed start at {@code from} or later, and before {@code to}
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the queue is closed
     */
    public long count(long from, long to) throws IOException {
        return log.call(() -> new Survey(log).count(from, to));
    }

    /**
     * {@return a layout that entries were appended with} The layout tells a program without the DTO's class what the
     * bytes are.
     *
     * @param layoutId what {@link EntryHandler#onEntry} was given, but not 0
     * @throws StoreException if there is no layout of this id, or its file is damaged
     * @throws IOException if its file cannot be read
     * @throws IllegalStateException if the queue is closed
     */
    public StructLayout layout(int layoutId) throws IOException {
        log.requireOpen();
        return log.layouts().load(layoutId);
    }

    /**
     * Closes the queue with its appenders and tailers; open claims are aborted. With {@link Durability#BATCH} the last
     * batch is forced. Does nothing if the queue is closed already; but where an error has ended the earlier close in
     * its midst, such as one of memory, this one goes on.
     *
     * <p>A call of another thread that is under way ends as if it had come before; all others throw
     * {@link IllegalStateException}. Nothing is unmapped under such a call: the last one to end gives back the memory
     * and the locks that are left, the names of tailers among them, and forces what was appended since. What fails then
     * is logged.
     *
     * @throws IOException if the last batch cannot be forced, or a slot cannot be given back; the queue is closed all
     *     the same
     */
    @Override
    public void close() throws IOException {
        log.close();
    }
}
