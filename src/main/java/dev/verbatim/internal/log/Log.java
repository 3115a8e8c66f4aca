package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.FileFailure;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a log that is open, and how it is opened and closed. What an appender or a tailer needs, it takes from
 * here.
 */
public final class Log implements AutoCloseable {

    /** What helps who wants a log where there is none, and has said that none is to be created. */
    private static final String CREATION = "; create(true) would make one";

    private final LogKind kind;
    private final LogOptions options;
    private final LockFile locks;
    private final ControlFile control;
    private final Segments segments;
    private final Slots slots;
    private final StoredLayouts layouts;
    private final Forcing forcing;
    private final Keeper keeper;
    private final @Nullable LogReport recovery;

    /** What is closed with the log. */
    private final Set<CallGuard> users = ConcurrentHashMap.newKeySet();

    /**
     * Set before the users are closed. No method waits for a monitor to see it: a thread that calls in a loop would
     * keep the thread that closes from it.
     */
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Set by the first close at its end: only from then on a second one has something to do. */
    private volatile boolean isCloseOver;

    /**
     * How many need the control file and the locks: this object itself until it is closed, each user, and each call
     * that is under way. Never more than 0 again once it is 0.
     */
    private final AtomicInteger uses = new AtomicInteger(1);

    /** Parts of a close, made beforehand: for want of memory in its midst, the log would be in use for good. */
    private final Closeable useEnd = this::endUse;

    private final Closeable lastBatch = this::forceBatch;
    private final Closeable usersClose = this::closeUsers;

    /** A method of the log. */
    public interface Call<V, E extends Exception> {
        V run() throws E;
    }

    /** Says what is to stand on a new log. */
    public interface Creation {
        /**
         * Stores it in the control file, which does not have its name yet, and the layouts that it needs. If it throws,
         * there is no log.
         */
        void create(ControlFile control, StoredLayouts layouts) throws IOException;
    }

    /** Opens what stands on a log. */
    public interface Opening<S> {
        /** {@return what was opened; if it throws, it closes the log} */
        S open(Log log) throws IOException;
    }

    private Log(
            LogKind kind,
            LogOptions options,
            LockFile locks,
            ControlFile control,
            Segments segments,
            @Nullable LogReport recovery) {
        Path folder = options.folder();
        String name = kind.name(folder);
        this.kind = kind;
        this.options = options;
        this.locks = locks;
        this.control = control;
        this.segments = segments;
        this.recovery = recovery;
        this.slots = new Slots(name, locks, control);
        this.layouts = new StoredLayouts(folder, control);
        this.forcing = new Forcing(name, folder, segments, control);
        this.keeper = new Keeper(
                kind.noun(), name, control, segments, forcing, options.effectiveBatchInterval(), Keeper.REST);
    }

    /**
     * Opens a log. If its options allow it, it is created where there is none. Unless it is only read, it is recovered
     * if nobody else has it open.
     */
    public static Log open(LogKind kind, LogOptions options) throws IOException {
        return open(kind, options, (control, layouts) -> {}, log -> log);
    }

    /**
     * Opens a log and what stands on it. Nobody else opens the log to write meanwhile: so where this one was recovered,
     * nobody else writes.
     */
    public static <S> S open(LogKind kind, LogOptions options, Creation creation, Opening<S> opening)
            throws IOException {
        if (options.mayCreate()) {
            createFolder(options.folder().toAbsolutePath(), LogFiles::force);
            requireLogOrEmpty(kind, options.folder());
        } else {
            requireLog(kind, options.folder(), options.readOnly() ? "" : CREATION);
        }
        if (!options.readOnly()) {
            prepareLock(kind, options.folder());
        }
        Path lock = options.folder().resolve(LockDescriptor.FILE_NAME);
        LockFile locks = options.readOnly() ? LockFile.openToAsk(lock) : LockFile.open(lock);
        try {
            return options.readOnly()
                    ? opening.open(open(kind, options, locks))
                    : createAndOpen(kind, options, locks, creation, opening);
        } catch (IOException | RuntimeException | Error e) {
            locks.close();
            throw e;
        }
    }

    /** Requires that there is a log in a folder. Who copies a log may leave the lock file out. */
    public static void requireLog(LogKind kind, Path folder) throws IOException {
        requireLog(kind, folder, "");
    }

    /** As {@link #requireLog(LogKind, Path)}, with what helps where there is nothing. */
    private static void requireLog(LogKind kind, Path folder, String remedy) throws IOException {
        if (isIn(folder)) {
            return;
        }
        throw Files.exists(folder) && !Files.isDirectory(folder)
                ? new StoreException(folder, "a folder", "a file")
                : new StoreException(folder, "a " + kind.noun(), inPlaceOfLog(folder, remedy));
    }

    private static String inPlaceOfLog(Path folder, String remedy) throws IOException {
        Path control = folder.resolve(ControlDescriptor.FILE_NAME);
        try {
            control.getFileSystem().provider().checkAccess(control);
        } catch (AccessDeniedException e) {
            return "a folder that cannot be read";
        } catch (NoSuchFileException e) {
            // as said below
        } catch (IOException e) {
            if (Files.isDirectory(folder)) {
                throw e; // it may be there
            }
        }
        if (!Files.isDirectory(folder)) {
            return "no such folder" + remedy;
        }
        return "no file `" + ControlDescriptor.FILE_NAME + "`"
                + (foreignIn(folder).isEmpty() ? remedy : "");
    }

    /** {@return whether there is a log in a folder, of whatever kind} */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(ControlDescriptor.FILE_NAME));
    }

    /** {@return whether there is a log in a folder} Throws if nobody knows: then none must be made. */
    private static boolean hasControl(Path folder) throws IOException {
        return LogFiles.exists(folder.resolve(ControlDescriptor.FILE_NAME));
    }

    /** Makes sure of a lock file, under which a log can be created. */
    private static void prepareLock(LogKind kind, Path folder) throws IOException {
        Path lock = folder.resolve(LockDescriptor.FILE_NAME);
        LockFile.create(lock);
        if (!Files.isWritable(lock)) {
            throw new StoreException(
                    lock,
                    "a file that can be written",
                    "one that can only be read; open the " + kind.noun() + " to read only");
        }
    }

    /** Creates a folder and those above it. A loss of power must not take any of them from the one above. */
    static void createFolder(Path folder, LogFiles.FolderForce force) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            createFolder(parent, force);
        }
        boolean isMadeHere = true;
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw new StoreException(folder, "a folder", LogFiles.inPlaceOfFolder(folder));
            }
            isMadeHere = false; // another process was faster
        }
        try {
            LogFiles.forceFolder(parent, force);
        } catch (IOException | RuntimeException | Error e) {
            if (isMadeHere) {
                // Whoever comes next would find the folder, and not force its name.
                try {
                    Files.deleteIfExists(folder);
                } catch (IOException suppressed) {
                    e.addSuppressed(suppressed);
                }
            }
            throw e;
        }
    }

    /** A folder with other files in it is somebody else's: nothing is created there, not even the lock. */
    private static void requireLogOrEmpty(LogKind kind, Path folder) throws IOException {
        if (hasControl(folder)) {
            return;
        }
        List<String> foreign = foreignIn(folder);
        // Another process may have created the log since; the control file is the first that it gives a name.
        if (!foreign.isEmpty() && !hasControl(folder)) {
            throw new StoreException(
                    folder,
                    "a " + kind.noun() + " or an empty folder",
                    "no file `control`, and `" + foreign.getFirst() + "`");
        }
    }

    /** {@return the names of what no log leaves in a folder before there is one} */
    private static List<String> foreignIn(Path folder) throws IOException {
        return LogFiles.list(folder).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> !name.equals(LockDescriptor.FILE_NAME)
                        && !name.equals(StoredLayouts.FOLDER_NAME)
                        && !name.endsWith(LogFiles.UNFINISHED_SUFFIX))
                .sorted()
                .toList();
    }

    private static <S> S createAndOpen(
            LogKind kind, LogOptions options, LockFile locks, Creation creation, Opening<S> opening)
            throws IOException {
        locks.lockPatiently(LockDescriptor.OPENING);
        try {
            if (!hasControl(options.folder())) {
                if (!options.create()) {
                    requireLog(kind, options.folder(), CREATION); // it was there before the lock was taken
                }
                create(kind, options, creation);
            }
            return opening.open(open(kind, options, locks));
        } finally {
            locks.unlock(LockDescriptor.OPENING);
        }
    }

    /**
     * Creates the files of a log, except the first segment. The control file comes last: with it, there is a log, and
     * what stands on it.
     */
    private static void create(LogKind kind, LogOptions options, Creation creation) throws IOException {
        Path folder = options.folder();
        LogFiles.createFolder(folder.resolve(StoredLayouts.FOLDER_NAME));
        Path unfinished = LogFiles.unfinished(folder);
        LogFiles.writeAndForce(
                unfinished, ControlFile.newFile(kind, options.newSegmentSize(kind), options.newChecksum()));
        try {
            try (ControlFile control = ControlFile.open(kind, unfinished, true)) {
                creation.create(control, new StoredLayouts(folder, control));
                control.force();
            }
            LogFiles.publish(unfinished, folder.resolve(ControlDescriptor.FILE_NAME));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Opens the files of a log that there is, and recovers it unless it is only read. */
    private static Log open(LogKind kind, LogOptions options, LockFile locks) throws IOException {
        Path folder = options.folder();
        boolean writable = !options.readOnly();
        ControlFile control = ControlFile.open(kind, folder.resolve(ControlDescriptor.FILE_NAME), writable);
        try {
            options.requireSame(control);
            Segments segments = new Segments(kind, folder, locks, control, writable, options.forcesSegments());
            try {
                LogReport recovery = writable ? recover(kind, folder, locks, control, segments) : null;
                return new Log(kind, options, locks, control, segments, recovery);
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
     * Repairs a log that nobody has open, and holds the lock that keeps others from repairing it. A log that is
     * only read does not come here, and may be repaired meanwhile: that changes nothing which a reader could have read.
     *
     * @return what the recovery found; null if others have the log open, so that there is nothing to recover
     */
    private static @Nullable LogReport recover(
            LogKind kind, Path folder, LockFile locks, ControlFile control, Segments segments) throws IOException {
        LogReport report = null;
        if (locks.tryLock(LockDescriptor.IN_USE)) {
            try {
                report = new Recovery(kind, folder, locks, control, segments).run();
            } finally {
                locks.unlock(LockDescriptor.IN_USE);
            }
        }
        locks.lockInUse();
        return report;
    }

    LogOptions options() {
        return options;
    }

    /** {@return the log, as messages name it} */
    public String name() {
        return kind.name(folder());
    }

    public Path folder() {
        return options.folder();
    }

    public LockFile locks() {
        return locks;
    }

    public ControlFile control() {
        return control;
    }

    public Segments segments() {
        return segments;
    }

    public Slots slots() {
        return slots;
    }

    public StoredLayouts layouts() {
        return layouts;
    }

    public Forcing forcing() {
        return forcing;
    }

    public Keeper keeper() {
        return keeper;
    }

    public @Nullable LogReport recovery() {
        return recovery;
    }

    public void requireWritable() {
        requireOpen();
        if (options.readOnly()) {
            throw new UnsupportedOperationException(name() + " was opened to read only");
        }
    }

    public void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException(name() + " is closed");
        }
    }

    /** Runs a method of the log, which another thread may close meanwhile. */
    public <V, E extends Exception> V call(Call<V, E> method) throws E {
        beginUse();
        try {
            return method.run();
        } finally {
            endUseLate();
        }
    }

    /** Has something closed when the log is. If that happens meanwhile, it is closed here. */
    public void add(CallGuard user) {
        beginUse();
        try {
            users.add(user);
        } catch (RuntimeException | Error e) { // for want of memory, in the midst of it perhaps
            remove(user);
            throw e;
        }
        if (closed.get()) {
            late(user); // a second close does nothing, if the thread that closes the log has seen it too
        }
    }

    /** Takes note that something is closed, and uses nothing any more. */
    public void remove(CallGuard user) {
        try {
            users.remove(user);
        } finally {
            endUseLate();
        }
    }

    private void beginUse() {
        int found = uses.get();
        while (found > 0 && !uses.compareAndSet(found, found + 1)) {
            found = uses.get();
        }
        if (closed.get()) {
            if (found > 0) {
                endUseLate();
            }
            requireOpen(); // throws
        }
    }

    private void endUseLate() {
        late(useEnd);
    }

    /**
     * Does what is left of a close, whose thread has gone on. A failure is logged, because the call itself has not
     * failed; nor does it fail where there is no memory to log.
     */
    private void late(Closeable rest) {
        try {
            rest.close();
        } catch (IOException | RuntimeException | Error e) {
            logLate(e);
        }
    }

    private void logLate(Throwable failure) {
        try {
            System.getLogger(Log.class.getName())
                    .log(Level.WARNING, () -> name() + " was closed while it was used, and then this failed", failure);
        } catch (RuntimeException | Error e) {
            // An exception here would make the caller give back a second time.
        }
    }

    private void endUse() throws IOException {
        if (uses.decrementAndGet() == 0) {
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

    /**
     * Closes the log and what was added to it. Does nothing if another close is under way, or has closed all; but what
     * an error has kept from its end in the earlier close, such as one of memory, is closed by this one.
     */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            if (isCloseOver) {
                closeUsers();
            }
            return;
        }
        // In this order: keeper, users, last batch, own use. What fails first is thrown, the rest is suppressed.
        try (useEnd;
                lastBatch;
                usersClose) {
            keeper.close();
        } finally {
            isCloseOver = true;
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
                    failure = FileFailure.of(folder(), "close what was open on it", e);
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
