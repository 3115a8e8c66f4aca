package dev.verbatim.queue;

import dev.verbatim.internal.io.CallGuard;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a queue that is open, and how it is opened and closed. What an appender or a tailer needs, it takes from
 * here.
 */
final class OpenQueue implements AutoCloseable {

    private final QueueOptions options;
    private final LockFile locks;
    private final ControlFile control;
    private final Segments segments;
    private final Slots slots;
    private final StoredLayouts layouts;
    private final Forcing forcing;
    private final Keeper keeper;
    private final @Nullable QueueReport recovery;

    /** What is closed with the queue. */
    private final Set<CallGuard> users = ConcurrentHashMap.newKeySet();

    private boolean closed;

    /**
     * How many users need the control file and the locks: this object itself until it is closed, each user, and each
     * call that is under way.
     */
    private int uses = 1;

    /** A method of the queue. */
    interface Call<V, E extends Exception> {
        V run() throws E;
    }

    private OpenQueue(
            QueueOptions options,
            LockFile locks,
            ControlFile control,
            Segments segments,
            @Nullable QueueReport recovery) {
        Path folder = options.folder();
        this.options = options;
        this.locks = locks;
        this.control = control;
        this.segments = segments;
        this.recovery = recovery;
        this.slots = new Slots(folder, locks, control);
        this.layouts = new StoredLayouts(folder);
        this.forcing = new Forcing(folder, segments, control);
        this.keeper = new Keeper(folder, control, segments, forcing, options.effectiveBatchInterval());
    }

    /**
     * Opens a queue. Unless it is only read, it is created where there is none, and recovered if nobody else has it
     * open.
     */
    static OpenQueue open(QueueOptions options) throws IOException {
        if (options.readOnly()) {
            requireQueue(options.folder());
        } else {
            prepareFolder(options.folder());
        }
        LockFile locks = LockFile.open(options.folder().resolve(LockDescriptor.FILE_NAME));
        try {
            return options.readOnly() ? open(options, locks) : createAndOpen(options, locks);
        } catch (IOException | RuntimeException | Error e) {
            locks.close();
            throw e;
        }
    }

    private static void requireQueue(Path folder) throws IOException {
        List<String> missing = Stream.of(ControlDescriptor.FILE_NAME, LockDescriptor.FILE_NAME)
                .filter(name -> !Files.exists(folder.resolve(name)))
                .map(name -> "`" + name + "`")
                .toList();
        if (!missing.isEmpty()) {
            throw new QueueException(
                    folder,
                    "a queue",
                    (missing.size() == 1 ? "no file " : "no files ") + String.join(" and ", missing));
        }
    }

    /** Makes sure of a folder with a lock file, under which a queue can be created. */
    private static void prepareFolder(Path folder) throws IOException {
        createFolder(folder.toAbsolutePath());
        requireQueueOrEmpty(folder);
        Path lock = folder.resolve(LockDescriptor.FILE_NAME);
        LockFile.create(lock);
        if (!Files.isWritable(lock)) {
            throw new QueueException(
                    lock, "a file that can be written", "one that can only be read; open the queue to read only");
        }
    }

    /** Creates a folder and those above it. A loss of power must not take any of them from the one above. */
    private static void createFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            createFolder(parent);
        }
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new QueueException(folder, "a folder", "a file");
        }
        QueueFiles.forceFolder(parent);
    }

    /** A folder with other files in it is somebody else's: nothing is created there, not even the lock. */
    private static void requireQueueOrEmpty(Path folder) throws IOException {
        if (Files.exists(folder.resolve(ControlDescriptor.FILE_NAME))) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> foreign = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LockDescriptor.FILE_NAME)
                            && !name.equals(StoredLayouts.FOLDER_NAME)
                            && !name.endsWith(QueueFiles.UNFINISHED_SUFFIX))
                    .sorted()
                    .toList();
            // Another process may have created the queue since; the control file is the first that it gives a name.
            if (!foreign.isEmpty() && !Files.exists(folder.resolve(ControlDescriptor.FILE_NAME))) {
                throw new QueueException(
                        folder, "a queue or an empty folder", "no file `control`, and `" + foreign.getFirst() + "`");
            }
        }
    }

    private static OpenQueue createAndOpen(QueueOptions options, LockFile locks) throws IOException {
        locks.lock(LockDescriptor.OPENING);
        try {
            if (!Files.exists(options.folder().resolve(ControlDescriptor.FILE_NAME))) {
                create(options);
            }
            return open(options, locks);
        } finally {
            locks.unlock(LockDescriptor.OPENING);
        }
    }

    /**
     * Creates the files of a queue, except the first segment. The control file comes last: with it, there is a queue.
     */
    private static void create(QueueOptions options) throws IOException {
        Path folder = options.folder();
        Files.createDirectories(folder.resolve(StoredLayouts.FOLDER_NAME));
        Path unfinished = QueueFiles.unfinished(folder);
        byte[] control = ControlFile.newFile(options.newSegmentSize(), options.newChecksum());
        QueueFiles.writeAndForce(unfinished, control);
        QueueFiles.publish(unfinished, folder.resolve(ControlDescriptor.FILE_NAME));
    }

    /** Opens the files of a queue that there is, and recovers it unless it is only read. */
    private static OpenQueue open(QueueOptions options, LockFile locks) throws IOException {
        Path folder = options.folder();
        boolean writable = !options.readOnly();
        ControlFile control = ControlFile.open(folder.resolve(ControlDescriptor.FILE_NAME), writable);
        try {
            options.requireSame(control);
            Segments segments =
                    new Segments(folder, locks, control, writable, options.durability() != Durability.PAGE_CACHE);
            try {
                QueueReport recovery = writable ? recover(folder, locks, control, segments) : null;
                return new OpenQueue(options, locks, control, segments, recovery);
            } catch (IOException | RuntimeException | Error e) {
                segments.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            control.close();
            throw e;
        }
    }

    /**
     * Repairs a queue that nobody has open, and holds the lock that keeps others from repairing it. A queue that is
     * only read does not come here, and may be repaired meanwhile: that changes nothing which a reader could have read.
     *
     * @return what the recovery found; null if others have the queue open, so that there is nothing to recover
     */
    private static @Nullable QueueReport recover(Path folder, LockFile locks, ControlFile control, Segments segments)
            throws IOException {
        QueueReport report = null;
        if (locks.tryLock(LockDescriptor.IN_USE)) {
            try {
                report = new Recovery(folder, locks, control, segments).run();
            } finally {
                locks.unlock(LockDescriptor.IN_USE);
            }
        }
        locks.lockShared(LockDescriptor.IN_USE);
        return report;
    }

    QueueOptions options() {
        return options;
    }

    Path folder() {
        return options.folder();
    }

    LockFile locks() {
        return locks;
    }

    ControlFile control() {
        return control;
    }

    Segments segments() {
        return segments;
    }

    Slots slots() {
        return slots;
    }

    StoredLayouts layouts() {
        return layouts;
    }

    Forcing forcing() {
        return forcing;
    }

    Keeper keeper() {
        return keeper;
    }

    @Nullable
    QueueReport recovery() {
        return recovery;
    }

    void requireWritable() {
        requireOpen();
        if (options.readOnly()) {
            throw new UnsupportedOperationException("queue=" + folder() + " was opened to read only");
        }
    }

    synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("queue=" + folder() + " is closed");
        }
    }

    /** Runs a method of the queue, which another thread may close meanwhile. */
    <V, E extends Exception> V call(Call<V, E> method) throws E {
        beginUse();
        try {
            return method.run();
        } finally {
            endUseLate();
        }
    }

    /** Has something closed when the queue is. */
    synchronized void add(CallGuard user) {
        beginUse();
        users.add(user);
    }

    /** Takes note that something is closed, and uses nothing any more. */
    void remove(CallGuard user) {
        users.remove(user);
        endUseLate();
    }

    private synchronized void beginUse() {
        requireOpen();
        uses++;
    }

    /**
     * If this is the last use, the thread that closed the queue has gone on. A failure is logged, because the call
     * itself has not failed.
     */
    private void endUseLate() {
        try {
            endUse();
        } catch (IOException | RuntimeException | Error e) {
            System.getLogger(OpenQueue.class.getName())
                    .log(
                            Level.WARNING,
                            () -> "queue=" + folder() + " was closed while it was used, and then this failed",
                            e);
        }
    }

    private void endUse() throws IOException {
        if (isLastUse()) {
            try (locks;
                    control) {
                forceBatch(); // what was appended during the close
            } finally {
                segments.close();
            }
        }
    }

    private void forceBatch() throws IOException {
        if (!options.effectiveBatchInterval().isZero()) {
            forcing.force();
        }
    }

    private synchronized boolean isLastUse() {
        uses--;
        return uses == 0;
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        // In this order: keeper, users, last batch, own use. What fails first is thrown, the rest is suppressed.
        try (Closeable _ = this::endUse;
                Closeable _ = this::forceBatch;
                Closeable _ = this::closeUsers) {
            keeper.close();
        }
    }

    /** Closes all, even where one fails: the slot of each looks alive until it is given back. */
    private void closeUsers() throws IOException {
        IOException failure = null;
        for (CallGuard user : users) {
            try {
                user.close();
            } catch (IOException | RuntimeException | Error e) {
                if (failure == null) {
                    failure = QueueException.failed(folder(), "close an appender or a tailer", e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
