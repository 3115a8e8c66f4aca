package dev.verbatim.invented;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a layout and the Java type that goes with it are made from, before there is either: the kind of a value, its
 * size, its byte order.
 *
 * <p>Value layouts in here have alignment 1. {@link #layout} declares the natural one where it happens to fit.
 */
public sealed interface ValueKind {

    /** The ints of headers and references. */
    ValueLayout INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** The layout; with natural alignment where it fits within, if asked so, else with alignment 1 throughout. */
    MemoryLayout layout(boolean natural);

    /** The size in bytes of a primitive, or of an array's elements; 1 of others. */
    default long valueSize() {
        return switch (this) {
            case Primitive(var layout) -> layout.byteSize();
            case PrimitiveArray(var element, var _) -> element.byteSize();
            default -> 1;
        };
    }

    /** One of the eight primitives. */
    record Primitive(ValueLayout layout) implements ValueKind {

        @Override
        public MemoryLayout layout(boolean natural) {
            return aligned(layout, natural);
        }
    }

    /** An enum, in an integral layout. */
    record Ordinal(Class<? extends Enum<?>> type, ValueLayout layout) implements ValueKind {

        @Override
        public MemoryLayout layout(boolean natural) {
            return aligned(layout, natural);
        }
    }

    /** A string. */
    record Text(int byteSize) implements ValueKind {

        @Override
        public MemoryLayout layout(boolean natural) {
            return MemoryLayout.sequenceLayout(byteSize, ValueLayout.JAVA_BYTE);
        }
    }

    /** An array of primitives. */
    record PrimitiveArray(ValueLayout element, int count) implements ValueKind {

        @Override
        public MemoryLayout layout(boolean natural) {
            return MemoryLayout.sequenceLayout(count, aligned(element, natural));
        }
    }

    /** An array or a list of structs. */
    record StructSequence(Struct element, int count, boolean isList) implements ValueKind {

        @Override
        public MemoryLayout layout(boolean natural) {
            return MemoryLayout.sequenceLayout(count, followable(element, natural));
        }
    }

    /** What a reference in a variable-length record refers to, which may be null. */
    sealed interface Variable extends ValueKind {

        /** The layout of an element. */
        MemoryLayout element(boolean natural);

        @Override
        default MemoryLayout layout(boolean natural) {
            return MemoryLayout.structLayout(
                    aligned(INT, natural).withName("offset"),
                    aligned(INT, natural).withName("length"),
                    MemoryLayout.sequenceLayout(0, element(natural)).withName("elements"));
        }
    }

    /**
     * Text of any length.
     *
     * @param isBuilder whether its type is {@link StringBuilder}, else {@link String}
     */
    record VarText(boolean isBuilder) implements Variable {

        @Override
        public MemoryLayout element(boolean natural) {
            return ValueLayout.JAVA_BYTE;
        }
    }

    /** An array of primitives of any length. */
    record VarArray(ValueLayout layout) implements Variable {

        @Override
        public MemoryLayout element(boolean natural) {
            return aligned(layout, natural);
        }
    }

    /** A list of boxes, with the bytes of an array of primitives. */
    record VarBoxes(ValueLayout layout) implements Variable {

        @Override
        public MemoryLayout element(boolean natural) {
            return aligned(layout, natural);
        }
    }

    /** An optional, which has what is not null. */
    record VarOptional(Variable content) implements Variable {

        @Override
        public MemoryLayout element(boolean natural) {
            return content.element(natural);
        }
    }

    /** An array or a list of any number of what is of any size itself: each is a record with one member. */
    record VarNested(Variable value, boolean isList) implements Variable {

        /** The name of the one member. */
        static final String VALUE = "value";

        @Override
        public MemoryLayout element(boolean natural) {
            return record(value.layout(natural), natural);
        }

        static MemoryLayout record(MemoryLayout value, boolean natural) {
            return MemoryLayout.structLayout(
                    aligned(INT, natural).withName("fixedSize"),
                    aligned(INT, natural).withName("totalSize"),
                    value.withName(VALUE));
        }

        /** Whether elements may be null: those that are empty then. */
        boolean hasNulls() {
            return value instanceof VarOptional;
        }
    }

    /** An array or a list of any number of structs, which may be records. */
    record VarStructs(Struct struct, boolean isList) implements Variable {

        @Override
        public MemoryLayout element(boolean natural) {
            return followable(struct, natural);
        }
    }

    /**
     * A struct, whose members are called {@code m0}, {@code m1} and so on.
     *
     * @param hasHeader whether it is a variable-length record, which begins with a header
     * @param form what its type is
     * @param home where its type is declared
     * @param inherited where the class is declared that has the first half of the fields; {@code null} if it is the
     *     same class, and of no meaning for a record
     * @param members its members, by offset
     * @param trailingPadding the padding after the last member in bytes
     */
    record Struct(
            boolean hasHeader,
            Form form,
            Home home,
            @Nullable Home inherited,
            List<Member> members,
            int trailingPadding)
            implements ValueKind {

        @Override
        public MemoryLayout layout(boolean natural) {
            List<MemoryLayout> elements = new ArrayList<>();
            long offset = 0;
            if (hasHeader) {
                elements.add(aligned(INT, natural).withName("fixedSize"));
                elements.add(aligned(INT, natural).withName("totalSize"));
                offset += 2 * INT.byteSize();
            }
            for (int i = 0; i < members.size(); i++) {
                Member member = members.get(i);
                offset += addPadding(elements, member.padding());
                MemoryLayout layout = member.kind().layout(natural);
                if (offset % layout.byteAlignment() != 0) {
                    layout = member.kind().layout(false);
                }
                elements.add(layout.withName(name(i)));
                offset += layout.byteSize();
            }
            // A struct of no bytes is refused.
            addPadding(elements, offset == 0 ? Math.max(1, trailingPadding) : trailingPadding);
            return MemoryLayout.structLayout(elements.toArray(MemoryLayout[]::new));
        }

        /** How many fields a superclass has: the first ones. */
        int inheritedFields() {
            return form == Form.RECORD || inherited == null ? 0 : members.size() / 2;
        }

        private static long addPadding(List<MemoryLayout> elements, int byteSize) {
            if (byteSize > 0) {
                elements.add(MemoryLayout.paddingLayout(byteSize));
            }
            return byteSize;
        }
    }

    /**
     * A member of a struct.
     *
     * @param padding the padding before it in bytes
     * @param kind what it is
     */
    record Member(int padding, ValueKind kind) {}

    /** What a generated type is. */
    public enum Form {
        RECORD,
        MUTABLE,
        /** A class whose parameters have names in the class file. */
        IMMUTABLE,
        /** A class whose parameters have none, so that they have to be declared. */
        IMMUTABLE_UNNAMED,
        /**
         * A class whose constructor, declared likewise, sets every second field, from the last one on. The others, and
         * those that it inherits, are not final.
         */
        PARTLY_FINAL
    }

    /** Where a generated type is declared, as seen from the class whose lookup makes the codec. */
    enum Home {
        /** In the nest of that class, private. */
        NEST,
        /** In its package, in a nest of its own, without access modifier. */
        PACKAGE,
        /** In another package of its module, public. */
        ELSEWHERE
    }

    /** The name of a member. */
    static String name(int index) {
        return "m" + index;
    }

    /** The layout of an element: one whose size is no multiple of its alignment cannot follow itself. */
    private static MemoryLayout followable(Struct element, boolean natural) {
        MemoryLayout struct = element.layout(natural);
        return struct.byteSize() % struct.byteAlignment() == 0 ? struct : element.layout(false);
    }

    private static ValueLayout aligned(ValueLayout layout, boolean natural) {
        return natural ? layout.withByteAlignment(layout.byteSize()) : layout;
    }
}
