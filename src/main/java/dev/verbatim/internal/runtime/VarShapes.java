package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Makes the {@link VarShape} of a binding. */
public final class VarShapes {

    /** About how many bytes an object takes beside its fields. */
    private static final int OBJECT_SIZE = 16;

    /** How many bytes an empty array takes at most, or an object with a few fields, such as a list. */
    private static final int SMALL_OBJECT_SIZE = 2 * OBJECT_SIZE;

    /** How many bytes a field takes that refers to an object, at most. */
    private static final int OBJECT_REFERENCE_SIZE = 8;

    /** The last character that takes one byte in a compact string. */
    private static final int MAX_LATIN_1 = 0xFF;

    /** How much more memory than a carrier's bytes an object takes that a conversion makes of it, at most. */
    private static final int MAX_GROWTH_OF_CARRIER = 10;

    private VarShapes() {}

    /**
     * {@return the shape of the fixed part of a variable-length record, or of an element of a list}
     *
     * @param struct how the fixed part or the element is bound
     * @param isVarRecord whether it begins with a header
     */
    public static VarShape of(Binding<?> struct, boolean isVarRecord) {
        int byteSize = Math.toIntExact(struct.byteSize());
        byte[] defaults = new byte[byteSize];
        setDefaults(struct, MemorySegment.ofArray(defaults), 0);
        long used = byteSize(struct) + (isVarRecord ? VarDescriptor.HEADER_SIZE : 0);
        return new VarShape(
                byteSize,
                VarLayouts.boundaries(struct.layout(), isVarRecord),
                used < byteSize,
                defaults,
                heapSize(struct),
                false);
    }

    /** How many bytes of a struct belong to members. */
    private static long byteSize(Binding<?> struct) {
        return struct.members().stream()
                .mapToLong(member -> byteSize(member.value()))
                .sum();
    }

    private static long byteSize(Value value) {
        return switch (value) {
            case Value.Primitive(ValueLayout layout) -> layout.byteSize();
            case Value.Ordinal(ValueLayout layout, var _, var _) -> layout.byteSize();
            case Value.Converted(ValueLayout layout, var _, var _, var _) -> layout.byteSize();
            case Value.ConvertedBytes bytes -> bytes.struct() == null ? bytes.byteSize() : byteSize(bytes.struct());
            case Value.Text(int size) -> size;
            case Value.PrimitiveArray(ValueLayout element, int count) -> element.byteSize() * count;
            case Value.ConvertedSequence sequence -> byteSize(sequence.element()) * sequence.count();
            case Value.Struct(Binding<?> nested) -> byteSize(nested);
            case Value.StructSequence sequence -> sequence.count() * byteSize(sequence.element());
            case Value.StructWithTail(Binding<?> nested) -> byteSize(nested);
            case Value.InTail _ -> VarDescriptor.REFERENCE_SIZE;
        };
    }

    /**
     * The memory of a struct's objects: each has a header, and a field that refers to it; a list is two objects, itself
     * and its array. The default of a {@code String} is one object for all.
     */
    private static long heapSize(Binding<?> struct) {
        return OBJECT_SIZE
                + struct.members().stream()
                        .mapToLong(member -> heapSize(member.value()) + defaultSize(member))
                        .sum();
    }

    /** The memory of a default that each object has for itself: a builder, or what is empty. */
    private static long defaultSize(Member member) {
        if (member.ifAbsent() == null || !(member.value() instanceof Value.InTail value)) {
            return 0;
        }
        boolean isMadeOfText = member.type() == StringBuilder.class || value instanceof Value.VarByContent;
        return (isMadeOfText && member.ifAbsent() instanceof String text ? builderSize(text) : 0) + emptySize(value);
    }

    /** A builder, and its array for 16 characters more. */
    private static long builderSize(String text) {
        long bytesPerChar = text.chars().allMatch(c -> c <= MAX_LATIN_1) ? 1 : 2;
        return OBJECT_SIZE + OBJECT_REFERENCE_SIZE + arraySize(bytesPerChar * (text.length() + 16L));
    }

    /** At most, with references of eight bytes. The default of a {@code String} is one object for all. */
    private static long emptySize(Value.InTail value) {
        return switch (value) {
            case Value.VarText _, Value.VarOptional _ -> 0;
            case Value.VarArray _ -> SMALL_OBJECT_SIZE;
            // A list that can grow, and its array.
            case Value.VarStructs structs -> structs.isList() ? 2 * SMALL_OBJECT_SIZE : SMALL_OBJECT_SIZE;
            // A list that cannot be changed, around one of an array.
            case Value.VarConverted converted -> converted.isList() ? 3 * SMALL_OBJECT_SIZE : SMALL_OBJECT_SIZE;
            // What a conversion makes is not known. With the list that it is made of, which counts too, this is more
            // than a set around a LinkedHashSet keeps, and more than a java.net.URI beside its text.
            case Value.VarByContent(Value.InTail content, var _, var _, var _) ->
                emptySize(content) + 4 * SMALL_OBJECT_SIZE;
        };
    }

    private static long heapSize(Value value) {
        return OBJECT_REFERENCE_SIZE
                + switch (value) {
                    case Value.Primitive _, Value.Ordinal _, Value.Text _, Value.InTail _ -> 0;
                    case Value.ByConversion converted -> convertedSize(converted);
                    case Value.PrimitiveArray(ValueLayout element, int count) -> arraySize(element.byteSize() * count);
                    case Value.ConvertedSequence sequence ->
                        OBJECT_SIZE + arraySize(sequence.count() * heapSize(sequence.element()));
                    case Value.Struct(Binding<?> nested) -> heapSize(nested);
                    case Value.StructWithTail(Binding<?> nested) -> heapSize(nested);
                    case Value.StructSequence sequence ->
                        (sequence.isList() ? OBJECT_SIZE : 0)
                                + arraySize(sequence.count() * (OBJECT_REFERENCE_SIZE + heapSize(sequence.element())));
                };
    }

    /**
     * What a conversion makes is not known. Of bytes it may be a text of as many characters, each of two bytes. Else it
     * takes at most what the ready-made conversions make: of a long a {@code boolean[64]} or a {@code LocalDateTime},
     * of smaller values boxes and dates.
     */
    private static long convertedSize(Value.ByConversion converted) {
        Class<?> type = converted.conversion().type();
        if (type.isPrimitive() || type.isEnum()) {
            return 0;
        }
        return converted instanceof Value.ConvertedBytes
                ? OBJECT_SIZE + arraySize(2 * converted.byteSize())
                : Math.max(2 * OBJECT_SIZE, MAX_GROWTH_OF_CARRIER * converted.byteSize());
    }

    /** The memory of an array. It is padded to eight bytes, which is much for a few small elements. */
    private static long arraySize(long byteSize) {
        return OBJECT_SIZE + ((byteSize + Long.BYTES - 1) & -Long.BYTES);
    }

    private static void setDefaults(Binding<?> struct, MemorySegment segment, long offset) {
        for (Member member : struct.members()) {
            setDefault(member.value(), member.ifAbsent(), segment, offset + member.offset());
        }
    }

    private static void setDefault(Value value, @Nullable Object ifAbsent, MemorySegment segment, long offset) {
        switch (value) {
            case Value.Primitive(ValueLayout layout) when ifAbsent != null -> set(segment, layout, offset, ifAbsent);
            case Value.Ordinal(ValueLayout layout, var _, var constants)
            when ifAbsent != null -> set(segment, layout, offset, integral(layout, constants.indexOf(ifAbsent)));
            case Value.Converted(ValueLayout layout, var conversion, var _, var _)
            when ifAbsent != null -> ConversionFaults.set(conversion, layout, segment, offset, ifAbsent);
            case Value.Converted(ValueLayout layout, var conversion, var _, var _) ->
                ConversionFaults.setAbsent(conversion, layout, segment, offset);
            case Value.ConvertedBytes(var _, var conversion, var _, var _, var _)
            when ifAbsent != null -> ConversionFaults.set(conversion, segment, offset, ifAbsent);
            case Value.ConvertedBytes(var _, var conversion, var _, var _, var _) ->
                ConversionFaults.setAbsent(conversion, segment, offset);
            case Value.Text _
            when ifAbsent != null ->
                segment.asSlice(offset)
                        .copyFrom(MemorySegment.ofArray(((String) ifAbsent).getBytes(StandardCharsets.UTF_8)));
            case Value.PrimitiveArray(ValueLayout element, int count)
            when ifAbsent != null -> {
                for (int i = 0; i < count; i++) {
                    set(segment, element, offset + i * element.byteSize(), ifAbsent);
                }
            }
            case Value.ConvertedSequence(var element, int count, var _) -> {
                for (int i = 0; i < count; i++) {
                    setDefault(element, ifAbsent, segment, offset + i * element.byteSize());
                }
            }
            case Value.Primitive _, Value.Ordinal _, Value.Text _, Value.PrimitiveArray _ -> {} // zeros
            case Value.Struct(Binding<?> nested) -> setDefaults(nested, segment, offset);
            case Value.StructWithTail(Binding<?> nested) -> setDefaults(nested, segment, offset);
            case Value.StructSequence sequence -> {
                for (int i = 0; i < sequence.count(); i++) {
                    setDefaults(
                            sequence.element(),
                            segment,
                            offset + i * sequence.element().byteSize());
                }
            }
            // Null; generated code has the default of a text.
            case Value.InTail _ -> set(segment, VarDescriptor.PAIR_LE, offset, VarDescriptor.NULL);
        }
    }

    /** An ordinal as a value of an integral layout. */
    private static Object integral(ValueLayout layout, int ordinal) {
        return switch (layout) {
            case ValueLayout.OfByte _ -> (byte) ordinal;
            case ValueLayout.OfShort _ -> (short) ordinal;
            case ValueLayout.OfChar _ -> (char) ordinal;
            case ValueLayout.OfLong _ -> (long) ordinal;
            default -> ordinal;
        };
    }

    private static void set(MemorySegment segment, ValueLayout layout, long offset, Object value) {
        layout.withByteAlignment(1).varHandle().set(segment, offset, value);
    }
}
