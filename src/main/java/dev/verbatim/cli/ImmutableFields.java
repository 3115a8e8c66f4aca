package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Constructor;
import dev.verbatim.cli.ClassFiles.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The fields of an immutable class that a codec binds: those that the parameters of a constructor set, as {@link
 * dev.verbatim.StructCodec#ofImmutable} says it.
 *
 * @param fields the fields in the order of their declaration, inherited ones first
 * @param isGuess whether the parameters have no names of fields, and were found by their types alone: they set these
 *     fields, in this order, for all that one can see
 */
record ImmutableFields(List<Field> fields, boolean isGuess) {

    private static final int NEVER_SET = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    /**
     * {@return the fields of an immutable class; null if it is a record or mutable}
     *
     * @param lineage the class behind its superclasses
     * @throws BadInputException if no constructor sets fields
     */
    static @Nullable ImmutableFields of(List<ClassFile> lineage) throws BadInputException {
        ClassFile type = lineage.getLast();
        Map<String, Field> byName = fields(lineage);
        if (!isImmutable(type, byName)) {
            return null;
        }
        List<Field> named = longest(type, constructor -> named(constructor, byName));
        if (!named.isEmpty()) {
            return new ImmutableFields(
                    byName.values().stream().filter(named::contains).toList(), false);
        }
        List<Field> candidates = byName.values().stream()
                .filter(field -> field.has(Opcodes.ACC_FINAL) && !field.has(Opcodes.ACC_TRANSIENT))
                .filter(field -> !field.isConstant())
                .toList();
        List<Field> guessed = longest(type, constructor -> inOrder(constructor, candidates));
        if (guessed.isEmpty()) {
            throw new BadInputException("class " + type.name()
                    + ": expected one constructor that sets its final fields,"
                    + " by the names of its parameters or else in the order of their declaration, found "
                    + describe(type) + "; compile it with -parameters, or give the parameters the names of fields");
        }
        return new ImmutableFields(guessed, true);
    }

    /** {@return what a parameter can set, by name: of two fields of a name that of the subclass} */
    private static Map<String, Field> fields(List<ClassFile> lineage) {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (ClassFile declaring : lineage) {
            for (Field field : declaring.fields()) {
                if (!field.has(NEVER_SET)) {
                    fields.remove(field.name());
                    fields.put(field.name(), field);
                }
            }
        }
        return fields;
    }

    private static boolean isImmutable(ClassFile type, Map<String, Field> fields) {
        return !type.isRecord()
                && !type.has(Opcodes.ACC_ABSTRACT)
                && fields.values().stream().anyMatch(field -> field.has(Opcodes.ACC_FINAL))
                && fields.values().stream().allMatch(field -> field.has(Opcodes.ACC_FINAL | Opcodes.ACC_TRANSIENT));
    }

    /** {@return the most fields that a constructor sets; none if that are none, or not those of one constructor} */
    private static List<Field> longest(ClassFile type, Function<Constructor, List<Field>> fields) {
        List<Field> longest = List.of();
        boolean isAmbiguous = false;
        for (Constructor constructor : type.constructors()) {
            List<Field> found = fields.apply(constructor);
            if (!found.isEmpty() && found.size() >= longest.size()) {
                isAmbiguous = found.size() == longest.size();
                longest = found;
            }
        }
        return isAmbiguous ? List.of() : longest;
    }

    /** {@return the fields that have the names and the types of all parameters; none if one has not} */
    private static List<Field> named(Constructor constructor, Map<String, Field> fields) {
        List<Field> found = new ArrayList<>();
        List<String> types = constructor.parameterTypes();
        if (constructor.parameterNames().size() != types.size()) {
            return List.of();
        }
        for (int i = 0; i < types.size(); i++) {
            Field field = fields.get(constructor.parameterNames().get(i));
            if (field == null || !field.descriptor().equals(types.get(i))) {
                return List.of();
            }
            found.add(field);
        }
        return found;
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

    private static String describe(ClassFile type) {
        return type.constructors().stream()
                .map(constructor -> constructor.parameterTypes().stream()
                        .map(parameter -> Type.getType(parameter).getClassName())
                        .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(" and "));
    }
}
