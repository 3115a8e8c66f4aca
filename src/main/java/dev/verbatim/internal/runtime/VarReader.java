package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The buffer from which a variable-length record is read, after it has been copied from a segment. The parts of its
 * tail are read in their order. Each has to start where the one before it ended, so that no byte is read twice. Bytes
 * in another form than this canonical one are a fault.
 *
 * <p>Where a fixed part of an older layout lacks members, it is copied to the end of the array and completed there. So
 * a struct has two places: where it starts, from which its references count, and where its fixed part is read. Usually
 * the two are the same.
 */
public final class VarReader extends VarBuffer {

    private static final ThreadBuffers<VarReader> READERS = new ThreadBuffers<>(VarReader::new);

    /**
     * The most memory for the objects of fixed parts and elements of older layouts, in multiples of the size of the
     * whole. Members that these lack take memory for which nobody sent bytes. Without a limit a few bytes could ask for
     * any amount of memory.
     */
    private static final int MAX_GROWTH = 64;

    /** An amount of memory that is never too much, however few the bytes are. */
    private static final int MIN_GROWTH_BYTES = 64 * 1024;

    /**
     * How many bytes of a segment to copy at first: about the largest size of what was read lately, so that one copy
     * is enough where sizes differ.
     */
    private int likelySize = INITIAL_BYTES / 2;

    /** The size in bytes of the outermost variable-length record, or of the struct. */
    private int size;

    /** Where the next fixed part is completed: behind all that there is. */
    private int top;

    /** About how many bytes of the heap the objects take whose fixed parts have been completed. */
    private long completed;

    /** Where the part starts that was followed last; of a list of structs, where its first element starts. */
    private int start;

    /** The stride of the list of structs that was followed last. */
    private int stride;

    /** Where the list of variable-length records ends that was followed last. */
    private int lastListEnd;

    private VarReader() {}

    /** {@return the thread's reader, to be given back} */
    static VarReader taken() {
        return READERS.get().orAnother();
    }

    /** {@return the thread's reader, which is not taken yet} */
    static VarReader ofThread() {
        return READERS.get();
    }

    /** {@return this reader, or a new one if this is in use; to be given back} */
    VarReader orAnother() {
        return take() ? this : new VarReader();
    }

    /** Copies a variable-length record from a segment. */
    void load(MemorySegment source, long offset) {
        long remaining = source.byteSize() - offset;
        int first = (int) Math.max(Math.min(likelySize, remaining), VarDescriptor.HEADER_SIZE);
        reserve(first);
        size = first;
        Fence.beforeAccess();
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, first);
        int total = checkTotalSize(remaining);
        if (total > first) {
            reserve(total);
            Fence.beforeAccess();
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset + first, bytes, first, total - first);
        }
        // Grows at once, and shrinks by a sixteenth of the difference.
        likelySize = Math.min(Math.max(total, likelySize - (likelySize - total) / 16), MAX_KEPT / 2);
        size = total;
        rewind();
    }

    /** Copies a struct from a segment, to be read as a fixed part is. */
    void loadStruct(MemorySegment source, long offset, int byteSize) {
        Objects.checkFromIndexSize(offset, byteSize, source.byteSize());
        reserve(byteSize);
        Fence.beforeAccess();
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, byteSize);
        size = byteSize;
        rewind();
    }

    /** {@return the total size of a variable-length record} This copies nothing but the header from the segment. */
    int loadHeader(MemorySegment source, long offset, VarShape shape) {
        Fence.beforeAccess();
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, VarDescriptor.HEADER_SIZE);
        int total = checkTotalSize(source.byteSize() - offset);
        checkFixedSize(0, shape);
        return total;
    }

    private int checkTotalSize(long remaining) {
        int total = (int) INT.get(bytes, VarDescriptor.TOTAL_SIZE_OFFSET);
        TailRules.checkTotalSize(0, total, remaining);
        return total;
    }

    private int checkFixedSize(int base, VarShape shape) {
        int fixedSize = fixedSize(base);
        int totalSize = totalSize(base);
        if (fixedSize > totalSize || !shape.isPossible(fixedSize)) {
            throw new CorruptFault(
                    base + VarDescriptor.FIXED_SIZE_OFFSET,
                    "fixedSize=" + shape.possibleSizes() + ", within totalSize=" + totalSize,
                    "fixedSize=" + fixedSize);
        }
        return fixedSize;
    }

    private int fixedSize(int base) {
        return (int) INT.get(bytes, base + VarDescriptor.FIXED_SIZE_OFFSET);
    }

    private int totalSize(int base) {
        return (int) INT.get(bytes, base + VarDescriptor.TOTAL_SIZE_OFFSET);
    }

    /** Begins to read anew what has been loaded. */
    void rewind() {
        end = 0;
        top = VarDescriptor.aligned(size);
        completed = 0;
    }

    /**
     * Begins to read a variable-length record.
     *
     * @param base where it starts
     * @param shape its fixed part
     * @return where its fixed part is read
     */
    public int open(int base, VarShape shape) {
        int fixedSize = checkFixedSize(base, shape);
        end = base + fixedSize;
        if (fixedSize >= shape.byteSize()) {
            return base;
        }
        int at = complete(base, fixedSize, shape);
        top = at + shape.byteSize();
        return at;
    }

    /** {@return where an older fixed part is read: this makes a copy, and adds the members that it lacks} */
    private int complete(int from, int byteSize, VarShape shape) {
        completed += shape.heapSize();
        int at = VarDescriptor.aligned(top);
        if (completed > Math.max((long) size * MAX_GROWTH, MIN_GROWTH_BYTES)
                || (long) at + shape.byteSize() > VarDescriptor.MAX_BYTE_SIZE) {
            throw new CorruptFault(
                    from,
                    "older records whose objects take at most " + MAX_GROWTH + " times the memory of their " + size
                            + " bytes; read them with a layout that adds less",
                    "more");
        }
        reserve((long) at + shape.byteSize());
        System.arraycopy(bytes, from, bytes, at, byteSize);
        System.arraycopy(shape.defaults(), byteSize, bytes, at + byteSize, shape.byteSize() - byteSize);
        return at;
    }

    /**
     * Ends a variable-length record.
     *
     * @param base where it starts
     * @param at where its fixed part was read
     * @param shape its fixed part
     */
    public void close(int base, int at, VarShape shape) {
        if (at != base) {
            top = at;
        }
        int limit = base + totalSize(base);
        // A newer layout may have more in the tail.
        if (end != limit && fixedSize(base) <= shape.byteSize()) {
            throw new CorruptFault(
                    base + VarDescriptor.TOTAL_SIZE_OFFSET,
                    "totalSize=" + (end - base) + ", where the tail ends",
                    "totalSize=" + (limit - base));
        }
        end = limit;
    }

    /**
     * Follows a reference, which has to be to the next part of the tail.
     *
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the reference
     * @param at where that struct's fixed part is read
     * @param reference where the reference is, from the start of the struct
     * @return the length of the part in bytes; -1 for null
     */
    private int follow(int base, int struct, int at, int reference) {
        long pair = (long) LONG.get(bytes, at + reference);
        if (pair == VarDescriptor.NULL) {
            return -1;
        }
        int next = VarDescriptor.aligned(end);
        int room = base + totalSize(base) - next;
        int offset = VarDescriptor.first(pair);
        int length = VarDescriptor.second(pair);
        if (offset != next - struct || length < 0 || length > room) {
            String somewhere =
                    room < 0 ? "" : "offset=" + (next - struct) + " and a length from 0 to " + room + ", or ";
            throw new CorruptFault(
                    struct + reference,
                    somewhere + "offset=0 and length=-1 for null",
                    "offset=" + offset + ", length=" + length);
        }
        checkGap(next);
        end = next + length;
        start = next;
        return length;
    }

    /** Throws unless the bytes from the end of the tail to the next part are zero. */
    private void checkGap(int next) {
        int used = end & (VarDescriptor.TAIL_ALIGNMENT - 1);
        if (used != 0 && (long) LONG.get(bytes, next - VarDescriptor.TAIL_ALIGNMENT) >>> (used * Byte.SIZE) != 0) {
            throw new CorruptFault(end, "zeros up to the next part of the tail", "other bytes");
        }
    }

    /**
     * {@return a text; {@code null} for null}
     *
     * @param ifAbsent the default, where an older layout lacks the member; {@code null} for null
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the reference
     * @param at where that struct's fixed part is read
     * @param reference where the reference is, from the start of the struct
     */
    public @Nullable String text(@Nullable String ifAbsent, int base, int struct, int at, int reference) {
        int length = follow(base, struct, at, reference);
        if (length < 0) {
            return ifAbsent != null && isAbsent(base, struct, reference) ? ifAbsent : null;
        }
        try {
            return Utf8.decode(bytes, start, length);
        } catch (ValueFault e) {
            throw TailRules.notUtf8(start, bytes, start, length);
        }
    }

    /**
     * {@return a text in a builder; {@code null} for null}
     *
     * @param builder the builder to fill; a new one takes its place if it is null, or cannot take so long a text
     * @param ifAbsent the default, where an older layout lacks the member; {@code null} for null
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the reference
     * @param at where that struct's fixed part is read
     * @param reference where the reference is, from the start of the struct
     */
    public @Nullable StringBuilder builder(
            @Nullable StringBuilder builder, @Nullable String ifAbsent, int base, int struct, int at, int reference) {
        int length = follow(base, struct, at, reference);
        if (length < 0) {
            return ifAbsent != null && isAbsent(base, struct, reference) ? refilled(builder, ifAbsent) : null;
        }
        StringBuilder target = Utf8.emptied(builder, length);
        try {
            Utf8.append(target, bytes, start, length);
        } catch (ValueFault e) {
            throw TailRules.notUtf8(start, bytes, start, length);
        }
        return target;
    }

    private static StringBuilder refilled(@Nullable StringBuilder builder, String text) {
        if (builder == null) {
            return new StringBuilder(text);
        }
        builder.setLength(0);
        return builder.append(text);
    }

    /** Whether the reference at a position is that of null. */
    boolean isNull(int reference) {
        return (long) LONG.get(bytes, reference) == VarDescriptor.NULL;
    }

    /**
     * {@return whether the fixed part is of an older layout, and ends before a member}
     *
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the member
     * @param reference where the member is, from the start of the struct
     */
    public boolean isAbsent(int base, int struct, int reference) {
        return struct + reference >= fixedEnd(base);
    }

    /** {@return where the fixed part of a record ends} */
    int fixedEnd(int base) {
        return base + fixedSize(base);
    }

    /**
     * {@return the number of elements of an array of primitives, which are copied next; -1 for null}
     *
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the reference
     * @param at where that struct's fixed part is read
     * @param reference where the reference is, from the start of the struct
     * @param elementSize the size of an element in bytes
     */
    public int array(int base, int struct, int at, int reference, int elementSize) {
        int length = follow(base, struct, at, reference);
        return length < 0 ? -1 : TailRules.checkArray(struct + reference, length, elementSize);
    }

    /**
     * Copies the elements of the array that was followed last, which are not booleans.
     *
     * @param array the array to fill
     * @param count the length of the array
     * @param element the layout of an element, of alignment 1
     */
    public void copyTo(Object array, int count, ValueLayout element) {
        MemorySegment.copy(segment(), element, start, array, 0, count);
    }

    /**
     * {@return the number of elements of a list of structs; -1 for null}
     *
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the reference
     * @param at where that struct's fixed part is read
     * @param reference where the reference is, from the start of the struct
     * @param shape one of the elements
     */
    public int list(int base, int struct, int at, int reference, VarShape shape) {
        int length = follow(base, struct, at, reference);
        if (length < 0) {
            return -1;
        }
        TailRules.checkListHeader(start, length);
        int count = (int) INT.get(bytes, start + VarDescriptor.COUNT_OFFSET);
        stride = (int) INT.get(bytes, start + VarDescriptor.STRIDE_OFFSET);
        if (!shape.isPossible(stride)) {
            throw new CorruptFault(
                    start + VarDescriptor.STRIDE_OFFSET, "stride=" + shape.possibleSizes(), "stride=" + stride);
        }
        TailRules.checkCount(start, count, stride, length);
        start += VarDescriptor.LIST_HEADER_SIZE;
        return count;
    }

    /**
     * {@return where the part starts that was followed last; of a list of structs, where its first element starts}
     */
    public int start() {
        return start;
    }

    /** {@return the stride of the list of structs that was followed last} */
    public int stride() {
        return stride;
    }

    /**
     * {@return where an element of a list of structs is read}
     *
     * @param first where the first element starts
     * @param elementStride the list's stride
     * @param index the index
     * @param shape one of the elements
     */
    public long element(int first, int elementStride, int index, VarShape shape) {
        int position = first + index * elementStride;
        return elementStride >= shape.byteSize() ? position : complete(position, elementStride, shape);
    }

    /**
     * {@return the number of elements of a list of variable-length records; -1 for null}
     *
     * @param base where the variable-length record starts
     * @param struct where the struct starts that holds the reference
     * @param at where that struct's fixed part is read
     * @param reference where the reference is, from the start of the struct
     */
    public int varRecordList(int base, int struct, int at, int reference) {
        int length = follow(base, struct, at, reference);
        if (length < 0) {
            lastListEnd = end; // of an absent list with a default, which is read as an empty one
            return -1;
        }
        TailRules.checkListHeader(start, length);
        int count = (int) INT.get(bytes, start + VarDescriptor.COUNT_OFFSET);
        TailRules.checkNoStride(start, (int) INT.get(bytes, start + VarDescriptor.STRIDE_OFFSET));
        int headerSize = TailRules.checkEnds(start, count, length);
        lastListEnd = end;
        end = start + headerSize;
        return count;
    }

    /**
     * {@return where an element of a list of variable-length records starts} The elements have to be asked for in their
     * order.
     *
     * @param list where the list starts
     * @param listEnd where it ends
     * @param index the index
     */
    public int varRecordAt(int list, int listEnd, int index) {
        int endPosition = list + (int) VarDescriptor.endOffset(index);
        int base = VarDescriptor.aligned(end);
        int elementEnd = (int) INT.get(bytes, endPosition);
        TailRules.checkEnd(endPosition, elementEnd, (long) base - list + VarDescriptor.HEADER_SIZE, listEnd - list);
        checkGap(base);
        TailRules.checkTotalSizeInList(base, totalSize(base), (long) list + elementEnd - base);
        return base;
    }

    /** {@return where the list of variable-length records ends that was followed last} */
    public int listEnd() {
        return lastListEnd;
    }

    /**
     * Ends a list of variable-length records.
     *
     * @param listEnd where the list ends
     */
    public void endList(int listEnd) {
        if (end != listEnd) {
            throw new CorruptFault(end, "the end of the list", (listEnd - end) + " more bytes");
        }
    }
}
