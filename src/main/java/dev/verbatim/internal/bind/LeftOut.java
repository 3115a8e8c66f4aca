package dev.verbatim.internal.bind;

import dev.verbatim.Conversions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a class is bound without, because the user has declared it by {@link Conversions#withoutField}.
 *
 * @param type the class of the DTO
 * @param declared the names of fields by classes, of which some are the class or superclasses of it
 */
record LeftOut(Class<?> type, Map<Class<?>, Set<String>> declared) {

    /** What keeps such a field from being bound, as messages say it. */
    static final String OBSTACLE = "left out by Conversions.withoutField";

    static final String REMEDY = "remove that declaration";

    static LeftOut of(Class<?> type, Conversions conversions) {
        return new LeftOut(type, conversions.leftOut());
    }

    /** Whether a field of the class, or one that it inherits, is left out. */
    boolean has(Field field) {
        return declared.entrySet().stream()
                .anyMatch(entry -> entry.getKey().isAssignableFrom(type)
                        && entry.getValue().contains(field.getName())
                        && field.equals(nearest(entry.getKey(), field.getName())));
    }

    /** The field that a name means in a class: its own, or else that of the nearest superclass; null if none has it. */
    private static @Nullable Field nearest(Class<?> owner, String name) {
        for (Class<?> declaring = owner; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (isOfObjects(field) && field.getName().equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }

    /** Whether no other field of the class has the name of one that is left out. */
    private boolean isAlone(String name) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (isOfObjects(field) && field.getName().equals(name) && !has(field)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isOfObjects(Field field) {
        return !field.isSynthetic() && !Modifier.isStatic(field.getModifiers());
    }

    /** How to declare that a field is left out, as messages say it. */
    static String example(Class<?> type, String field) {
        return "leave it out by `Conversions.none().withoutField(" + type.getSimpleName() + ".class, \"" + field
                + "\")`";
    }

    /**
     * What is declared of the class and cannot be.
     *
     * @param set the names of the components, or of the fields that the constructor sets
     */
    List<String> problems(List<String> set) {
        List<String> problems = new ArrayList<>();
        declared.forEach((owner, names) -> {
            if (owner.isAssignableFrom(type)) {
                for (String name : new TreeSet<>(names)) {
                    addProblem(problems, owner, name, set);
                }
            }
        });
        return problems;
    }

    private void addProblem(List<String> problems, Class<?> owner, String name, List<String> set) {
        Set<String> fields = namesOfFields(owner);
        Field field = nearest(owner, name);
        if (field == null) {
            problems.add("`" + name + "` is left out of " + owner.getTypeName()
                    + ", which has no such field; its fields are " + fields);
        } else if (set.contains(name) && isAlone(name)) {
            problems.add("`" + name + "` is left out, and "
                    + (type.isRecord() ? "a record binds all its components" : "the constructor sets it")
                    + "; " + REMEDY + ", or store it by a conversion");
        }
    }

    private static Set<String> namesOfFields(Class<?> owner) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> declaring = owner; declaring != null; declaring = declaring.getSuperclass()) {
            Arrays.stream(declaring.getDeclaredFields())
                    .filter(LeftOut::isOfObjects)
                    .forEach(field -> names.add(field.getName()));
        }
        return names;
    }
}
