package dev.verbatim;

import dev.verbatim.internal.bind.Binder;
import dev.verbatim.internal.codegen.CodecGenerator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Supplier;

/**
 * A codec that copies values of one DTO type to and from memory, bit for bit as a {@link StructLayout} says.
 *
 * <p>A codec is made once, by {@link #ofRecord} or {@link #ofClass}, and kept in a {@code static final} field. Making it
 * matches the type to the layout, member by member and by name, and defines one hidden class that holds nothing but the
 * loads and stores:
 *
 * {@snippet file="TutorialTest.java" region="record"}
 *
 * <p><b>Members.</b> A component or field binds to the member of its name, by its declared type:
 *
 * <table class="striped">
 * <caption>What binds to what</caption>
 * <thead><tr><th scope="col">declared type<th scope="col">layout of the member<th scope="col">what is stored</thead>
 * <tbody>
 * <tr><th scope="row">a primitive<td>the value layout with that carrier, in any byte order and alignment<td>the value, bit for bit
 * <tr><th scope="row">an {@code enum}<td>{@code JAVA_BYTE}, {@code JAVA_SHORT}, {@code JAVA_CHAR}, {@code JAVA_INT} or
 *     {@code JAVA_LONG}, in any byte order and alignment<td>the ordinal
 * <tr><th scope="row">{@code String}<td>a sequence of {@code JAVA_BYTE}<td>UTF-8, padded with zeros at the end
 * <tr><th scope="row">an array of primitives<td>a sequence of that value layout<td>exactly as many elements as the sequence has
 * <tr><th scope="row">a record or a mutable class<td>a struct<td>its members, in place
 * <tr><th scope="row">an array or {@link java.util.List} of a record or a mutable class<td>a sequence of structs<td>exactly as many
 *     structs as the sequence has
 * </tbody>
 * </table>
 *
 * <p>Nothing is converted, boxed or widened, and no value may be {@code null}. Nested types bind by the same rules, to any depth. In
 * messages {@code levels[3].side} is the path of a member of an element.
 *
 * <p><b>Bytes.</b> The layout is the only authority on offset, size, byte order and padding. {@link #write} and
 * {@link #read} touch the members' bytes and never the padding; {@link #copy} moves whole structs, padding included.
 * A {@code boolean} is written as 0 or 1, and read as true from any byte but 0.
 *
 * <p><b>Segments.</b> Every method takes any {@link MemorySegment}: on the heap, off the heap, or mapped from a file. Offsets
 * are in bytes from the start of the segment and need no alignment, whatever the layout's own.
 *
 * <p><b>Errors of the segment.</b> The bounds of the whole struct are checked before its first byte is stored. What goes wrong with the
 * segment keeps the exception type that {@code java.lang.foreign} gives it, and the message names the layout and the
 * offset: {@link IndexOutOfBoundsException} where the struct does not lie within the segment, {@link
 * IllegalStateException} where the segment's arena is closed, {@link WrongThreadException} where the segment belongs to
 * another thread, {@link IllegalArgumentException} where a read-only segment is written ({@link UnsupportedOperationException}
 * in the first JDKs that have this API). A {@code null} argument is a {@link NullPointerException}.
 *
 * <p><b>Errors of a value.</b> A value that the layout has no bytes for is found before anything is written, and the message names its
 * path:
 *
 * <ul>
 *   <li>{@link NullPointerException}: a member, or an element of an array or list of structs, is {@code null}
 *   <li>{@link IllegalArgumentException}: an array or list has another length than the sequence; or a text has more bytes of UTF-8
 *       than the sequence, has an unpaired surrogate, or ends in {@code \0}, which could not be told from the padding
 *   <li>{@link ClassCastException}: a list has an element of another type than it is declared with.
 * </ul>
 *
 * <p>On reading, an ordinal that the enum has not, and text that is not UTF-8, is a {@link CorruptRecordException}.
 *
 * <p><b>Errors of the DTO's own code</b> pass unchanged: those of a record's constructor for instance, of a list, or of an accessor of
 * another module's record. What can be at fault is asked for twice, to check it and to write it. A list or an object that changes between the
 * two, or throws the second time only, leaves the struct half written. It may end in a {@link
 * java.util.ConcurrentModificationException}, a {@link NullPointerException} or an {@link IndexOutOfBoundsException}, or go unnoticed;
 * what is outside the struct is never touched.
 *
 * <p><b>Threads.</b> A codec is immutable and may be used by any number of threads. It does not synchronise: two threads
 * that access the same bytes of a segment order their accesses themselves.
 *
 * <p><b>Closing.</b> One thread may close a shared arena while others call a codec, or its list: each call ends in a
 * value or in an {@link IllegalStateException}. Other accesses to such a segment, where something is allocated
 * between them, may end the JVM then, by a fault of HotSpot that a codec works around for itself; {@code
 * docs/module-info.md} has the facts.
 *
 * <p>This interface is implemented by classes that Verbatim generates in the DTO's own module; it is not sealed for that
 * reason only, and is not meant to be implemented by hand.
 *
 * @param <T> the type of the DTO
 */
public interface StructCodec<T> {

    /**
     * Makes the codec of a record.
     *
     * <p>All components of the record are bound, each to the member of the same name. In the record's own module its private
     * fields are read directly, wherever the record is declared and whatever its access; a record of another module is bound
     * through what that module exports publicly.
     *
     * @param lookup a lookup with full privilege access in the record's module; in practice {@code MethodHandles.lookup()}
     * @param type the record's class
     * @param layout the layout of one struct
     * @param <R> the record
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <R extends Record> StructCodec<R> ofRecord(Lookup lookup, Class<R> type, StructLayout layout) {
        return CodecGenerator.generate(Binder.bindRecord(lookup, type, layout));
    }

    /**
     * Makes the codec of a mutable class, whose {@link #read} calls the no-argument constructor.
     *
     * <p>The fields that are neither static, final nor transient are bound, inherited ones included, each to the member of
     * the same name. A transient field that the layout does not name is left alone. The constructor may have any access.
     * Where there is none the codec is made all the same: {@link ReusableCodec#readInto} needs no constructor, and {@link
     * #read} throws {@link UnsupportedOperationException}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of one struct
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableCodec<T> ofClass(Lookup lookup, Class<T> type, StructLayout layout) {
        return (ReusableCodec<T>) CodecGenerator.generate(Binder.bindClass(lookup, type, layout));
    }

    /**
     * Makes the codec of a mutable class, whose {@link #read} takes the new object from a supplier. Nested objects are made by
     * their constructors all the same. In everything else this is {@link #ofClass(Lookup, Class, StructLayout)}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of one struct
     * @param supplier gives the object that {@link #read} fills and returns, never {@code null}
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableCodec<T> ofClass(
            Lookup lookup, Class<T> type, StructLayout layout, Supplier<? extends T> supplier) {
        return (ReusableCodec<T>) CodecGenerator.generate(Binder.bindClass(lookup, type, layout, supplier));
    }

    /**
     * {@return the type of the DTO}
     */
    Class<T> type();

    /**
     * {@return the layout of one struct}
     */
    StructLayout layout();

    /**
     * {@return the size of one struct in bytes, padding included: the layout's own}
     */
    long byteSize();

    /**
     * Writes a value to a segment. Padding is left as it is.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @throws NullPointerException if the value, or one in it, is {@code null}; nothing is written then
     * @throws IllegalArgumentException if a text or a length does not fit, or if the segment is read-only; nothing is written then
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    void write(T value, MemorySegment segment, long offset);

    /**
     * Reads a value from a segment into a new object. A list of records is unmodifiable; a list of mutable objects has a fixed
     * size.
     *
     * @param segment the segment to read from
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws CorruptRecordException if bytes are no value of their member
     * @throws UnsupportedOperationException if this is the codec of a class that has no no-argument constructor, made
     *     without a supplier; or if a nested class has none
     */
    T read(MemorySegment segment, long offset);

    /**
     * Writes a value as one element of an array of structs: at offset {@code index * byteSize()}.
     *
     * @param value the value
     * @param segment the segment, whose first byte is that of element 0
     * @param index the index of the element, from 0
     * @throws NullPointerException if {@link #write} throws it
     * @throws IllegalArgumentException if {@link #write} throws it
     * @throws IndexOutOfBoundsException if the element does not lie within the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    void writeAtIndex(T value, MemorySegment segment, long index);

    /**
     * Reads one element of an array of structs, from offset {@code index * byteSize()}, into a new object.
     *
     * @param segment the segment, whose first byte is that of element 0
     * @param index the index of the element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the element does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws CorruptRecordException if bytes are no value of their member
     * @throws UnsupportedOperationException if {@link #read} throws it
     */
    T readAtIndex(MemorySegment segment, long index);

    /**
     * Copies whole structs from one segment to another, as one {@link MemorySegment#copy(MemorySegment, long, MemorySegment,
     * long, long) MemorySegment.copy} of {@code count * byteSize()} bytes. Padding is copied too. The two ranges may overlap.
     *
     * @param source the segment to copy from
     * @param sourceOffset where the first struct starts in the source, in bytes; any alignment
     * @param target the segment to copy to
     * @param targetOffset where the first struct starts in the target, in bytes; any alignment
     * @param count the number of structs, 0 or more
     * @throws IndexOutOfBoundsException if the structs do not lie within both segments; nothing is copied then
     * @throws IllegalStateException if the arena of a segment is closed
     * @throws WrongThreadException if a segment belongs to another thread
     * @throws IllegalArgumentException if the target is read-only, or if {@code count} is negative
     */
    void copy(MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long count);

    /**
     * Makes a list of the structs of a segment, which starts with the first of them. It reads and writes through this codec: an element is a
     * new object each time.
     *
     * @param segment the segment; its size is a multiple of {@link #byteSize}
     * @return the list
     * @throws IllegalArgumentException if the segment's size is no multiple of the struct's
     */
    StructList<T> list(MemorySegment segment);
}
