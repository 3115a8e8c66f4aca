package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.GapException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import dev.verbatim.internal.log.TailerName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which segments of a queue can be deleted: {@link MappedQueue#delete} begins with the oldest and ends with the first
 * that must stay. The newest segment always stays, and so does a segment with an entry that a living appender is
 * writing.
 */
public final class Retention {

    private final @Nullable Duration age;
    private final long byteSize;
    private final boolean evenIfNeeded;

    private Retention(@Nullable Duration age, long byteSize, boolean evenIfNeeded) {
        this.age = age;
        this.byteSize = byteSize;
        this.evenIfNeeded = evenIfNeeded;
    }

    /**
     * Keeps entries up to an age.
     *
     * @param age the age that the youngest entry of a segment must have before the segment is deleted; 0 or more
     * @return what to keep
     * @throws IllegalArgumentException if the age is negative
     */
    public static Retention ofAge(Duration age) {
        Objects.requireNonNull(age, "age");
        if (age.isNegative()) {
            throw new IllegalArgumentException("expected an age of zero or more, found age=" + age);
        }
        return new Retention(age, 0, false);
    }

    /**
     * Keeps the newest segments.
     *
     * @param byteSize the size in bytes that the segments can have together; 0 or more
     * @return what to keep
     * @throws IllegalArgumentException if the size is negative
     */
    public static Retention ofSize(long byteSize) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("expected a size of 0 or more, found byteSize=" + byteSize);
        }
        return new Retention(null, byteSize, false);
    }

    /**
     * Lets segments be deleted that a named tailer has not read yet. The tailer then finds a {@linkplain
     * GapException gap}.
     *
     * @return what to keep
     */
    public Retention evenIfNeeded() {
        return new Retention(age, byteSize, true);
    }

    /**
     * {@return how many segments were deleted} The folder is forced after it. The newest segment stays the newest.
     * Others may delete segments meanwhile.
     */
    int apply(Log log) throws IOException {
        Segments segments = log.segments();
        List<Long> indices = segments.indices();
        int deleted = 0;
        // What is true of a segment outside the lock of deletion stays true, except for the names of tailers: a new one
        // begins at the oldest segment.
        for (int i = 0; i < indices.size() - 1; i++) {
            long index = indices.get(i);
            if (!isBeyond(segments, index, indices.size() - i) || isInWork(log, index)) {
                break;
            }
            if (segments.delete(index, () -> evenIfNeeded || !isNeeded(log, index))) {
                deleted++;
            } else if (segments.exists(index)) {
                break;
            }
        }
        return deleted;
    }

    /** {@return whether a named tailer has not read a segment to its end} */
    private static boolean isNeeded(Log log, long index) {
        return TailerName.isAnyBefore(
                log.control(), (index + 1) * log.segments().segmentSize());
    }

    private boolean isBeyond(Segments segments, long index, int count) throws IOException {
        if (age == null) {
            return count * segments.segmentSize() > byteSize;
        }
        // The next segment was begun after the last entry of this one was reserved.
        SegmentFile next = segments.acquireAtOrAfter(index + 1);
        try {
            Instant ended = Instant.EPOCH.plusNanos(next.begunNanosAcquire());
            return Duration.between(ended, Instant.now()).compareTo(age) >= 0;
        } finally {
            segments.release(next);
        }
    }

    private static boolean isInWork(Log log, long index) throws IOException {
        // What is before the durable position is settled, and need not be walked over.
        if (log.control().durableAcquire() >= (index + 1) * log.segments().segmentSize()) {
            return false;
        }
        SegmentFile segment;
        try {
            segment = log.segments().acquire(index);
        } catch (NoSuchFileException e) {
            return false; // others have deleted it
        }
        try {
            EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
            while (walk.next()) {
                if (isOwned(log, walk.word())) {
                    return true;
                }
            }
            return walk.isAtFreeWord() || isOwned(log, walk.word());
        } finally {
            log.segments().release(segment);
        }
    }

    private static boolean isOwned(Log log, long word) throws IOException {
        return EntryDescriptor.state(word) == RESERVED && !log.slots().isOrphan(word);
    }
}
