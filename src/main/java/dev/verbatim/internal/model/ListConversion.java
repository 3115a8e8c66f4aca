package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A conversion to and from a list, which lies in the tail of a variable-length record.
 *
 * @param type the Java type
 * @param element the type of the list's elements
 * @param to of type {@code (type)List}; throws what says why it refuses a value, and is given no null
 * @param from of type {@code (List)type}; throws what says why it refuses a list, and is given no null
 * @param <T> the Java type
 */
@SuppressWarnings("UnusedMethod") // method handles call them
public record ListConversion<T>(Class<T> type, Class<?> element, MethodHandle to, MethodHandle from)
        implements Conversion<T> {

    private static final MethodHandle APPLY;
    private static final MethodHandle NOT_NULL;

    static {
        try {
            APPLY = MethodHandles.publicLookup()
                    .findVirtual(Function.class, "apply", MethodType.methodType(Object.class, Object.class));
            NOT_NULL = MethodHandles.lookup()
                    .findStatic(ListConversion.class, "notNull", MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@return the conversion that two functions make} */
    @SuppressWarnings("unchecked") // the class of a type with type arguments
    public static <T> ListConversion<T> of(
            Class<? super T> type, Class<?> element, Function<?, ? extends List<?>> to, Function<?, ?> from) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(element, "element");
        requireObjects(type, "type");
        requireObjects(element, "element");
        MethodHandle toList = APPLY.bindTo(Objects.requireNonNull(to, "to"));
        MethodHandle fromList = APPLY.bindTo(Objects.requireNonNull(from, "from"));
        return new ListConversion<>(
                (Class<T>) type,
                element,
                MethodHandles.filterReturnValue(toList, NOT_NULL).asType(MethodType.methodType(List.class, type)),
                MethodHandles.filterReturnValue(fromList, NOT_NULL).asType(MethodType.methodType(type, List.class)));
    }

    private static void requireObjects(Class<?> type, String parameter) {
        if (type.isPrimitive()) {
            throw new IllegalArgumentException("expected a class of objects for `" + parameter + "`, found " + type
                    + (type == void.class
                            ? ""
                            : "; pass "
                                    + MethodType.methodType(type)
                                            .wrap()
                                            .returnType()
                                            .getSimpleName() + ".class"));
        }
    }

    /** Null would be stored, and read, as one that was not there: a value that is written would not come back. */
    private static Object notNull(Object made) {
        if (made == null) {
            throw new IllegalArgumentException("its function has returned null");
        }
        return made;
    }

    @Override
    public String toString() {
        return "conversion of " + type.getTypeName() + " to List<" + element.getSimpleName() + ">";
    }
}
