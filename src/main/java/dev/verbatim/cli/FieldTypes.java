package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Constructor;
import dev.verbatim.cli.ClassFiles.Field;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a codec does with the fields of classes, as far as their types tell: which there is a layout for, and of the
 * final ones, which are filled, and which have data that a codec refuses to lose.
 */
final class FieldTypes {

    static final String DECIMAL = "java.math.BigDecimal";
    static final String TEXT = "java.lang.String";

    /** The signature of a list, a set or an optional of a class. */
    static final Pattern GENERIC = Pattern.compile("Ljava/util/(List|EnumSet|Optional)<L([^<>;*+-]+);>;");

    private static final Set<String> ROOTS = Set.of("java.lang.Object", "java.lang.Record");

    private static final Map<String, String> BOXES = Stream.of(
                    boolean.class,
                    byte.class,
                    char.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class)
            .collect(Collectors.toUnmodifiableMap(
                    Class::descriptorString,
                    carrier ->
                            MethodType.methodType(carrier).wrap().returnType().descriptorString()));

    private final ClassFiles classes;

    /** The classes of which it is being asked whether a codec fills their objects. */
    private final Deque<String> looking = new ArrayDeque<>();

    FieldTypes(ClassFiles classes) {
        this.classes = classes;
    }

    /** {@return the fields of a class some of which are final and set by a constructor; null if it is another one} */
    @Nullable
    ImmutableFields partlyFinal(List<ClassFile> lineage, List<Field> out) throws IOException, BadInputException {
        List<Field> storable = new ArrayList<>();
        for (Field field : ImmutableFields.settable(lineage)) {
            if (isStorable(field)) {
                storable.add(field);
            }
        }
        return ImmutableFields.ofPartlyFinal(lineage, unfilled(lineage), storable, out);
    }

    /** {@return the final fields that a codec does not fill} */
    List<Field> unfilled(List<ClassFile> lineage) throws IOException, BadInputException {
        List<Field> unfilled = new ArrayList<>();
        for (Field field : ImmutableFields.settable(lineage)) {
            if (field.has(Opcodes.ACC_FINAL) && !isFilled(field)) {
                unfilled.add(field);
            }
        }
        return unfilled;
    }

    /** Whether there may be a layout for a field, as far as its type alone tells. */
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
    List<Field> fillable(List<ClassFile> lineage) throws IOException, BadInputException {
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
    boolean isFilled(Field field) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        return type.getSort() == Type.ARRAY || isMutable(type);
    }

    /** Whether a field is a list of objects that a codec fills, if the list has all of them. */
    boolean isListToFill(Field field) throws IOException, BadInputException {
        Matcher list = GENERIC.matcher(field.signature() == null ? "" : field.signature());
        return list.matches() && list.group(1).equals("List") && isMutable(Type.getObjectType(list.group(2)));
    }

    /** Whether a codec fills the objects of a type. */
    private boolean isMutable(Type type) throws IOException, BadInputException {
        ClassFile found = ofClassPath(type);
        if (found == null
                || found.isRecord()
                || found.has(Opcodes.ACC_ABSTRACT)
                || isHolder(type)
                || isWithoutFields(found)) {
            return false;
        }
        if (looking.contains(found.name())) {
            return true; // it holds itself
        }
        looking.push(found.name());
        List<ClassFile> lineage = lineage(found);
        boolean isMutable =
                !ImmutableFields.isImmutable(lineage, fillable(lineage)) && partlyFinal(lineage, List.of()) == null;
        looking.pop();
        return isMutable;
    }

    /** Whether a codec misses a final field that it does not fill, because objects may differ in it. */
    boolean mayDiffer(Field field, ClassFile declaring, ClassFile type) throws IOException, BadInputException {
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
    boolean hasData(Field field) throws IOException, BadInputException {
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

    /** Whether a type is a class that is neither of the JDK nor on the class path. */
    boolean isUnknown(Type type) throws IOException, BadInputException {
        return type.getSort() == Type.OBJECT
                && !type.getClassName().startsWith("java.")
                && classes.find(type.getClassName()) == null;
    }

    /** Whether a parameter of a constructor whose parameters, by their types, can all be fields has the type of one. */
    static boolean mayBeSet(Field field, ClassFile type, List<ClassFile> lineage) {
        List<Field> settable = ImmutableFields.settable(lineage);
        List<String> all = settable.stream().map(Field::descriptor).toList();
        return !type.has(Opcodes.ACC_ABSTRACT)
                && type.constructors().stream()
                        .map(Constructor::parameterTypes)
                        .anyMatch(parameters ->
                                parameters.contains(field.descriptor()) && ImmutableFields.hasAll(all, parameters));
    }

    /** Whether a subclass has a field of the same name, which the name would mean there. */
    static boolean isHidden(Field field, ClassFile declaring, List<ClassFile> lineage) {
        List<ClassFile> subclasses = lineage.subList(lineage.indexOf(declaring) + 1, lineage.size());
        return ImmutableFields.settable(subclasses).stream()
                .anyMatch(other -> other.name().equals(field.name()));
    }

    /** {@return a class behind its superclasses} */
    List<ClassFile> lineage(ClassFile type) throws IOException, BadInputException {
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

    /** {@return a class of the class path or of the JDK; null if a type is none} */
    @Nullable
    ClassFile find(Type type) throws IOException, BadInputException {
        if (type.getSort() != Type.OBJECT) {
            return null;
        }
        ClassFile found = classes.find(type.getClassName());
        return found == null ? ClassFiles.findInJdk(type.getClassName()) : found;
    }

    boolean isEnum(Type type) throws IOException, BadInputException {
        ClassFile found = find(type);
        return found != null && found.has(Opcodes.ACC_ENUM);
    }

    /** {@return the class or record of the class path that a type is; null if it is none} */
    @Nullable
    ClassFile ofClassPath(Type type) throws IOException, BadInputException {
        ClassFile found = type.getSort() == Type.OBJECT ? classes.find(type.getClassName()) : null;
        return found == null || found.has(Opcodes.ACC_ENUM | Opcodes.ACC_INTERFACE) ? null : found;
    }
}
