package dev.verbatim.internal.runtime;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * An array of primitives in the tail of a variable-length record, or of what a conversion makes; or a text, whose
 * elements are its bytes.
 *
 * @param referenceOffset where the reference is, from the start of the struct
 * @param structSize the size of the struct in bytes
 * @param element the layout of an element, of alignment 1: a value, or a sequence of them
 */
public record TailValues(long referenceOffset, long structSize, MemoryLayout element) implements TailPart {

    @Override
    public int count(MemorySegment segment, long struct, long end, long reference) {
        int length = length(struct, end, reference);
        return length < 0 ? -1 : TailRules.checkArray(struct + referenceOffset, length, (int) element.byteSize());
    }

    /** {@return where an element starts in the segment} */
    public long element(MemorySegment segment, long struct, long end, long reference, long index) {
        TailPart.checkIndex(index, count(segment, struct, end, reference));
        return TailPart.start(struct, reference) + index * element.byteSize();
    }

    /** {@return the elements in a new array; {@code null} for null} */
    public @Nullable Object array(MemorySegment segment, long struct, long end, long reference) {
        int count = count(segment, struct, end, reference);
        if (count < 0) {
            return null;
        }
        long start = TailPart.start(struct, reference);
        ValueLayout values = (ValueLayout) element; // of a sequence there is no array
        Object array = Array.newInstance(values.carrier(), count);
        Fence.beforeAccess();
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < count; i++) {
                booleans[i] = segment.get(ValueLayout.JAVA_BYTE, start + i) != 0;
            }
        } else {
            MemorySegment.copy(segment, values, start, array, 0, count);
        }
        return array;
    }

    /** {@return the text as a string; {@code null} for null} */
    public @Nullable String string(MemorySegment segment, long struct, long end, long reference, GeneratedView view) {
        int length = length(struct, end, reference);
        if (length < 0) {
            return null;
        }
        byte[] bytes = bytes(segment, struct, reference, length, view);
        try {
            return Utf8.decode(bytes, 0, length);
        } catch (ValueFault e) {
            throw TailRules.notUtf8(TailPart.start(struct, reference), bytes, 0, length);
        }
    }

    /** Appends the text to a builder; a text that is null or not UTF-8 is a fault and leaves the builder unchanged. */
    public void append(
            MemorySegment segment, long struct, long end, long reference, GeneratedView view, StringBuilder target) {
        int length = length(struct, end, reference);
        if (length < 0) {
            throw new ValueFault.NullReference();
        }
        byte[] bytes = bytes(segment, struct, reference, length, view);
        try {
            Utf8.append(target, bytes, 0, length);
        } catch (ValueFault e) {
            throw TailRules.notUtf8(TailPart.start(struct, reference), bytes, 0, length);
        }
    }

    /** {@return whether the text equals another one; null equals none} */
    public boolean isSame(
            MemorySegment segment, long struct, long end, long reference, GeneratedView view, CharSequence text) {
        int length = length(struct, end, reference);
        if (length < 0) {
            return false;
        }
        byte[] bytes = bytes(segment, struct, reference, length, view);
        byte[] taken = view.takeText(0);
        try {
            boolean isSame = Utf8.equals(text, bytes, 0, length);
            view.giveText(taken);
            return isSame;
        } catch (ValueFault e) {
            throw TailRules.notUtf8(TailPart.start(struct, reference), bytes, 0, length);
        }
    }

    private static byte[] bytes(MemorySegment segment, long struct, long reference, int length, GeneratedView view) {
        byte[] bytes = length > VarBuffer.MAX_KEPT ? new byte[length] : view.text(length);
        Fence.beforeAccess();
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, TailPart.start(struct, reference), bytes, 0, length);
        return bytes;
    }

    /** {@return the given object, now pointing to the text in its place; {@code null} for null} */
    public @Nullable TailText text(MemorySegment segment, long struct, long end, long reference, TailText text) {
        int length = length(struct, end, reference);
        if (length < 0) {
            return null;
        }
        text.point(segment, TailPart.start(struct, reference), length);
        return text;
    }
}
