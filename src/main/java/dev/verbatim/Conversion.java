package dev.verbatim;

import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.TailConversion;
import dev.verbatim.internal.runtime.ConvertedCodec;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Says how values of a Java type become what a layout holds, and back. Without one, a member's type has to be the
 * layout's carrier: nothing is converted in silence. {@link Conversions} say which members it is for. {@link
 * TimeConversions}, {@link NumberConversions}, {@link CodeConversions} and {@link TextConversions} are those that many
 * need.
 *
 * <pre>{@code
 * Conversion<Price> prices = Conversion.ofLong(Price.class, Price::ticks, Price::new);
 * }</pre>
 *
 * <p>A function refuses a value by throwing an exception, such as {@link IllegalArgumentException}, whose message says
 * what is wrong. A codec or view then throws an {@link IllegalArgumentException} that names the member as well, a
 * {@link NullPointerException} where the value is {@code null}, or a {@link CorruptRecordException} where bytes are
 * read. Nothing has been written then. So a function may be called more than once for a value that is written, and once
 * more to find out what went wrong; it must not have side effects. A function may take and return {@code null}: so a
 * number that stands for nothing is null in Java, for any type.
 * {@link CodeConversions#nullable(Conversion, long)} makes such functions of others. Functions are constants of the
 * generated class, so that they are inlined. Any thread may call them.
 *
 * <p>Conversions are immutable. Only Verbatim implements this interface.
 *
 * @param <T> the Java type
 */
public interface Conversion<T> {

    /**
     * {@return the Java type: that of the record component, the field, the accessor, or of an element of an array or a
     * list}
     */
    Class<T> type();

    /**
     * Makes a conversion to and from a {@code long}.
     *
     * @param type the Java type
     * @param to gives what is stored
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofLong(Class<T> type, ToLongFunction<? super T> to, LongFunction<? extends T> from) {
        return CarrierConversion.ofFunctions(type, long.class, ToLongFunction.class, to, LongFunction.class, from);
    }

    /**
     * Makes a conversion to and from an {@code int}.
     *
     * @param type the Java type
     * @param to gives what is stored
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofInt(Class<T> type, ToIntFunction<? super T> to, IntFunction<? extends T> from) {
        return CarrierConversion.ofFunctions(type, int.class, ToIntFunction.class, to, IntFunction.class, from);
    }

    /**
     * Makes a conversion to and from a {@code short}.
     *
     * @param type the Java type
     * @param to gives what is stored; a value that is no {@code short}, from -32768 to 32767, is refused, so that an
     *     unsigned number, or bits, are cast to one
     * @param from gives the value of what is stored, which has a sign
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofShort(Class<T> type, ToIntFunction<? super T> to, IntFunction<? extends T> from) {
        return CarrierConversion.ofFunctions(type, short.class, ToIntFunction.class, to, IntFunction.class, from);
    }

    /**
     * Makes a conversion to and from a {@code char}.
     *
     * @param type the Java type
     * @param to gives what is stored; a value that is no {@code char} is refused
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofChar(Class<T> type, ToIntFunction<? super T> to, IntFunction<? extends T> from) {
        return CarrierConversion.ofFunctions(type, char.class, ToIntFunction.class, to, IntFunction.class, from);
    }

    /**
     * Makes a conversion to and from a {@code byte}.
     *
     * @param type the Java type
     * @param to gives what is stored; a value that is no {@code byte}, from -128 to 127, is refused, so that an
     *     unsigned number, or bits, are cast to one
     * @param from gives the value of what is stored, which has a sign
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofByte(Class<T> type, ToIntFunction<? super T> to, IntFunction<? extends T> from) {
        return CarrierConversion.ofFunctions(type, byte.class, ToIntFunction.class, to, IntFunction.class, from);
    }

    /**
     * Makes a conversion to and from a {@code double}.
     *
     * @param type the Java type
     * @param to gives what is stored
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofDouble(Class<T> type, ToDoubleFunction<? super T> to, DoubleFunction<? extends T> from) {
        return CarrierConversion.ofFunctions(
                type, double.class, ToDoubleFunction.class, to, DoubleFunction.class, from);
    }

    /**
     * Makes a conversion to and from a {@code float}.
     *
     * @param type the Java type
     * @param to gives what is stored
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofFloat(Class<T> type, Function<? super T, Float> to, Function<Float, ? extends T> from) {
        return CarrierConversion.ofFunctions(type, float.class, Function.class, to, Function.class, from);
    }

    /**
     * Makes a conversion to and from a {@code boolean}.
     *
     * @param type the Java type
     * @param to gives what is stored
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @return the conversion
     */
    static <T> Conversion<T> ofBoolean(
            Class<T> type, Function<? super T, Boolean> to, Function<Boolean, ? extends T> from) {
        return CarrierConversion.ofFunctions(type, boolean.class, Function.class, to, Function.class, from);
    }

    /**
     * Makes a conversion by method handles. For two primitives this is the way that makes no object of them. It costs
     * least with static methods of the boxes, such as {@link Float#floatToRawIntBits}: they are known to allocate
     * nothing.
     *
     * @param to of type {@code (T)carrier}, which gives what is stored
     * @param from of type {@code (carrier)T}, which gives the value of what is stored
     * @return the conversion
     * @throws IllegalArgumentException if the carrier is no primitive, or the types do not match
     */
    static Conversion<?> ofHandles(MethodHandle to, MethodHandle from) {
        return CarrierConversion.ofHandles(to, from);
    }

    /**
     * Makes a conversion to and from a fixed number of bytes: of a member that is a sequence of values, such as {@code
     * JAVA_BYTE}, of this size together. The functions are given bytes of their own, at offset 0 of a segment on the
     * heap that ends behind them and is aligned for every primitive. It is over no {@code byte[]}, so that {@link
     * MemorySegment#asByteBuffer} is not supported. To write a value, the writer is called twice:
     * first with bytes that nobody reads, to see whether it refuses the value. What it does not write is zero.
     *
     * @param type the Java type
     * @param byteSize how many bytes there are
     * @param to writes the bytes of a value
     * @param from reads them
     * @param <T> the Java type
     * @return the conversion
     * @throws IllegalArgumentException if the size is not positive
     */
    static <T> Conversion<T> ofBytes(
            Class<T> type, int byteSize, BytesWriter<? super T> to, BytesReader<? extends T> from) {
        return BytesConversion.of(type, byteSize, to, from);
    }

    /**
     * Makes a conversion to and from the values of a codec: of a member that is a struct such as C's {@code timespec},
     * or a mantissa and an exponent, for a type that cannot be bound by its own members. The member is a struct whose
     * members have the names, types and offsets of those of the codec's layout, or a sequence of {@code JAVA_BYTE} of
     * its size. In a {@code .npy} file it is the struct. Elements in the tail of a variable-length record may be such a
     * sequence, but no struct, which would have a stride and could grow. The padding of a struct stays as it is, or is
     * zero in a variable-length record; in a sequence of bytes it is zero. To write a value, the first function is
     * called twice, and what it gives is written twice: first to bytes that nobody reads, to see whether it is refused.
     * For each such conversion within the codec's struct all of that doubles.
     *
     * <pre>{@code
     * record Timespec(long tv_sec, long tv_nsec) {
     *     static final StructCodec<Timespec> CODEC = ...
     *     static final Conversion<Instant> INSTANT = Conversion.ofStruct(
     *             Instant.class,
     *             CODEC,
     *             time -> new Timespec(time.getEpochSecond(), time.getNano()),
     *             stored -> Instant.ofEpochSecond(
     *                     stored.tv_sec, Objects.checkIndex(stored.tv_nsec, 1_000_000_000L)));
     * }
     * }</pre>
     *
     * @param type the Java type
     * @param codec writes and reads what is stored
     * @param to gives what is stored, which is not {@code null}
     * @param from gives the value of what is stored
     * @param <T> the Java type
     * @param <S> the type of what is stored
     * @return the conversion
     * @throws IllegalArgumentException if the codec's structs exceed 2 GiB, or it is not one that Verbatim has made
     */
    static <T, S> Conversion<T> ofStruct(
            Class<T> type,
            StructCodec<S> codec,
            Function<? super T, ? extends S> to,
            Function<? super S, ? extends T> from) {
        return BytesConversion.ofStruct(type, codec, ConvertedCodec.bindingOf(codec), to, from);
    }

    /**
     * Makes a conversion to and from a list, for what lies in the tail of a variable-length record: a set, a map, or a
     * collection of another library. The member is a {@link Layouts#varRef} as a {@code List} of the elements needs it,
     * with the same bytes: elements are whatever such a list may have, by the conversions that are declared for them.
     * {@code null} is stored as a null reference, and read as null; the functions are not given it, and do not return
     * it. Lists and Optionals in a tail may have such values too. To write a value, the first function is called once,
     * and once more to find out what was refused. It should give the elements in one order, or equal values differ in
     * their bytes: the order of {@link java.util.Set#copyOf} and {@link java.util.Map#copyOf} is another one in each
     * JVM. A list that the second function refuses is a {@link CorruptRecordException}. For several types of sets, and
     * of other collections, one may be declared for each type of elements.
     *
     * {@snippet file="ListConversionTutorialTest.java" region="declare"}
     *
     * @param type the Java type, without type arguments
     * @param element the type of the elements
     * @param to gives the list of a value
     * @param from gives the value of a list, which is unmodifiable unless it has objects of a mutable class
     * @param <T> the Java type
     * @param <E> the type of the elements
     * @return the conversion
     * @throws IllegalArgumentException if a class is that of a primitive
     */
    static <T, E> Conversion<T> ofList(
            Class<? super T> type,
            Class<E> element,
            Function<? super T, ? extends List<E>> to,
            Function<? super List<E>, ? extends T> from) {
        return TailConversion.ofList(type, element, to, from);
    }

    /**
     * Makes a conversion to and from text, for a type that has one: a URI, a currency, a time zone. The member is what
     * a {@code String} needs, with the same bytes: in the tail of a variable-length record a {@link Layouts#varRef} to
     * {@code JAVA_BYTE}, elsewhere a sequence of {@code JAVA_BYTE}, with zeros behind the text, which is refused where
     * it does not fit. Lists, arrays and Optionals may have such values too. One of {@code String} itself is for a
     * member in a tail only where it is declared by its path.
     *
     * <p>In a tail {@code null} is stored as a null reference, and read as null; the functions are not given it, and do
     * not return it. For a sequence of bytes the functions may take and return null, which some text then stands for,
     * such as the empty one. To write a value, the first function is called once, for a sequence of bytes twice, and
     * once more to find out what was refused. Text that the second function refuses is a {@link
     * CorruptRecordException}.
     *
     * {@snippet file="ContentConversionTutorialTest.java" region="text"}
     *
     * @param type the Java type
     * @param to gives the text of a value
     * @param from gives the value of a text
     * @param <T> the Java type
     * @return the conversion
     * @throws IllegalArgumentException if the class is that of a primitive
     */
    static <T> Conversion<T> ofText(Class<T> type, Function<? super T, String> to, Function<String, ? extends T> from) {
        return TailConversion.ofText(type, to, from);
    }

    /**
     * Makes a conversion to and from an array of primitives, for what lies in the tail of a variable-length record: a
     * number of any size as its bytes, a set of bits as its words, a list of primitives of another library. The member
     * is a {@link Layouts#varRef} as the array needs it, with the same bytes. {@code null} is stored as a null
     * reference, and read as null; the functions are not given it, and do not return it. Lists, arrays and Optionals in
     * a tail may have such values too. To write a value, the first function is called once, and once more to find out
     * what was refused. An array that the second function refuses is a {@link CorruptRecordException}.
     *
     * {@snippet file="ContentConversionTutorialTest.java" region="array"}
     *
     * @param type the Java type
     * @param array the class of the array, such as {@code byte[].class}
     * @param to gives the array of a value; nothing else changes it until the value is written
     * @param from gives the value of an array, which is new and nobody else's
     * @param <T> the Java type
     * @param <A> the type of the array
     * @return the conversion
     * @throws IllegalArgumentException if the class is that of a primitive, or {@code array} is not that of an array of
     *     primitives
     */
    static <T, A> Conversion<T> ofArray(
            Class<T> type, Class<A> array, Function<? super T, ? extends A> to, Function<? super A, ? extends T> from) {
        return TailConversion.ofArray(type, array, to, from);
    }

    /**
     * Writes a value as bytes.
     *
     * @param <T> the Java type
     */
    @FunctionalInterface
    interface BytesWriter<T> {

        /**
         * Writes all bytes of a value.
         *
         * @param value the value
         * @param segment where to write
         * @param offset where the bytes begin
         */
        void write(T value, MemorySegment segment, long offset);
    }

    /**
     * Reads a value of bytes.
     *
     * @param <T> the Java type
     */
    @FunctionalInterface
    interface BytesReader<T> {

        /**
         * Reads a value.
         *
         * @param segment where to read
         * @param offset where the bytes begin
         * @return the value
         */
        T read(MemorySegment segment, long offset);
    }
}
