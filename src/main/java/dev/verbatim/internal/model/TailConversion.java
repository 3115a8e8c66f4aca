package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A conversion to and from what has any length, and so lies in the tail of a variable-length record: text, an array of
 * primitives, or a list. That to text is for bytes within a struct, too.
 *
 * @param type the Java type
 * @param content what is stored: {@code String}, an array of primitives, or {@code List}
 * @param element the type of the list's elements; {@code null} if it is no list
 * @param to of type {@code (type)content}; throws what says why it refuses a value, and makes no null
 * @param from of type {@code (content)type}; throws what says why it refuses what is stored
 * @param <T> the Java type
 */
@SuppressWarnings("UnusedMethod") // method handles call them
public record TailConversion<T>(
        Class<T> type, Class<?> content, @Nullable Class<?> element, MethodHandle to, MethodHandle from)
        implements Conversion<T> {

    private static final MethodHandle APPLY;
    static final MethodHandle NOT_NULL;

    static {
        try {
            APPLY = MethodHandles.publicLookup()
                    .findVirtual(Function.class, "apply", MethodType.methodType(Object.class, Object.class));
            NOT_NULL = MethodHandles.lookup()
                    .findStatic(TailConversion.class, "notNull", MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@return the conversion to a list that two functions make} */
    public static <T> TailConversion<T> ofList(
            Class<? super T> type, Class<?> element, Function<?, ? extends List<?>> to, Function<?, ?> from) {
        Objects.requireNonNull(element, "element");
        requireObjects(Objects.requireNonNull(type, "type"), "type");
        requireObjects(element, "element");
        return of(type, List.class, element, to, from);
    }

    /** {@return the conversion to text that two functions make} */
    public static <T> TailConversion<T> ofText(Class<T> type, Function<?, String> to, Function<?, ?> from) {
        requireObjects(Objects.requireNonNull(type, "type"), "type");
        return of(type, String.class, null, to, from);
    }

    /** {@return the conversion to an array of primitives that two functions make} */
    public static <T> TailConversion<T> ofArray(Class<T> type, Class<?> array, Function<?, ?> to, Function<?, ?> from) {
        Objects.requireNonNull(array, "array");
        requireObjects(Objects.requireNonNull(type, "type"), "type");
        if (!array.isArray() || !array.componentType().isPrimitive()) {
            throw new IllegalArgumentException(
                    "expected the class of an array of primitives for `array`, such as byte[].class, found "
                            + array.getTypeName() + "; of objects make a list, by Conversion.ofList");
        }
        return of(type, array, null, to, from);
    }

    @SuppressWarnings("unchecked") // the class of a type with type arguments
    private static <T> TailConversion<T> of(
            Class<? super T> type,
            Class<?> content,
            @Nullable Class<?> element,
            Function<?, ?> to,
            Function<?, ?> from) {
        MethodHandle toContent = APPLY.bindTo(Objects.requireNonNull(to, "to"));
        MethodHandle fromContent = APPLY.bindTo(Objects.requireNonNull(from, "from"));
        return new TailConversion<>(
                (Class<T>) type,
                content,
                element,
                MethodHandles.filterReturnValue(toContent, NOT_NULL).asType(MethodType.methodType(content, type)),
                fromContent.asType(MethodType.methodType(type, content)));
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

    /**
     * {@return the same as {@link #from}, but null is refused} In a tail null is stored, and read, as one that was not
     * there: a value that is written would not come back.
     */
    public MethodHandle fromToNonNull() {
        MethodHandle generic = from.asType(from.type().changeReturnType(Object.class));
        return MethodHandles.filterReturnValue(generic, NOT_NULL).asType(from.type());
    }

    private static Object notNull(Object made) {
        if (made == null) {
            throw new IllegalArgumentException("its function has returned null");
        }
        return made;
    }

    /** {@return what is stored, as messages name its type} */
    public String contentName() {
        return element == null ? content.getSimpleName() : "List<" + element.getSimpleName() + ">";
    }

    @Override
    public String toString() {
        return "conversion of " + type.getTypeName() + " to " + contentName();
    }
}
