package dev.verbatim;

import dev.verbatim.internal.bind.Binder;
import dev.verbatim.internal.codegen.VarCodecBuilder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Supplier;

/**
 * Copies values of one DTO type to and from variable-length records: a fixed part, which is a struct like any other, and a tail that it
 * refers to, with strings, arrays and lists of any length, or null. Made once, kept in a {@code static final} field, and used by any
 * number of threads.
 *
 * {@snippet file="VarTutorialTest.java" region="declare"}
 *
 * <p>The layout is made by {@link Layouts#varRecord}; {@code docs/record-format.md} draws the bytes. Beside what {@link StructCodec} binds,
 * a record has these members:
 *
 * <table class="striped">
 * <caption>What binds to {@link Layouts#varRef}</caption>
 * <thead><tr><th scope="col">DTO type</th><th scope="col">element layout</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code String}, or {@code StringBuilder}</th><td>none, or {@code JAVA_BYTE}: UTF-8; an unpaired surrogate is
 *     an error</td></tr>
 * <tr><th scope="row">{@code byte[]}, {@code int[]}, {@code double[]}, …</th><td>the value layout with that carrier, any byte order</td></tr>
 * <tr><th scope="row">an array or {@code List} of records or classes</th><td>a struct; or again a record of {@link Layouts#varRecord}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>All of these may be {@code null}, which is not the same as empty. Their elements may not; {@code String[]} and {@code List<String>} are
 * refused when the codec is made: wrap the string in a record. A nested record or class in the fixed part may have such members too, but
 * not one in a sequence.
 *
 * <p><b>One value, one sequence of bytes.</b> Nothing in the record is left to chance: padding and gaps are written as zeros, and what is in
 * the tail lies there in the order of the members. On reading any other form is a {@link CorruptRecordException}; only padding inside
 * fixed parts is not looked at, and any byte but 0 is {@code true}. So arbitrary bytes can be read: nothing outside the segment is touched, and
 * no more is allocated than a small multiple of the record's bytes: what the objects of the layout's structs take, and where an older
 * record lacks members at most 64 times its bytes, or 64 KiB, whatever their defaults are.
 *
 * <p><b>Growth.</b> A newer layout may have more members, after all older ones and their padding: {@link Layouts#grown}. A newer reader
 * finds members missing in older records and gives them their defaults ({@link Builder#withDefault}), or zero and null; an older
 * reader does not see what it does not know. Records and elements of lists can grow so, structs nested in a fixed part cannot. In a segment
 * only sizes tell an older record from a newer one: a record that was written with an unrelated layout of a fitting size is not recognised.
 *
 * <p><b>In place.</b> A {@link ViewFactory view} over the same layout reads members, text and elements where they lie, and writes members of fixed
 * size; it hands out a list's elements as nested views.
 *
 * <p><b>How it works.</b> A value is encoded into a buffer of the thread first and copied to the segment at the end, so that a value that cannot be
 * stored leaves the segment as it was. A record that is read is copied to the buffer first, so that another process that writes to the
 * segment at the same time cannot lead the codec astray. Buffers
 * of up to 64 KiB for each direction, and of as many characters for text, are kept with their thread.
 *
 * <p><b>Closing.</b> One thread may close a shared arena while others call a codec, as with a {@link StructCodec}:
 * each call ends in a value or in an {@link IllegalStateException}.
 *
 * @param <T> the type of the DTO
 */
public interface VarCodec<T> {

    /**
     * Makes the codec of a record class.
     *
     * @param lookup a lookup with full privilege access in the record's module; in practice {@code MethodHandles.lookup()}
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
     * Makes the codec of a mutable class.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableVarCodec<T> ofClass(Lookup lookup, Class<T> type, StructLayout layout) {
        return builder(lookup, type, layout).buildReusable();
    }

    /**
     * Begins a codec with defaults for members that older records lack, or with a supplier.
     *
     * @param lookup a lookup with full privilege access in the type's module; in practice {@code MethodHandles.lookup()}
     * @param type a record class or a mutable class
     * @param layout the layout of the fixed part, made by {@link Layouts#varRecord}
     * @param <T> the type of the DTO
     * @return the builder
     */
    static <T> Builder<T> builder(Lookup lookup, Class<T> type, StructLayout layout) {
        return new VarCodecBuilder<>(lookup, type, layout);
    }

    /**
     * {@return the type of the DTO}
     */
    Class<T> type();

    /**
     * {@return the layout of the fixed part, header included}
     */
    StructLayout layout();

    /**
     * Computes the size of a value's record, for which it is encoded: where a segment with room is at hand, {@link #write} alone is faster.
     *
     * @param value the value
     * @return the size in bytes, header and tail included
     * @throws NullPointerException if {@link #write} throws it
     * @throws IllegalArgumentException if {@link #write} throws it
     */
    long encodedSize(T value);

    /**
     * {@return the size in bytes of the record that lies in a segment, header and tail included} Nothing but its header is looked at.
     *
     * @param segment the segment
     * @param offset where the record starts, in bytes from the start of the segment
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws CorruptRecordException if the record does not lie within the segment, or its header is not one of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    long encodedSize(MemorySegment segment, long offset);

    /**
     * Writes a value to a segment.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the record starts, in bytes from the start of the segment; any alignment
     * @return the number of bytes written
     * @throws NullPointerException if the value, an element of a list or array, or a member other than those of {@link Layouts#varRef} is {@code
     *     null}; nothing is written then
     * @throws IllegalArgumentException if text cannot be stored, a text that is not all ASCII would exceed 1 GiB, a
     *     fixed length does not fit, the record would exceed 2 GiB, or the segment is read-only; nothing is written
     *     then
     * @throws IndexOutOfBoundsException if the record does not lie within the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    long write(T value, MemorySegment segment, long offset);

    /**
     * Reads a value from a segment into a new object. A list of records is unmodifiable; a list of mutable objects is an {@link
     * java.util.ArrayList}.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the record starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws CorruptRecordException if the bytes are no record of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws UnsupportedOperationException if this is the codec of a class that has no no-argument constructor, made
     *     without a supplier; or if a nested class has none
     */
    T read(MemorySegment segment, long offset);

    /**
     * Makes a codec with more than a type and a layout.
     *
     * @param <T> the type of the DTO
     */
    interface Builder<T> {

        /**
         * Sets the value of a member that older records lack. Without it that is zero, {@code false}, the first constant of an enum, an empty
         * text of fixed size, or {@code null}. A {@code String} is the same object in all values that lack it; a {@code
         * StringBuilder} is filled for each, and counts towards the memory that they can take together.
         *
         * @param member the member's path as messages name it: {@code venue}, or {@code levels[].venue} in the elements of a list
         * @param value a boxed primitive of exactly the member's type, an enum constant or a {@code String}
         * @return this builder
         */
        Builder<T> withDefault(String member, Object value);

        /**
         * Sets where {@link VarCodec#read} takes new objects from. Nested objects are made by their constructors all the same.
         *
         * @param supplier gives the object that is filled and returned, never {@code null}
         * @return this builder
         */
        Builder<T> withSupplier(Supplier<? extends T> supplier);

        /**
         * Makes the codec of a record class or of a mutable class.
         *
         * @return the codec
         * @throws LayoutMismatchException if the type and the layout do not match, or a default is not one of its member; it lists every
         *     reason
         */
        VarCodec<T> build();

        /**
         * Makes the codec of a mutable class, which can be read into.
         *
         * @return the codec
         * @throws LayoutMismatchException if the type and the layout do not match, or a default is not one of its member; it lists every
         *     reason
         * @throws IllegalArgumentException if the type is a record class
         */
        ReusableVarCodec<T> buildReusable();
    }
}
