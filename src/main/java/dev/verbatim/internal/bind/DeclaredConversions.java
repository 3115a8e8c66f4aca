package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.internal.bind.ValueBinder.Match;
import dev.verbatim.internal.model.BitsConversion;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Type;
import java.util.List;
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
        return "declare a conversion of " + content.getSimpleName() + " that takes null, which an empty Optional"
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
        Conversion<?> ofOthers = null;
        boolean isDeclared = false;
        for (Conversion<?> conversion : declarations.conversions().byType()) {
            if (isOf(conversion, type, genericType)) {
                isDeclared = true;
                Value.ByConversion value = ConversionBinder.value(conversion, layout);
                if (value != null) {
                    return ValueBinder.bound(value);
                }
            } else if (conversion.type() == type) {
                ofOthers = conversion;
            }
        }
        return isDeclared || ofOthers == null
                ? null
                : ValueBinder.remedy(
                        "the declared conversion is of `" + typeName(ofOthers) + "`; declare one of this enum, too");
    }

    /** Whether a conversion makes values of a type: sets of an enum only where the type does not say another one. */
    private static boolean isOf(Conversion<?> conversion, Class<?> type, Type genericType) {
        if (conversion.type() != type || !(conversion instanceof BitsConversion<?> bits) || bits.constants() == null) {
            return conversion.type() == type;
        }
        Class<?> declared = ValueBinder.raw(ValueBinder.argument(genericType));
        return declared == null || declared.isAssignableFrom(bits.constants());
    }

    private static String typeName(Conversion<?> conversion) {
        Class<?> constants = conversion instanceof BitsConversion<?> bits ? bits.constants() : null;
        return conversion.type().getSimpleName() + (constants == null ? "" : "<" + constants.getSimpleName() + ">");
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
        String ending = SuggestedConversions.ending(element, sequence.elementLayout(), conversions);
        SequenceLayout flatter = LayoutMembers.withoutRows(layout);
        return flatter == null || !ending.isEmpty()
                ? ending
                : endingOfElements(type, genericType, flatter, conversions);
    }
}
