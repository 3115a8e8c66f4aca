package dev.verbatim.internal.bind;

import dev.verbatim.Conversions;
import java.lang.reflect.Field;
import java.util.ArrayList;
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
        // A loop, because every codec of a class asks: lambdas would be linked on the way to the first one.
        for (Map.Entry<Class<?>, Set<String>> entry : declared.entrySet()) {
            if (entry.getKey().isAssignableFrom(type)
                    && entry.getValue().contains(field.getName())
                    && field.equals(nearest(entry.getKey(), field.getName()))) {
                return true;
            }
        }
        return false;
    }

    /** The field that a name means in a class: its own, or else that of the nearest superclass; null if none has it. */
    private static @Nullable Field nearest(Class<?> owner, String name) {
        Field nearest = null;
        for (Field field : ImmutableClass.instanceFields(owner)) {
            if (field.getName().equals(name)) {
                nearest = field;
            }
        }
        return nearest;
    }

    /** Whether no other field of the class has the name of one that is left out. */
    private boolean isAlone(String name) {
        return ImmutableClass.instanceFields(type).stream()
                .noneMatch(field -> field.getName().equals(name) && !has(field));
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
        for (Map.Entry<Class<?>, Set<String>> entry : declared.entrySet()) {
            if (entry.getKey().isAssignableFrom(type)) {
                for (String name : new TreeSet<>(entry.getValue())) {
                    addProblem(problems, entry.getKey(), name, set);
                }
            }
        }
        return problems;
    }

    private void addProblem(List<String> problems, Class<?> owner, String name, List<String> set) {
        if (nearest(owner, name) == null) {
            problems.add("`" + name + "` is left out of " + owner.getTypeName()
                    + ", which has no such field; its fields are "
                    + ImmutableClass.instanceFields(owner).stream()
                            .map(Field::getName)
                            .distinct()
                            .toList());
        } else if (set.contains(name) && isAlone(name)) {
            problems.add("`" + name + "` is left out, and "
                    + (type.isRecord() ? "a record binds all its components" : "the constructor sets it")
                    + "; " + REMEDY + ", or store it by a conversion"
                    + (type.isRecord()
                            ? ""
                            : ", or declare a constructor that does without it by Conversions.withConstructor"));
        }
    }
}
