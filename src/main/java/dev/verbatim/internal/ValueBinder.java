package dev.verbatim.internal;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Matches one Java type to one element of a layout: the table of what binds to what. */
final class ValueBinder {

    /** Binds a nested type. */
    interface Structs {

        /** The binding of a nested type; null where it has mismatches, which then are reported. */
        @Nullable Binding<?> bind(Class<?> type, StructLayout layout, String path);
    }

    /**
     * What came of a match: the value; or the remedy for types that do not match; or neither, where mismatches of a nested type have
     * been reported.
     */
    record Match(@Nullable Value value, @Nullable String remedy) {}

    private static final Match REPORTED = new Match(null, null);

    private ValueBinder() {}

    /** Matches a type to an element. */
    static Match match(Class<?> type, Type genericType, MemoryLayout layout, String path, Structs structs) {
        if (type.isPrimitive()) {
            return layout instanceof ValueLayout value && value.carrier() == type
                    ? bound(new Value.Primitive(value))
                    : remedy("make the two types the same, nothing is converted");
        }
        if (type.isEnum()) {
            return ordinal(type, layout);
        }
        if (type == String.class) {
            return layout instanceof SequenceLayout sequence
                            && sequence.elementLayout() instanceof ValueLayout.OfByte
                            && sequence.elementCount() <= Integer.MAX_VALUE
                    ? bound(new Value.Text((int) sequence.elementCount()))
                    : remedy("a String needs a sequence of bytes, which hold its UTF-8");
        }
        if (type.isArray() && type.componentType().isPrimitive()) {
            String name = type.componentType().getSimpleName();
            return layout instanceof SequenceLayout sequence
                            && sequence.elementLayout() instanceof ValueLayout element
                            && element.carrier() == type.componentType()
                            && sequence.elementCount() <= Integer.MAX_VALUE
                    ? bound(new Value.PrimitiveArray(element, (int) sequence.elementCount()))
                    : remedy("a " + name + "[] needs a sequence of " + name);
        }
        if (type.isArray()) {
            return sequence(type.componentType(), layout, path, false, structs);
        }
        if (type == List.class) {
            Class<?> element = genericType instanceof ParameterizedType parameterized
                            && parameterized.getActualTypeArguments()[0] instanceof Class<?> argument
                    ? argument
                    : null;
            return element == null
                    ? remedy("declare the class of the list's elements, as in `List<Level>`")
                    : sequence(element, layout, path, true, structs);
        }
        if (!isStruct(type)) {
            return remedy("make the two types the same, nothing is converted");
        }
        if (!(layout instanceof StructLayout struct)) {
            return remedy(
                    layout instanceof ValueLayout
                            ? "make the two types the same, nothing is converted"
                            : "a nested " + type.getSimpleName() + " needs a struct layout");
        }
        Binding<?> binding = structs.bind(type, struct, path);
        return binding == null ? REPORTED : bound(new Value.Struct(binding));
    }

    private static Match ordinal(Class<?> type, MemoryLayout layout) {
        Object[] constants = type.getEnumConstants();
        if (!(layout instanceof ValueLayout value) || !isIntegral(value)) {
            return remedy("an enum needs an integral value layout, which holds its ordinal");
        }
        if (constants.length - 1 > maxOrdinal(value)) {
            return remedy("its " + constants.length + " constants need a wider layout");
        }
        return bound(new Value.Ordinal(value, type, Arrays.asList(constants)));
    }

    private static boolean isIntegral(ValueLayout layout) {
        return switch (layout) {
            case ValueLayout.OfByte _, ValueLayout.OfShort _, ValueLayout.OfChar _, ValueLayout.OfInt _, ValueLayout.OfLong _ -> true;
            default -> false;
        };
    }

    private static long maxOrdinal(ValueLayout layout) {
        return switch (layout) {
            case ValueLayout.OfByte _ -> Byte.MAX_VALUE;
            case ValueLayout.OfShort _ -> Short.MAX_VALUE;
            case ValueLayout.OfChar _ -> Character.MAX_VALUE;
            default -> Integer.MAX_VALUE;
        };
    }

    private static Match sequence(Class<?> element, MemoryLayout layout, String path, boolean isList, Structs structs) {
        if (!isStruct(element)) {
            return remedy("only arrays of primitives, and arrays and lists of nested records and classes can be bound");
        }
        if (!(layout instanceof SequenceLayout sequence)
                || !(sequence.elementLayout() instanceof StructLayout struct)
                || sequence.elementCount() > Integer.MAX_VALUE) {
            return remedy(isList
                    ? "a List of " + element.getSimpleName() + " needs a sequence of structs"
                    : "a " + element.getSimpleName() + "[] needs a sequence of structs");
        }
        Binding<?> binding = structs.bind(element, struct, path + "[]");
        return binding == null ? REPORTED : bound(new Value.StructSequence(binding, (int) sequence.elementCount(), isList));
    }

    /** Whether a type may be nested: a record or a class that has no other place in the table. */
    private static boolean isStruct(Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && !type.isEnum()
                && !type.isInterface()
                && type != String.class
                && type != Object.class
                && !type.getName().startsWith("java.lang.");
    }

    /** Whether no Java type binds to an element, whatever it is. */
    static boolean isUnbindable(MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout value -> value instanceof AddressLayout;
            case SequenceLayout sequence -> isUnbindable(sequence.elementLayout())
                    || sequence.elementLayout() instanceof SequenceLayout;
            case StructLayout _ -> false;
            default -> true;
        };
    }

    /** The type that a DTO could have for an element, as messages suggest it; null where it is the reader's to name. */
    static @Nullable String suggestedType(MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout value -> value.carrier().getSimpleName();
            case SequenceLayout sequence when sequence.elementLayout() instanceof ValueLayout element ->
                element.carrier().getSimpleName() + "[]";
            default -> null;
        };
    }

    private static Match bound(Value value) {
        return new Match(value, null);
    }

    private static Match remedy(String remedy) {
        return new Match(null, remedy);
    }
}
