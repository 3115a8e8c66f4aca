package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.StructView;
import dev.verbatim.internal.model.BitsConversion;
import dev.verbatim.internal.model.CodeRange;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names the conversion that would fit where a type and a layout do not match. */
final class SuggestedConversions {

    private SuggestedConversions() {}

    /** Whether a conversion is declared for all members of a type. */
    static boolean isDeclared(Class<?> type, Conversions conversions) {
        return conversions.byType().stream().anyMatch(conversion -> conversion.type() == type);
    }

    /** What conversions could do, for the end of a remedy. */
    static String ending(Class<?> type, Type genericType, MemoryLayout layout, Conversions conversions) {
        String suggested = of(type, layout);
        List<Conversion<?>> declared = conversions.byType().stream()
                .filter(conversion -> DeclaredConversions.isOf(conversion, type, genericType))
                .toList();
        if (!declared.isEmpty()) {
            // What makes bits fits every integer, if it has not too many of them.
            boolean isOfBits = declared.stream().anyMatch(BitsConversion.class::isInstance);
            return "; the conversion of " + type.getSimpleName() + " needs "
                    + declared.stream()
                            .map(conversion -> ConversionBinder.needs(conversion, layout))
                            .collect(Collectors.joining(" or "))
                    // Of a text of another size it is not known in which encoding.
                    + (suggested == null || isOfBits || type == String.class
                            ? ""
                            : "; one that fits is `" + suggested + "`");
        }
        return ofPrimitive(type, conversions)
                + ofBox(type, layout, conversions)
                + (suggested == null ? "" : "; or declare a conversion, as `Conversions.of(" + suggested + ")`");
    }

    /**
     * The same for the elements of an array or a list. Boxes need no number that stands for null, which would be lost:
     * an array of primitives takes the conversion of those. Of an array the remedy has named that already.
     */
    static String endingOfElement(
            Class<?> type, Type genericType, MemoryLayout layout, boolean isList, Conversions conversions) {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        String suggested = primitive == type || isDeclared(type, conversions) ? null : of(primitive, layout);
        if (suggested == null) {
            return ending(type, genericType, layout, conversions);
        }
        boolean isThere = conversions.byType().stream()
                .anyMatch(conversion ->
                        conversion.type() == primitive && ConversionBinder.value(conversion, layout) != null);
        return (isList ? "; or declare `" + primitive + "[]`" : "")
                + (isThere
                        ? ", which the conversion of " + primitive + " is for"
                        : " and a conversion, as `Conversions.of(" + suggested + ")`");
    }

    /**
     * What conversions could do for a type whose members are not those of a struct, for the end of a mismatch; null if
     * its members are what is wrong: the user has declared no conversion, and could declare other members.
     */
    static @Nullable String inPlaceOfMembers(
            Class<?> type, StructLayout layout, Conversions conversions, boolean isInTail) {
        if (isDeclared(type, conversions)) {
            return ending(type, type, layout, conversions);
        }
        if (!ValueBinder.isOfJdk(type)) {
            return null;
        }
        return type == UUID.class || isInTail
                ? "; make it a sequence of JAVA_BYTE, and declare a conversion, as `Conversions.of("
                        + ofBytes(type, layout.byteSize()) + ")`"
                : "; make a record of its members, and declare a conversion to its codec, as `Conversions.of("
                        + ofStruct(type) + ")`";
    }

    /** Says of a conversion that one was declared for the primitive where the box stands. */
    private static String ofPrimitive(Class<?> type, Conversions conversions) {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        return primitive != type && isDeclared(primitive, conversions)
                ? "; the conversion of " + primitive + " is not for " + type.getSimpleName()
                : "";
    }

    /** Says of a conversion that would fit that it was declared for the box where the primitive stands. */
    private static String ofBox(Class<?> type, MemoryLayout layout, Conversions conversions) {
        Class<?> box = MethodType.methodType(type).wrap().returnType();
        return box != type
                        && conversions.byType().stream()
                                .anyMatch(conversion ->
                                        conversion.type() == box && ConversionBinder.value(conversion, layout) != null)
                ? "; the conversion of " + box.getSimpleName() + " is not for " + type
                : "";
    }

    /**
     * An example of the conversion that makes the elements of a member, for the end of a remedy that asks for one.
     *
     * @param type the type of the member, or of one element
     */
    static String ofElements(Type type, MemoryLayout layout) {
        Class<?> whole = ValueBinder.raw(type);
        MemoryLayout element = VarLayouts.varRefElement(layout);
        if (whole == null || !(element instanceof SequenceLayout)) {
            return "";
        }
        Class<?> ofElement = ValueBinder.elementClass(whole, type);
        String suggested = of(ofElement == null ? whole : ofElement, element);
        return suggested == null ? "" : ", as `Conversions.of(" + suggested + ")`";
    }

    /** The Java source of a conversion; null if none fits. */
    static @Nullable String of(Class<?> type, MemoryLayout layout) {
        if (type == String.class && LayoutMembers.withoutRows(layout) != null) {
            return null; // each row is one
        }
        return switch (LayoutMembers.flat(layout)) {
            // The first character is the lowest byte, the last one of a big-endian long.
            case ValueLayout.OfLong value when type == String.class && value.order() == ByteOrder.BIG_ENDIAN -> null;
            case ValueLayout value -> ofValue(type, value.carrier());
            case SequenceLayout sequence
            when sequence.elementLayout() instanceof ValueLayout.OfByte -> ofBytes(type, sequence.byteSize());
            case SequenceLayout sequence
            when type == UUID.class
                    && sequence.elementLayout() instanceof ValueLayout.OfLong element
                    && sequence.elementCount() == 2 -> "CodeConversions.uuid(" + inOrder("JAVA_LONG", element) + ")";
            case SequenceLayout sequence
            when type == String.class
                    && sequence.elementLayout() instanceof ValueLayout.OfInt element
                    && sequence.elementCount() > 0
                    && sequence.byteSize() <= Integer.MAX_VALUE ->
                "TextConversions.utf32(" + sequence.elementCount() + ", " + inOrder("JAVA_INT", element) + ")";
            case SequenceLayout sequence
            when sequence.elementLayout() instanceof ValueLayout -> ofOwnBytes(type, sequence.byteSize());
            default -> null;
        };
    }

    /**
     * The Java source of a conversion that takes null besides the values of a type; null if none is ready. What makes
     * bits leaves none for null.
     */
    static @Nullable String nullable(Class<?> type, MemoryLayout layout) {
        String suggested = of(type, layout);
        if (suggested == null || ValueBinder.isBox(type)) {
            return suggested;
        }
        return layout instanceof ValueLayout value && BitsConversion.bitsOf(value.carrier()) > 0 && !isOfBits(type)
                ? nullable(suggested)
                : null;
    }

    private static String nullable(String conversion) {
        return "CodeConversions.nullable(" + conversion + ", nullValue)";
    }

    private static boolean isOfBits(Class<?> type) {
        return type == EnumSet.class || type == boolean[].class;
    }

    private static String inOrder(String constant, ValueLayout layout) {
        ByteOrder order = layout.order();
        return constant + (order == ByteOrder.nativeOrder() ? "" : ".withOrder(ByteOrder." + order + ")");
    }

    private static @Nullable String ofValue(Class<?> type, Class<?> carrier) {
        String standard = standard(type, carrier);
        if (standard != null) {
            return standard;
        }
        if (type.isEnum() && type.getEnumConstants().length > 0 && CodeRange.isCarrier(carrier)) {
            boolean isChar = carrier == char.class;
            return "CodeConversions." + (isChar ? "short" : carrier) + "Codes(" + type.getSimpleName() + ".class, code"
                    + (isChar ? ", JAVA_CHAR)" : ")");
        }
        if (type == UUID.class) {
            return null; // no number has so many bits
        }
        if (!ValueBinder.isStruct(type) && !isOfSomeClass(type) && !isEncoded(type, carrier)) {
            return null;
        }
        return "Conversion.of" + Character.toUpperCase(carrier.getName().charAt(0))
                + carrier.getName().substring(1) + "(" + type.getSimpleName() + ".class, to, from)";
    }

    /** Whether the values of a type are those of classes that it does not name. */
    private static boolean isOfSomeClass(Class<?> type) {
        return type == Number.class
                || (type.isInterface() && !ValueBinder.isOfJdk(type) && !StructView.class.isAssignableFrom(type));
    }

    /**
     * Whether a format may have a member in another one: a flag in an {@code int}, a fixed-point number, half a
     * {@code float}, a character of one byte, and SBE's unsigned byte, which is a {@code short} in Java. Any other
     * wider or narrower integer is a mistake more often.
     */
    private static boolean isEncoded(Class<?> type, Class<?> carrier) {
        boolean isOfAnyInteger = type == boolean.class || type == float.class || type == double.class;
        boolean isFractionInByte = type != boolean.class && carrier == byte.class;
        if (isOfAnyInteger && !isFractionInByte && BitsConversion.bitsOf(carrier) > 0) {
            return true;
        }
        return switch (type.getName() + " " + carrier) {
            case "char byte", "short byte", "java.lang.Short byte" -> true;
            default -> false;
        };
    }

    private static @Nullable String standard(Class<?> type, Class<?> carrier) {
        if (MethodType.methodType(type).unwrap().returnType() == carrier && type != carrier) {
            return carrier == boolean.class
                    ? null
                    : "CodeConversions.nullable(" + type.getSimpleName() + ".class, nullValue)";
        }
        if (BitsConversion.bitsOf(carrier) > 0 && isOfBits(type)) {
            return "CodeConversions." + (type == EnumSet.class ? "enumSet(type)" : "bits(count)");
        }
        String key = type.getName() + " " + carrier;
        return switch (key) {
            case "java.time.Instant long" -> "TimeConversions.epochNanos()";
            case "java.time.Instant int" -> "TimeConversions.epochSeconds(JAVA_INT)";
            case "java.time.LocalTime long" -> "TimeConversions.nanoOfDay()";
            case "java.time.LocalTime int" -> "TimeConversions.milliOfDay()";
            case "java.time.Duration long" -> "TimeConversions.durationNanos()";
            case "java.time.LocalDate int" -> "TimeConversions.epochDay()";
            case "java.time.LocalDate long" -> "TimeConversions.epochDay(JAVA_LONG)";
            case "java.time.LocalDateTime long" -> "TimeConversions.localEpochNanos()";
            case "java.math.BigDecimal long" -> "NumberConversions.decimal(scale)";
            case "java.math.BigDecimal int" -> "NumberConversions.decimal(scale, JAVA_INT)";
            case "double long" -> "NumberConversions.scaled(digits)";
            case "double int" -> "NumberConversions.scaled(digits, JAVA_INT)";
            case "float short" -> "NumberConversions.half()";
            case "int byte" -> "NumberConversions.unsignedByte()";
            case "int short" -> "NumberConversions.unsignedShort()";
            case "int char" -> "NumberConversions.unsignedShort(JAVA_CHAR)";
            case "long int" -> "NumberConversions.unsignedInt()";
            case "java.lang.Integer byte" -> nullable("NumberConversions.unsignedByte()");
            case "java.lang.Integer short" -> nullable("NumberConversions.unsignedShort()");
            case "java.lang.Integer char" -> nullable("NumberConversions.unsignedShort(JAVA_CHAR)");
            case "java.lang.Long int" -> nullable("NumberConversions.unsignedInt()");
            case "java.lang.String long" -> "TextConversions.ascii8()";
            default -> null;
        };
    }

    /**
     * The Java source of a conversion to what lies in a tail; null if none is known that could fit.
     *
     * @param element the layout of what the member refers to
     */
    static @Nullable String inTail(Class<?> type, MemoryLayout element) {
        String name = type.getSimpleName() + ".class, ";
        Content known = Content.of(type);
        if (known != null && element instanceof ValueLayout value && known.carrier == value.carrier()) {
            return known.conversion;
        }
        if (Iterable.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return "Conversion.ofList(" + name + "element, to, from)";
        }
        if (type == Object.class || !(element instanceof ValueLayout value)) {
            return null;
        }
        return value.carrier() != byte.class
                ? "Conversion.ofArray(" + name + value.carrier() + "[].class, to, from)"
                : type.isEnum()
                        ? "Conversion.ofText(" + name + type.getSimpleName() + "::name, " + type.getSimpleName()
                                + "::valueOf)"
                        : "Conversion.ofText(" + name + "to, from)";
    }

    /**
     * What a type of the JDK is best made of in a tail.
     *
     * @param carrier the type of the elements of its text or array
     * @param element the layout that it needs as an element of a list, as messages say it
     * @param conversion the Java source of its conversion
     */
    record Content(Class<?> carrier, String element, String conversion) {

        /** {@return the content of a type; null if it is not known} */
        static @Nullable Content of(Class<?> type) {
            String text = ofText(type);
            if (text != null) {
                return new Content(byte.class, "Layouts.varText()", text);
            }
            return switch (type.getName()) {
                case "java.math.BigInteger" ->
                    new Content(
                            byte.class,
                            "Layouts.varList(JAVA_BYTE)",
                            "Conversion.ofArray(BigInteger.class, byte[].class, BigInteger::toByteArray,"
                                    + " BigInteger::new)");
                case "java.util.BitSet" ->
                    new Content(
                            long.class,
                            "Layouts.varList(JAVA_LONG)",
                            "Conversion.ofArray(BitSet.class, long[].class, BitSet::toLongArray, BitSet::valueOf)");
                default -> null;
            };
        }
    }

    /** The Java source of the conversion to text of a type of the JDK that has one; null of any other. */
    private static @Nullable String ofText(Class<?> type) {
        String functions = switch (type.getName()) {
            case "java.math.BigDecimal" -> "BigDecimal::toString, BigDecimal::new";
            case "java.net.URI" -> "URI::toString, URI::create";
            case "java.nio.file.Path" -> "Path::toString, Path::of";
            case "java.time.ZoneId" -> "ZoneId::getId, ZoneId::of";
            case "java.util.Currency" -> "Currency::getCurrencyCode, Currency::getInstance";
            default -> null;
        };
        return functions == null ? null : "Conversion.ofText(" + type.getSimpleName() + ".class, " + functions + ")";
    }

    private static @Nullable String ofBytes(Class<?> type, long byteSize) {
        if (type == UUID.class && byteSize == 16) {
            return "CodeConversions.uuid()";
        }
        if (type == String.class && byteSize <= Integer.MAX_VALUE) {
            return "TextConversions.utf8(" + byteSize + ")";
        }
        String text = ofText(type);
        if (text != null && byteSize <= Integer.MAX_VALUE) {
            return text;
        }
        String number = ofNumber(MethodType.methodType(type).unwrap().returnType(), byteSize);
        if (number == null) {
            return ofOwnBytes(type, byteSize);
        }
        return type.isPrimitive() ? number : nullable(number);
    }

    private static @Nullable String ofNumber(Class<?> primitive, long byteSize) {
        if (primitive == int.class && byteSize == 3) {
            return "NumberConversions.intOf(3, order, signed)";
        }
        if (primitive == long.class && byteSize >= 3 && byteSize <= 7) {
            return "NumberConversions.longOf(" + byteSize + ", order, signed)";
        }
        return null;
    }

    private static String ofStruct(Class<?> type) {
        return "Conversion.ofStruct(" + type.getSimpleName() + ".class, codec, to, from)";
    }

    private static @Nullable String ofOwnBytes(Class<?> type, long byteSize) {
        return ValueBinder.isStruct(type) && byteSize <= Integer.MAX_VALUE
                ? "Conversion.ofBytes(" + type.getSimpleName() + ".class, " + byteSize + ", to, from)"
                : null;
    }
}
