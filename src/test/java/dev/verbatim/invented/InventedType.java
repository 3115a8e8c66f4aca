package dev.verbatim.invented;

import dev.verbatim.Conversions;
import dev.verbatim.invented.ValueKind.Form;
import dev.verbatim.samples.Bits;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The DTO type of an invented struct, with those nested in it: makes objects from values ({@link InventedValues}), and
 * back.
 */
public final class InventedType {

    private final ValueKind.Struct kind;
    private final Class<?> type;
    private final List<@Nullable InventedType> nested;
    private final Constructor<?> constructor;
    private final List<Field> fields = new ArrayList<>();

    /**
     * A type that has been defined.
     *
     * @param kind the struct
     * @param type its class
     * @param nested for each member the type that it nests, be it in a sequence; null if it nests none
     */
    InventedType(ValueKind.Struct kind, Class<?> type, List<@Nullable InventedType> nested) {
        this.kind = kind;
        this.type = type;
        this.nested = nested;
        try {
            for (int i = 0; i < kind.members().size(); i++) {
                Class<?> owner = i < kind.inheritedFields() ? type.getSuperclass() : type;
                Field field = owner.getDeclaredField(ValueKind.name(i));
                field.setAccessible(true);
                fields.add(field);
            }
            constructor = kind.form() == Form.MUTABLE
                    ? type.getDeclaredConstructor()
                    : type.getDeclaredConstructor(inParameterOrder(fields).stream()
                            .map(Field::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("an invented DTO", e);
        }
    }

    Class<?> type() {
        return type;
    }

    /** What is there for each member, in the order of the constructor's parameters. */
    private <T> List<T> inParameterOrder(List<T> ofMembers) {
        return switch (kind.form()) {
            case RECORD -> ofMembers;
            case MUTABLE, IMMUTABLE, IMMUTABLE_UNNAMED -> ofMembers.reversed();
            case PARTLY_FINAL ->
                IntStream.iterate(ofMembers.size() - 1, i -> i >= kind.inheritedFields(), i -> i - 2)
                        .mapToObj(ofMembers::get)
                        .toList();
        };
    }

    /** The constructors that have to be declared, of this type and those nested in it. */
    public Conversions constructors() {
        return addConstructors(Conversions.none());
    }

    private Conversions addConstructors(Conversions others) {
        Conversions all = others;
        for (InventedType inner : nested) {
            all = inner == null ? all : inner.addConstructors(all);
        }
        return kind.form() == Form.IMMUTABLE_UNNAMED || kind.form() == Form.PARTLY_FINAL
                ? all.withConstructor(
                        type,
                        inParameterOrder(fields).stream().map(Field::getName).toArray(String[]::new))
                : all;
    }

    /** The type that a member nests, be it in a sequence. */
    InventedType nested(int index) {
        return nested.get(index);
    }

    /** A new object of a class as its constructor leaves it. */
    public Object newEmptyObject() {
        try {
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("an invented DTO", e);
        }
    }

    /** A new object with these values. */
    public Object newObject(Map<?, ?> values, Random random) {
        return newObject(values, random, false);
    }

    /**
     * A new object, which together with those nested in it has some of the values: others are null, and arrays and
     * lists may be of any size. It can be read into, but not be written.
     */
    public Object newTatteredObject(Map<?, ?> values, Random random) {
        return newObject(values, random, true);
    }

    private Object newObject(Map<?, ?> values, Random random, boolean tattered) {
        Object[] objects = new Object[fields.size()];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = toObject(i, values.get(ValueKind.name(i)), random, tattered);
        }
        try {
            Object dto = kind.form() == Form.MUTABLE
                    ? newEmptyObject()
                    : constructor.newInstance(
                            inParameterOrder(Arrays.asList(objects)).toArray());
            for (int i = 0; i < objects.length; i++) {
                if (!Modifier.isFinal(fields.get(i).getModifiers())) {
                    fields.get(i).set(dto, objects[i]);
                }
            }
            return dto;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("an invented DTO", e);
        }
    }

    /** A member's value as the type has it. */
    Object toObject(int index, Object value, Random random) {
        return toObject(index, value, random, false);
    }

    private @Nullable Object toObject(int index, Object value, Random random, boolean tattered) {
        ValueKind member = kind.members().get(index).kind();
        if (member instanceof ValueKind.VarOptional && (!tattered || random.nextBoolean())) {
            return toVariable((ValueKind.Variable) member, nested.get(index), value, random);
        }
        if (value == null || (tattered && !(member instanceof ValueKind.Primitive) && random.nextInt(4) == 0)) {
            return null;
        }
        return switch (member) {
            case ValueKind.VarOptional _, ValueKind.VarNested _, ValueKind.VarBoxes _ ->
                toVariable((ValueKind.Variable) member, nested.get(index), value, random);
            case ValueKind.Primitive(var layout) -> Bits.value(layout.carrier(), (Long) value);
            case ValueKind.Ordinal ordinal -> ordinal.type().getEnumConstants()[((Long) value).intValue()];
            case ValueKind.Text _ -> ((InventedValues.Text) value).value();
            case ValueKind.PrimitiveArray(var element, var _) ->
                toArray(element.carrier(), (List<?>) value, random, tattered);
            case ValueKind.VarText(boolean isBuilder) when isBuilder -> toBuilder((InventedValues.Text) value);
            case ValueKind.VarText _ -> ((InventedValues.Text) value).value();
            case ValueKind.VarArray(var element) -> toArray(element.carrier(), (List<?>) value, random, tattered);
            case ValueKind.Struct _ -> nested.get(index).newObject((Map<?, ?>) value, random, tattered);
            case ValueKind.StructSequence sequence ->
                toStructs(nested.get(index), (List<?>) value, sequence.isList(), random, tattered);
            case ValueKind.VarStructs structs ->
                toStructs(nested.get(index), (List<?>) value, structs.isList(), random, tattered);
        };
    }

    /** What lies in a tail, whole. */
    private static @Nullable Object toVariable(
            ValueKind.Variable kind, @Nullable InventedType nested, @Nullable Object value, Random random) {
        if (kind instanceof ValueKind.VarOptional(var content)) {
            return Optional.ofNullable(toVariable(content, nested, value, random));
        }
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case ValueKind.VarOptional _ -> throw new AssertionError(kind);
            case ValueKind.VarText(boolean isBuilder) when isBuilder -> toBuilder((InventedValues.Text) value);
            case ValueKind.VarText _ -> ((InventedValues.Text) value).value();
            case ValueKind.VarArray(var element) -> toArray(element.carrier(), (List<?>) value, random, false);
            case ValueKind.VarBoxes(var element) ->
                toList(
                        ((List<?>) value)
                                .stream()
                                        .map(bits -> Bits.value(element.carrier(), (Long) bits))
                                        .toArray(),
                        random);
            case ValueKind.VarStructs structs -> toStructs(nested, (List<?>) value, structs.isList(), random, false);
            case ValueKind.VarNested(var inner, boolean isList) -> {
                List<?> elements = (List<?>) value;
                Object[] array = (Object[]) Array.newInstance(typeOf(inner, nested), elements.size());
                Arrays.setAll(array, i -> toVariable(inner, nested, elements.get(i), random));
                yield isList ? toList(array, random) : array;
            }
        };
    }

    private static Class<?> typeOf(ValueKind.Variable kind, @Nullable InventedType nested) {
        return switch (kind) {
            case ValueKind.VarText(boolean isBuilder) -> isBuilder ? StringBuilder.class : String.class;
            case ValueKind.VarArray(var element) -> element.carrier().arrayType();
            case ValueKind.VarBoxes _ -> List.class;
            case ValueKind.VarOptional _ -> Optional.class;
            case ValueKind.VarStructs structs -> structs.isList() ? List.class : nested.type.arrayType();
            case ValueKind.VarNested(var inner, boolean isList) ->
                isList ? List.class : typeOf(inner, nested).arrayType();
        };
    }

    private static @Nullable Object toValue(
            ValueKind.Variable kind, @Nullable InventedType nested, @Nullable Object object) {
        if (object == null) {
            return null;
        }
        return switch (kind) {
            case ValueKind.VarOptional(var content) -> toValue(content, nested, ((Optional<?>) object).orElse(null));
            case ValueKind.VarText _ -> new InventedValues.Text(object.toString());
            case ValueKind.VarArray _ -> toBits(object);
            case ValueKind.VarBoxes _ ->
                ((List<?>) object).stream().<Object>map(Bits::of).toList();
            case ValueKind.VarStructs _ ->
                elements(object).stream().<Object>map(nested::values).toList();
            case ValueKind.VarNested(var inner, var _) -> {
                List<Object> values = new ArrayList<>();
                elements(object).forEach(element -> values.add(toValue(inner, nested, element)));
                yield values;
            }
        };
    }

    private static List<?> elements(Object object) {
        return object instanceof List<?> list ? list : Arrays.asList((Object[]) object);
    }

    private static List<Object> toBits(Object array) {
        List<Object> bits = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            bits.add(Bits.of(Array.get(array, i)));
        }
        return bits;
    }

    private static StringBuilder toBuilder(InventedValues.Text text) {
        return new StringBuilder(text.value());
    }

    private static Object toArray(Class<?> carrier, List<?> bits, Random random, boolean tattered) {
        Object array = Array.newInstance(carrier, size(bits, random, tattered));
        for (int i = 0; i < Math.min(bits.size(), Array.getLength(array)); i++) {
            Array.set(array, i, Bits.value(carrier, (Long) bits.get(i)));
        }
        return array;
    }

    private static Object toStructs(
            InventedType element, List<?> structs, boolean isList, Random random, boolean tattered) {
        Object[] array = (Object[]) Array.newInstance(element.type, size(structs, random, tattered));
        for (int i = 0; i < Math.min(structs.size(), array.length); i++) {
            array[i] = tattered && random.nextInt(4) == 0
                    ? null
                    : element.newObject((Map<?, ?>) structs.get(i), random, tattered);
        }
        return isList ? toList(array, random) : array;
    }

    private static int size(List<?> values, Random random, boolean tattered) {
        return tattered && random.nextInt(4) == 0 ? random.nextInt(values.size() + 2) : values.size();
    }

    /** A list of one sort or another; a codec may only rely on what {@link List} promises. */
    private static List<Object> toList(Object[] array, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Arrays.asList(array);
            case 1 -> new ArrayList<>(Arrays.asList(array));
            default -> Arrays.asList(array).contains(null) ? Arrays.asList(array) : List.of(array);
        };
    }

    /** The values of an object. */
    public Map<String, Object> values(Object dto) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            try {
                values.put(ValueKind.name(i), toValue(i, fields.get(i).get(dto)));
            } catch (IllegalAccessException e) {
                throw new LinkageError("an invented DTO", e);
            }
        }
        return values;
    }

    /** A member's value in the form that knows no DTOs. */
    @Nullable
    Object toValue(int index, @Nullable Object object) {
        ValueKind member = kind.members().get(index).kind();
        if (member instanceof ValueKind.Variable variable) {
            return toValue(variable, nested.get(index), object);
        }
        return switch (member) {
            case ValueKind.Primitive _ -> Bits.of(object);
            case ValueKind.Ordinal ordinal ->
                (long) Arrays.asList(ordinal.type().getEnumConstants()).indexOf(object);
            case ValueKind.Text _ -> new InventedValues.Text((String) object);
            case ValueKind.Variable _ -> throw new AssertionError(member);
            case ValueKind.PrimitiveArray _ -> toBits(object);
            case ValueKind.Struct _ -> nested.get(index).values(object);
            case ValueKind.StructSequence _ ->
                elements(object).stream().<Object>map(nested.get(index)::values).toList();
        };
    }
}
