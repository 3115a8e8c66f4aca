package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.StructView;
import dev.verbatim.internal.bind.SuggestedConversions.Content;
import dev.verbatim.internal.bind.ValueBinder.Match;
import dev.verbatim.internal.bind.ValueBinder.Nesting;
import dev.verbatim.internal.bind.ValueBinder.Structs;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.TailConversion;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Matches a Java type to what a reference refers to in the tail of a variable-length record.
 *
 * @param declarations has the conversions of elements
 * @param structs binds the elements that are structs
 * @param host the lookup of the generated class; null if the caller's does not suffice, which has been reported
 */
record TailBinder(
        Declarations declarations,
        Structs structs,
        @Nullable Lookup host) {

    /**
     * How a reference to elements is spelled, as messages say it: that of a member, and that of an element of a list.
     */
    private enum Spelling {
        MEMBER("Layouts.varRef(name", "Layouts.varRef(name, "),
        ELEMENT("Layouts.varText(", "Layouts.varList(");

        private final String ofText;
        private final String ofElements;

        Spelling(String ofText, String ofElements) {
            this.ofText = ofText;
            this.ofElements = ofElements;
        }
    }

    /**
     * Matches the type of a member.
     *
     * @param element the layout of what the member refers to
     */
    Match<? extends Value.InTail> member(Class<?> type, Type genericType, MemoryLayout element, String path) {
        Conversion<?> own = declarations.conversion(path);
        return own == null || own instanceof TailConversion
                ? inTail(type, genericType, element, path, Spelling.MEMBER)
                : ValueBinder.remedy("it has a " + own + ", but only the elements of what lies in a tail are converted;"
                        + " declare that of `" + path + "[]`");
    }

    private Match<? extends Value.InTail> inTail(
            Class<?> type, Type genericType, MemoryLayout element, String path, Spelling spelling) {
        TailConversion<?> conversion = conversion(type, genericType, element, path);
        if (conversion != null) {
            return byContent(conversion, type, element, path, spelling);
        }
        Match<? extends Value.InTail> match = unconverted(type, genericType, element, path, spelling);
        TailConversion<?> other = match.remedy() == null ? null : ofOther(type);
        return other == null ? match : byContent(other, type, element, path, spelling); // says what it needs
    }

    /** The conversion to text, an array or a list of a value with a path; null if there is none. */
    private @Nullable TailConversion<?> conversion(Class<?> type, Type genericType, MemoryLayout element, String path) {
        if (declarations.conversion(path) instanceof TailConversion<?> own) {
            return type == Optional.class && own.type() != Optional.class ? null : own; // that of what it has
        }
        if (isText(type)) {
            return null; // in a tail it is UTF-8 whatever is declared for all texts
        }
        TailConversion<?> list = null;
        for (Conversion<?> conversion : declarations.conversions().byType()) {
            if (conversion instanceof TailConversion<?> content && content.type() == type) {
                Class<?> ofList = content.element();
                boolean mayBe = ofList == null || mayHave(type, genericType, ofList);
                if (mayBe && (ofList == null ? isFor(content, element) : hasElements(ofList, element, path))) {
                    return content;
                }
                if (list == null && ofList != null && mayBe) {
                    list = content; // whether it fits is found out by binding it
                }
            }
        }
        return list;
    }

    /** Whether a list has such elements, which are no references themselves. */
    private boolean hasElements(Class<?> type, MemoryLayout element, String path) {
        if (!(element instanceof ValueLayout value)) {
            return false;
        }
        Match<Value.ByConversion> match = DeclaredConversions.match(type, type, element, path + "[]", declarations);
        return (match != null && match.value() != null) || isBoxOf(type, value);
    }

    private static boolean isBoxOf(Class<?> type, ValueLayout value) {
        return ValueBinder.isBox(type) && MethodType.methodType(type).unwrap().returnType() == value.carrier();
    }

    /** Whether text, or an array, has such elements. */
    private static boolean isFor(TailConversion<?> conversion, MemoryLayout element) {
        Class<?> carrier = conversion.content() == String.class
                ? byte.class
                : conversion.content().componentType();
        return element instanceof ValueLayout value && value.carrier() == carrier;
    }

    /** A conversion of a type to text or to an array, which does not fit; null if there is none. */
    private @Nullable TailConversion<?> ofOther(Class<?> type) {
        for (Conversion<?> conversion : declarations.conversions().byType()) {
            if (!isText(type)
                    && conversion instanceof TailConversion<?> content
                    && content.type() == type
                    && content.element() == null) {
                return content;
            }
        }
        return null;
    }

    /** What an element that is of any length itself refers to; any other element as it is. */
    private static MemoryLayout inner(MemoryLayout element) {
        Element reference = reference(element);
        return reference == null ? element : Objects.requireNonNull(VarLayouts.varRefElement(reference.layout()));
    }

    /** Whether a declared type may have elements of a class: that of a collection says which, or what they extend. */
    private static boolean mayHave(Class<?> type, Type genericType, Class<?> element) {
        Type argument = Collection.class.isAssignableFrom(type) ? ValueBinder.declaredArgument(genericType) : null;
        Class<?> declared = argument == null ? null : ValueBinder.raw(DeclaredConversions.bound(argument));
        return declared == null
                || declared == element
                || (!(argument instanceof Class) && declared.isAssignableFrom(element));
    }

    private Match<? extends Value.InTail> byContent(
            TailConversion<?> conversion, Class<?> type, MemoryLayout element, String path, Spelling spelling) {
        if (conversion.type() != type) {
            return ValueBinder.remedy("it has a " + conversion + ", which needs `"
                    + conversion.type().getSimpleName() + "`");
        }
        Type stored = conversion.element() == null ? conversion.content() : new ListOf(conversion.element());
        Match<? extends Value.InTail> content = unconverted(conversion.content(), stored, element, path, spelling);
        return content.value() == null
                ? content
                : ValueBinder.bound(ConversionBinder.ofContent(conversion, content.value(), path));
    }

    /** The type of a list with elements of a class. */
    private record ListOf(Class<?> element) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {element};
        }

        @Override
        public Type getRawType() {
            return List.class;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    private Match<? extends Value.InTail> unconverted(
            Class<?> type, Type genericType, MemoryLayout element, String path, Spelling spelling) {
        if (type == Optional.class) {
            return optional(genericType, element, path, spelling);
        }
        if (isText(type)) {
            return element instanceof ValueLayout.OfByte
                    ? ValueBinder.bound(new Value.VarText())
                    : ValueBinder.remedy(
                            "text needs `" + spelling.ofText + ")`, which refers to its UTF-8" + found(element));
        }
        if (ValueBinder.isOtherText(type)) {
            return ValueBinder.remedy("text in a tail is a String or a StringBuilder; declare one of these");
        }
        boolean isList = type == List.class;
        if (!isList && !type.isArray()) {
            return ValueBinder.remedy("a varRef refers to text, an array or a list; "
                    + (ValueBinder.isStruct(type) && !ValueBinder.isOfJdk(type)
                            ? "make the member a struct with the members of " + type.getSimpleName()
                                    + orConversion(type, element)
                            : isOfFixedSize(type)
                                    ? "a value of fixed size lies among the other members; make it one of them, as"
                                            + " StructCodec binds it"
                                    : "declare one of these" + orConversion(type, element)));
        }
        Type elementType = ValueBinder.elementType(type, genericType);
        Class<?> elementClass = ValueBinder.elementClass(type, genericType);
        if (elementType == null || elementClass == null) {
            return ValueBinder.remedy(ValueBinder.UNKNOWN_ELEMENT);
        }
        Conversion<?> own = declarations.conversion(path + "[]");
        boolean isOwnContent = own instanceof TailConversion && ConversionBinder.value(own, element) == null;
        boolean isByContent = isOwnContent
                || (own == null && conversion(elementClass, elementType, inner(element), path + "[]") != null);
        Match<Value.ByConversion> converted = isOwnContent
                ? null
                : DeclaredConversions.match(elementClass, elementType, element, path + "[]", declarations);
        if (converted != null && converted.value() != null) {
            if (element instanceof StructLayout struct) {
                return ValueBinder.remedy(structOfBytes(elementClass, converted.value(), struct));
            }
            return ValueBinder.bound(new Value.VarConverted(converted.value(), isList));
        }
        if (converted != null
                && !isByContent
                && (elementClass != Optional.class || hasOwn(path + "[]") || isOptionalOfValue(elementType, element))) {
            return new Match<>(
                    null, converted.remedy() + DeclaredConversions.arrayOfPrimitives(elementClass, path, declarations));
        }
        String each = isByContent ? null : remedyOfContent(elementClass, element, path + "[]", isList, spelling);
        if (each != null) {
            return ValueBinder.remedy(each);
        }
        Match<? extends Value.InTail> match = elementClass.isPrimitive() && !isByContent
                ? primitives(elementClass, element, spelling)
                : objects(elementClass, elementType, genericType, element, path, isList, spelling);
        return match.remedy() == null
                ? match
                : ValueBinder.remedy(match.remedy()
                        + SuggestedConversions.endingOfElement(
                                elementClass, elementType, element, isList, declarations.conversions()));
    }

    /** What elements need each of which can only be made of text or an array; null if they can be something else. */
    private @Nullable String remedyOfContent(
            Class<?> type, MemoryLayout element, String path, boolean isList, Spelling spelling) {
        boolean isObject = ValueBinder.isStruct(type)
                || type.isEnum()
                || (type.isInterface()
                        && !isOfAnyLength(type)
                        && !ValueBinder.isTagged(type)
                        && !StructView.class.isAssignableFrom(type));
        if (!isObject || isOfOther(type, element, path)) {
            return null;
        }
        String declared = ValueBinder.declared(type, isList);
        if (reference(element) == null) {
            Content known = Content.of(type);
            if (known == null || !(element instanceof ValueLayout value) || value.carrier() != known.carrier()) {
                return null;
            }
            return declared + " needs `" + spelling.ofElements + known.element() + ")` and a conversion, as"
                    + " `Conversions.of(" + known.conversion() + ")`" + found(element);
        }
        MemoryLayout inner = inner(element);
        String suggested = hasMember(type, element, path) ? null : SuggestedConversions.inTail(type, inner);
        return suggested == null
                ? null
                : declared + " needs a conversion of its elements, as `Conversions.of(" + suggested
                        + ")`; this refers to elements of any number of " + ValueBinder.typeName(inner) + " each";
    }

    /** Whether elements are of any length, and a conversion of their type is declared that does not fit. */
    private boolean isOfOther(Class<?> type, MemoryLayout element, String path) {
        return ofOther(type) != null
                && (element instanceof ValueLayout || (reference(element) != null && !hasMember(type, element, path)));
    }

    /** Whether a type has a member by the name of an element's only reference, and so is bound as a struct. */
    private boolean hasMember(Class<?> type, MemoryLayout element, String path) {
        Element reference = reference(element);
        return reference != null
                && !ValueBinder.isOfJdk(type)
                && ImmutableClass.instanceFields(type).stream()
                        .anyMatch(
                                field -> field.getName().equals(declarations.nameInJava(path + ".", reference.name())));
    }

    /** The only member of an element that is of any length itself; null of any other element. */
    private static @Nullable Element reference(MemoryLayout element) {
        return element instanceof StructLayout struct ? VarLayouts.onlyReference(struct) : null;
    }

    /**
     * Elements that a conversion makes of bytes lie there without a stride, so that their layout cannot be that of a
     * list of structs: it would say that they have one, and may grow.
     */
    private static String structOfBytes(Class<?> type, Value.ByConversion value, StructLayout element) {
        boolean isOneStruct = value instanceof Value.ConvertedBytes bytes && bytes.struct() != null;
        return "structs in a tail have a stride, which what a conversion makes of bytes has not; make the element of "
                + type.getSimpleName() + " a sequence of " + element.byteSize() + " bytes"
                + (isOneStruct ? "" : ", or a union");
    }

    /** Whether a type is one that no part of a tail can hold, as all of its values have one size. */
    private static boolean isOfFixedSize(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || ValueBinder.isBox(type)
                || type == UUID.class
                || Temporal.class.isAssignableFrom(type)
                || type == Duration.class;
    }

    private boolean hasOwn(String path) {
        return declarations.conversion(path) != null;
    }

    /** Whether an Optional that is an element is one that only a conversion can make. */
    private static boolean isOptionalOfValue(Type genericType, MemoryLayout element) {
        Class<?> content = ValueBinder.raw(ValueBinder.argument(genericType));
        return reference(element) == null && (content == null || !isOfAnyLength(content));
    }

    private static String orConversion(Class<?> type, MemoryLayout element) {
        String suggested = SuggestedConversions.inTail(type, element);
        return suggested == null ? "" : ", or declare a conversion, as `Conversions.of(" + suggested + ")`";
    }

    /** Whether a type is one of those whose values lie in a tail by themselves, or are made of what does. */
    private boolean isOfAnyLength(Class<?> type, Type genericType, MemoryLayout element, String path) {
        return isOfAnyLength(type) || conversion(type, genericType, element, path) != null;
    }

    private static boolean isText(Class<?> type) {
        return type == String.class || type == StringBuilder.class;
    }

    private static String found(MemoryLayout element) {
        return ", this refers to elements of type " + ValueBinder.typeName(element);
    }

    private Match<? extends Value.InTail> optional(
            Type genericType, MemoryLayout element, String path, Spelling spelling) {
        Type contentType = ValueBinder.argument(genericType);
        Class<?> content = ValueBinder.raw(contentType);
        if (contentType == null || content == null) {
            return ValueBinder.remedy(ValueBinder.UNKNOWN_CONTENT);
        }
        if (content == Optional.class) {
            return ValueBinder.remedy(
                    "an empty Optional in another one cannot be told from that; declare one Optional");
        }
        if (!isOfAnyLength(content, contentType, element, path) && ofOther(content) == null) {
            boolean mayBeMade = !isOfFixedSize(content) && SuggestedConversions.inTail(content, element) != null;
            return ValueBinder.remedy("an Optional in a tail has text, an array or a list; declare one of these"
                    + (mayBeMade
                            ? orConversion(content, element)
                            : ", or a conversion of the member to a list that has at most one element, by"
                                    + " Conversion.ofList"));
        }
        Match<? extends Value.InTail> match = inTail(content, contentType, element, path, spelling);
        return match.value() == null ? match : ValueBinder.bound(new Value.VarOptional(match.value(), content));
    }

    private static Match<Value.VarArray> primitives(Class<?> component, MemoryLayout element, Spelling spelling) {
        return element instanceof ValueLayout value && value.carrier() == component
                ? ValueBinder.bound(new Value.VarArray(value))
                : ValueBinder.remedy(component + "[] needs `" + spelling.ofElements + ValueBinder.constant(component)
                        + ")`" + found(element));
    }

    private Match<? extends Value.InTail> objects(
            Class<?> elementClass,
            Type elementType,
            Type genericType,
            MemoryLayout element,
            String path,
            boolean isList,
            Spelling spelling) {
        boolean isBoxed =
                isList && !hasOwn(path + "[]") && element instanceof ValueLayout value && isBoxOf(elementClass, value);
        if (!isBoxed
                && (isOfAnyLength(elementClass, elementType, inner(element), path + "[]")
                        || isOfOther(elementClass, element, path + "[]"))) {
            return values(elementClass, elementType, element, path, isList, spelling);
        }
        if (isList && ValueBinder.isBox(elementClass)) {
            return boxes(elementClass, element, spelling);
        }
        String declared = ValueBinder.declared(elementClass, isList);
        String obstacle = ValueBinder.elementObstacle(elementClass, genericType);
        if (obstacle != null) {
            return ValueBinder.remedy(obstacle);
        }
        if (element instanceof ValueLayout value && ValueBinder.isOfJdk(elementClass)) {
            return ValueBinder.remedy(ValueBinder.declareElements(value));
        }
        if (!(element instanceof StructLayout struct)) {
            return ValueBinder.remedy(declared + " needs `" + spelling.ofElements + "layout)` with the layout of a "
                    + elementClass.getSimpleName() + found(element));
        }
        String tooLarge = tooLarge(struct);
        if (tooLarge != null) {
            return ValueBinder.remedy(tooLarge);
        }
        Binding<?> binding = structs.bind(elementClass, struct, path + "[]", Nesting.TAIL_ELEMENT);
        return binding == null
                ? ValueBinder.reported()
                : ValueBinder.bound(new Value.VarStructs(binding, isList, VarLayouts.isVarRecord(struct)));
    }

    private static @Nullable String tooLarge(StructLayout element) {
        return element.byteSize() > VarDescriptor.MAX_BYTE_SIZE
                ? "an element has byteSize=" + element.byteSize() + "; a record has at most "
                        + VarDescriptor.MAX_BYTE_SIZE
                : null;
    }

    private static Match<Value.VarConverted> boxes(Class<?> box, MemoryLayout element, Spelling spelling) {
        Class<?> primitive = MethodType.methodType(box).unwrap().returnType();
        return element instanceof ValueLayout value && value.carrier() == primitive
                ? ValueBinder.bound(new Value.VarConverted(ConversionBinder.ofBox(box, value), true))
                : ValueBinder.remedy("List<" + box.getSimpleName() + "> needs `" + spelling.ofElements
                        + ValueBinder.constant(primitive) + ")`" + found(element));
    }

    /** Whether a type is one of those whose values lie in a tail by themselves. */
    private static boolean isOfAnyLength(Class<?> type) {
        return isText(type) || type == List.class || type == Optional.class || type.isArray();
    }

    /** Matches elements that are of any length themselves: each is the value of a variable-length record. */
    private Match<? extends Value.InTail> values(
            Class<?> type, Type genericType, MemoryLayout element, String path, boolean isList, Spelling spelling) {
        Element reference = reference(element);
        if (reference == null) {
            return ValueBinder.remedy(ValueBinder.declared(genericType, isList) + " needs `" + spelling.ofElements
                    + layoutOf(type, genericType) + ")`" + found(element));
        }
        StructLayout struct = (StructLayout) element;
        String tooLarge = tooLarge(struct);
        if (tooLarge != null) {
            return ValueBinder.remedy(tooLarge);
        }
        MemoryLayout inner = Objects.requireNonNull(VarLayouts.varRefElement(reference.layout()));
        Match<? extends Value.InTail> value = inTail(type, genericType, inner, path + "[]", Spelling.ELEMENT);
        if (value.value() == null || host == null) {
            return new Match<>(null, value.remedy());
        }
        Binding<?> binding = Binding.ofValue(type, struct, reference, value.value(), host);
        return ValueBinder.bound(new Value.VarStructs(binding, isList, true));
    }

    /** The layout that an element of a type needs, as messages say it. */
    private String layoutOf(Class<?> type, Type genericType) {
        TailConversion<?> conversion = ofOther(type);
        Class<?> content = conversion == null ? type : conversion.content();
        if (isText(content)) {
            return "Layouts.varText()";
        } else if (conversion != null) {
            return "Layouts.varList(" + ValueBinder.constant(content.componentType()) + ")";
        }
        Type inner =
                type == Optional.class ? ValueBinder.argument(genericType) : ValueBinder.elementType(type, genericType);
        Class<?> innerClass = ValueBinder.raw(inner);
        if (inner == null || innerClass == null) {
            return "Layouts.varList(layout)";
        }
        if (type == Optional.class) {
            return layoutOf(innerClass, inner);
        }
        if (isOfAnyLength(innerClass)) {
            return "Layouts.varList(" + layoutOf(innerClass, inner) + ")";
        }
        Class<?> primitive = MethodType.methodType(innerClass).unwrap().returnType();
        return "Layouts.varList(" + (primitive.isPrimitive() ? ValueBinder.constant(primitive) : "layout") + ")";
    }
}
