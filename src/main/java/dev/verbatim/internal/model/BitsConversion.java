package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A conversion to and from the lowest bits of an integer. The layout says how wide that is: any integer that has the
 * bits will do, and those above them are zero.
 *
 * @param type the Java type
 * @param bits how many bits there are, from 0 to 64
 * @param what what they are, as messages say it: {@code the 9 constants of …}
 * @param constants the enum whose constants they are; {@code null} if they are those of none
 * @param ofLong the conversion to and from a {@code long}
 * @param <T> the Java type
 */
public record BitsConversion<T>(
        Class<T> type, int bits, String what, @Nullable Class<?> constants, CarrierConversion<T> ofLong)
        implements Conversion<T> {

    private static final List<Class<?>> CARRIERS = List.of(byte.class, short.class, char.class, int.class, long.class);

    /**
     * {@return the conversion that two functions make}
     *
     * @param to gives the bits, with zeros above them
     * @param from takes all bits that are stored, with zeros above those that the carrier has
     */
    public static <T> BitsConversion<T> of(
            Class<T> type,
            int bits,
            String what,
            @Nullable Class<?> constants,
            ToLongFunction<? super T> to,
            LongFunction<? extends T> from) {
        return new BitsConversion<>(
                type, bits, what, constants, CarrierConversion.ofLong(type, StoredAs.BITS, to, from));
    }

    /** {@return how many bits a primitive has for such a conversion; 0 if it is no integer} */
    public static int bitsOf(Class<?> carrier) {
        if (carrier == long.class) {
            return Long.SIZE;
        }
        if (carrier == int.class) {
            return Integer.SIZE;
        }
        return carrier == short.class || carrier == char.class ? Short.SIZE : carrier == byte.class ? Byte.SIZE : 0;
    }

    /** {@return the conversion to and from a primitive; null if that is no integer, or has too few bits} */
    public @Nullable CarrierConversion<T> to(Class<?> carrier) {
        if (bitsOf(carrier) == 0 || bitsOf(carrier) < bits) {
            return null;
        }
        if (carrier == long.class) {
            return ofLong;
        }
        MethodHandle to = ofLong.to();
        MethodHandle from = ofLong.from();
        return new CarrierConversion<>(
                type,
                carrier,
                MethodHandles.explicitCastArguments(to, to.type().changeReturnType(carrier)),
                MethodHandles.filterArguments(from, 0, toUnsignedLong(carrier)),
                ofLong.allocates(),
                ofLong.storedAs());
    }

    private static MethodHandle toUnsignedLong(Class<?> carrier) {
        MethodType type = MethodType.methodType(long.class, carrier);
        if (carrier == char.class) {
            return MethodHandles.identity(long.class).asType(type);
        }
        try {
            return MethodHandles.publicLookup().findStatic(type.wrap().parameterType(0), "toUnsignedLong", type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("public methods of the boxes", e);
        }
    }

    /**
     * {@return what it needs of a layout, as messages say it}
     *
     * @param found the primitive that the layout has; {@code null} if it has none
     */
    public String needs(@Nullable Class<?> found) {
        List<String> carriers = CARRIERS.stream()
                .filter(carrier -> bitsOf(carrier) >= bits)
                .map(carrier -> "JAVA_" + carrier.getName().toUpperCase(Locale.ROOT))
                .toList();
        int last = carriers.size() - 1;
        String wide = (last == 0 ? "" : String.join(", ", carriers.subList(0, last)) + " or ") + carriers.getLast();
        int has = found == null ? 0 : bitsOf(found);
        return has == 0 || has >= bits
                ? wide
                : wide + ", as " + what + " do not fit into the " + has + " bits of "
                        + (found == int.class ? "an int" : "a " + found);
    }

    @Override
    public String toString() {
        return "conversion of " + type.getTypeName() + " to " + bits + " bits";
    }
}
