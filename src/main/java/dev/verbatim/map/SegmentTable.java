package dev.verbatim.map;

import dev.verbatim.internal.io.StackRoom;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The segments that a session has mapped, by index. One thread at a time may use it. */
final class SegmentTable implements Closeable {

    private final Segments segments;
    private final int shift;

    /** The index of the first segment that the table has room for. */
    private long first;

    private @Nullable SegmentFile[] table = new SegmentFile[16];

    /**
     * Makes a table.
     *
     * @param from a position before which hardly any segment is asked for
     */
    SegmentTable(Segments segments, long from) {
        this.segments = segments;
        this.shift = Long.numberOfTrailingZeros(segments.segmentSize());
        this.first = from >>> shift;
    }

    /**
     * {@return the segment of a position}
     *
     * @throws java.nio.file.NoSuchFileException if it was deleted
     */
    SegmentFile at(long position) throws IOException {
        SegmentFile segment = heldOrNull(position);
        return segment == null ? acquire(position >>> shift) : segment;
    }

    /** {@return the segment of a position; null if it is not mapped yet} */
    @Nullable
    SegmentFile heldOrNull(long position) {
        long place = (position >>> shift) - first;
        return Long.compareUnsigned(place, table.length) < 0 ? table[(int) place] : null;
    }

    /** {@return the segment of a position, which {@link #at} has found since the session's operation began} */
    SegmentFile held(long position) {
        return Objects.requireNonNull(table[(int) ((position >>> shift) - first)]);
    }

    private SegmentFile acquire(long index) throws IOException {
        SegmentFile segment = segments.acquire(index);
        try {
            int place = roomFor(index); // in another table, if this one is too small
            table[place] = segment;
        } catch (RuntimeException | Error e) {
            segments.release(segment); // nobody else would
            throw e;
        }
        return segment;
    }

    /** {@return the place of a segment in the table} */
    private int roomFor(long index) {
        if (index < first) {
            // One that is deleted soon. The others move up.
            int by = Math.toIntExact(first - index);
            SegmentFile[] moved = new SegmentFile[table.length + by];
            System.arraycopy(table, 0, moved, by, table.length);
            table = moved;
            first = index;
        }
        int place = Math.toIntExact(index - first);
        if (place >= table.length) {
            table = Arrays.copyOf(table, Math.max(place + 1, 2 * table.length));
        }
        return place;
    }

    /** Releases the segments before that of a position. */
    void releaseBefore(long position) {
        StackRoom.require();
        long index = position >>> shift;
        int count = Math.clamp(index - first, 0, table.length);
        for (int place = 0; place < count; place++) {
            release(place);
        }
        System.arraycopy(table, count, table, 0, table.length - count);
        Arrays.fill(table, table.length - count, table.length, null);
        first = Math.max(first, index);
    }

    private void release(int place) {
        SegmentFile segment = table[place];
        if (segment != null) {
            table[place] = null; // not after: it would be released again if this fails
            segments.release(segment);
        }
    }

    @Override
    public void close() {
        for (int place = 0; place < table.length; place++) {
            release(place);
        }
    }
}
