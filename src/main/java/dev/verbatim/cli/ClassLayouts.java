package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Constructor;
import dev.verbatim.cli.ClassFiles.Field;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Makes the layout for a class or record: the members that a codec binds, inherited ones first, in the order of their
 * declaration, with the padding of C; {@link FieldLayouts} makes those of the members. It notes the constructors that
 * have to be declared.
 */
final class ClassLayouts {

    private static final int NEVER_BOUND = Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;

    private final ClassFiles classes;
    private final FieldTypes types;
    private final SourceNames names;
    private final LeftOutFields leftOut;
    private final FieldLayouts fieldLayouts;
    private final ListsToFill listsToFill = new ListsToFill();
    private final List<String> remarks = new ArrayList<>();
    private final Deque<String> enclosing = new ArrayDeque<>();

    /**
     * Prepares for a layout.
     *
     * @param classes where the classes are
     * @param lengths how long texts, arrays and lists are, by the paths of their members
     * @param scales how many digits decimals have behind the point, by the paths of their members
     * @param without the paths of the members that are left out
     */
    ClassLayouts(ClassFiles classes, Map<String, Long> lengths, Map<String, Long> scales, List<String> without)
            throws BadInputException {
        this.classes = classes;
        this.types = new FieldTypes(classes);
        this.names = new SourceNames(types);
        this.leftOut = new LeftOutFields(without);
        this.fieldLayouts = new FieldLayouts(classes, types, names, leftOut, lengths, scales, this::struct);
    }

    /** {@return the layout of a class} */
    StructLayout layout(String name) throws IOException, BadInputException {
        ClassFile found = find(name);
        if (found == null) {
            throw new BadInputException("class " + name + ": found none on the class path " + classes.classPath());
        }
        names.start(found);
        StructLayout layout = structThatFits(found);
        leftOut.requireAllFound(found.name());
        listsToFill.requireOneKind();
        fieldLayouts.requireComplete(found.name());
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

    /** {@return the conversions by which a codec binds the class to the layout} */
    ClassConversions conversions() {
        return fieldLayouts.conversions();
    }

    /** {@return what to say of fields that the layout has not, each in one line} */
    List<String> remarks() {
        return remarks;
    }

    /** {@return the package that the source with the conversions has to be in; empty if it may be anywhere} */
    String sourcePackage() {
        return names.sourcePackage();
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
            throw new BadInputException("member `" + path + "`: expected a struct that ends, found that " + type.name()
                    + " holds itself" + leftOut.remedyOfNearest());
        }
        enclosing.push(type.name());
        Map<String, MemoryLayout> members = new LinkedHashMap<>();
        addMembers(members, type, path);
        enclosing.pop();
        if (members.isEmpty()) {
            throw new BadInputException("class " + type.name() + ": expected fields that a codec binds, found none"
                    + " but static and transient ones, and final ones that have nothing to fill"
                    + (leftOut.isAny() ? ", and what --without leaves out" : ""));
        }
        return Layouts.struct(members.values().toArray(MemoryLayout[]::new));
    }

    private void addMembers(Map<String, MemoryLayout> members, ClassFile type, String path)
            throws IOException, BadInputException {
        List<ClassFile> lineage = types.lineage(type);
        List<Field> out = leaveOutAsTold(type, lineage, path);
        ImmutableFields immutable = ImmutableFields.of(lineage, types.fillable(lineage), types.unfilled(lineage), out);
        ImmutableFields partlyFinal = immutable == null ? types.partlyFinal(lineage, out) : null;
        if (immutable != null) {
            addImmutable(members, type, lineage, immutable, path);
            declareConstructor(immutable, immutable.isGuess() || !isChosen(immutable, lineage, out), type, path);
        } else if (partlyFinal != null) {
            addImmutable(members, type, lineage, partlyFinal, path);
            // A class that is nested is bound by its constructor if that is declared, or if all fields are final.
            declareConstructor(
                    partlyFinal,
                    partlyFinal.isGuess() || !path.isEmpty() || !isChosen(partlyFinal, lineage, out),
                    type,
                    path);
        } else {
            addMutable(members, type, lineage, out, path);
        }
    }

    /** Leaves out the fields of a class that the option names, and returns them. */
    private List<Field> leaveOutAsTold(ClassFile type, List<ClassFile> lineage, String path)
            throws IOException, BadInputException {
        List<Field> out = new ArrayList<>();
        for (ClassFile declaring : lineage) {
            for (Field field : declaring.fields()) {
                String place = place(field.name(), path);
                if (!field.has(NEVER_BOUND)
                        && !FieldTypes.isHidden(field, declaring, lineage)
                        && leftOut.has(place, field, lineage)) {
                    if (declaring.isRecord()) {
                        throw leftOut.isNeeded(place, "a component", type);
                    }
                    out.add(field);
                    leaveOut(type, field, path);
                    remarks.add(place + ": left out");
                }
            }
        }
        ImmutableFields all = out.isEmpty() ? null : constructed(lineage);
        if (all != null && !ImmutableFields.isMadeWithout(lineage, out)) {
            for (Field field : out) {
                if (all.parameters().contains(field)) {
                    throw leftOut.isNeeded(place(field.name(), path), "a parameter of each constructor", type);
                }
            }
        }
        return out;
    }

    /** {@return what a constructor sets if nothing is left out; null if none is found} */
    private @Nullable ImmutableFields constructed(List<ClassFile> lineage) throws IOException {
        try {
            ImmutableFields immutable =
                    ImmutableFields.of(lineage, types.fillable(lineage), types.unfilled(lineage), List.of());
            return immutable == null ? types.partlyFinal(lineage, List.of()) : immutable;
        } catch (BadInputException e) {
            return null; // what is left out may be why
        }
    }

    /** Whether a codec chooses the constructor by itself, as it does if nothing is left out. */
    private boolean isChosen(ImmutableFields found, List<ClassFile> lineage, List<Field> out) throws IOException {
        ImmutableFields all = out.isEmpty() ? found : constructed(lineage);
        return all != null && all.parameters().equals(found.parameters());
    }

    private void addImmutable(
            Map<String, MemoryLayout> members,
            ClassFile type,
            List<ClassFile> lineage,
            ImmutableFields immutable,
            String path)
            throws IOException, BadInputException {
        for (Field field : immutable.fields()) {
            requireNoneHidden(field, lineage, path);
            boolean isFree =
                    !immutable.parameters().contains(field) || ImmutableFields.isMadeWithout(lineage, List.of(field));
            members.put(field.name(), member(field, path, isFree));
        }
        for (Field field : immutable.leftOut()) {
            if (types.hasData(field)) {
                requireNoneHidden(field, lineage, path);
                leaveOut(type, field, path);
            }
            remarks.add(place(field.name(), path) + ": set by no parameter of the constructor, and so not stored");
        }
    }

    private void declareConstructor(ImmutableFields immutable, boolean isNeeded, ClassFile type, String path)
            throws IOException, BadInputException {
        if (isNeeded) {
            ClassConversions conversions = conversions();
            conversions.addConstructor(
                    names.of(
                            type,
                            path,
                            "a class with names of parameters (" + (type.isOfKotlin() ? "kotlinc " : "javac ")
                                    + type.optionOfNames() + "), or one"),
                    immutable.parameters().stream().map(Field::name).toList(),
                    immutable.isGuess());
        }
    }

    private void addMutable(
            Map<String, MemoryLayout> members, ClassFile type, List<ClassFile> lineage, List<Field> out, String path)
            throws IOException, BadInputException {
        Map<Field, List<Constructor>> misnamed = new LinkedHashMap<>();
        for (ClassFile declaring : lineage) {
            for (Field field : declaring.fields()) {
                if (field.has(NEVER_BOUND) || out.contains(field)) {
                    continue;
                }
                boolean isFinal = field.has(Opcodes.ACC_FINAL) && !declaring.isRecord();
                if (isFinal && !types.isFilled(field) && !isListOfLength(field, place(field.name(), path))) {
                    if (types.mayDiffer(field, declaring, type)) {
                        List<Constructor> setting = ImmutableFields.settingByOtherName(field, lineage);
                        if (!setting.isEmpty()) {
                            misnamed.put(field, setting);
                        }
                        leaveOut(FieldTypes.isHidden(field, declaring, lineage) ? declaring : type, field, path);
                    }
                    if (!field.isConstant()) {
                        remarks.add(whyNotStored(field, type, lineage, path));
                    }
                } else if (members.put(field.name(), member(field, path, !declaring.isRecord())) != null) {
                    throw hides(field, declaring, path, true);
                }
            }
        }
        requireNoneMisnamed(misnamed, type, path);
    }

    private String whyNotStored(Field field, ClassFile type, List<ClassFile> lineage, String path)
            throws IOException, BadInputException {
        String place = place(field.name(), path);
        // Of a nested class the constructor is declared, for the codec of what it is in.
        String ofImmutable = path.isEmpty() && FieldTypes.mayBeSet(field, type, lineage)
                ? "; if a parameter of a constructor sets it, StructCodec.ofImmutable stores it"
                : "";
        String ofLength = types.isListToFill(field)
                ? "; if it has all its elements from the start, --length " + place + "=N stores them"
                : "";
        return place + ": final, and so not stored" + ofImmutable + ofLength;
    }

    /**
     * Throws if there are final fields that would be lost, though a constructor may set them.
     *
     * @param misnamed the constructors that may, by parameters of other names, for each field
     */
    private static void requireNoneMisnamed(Map<Field, List<Constructor>> misnamed, ClassFile type, String path)
            throws BadInputException {
        if (!misnamed.isEmpty()) {
            List<String> places = misnamed.keySet().stream()
                    .map(field -> place(field.name(), path))
                    .toList();
            String found = misnamed.values().stream()
                    .flatMap(List::stream)
                    .distinct()
                    .map(ImmutableFields::describe)
                    .collect(Collectors.joining(" and "));
            throw new BadInputException("class " + type.name() + ": expected a constructor whose parameters have the"
                    + " names of the final fields " + String.join(", ", places) + ", found " + found
                    + "; give its parameters the names of fields" + LeftOutFields.remedy(places));
        }
    }

    /** Whether a final list of objects to fill has a length, which says that it has all its elements. */
    private boolean isListOfLength(Field field, String place) throws IOException, BadInputException {
        if (!types.isListToFill(field)) {
            return false;
        }
        boolean isGiven = fieldLayouts.hasLength(place);
        listsToFill.add(field, place, isGiven);
        return isGiven;
    }

    private void leaveOut(ClassFile type, Field field, String path) throws IOException, BadInputException {
        try {
            conversions().leaveOut(names.of(type, path, "a class"), field.name());
        } catch (BadInputException e) { // no source can name the class, but the class itself
            remarks.add(place(field.name(), path) + ": leave it out by Conversions.withoutField");
        }
    }

    private static void requireNoneHidden(Field field, List<ClassFile> lineage, String path) throws BadInputException {
        List<ClassFile> declaring = lineage.stream()
                .filter(type -> ImmutableFields.settable(List.of(type)).stream()
                        .anyMatch(other -> other.name().equals(field.name())))
                .toList();
        if (declaring.size() > 1) {
            throw hides(field, declaring.getLast(), path, false);
        }
    }

    private static BadInputException hides(Field field, ClassFile declaring, String path, boolean isFree) {
        String place = place(field.name(), path);
        return new BadInputException("member `" + place + "`: expected one field of a name, found one in "
                + declaring.name() + " that hides another" + (isFree ? LeftOutFields.remedy(List.of(place)) : ""));
    }

    /**
     * {@return the layout of a member, under its name}
     *
     * @param isFree whether a codec can leave the field out
     */
    private MemoryLayout member(Field field, String path, boolean isFree) throws IOException, BadInputException {
        String place = place(field.name(), path);
        leftOut.enter(place, isFree);
        MemoryLayout layout = fieldLayouts.layout(field, place).withName(field.name());
        leftOut.leave();
        return layout;
    }

    private static String place(String name, String path) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
