package dev.verbatim.internal.bind;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A class whose objects a constructor makes of the values of its fields, as that of a Java record does. */
final class ImmutableClass {

    private final Class<?> type;

    /** The fields that a parameter can set, those of the class before those that it inherits. */
    private final Map<String, Field> fields = new LinkedHashMap<>();

    ImmutableClass(Class<?> type) {
        this.type = type;
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) {
                    fields.putIfAbsent(field.getName(), field);
                }
            }
        }
    }

    /** Whether a class can be nothing but immutable: it has fields, and all that a codec could bind are final. */
    static boolean isImmutable(Class<?> type) {
        if (type.isRecord()
                || type.isInterface()
                || Modifier.isAbstract(type.getModifiers())
                || type.isEnum()
                || ValueBinder.isOfJdk(type)) {
            return false; // arrays and primitives are abstract
        }
        boolean hasFinal = false;
        for (Field field : new ImmutableClass(type).fields.values()) {
            boolean isFinal = Modifier.isFinal(field.getModifiers());
            if (!isFinal && !Modifier.isTransient(field.getModifiers())) {
                return false;
            }
            hasFinal |= isFinal;
        }
        return hasFinal;
    }

    /** The fields that a parameter can set, by their names. */
    Map<String, Field> fields() {
        return fields;
    }

    /**
     * The names of the fields that the parameters of the constructor set, in their order.
     *
     * @param declared the names that the user has declared; null for those of the parameters in the class file
     * @param mismatches where to add why there is no such constructor
     * @return null if there is none
     */
    @Nullable
    List<String> parameters(@Nullable List<String> declared, String structPath, List<String> mismatches) {
        if (declared == null) {
            return named(structPath, mismatches);
        }
        Set<String> known = new HashSet<>();
        for (String name : declared) {
            if (!fields.containsKey(name)) {
                mismatches.add(structPath + ": the declared constructor sets `" + name
                        + "`, and there is no such field;" + " the fields are " + fields.keySet());
                return null;
            }
            if (!known.add(name)) {
                mismatches.add(structPath + ": the declared constructor sets `" + name
                        + "` twice; declare the fields that its parameters set, each once");
                return null;
            }
        }
        Class<?>[] types = types(declared);
        List<Class<?>[]> constructors = Arrays.stream(type.getDeclaredConstructors())
                .filter(constructor -> !constructor.isSynthetic())
                .<Class<?>[]>map(Constructor::getParameterTypes)
                .toList();
        if (constructors.stream().noneMatch(parameters -> Arrays.equals(parameters, types))) {
            mismatches.add(structPath + ": there is no constructor " + signature(types)
                    + ", whose parameters have the types of the declared fields " + declared + "; there is "
                    + constructors.stream().map(this::signature).sorted().collect(Collectors.joining(" and ")));
            return null;
        }
        return declared;
    }

    private Class<?>[] types(List<String> names) {
        return names.stream()
                .map(name -> Objects.requireNonNull(fields.get(name)).getType())
                .toArray(Class<?>[]::new);
    }

    /** The parameters of the longest constructor all of whose parameters have the names and the types of fields. */
    private @Nullable List<String> named(String structPath, List<String> mismatches) {
        List<String> longest = List.of();
        boolean isAmbiguous = false;
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            List<String> names = namesOfFields(constructor);
            if (names != null && names.size() >= longest.size()) {
                isAmbiguous = names.size() == longest.size();
                longest = names;
            }
        }
        if (longest.isEmpty() || isAmbiguous) {
            mismatches.add(structPath + ": "
                    + (isAmbiguous
                            ? "two constructors have as many parameters, all of the names and types of fields"
                            : "no constructor has parameters of the names and types of fields"
                                    + (hasNames() ? "" : ", as its class file has no names of parameters"))
                    + "; " + (isAmbiguous || hasNames() ? "" : "compile it with -parameters, or ")
                    + "declare which fields the parameters set, in their order, as `" + example() + "`");
            return null;
        }
        return longest;
    }

    /** The names of a constructor's parameters; null if a field of one's name and type is missing. */
    private @Nullable List<String> namesOfFields(Constructor<?> constructor) {
        List<String> names = new ArrayList<>();
        for (Parameter parameter : constructor.getParameters()) {
            Field field = parameter.isNamePresent() ? fields.get(parameter.getName()) : null;
            if (field == null || field.getType() != parameter.getType()) {
                return null;
            }
            names.add(parameter.getName());
        }
        return names.isEmpty() ? null : names;
    }

    private boolean hasNames() {
        return Arrays.stream(type.getDeclaredConstructors())
                .flatMap(constructor -> Arrays.stream(constructor.getParameters()))
                .anyMatch(Parameter::isNamePresent);
    }

    /** What the user may declare: the final fields, which the class file has in the order of the source. */
    private String example() {
        return fields.values().stream()
                .filter(field -> Modifier.isFinal(field.getModifiers()))
                .map(field -> "\"" + field.getName() + "\"")
                .collect(Collectors.joining(
                        ", ", "Conversions.none().withConstructor(" + type.getSimpleName() + ".class, ", ")"));
    }

    private String signature(Class<?>[] parameters) {
        return Arrays.stream(parameters)
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", type.getSimpleName() + "(", ")"));
    }
}
