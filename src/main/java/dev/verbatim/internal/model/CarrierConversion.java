package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A conversion to and from a primitive.
 *
 * @param type the Java type
 * @param carrier the primitive
 * @param to of type {@code (type)carrier}; throws what says why it refuses a value
 * @param from of type {@code (carrier)type}; throws what says why it refuses what is stored
 * @param allocates whether the handles may allocate, unless they throw
 * @param storedAs what the primitive is to other programs
 * @param <T> the Java type
 */
@SuppressWarnings("UnusedMethod") // method handles call them
public record CarrierConversion<T>(
        Class<T> type, Class<?> carrier, MethodHandle to, MethodHandle from, boolean allocates, StoredAs storedAs)
        implements Conversion<T> {

    /** Takes a range of ints, or of longs, for the carriers that are smaller. */
    private static final MethodHandle NARROW_BYTE = narrow(byte.class);

    private static final MethodHandle NARROW_SHORT = narrow(short.class);
    private static final MethodHandle NARROW_CHAR = narrow(char.class);

    private static MethodHandle narrow(Class<?> carrier) {
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            CarrierConversion.class,
                            "to" + Character.toUpperCase(carrier.getName().charAt(0))
                                    + carrier.getName().substring(1),
                            MethodType.methodType(carrier, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static byte toByte(int value) {
        if (value != (byte) value) {
            throw outOfRange(value, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        return (byte) value;
    }

    private static short toShort(int value) {
        if (value != (short) value) {
            throw outOfRange(value, "short", Short.MIN_VALUE, Short.MAX_VALUE);
        }
        return (short) value;
    }

    private static char toChar(int value) {
        if (value != (char) value) {
            throw outOfRange(value, "char", Character.MIN_VALUE, Character.MAX_VALUE);
        }
        return (char) value;
    }

    private static IllegalArgumentException outOfRange(int value, String carrier, int min, int max) {
        // A function of an unsigned number, or of bits, works up to half of its range, and then no longer.
        boolean isUnsigned = min < 0 && value > max && value <= max - min;
        return new IllegalArgumentException(
                "expected a " + carrier + " from " + min + " to " + max + " to store, found " + value
                        + (isUnsigned
                                ? "; an unsigned one is stored as `(" + carrier + ") value`, and read by `stored & 0x"
                                        + Integer.toHexString(max - min) + "`"
                                : ""));
    }

    /** {@return the conversion that two functional interfaces of {@code java.util.function} make} */
    public static <T> CarrierConversion<T> ofFunctions(
            Class<T> type, Class<?> carrier, Class<?> toInterface, Object to, Class<?> fromInterface, Object from) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        MethodHandle toCarrier = bound(toInterface, to);
        if (toInterface == Function.class) { // its result is a box, which unboxing would need
            toCarrier = MethodHandles.filterReturnValue(toCarrier, TailConversion.NOT_NULL);
        }
        if (toCarrier.type().returnType() == int.class && carrier != int.class) {
            toCarrier = MethodHandles.filterReturnValue(toCarrier, narrowing(carrier));
        }
        return new CarrierConversion<>(
                type,
                carrier,
                toCarrier.asType(MethodType.methodType(carrier, type)),
                bound(fromInterface, from).asType(MethodType.methodType(type, carrier)),
                true,
                StoredAs.OWN);
    }

    /** {@return a conversion that stores an int, or a smaller carrier, of which more is known} */
    public static <T> CarrierConversion<T> ofInt(
            Class<T> type,
            Class<?> carrier,
            StoredAs stored,
            ToIntFunction<? super T> to,
            IntFunction<? extends T> from) {
        return ofFunctions(type, carrier, ToIntFunction.class, to, IntFunction.class, from)
                .storedAs(stored);
    }

    /** {@return a conversion that stores a long of which more is known} */
    public static <T> CarrierConversion<T> ofLong(
            Class<T> type, StoredAs stored, ToLongFunction<? super T> to, LongFunction<? extends T> from) {
        return ofFunctions(type, long.class, ToLongFunction.class, to, LongFunction.class, from)
                .storedAs(stored);
    }

    private static MethodHandle narrowing(Class<?> carrier) {
        return carrier == byte.class ? NARROW_BYTE : carrier == short.class ? NARROW_SHORT : NARROW_CHAR;
    }

    private static MethodHandle bound(Class<?> functionalInterface, Object function) {
        try {
            return MethodHandles.publicLookup()
                    .unreflect(Arrays.stream(functionalInterface.getMethods())
                            .filter(method -> Modifier.isAbstract(method.getModifiers()))
                            .findFirst()
                            .orElseThrow())
                    .bindTo(function);
        } catch (IllegalAccessException e) {
            throw new LinkageError("a public interface", e);
        }
    }

    /** {@return the conversion that two handles of a user make} */
    public static CarrierConversion<?> ofHandles(MethodHandle to, MethodHandle from) {
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        return ofHandles(to, from, !(isBetweenPrimitivesInBox(to) && isBetweenPrimitivesInBox(from)));
    }

    /**
     * {@return whether a handle is that of a method which takes and returns primitives, and which the class of a box
     * declares} Such a method allocates nothing: {@link Float#floatToRawIntBits}, {@link Integer#reverseBytes}.
     */
    private static boolean isBetweenPrimitivesInBox(MethodHandle handle) {
        MethodType type = handle.type();
        if (!type.returnType().isPrimitive() || !type.parameterList().stream().allMatch(Class::isPrimitive)) {
            return false;
        }
        try {
            Class<?> declaring =
                    MethodHandles.publicLookup().revealDirect(handle).getDeclaringClass();
            return MethodType.methodType(declaring).unwrap().hasPrimitives();
        } catch (IllegalArgumentException notOfOnePublicMethod) {
            return false;
        }
    }

    /**
     * {@return the conversion that two handles make}
     *
     * @param allocates whether they may allocate, unless they throw
     */
    public static CarrierConversion<?> ofHandles(MethodHandle to, MethodHandle from, boolean allocates) {
        // One of variable arity would collect its only argument into an array.
        return ofFixedArity(to.asFixedArity(), from.asFixedArity(), allocates);
    }

    private static CarrierConversion<?> ofFixedArity(MethodHandle to, MethodHandle from, boolean allocates) {
        Class<?> carrier = to.type().returnType();
        if (to.type().parameterCount() != 1
                || !carrier.isPrimitive()
                || carrier == void.class
                || !from.type().equals(MethodType.methodType(to.type().parameterType(0), carrier))) {
            throw new IllegalArgumentException("expected handles of types (T)carrier and (carrier)T of a primitive"
                    + " carrier, found " + to.type() + " and " + from.type());
        }
        return new CarrierConversion<>(to.type().parameterType(0), carrier, to, from, allocates, StoredAs.OWN);
    }

    /** {@return the same, of whose primitive more is known} */
    public CarrierConversion<T> storedAs(StoredAs known) {
        return new CarrierConversion<>(type, carrier, to, from, allocates, known);
    }

    /**
     * {@return whether it takes an {@code int} or a {@code long}, stores the lowest bits of it, as many as the carrier
     * has, and refuses just those values that have others}
     */
    public boolean isUnsigned() {
        return storedAs == StoredAs.UNSIGNED && type.isPrimitive();
    }

    @Override
    public String toString() {
        return "conversion of " + type.getTypeName() + " to " + carrier;
    }
}
