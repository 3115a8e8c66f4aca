package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.internal.bind.ValueBinder.Match;
import dev.verbatim.internal.model.BitsConversion;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Matches one Java type to one element of a layout by the conversions that the user has declared. */
final class DeclaredConversions {

    private DeclaredConversions() {}

    /** Matches a type to an element by a conversion; null if there is none for it. */
    static @Nullable Match<Value.ByConversion> match(
            Class<?> type, Type genericType, MemoryLayout layout, String path, Declarations declarations) {
        Match<Value.ByConversion> direct = direct(type, genericType, layout, path, declarations);
        if (type != Optional.class || (direct != null && direct.value() != null)) {
            return direct;
        }
        Type contentType = ValueBinder.argument(genericType);
        Class<?> content = ValueBinder.raw(contentType);
        if (contentType == null || content == null) {
            return ValueBinder.remedy(ValueBinder.UNKNOWN_CONTENT);
        }
        Match<Value.ByConversion> converted = direct(content, contentType, layout, path, declarations);
        if (converted == null) {
            return ValueBinder.remedy(nullableFor(content, layout));
        }
        if (converted.value() == null) {
            return converted;
        }
        Value.ByConversion value = ConversionBinder.ofOptional(converted.value(), layout);
        if (value != null) {
            return ValueBinder.bound(value);
        }
        return ValueBinder.remedy("its " + converted.value().conversion()
                + " refuses null, which an empty Optional becomes; declare one that takes null"
                + (SuggestedConversions.nullable(content, layout) == null ? "" : ", such as CodeConversions.nullable"));
    }

    private static String nullableFor(Class<?> content, MemoryLayout layout) {
        String suggested = SuggestedConversions.nullable(content, layout);
        return (layout instanceof StructLayout ? "make it a sequence of JAVA_BYTE, and " : "")
                + "declare a conversion of " + content.getSimpleName() + " that takes null, which an empty Optional"
                + " becomes" + (suggested == null ? "" : ", as `Conversions.of(" + suggested + ")`");
    }

    /** Matches a type by a conversion that makes it itself: an {@link Optional}, too, not what that has. */
    static @Nullable Match<Value.ByConversion> direct(
            Class<?> type, Type genericType, MemoryLayout layout, String path, Declarations declarations) {
        Conversion<?> own = declarations.conversion(path);
        if (own != null) {
            Value.ByConversion value = isOf(own, type, genericType) ? ConversionBinder.value(own, layout) : null;
            return value == null
                    ? ValueBinder.remedy("it has a " + own + ", which needs `" + typeName(own) + "` and "
                            + ConversionBinder.needs(own, layout))
                    : ValueBinder.bound(value);
        }
        if (layout instanceof ValueLayout value && value.carrier() == type) {
            return null;
        }
        Conversion<?> fitting = null;
        Conversion<?> ofOthers = null;
        boolean isDeclared = false;
        for (Conversion<?> conversion : declarations.conversions().byType()) {
            boolean isOfType = isOf(conversion, type, genericType);
            isDeclared |= isOfType;
            if (conversion.type() != type || ConversionBinder.value(conversion, layout) == null) {
                continue;
            }
            if (!isOfType) {
                ofOthers = conversion;
            } else if (fitting == null) {
                fitting = conversion;
            } else if (areOfTwoEnums(fitting, conversion)) {
                return ValueBinder.remedy("its type does not say which enum, and the declared conversions are of `"
                        + typeName(fitting) + "` and `" + typeName(conversion) + "`; declare the one for this path");
            }
        }
        if (fitting != null) {
            return ValueBinder.bound(Objects.requireNonNull(ConversionBinder.value(fitting, layout)));
        }
        return isDeclared || ofOthers == null
                ? null
                : ValueBinder.remedy("the declared conversion is of `" + typeName(ofOthers) + "`; declare one of "
                        + Objects.requireNonNull(enumOf(genericType)).getName() + ", too");
    }

    /** Whether a conversion makes values of a type: sets of an enum only where the type does not say another one. */
    static boolean isOf(Conversion<?> conversion, Class<?> type, Type genericType) {
        Class<?> constants = constants(conversion);
        if (conversion.type() != type || constants == null) {
            return conversion.type() == type;
        }
        Class<?> declared = enumOf(genericType);
        return declared == null || declared.isAssignableFrom(constants);
    }

    private static boolean areOfTwoEnums(Conversion<?> one, Conversion<?> other) {
        Class<?> constants = constants(other);
        return constants(one) != null && constants != null && constants(one) != constants;
    }

    /** The enum whose sets a conversion makes; null if it makes others. */
    private static @Nullable Class<?> constants(Conversion<?> conversion) {
        return conversion instanceof BitsConversion<?> bits ? bits.constants() : null;
    }

    /** The enum of a declared type of sets, or what it extends; null if that is not said. */
    private static @Nullable Class<?> enumOf(Type set) {
        Type argument = ValueBinder.argument(bound(set));
        return argument == null ? null : ValueBinder.raw(bound(argument));
    }

    /** The type, or the bound of a type variable or a wildcard. */
    static Type bound(Type type) {
        return switch (type) {
            case TypeVariable<?> variable -> bound(variable.getBounds()[0]);
            case WildcardType wildcard when wildcard.getLowerBounds().length > 0 -> bound(wildcard.getLowerBounds()[0]);
            case WildcardType wildcard -> bound(wildcard.getUpperBounds()[0]);
            default -> type;
        };
    }

    private static String typeName(Conversion<?> conversion) {
        Class<?> constants = constants(conversion);
        return conversion.type().getSimpleName() + (constants == null ? "" : "<" + constants.getName() + ">");
    }

    /**
     * Matches an array or a list to a sequence by a conversion of its elements; null if there is none for it. Of a
     * sequence of sequences a conversion makes whole rows, or else what these have.
     */
    static @Nullable Match<Value.ConvertedSequence> elements(
            Class<?> type, Type genericType, MemoryLayout layout, String path, Declarations declarations) {
        Match<Value.ConvertedSequence> match = rightIn(type, genericType, layout, path, declarations);
        SequenceLayout flatter = LayoutMembers.withoutRows(layout);
        if (flatter == null || (match != null && match.value() != null)) {
            return match;
        }
        Match<Value.ConvertedSequence> inRows = elements(type, genericType, flatter, path, declarations);
        return match == null || (inRows != null && inRows.value() != null) ? inRows : match;
    }

    private static @Nullable Match<Value.ConvertedSequence> rightIn(
            Class<?> type, Type genericType, MemoryLayout layout, String path, Declarations declarations) {
        Type elementType = ValueBinder.elementType(type, genericType);
        Class<?> element = ValueBinder.elementClass(type, genericType);
        if (elementType == null
                || element == null
                || !(layout instanceof SequenceLayout sequence)
                || sequence.elementCount() > Integer.MAX_VALUE) {
            return null;
        }
        Match<Value.ByConversion> converted =
                match(element, elementType, sequence.elementLayout(), path + "[]", declarations);
        if (converted == null) {
            return null;
        }
        return converted.value() == null
                ? new Match<>(null, converted.remedy() + arrayOfPrimitives(element, path, declarations))
                : ValueBinder.bound(new Value.ConvertedSequence(
                        converted.value(), (int) sequence.elementCount(), type == List.class));
    }

    /** What has the declared conversion of a primitive in place of boxes: the end of a message, or nothing. */
    static String arrayOfPrimitives(Class<?> element, String path, Declarations declarations) {
        Conversion<?> own = declarations.conversion(path + "[]");
        return own != null && own.type().isPrimitive() && ValueBinder.isBox(element) && !path.endsWith("[]")
                ? "; declare `" + own.type() + "[]`"
                : "";
    }

    /** What conversions of elements could do, for the end of a remedy; nothing for what has none. */
    static String endingOfElements(Class<?> type, Type genericType, MemoryLayout layout, Conversions conversions) {
        Class<?> element = ValueBinder.elementClass(type, genericType);
        if (element == null || !(layout instanceof SequenceLayout sequence)) {
            return "";
        }
        String ending = SuggestedConversions.ending(
                element,
                Objects.requireNonNull(ValueBinder.elementType(type, genericType)),
                sequence.elementLayout(),
                conversions);
        SequenceLayout flatter = LayoutMembers.withoutRows(layout);
        return flatter == null || !ending.isEmpty()
                ? ending
                : endingOfElements(type, genericType, flatter, conversions);
    }
}
