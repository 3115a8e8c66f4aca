package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.StackRoom;
import dev.verbatim.internal.io.ZeroFill;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The segment files of a log: which there are, which are mapped, and how a new one comes to be. Any thread may use
 * it.
 *
 * <p>Segments are made ahead of the appenders: the newest one is the last that an appender has come to, and those after
 * it are published and empty. So a roll touches no file. A segment is written under an unfinished name, which nobody
 * else has, and then linked to its own name. The link fails if another process was faster, and then the segment of that
 * process serves. So it does no harm if two processes do the same because one has lost its lock. The unfinished file of
 * a dead process may be linked to a live segment. So nobody changes it; a recovery deletes it. A segment that is
 * deleted gets an unfinished name first.
 */
public final class Segments {

    /** How long to wait for another process that is making a segment: it may be stopped. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LogKind kind;
    private final Path folder;
    private final LockFile locks;
    private final ControlFile control;
    private final boolean writable;
    private final boolean forced;
    private final long segmentSize;
    private final Map<Long, Mapping> mappings = new HashMap<>();
    private final Leftovers leftovers = new Leftovers();

    /** Held by the thread that makes a segment: others would write the same. */
    private final Object making = new Object();

    /** How long to wait for another process that makes segments; guarded by {@link #making}. */
    private long patienceNanos = PATIENCE_NANOS;

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

    /**
     * Makes this for a log.
     *
     * @param writable whether segments are mapped to write
     * @param forced whether a segment is forced before it is published, so that the first force of an entry in it has
     *     less to do
     */
    public Segments(LogKind kind, Path folder, LockFile locks, ControlFile control, boolean writable, boolean forced) {
        this.kind = kind;
        this.folder = folder;
        this.locks = locks;
        this.control = control;
        this.writable = writable;
        this.forced = forced;
        this.segmentSize = control.segmentSize();
    }

    public Path path(long index) {
        return folder.resolve(SegmentDescriptor.fileName(index));
    }

    /** {@return whether there is a segment} Throws as {@link ControlFile#exists} does. */
    public boolean exists(long index) throws IOException {
        return control.exists(path(index));
    }

    /** {@return the indices of the segments up to the newest, ascending} */
    public List<Long> indices() throws IOException {
        while (true) {
            // The newest segment before the names: one that is used later does not count.
            long newest = control.newestAcquire();
            List<Long> indices =
                    published().stream().filter(index -> index <= newest).toList();
            // Meanwhile all of these may have been left and deleted.
            if (!indices.isEmpty() || newest == control.newestAcquire()) {
                return indices;
            }
        }
    }

    /** {@return the indices of all segments, those included that nobody has come to, ascending} */
    List<Long> published() throws IOException {
        List<Path> files;
        try {
            files = LogFiles.list(folder);
        } catch (NoSuchFileException | NotDirectoryException e) {
            control.requireInPlace(); // says what has become of the folder
            throw e;
        }
        return files.stream()
                .map(file -> SegmentDescriptor.index(file.getFileName().toString()))
                .filter(index -> index >= 0)
                .sorted()
                .toList();
    }

    /** {@return the index of the oldest segment} */
    public long oldest() throws IOException {
        List<Long> indices = indices();
        if (indices.isEmpty()) {
            throw noSegment();
        }
        return indices.getFirst();
    }

    private StoreException noSegment() {
        // Whoever was to make the first one may be dead.
        return new StoreException(
                folder,
                "a segment",
                control.isNew() ? "none; open the " + kind.noun() + " once to write, which makes one" : "none");
    }

    /**
     * Maps a segment, or joins those that use it. Each call needs a {@link #release}. After it the caller has room on
     * the stack to keep what it returns, and to release it or another one: nothing else would unmap that.
     *
     * @throws NoSuchFileException if there is no such segment; those that read a deleted one go on, and nobody else
     *     begins to
     */
    public SegmentFile acquire(long index) throws IOException {
        StackRoom.require();
        Long key = index;
        Mapping mapping = join(key);
        try {
            SegmentFile segment = mapping.segment(() -> open(index));
            // The newest segment and those after it are not deleted.
            if (index < control.newestAcquire() && !exists(index)) {
                control.requireInPlace();
                throw new NoSuchFileException(segment.path().toString());
            }
            return segment;
        } catch (IOException | RuntimeException | Error e) {
            leave(key);
            throw e;
        }
    }

    private SegmentFile open(long index) throws IOException {
        SegmentFile segment;
        try {
            segment = SegmentFile.open(kind, path(index), index, segmentSize, writable);
        } catch (NoSuchFileException e) {
            control.requireInPlace();
            throw e;
        }
        try {
            control.requireInPlace();
        } catch (IOException | RuntimeException | Error e) {
            segment.unmap();
            throw e;
        }
        return segment;
    }

    private synchronized Mapping join(Long key) {
        if (closed) {
            throw new IllegalStateException(kind.name(folder) + " is closed");
        }
        Mapping mapping = mappings.computeIfAbsent(key, index -> new Mapping());
        mapping.users++;
        return mapping;
    }

    /** Ends one use of a segment. The last one unmaps it. */
    public void release(SegmentFile segment) {
        leave(segment.key());
    }

    private void leave(Long key) {
        Mapping last = leftAsLast(key);
        if (last != null) {
            last.unmap();
            leftovers.retry();
        }
    }

    private synchronized @Nullable Mapping leftAsLast(Long key) {
        Mapping mapping = Objects.requireNonNull(mappings.get(key), "a segment that is used");
        mapping.users--;
        return mapping.users == 0 ? mappings.remove(key) : null;
    }

    /**
     * Maps a segment, or if it was deleted the next one that there is.
     *
     * @throws StoreException if there is no segment at all: somebody is creating the log, or they were taken away
     * @throws NoSuchFileException if neither it nor a later one is there
     */
    public SegmentFile acquireAtOrAfter(long index) throws IOException {
        long wanted = index;
        boolean listed = false;
        while (true) {
            try {
                return acquire(wanted);
            } catch (NoSuchFileException e) {
                long missing = wanted;
                List<Long> indices = indices();
                if (indices.isEmpty()) {
                    throw noSegment();
                }
                wanted = indices.stream()
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

    /**
     * Deletes a segment that is not the newest, if it may go. Who reads it goes on. Under the lock of deletion it only
     * loses its name: to give the space of a file back takes so long that others would wait to make a segment.
     *
     * @param mayGo asked under the lock of deletion
     * @return whether it was there and is deleted
     */
    public boolean delete(long index, BooleanSupplier mayGo) throws IOException {
        Path unfinished = LogFiles.unfinished(folder);
        try {
            boolean isDeleted = takeName(index, mayGo, unfinished);
            if (isDeleted) {
                ProtocolStep.NAMELESS.reached();
            }
            return isDeleted;
        } finally {
            leftovers.delete(unfinished);
        }
    }

    private boolean takeName(long index, BooleanSupplier mayGo, Path unfinished) throws IOException {
        locks.lock(LockDescriptor.DELETE);
        try {
            control.requireInPlace();
            if (!mayGo.getAsBoolean()) {
                return false;
            }
            rename(path(index), unfinished);
            return true;
        } catch (NoSuchFileException e) {
            control.requireInPlace();
            return false; // others have deleted it
        } catch (FileSystemException e) {
            throw FileFailure.of(path(index), "delete it", e);
        } finally {
            locks.unlock(LockDescriptor.DELETE);
        }
    }

    private static void rename(Path segment, Path unfinished) throws IOException {
        try {
            Files.move(segment, unfinished, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            // On a full disk the folder may have no room for the longer name, and this makes some.
            try {
                Files.delete(segment);
            } catch (IOException notDeleted) {
                notDeleted.addSuppressed(e);
                throw notDeleted;
            }
        }
    }

    /** Lets nobody begin to use a segment. What is used stays mapped until it is released. */
    public void close() {
        closed = true;
    }

    /**
     * Goes to the segment after one whose end is padding or full.
     *
     * @return the newest segment, to be released
     * @throws NoSuchFileException if the segment has not been {@linkplain #make made}
     */
    SegmentFile roll(SegmentFile full) throws IOException {
        long index = full.index() + 1;
        if (control.newestAcquire() < index) {
            try {
                SegmentFile next = acquire(index);
                begin(next, full.begunNanosAcquire());
                return next;
            } catch (NoSuchFileException e) {
                if (control.newestAcquire() < index) {
                    throw e;
                }
                // others have made, filled and deleted it meanwhile
            }
        }
        return acquireNewest();
    }

    /**
     * Makes a segment the newest.
     *
     * @param previousNanos when the segment before it was begun
     */
    private void begin(SegmentFile segment, long previousNanos) {
        Instant now = Instant.now();
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        // A clock may be set back, but a search by time needs times that grow with the positions.
        segment.begin(Math.max(nanos, previousNanos));
        control.advanceNewest(segment.index());
        ProtocolStep.NEWEST.reached();
    }

    /** Makes and begins the first segment of a log, under the lock of deletion. */
    void createFirst() throws IOException {
        publish(write(0), 0);
        forceName();
        SegmentFile first = acquire(0);
        begin(first, 0);
        release(first);
    }

    /**
     * Makes sure that there is a segment, or was one. For a thread that nobody interrupts: an interrupt would close the
     * channel that it writes to.
     *
     * @return whether it was made here
     */
    boolean make(long index) throws IOException {
        synchronized (making) {
            if (isMade(index)) {
                return false;
            }
            // The lock saves work when two processes need the segment, and no more than that. A process that has kept
            // it all the while is waited for once.
            boolean locked = locks.tryLock(LockDescriptor.MAKE, patienceNanos);
            patienceNanos = locked ? PATIENCE_NANOS : 0;
            try {
                if (isMade(index)) {
                    return false;
                }
                writeAndPublish(index);
                return true;
            } finally {
                if (locked) {
                    locks.unlock(LockDescriptor.MAKE);
                }
            }
        }
    }

    /** {@return whether there is a segment, or was one before} */
    private boolean isMade(long index) throws IOException {
        return exists(index) || control.newestAcquire() >= index;
    }

    private void writeAndPublish(long index) throws IOException {
        control.requireInPlace();
        Path unfinished = write(index);
        try {
            locks.lock(LockDescriptor.DELETE);
            try {
                control.requireInPlace();
                // If not, it has been made, filled and perhaps deleted, and must not come back.
                if (control.newestAcquire() < index) {
                    publish(unfinished, index);
                }
            } finally {
                locks.unlock(LockDescriptor.DELETE);
            }
            // Not under the lock: others would wait for the device, and for this process if it is stopped meanwhile.
            // They may append to the segment by now; the first force of an entry there forces the folder, too.
            forceName();
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private Path write(long index) throws IOException {
        Path unfinished = LogFiles.unfinished(folder);
        try (FileChannel channel =
                FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            // A force writes each piece whole to the disk of which something has changed.
            int pieceSize = kind.readAtRandom() && !forced ? ZeroFill.LARGE_PIECE : ZeroFill.SMALL_PIECE;
            ZeroFill.create(channel, newHeader(index), segmentSize, pieceSize);
            if (forced) {
                channel.force(true);
            }
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw FileFailure.of(folder, "preallocate a segment of " + segmentSize + " bytes", e);
        } catch (RuntimeException | Error e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        ProtocolStep.TEMPORARY_FILE.reached();
        return unfinished;
    }

    /** {@return the bytes that the file of a new segment begins with} */
    byte[] newHeader(long index) {
        return SegmentFile.newHeader(kind, index, segmentSize);
    }

    private void publish(Path unfinished, long index) throws IOException {
        LogFiles.link(unfinished, path(index));
        ProtocolStep.PUBLISH.reached();
    }

    private void forceName() throws IOException {
        ProtocolStep.FOLDER.reached();
        if (forced) {
            control.forceFolder(folder);
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
    public long normalised(long position) {
        long offset = position % segmentSize;
        return offset < FIRST_ENTRY_OFFSET ? position - offset + FIRST_ENTRY_OFFSET : position;
    }

    public long segmentSize() {
        return segmentSize;
    }
}
