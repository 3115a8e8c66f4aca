package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.ControlDescriptor.TAILERS;
import static dev.verbatim.internal.log.ControlDescriptor.TAILER_NAME_SIZE;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The name of a tailer whose position is kept in the control file, held by a lock while the tailer is open. A place for
 * a tailer in the control file is in use while its position is not 0; the name is written before that and cleared
 * after.
 */
public final class TailerName implements AutoCloseable {

    private final Log log;
    private final int place;
    private long saved;

    private TailerName(Log log, int place) {
        this.log = log;
        this.place = place;
        this.saved = log.control().tailerPositionAcquire(place);
    }

    /**
     * Takes a name. A new name begins at the oldest entry.
     *
     * @throws StoreException if a tailer of this name is open, or there is no room for a new one
     */
    public static TailerName take(Log log, String name) throws IOException {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            // Its bytes would be those of another name, and it would not be found again.
            throw new IllegalArgumentException(
                    "expected a tailer's name of UTF-8, found an unpaired surrogate in name=" + name);
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > TAILER_NAME_SIZE || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("expected a tailer's name of 1 to " + TAILER_NAME_SIZE
                    + " bytes of UTF-8 without \\0, found " + bytes.length + " bytes in name=" + name);
        }
        log.locks().lock(LockDescriptor.TAILER_TABLE);
        try {
            int place = find(log.control(), name);
            if (place < 0) {
                place = make(log, bytes);
            }
            if (!log.locks().tryLock(LockDescriptor.TAILERS + place)) {
                throw inUse(log, name);
            }
            return locked(log, place);
        } finally {
            log.locks().unlock(LockDescriptor.TAILER_TABLE);
        }
    }

    /** {@return the name of a place that was locked} It is unlocked if there is no memory for this, for instance. */
    private static TailerName locked(Log log, int place) throws IOException {
        try {
            return new TailerName(log, place);
        } catch (RuntimeException | Error e) {
            try {
                log.locks().unlock(LockDescriptor.TAILERS + place);
            } catch (IOException | RuntimeException | Error suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private static StoreException inUse(Log log, String name) {
        return new StoreException(log.name() + ": expected that tailer=" + name
                + " is not open, found it open here or in another process");
    }

    private static int find(ControlFile control, String name) {
        for (int place = 0; place < TAILERS; place++) {
            if (control.tailerPositionAcquire(place) != 0
                    && control.tailerName(place).equals(name)) {
                return place;
            }
        }
        return -1;
    }

    private static int make(Log log, byte[] name) throws IOException {
        ControlFile control = log.control();
        Segments segments = log.segments();
        for (int place = 0; place < TAILERS; place++) {
            if (control.tailerPositionAcquire(place) == 0) {
                // Under the lock of deletion, so that the oldest segment is not deleted before the name keeps it.
                log.locks().lock(LockDescriptor.DELETE);
                try {
                    control.tailerName(place, name);
                    long oldest = segments.oldest() * segments.segmentSize();
                    control.setTailerPositionRelease(place, segments.normalised(oldest));
                } finally {
                    log.locks().unlock(LockDescriptor.DELETE);
                }
                control.force();
                return place;
            }
        }
        throw new StoreException(
                log.name() + ": expected room for another named tailer, found all " + TAILERS + " in use; remove one");
    }

    /**
     * Removes a name, so that it holds no segments any more.
     *
     * @return whether there was such a name
     * @throws StoreException if a tailer of this name is open
     */
    public static boolean remove(Log log, String name) throws IOException {
        LockFile locks = log.locks();
        locks.lock(LockDescriptor.TAILER_TABLE);
        try {
            int place = find(log.control(), name);
            if (place < 0) {
                return false;
            }
            if (!locks.tryLock(LockDescriptor.TAILERS + place)) {
                throw inUse(log, name);
            }
            try {
                log.control().setTailerPositionRelease(place, 0);
                log.control().tailerName(place, new byte[0]);
                log.control().force();
                return true;
            } finally {
                locks.unlock(LockDescriptor.TAILERS + place);
            }
        } finally {
            locks.unlock(LockDescriptor.TAILER_TABLE);
        }
    }

    /** {@return the saved positions of all names} */
    public static Map<String, Long> positions(ControlFile control) {
        Map<String, Long> positions = new TreeMap<>();
        for (int place = 0; place < TAILERS; place++) {
            long position = control.tailerPositionAcquire(place);
            if (position != 0) {
                positions.put(control.tailerName(place), position);
            }
        }
        return positions;
    }

    /** {@return whether the saved position of any name is before a position} */
    public static boolean isAnyBefore(ControlFile control, long position) {
        for (int place = 0; place < TAILERS; place++) {
            long saved = control.tailerPositionAcquire(place);
            if (saved != 0 && saved < position) {
                return true;
            }
        }
        return false;
    }

    /** {@return the position of the first entry that was not acknowledged} */
    public long saved() {
        return saved;
    }

    /** Acknowledges everything before a position. */
    public void save(long position) {
        if (position != saved) {
            log.control().setTailerPositionRelease(place, position);
            saved = position;
        }
    }

    @Override
    public void close() throws IOException {
        log.locks().unlock(LockDescriptor.TAILERS + place);
    }
}
