package dev.verbatim;

import dev.verbatim.internal.model.BitsConversion;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.CodeRange;
import dev.verbatim.internal.model.StoredAs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** Conversions of what stands for something else: codes of enums, bits of sets, a number in place of null, UUIDs. */
public final class CodeConversions {

    private CodeConversions() {}

    /**
     * {@return an enum as a {@code byte} that its constants carry, such as the letter {@code 'B'} of {@code BUY}}
     *
     * <p>Bytes that are the code of no constant are corrupt.
     *
     * @param type the enum
     * @param code gives the code of a constant: all are from -128 to 127, or all from 0 to 255, as an unsigned byte;
     *     each has another
     * @param <E> the enum
     * @throws IllegalArgumentException if two constants have one code, or a code is of neither range
     */
    public static <E extends Enum<E>> Conversion<E> byteCodes(Class<E> type, ToIntFunction<? super E> code) {
        return Codes.of(type, code, byte.class).conversion();
    }

    /**
     * {@return an enum as a {@code short} that its constants carry}
     *
     * <p>What is the code of no constant is corrupt.
     *
     * @param type the enum
     * @param code gives the code of a constant: all are from -32,768 to 32,767, or all from 0 to 65,535, as an unsigned
     *     short; each has another
     * @param <E> the enum
     * @throws IllegalArgumentException if two constants have one code, or a code is of neither range
     */
    public static <E extends Enum<E>> Conversion<E> shortCodes(Class<E> type, ToIntFunction<? super E> code) {
        return Codes.of(type, code, short.class).conversion();
    }

    /**
     * {@return an enum as a {@code char} that its constants carry} Layouts of C's {@code uint16_t} and NumPy's {@code
     * u2} have it.
     *
     * <p>What is the code of no constant is corrupt.
     *
     * @param type the enum
     * @param code gives the code of a constant, from 0 to 65,535; each has another
     * @param layout {@code JAVA_CHAR}; the one of the member says the byte order
     * @param <E> the enum
     * @throws IllegalArgumentException if two constants have one code, or a code is beyond the range
     */
    public static <E extends Enum<E>> Conversion<E> shortCodes(
            Class<E> type, ToIntFunction<? super E> code, ValueLayout.OfChar layout) {
        Objects.requireNonNull(layout, "layout");
        return Codes.of(type, code, char.class).conversion();
    }

    /**
     * {@return an enum as an {@code int} that its constants carry}
     *
     * <p>What is the code of no constant is corrupt.
     *
     * @param type the enum
     * @param code gives the code of a constant; each has another
     * @param <E> the enum
     * @throws IllegalArgumentException if two constants have one code
     */
    public static <E extends Enum<E>> Conversion<E> intCodes(Class<E> type, ToIntFunction<? super E> code) {
        return Codes.of(type, code, int.class).conversion();
    }

    /**
     * The codes of an enum's constants.
     *
     * @param stored what is stored, by the ordinals: null has none, whatever the user's function makes of it
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Codes<E extends Enum<E>>(
            Class<E> type, int[] stored, CodeRange range, ConstantsByCode<E> constants) {

        static <E extends Enum<E>> Codes<E> of(Class<E> type, ToIntFunction<? super E> code, Class<?> carrier) {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(code, "code");
            E[] all = type.getEnumConstants();
            int[] codes = Arrays.stream(all).mapToInt(code).toArray();
            CodeRange range = CodeRange.of(carrier, Arrays.stream(codes));
            ConstantsByCode<E> constants = new ConstantsByCode<>(all);
            for (int i = 0; i < all.length; i++) {
                if (!range.has(codes[i])) {
                    throw new IllegalArgumentException("expected codes " + range.expected() + ", found " + codes[i]
                            + " of " + all[i] + (range.isUnsigned() ? " beside unsigned ones" : ""));
                }
                E other = constants.putIfAbsent(codes[i], all[i]);
                if (other != null) {
                    throw new IllegalArgumentException("expected another code of each constant, found " + codes[i]
                            + " of " + other + " and " + all[i]);
                }
            }
            int[] stored = Arrays.stream(codes).map(range::stored).toArray();
            return new Codes<>(type, stored, range, constants);
        }

        @SuppressWarnings("EnumOrdinal") // of the same enum, in the same process
        Conversion<E> conversion() {
            boolean isSigned = Arrays.stream(stored).anyMatch(each -> range.code(each) < 0);
            return CarrierConversion.ofInt(
                    type,
                    range.carrier(),
                    isSigned ? StoredAs.SIGNED : StoredAs.BITS,
                    constant -> stored[constant.ordinal()],
                    from());
        }

        private IntFunction<E> from() {
            return range.isUnsigned() ? stored -> constant(range.code(stored)) : this::constant;
        }

        private E constant(int stored) {
            E constant = constants.get(stored);
            if (constant == null) {
                throw new IllegalArgumentException("no constant of " + type.getName() + " has "
                        + (range.isUnsigned() ? "the code " + stored : "this code"));
            }
            return constant;
        }
    }

    /**
     * {@return an {@link EnumSet} as the bits of an integer: bit n, from the lowest on, is set if the set has the
     * constant of ordinal n}
     *
     * <p>The layout is a {@code byte}, {@code short}, {@code char}, {@code int} or {@code long} that has a bit for each
     * constant. A bit that no constant has is corrupt. A member whose declared type names another enum is not
     * converted by it, so that conversions of several enums can be declared by type. One whose type leaves the enum
     * open, such as {@code EnumSet<E>}, needs that one such conversion fits, or that one is declared for its path.
     *
     * @param type the enum, of at most 64 constants
     * @param <E> the enum
     * @throws IllegalArgumentException if it has more
     */
    @SuppressWarnings({"EnumOrdinal", "unchecked"}) // the format is made of ordinals, and the class has no argument
    public static <E extends Enum<E>> Conversion<EnumSet<E>> enumSet(Class<E> type) {
        Objects.requireNonNull(type, "type");
        List<E> constants = List.of(type.getEnumConstants());
        if (constants.size() > Long.SIZE) {
            throw new IllegalArgumentException(
                    "expected an enum of at most 64 constants, found " + constants.size() + " of " + type.getName());
        }
        return BitsConversion.of(
                (Class<EnumSet<E>>) (Class<?>) EnumSet.class,
                constants.size(),
                "the " + constants.size() + " constants of " + type.getName(),
                type,
                set -> {
                    long bits = 0;
                    for (Object constant : set) { // it may be a set of another enum
                        bits |= 1L << type.cast(constant).ordinal();
                    }
                    return bits;
                },
                bits -> {
                    EnumSet<E> set = EnumSet.noneOf(type);
                    for (long left = bits; left != 0; left &= left - 1) {
                        int ordinal = Long.numberOfTrailingZeros(left);
                        if (ordinal >= constants.size()) {
                            throw new IllegalArgumentException(
                                    "bit " + ordinal + " is set, and " + type.getName() + " has no such constant");
                        }
                        set.add(constants.get(ordinal));
                    }
                    return set;
                });
    }

    /**
     * {@return a {@code boolean[]} as the bits of an integer, the first element as the lowest bit}
     *
     * <p>The layout is a {@code byte}, {@code short}, {@code char}, {@code int} or {@code long} that has so many bits.
     * A higher bit that is set is corrupt.
     *
     * @param count the length of the array, from 1 to 64
     * @throws IllegalArgumentException if the length is another
     */
    public static Conversion<boolean[]> bits(int count) {
        if (count < 1 || count > Long.SIZE) {
            throw new IllegalArgumentException("expected count from 1 to 64, found " + count);
        }
        return BitsConversion.of(
                boolean[].class,
                count,
                count + " flags",
                null,
                flags -> {
                    if (flags.length != count) {
                        throw new IllegalArgumentException("expected length=" + count + ", found " + flags.length);
                    }
                    long bits = 0;
                    for (int i = 0; i < count; i++) {
                        bits |= flags[i] ? 1L << i : 0;
                    }
                    return bits;
                },
                bits -> {
                    if (count < Long.SIZE && bits >>> count != 0) {
                        throw new IllegalArgumentException("expected " + count + " bits");
                    }
                    boolean[] flags = new boolean[count];
                    for (int i = 0; i < count; i++) {
                        flags[i] = (bits >>> i & 1) != 0;
                    }
                    return flags;
                });
    }

    /**
     * {@return a boxed primitive that may be null as that primitive, with a value that stands for null}
     *
     * <p>The value that stands for null is refused as a value. It is told by its bits: for {@code Double} a NaN may
     * stand for null, and every NaN of other bits is a value; 0.0 and -0.0 differ. A member of type {@code
     * Optional<Integer>} binds through it too.
     *
     * @param type {@code Integer.class}, {@code Double.class} or another box, but not {@code Boolean.class}
     * @param nullValue what is stored for null
     * @param <T> the box
     * @throws IllegalArgumentException if the type is none of these
     */
    public static <T> Conversion<T> nullable(Class<T> type, T nullValue) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(nullValue, "nullValue");
        return NullableConversion.ofBox(type, nullValue);
    }

    /**
     * {@return what another conversion makes, or null, with a number that stands for null}
     *
     * <p>Where a protocol says which time, price or code is none: {@code nullable(TimeConversions.epochNanos(), -1)}.
     * The layout is that of the given conversion. Null is stored as the number, and the number is read as null; the
     * given conversion is asked for neither. A value that it would store as the number is refused. All else it stores
     * and reads as ever; what it reads as null itself is null too, and is stored as the number if it is written again.
     * A conversion of a primitive becomes one of its box: {@code nullable(NumberConversions.unsignedShort(), 65_535)}
     * is for {@code Integer}. A member of type {@code Optional} binds through it too.
     *
     * <p>The number is told by the bits that are stored, and so is given as a signed or as an unsigned one: 255 and -1
     * are the byte {@code ff}, 4,294,967,295 and -1 the bytes {@code ff ff ff ff} of an {@code int}, and -1 is the
     * largest {@code uint64}. For the integers of some bytes, {@link NumberConversions#intOf} and {@link
     * NumberConversions#longOf}, it is a number that they take: 16,777,215 of three unsigned bytes, -8,388,608 of
     * three signed ones.
     *
     * @param conversion a conversion to {@code byte}, {@code short}, {@code char}, {@code int} or {@code long}, or of
     *     {@code int} or {@code long} to bytes; for another, such as one to {@code double}, declare one whose functions
     *     take null and return it
     * @param nullValue what is stored for null
     * @param <T> the Java type, or its box
     * @throws IllegalArgumentException if the conversion is another, or has no such number
     */
    public static <T> Conversion<T> nullable(Conversion<T> conversion, long nullValue) {
        Objects.requireNonNull(conversion, "conversion");
        return NullableConversion.of(conversion, nullValue);
    }

    /** {@return {@link UUID} as 16 bytes, the first one the highest, as RFC 9562 has them} */
    public static Conversion<UUID> uuid() {
        return uuid(ValueLayout.JAVA_BYTE, ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN));
    }

    /**
     * {@return {@link UUID} as two longs, the most significant one first}
     *
     * @param element the layout of a long, as the member's sequence of two has it
     */
    public static Conversion<UUID> uuid(ValueLayout.OfLong element) {
        Objects.requireNonNull(element, "element");
        return uuid(element, element.withByteAlignment(1));
    }

    private static Conversion<UUID> uuid(ValueLayout element, ValueLayout.OfLong layout) {
        return BytesConversion.of(
                UUID.class,
                2 * Long.BYTES,
                element,
                Objects::requireNonNull,
                (UUID value, MemorySegment segment, long offset) -> {
                    segment.set(layout, offset, value.getMostSignificantBits());
                    segment.set(layout, offset + Long.BYTES, value.getLeastSignificantBits());
                },
                (segment, offset) -> {
                    // Both before the object: an access must not rely on a check from before an allocation.
                    long most = segment.get(layout, offset);
                    long least = segment.get(layout, offset + Long.BYTES);
                    return new UUID(most, least);
                });
    }
}
