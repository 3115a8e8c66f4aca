package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Turns the faults of a segment into exceptions of the same type that name the layout, the offset and the remedy.
 *
 * <p>The cause is established anew from the segment's state, off the hot path. A fault that the segment does not account for
 * came from the DTO's own code (a constructor that validates) and passes unchanged.
 */
final class SegmentFaults {

    private SegmentFaults() {}

    /**
     * {@return the exception to throw instead of a fault, or {@code null} if the segment does not account for it}
     *
     * @param fault what was caught
     * @param what what was copied, as messages name it
     * @param action what was done, as a verb
     * @param segment the segment
     * @param offset where the access started, in bytes
     * @param byteSize the size of the access in bytes
     * @param writes whether the access wrote to the segment
     */
    static @Nullable RuntimeException explain(
            RuntimeException fault,
            Object what,
            String action,
            @Nullable MemorySegment segment,
            long offset,
            long byteSize,
            boolean writes) {
        String attempt = "cannot " + action + " " + what + " at offset=" + offset + ": ";
        if (segment == null) {
            return fault instanceof NullPointerException ? nullArgument(fault, attempt + "the segment is null") : null;
        }
        RuntimeException explained =
                switch (fault) {
                    case IndexOutOfBoundsException _ when !contains(segment, offset, byteSize) ->
                        new IndexOutOfBoundsException(attempt + "expected " + byteSize
                                + " bytes within the segment, found byteSize=" + segment.byteSize());
                    case WrongThreadException _ when !segment.isAccessibleBy(Thread.currentThread()) ->
                        new WrongThreadException(attempt + "the segment belongs to another thread than "
                                + Thread.currentThread() + "; allocate it from a shared arena");
                    case IllegalStateException _ when !segment.scope().isAlive() ->
                        new IllegalStateException(attempt + "the segment's arena is closed");
                    case IllegalArgumentException _ when writes && segment.isReadOnly() ->
                        new IllegalArgumentException(attempt + "the segment is read-only");
                    case UnsupportedOperationException _ when writes && segment.isReadOnly() ->
                        new UnsupportedOperationException(attempt + "the segment is read-only");
                    default -> null;
                };
        if (explained != null) {
            explained.initCause(fault);
        }
        return explained;
    }

    static NullPointerException nullArgument(RuntimeException fault, String message) {
        NullPointerException explained = new NullPointerException(message);
        explained.initCause(fault);
        return explained;
    }

    private static boolean contains(MemorySegment segment, long offset, long byteSize) {
        return offset >= 0 && byteSize <= segment.byteSize() && offset <= segment.byteSize() - byteSize;
    }
}
