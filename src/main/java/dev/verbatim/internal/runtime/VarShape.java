package dev.verbatim.internal.runtime;

import java.util.Arrays;

/**
 * What a codec knows of the fixed part of a record, or of an element of a list, beside its members.
 *
 * @param byteSize its size in bytes; that of a newer layout is larger
 * @param olderSizes the sizes that an older layout can have had, ascending, and the size itself
 * @param hasPadding whether there are bytes that belong to no member
 * @param defaults the bytes of all members as they are where an older layout lacks them
 * @param heapSize about how much memory its objects take, without what is in the tail, in bytes
 * @param isExact whether what has the size of a newer layout is refused
 */
@SuppressWarnings("ArrayRecordComponent") // C2 trusts the fields of records; nobody compares two, or changes the arrays
public record VarShape(int byteSize, int[] olderSizes, boolean hasPadding, byte[] defaults, long heapSize, boolean isExact) {

    /** {@return what is known of a fixed part or an element without a DTO: its size alone, which is no other} */
    static VarShape exactly(int byteSize) {
        return new VarShape(byteSize, new int[] {byteSize}, false, new byte[0], 0, true);
    }

    /** Whether the fixed part of a record, or an element, can be of this size. */
    boolean isPossible(int size) {
        return (size >= byteSize && !isExact) || Arrays.binarySearch(olderSizes, size) >= 0;
    }

    /** The sizes that are possible, as messages name them. */
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
