package dev.verbatim.queue;

import static dev.verbatim.queue.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The segment files of a queue: which there are, which are mapped, and how a new one comes to be. Any thread may use
 * it.
 *
 * <p>A process that has locked the byte for this prepares a segment as {@code next.prepared}, all zeros. An appender
 * that rolls takes this file under an unfinished name of its own, writes the header, and links the file to the
 * segment's name. Nobody writes to the unfinished files of others, not even if two processes do the same because one
 * has lost its lock. The unfinished file of a dead process may be linked to a live segment. So nobody changes it; a
 * recovery deletes it.
 */
final class Segments {

    private static final String PREPARED = "next.prepared";

    private final Path folder;
    private final LockFile locks;
    private final ControlFile control;
    private final boolean writable;
    private final long segmentSize;
    private final Map<Long, Mapping> mappings = new HashMap<>();
    private volatile boolean closed;

    /**
     * A segment that somebody uses or is about to use. Its own lock is held while it is mapped, so that users of other
     * segments do not wait.
     */
    private static final class Mapping {

        /** Guarded by {@link Segments}. */
        private int users;

        private @Nullable SegmentFile segment;

        private synchronized SegmentFile segment(SegmentOpener opener) throws IOException {
            SegmentFile opened = segment;
            if (opened == null) {
                opened = opener.open();
                segment = opened;
            }
            return opened;
        }

        private synchronized void unmap() {
            if (segment != null) {
                segment.unmap();
            }
        }
    }

    /** Maps a segment file. */
    private interface SegmentOpener {
        SegmentFile open() throws IOException;
    }

    Segments(Path folder, LockFile locks, ControlFile control, boolean writable) {
        this.folder = folder;
        this.locks = locks;
        this.control = control;
        this.writable = writable;
        this.segmentSize = control.segmentSize();
    }

    Path path(long index) {
        return folder.resolve(SegmentDescriptor.fileName(index));
    }

    boolean exists(long index) {
        return Files.exists(path(index));
    }

    /** {@return the indices of the segments that there are, ascending} */
    List<Long> indices() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> SegmentDescriptor.index(file.getFileName().toString()))
                    .filter(index -> index >= 0)
                    .sorted()
                    .toList();
        }
    }

    /** {@return the index of the oldest segment} */
    long oldest() throws IOException {
        List<Long> indices = indices();
        if (indices.isEmpty()) {
            throw new QueueException(folder, "a segment", "none");
        }
        return indices.getFirst();
    }

    /**
     * Maps a segment, or joins those that use it. Each call needs a {@link #release}.
     *
     * @throws NoSuchFileException if there is no such segment; those that read a deleted one go on, and nobody else
     *     begins to
     */
    SegmentFile acquire(long index) throws IOException {
        Mapping mapping = join(index);
        try {
            SegmentFile segment = mapping.segment(() -> SegmentFile.open(path(index), index, segmentSize, writable));
            if (!exists(index)) {
                throw new NoSuchFileException(segment.path().toString());
            }
            return segment;
        } catch (IOException | RuntimeException | Error e) {
            leave(index);
            throw e;
        }
    }

    private synchronized Mapping join(long index) {
        if (closed) {
            throw new IllegalStateException("queue=" + folder + " is closed");
        }
        Mapping mapping = mappings.computeIfAbsent(index, key -> new Mapping());
        mapping.users++;
        return mapping;
    }

    /** Ends one use of a segment. The last one unmaps it. */
    void release(SegmentFile segment) {
        leave(segment.index());
    }

    private void leave(long index) {
        Mapping last = leftAsLast(index);
        if (last != null) {
            last.unmap();
        }
    }

    private synchronized @Nullable Mapping leftAsLast(long index) {
        Mapping mapping = Objects.requireNonNull(mappings.get(index), "a segment that is used");
        mapping.users--;
        return mapping.users == 0 ? mappings.remove(index) : null;
    }

    /**
     * Maps a segment, or if it was deleted the next one that there is.
     *
     * @throws NoSuchFileException if neither it nor a later one is there
     */
    SegmentFile acquireAtOrAfter(long index) throws IOException {
        long wanted = index;
        boolean listed = false;
        while (true) {
            try {
                return acquire(wanted);
            } catch (NoSuchFileException e) {
                long missing = wanted;
                wanted = indices().stream()
                        .filter(found -> found >= missing)
                        .findFirst()
                        .orElseThrow(() -> e);
                if (listed && wanted == missing) {
                    throw e; // its name leads nowhere
                }
                listed = true;
            }
        }
    }

    /** Lets nobody begin to use a segment. What is used stays mapped until it is released. */
    void close() {
        closed = true;
    }

    /** Makes sure that there is a segment after one whose end is padding or full. */
    void roll(long index) throws IOException {
        if (control.newestAcquire() <= index) {
            UninterruptibleIo.call(() -> {
                locks.lock(LockDescriptor.ROLL);
                try {
                    // Somebody may have done it meanwhile, and somebody else may even have deleted the segment again.
                    if (control.newestAcquire() <= index) {
                        publish(index + 1);
                    }
                } finally {
                    locks.unlock(LockDescriptor.ROLL);
                }
                return index;
            });
        }
    }

    /** Publishes a segment, or adopts one whose publisher died before the control file knew it. */
    private void publish(long index) throws IOException {
        if (exists(index)) {
            QueueFiles.forceFolder(folder);
        } else {
            byte[] header = SegmentFile.newHeader(index, segmentSize, nextCreatedNanos(index));
            Path rolling = QueueFiles.unfinished(folder);
            takePrepared(rolling);
            QueueFiles.writeAndForce(rolling, StandardOpenOption.WRITE, header);
            ProtocolStep.TEMPORARY_FILE.reached();
            QueueFiles.publish(rolling, path(index));
            ProtocolStep.PUBLISH.reached();
        }
        control.advanceNewest(index);
        ProtocolStep.NEWEST.reached();
    }

    private void takePrepared(Path rolling) throws IOException {
        try {
            if (isPrepared()) {
                Files.move(folder.resolve(PREPARED), rolling, StandardCopyOption.ATOMIC_MOVE);
                return;
            }
        } catch (NoSuchFileException e) {
            // somebody has taken it: the next one is written here, while the appenders wait
        }
        writeZeros(rolling);
    }

    private boolean isPrepared() throws IOException {
        Path prepared = folder.resolve(PREPARED);
        return Files.exists(prepared) && Files.size(prepared) == segmentSize;
    }

    private void writeZeros(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            QueueFiles.writeZeros(channel, 0, segmentSize);
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw QueueException.failed(folder, "preallocate a segment of " + segmentSize + " bytes", e);
        }
    }

    private long nextCreatedNanos(long index) throws IOException {
        Instant now = Instant.now();
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        if (index == 0) {
            return nanos;
        }
        // A clock may be set back, but a search by time needs times that grow with the positions.
        SegmentFile previous = acquire(index - 1);
        try {
            return Math.max(nanos, previous.createdNanos());
        } finally {
            release(previous);
        }
    }

    /** Creates the first segment of a new queue. */
    void createFirst() throws IOException {
        locks.lock(LockDescriptor.ROLL);
        try {
            publish(0);
        } finally {
            locks.unlock(LockDescriptor.ROLL);
        }
    }

    /** Prepares the next segment, unless there is one already or another process is at it. */
    void prepareNext() throws IOException {
        if (isPrepared() || !locks.tryLock(LockDescriptor.PREPARE)) {
            return;
        }
        try {
            if (!isPrepared()) {
                Path preparing = QueueFiles.unfinished(folder);
                writeZeros(preparing);
                Files.move(preparing, folder.resolve(PREPARED), StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            locks.unlock(LockDescriptor.PREPARE);
        }
    }

    /** {@return the newest segment, to be released} */
    SegmentFile acquireNewest() throws IOException {
        while (true) {
            long newest = control.newestAcquire();
            try {
                return acquire(newest);
            } catch (NoSuchFileException e) {
                if (control.newestAcquire() == newest) {
                    throw e;
                }
                // it was the newest, and has been deleted since
            }
        }
    }

    /**
     * {@return the last segment that anything was claimed in, or the oldest; to be released} An appender starts there.
     */
    SegmentFile acquireLastUsed() throws IOException {
        SegmentFile segment = acquireNewest();
        while (segment.isEmpty() && segment.index() > 0) {
            SegmentFile previous;
            try {
                previous = acquire(segment.index() - 1);
            } catch (NoSuchFileException e) {
                break; // deleted, so it was used
            } catch (IOException | RuntimeException | Error e) {
                release(segment);
                throw e;
            }
            release(segment);
            segment = previous;
        }
        return segment;
    }

    /** {@return the smallest position, not before this one, at which an entry can start} */
    long normalised(long position) {
        long offset = position % segmentSize;
        return offset < FIRST_ENTRY_OFFSET ? position - offset + FIRST_ENTRY_OFFSET : position;
    }

    long segmentSize() {
        return segmentSize;
    }
}
