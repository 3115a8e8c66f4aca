package dev.verbatim.internal.model;

import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view's interface matched to a layout, accessor by accessor. Made by {@code ViewBinder}, complete and without a
 * mismatch.
 *
 * @param type the interface
 * @param layout the layout of one struct
 * @param accessors its accessors, in the order of their members
 * @param alignment what the address of a struct has to be a multiple of, for its atomic accessors and those of nested
 *     views; 1 without
 * @param host the lookup in whose class's nest the generated class is defined
 * @param <V> the view
 */
public record ViewBinding<V>(
        Class<V> type, StructLayout layout, List<ViewAccessor> accessors, long alignment, Lookup host) {

    /** {@return whether the struct is the fixed part of a variable-length record} */
    public boolean isOfVarRecords() {
        return VarLayouts.isVarRecord(layout);
    }

    /**
     * {@return whether the struct is not complete by itself: it has the header of a record, or refers to the tail of
     * one}
     */
    public boolean hasTail() {
        return isOfVarRecords() || VarLayouts.hasReferences(layout);
    }

    /**
     * What an accessor does; those after {@code EQUALS_TEXT} only with what lies in the tail of a variable-length
     * record.
     */
    public enum Action {
        GET,
        SET,
        ATOMIC,
        APPEND_TEXT,
        EQUALS_TEXT,
        GET_SLICE,
        GET_CHARS,
        COUNT
    }

    /**
     * An accessor.
     *
     * @param method the method of the interface
     * @param action what it does
     * @param member the member's name in the layout
     * @param offset where the member starts, in bytes from the start of the struct
     * @param count of an indexed accessor the number of elements, where the layout says it; -1 of others
     * @param type the declared type of the value
     * @param target what the member, or the element, is
     * @param mode of an atomic accessor its access mode
     */
    public record ViewAccessor(
            InterfaceMethod method,
            Action action,
            String member,
            long offset,
            long count,
            Class<?> type,
            Target target,
            @Nullable AccessMode mode) {

        /** {@return whether the first parameter is an index} */
        public boolean isIndexed() {
            return count >= 0 || (target instanceof InTail inTail && inTail.isIndexed());
        }

        /** {@return whether it takes an object: a value to write, or text} */
        public boolean takesObject() {
            return action == Action.APPEND_TEXT
                    || action == Action.EQUALS_TEXT
                    || (action == Action.SET && !type.isPrimitive());
        }

        /** {@return whether it writes to the segment} */
        public boolean writes() {
            return action == Action.SET
                    || (mode != null && !mode.methodName().startsWith("get"))
                    || (mode != null && mode.methodName().startsWith("getAnd"));
        }
    }

    /** What an accessor gives access to. */
    public sealed interface Target {

        /** {@return its size in bytes, which is also the stride of a sequence of these} */
        long byteSize();
    }

    /**
     * A value, as a codec has it.
     *
     * @param value the value
     * @param byteSize its size in bytes
     */
    public record Plain(Value.Fixed value, long byteSize) implements Target {}

    /**
     * A nested view.
     *
     * @param view its binding
     */
    public record Nested(ViewBinding<?> view) implements Target {
        @Override
        public long byteSize() {
            return view.layout().byteSize();
        }
    }

    /** What a reference refers to in the tail of a variable-length record, or an element of that. */
    public sealed interface InTail extends Target {

        /** {@return the offset of the reference in the struct} */
        long referenceOffset();

        /** {@return the size of the struct in bytes} */
        long structSize();

        /** {@return whether the accessor gives access to an element} */
        boolean isIndexed();

        @Override
        default long byteSize() {
            return VarDescriptor.REFERENCE_SIZE;
        }
    }

    /**
     * An array of primitives in the tail, or text, whose elements are its bytes.
     *
     * @param referenceOffset the offset of the reference in the struct
     * @param structSize the size of the struct in bytes
     * @param element the layout of an element, of alignment 1
     * @param isIndexed whether the accessor gives access to an element
     */
    public record ValuesInTail(long referenceOffset, long structSize, ValueLayout element, boolean isIndexed)
            implements InTail {}

    /**
     * A list of structs in the tail, or of variable-length records.
     *
     * @param referenceOffset the offset of the reference in the struct
     * @param structSize the size of the struct in bytes
     * @param element the layout of an element
     * @param isIndexed whether the accessor gives access to an element
     * @param view the view of an element; {@code null} where the accessor is not of one
     */
    public record StructsInTail(
            long referenceOffset,
            long structSize,
            StructLayout element,
            boolean isIndexed,
            @Nullable ViewBinding<?> view)
            implements InTail {

        /** {@return what the address of an element has to be a multiple of, for the atomic accessors of its view} */
        public long alignment() {
            return view == null ? 1 : view.alignment();
        }
    }

    /** {@return a layout as atomic accesses need it: its alignment is its size} */
    public static ValueLayout aligned(ValueLayout layout) {
        return layout.withoutName().withByteAlignment(layout.byteSize());
    }
}
