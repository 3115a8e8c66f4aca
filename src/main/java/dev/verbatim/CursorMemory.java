package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.verbatim.internal.io.MappedClass;
import dev.verbatim.internal.runtime.Fence;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a {@link SegmentCursor}: a segment that may grow, and little-endian words at offsets of it. The cursor
 * extends it, and has no reference to it, because each step to a field costs C2 nodes (see {@link CursorValues}).
 *
 * <p>Nothing is checked here that the segment checks itself: a check of the cursor's own before each access made 18
 * puts half as slow again. So the limit of a cursor is the end of a segment, and to move it is to slice.
 *
 * <p>An access tests for the class of the segment, so that C2 compiles it for this class alone; {@code
 * docs/generated-code.md} says why. An array of bytes is accessed itself, because that parses into fewer nodes.
 */
@SuppressWarnings("DuplicateBranches") // C2 compiles each for its class
abstract sealed class CursorMemory permits CursorValues {

    static final Class<?> NATIVE = MemorySegment.NULL.getClass();
    static final @Nullable Class<?> MAPPED = MappedClass.CLASS;

    private static final Class<?> HEAP_BYTES =
            MemorySegment.ofArray(new byte[0]).getClass();
    private static final Class<?> HEAP_LONGS =
            MemorySegment.ofArray(new long[0]).getClass();

    static final VarHandle BYTE_IN_SEGMENT = JAVA_BYTE.varHandle().withInvokeExactBehavior();
    static final VarHandle SHORT_IN_SEGMENT = exact(JAVA_SHORT_UNALIGNED);
    static final VarHandle INT_IN_SEGMENT = exact(JAVA_INT_UNALIGNED);
    static final VarHandle LONG_IN_SEGMENT = exact(JAVA_LONG_UNALIGNED);

    static final VarHandle SHORT_IN_ARRAY = inArray(short[].class);
    static final VarHandle INT_IN_ARRAY = inArray(int[].class);
    static final VarHandle LONG_IN_ARRAY = inArray(long[].class);

    /** What a segment grows to at least. */
    private static final long MIN_GROWN_BYTES = 64;

    /** A segment that grows is aligned for every primitive. */
    private static final long ALIGNMENT = Long.BYTES;

    /** Where the memory grows; {@code null} if its size is fixed. */
    private final @Nullable Arena arena;

    private final long maxBytes;

    /** The segment without a limit. */
    MemorySegment whole;

    /** The segment up to the limit. */
    MemorySegment usable;

    /** The size of {@link #usable}. */
    long limit;

    /** The array under the segment if that can be written and the array is one of bytes. */
    byte @Nullable [] heapArray;

    /** Where the segment starts in the array. */
    private int arrayStart;

    /** Whether the limit was set below the end of a segment that could grow. */
    private boolean isLimited;

    /**
     * Takes a segment.
     *
     * @param arena where the memory grows; null if its size is fixed
     * @param maxBytes what it grows to at most
     * @param whole the segment
     */
    CursorMemory(@Nullable Arena arena, long maxBytes, MemorySegment whole) {
        this.arena = arena;
        this.maxBytes = maxBytes;
        this.whole = whole;
        this.usable = whole;
        use(whole);
    }

    /** {@return a new segment of a size that may grow up to another} */
    static MemorySegment allocate(Arena arena, long initialBytes, long maxBytes) {
        Objects.requireNonNull(arena, "arena");
        if (initialBytes < 0 || initialBytes > maxBytes) {
            throw new IllegalArgumentException(
                    "expected 0 <= initialBytes <= maxBytes=" + maxBytes + ", found initialBytes=" + initialBytes);
        }
        return arena.allocate(initialBytes, ALIGNMENT);
    }

    private static VarHandle exact(ValueLayout layout) {
        return layout.withOrder(LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();
    }

    private static VarHandle inArray(Class<?> words) {
        return MethodHandles.byteArrayViewVarHandle(words, LITTLE_ENDIAN).withInvokeExactBehavior();
    }

    private void use(MemorySegment newSegment) {
        usable = newSegment;
        limit = newSegment.byteSize();
        heapArray = arrayOf(newSegment);
        arrayStart = heapArray == null ? 0 : (int) newSegment.address();
    }

    /** {@return the array under a segment; {@code null} if it is none of bytes, or hidden because it is read-only} */
    private static byte @Nullable [] arrayOf(MemorySegment segment) {
        // Of a class that it knows, and of one outcome, C2 inlines heapBase and allocates no Optional.
        return segment.getClass() == HEAP_BYTES
                        && !segment.isReadOnly()
                        && segment.heapBase().orElse(null) instanceof byte[] bytes
                ? bytes
                : null;
    }

    /** Sets the limit, which is within the segment. */
    final void moveLimit(long newLimit) {
        if (newLimit < 0 || newLimit > whole.byteSize()) {
            throw new IndexOutOfBoundsException(
                    "expected a limit from 0 to byteSize=" + whole.byteSize() + ", found limit=" + newLimit);
        }
        use(newLimit == whole.byteSize() ? whole : whole.asSlice(0, newLimit));
        isLimited = true;
    }

    /** Takes the limit away. */
    final void removeLimit() {
        use(whole);
        isLimited = false;
    }

    /** Uses another segment. */
    final void replace(MemorySegment newSegment) {
        Objects.requireNonNull(newSegment, "segment");
        if (arena != null) {
            throw new IllegalStateException("a growing cursor wraps no segment; make a cursor with of(segment)");
        }
        whole = newSegment;
        removeLimit();
    }

    final void storeByte(long at, byte value) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            bytes[inArray(at, Byte.BYTES)] = value;
            return;
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            BYTE_IN_SEGMENT.set(memory, at, value);
        } else if (kind == MAPPED) {
            BYTE_IN_SEGMENT.set(memory, at, value);
        } else if (kind == HEAP_LONGS) {
            BYTE_IN_SEGMENT.set(memory, at, value);
        } else {
            BYTE_IN_SEGMENT.set(memory, at, value);
        }
    }

    final void storeShort(long at, short value) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            SHORT_IN_ARRAY.set(bytes, inArray(at, Short.BYTES), value);
            return;
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            SHORT_IN_SEGMENT.set(memory, at, value);
        } else if (kind == MAPPED) {
            SHORT_IN_SEGMENT.set(memory, at, value);
        } else if (kind == HEAP_LONGS) {
            SHORT_IN_SEGMENT.set(memory, at, value);
        } else {
            SHORT_IN_SEGMENT.set(memory, at, value);
        }
    }

    final void storeInt(long at, int value) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            INT_IN_ARRAY.set(bytes, inArray(at, Integer.BYTES), value);
            return;
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            INT_IN_SEGMENT.set(memory, at, value);
        } else if (kind == MAPPED) {
            INT_IN_SEGMENT.set(memory, at, value);
        } else if (kind == HEAP_LONGS) {
            INT_IN_SEGMENT.set(memory, at, value);
        } else {
            INT_IN_SEGMENT.set(memory, at, value);
        }
    }

    final void storeLong(long at, long value) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            LONG_IN_ARRAY.set(bytes, inArray(at, Long.BYTES), value);
            return;
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            LONG_IN_SEGMENT.set(memory, at, value);
        } else if (kind == MAPPED) {
            LONG_IN_SEGMENT.set(memory, at, value);
        } else if (kind == HEAP_LONGS) {
            LONG_IN_SEGMENT.set(memory, at, value);
        } else {
            LONG_IN_SEGMENT.set(memory, at, value);
        }
    }

    final byte loadByte(long at) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            return bytes[inArray(at, Byte.BYTES)];
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            return (byte) BYTE_IN_SEGMENT.get(memory, at);
        } else if (kind == MAPPED) {
            return (byte) BYTE_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_LONGS) {
            return (byte) BYTE_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_BYTES) { // read-only
            return (byte) BYTE_IN_SEGMENT.get(memory, at);
        }
        return (byte) BYTE_IN_SEGMENT.get(memory, at);
    }

    final short loadShort(long at) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            return (short) SHORT_IN_ARRAY.get(bytes, inArray(at, Short.BYTES));
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            return (short) SHORT_IN_SEGMENT.get(memory, at);
        } else if (kind == MAPPED) {
            return (short) SHORT_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_LONGS) {
            return (short) SHORT_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_BYTES) {
            return (short) SHORT_IN_SEGMENT.get(memory, at);
        }
        return (short) SHORT_IN_SEGMENT.get(memory, at);
    }

    final int loadInt(long at) {
        byte[] bytes = heapArray;
        if (bytes != null) {
            return (int) INT_IN_ARRAY.get(bytes, inArray(at, Integer.BYTES));
        }
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            return (int) INT_IN_SEGMENT.get(memory, at);
        } else if (kind == MAPPED) {
            return (int) INT_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_LONGS) {
            return (int) INT_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_BYTES) {
            return (int) INT_IN_SEGMENT.get(memory, at);
        }
        return (int) INT_IN_SEGMENT.get(memory, at);
    }

    /** {@return a long of memory that {@link CursorValues} has not told apart} */
    final long loadLong(long at) {
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == HEAP_LONGS) {
            return (long) LONG_IN_SEGMENT.get(memory, at);
        } else if (kind == HEAP_BYTES) { // read-only
            return (long) LONG_IN_SEGMENT.get(memory, at);
        }
        return (long) LONG_IN_SEGMENT.get(memory, at);
    }

    /** {@return where a value is in the array, which may be larger than the segment} */
    final int inArray(long at, int byteSize) {
        if (at > limit - byteSize) {
            throw new IndexOutOfBoundsException();
        }
        return arrayStart + (int) at;
    }

    /** Copies elements of an array of primitives other than booleans to the segment, where there is room for them. */
    final void copyFrom(Object source, int from, int count, ValueLayout element, long at) {
        Fence.beforeAccess();
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            MemorySegment.copy(source, from, memory, element, at, count);
        } else if (kind == MAPPED) {
            MemorySegment.copy(source, from, memory, element, at, count);
        } else if (kind == HEAP_BYTES) {
            MemorySegment.copy(source, from, memory, element, at, count);
        } else {
            MemorySegment.copy(source, from, memory, element, at, count);
        }
    }

    /** Copies elements of an array of primitives other than booleans from the segment. */
    final void copyTo(Object target, int from, int count, ValueLayout element, long at) {
        Fence.beforeAccess();
        MemorySegment memory = usable;
        Class<?> kind = memory.getClass();
        if (kind == NATIVE) {
            MemorySegment.copy(memory, element, at, target, from, count);
        } else if (kind == MAPPED) {
            MemorySegment.copy(memory, element, at, target, from, count);
        } else if (kind == HEAP_BYTES) {
            MemorySegment.copy(memory, element, at, target, from, count);
        } else {
            MemorySegment.copy(memory, element, at, target, from, count);
        }
    }

    /**
     * Makes room for a put after a fault of the segment, or throws what explains the fault.
     *
     * @param fault what the segment has thrown
     * @param what the value, as messages name it
     * @param at the cursor's position
     * @param byteSize the size of the value in bytes
     */
    final void recover(RuntimeException fault, String what, long at, long byteSize) {
        if (usable.isReadOnly() || byteSize > limit - at) {
            requireRoom(what, at, byteSize);
        } else {
            throw fault; // not for want of room
        }
    }

    /** Makes room for a put, or throws what says why there is none. */
    final void requireRoom(String what, long at, long byteSize) {
        if (heapArray == null && usable.isReadOnly()) {
            throw new IllegalArgumentException(
                    "cannot put " + what + " at position=" + at + ": expected a segment to write to, found read-only");
        }
        requireSpace("put", what, at, byteSize);
    }

    /** Grows if there are not so many bytes up to the limit, or throws what says why it cannot. */
    final void requireSpace(String verb, String what, long at, long byteSize) {
        if (byteSize > limit - at) {
            if (arena == null || isLimited || byteSize > maxBytes - at) {
                throw end(verb + " " + what, at, byteSize, remedy());
            }
            grow(at + byteSize);
        }
    }

    /** Throws unless there are so many bytes to get. */
    final void requireBytes(String what, long at, long byteSize) {
        if (byteSize > limit - at) {
            throw endOfGet(what, at, byteSize);
        }
    }

    /** {@return what says that the limit is too near for a get} */
    final IndexOutOfBoundsException endOfGet(String what, long at, long byteSize) {
        return end("get " + what, at, byteSize, "");
    }

    private IndexOutOfBoundsException end(String action, long at, long byteSize, String remedy) {
        return new IndexOutOfBoundsException("cannot " + action + " at position=" + at + ": expected " + byteSize
                + " bytes up to limit=" + limit + ", found " + (limit - at) + remedy);
    }

    private String remedy() {
        if (arena == null) {
            return "";
        }
        return isLimited ? "; clear() takes the limit away" : "; the cursor grows up to maxBytes=" + maxBytes;
    }

    private void grow(long needed) {
        long size = whole.byteSize();
        long doubled = size > maxBytes / 2 ? maxBytes : 2 * size;
        long newSize = Math.min(maxBytes, Math.max(Math.max(doubled, MIN_GROWN_BYTES), needed));
        MemorySegment grown = Objects.requireNonNull(arena).allocate(newSize, ALIGNMENT);
        Fence.beforeAccess();
        MemorySegment.copy(whole, 0, grown, 0, size);
        whole = grown;
        use(grown);
    }

    /** Moves bytes to the start of the segment; they may lie there in part. */
    final void moveToStart(long at, long byteSize) {
        if (at > 0 && byteSize > 0) {
            requireRoom("the bytes that are left", 0, byteSize);
            Fence.beforeAccess();
            MemorySegment.copy(usable, at, usable, 0, byteSize);
        }
    }

    /** Writes zeros where there is room for them. */
    final void fillWithZeros(long at, long byteSize) {
        long end = at + byteSize;
        long next = at;
        for (; next <= end - Long.BYTES; next += Long.BYTES) {
            storeLong(next, 0);
        }
        for (; next < end; next++) {
            storeByte(next, (byte) 0);
        }
    }
}
