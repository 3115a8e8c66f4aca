package dev.verbatim.internal.log;

import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.StackRoom;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
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

    /** Opens something while a lock is held. */
    public interface Opener<S> {
        S open() throws IOException;
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
    public static <S extends AutoCloseable> S open(
            LogKind kind, LogOptions options, Creation creation, Opening<S> opening) throws IOException {
        LogFolder folder = new LogFolder(kind, options.folder());
        if (options.mayCreate()) {
            LogFolder.create(options.folder().toAbsolutePath(), LogFiles::force);
            folder.requireLogOrEmpty();
        } else {
            folder.requireLog(options.readOnly() ? "" : LogFolder.CREATION);
        }
        if (!options.readOnly()) {
            folder.prepareLock();
        }
        Path lock = options.folder().resolve(LockDescriptor.FILE_NAME);
        LockFile locks = options.readOnly() ? LockFile.openToAsk(lock) : LockFile.open(lock);
        try {
            return options.readOnly()
                    ? opening.open(open(kind, options, locks))
                    : createAndOpen(folder, options, locks, creation, opening);
        } catch (IOException | RuntimeException | Error e) {
            locks.close();
            throw e;
        }
    }

    private static <S extends AutoCloseable> S createAndOpen(
            LogFolder folder, LogOptions options, LockFile locks, Creation creation, Opening<S> opening)
            throws IOException {
        Opener<S> opener = () -> {
            if (!folder.hasControl()) {
                if (!options.create()) {
                    folder.requireLog(LogFolder.CREATION); // it was there before the lock was taken
                }
                folder.createLog(options, creation);
            }
            return opening.open(open(folder.kind(), options, locks));
        };
        locks.lockPatiently(LockDescriptor.OPENING);
        return openLocked(locks, LockDescriptor.OPENING, opener);
    }

    /**
     * Opens something under a lock that the caller has taken, and unlocks it. Where it cannot be unlocked, what was
     * opened is closed: nobody else would. To unlock it allocates nothing, as there may be no memory.
     */
    public static <S extends AutoCloseable> S openLocked(LockFile locks, int position, Opener<S> opener)
            throws IOException {
        S opened;
        try {
            opened = opener.open();
        } catch (IOException | RuntimeException | Error e) {
            unlockAfter(e, locks, position);
            throw e;
        }
        try {
            locks.unlock(position);
            return opened;
        } catch (IOException | RuntimeException | Error e) {
            closeAfter(e, opened);
            throw e;
        }
    }

    private static void unlockAfter(Throwable failure, LockFile locks, int position) {
        try {
            locks.unlock(position);
        } catch (IOException | RuntimeException | Error e) {
            suppress(failure, e);
        }
    }

    private static void closeAfter(Throwable failure, AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception | Error e) {
            suppress(failure, e);
        }
    }

    /** The JVM throws one error for all where there is no memory, and none suppresses itself. */
    @SuppressWarnings("ReferenceEquality") // whether it is the same error
    private static void suppress(Throwable failure, Throwable later) {
        if (later != failure) {
            failure.addSuppressed(later);
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

    /**
     * Runs a method of the log, which another thread may close meanwhile. It does not come to the end of the stack
     * where it takes locks and mappings, nor where it gives them back: nobody else would.
     *
     * @throws StackOverflowError if there is too little room on the stack for that; the method has not begun then
     */
    public <V, E extends Exception> V call(Call<V, E> method) throws E {
        StackRoom.requireForMore();
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
