package dev.verbatim.queue;

import dev.verbatim.Layouts;
import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an entry of a queue holds, as it is stored: for programs that copy entries without the classes of the DTOs.
 * {@link Tailer#read} shows the bytes of an entry and the id of its layout, {@link MappedQueue#layout} has the layout,
 * and {@link Appender#appendBatch} appends it elsewhere.
 *
 * @param layout the layout of the bytes; {@code null} if they have none
 * @param bytes the bytes; only their start and size are kept, so whoever changes them changes the payload
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public record Payload(@Nullable StructLayout layout, MemorySegment bytes) {

    private static final ValueLayout.OfInt INT_LE_UNALIGNED =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * Makes a payload.
     *
     * @throws IllegalArgumentException if there are more or fewer bytes than a struct of the layout has, or than the
     *     header of a variable-length record says, or its fixed part is smaller than the header or larger than the
     *     record
     * @throws IllegalStateException if that header has to be read, and the arena of the bytes is closed
     * @throws WrongThreadException if that header has to be read, and the bytes belong to another thread
     */
    public Payload {
        Objects.requireNonNull(bytes, "bytes");
        if (layout != null) {
            requireSize(layout, bytes);
        }
    }

    /**
     * Requires that there are as many bytes as a struct of the layout has, or as the header of a record says, in which
     * the fixed part has its place. What is in the record is not looked at: an entry may be copied that nobody can
     * read.
     */
    static void requireSize(StructLayout layout, MemorySegment bytes) {
        long expected = layout.byteSize();
        boolean hasHeader = Layouts.isVarRecord(layout);
        if (hasHeader) {
            // The whole size is in the header. A layout that has grown may be larger than an older record.
            expected = bytes.byteSize() < VarDescriptor.HEADER_SIZE
                    ? VarDescriptor.HEADER_SIZE
                    : bytes.get(INT_LE_UNALIGNED, VarDescriptor.TOTAL_SIZE_OFFSET);
        }
        if (bytes.byteSize() != expected) {
            throw new IllegalArgumentException(
                    "expected a payload of " + expected + " bytes, found " + bytes.byteSize() + " bytes");
        }
        if (hasHeader) {
            int fixedSize = bytes.get(INT_LE_UNALIGNED, VarDescriptor.FIXED_SIZE_OFFSET);
            if (fixedSize < VarDescriptor.HEADER_SIZE || fixedSize > expected) {
                throw new IllegalArgumentException("expected a payload with fixedSize from " + VarDescriptor.HEADER_SIZE
                        + " to its " + expected + " bytes, found fixedSize=" + fixedSize);
            }
        }
    }
}
