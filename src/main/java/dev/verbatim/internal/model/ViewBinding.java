package dev.verbatim.internal.model;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view's interface matched to a layout, accessor by accessor. {@code ViewBinder} makes it only if everything matches.
 *
 * @param type the interface
 * @param layout the layout of one struct
 * @param accessors its accessors, in the order of their members
 * @param alignment the alignment that the address of a struct needs for its atomic accessors and for those of nested
 *     views; 1 without any
 * @param host a lookup; the generated class is defined in the nest of its class
 * @param pathOfConversions the path of a nested view, if a conversion or a name is declared by the path of a member
 *     within it, or of an element if it is that of a list; else empty
 * @param <V> the view
 */
public record ViewBinding<V>(
        Class<V> type,
        StructLayout layout,
        List<ViewAccessor> accessors,
        long alignment,
        Lookup host,
        String pathOfConversions) {

    /** {@return whether the struct is the fixed part of a variable-length record} */
    public boolean isOfVarRecords() {
        return VarLayouts.isVarRecord(layout);
    }

    /**
     * {@return whether a tail belongs to the struct: it begins with the header of a variable-length record, or refers
     * to the tail of one}
     */
    public boolean hasTail() {
        return isOfVarRecords() || VarLayouts.hasReferences(layout);
    }

    /**
     * What an accessor does. Those after {@code EQUALS_TEXT} are for what lies in the tail of a variable-length record
     * only.
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
     * @param count the number of elements of an indexed accessor, if the layout says it; else -1
     * @param type the declared type of the value
     * @param target what the member, or the element, is
     * @param mode the access mode of an atomic accessor; {@code null} for others
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
                    || (mode != null
                            && (!mode.methodName().startsWith("get")
                                    || mode.methodName().startsWith("getAnd")));
        }
    }

    /** What an accessor gives access to. */
    public sealed interface Target {

        /** {@return its size in bytes, which is also the stride of a sequence of these} */
        long byteSize();
    }

    /**
     * A value within the struct, as a codec reads and writes it.
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

    /** What a reference refers to in the tail of a variable-length record, or one element of it. */
    public sealed interface InTail extends Target {

        /** {@return the offset of the reference in the struct} */
        long referenceOffset();

        /** {@return the size of the struct in bytes} */
        long structSize();

        /** {@return whether the accessor gives access to one element} */
        boolean isIndexed();

        @Override
        default long byteSize() {
            return VarDescriptor.REFERENCE_SIZE;
        }
    }

    /**
     * An array of primitives in the tail, or of what a conversion makes; or text, whose elements are its bytes.
     *
     * @param referenceOffset the offset of the reference in the struct
     * @param structSize the size of the struct in bytes
     * @param element the layout of an element, of alignment 1: a value, or a sequence of them
     * @param isIndexed whether the accessor gives access to an element
     * @param converted what a conversion makes of the element; {@code null} for the element itself
     */
    public record ValuesInTail(
            long referenceOffset,
            long structSize,
            MemoryLayout element,
            boolean isIndexed,
            Value.@Nullable ByConversion converted)
            implements InTail {}

    /**
     * A list of structs in the tail, or of variable-length records.
     *
     * @param referenceOffset the offset of the reference in the struct
     * @param structSize the size of the struct in bytes
     * @param element the layout of an element
     * @param isIndexed whether the accessor gives access to an element
     * @param view the view of an element; {@code null} if the accessor is not indexed
     */
    public record StructsInTail(
            long referenceOffset,
            long structSize,
            StructLayout element,
            boolean isIndexed,
            @Nullable ViewBinding<?> view)
            implements InTail {

        /** {@return the alignment that the address of an element needs for the atomic accessors of its view} */
        public long alignment() {
            return view == null ? 1 : view.alignment();
        }
    }

    /** {@return a layout as atomic accesses need it: its alignment is its size} */
    public static ValueLayout aligned(ValueLayout layout) {
        return layout.withoutName().withByteAlignment(layout.byteSize());
    }
}
