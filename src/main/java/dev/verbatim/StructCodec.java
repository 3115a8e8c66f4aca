package dev.verbatim;

import dev.verbatim.internal.Binder;
import dev.verbatim.internal.CodecGenerator;
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
 * <p><b>Bytes.</b> The layout is the only authority on offset, size, byte order and padding. {@link #write} and
 * {@link #read} touch the members' bytes and never the padding; {@link #copy} moves whole structs, padding included.
 *
 * <p><b>Segments.</b> Every method takes any {@link MemorySegment}: on the heap, off the heap, or mapped from a file. Offsets
 * are in bytes from the start of the segment and need no alignment, whatever the layout's own.
 *
 * <p><b>Errors.</b> The bounds of the whole struct are checked before its first byte is stored. What goes wrong with the
 * segment keeps the exception type that {@code java.lang.foreign} gives it, and the message names the layout and the
 * offset: {@link IndexOutOfBoundsException} where the struct does not lie within the segment, {@link
 * IllegalStateException} where the segment's arena is closed, {@link WrongThreadException} where the segment belongs to
 * another thread, {@link IllegalArgumentException} where a read-only segment is written ({@link UnsupportedOperationException}
 * in the first JDKs that have this API). A {@code null} argument is a {@link NullPointerException}. What a DTO's own code throws, a
 * record's constructor for instance, passes unchanged; an accessor of another module's record that throws leaves a struct half written.
 *
 * <p><b>Threads.</b> A codec is immutable and may be used by any number of threads. It does not synchronise: two threads
 * that access the same bytes of a segment order their accesses themselves.
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
     * <p>All components of the record are bound, each to the member of the same name, whose carrier is exactly the
     * component's type. In the record's own module its private fields are read directly, wherever the record is declared
     * and whatever its access; a record of another module is bound through what that module exports publicly.
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
     * the same name, whose carrier is exactly the field's type. A transient field that the layout does not name is left
     * alone. The constructor may have any access. Where there is none the codec is made all the same: {@link
     * ReusableCodec#readInto} needs no constructor, and {@link #read} throws {@link UnsupportedOperationException}.
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
     * Makes the codec of a mutable class, whose {@link #read} takes the new object from a supplier. In everything else this
     * is {@link #ofClass(Lookup, Class, StructLayout)}.
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
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws IllegalArgumentException if the segment is read-only
     */
    void write(T value, MemorySegment segment, long offset);

    /**
     * Reads a value from a segment into a new object.
     *
     * @param segment the segment to read from
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws UnsupportedOperationException if this is the codec of a class that has no no-argument constructor, made
     *     without a supplier
     */
    T read(MemorySegment segment, long offset);

    /**
     * Writes a value as one element of an array of structs: at offset {@code index * byteSize()}.
     *
     * @param value the value
     * @param segment the segment, whose first byte is that of element 0
     * @param index the index of the element, from 0
     * @throws IndexOutOfBoundsException if the element does not lie within the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws IllegalArgumentException if the segment is read-only
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
