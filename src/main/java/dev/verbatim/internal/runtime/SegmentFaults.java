package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Turns the exceptions that a segment throws into exceptions of the same type that name the layout, the offset and the
 * remedy.
 *
 * <p>Generated code checks nothing about a segment before an access. After a failed access the state of the segment
 * tells why it failed. If it does not tell, the exception came from the DTO's own code, such as a constructor that
 * validates, and passes unchanged.
 */
final class SegmentFaults {

    private SegmentFaults() {}

    /**
     * {@return the exception to throw instead, or {@code null} if the segment is not to blame}
     *
     * @param fault the exception that was caught
     * @param what the codec, view or reader, as messages name it
     * @param action the verb of the message, such as "read"
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
        // A conversion may access the segment itself.
        RuntimeException thrown =
                fault instanceof ValueFault && fault.getCause() instanceof RuntimeException inConversion
                        ? inConversion
                        : fault;
        RuntimeException explained = switch (thrown) {
            case IndexOutOfBoundsException _
            when !contains(segment, offset, byteSize) ->
                new IndexOutOfBoundsException(attempt + "expected " + byteSize
                        + " bytes within the segment, found byteSize=" + segment.byteSize());
            case WrongThreadException _
            when !segment.isAccessibleBy(Thread.currentThread()) ->
                new WrongThreadException(attempt + "the segment belongs to another thread than "
                        + Thread.currentThread() + "; allocate it from a shared arena");
            case IllegalStateException _
            when !segment.scope().isAlive() -> new IllegalStateException(attempt + "the segment's arena is closed");
            case IllegalArgumentException _
            when writes && segment.isReadOnly() -> new IllegalArgumentException(attempt + "the segment is read-only");
            case UnsupportedOperationException _
            when writes && segment.isReadOnly() ->
                new UnsupportedOperationException(attempt + "the segment is read-only");
            default -> null;
        };
        if (explained != null) {
            explained.initCause(thrown);
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
