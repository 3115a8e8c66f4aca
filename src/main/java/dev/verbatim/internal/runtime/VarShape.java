package dev.verbatim.internal.runtime;

import java.util.Arrays;

/**
 * What a codec knows of the fixed part of a variable-length record, or of an element of a list, beside its members.
 *
 * @param byteSize its size in bytes; that of a newer layout is larger
 * @param olderSizes the sizes that an older layout can have had, ascending; the last one is {@code byteSize}
 * @param hasPadding whether there are bytes that belong to no member
 * @param defaults the bytes of a whole fixed part or element, in which every member has its default
 * @param heapSize about how many bytes of the heap its objects take, without what is in the tail
 * @param isExact whether bytes of a newer layout, which are more, are refused
 */
@SuppressWarnings("ArrayRecordComponent") // C2 trusts the fields of records; nobody compares two, or changes the arrays
public record VarShape(
        int byteSize, int[] olderSizes, boolean hasPadding, byte[] defaults, long heapSize, boolean isExact) {

    /** {@return the shape of a fixed part or an element without a DTO: it has this size, and no other} */
    static VarShape exactly(int byteSize) {
        return new VarShape(byteSize, new int[] {byteSize}, false, new byte[0], 0, true);
    }

    /** {@return whether a fixed part, or an element, can have a size} */
    boolean isPossible(int size) {
        return (size >= byteSize && !isExact) || Arrays.binarySearch(olderSizes, size) >= 0;
    }

    /** {@return the sizes that are possible, as messages name them} */
    String possibleSizes() {
        StringBuilder sizes = new StringBuilder(byteSize + (isExact ? "" : " or more"));
        for (int size : olderSizes) {
            if (size < byteSize) {
                sizes.append(", or ").append(size).append(" of an older layout");
            }
        }
        return sizes.toString();
    }
}
