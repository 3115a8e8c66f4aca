package dev.verbatim.internal.runtime;

import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * What a layout says of its bytes by itself, without a DTO that is bound to it. Made by {@link LayoutValues}; read by
 * {@link MapReader}, and by {@code dev.verbatim.text}, which writes such bytes.
 *
 * <p>Offsets and sizes are in bytes.
 */
public sealed interface LayoutValue {

    /**
     * One of the eight primitives.
     *
     * @param layout its layout, of alignment 1
     * @param meaning what its bits mean
     */
    record Primitive(ValueLayout layout, Meaning meaning) implements LayoutValue {}

    /** What the bits of a primitive mean. No layout says another than the first one, but who knows better may. */
    enum Meaning {
        /** The value that Java has of them. */
        AS_IN_JAVA,
        /** A whole number without a sign. */
        UNSIGNED,
        /** A floating-point number of half precision, in a {@code short}. */
        HALF
    }

    /**
     * A sequence of bytes, which may be text.
     *
     * @param byteSize how many there are
     */
    record Bytes(int byteSize) implements LayoutValue {}

    /**
     * A sequence of anything else.
     *
     * @param element an element
     * @param stride the size of an element
     * @param count how many there are
     */
    record Sequence(LayoutValue element, int stride, int count) implements LayoutValue {}

    /**
     * A struct, which may be the fixed part of a variable-length record.
     *
     * @param fields its members that have a name, by offset, without a header
     */
    record Struct(List<Field> fields) implements LayoutValue {}

    /**
     * A member of a struct.
     *
     * @param name its name
     * @param offset where it starts in the struct
     * @param value what it is
     */
    record Field(String name, int offset, LayoutValue value) {}

    /** A reference to bytes in the tail, which may be text. */
    record VarBytes() implements LayoutValue {}

    /**
     * A reference to an array in the tail.
     *
     * @param element an element, which is no struct
     * @param stride the size of an element
     */
    record VarArray(LayoutValue element, int stride) implements LayoutValue {}

    /**
     * A reference to a list in the tail.
     *
     * @param element an element, or its fixed part
     * @param shape what the reader knows of that
     * @param isOfVarRecords whether the elements are variable-length records themselves
     */
    record VarStructs(Struct element, VarShape shape, boolean isOfVarRecords) implements LayoutValue {}
}
