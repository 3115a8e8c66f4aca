package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.BytesHolder;
import dev.verbatim.internal.model.ConversionCalls;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of an object that cannot be stored, or the bytes that no DTO can hold. Generated code only notices
 * that there is such a value; this walks over the object or the bytes once more and names the place.
 */
final class ValueFaultFinder {

    private ValueFaultFinder() {}

    /**
     * {@return the exception for the first value of an object that cannot be stored; {@code null} if there is none}
     *
     * @param struct how the object is bound
     * @param dto the object
     * @param attempt how the message begins
     */
    static @Nullable RuntimeException inObject(Binding<?> struct, Object dto, String attempt) {
        return inObject(struct, dto, "", attempt);
    }

    private static @Nullable RuntimeException inObject(Binding<?> struct, Object dto, String prefix, String attempt) {
        for (Member member : struct.members()) {
            if (member.value() instanceof Value.Primitive) {
                continue;
            }
            RuntimeException fault = inValue(member.value(), get(struct, member, dto), prefix + member.name(), attempt);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    static @Nullable RuntimeException inValue(Value bound, @Nullable Object value, String path, String attempt) {
        return switch (bound) {
            case Value.Fixed fixed -> inFixed(fixed, value, path, attempt);
            case Value.StructWithTail(Binding<?> nested) -> inStruct(nested, value, path, attempt);
            case Value.VarOptional optional ->
                value == null
                        ? new NullPointerException(attempt + path + " is null; expected an Optional")
                        : inTail(optional, value, path, attempt);
            case Value.InTail inTail -> value == null ? null : inTail(inTail, value, path, attempt);
        };
    }

    private static @Nullable RuntimeException inFixed(
            Value.Fixed bound, @Nullable Object value, String path, String attempt) {
        if (bound instanceof Value.Converted(var _, var conversion, var _, var _)) {
            return ConversionFaults.inValue(conversion.to(), value, path, attempt);
        }
        if (bound instanceof Value.ConvertedBytes(var _, var conversion, var _, var _, var _)) {
            return ConversionFaults.inValue(conversion.check(), value, path, attempt);
        }
        if (value == null) {
            return new NullPointerException(attempt + path + " is null; " + expected(bound));
        }
        return switch (bound) {
            case Value.Primitive _, Value.Ordinal _, Value.Converted _, Value.ConvertedBytes _ -> null;
            case Value.Text(int byteSize) -> {
                String problem = problemOf((CharSequence) value, byteSize);
                yield problem == null ? null : new IllegalArgumentException(attempt + path + " " + problem);
            }
            case Value.PrimitiveArray array -> lengthFault(bound, Array.getLength(value), array.count(), path, attempt);
            case Value.ConvertedSequence sequence -> {
                List<?> elements = elements(value, sequence.isList());
                RuntimeException fault = lengthFault(bound, elements.size(), sequence.count(), path, attempt);
                yield fault == null ? inConverted(sequence.element(), elements, path, attempt) : fault;
            }
            case Value.Struct(Binding<?> nested) -> inStruct(nested, value, path, attempt);
            case Value.StructSequence sequence -> {
                List<?> elements = elements(value, sequence.isList());
                RuntimeException fault = lengthFault(bound, elements.size(), sequence.count(), path, attempt);
                yield fault == null ? inElements(sequence.element(), elements, path, attempt) : fault;
            }
        };
    }

    private static @Nullable RuntimeException inConverted(
            Value.ByConversion element, List<?> elements, String path, String attempt) {
        RuntimeException fault = null;
        for (int i = 0; fault == null && i < elements.size(); i++) {
            fault = inFixed(element, elements.get(i), path + "[" + i + "]", attempt);
        }
        return fault;
    }

    private static @Nullable RuntimeException inStruct(
            Binding<?> struct, @Nullable Object value, String path, String attempt) {
        if (value == null) {
            return new NullPointerException(attempt + path + " is null; " + expected(struct));
        }
        if (!struct.type().isInstance(value)) { // only a list can have elements of another type
            return new ClassCastException(
                    attempt + path + " is a " + value.getClass().getTypeName() + "; " + expected(struct));
        }
        Member itself = struct.value();
        return itself == null
                ? inObject(struct, value, path + ".", attempt)
                : inValue(itself.value(), value, path, attempt);
    }

    private static @Nullable RuntimeException inTail(Value.InTail bound, Object value, String path, String attempt) {
        return switch (bound) {
            case Value.VarText _ -> {
                String problem = problemOf((CharSequence) value);
                yield problem == null ? null : new IllegalArgumentException(attempt + path + " " + problem);
            }
            case Value.VarArray _ -> null;
            case Value.VarOptional optional -> inOptional(optional, (Optional<?>) value, path, attempt);
            case Value.VarByContent made -> inContent(made, value, path, attempt);
            case Value.VarConverted converted ->
                inConverted(converted.element(), elements(value, converted.isList()), path, attempt);
            case Value.VarStructs sequence ->
                inElements(sequence.element(), elements(value, sequence.isList()), path, attempt);
        };
    }

    private static @Nullable RuntimeException inContent(
            Value.VarByContent bound, Object value, String path, String attempt) {
        MethodHandle to = bound.conversion().to();
        Object content;
        try {
            content = ConversionCalls.call(to, value);
        } catch (RuntimeException refusal) {
            return ConversionFaults.inValue(to, value, path, attempt);
        }
        return inTail(bound.content(), Objects.requireNonNull(content), path, attempt);
    }

    private static @Nullable RuntimeException inOptional(
            Value.VarOptional bound, Optional<?> value, String path, String attempt) {
        Object content = value.orElse(null);
        if (content == null || bound.type().isInstance(content)) {
            return content == null ? null : inTail(bound.content(), content, path, attempt);
        }
        return new ClassCastException(
                attempt + path + " has a " + content.getClass().getTypeName() + "; expected a "
                        + bound.type().getTypeName());
    }

    private static List<?> elements(Object value, boolean isList) {
        return isList ? (List<?>) value : elements(value);
    }

    /** The elements of an array, which may be primitives. */
    private static List<@Nullable Object> elements(Object array) {
        return IntStream.range(0, Array.getLength(array))
                .<@Nullable Object>mapToObj(i -> Array.get(array, i))
                .toList();
    }

    private static @Nullable RuntimeException inElements(
            Binding<?> element, List<?> elements, String path, String attempt) {
        RuntimeException fault = null;
        for (int i = 0; fault == null && i < elements.size(); i++) {
            fault = inStruct(element, elements.get(i), path + "[" + i + "]", attempt);
        }
        return fault;
    }

    /** {@return why a text of any length cannot be stored; {@code null} if it can, because it has changed since} */
    static @Nullable String problemOf(CharSequence text) {
        int index = Utf8.unpairedSurrogate(text);
        if (index >= 0) {
            return "has an unpaired surrogate at index=" + index + ", which UTF-8 has no bytes for; remove it";
        }
        long bytes = Utf8.length(text);
        return Utf8.isReadable(bytes, text.length())
                ? null
                : "has " + bytes + " bytes of UTF-8 and is not all ASCII; expected at most " + Utf8.MAX_BYTES
                        + ", of which a String can be made; write it in parts";
    }

    private static @Nullable RuntimeException lengthFault(
            Value.Fixed bound, int length, int expected, String path, String attempt) {
        return length == expected
                ? null
                : new IllegalArgumentException(attempt + path + " has length=" + length + "; " + expected(bound));
    }

    private static String expected(Binding<?> struct) {
        return "expected a " + struct.type().getTypeName();
    }

    private static String expected(Value.Fixed bound) {
        return switch (bound) {
            case Value.Primitive(ValueLayout layout) ->
                "expected a " + layout.carrier().getSimpleName();
            case Value.Ordinal(var _, Class<?> type, var _) -> "expected a constant of " + type.getName();
            case Value.Converted(var _, var conversion, var _, var _) ->
                "expected a " + conversion.type().getTypeName();
            case Value.ConvertedBytes(var _, var conversion, var _, var _, var _) ->
                "expected a " + conversion.type().getTypeName();
            case Value.Text(int byteSize) ->
                "expected text of at most " + byteSize + " bytes of UTF-8, or an empty string";
            case Value.PrimitiveArray(ValueLayout element, int count) ->
                "expected " + element.carrier().getSimpleName() + "[" + count + "]";
            case Value.ConvertedSequence sequence ->
                "expected " + sequence.count() + " elements of type "
                        + sequence.element().conversion().type().getTypeName();
            case Value.Struct(Binding<?> nested) -> expected(nested);
            case Value.StructSequence sequence ->
                "expected " + sequence.count() + " elements of type "
                        + sequence.element().type().getName();
        };
    }

    /** {@return why a text cannot be stored in a fixed number of bytes; {@code null} if it can} */
    static @Nullable String problemOf(CharSequence text, int byteSize) {
        int length = text.length();
        if (length > 0 && text.charAt(length - 1) == 0) {
            return "ends in \\0, which cannot be told from the padding; remove it";
        }
        String problem = problemOf(text);
        if (problem != null) {
            return problem;
        }
        long bytes = Utf8.length(text);
        return bytes <= byteSize
                ? null
                : "has " + bytes + " bytes of UTF-8, expected at most " + byteSize + "; shorten it or widen the member";
    }

    private static @Nullable Object get(Binding<?> struct, Member member, Object dto) {
        try {
            return switch (member.accessor()) {
                case Member.NestField field ->
                    struct.host()
                            .findGetter(field.owner(), field.name(), member.type())
                            .invoke(dto);
                case Member.Handles handles -> handles.getter().invoke(dto);
                case Member.Itself _ -> dto;
            };
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "cannot read member=" + member.name() + " of "
                            + struct.type().getName(),
                    e);
        }
    }

    /**
     * Throws a {@link CorruptFault} for the first value of a struct in memory that no object can hold.
     *
     * @param struct how the struct is bound
     * @param segment the segment
     * @param offset where the struct starts
     */
    static void checkMemory(Binding<?> struct, MemorySegment segment, long offset) {
        for (Member.Fixed member : struct.fixedMembers()) {
            try {
                checkMemory(member.value(), segment, offset + member.offset());
            } catch (CorruptFault fault) {
                throw fault.in(member.name());
            }
        }
    }

    /**
     * Throws a {@link CorruptFault} for a value in memory that no object can hold.
     *
     * @param bound the value
     * @param segment the segment
     * @param offset where the value starts
     */
    static void checkMemory(Value.Fixed bound, MemorySegment segment, long offset) {
        switch (bound) {
            case Value.Primitive _, Value.PrimitiveArray _ -> {}
            case Value.Ordinal(ValueLayout layout, Class<?> type, List<?> constants) -> {
                long ordinal = integral(layout, segment, offset);
                if (ordinal < 0 || ordinal >= constants.size()) {
                    throw new CorruptFault(
                            offset,
                            "an ordinal of " + type.getName() + ", 0 to " + (constants.size() - 1),
                            Long.toString(ordinal));
                }
            }
            case Value.Converted(ValueLayout layout, var conversion, var _, var _) ->
                ConversionFaults.checkMemory(conversion, layout, segment, offset);
            case Value.ConvertedBytes(var _, var conversion, var _, var _, var _) -> {
                if (conversion.holder() instanceof BytesHolder.StructOf(Binding<?> struct)) {
                    try {
                        checkMemory(struct, segment, offset); // it knows which member it is
                    } catch (CorruptFault fault) {
                        throw fault.inConverted();
                    }
                }
                ConversionFaults.checkMemory(conversion, segment, offset);
            }
            case Value.Text(int byteSize) -> {
                byte[] bytes = Fence.toArray(segment, offset, byteSize);
                String malformed = Utf8.malformed(bytes, 0, bytes.length);
                if (malformed != null) {
                    throw new CorruptFault(offset, "text in UTF-8", malformed);
                }
                int length = Text.trimmed(bytes, byteSize);
                if (!Utf8.isReadable(bytes, 0, length)) {
                    throw TailRules.tooLong(offset, length);
                }
            }
            case Value.ConvertedSequence sequence ->
                checkElements(
                        sequence.count(),
                        sequence.element().byteSize(),
                        offset,
                        at -> checkMemory(sequence.element(), segment, at));
            case Value.Struct(Binding<?> nested) -> checkMemory(nested, segment, offset);
            case Value.StructSequence sequence ->
                checkElements(
                        sequence.count(),
                        sequence.element().byteSize(),
                        offset,
                        at -> checkMemory(sequence.element(), segment, at));
        }
    }

    /** Checks each element of a sequence, by the offset where it starts. */
    private static void checkElements(int count, long byteSize, long offset, LongConsumer check) {
        for (int i = 0; i < count; i++) {
            try {
                check.accept(offset + i * byteSize);
            } catch (CorruptFault fault) {
                throw fault.in("[" + i + "]");
            }
        }
    }

    static long integral(ValueLayout layout, MemorySegment segment, long offset) {
        ValueLayout unaligned = layout.withByteAlignment(1);
        Fence.beforeAccess();
        return switch (unaligned) {
            case ValueLayout.OfByte value -> segment.get(value, offset);
            case ValueLayout.OfShort value -> segment.get(value, offset);
            case ValueLayout.OfChar value -> segment.get(value, offset);
            case ValueLayout.OfInt value -> segment.get(value, offset);
            case ValueLayout.OfLong value -> segment.get(value, offset);
            default -> throw new AssertionError(layout);
        };
    }
}
