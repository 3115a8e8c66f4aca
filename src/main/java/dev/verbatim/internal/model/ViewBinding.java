package dev.verbatim.internal.model;

import dev.verbatim.internal.runtime.TailPart;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view's interface matched to a layout, accessor by accessor. Made by {@code ViewBinder}, complete and without a mismatch.
 *
 * @param type the interface
 * @param layout the layout of one struct
 * @param accessors its accessors, in the order of their members
 * @param alignment what the address of a struct has to be a multiple of, for its atomic accessors and those of nested views; 1 without
 * @param host the lookup in whose class's nest the generated class is defined
 * @param <V> the view
 */
public record ViewBinding<V>(
        Class<V> type, StructLayout layout, List<ViewAccessor> accessors, long alignment, Lookup host) {

    /** {@return whether the struct is the fixed part of a variable-length record} */
    public boolean isOfRecords() {
        return RecordLayouts.isRecord(layout);
    }

    /** {@return whether the struct is not complete by itself: it has the header of a record, or refers to the tail of one} */
    public boolean hasTail() {
        return isOfRecords() || RecordLayouts.hasSlots(layout);
    }

    /** What an accessor does; those after {@code EQUALS_TEXT} only with what lies in the tail of a variable-length record. */
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
    public record Plain(Value value, long byteSize) implements Target {}

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

    /**
     * What a slot refers to in the tail of a variable-length record, or an element of that.
     *
     * @param part what lies there
     * @param isIndexed whether it is an element
     * @param element the view of an element; {@code null} where there is none
     */
    public record InTail(TailPart part, boolean isIndexed, @Nullable ViewBinding<?> element) implements Target {
        @Override
        public long byteSize() {
            return RecordLayouts.SLOT_SIZE;
        }
    }
}
