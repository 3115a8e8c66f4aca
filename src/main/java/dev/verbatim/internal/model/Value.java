package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a layout holds for a DTO. These are all the kinds of values, each below the interface that says
 * where such a value can lie:
 *
 * <pre>
 *   Fixed            within its struct                 Primitive, Ordinal, Struct
 *     ByConversion   a conversion makes it             Converted, ConvertedBytes
 *     Sequence       one element after the other       Text, PrimitiveArray, StructSequence, ConvertedSequence
 *   Variable         the struct refers to a tail       StructWithTail
 *     InTail         the member is a reference         VarText, VarOptional, VarByContent
 *       VarElements                                    VarArray, VarConverted, VarStructs
 * </pre>
 *
 * <p>A switch over values has no default. To add a kind, add a Java record here; the compiler then lists the switches
 * that have to know it. On the way to every codec there are chains of {@code instanceof} instead, which the compiler
 * does not list: in {@code StructEmitter}, {@code DtoCode}, {@code CheckEmitter} and {@code Member}; {@code ValueTest}
 * reminds of them. The first switch over patterns takes the JVM 10 ms to link, and each further one about 1.
 */
public sealed interface Value {

    /** What lies within its struct: the layout says where its bytes are, and how many. */
    sealed interface Fixed extends Value {}

    /** What a conversion makes of what its struct holds. */
    sealed interface ByConversion extends Fixed {

        /** {@return the conversion} */
        Conversion<?> conversion();

        /** {@return the size in bytes} */
        long byteSize();
    }

    /** What lies within its struct as one element after the other, so that a loop copies it. */
    sealed interface Sequence extends Fixed {}

    /** What lies in the tail of a variable-length record, or is a struct with members there. */
    sealed interface Variable extends Value {}

    /** What lies in the tail of a variable-length record, and may be null: the member is a reference to it. */
    sealed interface InTail extends Variable {}

    /** An array or a list of any length. */
    sealed interface VarElements extends InTail {}

    /**
     * One of the eight primitives.
     *
     * @param layout its layout, in any byte order
     */
    record Primitive(ValueLayout layout) implements Fixed {}

    /**
     * An enum, stored as its ordinal.
     *
     * @param layout an integral layout
     * @param type the enum
     * @param constants its constants by ordinal
     */
    record Ordinal(ValueLayout layout, Class<?> type, List<?> constants) implements Fixed {}

    /**
     * A value of another type, which a conversion makes of what the layout holds.
     *
     * @param layout a layout of the conversion's carrier
     * @param conversion the conversion
     * @param store gives what is stored, as generated code calls it
     * @param load gives the value of what is stored, as generated code calls it
     */
    record Converted(ValueLayout layout, CarrierConversion<?> conversion, MethodHandle store, MethodHandle load)
            implements ByConversion {
        @Override
        public long byteSize() {
            return layout.byteSize();
        }
    }

    /**
     * A value that a conversion makes of bytes.
     *
     * @param layout the layout of the bytes: a sequence of values, or a struct or a union that nothing else looks into
     * @param conversion the conversion
     * @param check throws where a value is refused, as generated code calls it
     * @param write writes the bytes of a value, as generated code calls it
     * @param read gives the value of bytes, as generated code calls it
     */
    record ConvertedBytes(
            MemoryLayout layout,
            BytesConversion<?> conversion,
            MethodHandle check,
            MethodHandle write,
            MethodHandle read)
            implements ByConversion {
        @Override
        public long byteSize() {
            return conversion.byteSize();
        }

        /** {@return the struct that the bytes are; {@code null} if they are only bytes} */
        public @Nullable Binding<?> struct() {
            return layout instanceof StructLayout
                            && conversion.holder() instanceof BytesHolder.StructOf(Binding<?> binding)
                    ? binding
                    : null;
        }
    }

    /**
     * A nested Java record or class without members in a tail.
     *
     * @param binding how it is bound
     */
    record Struct(Binding<?> binding) implements Fixed {}

    /**
     * A string, stored as UTF-8 and padded with zeros.
     *
     * @param byteSize the room in bytes
     */
    record Text(int byteSize) implements Sequence {}

    /**
     * An array of primitives.
     *
     * @param element the layout of an element
     * @param count the number of elements
     */
    record PrimitiveArray(ValueLayout element, int count) implements Sequence {}

    /**
     * An array or a list of values that a conversion makes of what the layout holds.
     *
     * @param element an element
     * @param count the number of elements
     * @param isList whether it is a {@link List}, else an array
     */
    record ConvertedSequence(ByConversion element, int count, boolean isList) implements Sequence {}

    /**
     * An array or a list of nested Java records or classes.
     *
     * @param element how an element is bound
     * @param count the number of elements
     * @param isList whether it is a {@link List}, else an array
     */
    record StructSequence(Binding<?> element, int count, boolean isList) implements Sequence {}

    /**
     * A nested Java record or class with members in the tail. Its fixed part lies where the layout says, so it cannot
     * be null.
     *
     * @param binding how it is bound
     */
    record StructWithTail(Binding<?> binding) implements Variable {}

    /** Text of any length, as UTF-8. */
    record VarText() implements InTail {}

    /**
     * An {@link java.util.Optional}, which is empty where the reference is null.
     *
     * @param content what it has
     * @param type the declared type of that
     */
    record VarOptional(InTail content, Class<?> type) implements InTail {}

    /**
     * What a conversion makes of text, an array or a list, and null where the reference is null.
     *
     * @param content what is stored
     * @param conversion the conversion
     * @param to makes what is stored, of null null; of type {@code (type)content}, without types that generated code
     *     cannot name
     * @param from makes the value of what is stored likewise
     */
    record VarByContent(InTail content, TailConversion<?> conversion, MethodHandle to, MethodHandle from)
            implements InTail {}

    /**
     * An array of primitives, of any length.
     *
     * @param element the layout of an element
     */
    record VarArray(ValueLayout element) implements VarElements {}

    /**
     * An array or a list, of any length, of values that a conversion makes. Boxes are made so too.
     *
     * @param element an element
     * @param isList whether it is a {@link List}, else an array
     */
    record VarConverted(ByConversion element, boolean isList) implements VarElements {}

    /**
     * An array or a list of Java records or classes, of any length. What is of any length itself, such as text, is an
     * element as the {@linkplain Binding#ofValue value} of a variable-length record.
     *
     * @param element how an element is bound
     * @param isList whether it is a {@link List}, else an array
     * @param isOfVarRecords whether the elements are variable-length records themselves
     */
    record VarStructs(Binding<?> element, boolean isList, boolean isOfVarRecords) implements VarElements {}
}
