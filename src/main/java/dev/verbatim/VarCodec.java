package dev.verbatim;

import dev.verbatim.internal.codegen.VarCodecBuilder;
import dev.verbatim.internal.runtime.ConvertedVarCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A codec that copies values of one DTO type to and from variable-length records. Such a record is a fixed part, which
 * is a struct like any other, and a tail that the fixed part refers to, with strings, arrays and lists of any length,
 * or null. Make a codec once, and keep it in a {@code static final} field. Any number of threads may use it.
 *
 * {@snippet file="VarTutorialTest.java" region="declare"}
 *
 * <p>{@link Layouts#varRecord} makes the layout; {@code docs/record-format.md} draws the bytes. A variable-length
 * record has the members that {@link StructCodec} binds, and these:
 *
 * <table class="striped">
 * <caption>What binds to {@link Layouts#varRef}</caption>
 * <thead><tr><th scope="col">DTO type</th><th scope="col">element layout</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code String}, or {@code StringBuilder}</th>
 *     <td>none, or {@code JAVA_BYTE}: UTF-8; an unpaired surrogate is an error</td></tr>
 * <tr><th scope="row">{@code byte[]}, {@code int[]}, {@code double[]}, …</th>
 *     <td>the value layout with that carrier, any byte order</td></tr>
 * <tr><th scope="row">{@code List<Byte>}, {@code List<Integer>}, {@code List<Double>}, …</th>
 *     <td>the same, with the same bytes</td></tr>
 * <tr><th scope="row">an array or {@code List} of Java records or classes</th>
 *     <td>a struct, which may be a variable-length record of {@link Layouts#varRecord} again</td></tr>
 * <tr><th scope="row">an array or {@code List} of texts</th>
 *     <td>{@link Layouts#varText}: a variable-length record with the text as its one member</td></tr>
 * <tr><th scope="row">an array or {@code List} of arrays or lists, to any depth</th>
 *     <td>{@link Layouts#varList} of the element of the inner ones</td></tr>
 * <tr><th scope="row">an array or {@code List} of what a {@link Conversion} makes</th>
 *     <td>the value layout of its carrier, or a sequence of its number of bytes</td></tr>
 * <tr><th scope="row">{@link java.util.Optional} of text, of an array or of a list</th>
 *     <td>the one of what it has</td></tr>
 * </tbody>
 * </table>
 *
 * {@snippet file="VarTutorialTest.java" region="lists"}
 *
 * <p>All of these may be {@code null}, which is not the same as empty, but for an {@link java.util.Optional}: an empty
 * one is stored as null. Elements may not be {@code null}, unless a conversion takes null; they may be Optionals of
 * text, of arrays and of lists. A Java record or class that is nested in the fixed part may have such members too,
 * unless it is in a sequence.
 *
 * <p><b>One value, one sequence of bytes.</b> Nothing is left to chance: a codec writes padding and gaps as zeros, and
 * the parts of the tail in the order of the members. On reading any other form is a {@link CorruptRecordException},
 * with two exceptions: a codec does not look at padding inside fixed parts, and any byte but 0 is {@code true}. So a
 * codec can read arbitrary bytes. It touches nothing outside of the segment, and allocates a small multiple of the
 * bytes that it reads, for the objects of the layout's structs. For members that an older layout lacks it allocates at
 * most 64 times those bytes, or 64 KiB, whatever the defaults are. A {@link Conversion} of the user's own counts as
 * what the ready-made ones make of so many bytes.
 *
 * <p><b>Growth.</b> A newer layout may have more members, behind all older ones and their padding: {@link
 * Layouts#grown}. A newer reader gives members that the bytes of an older layout lack their defaults ({@link
 * Builder#withDefault}), or zero or null. An older reader skips members that it does not know. Variable-length records
 * and elements of lists can grow so; structs nested in a fixed part cannot. Only its sizes tell of which layout a
 * variable-length record is. A codec does not notice that one was written with an unrelated layout, if the sizes fit.
 *
 * <p><b>In place.</b> A {@link ViewFactory view} over the same layout reads members, text and elements where they lie,
 * and writes members of a fixed size. It hands out the elements of a list as nested views. A {@link LayoutReader} reads
 * without the DTO's class.
 *
 * <p><b>How it works.</b> A codec first encodes a value into a buffer of the thread, and then copies it to the segment.
 * So a value that cannot be stored leaves the segment as it was. It first copies the bytes that it reads to a buffer,
 * so that a process that writes to the segment at the same time cannot lead it astray. Each thread keeps buffers of up
 * to 64 KiB for each direction, and of as many characters for text. A codec keeps one for each direction, of a
 * thread that called it, even after the end of that thread.
 *
 * <p><b>Closing.</b> As with a {@link StructCodec}, one thread may close a shared arena while others call a codec: each
 * call ends in a value or in an {@link IllegalStateException}.
 *
 * @param <T> the type of the DTO
 */
public interface VarCodec<T> extends LayoutCodec<T>, SizedCodec<T> {

    /**
     * Makes the codec of a record class.
     *
     * @param lookup a lookup with full privilege access in the record's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the record class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param <R> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <R extends Record> VarCodec<R> ofRecord(Lookup lookup, Class<R> type, StructLayout layout) {
        return builder(lookup, type, layout).build();
    }

    /**
     * Makes the codec of a record class.
     *
     * @param lookup a lookup with full privilege access in the record's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the record class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param conversions which members are converted, or have another name in Java; of an array or a list in the tail
     *     the elements are converted, and the members of elements
     * @param <R> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <R extends Record> VarCodec<R> ofRecord(
            Lookup lookup, Class<R> type, StructLayout layout, Conversions conversions) {
        return builder(lookup, type, layout).withConversions(conversions).build();
    }

    /**
     * Makes the codec of a mutable class.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     * @throws IllegalArgumentException if the type is a record class, or an immutable one
     */
    static <T> ReusableVarCodec<T> ofClass(Lookup lookup, Class<T> type, StructLayout layout) {
        return builder(lookup, type, layout).buildReusable();
    }

    /**
     * Makes the codec of a mutable class.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param conversions which members are converted, or have another name in Java; of an array or a list in the tail
     *     the elements are converted, and the members of elements
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     * @throws IllegalArgumentException if the type is a record class, or an immutable one
     */
    static <T> ReusableVarCodec<T> ofClass(Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        return builder(lookup, type, layout).withConversions(conversions).buildReusable();
    }

    /**
     * Makes the codec of an {@linkplain StructCodec#ofImmutable immutable class}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class; it may be a record class, too
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> VarCodec<T> ofImmutable(Lookup lookup, Class<T> type, StructLayout layout) {
        return ofImmutable(lookup, type, layout, Conversions.none());
    }

    /**
     * Makes the codec of an {@linkplain StructCodec#ofImmutable immutable class}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class; it may be a record class, too
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param conversions which members are converted, or have another name in Java, and {@linkplain
     *     Conversions#withConstructor which fields} the constructor sets, where its parameters have no names; of an
     *     array or a list in the tail the elements are converted, and the members of elements
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> VarCodec<T> ofImmutable(Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        VarCodecBuilder<T> builder = new VarCodecBuilder<>(lookup, type, layout);
        builder.withConversions(conversions);
        return builder.buildImmutable();
    }

    /**
     * Makes the codec of a type of which functions make another one that has a codec, as {@link
     * StructCodec#ofConverted} does.
     *
     * <p>The first function is called once for each call of {@link #write}, and of {@link #encodedSize(Object)}. It
     * should give the same for the same value. What either refuses ends as {@link StructCodec#ofConverted} says.
     *
     * @param type the type; in a {@link TaggedVarCodec} it has to be the class of the values itself
     * @param codec writes and reads what is stored; each value is made of a new object
     * @param to gives what is stored of a value, which is not {@code null}
     * @param from gives the value of what is stored, which is not {@code null}
     * @param <T> the type
     * @param <S> the type of what is stored
     * @return the codec; a function that gives {@code null} ends in a {@link NullPointerException}
     * @throws IllegalArgumentException if the codec is not one that Verbatim has made
     */
    static <T, S> VarCodec<T> ofConverted(
            Class<T> type,
            VarCodec<S> codec,
            Function<? super T, ? extends S> to,
            Function<? super S, ? extends T> from) {
        return new ConvertedVarCodec<>(type, codec, to, from);
    }

    /**
     * Begins a codec with a supplier, or with defaults for members that older layouts lack.
     *
     * @param lookup a lookup with full privilege access in the type's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type a record class, a mutable class, or an immutable class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param <T> the type of the DTO
     * @return the builder
     */
    static <T> Builder<T> builder(Lookup lookup, Class<T> type, StructLayout layout) {
        return new VarCodecBuilder<>(lookup, type, layout);
    }

    /**
     * {@return the layout of the fixed part, header included}
     */
    @Override
    StructLayout layout();

    /** {@return this codec, as that of the one type} */
    @Override
    default List<VarCodec<T>> codecs() {
        return List.of(this);
    }

    /**
     * {@return this codec}
     *
     * @param value is not looked at
     */
    @Override
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    default VarCodec<T> codecOf(@Nullable T value) {
        return this;
    }

    /**
     * {@return this codec}
     *
     * @param segment is not read
     * @param offset does not matter
     */
    @Override
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    default VarCodec<T> codecAt(@Nullable MemorySegment segment, long offset) {
        return this;
    }

    /** {@return true} */
    @Override
    default boolean isVariable() {
        return true;
    }

    /**
     * {@return the size in bytes of the variable-length record that lies in a segment, header and tail included} This
     * reads nothing but the header.
     *
     * @param segment the segment
     * @param offset where the variable-length record starts, in bytes from the start of the segment
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws CorruptRecordException if the variable-length record does not lie within the segment, or its header is
     *     not one of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    @Override
    long encodedSize(MemorySegment segment, long offset);

    /**
     * Writes a value to a segment.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @return the number of bytes written
     * @throws NullPointerException if the value, an element of a list or array, an {@link java.util.Optional}, or a
     *     member other than those of {@link Layouts#varRef} is {@code null}; nothing is written then
     * @throws IllegalArgumentException if a text cannot be stored, a text that is not all ASCII would exceed 1 GiB, a
     *     fixed length does not fit, the value would take more than 2 GiB, or the segment is read-only; nothing is
     *     written then
     * @throws IndexOutOfBoundsException if the value does not fit into the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    @Override
    long write(T value, MemorySegment segment, long offset);

    /**
     * Reads a value from a segment into a new object. A list of objects of a mutable class is an {@link
     * java.util.ArrayList}; other lists are unmodifiable. Objects, arrays and lists in fields that are not final are
     * new, too, as {@link StructCodec#read} has it.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws CorruptRecordException if the bytes are no variable-length record of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws IllegalArgumentException if a new object has nothing to fill in a final field, or an array or a list of
     *     another length
     * @throws UnsupportedOperationException if this is the codec of a class that has no no-argument constructor, made
     *     without a supplier; or if a nested class has none
     */
    @Override
    T read(MemorySegment segment, long offset);

    /**
     * Makes a codec that needs more than a type and a layout.
     *
     * @param <T> the type of the DTO
     */
    interface Builder<T> {

        /**
         * Sets the default of a member that older layouts lack. Without a default the member is zero, {@code false},
         * the first constant of an enum, an empty text of fixed size, or {@code null}. A converted member, and each
         * converted element of a fixed number, is {@code null} if its conversion takes that, else what zeros stand for;
         * where they stand for nothing, older records cannot be read without a default. A {@code String} is the same
         * object in all values that lack the member. Each value has a {@code StringBuilder} of its own, which counts
         * towards the memory that members with defaults can take together. An array or a list in the tail, or what a
         * conversion makes of a list, has no other default than an empty one. It is then read as if it had been stored
         * empty. Where {@code null} was stored, it stays {@code null}. Each value has its own, which counts likewise.
         *
         * @param member the member's path as messages name it: {@code venue}, {@code levels[].venue} in the elements of
         *     a list, or {@code codes[]} for each element, if it is no struct, of an array or a list of a fixed length
         * @param value a boxed primitive of exactly the member's type, an enum constant, a {@code String}, a value that
         *     the member's conversion takes, or what is empty: an array, a {@code List}, or what a conversion makes of
         *     a list, such as a {@code Set}
         * @return this builder
         */
        Builder<T> withDefault(String member, Object value);

        /**
         * Sets the supplier of the objects that {@link VarCodec#read} fills. Constructors still make the nested
         * objects.
         *
         * @param supplier gives the object that is filled and returned, never {@code null}
         * @return this builder
         */
        Builder<T> withSupplier(Supplier<? extends T> supplier);

        /**
         * Sets which members are converted, and which constructors of immutable classes are called. Of an array or a
         * list in the tail the elements are converted, and the members of elements.
         *
         * @param conversions the conversions
         * @return this builder
         */
        Builder<T> withConversions(Conversions conversions);

        /**
         * Makes the codec of a record class or of another class. That is an immutable class if all its fields are final
         * or transient and a constructor has parameters, or if its constructor is {@linkplain
         * Conversions#withConstructor declared}.
         *
         * @return the codec
         * @throws LayoutMismatchException if the type and the layout do not match, or a default does not fit its
         *     member; it lists every reason
         */
        VarCodec<T> build();

        /**
         * Makes the codec of a mutable class, which can be read into.
         *
         * @return the codec
         * @throws LayoutMismatchException if the type and the layout do not match, or a default does not fit its
         *     member; it lists every reason
         * @throws IllegalArgumentException if the type is a record class, or an immutable one
         */
        ReusableVarCodec<T> buildReusable();
    }
}
