package dev.verbatim;

import dev.verbatim.internal.bind.Binder;
import dev.verbatim.internal.codegen.CodecGenerator;
import dev.verbatim.internal.runtime.ConvertedCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A codec that copies values of one DTO type to and from memory, bit for bit as a {@link StructLayout} says.
 *
 * <p>Make a codec once, by {@link #ofRecord}, {@link #ofClass} or {@link #ofImmutable}, and keep it in a {@code static
 * final} field. To make it is to match the type to the layout, member by member and by name, and to define one hidden
 * class with the loads and stores:
 *
 * {@snippet file="TutorialTest.java" region="record"}
 *
 * <p><b>Members.</b> A component or field binds to the member with its name, by its declared type:
 *
 * <table class="striped">
 * <caption>What binds to what</caption>
 * <thead><tr><th scope="col">declared type<th scope="col">layout of the member<th scope="col">what is stored</thead>
 * <tbody>
 * <tr><th scope="row">a primitive
 *     <td>the value layout with that carrier, in any byte order and alignment
 *     <td>the value, bit for bit
 * <tr><th scope="row">an {@code enum}<td>{@code JAVA_BYTE}, {@code JAVA_SHORT}, {@code JAVA_CHAR}, {@code JAVA_INT} or
 *     {@code JAVA_LONG}, in any byte order and alignment<td>the ordinal
 * <tr><th scope="row">{@code String}<td>a sequence of {@code JAVA_BYTE}<td>UTF-8, padded with zeros at the end
 * <tr><th scope="row">an array of primitives
 *     <td>a sequence of that value layout
 *     <td>exactly as many elements as the sequence has
 * <tr><th scope="row">a record or a class<td>a struct<td>its members, in place
 * <tr><th scope="row">an array or {@link java.util.List} of a record or a class
 *     <td>a sequence of structs
 *     <td>exactly as many structs as the sequence has
 * </tbody>
 * </table>
 *
 * <p>A sequence of sequences, such as C's {@code float m[3][4]}, binds as one sequence of 12: the element of a row and
 * a column is at {@code row * 4 + column}. A codec converts, boxes and widens nothing, and no value may be
 * {@code null}. Nested types bind by the same rules, to any depth. In messages {@code levels[3].side} is the path of a
 * member of an element.
 *
 * <p><b>Bytes.</b> The layout alone decides on offsets, sizes, byte orders and padding. {@link #write} and
 * {@link #read} touch the members' bytes and never the padding; {@link #copy} moves whole structs, padding included.
 * A {@code boolean} is written as 0 or 1, and read as true from any byte but 0.
 *
 * <p><b>Segments.</b> Every method takes any {@link MemorySegment}: on the heap, off the heap, or mapped from a file.
 * Offsets are in bytes from the start of the segment and need no alignment, whatever the layout's own.
 *
 * <p><b>Errors of the segment.</b> A codec checks the bounds of the whole struct before it stores the first byte. The
 * exceptions have the types that {@code java.lang.foreign} gives them, and the messages name the layout and the offset:
 *
 * <ul>
 *   <li>{@link IndexOutOfBoundsException}: the struct does not lie within the segment
 *   <li>{@link IllegalStateException}: the segment's arena is closed
 *   <li>{@link WrongThreadException}: the segment belongs to another thread
 *   <li>{@link IllegalArgumentException}: a write to a read-only segment ({@link UnsupportedOperationException} in the
 *       first JDKs that have this API)
 *   <li>{@link NullPointerException}: an argument is {@code null}.
 * </ul>
 *
 * <p><b>Errors of a value.</b> A codec finds a value that the layout has no bytes for before it writes anything. The
 * message names the path of the value:
 *
 * <ul>
 *   <li>{@link NullPointerException}: a member, or an element of an array or list of structs, is {@code null}
 *   <li>{@link IllegalArgumentException}: an array or list has another length than the sequence; or a text has more
 *       bytes of UTF-8 than the sequence, has an unpaired surrogate, or ends in {@code \0}, which looks like padding
 *   <li>{@link ClassCastException}: a list has an element of another type than its declaration says.
 * </ul>
 *
 * <p>On reading, an ordinal that the enum does not have, or a text that is not UTF-8, is a {@link
 * CorruptRecordException}.
 *
 * <p><b>Errors of the DTO's own code</b> pass unchanged: for instance those of a Java record's constructor, of a list,
 * or of an accessor of another module's Java record. A codec reads values that can be wrong twice: to check them, and
 * to write them. A list or an object that changes in between, or throws only the second time, leaves the struct half
 * written; so does an accessor of another module's Java record that throws, even at its first call, as a value that
 * cannot be wrong is read only to write it. The write may then end in a {@link
 * java.util.ConcurrentModificationException}, a {@link NullPointerException} or an {@link IndexOutOfBoundsException},
 * or the change may go unnoticed. A codec never touches anything outside of the struct.
 *
 * <p><b>Threads.</b> A codec is immutable, and any number of threads may use it. It does not synchronise: two threads
 * that access the same bytes of a segment have to order their accesses themselves.
 *
 * <p><b>Closing.</b> One thread may close a shared arena while others call a codec, or its list: each call ends in a
 * value or in an {@link IllegalStateException}. If other code accesses such a segment, and allocates something between
 * two accesses, a fault of HotSpot may end the JVM. A codec works around that fault for itself; {@code
 * docs/module-info.md} has the facts.
 *
 * <p>Only classes of Verbatim implement this interface, and for those that it generates in the DTO's module alone it
 * is not sealed; do not implement it.
 *
 * @param <T> the type of the DTO
 */
public interface StructCodec<T> extends LayoutCodec<T> {

    /**
     * Makes the codec of a record class.
     *
     * <p>All components of the record class are bound, each to the member of the same name. The codec reads the private
     * fields of a record class in the lookup's module directly, wherever that class is declared and whatever its
     * access. It binds a record class of another module through what that module exports publicly.
     *
     * @param lookup a lookup with full privilege access in the module of the record class; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the record class
     * @param layout the layout of one struct
     * @param <R> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <R extends Record> StructCodec<R> ofRecord(Lookup lookup, Class<R> type, StructLayout layout) {
        return CodecGenerator.generate(Binder.bindRecord(lookup, type, layout, Conversions.none()));
    }

    /**
     * Makes the codec of a record class.
     *
     * <p>All components of the record class are bound, each to the member of the same name. The codec reads the private
     * fields of a record class in the lookup's module directly, wherever that class is declared and whatever its
     * access. It binds a record class of another module through what that module exports publicly.
     *
     * @param lookup a lookup with full privilege access in the module of the record class; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the record class
     * @param layout the layout of one struct
     * @param conversions which members are converted, or have another name in Java
     * @param <R> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <R extends Record> StructCodec<R> ofRecord(
            Lookup lookup, Class<R> type, StructLayout layout, Conversions conversions) {
        return CodecGenerator.generate(Binder.bindRecord(lookup, type, layout, conversions));
    }

    /**
     * Makes the codec of a mutable class, whose {@link #read} calls the no-argument constructor.
     *
     * <p>All fields are bound that are neither static, final nor transient, inherited ones included, each to the
     * member of the same name. A final field is bound where the layout names it, if it has an array, a list of mutable
     * objects or a mutable object to fill, of the length that the layout has. One that the layout does not name is a
     * mismatch if a parameter may set it, if it has data by its type, or if it has a value that is no constant of the
     * class file, such as a number, a text, a {@code UUID} or a time that each object is given; if all constructors
     * have parameters, a number or a text may be derived from them. Data by its type is an array, an object of a class
     * that is none of the JDK, or what the JDK has to hold values, such as a collection or an atomic. A transient
     * field is left alone; a layout that names one is a mismatch. The constructor may have any access. A class without
     * one has a codec too: {@link ReusableCodec#readInto} needs no constructor, but {@link #read} throws
     * {@link UnsupportedOperationException}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of one struct
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableCodec<T> ofClass(Lookup lookup, Class<T> type, StructLayout layout) {
        return (ReusableCodec<T>) CodecGenerator.generate(Binder.bindClass(lookup, type, layout, Conversions.none()));
    }

    /**
     * Makes the codec of a mutable class, whose {@link #read} calls the no-argument constructor.
     *
     * <p>All fields are bound that are neither static, final nor transient, inherited ones included, each to the
     * member of the same name. A final field is bound where the layout names it, if it has an array, a list of mutable
     * objects or a mutable object to fill, of the length that the layout has. One that the layout does not name is a
     * mismatch if a parameter may set it, if it has data by its type, or if it has a value that is no constant of the
     * class file, such as a number, a text, a {@code UUID} or a time that each object is given; if all constructors
     * have parameters, a number or a text may be derived from them. Data by its type is an array, an object of a class
     * that is none of the JDK, or what the JDK has to hold values, such as a collection or an atomic. A transient
     * field is left alone; a layout that names one is a mismatch. The constructor may have any access. A class without
     * one has a codec too: {@link ReusableCodec#readInto} needs no constructor, but {@link #read} throws
     * {@link UnsupportedOperationException}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of one struct
     * @param conversions which members are converted, or have another name in Java
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableCodec<T> ofClass(Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        return (ReusableCodec<T>) CodecGenerator.generate(Binder.bindClass(lookup, type, layout, conversions));
    }

    /**
     * Makes the codec of a mutable class, whose {@link #read} takes the new object from a supplier. Constructors still
     * make the nested objects. Everything else is as in {@link #ofClass(Lookup, Class, StructLayout)}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of one struct
     * @param supplier gives the object that {@link #read} fills and returns, never {@code null}
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableCodec<T> ofClass(
            Lookup lookup, Class<T> type, StructLayout layout, Supplier<? extends T> supplier) {
        return (ReusableCodec<T>)
                CodecGenerator.generate(Binder.bindClass(lookup, type, layout, supplier, Conversions.none()));
    }

    /**
     * Makes the codec of a mutable class, whose {@link #read} takes the new object from a supplier. Constructors still
     * make the nested objects. Everything else is as in {@link #ofClass(Lookup, Class, StructLayout)}.
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class
     * @param layout the layout of one struct
     * @param supplier gives the object that {@link #read} fills and returns, never {@code null}
     * @param conversions which members are converted, or have another name in Java
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> ReusableCodec<T> ofClass(
            Lookup lookup,
            Class<T> type,
            StructLayout layout,
            Supplier<? extends T> supplier,
            Conversions conversions) {
        return (ReusableCodec<T>)
                CodecGenerator.generate(Binder.bindClass(lookup, type, layout, supplier, conversions));
    }

    /**
     * Makes the codec of a class with a constructor that {@link #read} calls with the values of fields: an immutable
     * class, or one that has mutable fields besides.
     *
     * <p>It is the constructor whose parameters have the names and the types of fields, inherited ones included; of
     * several such it is the one with the most parameters. The class is refused if one with still more has other
     * names, and by its types may set a final field that this one does not. Those fields are bound, each to the member
     * of the same name. So are others that are neither final nor transient, which are set when the constructor has
     * returned, as {@link #ofClass} has it. Other final fields are derived from those, and are not stored, unless they
     * have data by their type: that is filled, or is a mismatch if the layout does not name it. The constructor may
     * have any access. A class file has the names of parameters only if it was compiled with {@code -parameters};
     * otherwise declare the fields that they set by {@link Conversions#withConstructor}. The codec reads the fields of
     * a class in the lookup's module directly. Of a class of another module the constructor has to be public, and each
     * field, or a method {@code x()}, {@code getX()} or {@code isX()} that returns it; a field that is set later has
     * to be public itself.
     *
     * {@snippet file="ImmutableTutorialTest.java" region="declare"}
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class; it may be a record class, too
     * @param layout the layout of one struct
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> StructCodec<T> ofImmutable(Lookup lookup, Class<T> type, StructLayout layout) {
        return CodecGenerator.generate(Binder.bindImmutable(lookup, type, layout, Conversions.none()));
    }

    /**
     * Makes the codec of a class with a constructor that {@link #read} calls with the values of fields: an immutable
     * class, or one that has mutable fields besides.
     *
     * <p>It is the constructor whose parameters have the names and the types of fields, inherited ones included; of
     * several such it is the one with the most parameters. The class is refused if one with still more has other
     * names, and by its types may set a final field that this one does not. Those fields are bound, each to the member
     * of the same name. So are others that are neither final nor transient, which are set when the constructor has
     * returned, as {@link #ofClass} has it. Other final fields are derived from those, and are not stored, unless they
     * have data by their type: that is filled, or is a mismatch if the layout does not name it. The constructor may
     * have any access. A class file has the names of parameters only if it was compiled with {@code -parameters};
     * otherwise declare the fields that they set by {@link Conversions#withConstructor}. The codec reads the fields of
     * a class in the lookup's module directly. Of a class of another module the constructor has to be public, and each
     * field, or a method {@code x()}, {@code getX()} or {@code isX()} that returns it; a field that is set later has
     * to be public itself.
     *
     * {@snippet file="ImmutableTutorialTest.java" region="declare"}
     *
     * @param lookup a lookup with full privilege access in the class's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the class; it may be a record class, too
     * @param layout the layout of one struct
     * @param conversions which members are converted or have another name, and which constructors are called
     * @param <T> the type of the DTO
     * @return the codec
     * @throws LayoutMismatchException if the type and the layout do not match; it lists every reason
     */
    static <T> StructCodec<T> ofImmutable(Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        return CodecGenerator.generate(Binder.bindImmutable(lookup, type, layout, conversions));
    }

    /**
     * Makes the codec of a type of which functions make another one that has a codec: where nothing can be bound, as a
     * factory or a builder makes the objects, or they are of another library. The bytes are those of the other codec.
     *
     * <p>A write calls the first function once, before anything is written. A value that it refuses by a {@link
     * RuntimeException} cannot be written, which is an {@link IllegalArgumentException}, or a {@link
     * ClassCastException} if the value is of another class. If the second function refuses what is stored, that is a
     * {@link CorruptRecordException}. Each has the function's exception as its cause.
     *
     * {@snippet file="ConvertedTutorialTest.java" region="declare"}
     *
     * @param type the type; in a {@link TaggedCodec} it has to be the class of the values itself
     * @param codec writes and reads what is stored; each value is made of a new object
     * @param to gives what is stored of a value, which is not {@code null}
     * @param from gives the value of what is stored, which is not {@code null}
     * @param <T> the type
     * @param <S> the type of what is stored
     * @return the codec; a function that gives {@code null} ends in a {@link NullPointerException}
     * @throws IllegalArgumentException if the codec is not one that Verbatim has made
     * @see Conversion#ofStruct
     */
    static <T, S> StructCodec<T> ofConverted(
            Class<T> type,
            StructCodec<S> codec,
            Function<? super T, ? extends S> to,
            Function<? super S, ? extends T> from) {
        return new ConvertedCodec<>(type, codec, to, from);
    }

    /**
     * {@return the layout of one struct}
     */
    @Override
    StructLayout layout();

    /**
     * {@return the size of one struct in bytes, padding included: that of the layout}
     */
    long byteSize();

    /**
     * Writes a value to a segment. Padding is left as it is.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @throws NullPointerException if the value, or one in it, is {@code null}; nothing is written then
     * @throws IllegalArgumentException if a text or a length does not fit, or if the segment is read-only; nothing is
     *     written then
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    void write(T value, MemorySegment segment, long offset);

    /**
     * Reads a value from a segment into a new object. A list of Java records is unmodifiable; a list of mutable objects
     * has a fixed size.
     *
     * <p>Objects, arrays and lists in fields that are not final are new, too: what a constructor puts there may be
     * shared. A nested object is made by its no-argument constructor. If it has none, or final fields to fill, in it or
     * deeper, what the constructor has put there is filled, with all that it has; and so are an array and a list of
     * fixed size of such objects. An array or a list in a tail is filled if its elements have no no-argument
     * constructor.
     *
     * @param segment the segment to read from
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws CorruptRecordException if the bytes of a member are no value of it
     * @throws IllegalArgumentException if a new object has nothing to fill in a final field, or an array or a list of
     *     another length
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
     * @throws CorruptRecordException if the bytes of a member are no value of it
     * @throws IllegalArgumentException if {@link #read} throws it
     * @throws UnsupportedOperationException if {@link #read} throws it
     */
    T readAtIndex(MemorySegment segment, long index);

    /**
     * Copies whole structs from one segment to another, as one {@link MemorySegment#copy(MemorySegment, long,
     * MemorySegment, long, long) MemorySegment.copy} of {@code count * byteSize()} bytes. Padding is copied too. The
     * two ranges may overlap.
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
     * Makes a list of the structs of a segment, which starts with the first of them. The list reads and writes through
     * this codec, and each access to an element makes a new object.
     *
     * @param segment the segment; its size is a multiple of {@link #byteSize}
     * @return the list
     * @throws IllegalArgumentException if the segment's size is no multiple of the struct's
     */
    StructList<T> list(MemorySegment segment);
}
