package dev.verbatim.internal.bind;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.MalformedParametersException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A class whose objects a constructor makes of the values of its fields, as that of a Java record does. */
final class ImmutableClass {

    private final Class<?> type;
    private final LeftOut leftOut;

    /** The fields that a parameter can set, by their names; those that the class inherits come first. */
    private final Map<String, Field> fields = new LinkedHashMap<>();

    /** The fields that others hide, by their names. */
    private final Map<String, Field> hidden = new HashMap<>();

    ImmutableClass(Class<?> type, LeftOut leftOut) {
        this.type = type;
        this.leftOut = leftOut;
        List<Field> all = instanceFields(type);
        for (Field field : all) {
            Field other = leftOut.has(field) ? null : fields.put(field.getName(), field);
            if (other != null) {
                hidden.put(field.getName(), other);
            }
        }
        all.stream().filter(leftOut::has).forEach(field -> fields.putIfAbsent(field.getName(), field));
    }

    /** The fields that objects of a class have; those that it inherits come first. */
    static List<Field> instanceFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            List<Field> own = Arrays.stream(owner.getDeclaredFields())
                    .filter(field -> !field.isSynthetic() && !Modifier.isStatic(field.getModifiers()))
                    .toList();
            fields.addAll(0, own);
        }
        return fields;
    }

    /**
     * Whether a class can be nothing but immutable: it has final fields, all others are transient or left out, and a
     * constructor may set them. It is mutable if no constructor can, and what the final fields hold may be filled.
     */
    static boolean isImmutable(Class<?> type, LeftOut leftOut) {
        if (type.isRecord()
                || type.isInterface()
                || Modifier.isAbstract(type.getModifiers())
                || type.isEnum()
                || ValueBinder.isOfJdk(type)) {
            return false; // arrays and primitives are abstract
        }
        List<Field> fields = instanceFields(type).stream()
                .filter(field -> !leftOut.has(field))
                .toList();
        List<Field> finals = fields.stream()
                .filter(field -> (field.getModifiers() & (Modifier.FINAL | Modifier.TRANSIENT)) == Modifier.FINAL)
                .toList();
        return fields.stream().anyMatch(field -> Modifier.isFinal(field.getModifiers()))
                && fields.stream()
                        .allMatch(field -> (field.getModifiers() & (Modifier.FINAL | Modifier.TRANSIENT)) != 0)
                && mayBeSet(type, fields, finals);
    }

    /** Whether constructors may set fields; also where they cannot be looked at, which is reported later. */
    private static boolean mayBeSet(Class<?> type, List<Field> fields, List<Field> finals) {
        try {
            List<Constructor<?>> withParameters = constructors(type)
                    .filter(constructor -> constructor.getParameterCount() > 0)
                    .toList();
            return finals.stream().anyMatch(ImmutableClass::isNotFilled)
                    ? !withParameters.isEmpty()
                    : withParameters.stream()
                            .anyMatch(constructor -> hasTypesOf(fields, constructor)
                                    && finals.stream()
                                            .map(Field::getType)
                                            .anyMatch(List.of(constructor.getParameterTypes())::contains));
        } catch (NoClassDefFoundError e) {
            return true;
        }
    }

    private static boolean isNotFilled(Field field) {
        return Modifier.isFinal(field.getModifiers()) && !DtoField.mayBeFilled(field.getType());
    }

    /** Whether a constructor has a parameter of a type, or of its box, or cannot be looked at. */
    static boolean hasParameter(Class<?> type, Class<?> parameter) {
        try {
            Class<?> box = boxed(parameter);
            return constructors(type)
                    .flatMap(constructor -> Stream.of(constructor.getParameterTypes()))
                    .anyMatch(other -> boxed(other) == box);
        } catch (NoClassDefFoundError e) {
            return true;
        }
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** Whether a class has a constructor without parameters, or cannot be looked at. */
    static boolean hasDefaultConstructor(Class<?> type) {
        try {
            return constructors(type).anyMatch(constructor -> constructor.getParameterCount() == 0);
        } catch (NoClassDefFoundError e) {
            return true;
        }
    }

    private static Stream<Constructor<?>> constructors(Class<?> type) {
        return Stream.of(type.getDeclaredConstructors()).filter(constructor -> !constructor.isSynthetic());
    }

    /**
     * The fields that members of a layout can be bound to, by their names.
     *
     * @param parameters those that the constructor sets; null if it is not known which it is
     */
    Map<String, DtoField> dtoFields(@Nullable List<String> parameters) {
        Map<String, DtoField> dtoFields = new LinkedHashMap<>();
        fields.forEach((name, field) ->
                dtoFields.put(name, new DtoField.ConstructorField(field, type, setBy(field, parameters))));
        if (parameters != null) {
            for (Field field : instanceFields(type)) {
                if (isLater(field, parameters)) { // not one that hides it and is no part of the value
                    dtoFields.put(field.getName(), new DtoField.InstanceField(field, type, false, true));
                }
            }
        }
        return dtoFields;
    }

    /** Whether reading sets or fills a field when the object is made, or would lose what it has. */
    private boolean isLater(Field field, List<String> parameters) {
        return !parameters.contains(field.getName()) && (isSetLater(field) || isFilledLater(field));
    }

    /** Whether reading sets a field when the object is made, if the constructor has not. */
    private boolean isSetLater(Field field) {
        return (field.getModifiers() & (Modifier.FINAL | Modifier.TRANSIENT)) == 0 && !leftOut.has(field);
    }

    /** Whether reading fills what a final field has, or would lose it, as that of a mutable class. */
    private boolean isFilledLater(Field field) {
        return (field.getModifiers() & (Modifier.FINAL | Modifier.TRANSIENT)) == Modifier.FINAL
                && !leftOut.has(field)
                && (DtoField.mayBeFilled(field.getType()) || HeldData.isIn(field));
    }

    private DtoField.SetBy setBy(Field field, @Nullable List<String> parameters) {
        if (parameters != null && parameters.contains(field.getName())) {
            return DtoField.SetBy.PARAMETER;
        } else if (leftOut.has(field)) {
            return DtoField.SetBy.LEFT_OUT;
        }
        return parameters == null ? DtoField.SetBy.UNKNOWN : DtoField.SetBy.NO_PARAMETER;
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
        List<String> found = null;
        String problem;
        try {
            List<Constructor<?>> constructors = constructors(type).toList();
            found = declared == null ? named(constructors) : declared;
            problem = found == null ? noneNamed(constructors) : problem(found, declared != null, constructors);
        } catch (NoClassDefFoundError | MalformedParametersException e) {
            problem = "its constructors cannot be looked at (" + e + "); have all classes that they name on the class"
                    + " path, and compile it anew";
        }
        if (problem != null) {
            mismatches.add(structPath + ": " + problem);
            return null;
        }
        return found;
    }

    /** Why no constructor sets these fields, or it is not clear which they are; null if one does. */
    private @Nullable String problem(List<String> names, boolean areDeclared, List<Constructor<?>> constructors) {
        Set<String> known = new HashSet<>();
        for (String name : names) {
            Field field = fields.get(name);
            if (field == null) {
                return "the declared constructor sets `" + name + "`, and there is no such field; the fields are "
                        + fields.keySet();
            }
            if (!known.add(name)) {
                return "the declared constructor sets `" + name
                        + "` twice; declare the fields that its parameters set, each once";
            }
            Field other = hidden.get(name);
            if (other != null) {
                return "the constructor sets `" + name + "`, and two fields have this name, of which one hides the"
                        + " other; rename one, or " + LeftOut.example(other.getDeclaringClass(), name);
            }
        }
        Map<String, Field> laterOnes = new HashMap<>();
        for (Field field : instanceFields(type)) {
            String name = field.getName();
            Field other = isLater(field, names) ? laterOnes.put(name, field) : null;
            if (other != null) {
                return "two fields have the name `" + name + "`, of which one hides the other; rename one, make it"
                        + " transient, or " + LeftOut.example(other.getDeclaringClass(), name);
            }
        }
        return areDeclared ? problem(names, types(names), constructors) : null;
    }

    private @Nullable String problem(List<String> declared, Class<?>[] types, List<Constructor<?>> constructors) {
        for (Constructor<?> constructor : constructors) {
            if (Arrays.equals(constructor.getParameterTypes(), types)) {
                List<String> names = Arrays.stream(constructor.getParameters())
                        .map(Parameter::getName)
                        .toList();
                boolean isOtherOrder =
                        !names.equals(declared) && Set.copyOf(names).equals(Set.copyOf(declared));
                return isOtherOrder
                        ? "the declared constructor sets " + declared + ", and its parameters are " + names
                                + "; declare them in this order"
                        : null;
            }
        }
        return "there is no constructor " + signature(types) + ", whose parameters have the types of the declared"
                + " fields " + declared + "; there is "
                + (constructors.isEmpty()
                        ? "none that Java code can call, as of a value class of Kotlin: bind what it wraps, or declare"
                                + " a conversion of it"
                        : constructors.stream()
                                .map(constructor -> signature(constructor.getParameterTypes()))
                                .sorted()
                                .collect(Collectors.joining(" and ")));
    }

    private Class<?>[] types(List<String> names) {
        return names.stream()
                .map(name -> Objects.requireNonNull(fields.get(name)).getType())
                .toArray(Class<?>[]::new);
    }

    /**
     * The parameters of the longest constructor all of whose parameters have the names and the types of fields; null if
     * there is none, or one with more parameters may set more of the fields.
     */
    private @Nullable List<String> named(List<Constructor<?>> constructors) {
        List<String> longest = List.of();
        boolean isAmbiguous = false;
        for (Constructor<?> constructor : constructors) {
            List<String> names = namesOfFields(constructor);
            if (names != null && names.size() >= longest.size()) {
                isAmbiguous = names.size() == longest.size();
                longest = names;
            }
        }
        return longest.isEmpty() || isAmbiguous || misnamed(constructors, longest) != null ? null : longest;
    }

    /**
     * A constructor with more parameters than the one that is found by names, which may set a field that this one does
     * not, and reading would lose: what is not final is set later, and a constant by none. It may if a parameter has
     * the name of such a field, or if all parameters have types of fields, and one that is none by its name that of
     * such.
     */
    private @Nullable Constructor<?> misnamed(List<Constructor<?>> constructors, List<String> found) {
        List<Constructor<?>> longer = constructors.stream()
                .filter(constructor -> constructor.getParameterCount() > found.size())
                .filter(constructor -> namesOfFields(constructor) == null)
                .toList();
        if (longer.isEmpty()) {
            return null; // without a look at class files
        }
        List<Class<?>> all = new ArrayList<>();
        Map<String, Class<?>> lost = new HashMap<>();
        fields.forEach((name, field) -> {
            if (!leftOut.has(field) && !Modifier.isTransient(field.getModifiers())) {
                all.add(boxed(field.getType()));
                if (!found.contains(name) && Modifier.isFinal(field.getModifiers()) && !GivenValue.isConstant(field)) {
                    lost.put(name, boxed(field.getType()));
                }
            }
        });
        return longer.stream()
                .filter(constructor -> maySet(lost, all, constructor))
                .findFirst()
                .orElse(null);
    }

    private boolean maySet(Map<String, Class<?>> lost, List<Class<?>> all, Constructor<?> constructor) {
        List<Class<?>> left = new ArrayList<>(all);
        boolean areAllOfFields = true;
        boolean mayBeLost = false;
        for (Parameter parameter : constructor.getParameters()) {
            Class<?> type = boxed(parameter.getType());
            Field field = parameter.isNamePresent() ? fields.get(parameter.getName()) : null;
            boolean isNamed = field != null && boxed(field.getType()) == type;
            if (isNamed && lost.containsKey(parameter.getName())) {
                return true;
            }
            mayBeLost |= !isNamed && lost.containsValue(type);
            areAllOfFields &= left.remove(type);
        }
        return areAllOfFields && mayBeLost;
    }

    /** The most names of fields that the parameters of one constructor have; empty if there is none. */
    private List<String> mostNamed(List<Constructor<?>> constructors) {
        List<String> most = List.of();
        for (Constructor<?> constructor : constructors) {
            List<String> names = namesOfFields(constructor);
            most = names != null && names.size() > most.size() ? names : most;
        }
        return most;
    }

    private String noneNamed(List<Constructor<?>> constructors) {
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "is an inner class, whose constructor takes the outer object; make it static";
        }
        if (fields.isEmpty()) {
            return "has no fields, which a constructor would set; add some";
        }
        if (constructors.stream().allMatch(constructor -> constructor.getParameterCount() == 0)) {
            return "no constructor has parameters, which would set its fields; "
                    + (fields.values().stream().anyMatch(ImmutableClass::isNotFilled)
                            ? "add one, or make the fields not final, and use ofClass"
                            : "use ofClass for a mutable class, or add one");
        }
        if (constructors.stream().noneMatch(constructor -> hasTypesOf(fields.values(), constructor))) {
            return "no constructor has parameters of the types of fields, found "
                    + constructors.stream()
                            .map(constructor -> signature(constructor.getParameterTypes()))
                            .collect(Collectors.joining(", "))
                    + "; add one whose parameters are fields, it may be private; or, if a builder or a factory makes"
                    + " the objects, use ofConverted with the codec of what it makes them of";
        }
        List<String> mostNamed = mostNamed(constructors);
        boolean isAmbiguous = !mostNamed.isEmpty();
        boolean hasNames = constructors.stream()
                .flatMap(constructor -> Arrays.stream(constructor.getParameters()))
                .anyMatch(Parameter::isNamePresent);
        if (hasNames && !isAmbiguous) { // by their types alone others are set than the parameters say
            return "no constructor has parameters of the names and types of fields, found "
                    + constructors.stream()
                            .filter(constructor -> constructor.getParameterCount() > 0)
                            .map(this::signatureWithNames)
                            .sorted()
                            .collect(Collectors.joining(" and "))
                    + "; add one whose parameters are fields, it may be private; or, if these only have other names,"
                    + " declare the fields that they set by Conversions.withConstructor";
        }
        Constructor<?> misnamed = isAmbiguous ? misnamed(constructors, mostNamed) : null;
        if (misnamed != null) {
            return "by the names of its parameters a constructor sets " + mostNamed + ", and "
                    + signatureWithNames(misnamed) + " may set more; give its parameters the names and the types of"
                    + " fields, or, if the other fields are derived from those, declare"
                    + " `Conversions.none().withConstructor(" + type.getSimpleName() + ".class, "
                    + mostNamed.stream().collect(Collectors.joining("\", \"", "\"", "\"")) + ")`";
        }
        return (isAmbiguous
                        ? "two constructors have as many parameters, all of the names and types of fields"
                        : "no constructor has parameters of the names and types of fields, as its class file has no"
                                + " names of parameters")
                + "; "
                + (hasNames ? "" : "compile it with " + (isOfKotlin() ? "-java-parameters" : "-parameters") + ", or ")
                + "declare which fields the parameters set, in their order, " + example(constructors);
    }

    /** Whether Kotlin's compiler has made the class, which has other options than that of Java. */
    private boolean isOfKotlin() {
        return Arrays.stream(type.getAnnotations())
                .anyMatch(annotation -> annotation.annotationType().getName().equals("kotlin.Metadata"));
    }

    /** Whether each parameter of a constructor could be a field of its own. */
    private static boolean hasTypesOf(Collection<Field> fields, Constructor<?> constructor) {
        List<Class<?>> types = new ArrayList<>();
        fields.forEach(field -> types.add(field.getType()));
        return Stream.of(constructor.getParameterTypes()).allMatch(types::remove);
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

    /** How to declare a constructor: with all final fields in the order of the source, if one has their types. */
    private String example(List<Constructor<?>> constructors) {
        List<String> names = fields.values().stream()
                .filter(field -> (field.getModifiers() & (Modifier.FINAL | Modifier.TRANSIENT)) == Modifier.FINAL)
                .filter(field -> !leftOut.has(field))
                .map(Field::getName)
                .toList();
        boolean mayBeAll = !names.isEmpty()
                && constructors.stream()
                        .anyMatch(constructor -> Arrays.equals(constructor.getParameterTypes(), types(names)));
        return "as `Conversions.none().withConstructor(" + type.getSimpleName() + ".class, "
                + (mayBeAll
                        ? names.stream().collect(Collectors.joining("\", \"", "\"", "\""))
                                + ")`, if that is their order"
                        : "\"" + fields.keySet().iterator().next() + "\", ...)`");
    }

    private String signatureWithNames(Constructor<?> constructor) {
        return Arrays.stream(constructor.getParameters())
                .map(parameter -> parameter.getType().getSimpleName()
                        + (parameter.isNamePresent() ? " " + parameter.getName() : ""))
                .collect(Collectors.joining(", ", type.getSimpleName() + "(", ")"));
    }

    private String signature(Class<?>[] parameters) {
        return Arrays.stream(parameters)
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", type.getSimpleName() + "(", ")"));
    }
}
