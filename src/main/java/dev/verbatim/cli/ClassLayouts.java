package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Field;
import dev.verbatim.cli.ClassFiles.NameInSource;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes the layout for a class or record: the members that a codec binds, inherited ones first, in the order of their
 * declaration, with the padding of C. It notes the conversions that the members need, and the constructors that have to
 * be declared.
 */
final class ClassLayouts {

    private static final int NEVER_BOUND = Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    private static final Set<String> ROOTS = Set.of("java.lang.Object", "java.lang.Record");
    private static final Pattern GENERIC = Pattern.compile("Ljava/util/(List|EnumSet|Optional)<L([^<>;*+-]+);>;");

    /** An array or a list of what has type arguments itself. */
    private static final Pattern OF_GENERIC =
            Pattern.compile("(?:\\[|Ljava/util/List<)(Ljava/util/(EnumSet|Optional)<[^<>]+>;)(?:>;)?");

    private static final String DECIMAL = "java.math.BigDecimal";
    private static final String TEXT = "java.lang.String";
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

    private static final Map<String, String> BOXES = VALUES.stream()
            .map(ValueLayout::carrier)
            .collect(Collectors.toUnmodifiableMap(
                    Class::descriptorString,
                    carrier ->
                            MethodType.methodType(carrier).wrap().returnType().descriptorString()));

    private final ClassFiles classes;
    private final MemberNumbers lengths;
    private final MemberNumbers scales;
    private final ClassConversions conversions = new ClassConversions();
    private final List<String> remarks = new ArrayList<>();
    private final Deque<String> enclosing = new ArrayDeque<>();

    /** The classes of which it is being asked whether a codec fills their objects. */
    private final Deque<String> looking = new ArrayDeque<>();

    /** The package of the class, in which what is printed may be. */
    private String packageName = "";

    private String sourcePackage = "";

    /**
     * Prepares for a layout.
     *
     * @param classes where the classes are
     * @param lengths how long texts, arrays and lists are, by the paths of their members
     * @param scales how many digits decimals have behind the point, by the paths of their members
     */
    ClassLayouts(ClassFiles classes, Map<String, Long> lengths, Map<String, Long> scales) throws BadInputException {
        this.classes = classes;
        this.lengths = new MemberNumbers("--length", "a text, an array or a list", lengths, MAX_LENGTH);
        this.scales = new MemberNumbers("--scale", "a BigDecimal", scales, MAX_SCALE);
    }

    /** {@return the layout of a class} */
    StructLayout layout(String name) throws IOException, BadInputException {
        ClassFile found = find(name);
        if (found == null) {
            throw new BadInputException("class " + name + ": found none on the class path " + classes.classPath());
        }
        packageName = found.packageName();
        StructLayout layout = structThatFits(found);
        lengths.requireNoOthers(found.name());
        scales.requireNoOthers(found.name());
        List<String> missing = new ArrayList<>();
        addMissing(missing, "lengths, of texts in bytes and of others in elements", lengths);
        addMissing(missing, "scales, the numbers of digits behind the point", scales);
        if (!missing.isEmpty()) {
            throw new BadInputException("class " + found.name() + ": " + String.join("; ", missing));
        }
        return layout;
    }

    private StructLayout structThatFits(ClassFile type) throws IOException, BadInputException {
        try {
            return struct(type, "");
        } catch (IllegalArgumentException e) {
            // The lengths are numbers of int each, and can only be too much together.
            throw new BadInputException("class " + type.name() + ": expected a struct of fewer than 2^63 bytes, found"
                    + " larger ones by these lengths: " + e.getMessage());
        }
    }

    private static void addMissing(List<String> all, String what, MemberNumbers numbers) {
        if (!numbers.missing().isEmpty()) {
            all.add("expected " + what + ", found none: give " + String.join(" ", numbers.missing()));
        }
    }

    /** {@return the conversions by which a codec binds the class to the layout} */
    ClassConversions conversions() {
        return conversions;
    }

    /** {@return what to say of fields that the layout has not, each in one line} */
    List<String> remarks() {
        return remarks;
    }

    /** {@return the package that the source with the conversions has to be in; empty if it may be anywhere} */
    String sourcePackage() {
        return sourcePackage;
    }

    /** Finds a class, a nested one also by its name in the source. */
    private @Nullable ClassFile find(String name) throws IOException, BadInputException {
        ClassFile found = classes.find(name);
        int dot = name.lastIndexOf('.');
        return found != null || dot < 0 ? found : find(name.substring(0, dot) + "$" + name.substring(dot + 1));
    }

    private StructLayout struct(ClassFile type, String path) throws IOException, BadInputException {
        if (type.has(Opcodes.ACC_INTERFACE) || type.has(Opcodes.ACC_ENUM)) {
            throw new BadInputException(
                    "class " + type.name() + ": expected a class or a record, found an interface or an enum");
        }
        if (enclosing.contains(type.name())) {
            throw new BadInputException(
                    "member `" + path + "`: expected a struct that ends, found that " + type.name() + " holds itself");
        }
        enclosing.push(type.name());
        Map<String, MemoryLayout> members = new LinkedHashMap<>();
        addMembers(members, type, path);
        enclosing.pop();
        if (members.isEmpty()) {
            throw new BadInputException("class " + type.name() + ": expected fields that a codec binds, found none"
                    + " but static and transient ones, and final ones that have nothing to fill");
        }
        return Layouts.struct(members.values().toArray(MemoryLayout[]::new));
    }

    private void addMembers(Map<String, MemoryLayout> members, ClassFile type, String path)
            throws IOException, BadInputException {
        List<ClassFile> lineage = lineage(type);
        ImmutableFields immutable = ImmutableFields.of(lineage, fillable(lineage), unfilled(lineage));
        ImmutableFields partlyFinal = immutable == null ? partlyFinal(lineage) : null;
        if (partlyFinal != null) {
            immutable = partlyFinal;
        }
        if (immutable != null) {
            for (Field field : immutable.fields()) {
                requireNoneHidden(field, lineage, path);
                boolean isFilled =
                        field.has(Opcodes.ACC_FINAL) && !immutable.parameters().contains(field);
                members.put(field.name(), isFilled ? filled(field, path) : member(field, path));
            }
            for (Field field : immutable.leftOut()) {
                if (hasData(field)) {
                    requireNoneHidden(field, lineage, path);
                    leaveOut(type, field, path);
                }
                remarks.add(place(field.name(), path) + ": set by no parameter of the constructor, and so not stored");
            }
            // A class that is nested is bound by its constructor if that is declared, or if all fields are final.
            if (immutable.isGuess() || (partlyFinal != null && !path.isEmpty())) {
                conversions.addConstructor(
                        nameInSource(
                                type,
                                path,
                                "a class with names of parameters (" + (type.isOfKotlin() ? "kotlinc " : "javac ")
                                        + type.optionOfNames() + "), or one"),
                        immutable.parameters().stream().map(Field::name).toList(),
                        immutable.isGuess());
            }
            return;
        }
        for (ClassFile declaring : lineage) {
            for (Field field : declaring.fields()) {
                if (field.has(NEVER_BOUND)) {
                    continue;
                }
                boolean isFinal = field.has(Opcodes.ACC_FINAL) && !declaring.isRecord();
                if (isFinal && !isFilled(field)) {
                    if (mayDiffer(field, declaring, type)) {
                        leaveOut(isHidden(field, declaring, lineage) ? declaring : type, field, path);
                    }
                    if (!field.isConstant()) {
                        // Of a nested class the constructor is declared, for the codec of what it is in.
                        remarks.add(place(field.name(), path) + ": final, and so not stored"
                                + (path.isEmpty() && mayBeSet(field, type, lineage)
                                        ? "; if a parameter of a constructor sets it, StructCodec.ofImmutable stores it"
                                        : ""));
                    }
                    continue;
                }
                MemoryLayout member = isFinal ? filled(field, path) : member(field, path);
                if (members.put(field.name(), member) != null) {
                    throw hides(field, declaring, path);
                }
            }
        }
    }

    private @Nullable ImmutableFields partlyFinal(List<ClassFile> lineage) throws IOException, BadInputException {
        List<Field> storable = new ArrayList<>();
        for (Field field : ImmutableFields.settable(lineage)) {
            if (isStorable(field)) {
                storable.add(field);
            }
        }
        return ImmutableFields.ofPartlyFinal(lineage, unfilled(lineage), storable);
    }

    private List<Field> unfilled(List<ClassFile> lineage) throws IOException, BadInputException {
        List<Field> unfilled = new ArrayList<>();
        for (Field field : ImmutableFields.settable(lineage)) {
            if (field.has(Opcodes.ACC_FINAL) && !isFilled(field)) {
                unfilled.add(field);
            }
        }
        return unfilled;
    }

    /** Whether there is a layout for a field, by its type alone. */
    private boolean isStorable(Field field) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        String name = type.getClassName();
        return type.getSort() != Type.OBJECT
                || name.equals(TEXT)
                || name.equals(DECIMAL)
                || ClassConversions.of(name) != null
                || (field.signature() != null
                        && GENERIC.matcher(field.signature()).matches())
                || isEnum(type)
                || ofClassPath(type) != null;
    }

    /** {@return the fields that, if they are final, may have an object to fill, by their types alone} */
    private List<Field> fillable(List<ClassFile> lineage) throws IOException, BadInputException {
        List<Field> fillable = new ArrayList<>();
        for (Field field : ImmutableFields.settable(lineage)) {
            Type type = Type.getType(field.descriptor());
            ClassFile found = ofClassPath(type);
            if (type.getSort() == Type.ARRAY
                    || type.getClassName().equals("java.util.List")
                    || (found != null && !found.isRecord())) {
                fillable.add(field);
            }
        }
        return fillable;
    }

    /** Whether a final field of a mutable class has what a codec fills: a list rarely has all its elements. */
    private boolean isFilled(Field field) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        ClassFile found = ofClassPath(type);
        if (found == null || found.isRecord() || found.has(Opcodes.ACC_ABSTRACT)) {
            return type.getSort() == Type.ARRAY;
        }
        if (isHolder(type) || isWithoutFields(found)) {
            return false;
        }
        if (looking.contains(found.name())) {
            return true; // it holds itself
        }
        looking.push(found.name());
        List<ClassFile> lineage = lineage(found);
        boolean isMutable = !ImmutableFields.isImmutable(lineage, fillable(lineage)) && partlyFinal(lineage) == null;
        looking.pop();
        return isMutable;
    }

    /** Whether a subclass has a field of the same name, which the name would mean there. */
    private static boolean isHidden(Field field, ClassFile declaring, List<ClassFile> lineage) {
        List<ClassFile> subclasses = lineage.subList(lineage.indexOf(declaring) + 1, lineage.size());
        return ImmutableFields.settable(subclasses).stream()
                .anyMatch(other -> other.name().equals(field.name()));
    }

    private void leaveOut(ClassFile type, Field field, String path) throws IOException, BadInputException {
        try {
            conversions.leaveOut(nameInSource(type, path, "a class"), field.name());
        } catch (BadInputException e) { // no source can name the class, but the class itself
            remarks.add(place(field.name(), path) + ": leave it out by Conversions.withoutField");
        }
    }

    /** Whether a codec misses a final field that it does not fill, because objects may differ in it. */
    private boolean mayDiffer(Field field, ClassFile declaring, ClassFile type) throws IOException, BadInputException {
        return hasData(field)
                || isGiven(field, type)
                || declaring.constructors().stream()
                        .flatMap(constructor -> constructor.parameterTypes().stream())
                        .anyMatch(parameter -> boxed(parameter).equals(boxed(field.descriptor())));
    }

    /** Whether a final field of a mutable class has a value that each object may have been given when it was made. */
    private boolean isGiven(Field field, ClassFile dto) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        ClassFile found = ofClassPath(type);
        if (field.isConstant()) {
            return false;
        }
        boolean isDerivable = BOXES.containsKey(field.descriptor())
                || BOXES.containsValue(field.descriptor())
                || type.getClassName().equals(TEXT);
        return isDerivable
                ? dto.constructors().stream()
                        .anyMatch(constructor -> constructor.parameterTypes().isEmpty())
                : found == null ? DataHolders.isValue(type.getClassName()) : found.isRecord();
    }

    /** Whether what a final field has, by its type, is data that a codec refuses to lose. */
    private boolean hasData(Field field) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        if (field.name().endsWith("$delegate")) { // of a Kotlin property
            return !supertypes(type).contains("kotlin.Lazy");
        }
        ClassFile found = ofClassPath(type);
        return type.getSort() == Type.ARRAY
                || isHolder(type)
                || (found == null ? isUnknown(type) : !found.isRecord() && !isWithoutFields(found));
    }

    /** Whether a class is final and has no field to store. */
    private boolean isWithoutFields(ClassFile type) throws IOException {
        try {
            return type.has(Opcodes.ACC_FINAL)
                    && ImmutableFields.settable(lineage(type)).stream()
                            .allMatch(field -> field.has(Opcodes.ACC_TRANSIENT));
        } catch (BadInputException e) {
            return false; // a superclass that cannot be looked at
        }
    }

    private boolean isHolder(Type type) throws IOException, BadInputException {
        return supertypes(type).stream().anyMatch(DataHolders::has);
    }

    /** {@return the names of a class or an interface and of all that it extends, as far as the class path has them} */
    private Set<String> supertypes(Type type) throws IOException, BadInputException {
        Set<String> looked = new HashSet<>();
        Deque<String> names = new ArrayDeque<>(List.of(type.getClassName()));
        while (!names.isEmpty()) {
            String name = names.pop();
            ClassFile found = looked.add(name) ? classes.find(name) : null;
            if (found != null) {
                names.addAll(found.interfaces());
                if (found.superName() != null) {
                    names.add(found.superName());
                }
            }
        }
        return looked;
    }

    static String boxed(String descriptor) {
        return BOXES.getOrDefault(descriptor, descriptor);
    }

    private boolean isUnknown(Type type) throws IOException, BadInputException {
        return type.getSort() == Type.OBJECT
                && !type.getClassName().startsWith("java.")
                && classes.find(type.getClassName()) == null;
    }

    private MemoryLayout filled(Field field, String path) throws IOException, BadInputException {
        try {
            return member(field, path);
        } catch (BadInputException e) {
            throw new BadInputException(
                    e.getMessage() + "; make `" + place(field.name(), path) + "` transient if it is not to be stored");
        }
    }

    /**
     * Whether the parameters of a constructor, by their types, can all be fields, and among these the given one, which
     * is final.
     */
    private static boolean mayBeSet(Field field, ClassFile type, List<ClassFile> lineage) {
        List<Field> settable = ImmutableFields.settable(lineage);
        List<String> all = settable.stream().map(Field::descriptor).toList();
        return !type.has(Opcodes.ACC_ABSTRACT)
                && type.constructors().stream()
                        .map(constructor -> constructor.parameterTypes())
                        .anyMatch(parameters ->
                                parameters.contains(field.descriptor()) && ImmutableFields.hasAll(all, parameters));
    }

    private static void requireNoneHidden(Field field, List<ClassFile> lineage, String path) throws BadInputException {
        List<ClassFile> declaring = lineage.stream()
                .filter(type -> ImmutableFields.settable(List.of(type)).stream()
                        .anyMatch(other -> other.name().equals(field.name())))
                .toList();
        if (declaring.size() > 1) {
            throw hides(field, declaring.getLast(), path);
        }
    }

    private static BadInputException hides(Field field, ClassFile declaring, String path) {
        return new BadInputException("member `" + place(field.name(), path)
                + "`: expected one field of a name, found one in " + declaring.name() + " that hides another");
    }

    private MemoryLayout member(Field field, String path) throws IOException, BadInputException {
        return layout(field, place(field.name(), path)).withName(field.name());
    }

    private static String place(String name, String path) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** {@return a class behind its superclasses} */
    private List<ClassFile> lineage(ClassFile type) throws IOException, BadInputException {
        Deque<ClassFile> lineage = new ArrayDeque<>(List.of(type));
        String parent = type.superName();
        while (parent != null && !ROOTS.contains(parent)) {
            ClassFile child = lineage.getFirst();
            ClassFile inherited = classes.find(parent);
            if (inherited == null) {
                throw new BadInputException("class " + child.name() + ": found no superclass " + parent
                        + " on the class path " + classes.classPath());
            }
            String name = inherited.name();
            if (lineage.stream().anyMatch(below -> below.name().equals(name))) {
                throw new BadInputException("class " + name + ": expected superclasses that end, found that it is one"
                        + " of its own; compile the classes together");
            }
            lineage.addFirst(inherited);
            parent = inherited.superName();
        }
        return List.copyOf(lineage);
    }

    private MemoryLayout layout(Field field, String path) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        if (type.getClassName().equals(TEXT)) {
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
        if (GENERIC.matcher(signature).matches()) {
            return generic(signature, path, field);
        }
        MemoryLayout layout = value(type, path);
        if (layout == null && isEnum(type)) {
            return ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
        }
        return layout != null ? layout : nested(type, path, field);
    }

    private MemoryLayout generic(String signature, String path, Field field) throws IOException, BadInputException {
        Matcher generic = GENERIC.matcher(signature);
        if (!generic.matches()) {
            throw unknown(path, field);
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
        if (type.getClassName().equals(TEXT)) {
            long byteSize = lengths.of(path, "String");
            if (byteSize == 0) {
                throw new BadInputException("--length " + path + "=0: expected 1 byte or more for each text");
            }
            return converted(type, path, ClassConversions.ofTextElement(byteSize));
        }
        MemoryLayout layout = value(type, path);
        if (layout == null && isEnum(type)) {
            return converted(type, path, ClassConversions.ofEnumElement(nameInSource(type, path)));
        }
        return layout != null ? layout : nested(type, path, field);
    }

    /** {@return the layout of a primitive, or of what one conversion fits; null if a type is neither} */
    private @Nullable MemoryLayout value(Type type, String path) {
        String name = type.getClassName();
        ClassConversions.Fitting fitting = name.equals(DECIMAL)
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

    private MemoryLayout optional(Type content, String path, Field field) throws BadInputException {
        ClassConversions.Fitting fitting = ClassConversions.ofBox(content.getClassName());
        if (fitting == null) {
            throw unknown(path, field);
        }
        return converted(content, path, fitting);
    }

    private MemoryLayout enumSet(Type element, String path, Field field) throws IOException, BadInputException {
        ClassFile type = find(element);
        if (type == null || !type.has(Opcodes.ACC_ENUM)) {
            throw unknown(path, field);
        }
        long constants = type.fields().stream()
                .filter(constant -> constant.has(Opcodes.ACC_ENUM))
                .count();
        if (constants > MAX_SET) {
            throw new BadInputException("member `" + path + "`: expected a set of an enum of at most " + MAX_SET
                    + " constants, found " + constants + " of " + type.name());
        }
        return converted(Type.getType(EnumSet.class), path, ClassConversions.ofEnumSet(nameInSource(element, path)));
    }

    /** {@return the name of an enum as what is printed has it} */
    private String nameInSource(Type type, String path) throws IOException, BadInputException {
        return nameInSource(Objects.requireNonNull(find(type)), path, "an enum");
    }

    private String nameInSource(ClassFile found, String path, String what) throws IOException, BadInputException {
        NameInSource name = found.inSource();
        boolean isPublic = name != null && isPublic(found, name);
        if (name == null || !(isPublic || found.packageName().equals(packageName))) {
            throw new BadInputException((path.isEmpty() ? "class " + found.name() : "member `" + path + "`")
                    + ": expected " + what + " that another class of "
                    + (packageName.isEmpty() ? "the unnamed package" : "the package " + packageName)
                    + " can name in its source, found " + found.name());
        }
        if (!isPublic) {
            sourcePackage = packageName;
        }
        return name.name();
    }

    private boolean isPublic(ClassFile type, NameInSource name) throws IOException, BadInputException {
        ClassFile outermost = find(Type.getObjectType(name.outermost().replace('.', '/')));
        return name.isPublicWithin()
                && !type.packageName().isEmpty()
                && outermost != null
                && outermost.has(Opcodes.ACC_PUBLIC);
    }

    private @Nullable ClassFile find(Type type) throws IOException, BadInputException {
        if (type.getSort() != Type.OBJECT) {
            return null;
        }
        ClassFile found = classes.find(type.getClassName());
        return found == null ? ClassFiles.findInJdk(type.getClassName()) : found;
    }

    private boolean isEnum(Type type) throws IOException, BadInputException {
        ClassFile found = find(type);
        return found != null && found.has(Opcodes.ACC_ENUM);
    }

    private StructLayout nested(Type type, String path, Field field) throws IOException, BadInputException {
        ClassFile found = ofClassPath(type);
        if (found == null) {
            throw unknown(path, field);
        }
        return struct(found, path);
    }

    /** {@return the class or record of the class path that a type is; null if it is none} */
    private @Nullable ClassFile ofClassPath(Type type) throws IOException, BadInputException {
        ClassFile found = type.getSort() == Type.OBJECT ? classes.find(type.getClassName()) : null;
        return found == null || found.has(Opcodes.ACC_ENUM | Opcodes.ACC_INTERFACE) ? null : found;
    }

    private static BadInputException unknown(String path, Field field) {
        return new BadInputException(
                "member `" + path.replaceFirst("\\[]$", "") + "`: expected a primitive or its box, an enum, a String,"
                        + " another type that has a ready conversion, a class or"
                        + " record of the class path, or an array or List of such,"
                        + " found " + describe(field));
    }

    private static String describe(Field field) {
        String signature = field.signature();
        return signature == null ? Type.getType(field.descriptor()).getClassName() : SignatureText.of(signature);
    }
}
