package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.io.Pauses;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The locks that this JVM has on the bytes of a log's lock file, which {@link LockDescriptor} lists.
 *
 * <p>POSIX drops all locks that a process has on a file when the process closes any of its descriptors of the file, and
 * says nothing. So a JVM has one channel per lock file, whichever class loaders the users come from, and the channel is
 * open as long as one user is. The users share a map of JDK types in the {@link JvmRegistry}, and its monitor. The map
 * holds the channel, the number of users, how many of them have the log in use, the locks by byte, and for each slot
 * the number of the owner that this JVM is. The JDK's own table of locks refers to them weakly. The JDK answers an
 * attempt to lock a byte twice with an exception, this class with {@code false}.
 *
 * <p>Nothing here waits in the operating system: an interrupt of a thread that waits there closes the channel. Any
 * thread may use it.
 */
public final class LockFile implements AutoCloseable {

    private static final String REGISTRY_PREFIX = "verbatim-log:";
    private static final String CHANNEL = "channel";
    private static final String USERS = "users";
    private static final String WRITERS = "writers";
    private static final long RETRY_NANOS = 100_000;
    private static final long LONG_RETRY_NANOS = 10_000_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LONG_PATIENCE_NANOS = TimeUnit.HOURS.toNanos(1);

    /**
     * The keys of the locks, and those of the owners of bytes, which are negative. They are made beforehand: a byte
     * that cannot be unlocked for want of memory would stay locked, and other processes would wait for it.
     */
    private static final Long[] LOCK_KEYS = new Long[LockDescriptor.END];

    private static final Long[] OWNER_KEYS = new Long[LockDescriptor.END];

    static {
        for (int position = 0; position < LockDescriptor.END; position++) {
            LOCK_KEYS[position] = (long) position;
            OWNER_KEYS[position] = -1L - position;
        }
    }

    private final Path path;
    private final String registryKey;
    private final Map<Object, Object> shared;

    /** Whether there was a file when this was opened. */
    private final boolean wasPresent;

    /** The file, if it was made after this was opened. */
    private @Nullable LockFile late;

    private boolean inUse;
    private boolean closed;

    private LockFile(Path path, String registryKey, Map<Object, Object> shared, boolean wasPresent) {
        this.path = path;
        this.registryKey = registryKey;
        this.shared = shared;
        this.wasPresent = wasPresent;
    }

    /**
     * Creates the file where there is none. This opens no descriptor of a file that exists, but one of a new file, and
     * closes it: nobody in this JVM may have a lock of the file by then. So others wait here until that is over.
     */
    static void create(Path path) throws IOException {
        synchronized (JvmRegistry.MONITOR) {
            try {
                Files.createFile(path);
            } catch (FileAlreadyExistsException e) {
                // it serves as well
            }
        }
    }

    /** Opens the file, or joins the users that have it open. */
    // The registry has nothing else under such a key, and all maps are equal when new.
    @SuppressWarnings({"unchecked", "ReferenceEquality"})
    public static LockFile open(Path path) throws IOException {
        String registryKey = registryKey(path);
        while (true) {
            Map<Object, Object> added = new HashMap<>();
            Object present = JvmRegistry.putIfAbsent(registryKey, added);
            Map<Object, Object> shared = present == null ? added : (Map<Object, Object>) present;
            synchronized (shared) {
                if (JvmRegistry.get(registryKey) == shared) {
                    LockFile opened = new LockFile(path, registryKey, shared, true); // a user that counts is there
                    join(path, registryKey, shared);
                    return opened;
                }
            }
        }
    }

    /**
     * Opens the file for somebody who only asks whether bytes are locked. A copy of a log may have no such file. Then
     * nobody has a lock, until somebody opens the copy to write, and makes the file.
     */
    static LockFile openToAsk(Path path) throws IOException {
        try {
            return open(path);
        } catch (NoSuchFileException e) {
            return new LockFile(path, "", new HashMap<>(), false);
        }
    }

    /** {@return the file, to ask; null if there is none} */
    private @Nullable LockFile present() throws IOException {
        if (wasPresent) {
            return this;
        }
        if (late == null) {
            try {
                late = open(path);
            } catch (NoSuchFileException e) {
                return null;
            }
        }
        return late;
    }

    /** {@return the file's key in the registry while it is open} */
    public static String registryKey(Path path) throws IOException {
        Object identity = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return REGISTRY_PREFIX + (identity == null ? path.toRealPath() : identity);
    }

    private static void join(Path path, String registryKey, Map<Object, Object> shared) throws IOException {
        if (shared.get(CHANNEL) == null) {
            joinFirst(path, registryKey, shared);
        } else {
            add(shared, USERS, 1);
        }
    }

    private static void joinFirst(Path path, String registryKey, Map<Object, Object> shared) throws IOException {
        try {
            FileChannel channel = openChannel(path);
            try {
                shared.put(CHANNEL, channel);
                add(shared, USERS, 1);
            } catch (Error e) { // for want of memory: nobody would close it
                shared.clear();
                try (channel) {
                    throw e;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            JvmRegistry.remove(registryKey);
            throw e;
        }
    }

    /** {@return how many there are now} */
    private static int add(Map<Object, Object> shared, String counted, int change) {
        return (Integer) shared.merge(counted, change, (sum, one) -> (Integer) sum + (Integer) one);
    }

    private static FileChannel openChannel(Path path) throws IOException {
        LogFiles.requireNoFolder(path);
        return Files.isWritable(path)
                ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(path, StandardOpenOption.READ);
    }

    /**
     * Locks a byte.
     *
     * @return whether nobody else had it, in this JVM or elsewhere
     */
    public boolean tryLock(long position) throws IOException {
        return tryLock(position, false);
    }

    private boolean tryLock(long position, boolean sharedLock) throws IOException {
        Long key = lockKey(position);
        synchronized (shared) {
            requireOpen();
            if (shared.containsKey(key)) {
                return false;
            }
            FileLock lock = tryLockHere(position, sharedLock);
            if (lock == null) {
                return false;
            }
            try {
                shared.put(key, lock);
            } catch (Error e) { // for want of memory, in the midst of it perhaps: nobody would unlock it
                shared.remove(key);
                try (FileLock _ = lock) {
                    throw e;
                }
            }
            return true;
        }
    }

    private @Nullable FileLock tryLockHere(long position, boolean sharedLock) throws IOException {
        try {
            return channel().tryLock(position, 1, sharedLock);
        } catch (OverlappingFileLockException e) {
            // Somebody in this JVM bypasses the registry: the byte is not free.
            return null;
        } catch (NonWritableChannelException e) {
            StoreException refused = new StoreException(
                    path,
                    "a file that this process has open to write",
                    "one that it could only read when it opened it; close all that has it open here, and open it"
                            + " again");
            refused.initCause(e);
            throw refused;
        } catch (IOException e) {
            throw FileFailure.of(path, "lock byte " + position, e);
        }
    }

    /**
     * Locks a byte, and waits for it if others have it.
     *
     * @param patienceNanos how long to wait
     * @return whether it is locked; if not, others have had it all the while
     */
    boolean tryLock(long position, long patienceNanos) throws IOException {
        return await(() -> tryLock(position), patienceNanos, RETRY_NANOS);
    }

    /** An attempt to lock something, which may succeed later. */
    private interface Attempt {
        boolean succeeds() throws IOException;
    }

    /** {@return whether an attempt has succeeded before a time was over} An interrupt does not end the wait. */
    private boolean await(Attempt attempt, long patienceNanos, long pauseNanos) throws IOException {
        long start = System.nanoTime();
        try (Pauses pauses = new Pauses()) {
            while (!attempt.succeeds()) {
                if (System.nanoTime() - start > patienceNanos) {
                    return false;
                }
                pauses.pause(this, pauseNanos);
            }
            return true;
        }
    }

    /** Locks a byte that others have for moments only. */
    public void lock(int position) throws IOException {
        if (!tryLock(position, PATIENCE_NANOS)) {
            throw heldAllTheWhile(position, PATIENCE_NANOS, "it may be stopped");
        }
    }

    /**
     * Locks a byte that others have while they read all that was written since the last repair, or even all. After a
     * minute it says that it waits.
     */
    void lockPatiently(int position) throws IOException {
        if (tryLock(position, PATIENCE_NANOS)) {
            return;
        }
        System.getLogger(LockFile.class.getName())
                .log(
                        Level.WARNING,
                        () -> "file=" + path + ": waits for the process that has byte " + position
                                + " locked; it repairs much, or is stopped");
        if (!await(() -> tryLock(position), LONG_PATIENCE_NANOS, LONG_RETRY_NANOS)) {
            throw heldAllTheWhile(position, LONG_PATIENCE_NANOS, "it repairs much, or is stopped");
        }
    }

    private StoreException heldAllTheWhile(int position, long patienceNanos, String advice) {
        return new StoreException(
                path,
                "byte " + position + " to be unlocked within " + TimeUnit.NANOSECONDS.toSeconds(patienceNanos) + " s",
                "a process that holds it all the while; " + advice);
    }

    /**
     * Locks the byte that says that the log is in use, until this is closed: together with other JVMs, and once for all
     * users in this one. The last of these unlocks it, because those who only read do not have the log in use, and may
     * keep the channel open.
     */
    void lockInUse() throws IOException {
        if (!await(this::tryLockInUse, PATIENCE_NANOS, RETRY_NANOS)) {
            throw heldAllTheWhile(LockDescriptor.IN_USE, PATIENCE_NANOS, "it may be stopped");
        }
    }

    private boolean tryLockInUse() throws IOException {
        synchronized (shared) {
            long position = LockDescriptor.IN_USE;
            add(shared, WRITERS, 1); // before the lock: there may be no memory for the number
            try {
                inUse = shared.containsKey(lockKey(position)) || tryLock(position, true);
            } finally {
                if (!inUse) {
                    add(shared, WRITERS, -1);
                }
            }
            return inUse;
        }
    }

    /**
     * {@return whether anybody has a byte locked, in this JVM or elsewhere} A byte that others are asking about may
     * look locked too.
     */
    public boolean isLocked(long position) throws IOException {
        synchronized (shared) {
            requireOpen();
            LockFile present = present();
            if (present != this) {
                return present != null && present.isLocked(position);
            }
            if (shared.containsKey(lockKey(position))) {
                return true;
            }
            // A process that only reads the file can take no exclusive lock: a shared one is enough to ask.
            FileLock lock = tryLockHere(position, true);
            if (lock != null) {
                lock.release();
            }
            return lock == null;
        }
    }

    /** Notes which owner of a byte this JVM is: owners are numbered, each higher than the one before. */
    void own(long position, int owner) {
        synchronized (shared) {
            shared.put(ownerKey(position), owner);
        }
    }

    private static Long lockKey(long position) {
        return LOCK_KEYS[Math.toIntExact(position)];
    }

    private static Long ownerKey(long position) {
        return OWNER_KEYS[Math.toIntExact(position)];
    }

    /**
     * {@return whether an owner of a byte has it locked} This JVM assumes that it still has each lock that it took. A
     * later owner proves it wrong: the lock was lost, and only the operating system knows whether the later owner is
     * alive.
     */
    boolean isLocked(long position, int owner) throws IOException {
        synchronized (shared) {
            requireOpen();
            LockFile present = present();
            if (present != this) {
                return present != null && present.isLocked(position, owner);
            }
            if (shared.get(ownerKey(position)) instanceof Integer own && own < owner) {
                unlock(position);
            }
            return isLocked(position);
        }
    }

    /** Unlocks a byte if this JVM still has it as this owner. */
    void unlock(long position, int owner) throws IOException {
        synchronized (shared) {
            if (shared.get(ownerKey(position)) instanceof Integer own && own == owner) {
                unlock(position);
            }
        }
    }

    /** Unlocks a byte. Does nothing if this JVM does not have it. */
    public void unlock(long position) throws IOException {
        synchronized (shared) {
            try {
                if (shared.remove(lockKey(position)) instanceof FileLock lock
                        && channel().isOpen()) {
                    lock.release();
                }
            } finally {
                shared.remove(ownerKey(position));
            }
        }
    }

    private FileChannel channel() {
        if (shared.get(CHANNEL) instanceof FileChannel channel) {
            return channel;
        }
        throw new IllegalStateException("file=" + path + " is closed");
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("file=" + path + " is closed");
        }
    }

    /** Leaves the file. The last user closes the channel, which drops all locks of this JVM. */
    @Override
    public void close() throws IOException {
        synchronized (shared) {
            if (closed) {
                return;
            }
            closed = true;
            if (late != null) {
                late.close();
            }
            if (wasPresent) {
                try {
                    endUse();
                } finally {
                    leave();
                }
            }
        }
    }

    private void endUse() throws IOException {
        if (inUse && add(shared, WRITERS, -1) == 0) {
            unlock(LockDescriptor.IN_USE);
        }
    }

    private void leave() throws IOException {
        if (add(shared, USERS, -1) == 0) {
            try {
                // While the registry leads here, a thread that opens the file waits. If it opened a channel of its
                // own, the locks of that would be dropped too.
                channel().close();
            } finally {
                JvmRegistry.remove(registryKey);
            }
        }
    }
}
