package dev.verbatim.invented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.invented.InventedAccessor.Use;
import dev.verbatim.samples.Bits;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The view interface of an invented struct, with those of nested structs: writes values through its accessors, and
 * compares what they read.
 */
public final class InventedView {

    private final ValueKind.Struct kind;
    private final Class<?> type;
    private final InventedType dto;
    private final List<@Nullable InventedView> nested;

    /** The accessors of each member. */
    private final List<Map<Use, Method>> accessors = new ArrayList<>();

    /**
     * A view interface that has been defined.
     *
     * @param kind the struct
     * @param type the interface
     * @param declared the accessors that it has, for each member
     * @param dto the DTO type of the same struct
     * @param nested for each member the view of the struct that it nests, be it in a sequence; null if it nests none
     */
    InventedView(
            ValueKind.Struct kind,
            Class<?> type,
            List<List<InventedAccessor>> declared,
            InventedType dto,
            List<@Nullable InventedView> nested) {
        this.kind = kind;
        this.type = type;
        this.dto = dto;
        this.nested = nested;
        Method[] methods = type.getDeclaredMethods();
        for (List<InventedAccessor> ofMember : declared) {
            Map<Use, Method> found = new EnumMap<>(Use.class);
            for (InventedAccessor accessor : ofMember) {
                for (Method method : methods) {
                    if (method.getName().equals(accessor.name())
                            && Type.getMethodDescriptor(method).equals(accessor.descriptor())) {
                        method.setAccessible(true);
                        found.put(accessor.use(), method);
                    }
                }
            }
            assertEquals(ofMember.size(), found.size());
            accessors.add(found);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an interface that extends StructView
    ViewFactory<StructView> factory(Lookup lookup, StructLayout layout) {
        return ViewFactory.of(lookup, (Class) type, layout, dto.constructors());
    }

    /** Whether a member has accessors. */
    public boolean has(int index) {
        return !accessors.get(index).isEmpty();
    }

    /**
     * Writes the members that have accessors, in any order and each in one of the ways that there are.
     *
     * @param view a view of this type
     * @param source another one, of a struct that has these values, and the padding that is to be where the view writes
     * @param values the values
     * @param random chooses
     */
    public void write(StructView view, StructView source, Map<?, ?> values, Random random) {
        for (int index : shuffled(accessors.size(), random)) {
            if (has(index)) {
                write(index, view, source, values.get(ValueKind.name(index)), random);
            }
        }
    }

    private static List<Integer> shuffled(int count, Random random) {
        List<Integer> indexes =
                new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(indexes, random);
        return indexes;
    }

    private void write(int index, StructView view, StructView source, Object value, Random random) {
        List<Use> ways = accessors.get(index).keySet().stream()
                .filter(InventedView::writes)
                .toList();
        Use way = ways.get(random.nextInt(ways.size()));
        switch (way) {
            case SET -> set(index, way, view, dto.toObject(index, value, random));
            case VIEW ->
                nested.get(index)
                        .write(
                                (StructView) call(index, way, view),
                                (StructView) call(index, way, source),
                                (Map<?, ?>) value,
                                random);
            case COPY -> set(index, way, view, call(index, Use.VIEW, source));
            case SET_RELEASE -> call(index, way, view, primitive(index, value));
            case GET_AND_ADD -> {
                long delta = random.nextLong();
                long before = (Long) value - delta;
                call(index, Use.SET_RELEASE, view, primitive(index, before));
                assertEquals(
                        primitive(index, before),
                        call(index, way, view, primitive(index, delta)),
                        ValueKind.name(index));
            }
            default -> {
                List<?> elements = (List<?>) value;
                for (int element : shuffled(elements.size(), random)) {
                    writeElement(index, way, view, source, element, elements.get(element), random);
                }
            }
        }
    }

    private static boolean writes(Use use) {
        return switch (use) {
            case GET, GET_ELEMENT, APPEND_TEXT, IS_TEXT, GET_VOLATILE, GET_VOLATILE_ELEMENT -> false;
            default -> true;
        };
    }

    private void writeElement(
            int index, Use way, StructView view, StructView source, int element, Object value, Random random) {
        Object at = index(index, element);
        switch (way) {
            case SET_ELEMENT -> set(index, way, view, at, elementObject(index, value, random));
            case VIEW_ELEMENT ->
                nested.get(index)
                        .write(
                                (StructView) call(index, way, view, at),
                                (StructView) call(index, way, source, at),
                                (Map<?, ?>) value,
                                random);
            case COPY_ELEMENT -> set(index, way, view, at, call(index, Use.VIEW_ELEMENT, source, at));
            case SET_RELEASE_ELEMENT -> call(index, way, view, at, primitive(index, value));
            case GET_AND_ADD_ELEMENT -> {
                long delta = random.nextLong();
                long before = (Long) value - delta;
                call(index, Use.SET_RELEASE_ELEMENT, view, at, primitive(index, before));
                assertEquals(
                        primitive(index, before),
                        call(index, way, view, at, primitive(index, delta)),
                        ValueKind.name(index));
            }
            default -> throw new AssertionError(way);
        }
    }

    /** Calls a setter, which returns the view if anything. */
    private void set(int index, Use use, StructView view, Object... arguments) {
        Object result = call(index, use, view, arguments);
        if (accessors.get(index).get(use).getReturnType() != void.class) {
            assertSame(view, result, ValueKind.name(index));
        }
    }

    /** Compares what all accessors read with values. */
    public void assertReads(Map<?, ?> values, StructView view, Supplier<String> message) {
        for (int i = 0; i < accessors.size(); i++) {
            int index = i;
            Object value = values.get(ValueKind.name(i));
            accessors
                    .get(i)
                    .forEach(
                            (use, method) -> assertReads(value, index, use, view, () -> message.get() + ", " + method));
        }
    }

    private void assertReads(Object value, int index, Use use, StructView view, Supplier<String> message) {
        switch (use) {
            case GET -> assertEquals(value, dto.toValue(index, call(index, use, view)), message);
            case GET_VOLATILE -> assertEquals(value, Bits.of(call(index, use, view)), message);
            case VIEW -> nested.get(index).assertReads((Map<?, ?>) value, (StructView) call(index, use, view), message);
            case APPEND_TEXT -> {
                StringBuilder text = new StringBuilder("=");
                Object result = call(index, use, view, text);
                assertEquals("=" + string(value), text.toString(), message);
                assertTrue(result == null || result == text, message);
            }
            case IS_TEXT -> {
                assertTrue((boolean) call(index, use, view, CharBuffer.wrap(string(value))), message);
                assertFalse((boolean) call(index, use, view, string(value) + "."), message);
            }
            case GET_ELEMENT, GET_VOLATILE_ELEMENT, VIEW_ELEMENT -> {
                List<?> elements = (List<?>) value;
                for (int i = 0; i < elements.size(); i++) {
                    Object read = call(index, use, view, index(index, i));
                    int at = i;
                    Supplier<String> where = () -> message.get() + " at " + at;
                    if (use == Use.VIEW_ELEMENT) {
                        nested.get(index).assertReads((Map<?, ?>) elements.get(i), (StructView) read, where);
                    } else {
                        assertEquals(elements.get(i), elementValue(index, read), where);
                    }
                }
            }
            default -> assertTrue(writes(use), message);
        }
    }

    private static String string(Object value) {
        return String.valueOf(((InventedValues.Text) value).value());
    }

    private Object primitive(int index, Object bits) {
        ValueLayout layout = switch (kind.members().get(index).kind()) {
            case ValueKind.Primitive primitive -> primitive.layout();
            case ValueKind.PrimitiveArray array -> array.element();
            case ValueKind other -> throw new AssertionError(other);
        };
        return Bits.value(layout.carrier(), (Long) bits);
    }

    private Object elementObject(int index, Object value, Random random) {
        return kind.members().get(index).kind() instanceof ValueKind.PrimitiveArray
                ? primitive(index, value)
                : dto.nested(index).newObject((Map<?, ?>) value, random);
    }

    private Object elementValue(int index, Object element) {
        return kind.members().get(index).kind() instanceof ValueKind.PrimitiveArray
                ? Bits.of(element)
                : dto.nested(index).values(element);
    }

    /** An index of the type that the accessors of a member take. */
    private Object index(int index, int element) {
        for (Method method : accessors.get(index).values()) {
            if (method.getParameterCount() > 0 && method.getParameterTypes()[0] == long.class) {
                return (long) element;
            }
        }
        return element;
    }

    private Object call(int index, Use use, StructView view, Object... arguments) {
        Method method = accessors.get(index).get(use);
        try {
            return method.invoke(view, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new LinkageError("an invented view", e);
        }
    }
}
