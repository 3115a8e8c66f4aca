package dev.verbatim.internal.bind;

import dev.verbatim.Conversions;
import dev.verbatim.StructView;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Matches one Java type to one element of a layout: the table of what binds to what. */
final class ValueBinder {

    /** What a nested type is in the one around it: a member, an element of a sequence, or an element in a tail. */
    enum Nesting {
        MEMBER,
        ELEMENT,
        TAIL_ELEMENT
    }

    /** Binds the types that are nested in a type. */
    interface Structs {

        /** The binding of a type; null if it has mismatches, which have been reported. */
        @Nullable
        Binding<?> bind(Class<?> type, StructLayout layout, String path, Nesting nesting);
    }

    /**
     * The outcome of a match: the value; or the remedy for types that do not match; or neither, if mismatches of a
     * nested type have been reported.
     */
    record Match<V extends Value>(
            @Nullable V value, @Nullable String remedy) {}

    static final String UNKNOWN_ELEMENT = "declare the class of the list's elements, as in `List<Level>`";

    static final String UNKNOWN_CONTENT = "declare the class of what it has, as in `Optional<String>`";

    private static final String OF_TAGGED = "a sealed interface is bound by a tag; declare the conversion of its"
            + " TaggedCodec, as `Conversions.of(codec.conversion())`";

    private ValueBinder() {}

    /** Matches a type to an element, which may be a struct with members in the tail of a variable-length record. */
    static Match<? extends Value> match(
            Class<?> type,
            Type genericType,
            MemoryLayout layout,
            String path,
            Declarations declarations,
            Structs structs) {
        if (isStruct(type)
                && layout instanceof StructLayout struct
                && DeclaredConversions.direct(type, genericType, layout, path, declarations) == null) {
            Binding<?> binding = structs.bind(type, struct, path, Nesting.MEMBER);
            return binding == null
                    ? reported()
                    : bound(binding.hasTail() ? new Value.StructWithTail(binding) : new Value.Struct(binding));
        }
        return fixed(type, genericType, layout, path, declarations, structs);
    }

    /** Matches a type to an element that has nothing in a tail. */
    static Match<? extends Value.Fixed> fixed(
            Class<?> type,
            Type genericType,
            MemoryLayout layout,
            String path,
            Declarations declarations,
            Structs structs) {
        Match<? extends Value.Fixed> converted =
                DeclaredConversions.match(type, genericType, layout, path, declarations);
        if (converted == null) {
            converted = DeclaredConversions.elements(type, genericType, layout, path, declarations);
        }
        if (converted != null) {
            return converted;
        }
        if ((type.isEnum() || type == String.class)
                && SuggestedConversions.isDeclared(type, declarations.conversions())) {
            return remedy("nothing else than declared is stored"
                    + SuggestedConversions.ending(type, genericType, layout, declarations.conversions()));
        }
        Match<? extends Value.Fixed> match = unconverted(type, genericType, layout, path, structs);
        return match.remedy() == null
                ? match
                : remedy(match.remedy()
                        + SuggestedConversions.ending(type, genericType, layout, declarations.conversions())
                        + DeclaredConversions.endingOfElements(type, genericType, layout, declarations.conversions()));
    }

    private static Match<? extends Value.Fixed> unconverted(
            Class<?> type, Type genericType, MemoryLayout layout, String path, Structs structs) {
        if (VarLayouts.varRefElement(layout) != null) {
            return remedy("an element of a sequence cannot be a varRef here; make each a member of its own");
        }
        if (layout instanceof UnionLayout) {
            return remedy("name the alternative that is used by Layouts.withAlternative, declare the conversion of a"
                    + " TaggedCodec, or make the member padding");
        }
        if (type.isPrimitive()) {
            return layout instanceof ValueLayout value && value.carrier() == type
                    ? bound(new Value.Primitive(value))
                    : remedy("make the two types the same, nothing is converted");
        }
        if (type.isEnum()) {
            return ordinal(type, layout);
        }
        MemoryLayout flat = LayoutMembers.flat(layout);
        if (flat instanceof SequenceLayout sequence && sequence.elementCount() > Integer.MAX_VALUE) {
            return remedy("a sequence has at most " + Integer.MAX_VALUE + " elements here, this one has "
                    + sequence.elementCount());
        }
        if (type == String.class) {
            return isBytes(layout) && layout instanceof SequenceLayout sequence
                    ? bound(new Value.Text((int) sequence.elementCount()))
                    : remedy("a String needs a sequence of JAVA_BYTE, which holds its UTF-8" + elementsOf(layout));
        }
        if (type.isArray() && type.componentType().isPrimitive()) {
            return flat instanceof SequenceLayout sequence
                            && sequence.elementLayout() instanceof ValueLayout element
                            && element.carrier() == type.componentType()
                    ? bound(new Value.PrimitiveArray(element, (int) sequence.elementCount()))
                    : remedy(type.getSimpleName() + " needs a sequence of " + constant(type.componentType())
                            + elementsOf(flat));
        }
        if (type.isArray()) {
            return sequence(type.componentType(), genericType, flat, path, false, structs);
        }
        if (type == List.class) {
            Class<?> element = raw(argument(genericType));
            return element == null
                    ? remedy(UNKNOWN_ELEMENT)
                    : sequence(element, genericType, flat, path, true, structs);
        }
        if (!isStruct(type)) {
            return remedy(
                    genericType instanceof TypeVariable
                            ? "it is one of " + type.getSimpleName() + " when the program runs; declare a type in place"
                                    + " of the type variable"
                            : notBindable(type, layout));
        }
        if (!(layout instanceof StructLayout struct)) {
            return remedy(notStruct(type, layout));
        }
        Binding<?> binding = structs.bind(type, struct, path, Nesting.MEMBER);
        return binding == null ? reported() : bound(new Value.Struct(binding));
    }

    /** The remedy for a type that only a struct binds to. */
    private static String notStruct(Class<?> type, MemoryLayout layout) {
        String name = type.getSimpleName();
        if (layout instanceof ValueLayout value) {
            return "declare `" + value.carrier().getSimpleName() + "`"
                    + (isOfJdk(type) ? "" : ", or make the member a struct with the members of " + name);
        }
        return isOfJdk(type) ? notBindable(type, layout) : "a nested " + name + " needs a struct";
    }

    /** The first type argument of a type, or what it extends if it is a wildcard; null if the type has none. */
    static @Nullable Type argument(Type type) {
        Type declared = declaredArgument(type);
        if (declared instanceof WildcardType wildcard && wildcard.getLowerBounds().length == 0) {
            Type bound = wildcard.getUpperBounds()[0];
            return bound == Object.class ? declared : bound;
        }
        return declared;
    }

    /** The first type argument of a type, as it is declared; null if it has none. */
    static @Nullable Type declaredArgument(Type type) {
        return type instanceof ParameterizedType parameterized ? parameterized.getActualTypeArguments()[0] : null;
    }

    /** The type of the elements of an array or a list; null if this is neither, or does not say. */
    static @Nullable Type elementType(Class<?> type, Type genericType) {
        if (type == List.class) {
            return argument(genericType);
        }
        return genericType instanceof GenericArrayType array ? array.getGenericComponentType() : type.componentType();
    }

    /** The class of the elements of an array or a list; null if the type is neither, or does not say. */
    static @Nullable Class<?> elementClass(Class<?> type, Type genericType) {
        return type.isArray() ? type.componentType() : raw(elementType(type, genericType));
    }

    /** The class of a type; null if that is not known before the program runs. */
    static @Nullable Class<?> raw(@Nullable Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        Class<?> component = type instanceof GenericArrayType array ? raw(array.getGenericComponentType()) : null;
        return component == null ? null : component.arrayType();
    }

    static String declared(Type element, boolean isList) {
        String name = DtoField.simpleName(element);
        return isList ? "List<" + name + ">" : name + "[]";
    }

    /** Why a type cannot be that of the elements of an array or list, and what to do about it; null if it can. */
    static @Nullable String elementObstacle(Class<?> element, Type declared) {
        if (isStruct(element)) {
            return null;
        }
        if (isOfTypeVariable(declared)) {
            return "it is one of " + element.getSimpleName() + " when the program runs; declare the class of the"
                    + " array's elements, as in `Level[]`";
        }
        if (isTagged(element)) {
            return OF_TAGGED;
        }
        if (StructView.class.isAssignableFrom(element)) {
            return "a view shows one struct at a time; declare an accessor of each, as `" + element.getSimpleName()
                    + " x(int index)`, or a record or class in place of the view";
        }
        return isBox(element)
                ? "nothing is boxed; declare `"
                        + MethodType.methodType(element).unwrap().returnType() + "[]`"
                : "the elements of an array or list are primitives, records or classes; wrap the "
                        + element.getSimpleName() + " in a record";
    }

    private static boolean isOfTypeVariable(Type declared) {
        return declared instanceof GenericArrayType array
                && (array.getGenericComponentType() instanceof TypeVariable
                        || isOfTypeVariable(array.getGenericComponentType()));
    }

    private static Match<Value.Ordinal> ordinal(Class<?> type, MemoryLayout layout) {
        Object[] constants = type.getEnumConstants();
        if (!(layout instanceof ValueLayout value) || !isIntegral(value)) {
            return remedy(
                    "an enum is stored as its ordinal; make the member a JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT or"
                            + " JAVA_LONG");
        }
        if (constants.length == 0) {
            return remedy("the enum has no constant to store; make the member padding");
        }
        if (constants.length - 1 > maxOrdinal(value)) {
            return remedy("the last of its " + constants.length + " constants has the ordinal " + (constants.length - 1)
                    + ", which does not fit; make the member a JAVA_SHORT or larger");
        }
        return bound(new Value.Ordinal(value, type, Arrays.asList(constants)));
    }

    private static boolean isIntegral(ValueLayout layout) {
        return switch (layout) {
            case ValueLayout.OfByte _,
                    ValueLayout.OfShort _,
                    ValueLayout.OfChar _,
                    ValueLayout.OfInt _,
                    ValueLayout.OfLong _ -> true;
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

    private static Match<Value.StructSequence> sequence(
            Class<?> element, Type declared, MemoryLayout layout, String path, boolean isList, Structs structs) {
        boolean isOfRows = (element.isArray() && !isOfTypeVariable(declared)) || element == List.class;
        if (isOfRows && layout instanceof SequenceLayout sequence) {
            return remedy("rows lie one after the other in one array; declare "
                    + (sequence.elementLayout() instanceof ValueLayout value
                            ? "`" + value.carrier().getSimpleName() + "[]`"
                            : "an array or List of what they have"));
        }
        String obstacle = elementObstacle(element, declared);
        if (obstacle != null) {
            return remedy(obstacle
                    + (isBox(element) && layout instanceof ValueLayout
                            ? ", and make the member a sequence, or `Layouts.varRef` in a variable-length record"
                            : ""));
        }
        if (!(layout instanceof SequenceLayout sequence)
                || !(sequence.elementLayout() instanceof StructLayout struct)) {
            return remedy(
                    isOfJdk(element)
                                    && layout instanceof SequenceLayout values
                                    && values.elementLayout() instanceof ValueLayout value
                            ? declareElements(value)
                            : declared(element, isList)
                                    + (layout instanceof StructLayout struct && VarLayouts.isVarRecord(struct)
                                            ? " of any length needs `Layouts.varRef(name, layout)`, with this layout as"
                                                    + " that of its elements"
                                            : " needs a sequence of structs" + elementsOf(layout)));
        }
        Binding<?> binding = structs.bind(element, struct, path + "[]", Nesting.ELEMENT);
        return binding == null
                ? reported()
                : bound(new Value.StructSequence(binding, (int) sequence.elementCount(), isList));
    }

    /** The remedy for elements whose class only a conversion makes. */
    static String declareElements(ValueLayout element) {
        return "declare `" + element.carrier().getSimpleName() + "[]`";
    }

    static boolean isBox(Class<?> type) {
        return MethodType.methodType(type).hasWrappers();
    }

    /** What the elements of a sequence are instead, for the end of a remedy. */
    private static String elementsOf(MemoryLayout layout) {
        return layout instanceof SequenceLayout sequence
                ? ", this is one of " + typeName(sequence.elementLayout())
                : "";
    }

    static String typeName(MemoryLayout layout) {
        return new Element(0, layout).typeName();
    }

    /** The constant of {@link ValueLayout} for a primitive. */
    static String constant(Class<?> primitive) {
        return "JAVA_" + primitive.getSimpleName().toUpperCase(Locale.ROOT);
    }

    /** The remedy for a type that has no place in the table. */
    private static String notBindable(Class<?> type, MemoryLayout layout) {
        if (isBox(type) && layout instanceof ValueLayout value) {
            return "nothing is boxed; declare `" + value.carrier().getSimpleName() + "`";
        }
        if (isOtherText(type) && isBytes(layout)) {
            return "text of a fixed size is a String; declare `String`";
        }
        if (type != EnumSet.class && Set.class.isAssignableFrom(type) && layout instanceof ValueLayout) {
            return "of all sets only an EnumSet can be bound, by the conversion that `CodeConversions.enumSet(type)`"
                    + " makes; declare one";
        }
        if (isTagged(type) && !(layout instanceof ValueLayout)) {
            return OF_TAGGED;
        }
        return type != EnumSet.class && Collection.class.isAssignableFrom(type)
                ? "of all collections only a List can be bound; declare one"
                : "`" + type.getSimpleName() + "` cannot be bound; the documentation of StructCodec lists what can";
    }

    /** Whether values of a type are those of several classes, which only a tag in the bytes can tell apart. */
    static boolean isTagged(Class<?> type) {
        return type.isInterface() && type.isSealed() && !isOfJdk(type);
    }

    /** Whether a type is one of text that is no {@code String}. */
    static boolean isOtherText(Class<?> type) {
        return type == CharSequence.class || type == StringBuilder.class;
    }

    /** Whether a layout may hold text. */
    static boolean isBytes(MemoryLayout layout) {
        return layout instanceof SequenceLayout sequence && sequence.elementLayout() instanceof ValueLayout.OfByte;
    }

    /** Whether a type may be nested: a Java record or a class that has no other place in the table. */
    static boolean isStruct(Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && !type.isEnum()
                && !type.isInterface()
                && type != String.class
                && type != Optional.class
                && !Collection.class.isAssignableFrom(type)
                && !type.getName().startsWith("java.lang.");
    }

    /** Whether a type is one of the JDK, whose fields no layout is for. */
    static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    /**
     * Why no Java type at all binds to an element, and what to do about it; null if one may. A conversion may make an
     * element of an array or a list of bytes.
     */
    static @Nullable String obstacle(MemoryLayout layout, Conversions conversions) {
        MemoryLayout tailElement = VarLayouts.varRefElement(layout);
        if (tailElement instanceof SequenceLayout bytes) {
            return ConversionBinder.isForBytes(conversions, bytes)
                    ? null
                    : "which refers to sequences; make them structs, or declare a conversion of"
                            + bytesOfElement(bytes);
        }
        MemoryLayout bound = tailElement == null ? layout : tailElement;
        if (bound instanceof AddressLayout) {
            return "addresses cannot be bound; make it a JAVA_LONG, or padding";
        }
        if (bound instanceof ValueLayout || bound instanceof GroupLayout) {
            return null;
        }
        return bound instanceof SequenceLayout sequence
                ? obstacleOfElement(sequence.elementLayout(), conversions)
                : "padding has no values; make all of it one padding";
    }

    private static @Nullable String obstacleOfElement(MemoryLayout element, Conversions conversions) {
        if (element instanceof SequenceLayout row && ConversionBinder.isForBytes(conversions, row)) {
            return null;
        }
        if (element instanceof UnionLayout union) {
            return ConversionBinder.isForBytes(conversions, union)
                    ? null
                    : "sequences of unions cannot be bound; name the alternative that is used by"
                            + " Layouts.withAlternative, declare the conversion of a TaggedCodec, or make the member"
                            + " padding";
        }
        return obstacle(element, conversions);
    }

    private static String bytesOfElement(SequenceLayout element) {
        return " the " + element.byteSize() + " bytes of an element";
    }

    /** What a DTO could declare for an element, as messages suggest it. */
    static String suggestion(MemoryLayout layout, String name) {
        MemoryLayout tailElement = VarLayouts.varRefElement(layout);
        return switch (tailElement == null ? LayoutMembers.flat(layout) : MemoryLayout.sequenceLayout(1, tailElement)) {
            case ValueLayout value -> "`" + value.carrier().getSimpleName() + " " + name + "`";
            case SequenceLayout sequence
            when sequence.elementLayout() instanceof ValueLayout.OfByte && LayoutMembers.withoutRows(layout) == null ->
                "`byte[] " + name + "` or `String " + name + "`";
            case SequenceLayout sequence
            when sequence.elementLayout() instanceof ValueLayout element ->
                "`" + element.carrier().getSimpleName() + "[] " + name + "`";
            case SequenceLayout _ -> "an array or List `" + name + "` of a record or class";
            default -> "a record or class `" + name + "`";
        };
    }

    static <V extends Value> Match<V> bound(V value) {
        return new Match<>(value, null);
    }

    static <V extends Value> Match<V> remedy(String remedy) {
        return new Match<>(null, remedy);
    }

    static <V extends Value> Match<V> reported() {
        return new Match<>(null, null);
    }
}
