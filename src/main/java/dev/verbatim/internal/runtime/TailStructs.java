package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/**
 * A list in the tail of a variable-length record: of structs, or of variable-length records again.
 *
 * @param referenceOffset where the reference is, from the start of the struct
 * @param structSize the size of the struct in bytes
 * @param element the layout of an element
 * @param isOfVarRecords whether the elements are variable-length records themselves
 * @param alignment the alignment in bytes that the view of an element needs, and that the struct is known to have
 */
public record TailStructs(
        long referenceOffset, long structSize, StructLayout element, boolean isOfVarRecords, long alignment)
        implements TailPart {

    @Override
    public int count(MemorySegment segment, long struct, long end, long reference) {
        int length = length(struct, end, reference);
        if (length < 0) {
            return -1;
        }
        long list = TailPart.start(struct, reference);
        return count(list, header(segment, list, length), length, 1);
    }

    /** Reads count and stride as one pair, so that the values that are checked are also the ones that are used. */
    private static long header(MemorySegment segment, long list, int length) {
        TailRules.checkListHeader(list, length);
        return (long) PAIR.get(segment, list + VarDescriptor.COUNT_OFFSET);
    }

    private int count(long list, long header, int length, long leastStride) {
        int count = VarDescriptor.first(header);
        int stride = VarDescriptor.second(header);
        if (isOfVarRecords) {
            TailRules.checkNoStride(list, stride);
            TailRules.checkEnds(list, count, length);
        } else {
            TailRules.checkStride(list, stride, leastStride, element);
            TailRules.checkCount(list, count, stride, length);
        }
        return count;
    }

    /** Points a view to an element of a list. */
    public void point(MemorySegment segment, long struct, long end, long reference, long index, GeneratedView view) {
        long place = place(segment, struct, end, reference, index);
        long list = TailPart.start(struct, reference);
        view.point(segment, list + start(place), list + end(place));
    }

    /** {@return where an element lies in its list, for {@link #start(long)} and {@link #end(long)}} */
    long place(MemorySegment segment, long struct, long end, long reference, long index) {
        int length = length(struct, end, reference);
        if (length < 0) {
            throw new ValueFault.NullReference();
        }
        long list = TailPart.start(struct, reference);
        long header = header(segment, list, length);
        int count = count(list, header, length, element.byteSize());
        TailPart.checkIndex(index, count);
        long place = isOfVarRecords
                ? varRecord(segment, list, length, count, index)
                : VarDescriptor.pair(
                        (int) (VarDescriptor.LIST_HEADER_SIZE + index * VarDescriptor.second(header)), length);
        checkAligned(struct, list + start(place));
        return place;
    }

    /** A variable-length record starts behind the one before it, which ends where the list says. */
    private long varRecord(MemorySegment segment, long list, int length, int count, long index) {
        long endPosition = list + VarDescriptor.endOffset(index);
        long previous = VarDescriptor.endOffset(count);
        if (index > 0) {
            long positionBefore = endPosition - VarDescriptor.END_SIZE;
            long endBefore = (int) INT.get(segment, positionBefore);
            TailRules.checkEnd(positionBefore, endBefore, previous, length);
            previous = endBefore;
        }
        long start = VarDescriptor.aligned(previous);
        int end = (int) INT.get(segment, endPosition);
        TailRules.checkEnd(endPosition, end, start + VarDescriptor.HEADER_SIZE, length);
        long header = (long) PAIR.get(segment, list + start + VarDescriptor.FIXED_SIZE_OFFSET);
        int totalSize = VarDescriptor.second(header);
        TailRules.checkTotalSizeInList(list + start, totalSize, end - start);
        TailRules.checkComplete(list + start, VarDescriptor.first(header), totalSize, element);
        return VarDescriptor.pair((int) start, end);
    }

    /** {@return where an element starts, from the start of its list} */
    static int start(long place) {
        return VarDescriptor.first(place);
    }

    /** {@return where a variable-length record ends, from the start of its list; for a struct, where the list ends} */
    static int end(long place) {
        return VarDescriptor.second(place);
    }

    private void checkAligned(long struct, long start) {
        if (((start - struct) & (alignment - 1)) != 0) {
            throw new CorruptFault(
                    start,
                    "an element at a multiple of " + alignment + " bytes from the struct, which atomic accessors need",
                    (start - struct) + " bytes");
        }
    }
}
