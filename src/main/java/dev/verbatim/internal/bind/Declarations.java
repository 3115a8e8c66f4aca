package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.ConversionCalls;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.TailConversion;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarLayouts;
import dev.verbatim.internal.runtime.ConversionFaults;
import dev.verbatim.internal.runtime.DtoLists;
import dev.verbatim.internal.runtime.Text;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the user has declared beside the type and the layout: defaults of members that older variable-length records
 * lack, by the members' paths, and conversions.
 */
final class Declarations {

    /** What follows a member's path in those of its elements. */
    private static final String ELEMENT = "[]";

    private final Map<String, Object> values;
    private final Conversions conversions;

    /** The paths of members that there are, and of elements that can have a default. */
    private final Set<String> bound = new HashSet<>();

    /** The paths for which a conversion was found. */
    private final Set<String> converted = new HashSet<>();

    /** The paths for which a name was found. */
    private final Set<String> named = new HashSet<>();

    Declarations(Map<String, Object> defaults, Conversions conversions) {
        this.values = defaults;
        this.conversions = Objects.requireNonNull(conversions, "conversions");
    }

    Declarations(Conversions conversions) {
        this(Map.of(), conversions);
    }

    Conversions conversions() {
        return conversions;
    }

    /** The default of a member, or null. From now on the member's path is a known one. */
    @Nullable
    Object bind(String path) {
        bound.add(path);
        return values.get(path);
    }

    /** The conversion that is declared for a member, or for elements; null if there is none. */
    @Nullable
    Conversion<?> conversion(String path) {
        Conversion<?> own = conversions.byMember().get(path);
        if (own != null) {
            converted.add(path);
        }
        return own;
    }

    /**
     * The name that a member has in Java.
     *
     * @param pathPrefix what stands before its name in its path
     */
    String nameInJava(String pathPrefix, String name) {
        String path = pathPrefix + name;
        String declared = conversions.names().get(path);
        if (declared == null) {
            return name;
        }
        named.add(path);
        return declared;
    }

    /** Where the marks of elements, and of their elements, end that begin at an index of a path. */
    private static int endOfElements(String path, int start) {
        int end = start;
        while (path.startsWith(ELEMENT, end)) {
            end += ELEMENT.length();
        }
        return end;
    }

    /**
     * From now on the paths of all members of a struct are known ones, and those of all that is nested in it.
     *
     * @param pathPrefix what stands before the names of the members
     */
    void bindAll(StructLayout struct, String pathPrefix) {
        for (Element element : LayoutMembers.of(struct)) {
            if (element.isMember()) {
                String path = pathPrefix + element.name();
                bound.add(path);
                bindNested(element.layout(), path);
            }
        }
    }

    private void bindNested(MemoryLayout layout, String path) {
        MemoryLayout element = LayoutMembers.flat(layout) instanceof SequenceLayout sequence
                ? sequence.elementLayout()
                : VarLayouts.varRefElement(layout);
        if (element != null) {
            bound.add(path + ELEMENT);
            bindNested(element, path + ELEMENT);
        } else if (layout instanceof StructLayout struct) {
            Element reference = referenceOfList(struct, path);
            if (reference == null) {
                bindAll(struct, path + ".");
            } else {
                bindNested(reference.layout(), path);
            }
        }
    }

    /**
     * The one member of an element of a list in a tail, if that is a list itself by what is declared: codecs name the
     * elements of {@code lists[]} by {@code lists[][]}, and those of a DTO's member by {@code lists[].value[]}. The
     * layout may be the same. Otherwise null.
     *
     * @param path the path of the element
     */
    @Nullable
    Element referenceOfList(StructLayout element, String path) {
        boolean isList = path.endsWith(ELEMENT) && paths().stream().anyMatch(other -> other.startsWith(path + ELEMENT));
        return isList ? VarLayouts.onlyReference(element) : null;
    }

    /** Takes all paths below that of a member for known ones. It could not be bound, which has been reported. */
    void ignoreWithin(String memberPath) {
        for (String path : paths()) {
            if (isWithin(path, memberPath) || isOfElements(path, memberPath)) {
                bound.add(path);
            }
        }
    }

    /** Whether a path is that of a member's elements, or of their elements. */
    private static boolean isOfElements(String path, String memberPath) {
        return path.startsWith(memberPath) && endOfElements(path, memberPath.length()) == path.length();
    }

    /** Whether a path is that of a member of a struct, or of a member of the struct's elements. */
    private static boolean isWithin(String path, String structPath) {
        return path.startsWith(structPath) && path.startsWith(".", endOfElements(path, structPath.length()));
    }

    private List<String> paths() {
        List<String> paths = new ArrayList<>(values.keySet());
        paths.addAll(conversions.byMember().keySet());
        paths.addAll(conversions.names().keySet());
        return paths;
    }

    /** Whether a member within a struct has a default, or a conversion or a name of its own. */
    boolean hasWithin(String structPath) {
        for (String path : paths()) {
            if (isWithin(path, structPath)) {
                return true;
            }
        }
        return false;
    }

    /** What is declared for paths that no member has, as messages say it; nothing if no member was looked at. */
    List<String> unbound() {
        List<String> unbound = new ArrayList<>();
        if (!bound.isEmpty() && !paths().isEmpty()) {
            addUnbound(unbound, values.keySet(), "default");
            Set<String> rest = new HashSet<>(conversions.byMember().keySet());
            rest.removeAll(converted);
            addUnbound(unbound, rest, "conversion");
            Set<String> notNamed = new HashSet<>(conversions.names().keySet());
            notNamed.removeAll(named);
            addUnbound(unbound, notNamed, "name");
            notNamed.stream()
                    .filter(path -> path.endsWith(ELEMENT) && bound.contains(path))
                    .sorted()
                    .forEach(path ->
                            unbound.add(path + ": there is a name for it, but elements have none; remove the name"));
        }
        return unbound;
    }

    private void addUnbound(List<String> unbound, Set<String> paths, String what) {
        for (String path : new TreeSet<>(paths)) {
            if (!bound.contains(path)) {
                unbound.add(path + ": there is a " + what + " for it, but the layout has no member of this path; "
                        + inLayout(path) + ", or remove the " + what);
            }
        }
    }

    /** What to do about a path that no member has: some may have it in Java. */
    private String inLayout(String path) {
        for (Map.Entry<String, String> name : conversions.names().entrySet()) {
            String member = name.getKey();
            if (path.equals(member.substring(0, member.lastIndexOf('.') + 1) + name.getValue())) {
                return "name it as the layout does, `" + member + "`";
            }
        }
        return "correct the path";
    }

    /**
     * Why a value cannot be the default of a member, and what to do about it; null if it can.
     *
     * @param type the declared type of the member
     */
    static @Nullable String obstacle(Value member, Class<?> type, Object value) {
        return switch (member) {
            case Value.Primitive(var layout) ->
                MethodType.methodType(layout.carrier()).wrap().returnType() == value.getClass()
                        ? null
                        : "its default is of type " + value.getClass().getSimpleName() + "; pass one of type "
                                + layout.carrier().getSimpleName();
            case Value.Ordinal(var _, Class<?> constants, var _) ->
                constants.isInstance(value)
                        ? null
                        : "its default is a " + value.getClass().getName() + "; pass a constant of "
                                + constants.getName();
            case Value.Converted converted -> converted(converted.conversion(), value);
            case Value.ConvertedBytes converted -> converted(converted.conversion(), value);
            case Value.Text(int byteSize) ->
                value instanceof String text && Text.fits(text, byteSize)
                        ? null
                        : "its default is `" + value + "`; pass a String that fits into " + byteSize
                                + " bytes of UTF-8";
            case Value.VarText _ ->
                value instanceof String text && Text.isEncodable(text)
                        ? null
                        : "its default is no text that can be stored; pass a String without unpaired surrogates";
            case Value.PrimitiveArray _, Value.ConvertedSequence _ ->
                "it has a default; only elements can have one, declare it with `[]` behind the path of the member";
            case Value.VarElements _ -> notEmpty(type, value, Declarations::isEmpty);
            case Value.VarByContent made ->
                made.conversion().content() == String.class
                        ? ofText(made.conversion(), value)
                        : ofEmpty(made, type, value);
            case Value.VarOptional _ ->
                "it has a default; an Optional in the tail can have none, it is empty where it is absent: remove the"
                        + " default";
            case Value.Struct _, Value.StructSequence _, Value.StructWithTail _ ->
                "it has a default; only primitives, enums, text, arrays and lists in the tail, and what a conversion"
                        + " makes of one of these can have one, others are zero or null where they are absent";
        };
    }

    /** Another default would be one object for all values, and could be changed. */
    private static @Nullable String notEmpty(Class<?> type, Object value, Predicate<Object> isEmpty) {
        boolean isInstance = type.isInstance(value);
        return isInstance && isEmpty.test(value)
                ? null
                : "its default is "
                        + (isInstance
                                ? "not empty"
                                : "of type " + value.getClass().getTypeName())
                        + "; pass an empty " + type.getTypeName() + ", the only default that it can have";
    }

    private static boolean isEmpty(Object value) {
        return value instanceof List<?> list ? list.isEmpty() : Array.getLength(value) == 0;
    }

    /**
     * What is read instead of a member that is absent, if its default can be that of the member.
     *
     * @param value the default, as it is declared
     */
    static Object ifAbsent(Value member, Object value) {
        return member instanceof Value.VarByContent made && made.conversion().content() == String.class
                ? Objects.requireNonNull(ConversionCalls.call(made.conversion().to(), value))
                : value;
    }

    /** What is read where it is absent is made of the text of the default. */
    private static @Nullable String ofText(TailConversion<?> conversion, Object value) {
        String remedy =
                "its default is `" + value + "`; pass a " + conversion.type().getTypeName() + " that can be stored";
        if (!conversion.type().isInstance(value)) {
            return remedy;
        }
        try {
            String text = (String) Objects.requireNonNull(ConversionCalls.call(conversion.to(), value));
            ConversionCalls.call(conversion.fromToNonNull(), text);
            return Text.isEncodable(text) ? null : remedy + ": its text has an unpaired surrogate";
        } catch (RuntimeException refusal) {
            return remedy + ": " + ConversionFaults.reason(refusal);
        }
    }

    /** What is read where it is absent is what the conversion makes of an empty array or list. */
    private static @Nullable String ofEmpty(Value.VarByContent made, Class<?> type, Object value) {
        TailConversion<?> conversion = made.conversion();
        String content = conversion.content().isArray() ? "array" : "list";
        try {
            ConversionCalls.call(conversion.fromToNonNull(), emptyContent(made));
        } catch (RuntimeException refusal) {
            return "it has a default, which is to be an empty " + content + ", and the conversion refuses one: "
                    + ConversionFaults.reason(refusal) + "; remove the default";
        }
        try {
            return notEmpty(
                    type,
                    value,
                    stored -> isEmpty(Objects.requireNonNull(ConversionCalls.call(conversion.to(), stored))));
        } catch (RuntimeException refusal) {
            return "its default cannot be stored: " + ConversionFaults.reason(refusal)
                    + "; pass an empty " + type.getTypeName()
                    + ", which the function that makes the " + content + " has to take, or remove the default";
        }
    }

    /** {@return an array, or a list of the kind that is read: a function may change it, or ask for nulls} */
    private static Object emptyContent(Value.VarByContent made) {
        Class<?> content = made.conversion().content();
        if (content.isArray()) {
            return Array.newInstance(content.componentType(), 0);
        }
        return made.content() instanceof Value.VarStructs structs
                ? structs.element().isImmutable() ? List.of() : new ArrayList<>()
                : DtoLists.of(new Object[0]);
    }

    /** An element of a value, if its elements can have a default; null otherwise. */
    static @Nullable Value element(Value member) {
        if (member instanceof Value.PrimitiveArray array) {
            return new Value.Primitive(array.element());
        }
        return member instanceof Value.ConvertedSequence sequence ? sequence.element() : null;
    }

    private static @Nullable String converted(Conversion<?> conversion, Object value) {
        String remedy =
                "its default is `" + value + "`; pass a " + conversion.type().getTypeName() + " that can be stored";
        if (!MethodType.methodType(conversion.type()).wrap().returnType().isInstance(value)) {
            return remedy;
        }
        try {
            switch (conversion) {
                case CarrierConversion<?> carried ->
                    ConversionCalls.call(carried.from(), ConversionCalls.call(carried.to(), value));
                case BytesConversion<?> bytes -> {
                    MemorySegment stored = MemorySegment.ofArray(new byte[bytes.byteSize()]);
                    ConversionCalls.call(bytes.check(), value);
                    ConversionCalls.call(bytes.write(), value, stored, 0L);
                    ConversionCalls.call(bytes.read(), stored, 0L);
                }
                default -> throw new AssertionError(conversion);
            }
            return null;
        } catch (RuntimeException refusal) {
            return remedy + ": " + ConversionFaults.reason(refusal);
        }
    }
}
