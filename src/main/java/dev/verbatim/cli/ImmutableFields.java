package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Constructor;
import dev.verbatim.cli.ClassFiles.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The fields that a codec binds of a class of which a constructor sets final ones, as {@link
 * dev.verbatim.StructCodec#ofImmutable} says it.
 *
 * @param fields the fields in the order of their declaration, inherited ones first
 * @param parameters those that the parameters of the constructor set, in their order
 * @param leftOut the other final fields, but for those that are transient or constants
 * @param isGuess whether the parameters have no names of fields, and were found by their types alone: they set these
 *     fields, in this order, for all that one can see
 */
record ImmutableFields(List<Field> fields, List<Field> parameters, List<Field> leftOut, boolean isGuess) {

    private static final int NEVER_SET = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    /**
     * {@return the fields of an immutable class; null if it is a record or mutable}
     *
     * @param lineage the class behind its superclasses
     * @param fillable the fields that, if they are final, may have an object to fill
     * @param unfilled the final fields that have nothing to fill
     * @param out the fields that are left out, which no parameter sets
     * @throws BadInputException if no constructor sets fields
     */
    static @Nullable ImmutableFields of(
            List<ClassFile> lineage, Collection<Field> fillable, Collection<Field> unfilled, Collection<Field> out)
            throws BadInputException {
        ClassFile type = lineage.getLast();
        if (!isImmutable(lineage, fillable)) {
            return null;
        }
        List<Field> all = settable(lineage);
        Map<String, Field> fields = byNameAndType(all);
        List<Field> finals = stored(all).filter(field -> !field.isConstant()).toList();
        List<Field> candidates = List.copyOf(byNameAndType(finals).values());
        List<Field> named = longest(type, out, constructor -> named(constructor, fields));
        if (!named.isEmpty()) {
            requireNoOther(type, fields, named, out);
            return of(without(fields.values(), out), without(candidates, out), named, unfilled, false);
        }
        List<Field> guessed = longest(type, out, constructor -> guessed(constructor, candidates));
        if (guessed.isEmpty()) {
            throw noneSetsFields(type);
        }
        if (!out.isEmpty()) {
            requireNoOther(type, fields, guessed, out);
        }
        return of(without(candidates, out), without(candidates, out), guessed, unfilled, true);
    }

    /** {@return whether a constructor sets fields, and none of some} */
    static boolean isMadeWithout(List<ClassFile> lineage, Collection<Field> out) {
        List<Field> all = settable(lineage);
        Map<String, Field> fields = byNameAndType(all);
        List<Field> candidates = all.stream()
                .filter(field -> !field.has(Opcodes.ACC_TRANSIENT) && !field.isConstant())
                .toList();
        List<Field> finals = stored(candidates).toList();
        return lineage.getLast().constructors().stream().anyMatch(constructor -> {
            List<Field> set = named(constructor, fields);
            if (set.isEmpty()) {
                set = guessed(constructor, finals);
            }
            if (set.isEmpty()) {
                set = guessed(constructor, unlikeTransient(candidates, all));
            }
            return !set.isEmpty() && Collections.disjoint(set, out);
        });
    }

    /** {@return the fields that are set by parameters, or filled when the constructor has returned} */
    private static ImmutableFields of(
            Collection<Field> all,
            List<Field> finals,
            List<Field> parameters,
            Collection<Field> unfilled,
            boolean isGuess) {
        List<Field> fields = all.stream()
                .filter(field -> parameters.contains(field) || (finals.contains(field) && !unfilled.contains(field)))
                .toList();
        return new ImmutableFields(fields, parameters, without(finals, fields), isGuess);
    }

    /**
     * {@return the fields of a class some of which are final, and set by a constructor, and some are not; null if it is
     * another one, or one field hides another}
     *
     * @param lineage the class behind its superclasses
     * @param unfilled the final fields that have nothing to fill
     * @param storable the fields that a layout can have, by their types
     * @param out the fields that are left out, which no parameter sets
     * @throws BadInputException if it is not clear which constructor sets them
     */
    static @Nullable ImmutableFields ofPartlyFinal(
            List<ClassFile> lineage, Collection<Field> unfilled, Collection<Field> storable, Collection<Field> out)
            throws BadInputException {
        ClassFile type = lineage.getLast();
        if (type.isRecord() || type.has(Opcodes.ACC_ABSTRACT)) {
            return null;
        }
        List<Field> all = settable(lineage);
        List<Field> kept = without(all, out);
        if (kept.stream().map(Field::name).distinct().count() < kept.size()) {
            return null;
        }
        Map<String, Field> byName = byNameAndType(all);
        List<Field> candidates = all.stream()
                .filter(field -> !field.has(Opcodes.ACC_TRANSIENT) && !field.isConstant())
                .toList();
        List<Field> finals = stored(candidates).toList();
        List<Field> named = longest(type, out, constructor -> named(constructor, byName));
        List<Field> parameters = named;
        if (parameters.isEmpty()) {
            requireOne(type, byName, unfilled, storable, out);
            parameters = longest(type, out, constructor -> guessed(constructor, finals));
        }
        if (parameters.isEmpty()) {
            parameters = longest(type, out, constructor -> guessed(constructor, unlikeTransient(candidates, all)));
        }
        if ((!named.isEmpty() || !out.isEmpty()) && parameters.stream().anyMatch(unfilled::contains)) {
            requireNoOther(type, byName, parameters, out);
        }
        return ofPartlyFinal(
                without(byName.values(), out), without(finals, out), parameters, named.isEmpty(), unfilled, storable);
    }

    /** Throws if several constructors set final fields by their names, of which none is the longest. */
    private static void requireOne(
            ClassFile type,
            Map<String, Field> fields,
            Collection<Field> unfilled,
            Collection<Field> storable,
            Collection<Field> out)
            throws BadInputException {
        List<Constructor> setting = type.constructors().stream()
                .filter(constructor -> named(constructor, fields).stream()
                        .anyMatch(field -> unfilled.contains(field) && storable.contains(field)))
                .filter(constructor -> Collections.disjoint(named(constructor, fields), out))
                .toList();
        if (!setting.isEmpty()) {
            throw new BadInputException("class " + type.name()
                    + ": expected one constructor that sets more of its fields than others, found "
                    + setting.stream().map(ImmutableFields::describe).collect(Collectors.joining(" and "))
                    + "; add one that sets them all, or leave out what is not to be stored by --without");
        }
    }

    /** {@return the fields but for those that are not final and have the type of one that is transient} */
    private static List<Field> unlikeTransient(List<Field> fields, List<Field> all) {
        List<String> types = all.stream()
                .filter(field -> field.has(Opcodes.ACC_TRANSIENT))
                .map(Field::descriptor)
                .toList();
        return fields.stream()
                .filter(field -> field.has(Opcodes.ACC_FINAL) || !types.contains(field.descriptor()))
                .toList();
    }

    private static @Nullable ImmutableFields ofPartlyFinal(
            List<Field> kept,
            List<Field> finals,
            List<Field> parameters,
            boolean isGuess,
            Collection<Field> unfilled,
            Collection<Field> storable) {
        // Of others, such as a logger, no layout could have what it sets.
        if (parameters.stream().noneMatch(field -> unfilled.contains(field) && storable.contains(field))) {
            return null;
        }
        List<Field> later = kept.stream()
                .filter(field -> !field.has(Opcodes.ACC_FINAL | Opcodes.ACC_TRANSIENT) && !parameters.contains(field))
                .toList();
        List<Field> fields = kept.stream()
                .filter(field -> parameters.contains(field)
                        || later.contains(field)
                        || (finals.contains(field) && !unfilled.contains(field)))
                .toList();
        return new ImmutableFields(fields, parameters, without(finals, fields), isGuess);
    }

    private static boolean isSettable(Field field) {
        return !field.has(NEVER_SET);
    }

    /** {@return the fields that a constructor can set} */
    static List<Field> settable(List<ClassFile> lineage) {
        return lineage.stream()
                .flatMap(declaring -> declaring.fields().stream())
                .filter(ImmutableFields::isSettable)
                .toList();
    }

    private static Stream<Field> stored(List<Field> fields) {
        return fields.stream().filter(field -> field.has(Opcodes.ACC_FINAL) && !field.has(Opcodes.ACC_TRANSIENT));
    }

    /**
     * {@return whether a class can be nothing but immutable, for a codec} It is mutable if no constructor can set its
     * fields, and what they hold may be filled.
     */
    static boolean isImmutable(List<ClassFile> lineage, Collection<Field> fillable) {
        ClassFile type = lineage.getLast();
        List<Field> fields = settable(lineage);
        List<String> types = fields.stream().map(Field::descriptor).toList();
        return !type.isRecord()
                && !type.has(Opcodes.ACC_ABSTRACT)
                && fields.stream().anyMatch(field -> field.has(Opcodes.ACC_FINAL))
                && fields.stream().allMatch(field -> field.has(Opcodes.ACC_FINAL | Opcodes.ACC_TRANSIENT))
                && type.constructors().stream()
                        .map(Constructor::parameterTypes)
                        .filter(parameters -> !parameters.isEmpty())
                        .anyMatch(parameters -> !stored(fields).allMatch(fillable::contains)
                                || (hasAll(types, parameters)
                                        && stored(fields).map(Field::descriptor).anyMatch(parameters::contains)));
    }

    /** {@return whether a list has each element of another one as often, or more often} */
    static boolean hasAll(List<String> list, List<String> other) {
        List<String> rest = new ArrayList<>(list);
        return other.stream().allMatch(rest::remove);
    }

    /** {@return fields by what a parameter can tell of them: of several that are the same in it the inherited one} */
    private static Map<String, Field> byNameAndType(List<Field> fields) {
        Map<String, Field> different = new LinkedHashMap<>();
        for (Field field : fields) {
            different.putIfAbsent(nameAndType(field.name(), field.descriptor()), field);
        }
        return different;
    }

    private static String nameAndType(String name, String descriptor) {
        return name + ":" + descriptor;
    }

    private static List<Field> without(Collection<Field> fields, Collection<Field> others) {
        return fields.stream().filter(field -> !others.contains(field)).toList();
    }

    /**
     * {@return the most fields that a constructor sets which sets none that are left out; none if that are none, or not
     * those of one constructor}
     */
    private static List<Field> longest(
            ClassFile type, Collection<Field> out, Function<Constructor, List<Field>> fields) {
        List<Field> longest = List.of();
        boolean isAmbiguous = false;
        for (Constructor constructor : type.constructors()) {
            List<Field> found = fields.apply(constructor);
            if (!found.isEmpty() && found.size() >= longest.size() && Collections.disjoint(found, out)) {
                isAmbiguous = found.size() == longest.size();
                longest = found;
            }
        }
        return isAmbiguous ? List.of() : longest;
    }

    /**
     * Requires that no constructor has more parameters than the one that is found by their names, and may set a final
     * field that this one does not: a parameter has the name of such a field, or all have types of fields, and one that
     * is none by its name that of such.
     *
     * @param named the fields that the one which is found sets
     * @param out the fields that are left out
     */
    private static void requireNoOther(
            ClassFile type, Map<String, Field> fields, List<Field> named, Collection<Field> out)
            throws BadInputException {
        List<String> all = new ArrayList<>();
        Map<String, String> boxed = new LinkedHashMap<>();
        Map<String, String> lost = new LinkedHashMap<>();
        for (Field field : fields.values()) {
            String box = FieldTypes.boxed(field.descriptor());
            boxed.put(field.name(), box);
            if (!field.has(Opcodes.ACC_TRANSIENT)) {
                all.add(box);
                if (!named.contains(field)
                        && !out.contains(field)
                        && field.has(Opcodes.ACC_FINAL)
                        && !field.isConstant()) {
                    lost.put(field.name(), box);
                }
            }
        }
        for (Constructor constructor : type.constructors()) {
            List<Field> found = named(constructor, fields);
            if (constructor.parameterTypes().size() > named.size()
                    && (found.isEmpty() || !Collections.disjoint(found, out))
                    && maySet(lost, boxed, all, constructor)) {
                throw new BadInputException("class " + type.name()
                        + ": expected one constructor that sets its final fields, by the names of its parameters, found"
                        + " one that sets "
                        + named.stream().map(Field::name).collect(Collectors.joining(", ")) + ", and "
                        + describe(constructor) + ", which may set more; give its parameters the names and the types of"
                        + " fields, or make final fields that are derived from others transient");
            }
        }
    }

    private static boolean maySet(
            Map<String, String> lost, Map<String, String> boxed, List<String> all, Constructor constructor) {
        List<String> types =
                constructor.parameterTypes().stream().map(FieldTypes::boxed).toList();
        boolean hasNames = constructor.parameterNames().size() == types.size();
        boolean mayBeLost = false;
        for (int i = 0; i < types.size(); i++) {
            String name = hasNames ? constructor.parameterNames().get(i) : "";
            boolean isNamed = types.get(i).equals(boxed.get(name));
            if (isNamed && lost.containsKey(name)) {
                return true;
            }
            mayBeLost |= !isNamed && lost.containsValue(types.get(i));
        }
        return mayBeLost && hasAll(all, types);
    }

    /** {@return the fields that have the names and the types of all parameters; none if one has not} */
    private static List<Field> named(Constructor constructor, Map<String, Field> fields) {
        List<Field> found = new ArrayList<>();
        List<String> types = constructor.parameterTypes();
        if (constructor.parameterNames().size() != types.size()) {
            return List.of();
        }
        for (int i = 0; i < types.size(); i++) {
            Field field = fields.get(nameAndType(constructor.parameterNames().get(i), types.get(i)));
            if (field == null) {
                return List.of();
            }
            found.add(field);
        }
        return found;
    }

    /** {@return the fields that parameters without names may set, by their types} */
    private static List<Field> guessed(Constructor constructor, List<Field> fields) {
        return constructor.parameterNames().isEmpty() ? inOrder(constructor, fields) : List.of();
    }

    /** {@return the fields that have the types of all parameters, in their order; none if others have them, too} */
    private static List<Field> inOrder(Constructor constructor, List<Field> fields) {
        List<String> types = constructor.parameterTypes();
        List<Field> first = firstInOrder(types, fields);
        List<Field> last = firstInOrder(types.reversed(), fields.reversed()).reversed();
        return first.equals(last) ? first : List.of();
    }

    private static List<Field> firstInOrder(List<String> types, List<Field> fields) {
        List<Field> found = new ArrayList<>();
        for (Field field : fields) {
            if (found.size() < types.size() && field.descriptor().equals(types.get(found.size()))) {
                found.add(field);
            }
        }
        return found.size() == types.size() ? found : List.of();
    }

    private static BadInputException noneSetsFields(ClassFile type) {
        List<Constructor> withParameters = type.constructors().stream()
                .filter(constructor -> !constructor.parameterTypes().isEmpty())
                .toList();
        boolean hasNames = withParameters.stream()
                .anyMatch(constructor -> !constructor.parameterNames().isEmpty());
        return new BadInputException("class " + type.name()
                + ": expected one constructor that sets its final fields, by the names of its parameters"
                + (hasNames ? "" : " or else in the order of their declaration") + ", found "
                + withParameters.stream().map(ImmutableFields::describe).collect(Collectors.joining(" and ")) + "; "
                + (hasNames
                        ? "add one whose parameters are fields, or give them the names of fields"
                        : "compile it with " + type.optionOfNames() + ", or give the parameters the names of fields")
                + "; if a builder or a factory makes its objects, print the layout of a class that is stored in their"
                + " place, for StructCodec.ofConverted");
    }

    /**
     * {@return the constructors that may set a field by a parameter of another name: one that has the type of the
     * field, and a name that no field of this type has}
     */
    static List<Constructor> settingByOtherName(Field field, List<ClassFile> lineage) {
        ClassFile type = lineage.getLast();
        List<String> fields = settable(lineage).stream()
                .map(other -> nameAndType(other.name(), FieldTypes.boxed(other.descriptor())))
                .toList();
        String box = FieldTypes.boxed(field.descriptor());
        return type.constructors().stream()
                .filter(constructor -> !type.has(Opcodes.ACC_ABSTRACT)
                        && IntStream.range(0, constructor.parameterNames().size())
                                .filter(i -> FieldTypes.boxed(
                                                constructor.parameterTypes().get(i))
                                        .equals(box))
                                .anyMatch(i -> !fields.contains(
                                        nameAndType(constructor.parameterNames().get(i), box))))
                .toList();
    }

    static String describe(Constructor constructor) {
        List<String> types = constructor.parameterTypes();
        List<String> names = constructor.parameterNames();
        return IntStream.range(0, types.size())
                .mapToObj(i -> Type.getType(types.get(i)).getClassName()
                        + (names.size() == types.size() ? " " + names.get(i) : ""))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
