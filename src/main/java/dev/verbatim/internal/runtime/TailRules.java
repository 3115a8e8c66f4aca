package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.StructLayout;
import java.util.Arrays;

/**
 * The rules of every tail, whether a codec reads it from front to back or a view follows one reference. What breaks a
 * rule is a {@link CorruptFault}. Positions are in bytes from the start of what is read; the messages have them.
 */
final class TailRules {

    private TailRules() {}

    static void checkTotalSize(long varRecord, int totalSize, long remaining) {
        if (totalSize < VarDescriptor.HEADER_SIZE || totalSize > Math.min(remaining, VarDescriptor.MAX_BYTE_SIZE)) {
            throw new CorruptFault(
                    varRecord + VarDescriptor.TOTAL_SIZE_OFFSET,
                    remaining > VarDescriptor.MAX_BYTE_SIZE
                            ? "totalSize from " + VarDescriptor.HEADER_SIZE + " to " + VarDescriptor.MAX_BYTE_SIZE
                            : "totalSize from " + VarDescriptor.HEADER_SIZE + " to the " + remaining
                                    + " bytes of the segment from here",
                    "totalSize=" + totalSize);
        }
    }

    /** Throws unless a variable-length record in a list is as long as the list says. */
    static void checkTotalSizeInList(long varRecord, int totalSize, long expected) {
        if (totalSize != expected) {
            throw new CorruptFault(
                    varRecord + VarDescriptor.TOTAL_SIZE_OFFSET,
                    "totalSize=" + expected + ", as the list has it",
                    "totalSize=" + totalSize);
        }
    }

    /** Throws unless a fixed part has all members of a layout: a view has no defaults for absent ones. */
    static void checkComplete(long varRecord, int fixedSize, int totalSize, StructLayout layout) {
        if (fixedSize > totalSize || fixedSize < layout.byteSize()) {
            throw new CorruptFault(
                    varRecord + VarDescriptor.FIXED_SIZE_OFFSET,
                    "fixedSize=" + layout.byteSize() + " or more, within totalSize=" + totalSize,
                    "fixedSize=" + fixedSize + older(fixedSize, layout, true));
        }
    }

    /**
     * Throws unless the elements of a list are large enough.
     *
     * @param least the least stride: that of the layout where a view shows an element, and less where it only counts
     *     them
     */
    static void checkStride(long list, int stride, long least, StructLayout layout) {
        if (stride < least) {
            throw new CorruptFault(
                    list + VarDescriptor.STRIDE_OFFSET,
                    "stride=" + layout.byteSize() + " or more",
                    "stride=" + stride + older(stride, layout, false));
        }
    }

    private static String older(int size, StructLayout layout, boolean isRecord) {
        boolean isOlder =
                size < layout.byteSize() && Arrays.binarySearch(VarLayouts.boundaries(layout, isRecord), size) >= 0;
        return isOlder
                ? " of an older layout; read it with a VarCodec, which has defaults for what is absent, or with a view"
                        + " over that layout"
                : "";
    }

    static void checkNoStride(long list, int stride) {
        if (stride != 0) {
            throw new CorruptFault(
                    list + VarDescriptor.STRIDE_OFFSET, "stride=0, of a list of records", "stride=" + stride);
        }
    }

    static void checkListHeader(long list, int length) {
        if (length < VarDescriptor.LIST_HEADER_SIZE) {
            throw new CorruptFault(
                    list, "a list of at least " + VarDescriptor.LIST_HEADER_SIZE + " bytes", "length=" + length);
        }
    }

    static void checkCount(long list, int count, int stride, int length) {
        if (count < 0 || VarDescriptor.LIST_HEADER_SIZE + (long) count * stride != length) {
            throw new CorruptFault(
                    list + VarDescriptor.COUNT_OFFSET,
                    "a count of elements of " + stride + " bytes that with the list's header are length=" + length,
                    "count=" + count);
        }
    }

    /** {@return the size of the header of a list of variable-length records, with the ends} */
    static int checkEnds(long list, int count, int length) {
        long headerSize = VarDescriptor.endOffset(count);
        if (count < 0 || headerSize > length) {
            throw new CorruptFault(
                    list + VarDescriptor.COUNT_OFFSET,
                    "a count whose ends lie within length=" + length,
                    "count=" + count);
        }
        return (int) headerSize;
    }

    /**
     * Throws unless the end of a variable-length record in a list is possible.
     *
     * @param position where the end is stored
     * @param end the end, from the start of the list
     * @param least the least end that is possible
     * @param length the length of the list
     */
    static void checkEnd(long position, long end, long least, long length) {
        if (end < least || end > length) {
            throw new CorruptFault(position, "an end from " + least + " to " + length, "end=" + end);
        }
    }

    /** {@return the number of elements of an array} */
    static int checkArray(long reference, int length, int elementSize) {
        if (length % elementSize != 0) {
            throw new CorruptFault(reference, "a length that is a multiple of " + elementSize, "length=" + length);
        }
        return length / elementSize;
    }

    /** {@return the fault for a text that is not UTF-8, or too long to be read} */
    static CorruptFault notUtf8(long position, byte[] bytes, int from, int length) {
        if (!Utf8.isReadable(bytes, from, length)) {
            return tooLong(position, length);
        }
        return new CorruptFault(position, "text in UTF-8", Utf8.malformed(bytes, from, length) + " of the text");
    }

    /** {@return the fault for a text that is too long to be read} */
    static CorruptFault tooLong(long position, int length) {
        return new CorruptFault(position, "text of at most " + Utf8.MAX_BYTES + " bytes, or ASCII", length + " bytes");
    }
}
