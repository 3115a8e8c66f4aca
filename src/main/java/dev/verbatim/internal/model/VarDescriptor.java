package dev.verbatim.internal.model;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The bytes of a variable-length record around those of its members. All ints are little-endian, all offsets and
 * sizes in bytes.
 *
 * <pre>
 *   variable-length record, at any offset of a segment
 *   0               4               8                   fixedSize             8·k              totalSize
 *   +---------------+---------------+-------------------+---------+-----------+-- ··· ---------+
 *   | fixedSize int | totalSize int | members           | zeros   | part      | zeros, parts   |
 *   +---------------+---------------+-------------------+---------+-----------+-- ··· ---------+
 *    the header                      the fixed part      the tail: each part at a multiple of 8
 *
 *   reference, a member of a fixed part that refers to a part of the tail
 *   0               4               8
 *   +---------------+---------------+
 *   | offset int    | length int    |   offset: of the part, from the start of the struct that the reference is in,
 *   +---------------+---------------+           the innermost; null: offset 0 and length -1
 *
 *   list of structs, a part of the tail
 *   0               4               8                   8 + stride
 *   +---------------+---------------+-------------------+-- ··· ------------+
 *   | count int     | stride int    | element 0         | element 1 …       |
 *   +---------------+---------------+-------------------+-- ··· ------------+
 *
 *   list of variable-length records, a part of the tail
 *   0               4               8               12                    8 + 4·count     8·k
 *   +---------------+---------------+---------------+-- ··· --------------+-------+-------+-- ··· -----+
 *   | count int     | 0 int         | end int       | end int …           | zeros | whole record …     |
 *   +---------------+---------------+---------------+-- ··· --------------+-------+-------+-- ··· -----+
 *    end: of an element, from the start of the list
 * </pre>
 *
 * <p>{@code docs/record-format.md} says what the bytes mean, and which of them a reader takes.
 */
public final class VarDescriptor {

    /** An int of the format, as it stands in layouts. */
    public static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Two ints of the format that follow one another, at any address: a {@linkplain #pair pair}. */
    public static final ValueLayout.OfLong PAIR_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * Where the size of the fixed part is in a variable-length record: the size of the writer's layout, header
     * included.
     */
    public static final int FIXED_SIZE_OFFSET = 0;

    /** Where the size of the whole is in a variable-length record: where the last part of its tail ends. */
    public static final int TOTAL_SIZE_OFFSET = FIXED_SIZE_OFFSET + Integer.BYTES;

    /** The size of the header of a variable-length record. */
    public static final int HEADER_SIZE = TOTAL_SIZE_OFFSET + Integer.BYTES;

    /** Where the offset of the part is in a reference. */
    public static final int REFERENCE_OFFSET_OFFSET = 0;

    /** Where the length of the part is in a reference; -1 for null. */
    public static final int REFERENCE_LENGTH_OFFSET = REFERENCE_OFFSET_OFFSET + Integer.BYTES;

    /** The size of a reference. */
    public static final int REFERENCE_SIZE = REFERENCE_LENGTH_OFFSET + Integer.BYTES;

    /** The reference that means null, as a pair. */
    public static final long NULL = pair(0, -1);

    /** Where the number of elements is in a list. */
    public static final int COUNT_OFFSET = 0;

    /** Where the size of an element is in a list of structs; 0 in a list of variable-length records. */
    public static final int STRIDE_OFFSET = COUNT_OFFSET + Integer.BYTES;

    /** The size of the header of a list. The elements follow, or the ends of the variable-length records. */
    public static final int LIST_HEADER_SIZE = STRIDE_OFFSET + Integer.BYTES;

    /** The size of an end in a list of variable-length records. */
    public static final int END_SIZE = Integer.BYTES;

    /** The alignment of a part: it starts at a multiple of this from the start of the variable-length record. */
    public static final int TAIL_ALIGNMENT = 8;

    /** The most bytes of a variable-length record: those of the longest Java array, less some room after them. */
    public static final int MAX_BYTE_SIZE = Integer.MAX_VALUE - 31;

    private VarDescriptor() {}

    /**
     * {@return where the end of an element is in a list of variable-length records; for the number of elements as the
     * index, where the ends end}
     */
    public static long endOffset(long index) {
        return LIST_HEADER_SIZE + index * END_SIZE;
    }

    /** {@return where the next part starts, or the next element of a list of variable-length records} */
    public static int aligned(int end) {
        return (end + TAIL_ALIGNMENT - 1) & -TAIL_ALIGNMENT;
    }

    /** {@return where the next part starts, or the next element of a list of variable-length records} */
    public static long aligned(long end) {
        return (end + TAIL_ALIGNMENT - 1) & -TAIL_ALIGNMENT;
    }

    /**
     * {@return two ints that follow one another, as the word that {@link #PAIR_LE} reads: the first is its low half}
     */
    public static long pair(int first, int second) {
        return (long) second << Integer.SIZE | Integer.toUnsignedLong(first);
    }

    /** {@return the first int of a pair: the fixed size, the offset, or the count} */
    public static int first(long pair) {
        return (int) pair;
    }

    /** {@return the second int of a pair: the total size, the length, or the stride} */
    public static int second(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }
}
