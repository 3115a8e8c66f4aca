package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Field;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes the layout of a member, by the type of its field. It notes the conversion that the member needs, and what is
 * missing to make the layout: a length, a scale, or any layout for the type.
 */
final class FieldLayouts {

    /** Makes the layout of a class or record. */
    interface Structs {

        StructLayout layout(ClassFile type, String path) throws IOException, BadInputException;
    }

    /**
     * A member for whose type there is no layout.
     *
     * @param path its path
     * @param type its type
     * @param free the path of what can be left out, the member or one that it is in; null if there is none
     */
    private record NoLayout(
            String path, String type, @Nullable String free) {}

    /** An array or a list of what has type arguments itself. */
    private static final Pattern OF_GENERIC =
            Pattern.compile("(?:\\[|Ljava/util/List<)(Ljava/util/(EnumSet|Optional)<[^<>]+>;)(?:>;)?");

    private static final String WITH_LAYOUT = "a primitive or its box, an enum, a String, another type that has a ready"
            + " conversion, a class or record of the class path, or an array or List of such";
    private static final long MAX_LENGTH = Integer.MAX_VALUE;
    private static final long MAX_SCALE = 18;
    private static final int MAX_SET = Long.SIZE;

    private static final List<ValueLayout> VALUES = List.of(
            ValueLayout.JAVA_BOOLEAN,
            ValueLayout.JAVA_BYTE,
            ValueLayout.JAVA_CHAR,
            ValueLayout.JAVA_SHORT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_FLOAT,
            ValueLayout.JAVA_DOUBLE);

    private final ClassFiles classes;
    private final FieldTypes types;
    private final SourceNames names;
    private final LeftOutFields leftOut;
    private final MemberNumbers lengths;
    private final MemberNumbers scales;
    private final Structs structs;
    private final ClassConversions conversions = new ClassConversions();
    private final List<NoLayout> withoutLayout = new ArrayList<>();

    /**
     * Prepares for the fields of a class, and of those that it holds.
     *
     * @param leftOut knows the members that the current one is in
     * @param lengths how long texts, arrays and lists are, by the paths of their members
     * @param scales how many digits decimals have behind the point, by the paths of their members
     * @param structs makes the layout of a class or record that a member, or an element of it, is of
     */
    FieldLayouts(
            ClassFiles classes,
            FieldTypes types,
            SourceNames names,
            LeftOutFields leftOut,
            Map<String, Long> lengths,
            Map<String, Long> scales,
            Structs structs)
            throws BadInputException {
        this.classes = classes;
        this.types = types;
        this.names = names;
        this.leftOut = leftOut;
        this.lengths = new MemberNumbers("--length", "a text, an array or a list", lengths, MAX_LENGTH);
        this.scales = new MemberNumbers("--scale", "a BigDecimal", scales, MAX_SCALE);
        this.structs = structs;
    }

    /** {@return the conversions that the fields need} */
    ClassConversions conversions() {
        return conversions;
    }

    /** {@return whether a member was given a length} */
    boolean hasLength(String path) {
        return lengths.isGiven(path);
    }

    /** Throws if there is no layout for some members, or numbers are missing, or were given for what has none. */
    void requireComplete(String className) throws BadInputException {
        requireLayouts(className);
        lengths.requireNoOthers(className);
        scales.requireNoOthers(className);
        List<String> missing = new ArrayList<>();
        addMissing(missing, "lengths, of texts in bytes and of others in elements", lengths);
        addMissing(missing, "scales, the numbers of digits behind the point", scales);
        if (!missing.isEmpty()) {
            throw new BadInputException("class " + className + ": " + String.join("; ", missing));
        }
    }

    /** Throws if there are members for whose types there is no layout. */
    private void requireLayouts(String className) throws BadInputException {
        if (withoutLayout.isEmpty()) {
            return;
        }
        NoLayout first = withoutLayout.getFirst();
        String message = withoutLayout.size() == 1
                ? "member `" + first.path() + "`: expected " + WITH_LAYOUT + ", found " + first.type()
                : "class " + className + ": expected of each member " + WITH_LAYOUT + ", found "
                        + withoutLayout.stream()
                                .map(member -> "`" + member.path() + "` of " + member.type())
                                .collect(Collectors.joining(", "));
        List<String> free = withoutLayout.stream()
                .map(NoLayout::free)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        throw new BadInputException(message
                + (free.isEmpty()
                        ? "; for StructCodec.ofConverted, print the layout of a class that is stored in its place"
                        : LeftOutFields.remedy(free)));
    }

    private static void addMissing(List<String> all, String what, MemberNumbers numbers) {
        if (!numbers.missing().isEmpty()) {
            all.add("expected " + what + ", found none: give " + String.join(" ", numbers.missing()));
        }
    }

    /** {@return the layout of a member, without its name} */
    MemoryLayout layout(Field field, String path) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        if (type.getClassName().equals(FieldTypes.TEXT)) {
            return MemoryLayout.sequenceLayout(lengths.of(path, "String"), ValueLayout.JAVA_BYTE);
        }
        String signature = field.signature() == null ? "" : field.signature();
        Matcher ofGeneric = OF_GENERIC.matcher(signature);
        if (ofGeneric.matches()) {
            long length = length(path, type.getSort() == Type.ARRAY, ofGeneric.group(2));
            return MemoryLayout.sequenceLayout(length, generic(ofGeneric.group(1), path + "[]", field));
        }
        if (type.getSort() == Type.ARRAY && type.getDimensions() == 1) {
            return sequence(type.getElementType(), path, true, field);
        }
        if (FieldTypes.GENERIC.matcher(signature).matches()) {
            return generic(signature, path, field);
        }
        MemoryLayout layout = value(type, path);
        if (layout == null && types.isEnum(type)) {
            return ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
        }
        return layout != null ? layout : nested(type, path, field);
    }

    private MemoryLayout generic(String signature, String path, Field field) throws IOException, BadInputException {
        Matcher generic = FieldTypes.GENERIC.matcher(signature);
        if (!generic.matches()) {
            return unknown(path, field);
        }
        Type argument = Type.getObjectType(generic.group(2));
        return switch (generic.group(1)) {
            case "List" -> sequence(argument, path, false, field);
            case "EnumSet" -> enumSet(argument, path, field);
            default -> optional(argument, path, field);
        };
    }

    private MemoryLayout sequence(Type element, String path, boolean isArray, Field field)
            throws IOException, BadInputException {
        long length = length(path, isArray, element.getClassName().replaceAll(".*[.$]", ""));
        return MemoryLayout.sequenceLayout(length, element(element, path + "[]", field));
    }

    private long length(String path, boolean isArray, String element) {
        return lengths.of(path, isArray ? element + "[]" : "List<" + element + ">");
    }

    private MemoryLayout element(Type type, String path, Field field) throws IOException, BadInputException {
        if (type.getClassName().equals(FieldTypes.TEXT)) {
            long byteSize = lengths.of(path, "String");
            if (byteSize == 0) {
                throw new BadInputException("--length " + path + "=0: expected 1 byte or more for each text");
            }
            return converted(type, path, ClassConversions.ofTextElement(byteSize));
        }
        MemoryLayout layout = value(type, path);
        if (layout == null && types.isEnum(type)) {
            return converted(type, path, ClassConversions.ofEnumElement(names.ofEnum(type, path)));
        }
        return layout != null ? layout : nested(type, path, field);
    }

    /** {@return the layout of a primitive, or of what one conversion fits; null if a type is neither} */
    private @Nullable MemoryLayout value(Type type, String path) {
        String name = type.getClassName();
        ClassConversions.Fitting fitting = name.equals(FieldTypes.DECIMAL)
                ? ClassConversions.ofDecimal(scales.of(path, "BigDecimal"))
                : ClassConversions.of(name);
        if (fitting != null) {
            return converted(type, path, fitting);
        }
        return VALUES.stream()
                .filter(layout -> layout.carrier().getName().equals(name))
                .findFirst()
                .map(layout -> layout.withOrder(ByteOrder.LITTLE_ENDIAN))
                .orElse(null);
    }

    private MemoryLayout converted(Type type, String path, ClassConversions.Fitting fitting) {
        conversions.add(path, type.getClassName(), fitting);
        return fitting.layout();
    }

    private MemoryLayout optional(Type content, String path, Field field) throws IOException, BadInputException {
        ClassConversions.Fitting fitting = ClassConversions.ofBox(content.getClassName());
        if (fitting == null) {
            return unknown(path, field);
        }
        return converted(content, path, fitting);
    }

    private MemoryLayout enumSet(Type element, String path, Field field) throws IOException, BadInputException {
        ClassFile type = types.find(element);
        if (type == null || !type.has(Opcodes.ACC_ENUM)) {
            return unknown(path, field);
        }
        long constants = type.fields().stream()
                .filter(constant -> constant.has(Opcodes.ACC_ENUM))
                .count();
        if (constants > MAX_SET) {
            throw new BadInputException("member `" + path + "`: expected a set of an enum of at most " + MAX_SET
                    + " constants, found " + constants + " of " + type.name());
        }
        return converted(Type.getType(EnumSet.class), path, ClassConversions.ofEnumSet(names.ofEnum(element, path)));
    }

    private MemoryLayout nested(Type type, String path, Field field) throws IOException, BadInputException {
        ClassFile found = types.ofClassPath(type);
        return found == null ? unknown(path, field) : structs.layout(found, path);
    }

    /** {@return what stands for the layout of a member for whose type there is none} All such are named together. */
    private MemoryLayout unknown(String path, Field field) throws IOException, BadInputException {
        String found = describe(field);
        if (types.isUnknown(Type.getType(field.descriptor()))) {
            found += ", which is not on the class path " + classes.classPath();
        }
        withoutLayout.add(new NoLayout(path.replaceFirst("\\[]$", ""), found, leftOut.nearest()));
        return ValueLayout.JAVA_BYTE;
    }

    private static String describe(Field field) {
        String signature = field.signature();
        return signature == null ? Type.getType(field.descriptor()).getClassName() : SignatureText.of(signature);
    }
}
