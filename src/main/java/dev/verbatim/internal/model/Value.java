package dev.verbatim.internal.model;

import java.lang.foreign.ValueLayout;
import java.util.List;

/** What a member of a layout holds for a DTO: the one place that says which Java types there are and what becomes of them. */
public sealed interface Value {

    /**
     * One of the eight primitives.
     *
     * @param layout its layout, in any byte order
     */
    record Primitive(ValueLayout layout) implements Value {}

    /**
     * An enum, stored as its ordinal.
     *
     * @param layout an integral layout
     * @param type the enum
     * @param constants its constants by ordinal
     */
    record Ordinal(ValueLayout layout, Class<?> type, List<?> constants) implements Value {}

    /**
     * A string, stored as UTF-8 and padded with zeros.
     *
     * @param byteSize the room in bytes
     */
    record Text(int byteSize) implements Value {}

    /**
     * An array of primitives.
     *
     * @param element the layout of an element
     * @param count the number of elements
     */
    record PrimitiveArray(ValueLayout element, int count) implements Value {}

    /**
     * A nested record or class.
     *
     * @param binding how it is bound
     */
    record Struct(Binding<?> binding) implements Value {}

    /**
     * An array or a list of nested records or classes.
     *
     * @param element how an element is bound
     * @param count the number of elements
     * @param isList whether it is a {@link List}, else an array
     */
    record StructSequence(Binding<?> element, int count, boolean isList) implements Value {}

    /** What lies in the tail of a variable-length record, and may be null: the member is a slot that refers to it. */
    sealed interface Variable extends Value {}

    /** A string of any length, as UTF-8. */
    record VarText() implements Variable {}

    /**
     * An array of primitives of any length.
     *
     * @param element the layout of an element
     */
    record VarArray(ValueLayout element) implements Variable {}

    /**
     * An array or a list of records or classes of any length.
     *
     * @param element how an element is bound
     * @param isList whether it is a {@link List}, else an array
     * @param isOfRecords whether the elements are variable-length records themselves
     */
    record VarStructs(Binding<?> element, boolean isList, boolean isOfRecords) implements Variable {}
}
