package dev.verbatim;

import dev.verbatim.internal.bind.ViewBinder;
import dev.verbatim.internal.codegen.ViewGenerator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * Makes the views of one interface over one layout. A factory is made once and kept in a {@code static final} field.
 *
 * <p>Each abstract method of the interface, inherited ones included, is an accessor of a member of the layout. The interface may cover part
 * of the layout. With {@code x} for a member's name:
 *
 * <table class="striped">
 * <caption>Accessors</caption>
 * <thead><tr><th scope="col">method</th><th scope="col">what it does</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code T x()}, {@code T getX()}, {@code boolean isX()}</th><td>reads the member</td></tr>
 * <tr><th scope="row">{@code void x(T)}, {@code void setX(T)}</th><td>writes the member; it may return the view, for a chain of
 *     calls</td></tr>
 * <tr><th scope="row">{@code T x(int)}, {@code void x(int, T)}, with prefixes as above</th><td>reads and writes an element of a sequence; the
 *     index may be a long</td></tr>
 * <tr><th scope="row">{@code T getVolatileX()}, {@code void setReleaseX(T)}, {@code boolean compareAndSetX(T, T)}, {@code T getAndAddX(T)}
 *     and so on, also indexed</th><td>an access mode of {@link java.lang.invoke.VarHandle}, by the name of its method and with its
 *     types, of a primitive</td></tr>
 * <tr><th scope="row">{@code StringBuilder x(StringBuilder)}</th><td>appends text to a builder, without a {@code String}; may be void</td></tr>
 * <tr><th scope="row">{@code boolean isX(CharSequence)}</th><td>compares text, without a {@code String}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>In a view of variable-length records, whose layout is made by {@link Layouts#varRecord}, a member of {@link
 * Layouts#varRef} has these accessors. There are no setters, as a {@link VarCodec} writes records; but a slice is as
 * writable as the segment. A layout that begins with two little-endian ints {@code fixedSize} and {@code totalSize}
 * is that of a record; accessors of these names read them, unless members of the record have the same names.
 *
 * <table class="striped">
 * <caption>Accessors of what lies in the tail</caption>
 * <thead><tr><th scope="col">method</th><th scope="col">what it does</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code MemorySegment x()}</th><td>a slice of the segment: all bytes, of a list with its header; {@code null} for
 *     null</td></tr>
 * <tr><th scope="row">{@code CharSequence x()}</th><td>text where it lies; {@code null} for null. It is handed out again at each call,
 *     pointing elsewhere, as nested views are. The bytes have been checked to be UTF-8. A character of ASCII at the text's beginning is found
 *     at once, others fastest in their order</td></tr>
 * <tr><th scope="row">{@code String x()}</th><td>text as a new string; {@code null} for null</td></tr>
 * <tr><th scope="row">{@code StringBuilder x(StringBuilder)}</th><td>appends text to a builder; may be void. Null is a
 *     {@link NullPointerException}</td></tr>
 * <tr><th scope="row">{@code boolean isX(CharSequence)}</th><td>compares text, {@code false} for null</td></tr>
 * <tr><th scope="row">{@code long[] x()}</th><td>all elements in a new array; {@code null} for null</td></tr>
 * <tr><th scope="row">{@code long x(int)}, {@code LevelView x(int)}</th><td>an element: a primitive, or the nested view of a struct or of
 *     a record, which may write its members of fixed size; the index may be a long. Of null that is a {@link
 *     NullPointerException}</td></tr>
 * <tr><th scope="row">{@code int xCount()}</th><td>or {@code getXCount()}: the number of elements, of text that of its bytes (not characters);
 *     -1 for null</td></tr>
 * </tbody>
 * </table>
 *
 * <p>A member that has the method's name wins, then the longest prefix of an access mode, then {@code get}, {@code is} and {@code set}, and last
 * the suffix {@code Count}. What {@link StructView} or {@code Object} have already is no accessor; of a member {@code offset} that is {@code
 * getOffset()}. Methods that override one another are one accessor, and type variables of super-interfaces stand for their arguments.
 *
 * <p>{@code T} is what {@link StructCodec} binds to the member's layout, or another view interface for a nested struct; setters of text take
 * any {@code CharSequence} if they are declared so, and read all of it before they write, so that it may lie in the
 * same memory. (Beside an appender of the same name such a setter gets no {@code StringBuilder}: the compiler chooses
 * the appender. Then {@code setX} is clearer.)
 * A getter of a record, a class, an array or a {@code String} makes a new one at
 * each call; nested views and texts in place are made at the first one, primitives and enums allocate nothing. Text of more than 64 KiB in a tail is appended and compared through an array
 * that is made for it.
 *
 * <p>Plain accessors work at any address. Those with another access mode need the member at a multiple of its size: the factory checks the
 * offset in the layout, {@link StructView#wrap} the address, which on the heap is aligned for a {@code long[]} and not for a {@code byte[]}.
 * {@link #allocate} aligns it.
 *
 * <p>Default, static and private methods of the interface are left as they are. A factory is immutable and may be used by any number of threads;
 * a view belongs to one thread at a time. Before a shared arena is closed, read what {@link StructView} says about
 * that.
 *
 * @param <V> the view
 */
public interface ViewFactory<V extends StructView> {

    /**
     * Makes the factory of a view.
     *
     * @param lookup a lookup with full privilege access in the interface's module; in practice {@code MethodHandles.lookup()}
     * @param type the interface
     * @param layout the layout of one struct
     * @param <V> the view
     * @return the factory
     * @throws LayoutMismatchException if an accessor does not match the layout, or cannot be made; it lists every reason
     */
    static <V extends StructView> ViewFactory<V> of(Lookup lookup, Class<V> type, StructLayout layout) {
        return ViewGenerator.generate(ViewBinder.bind(lookup, type, layout));
    }

    /**
     * {@return the view's interface}
     */
    Class<V> type();

    /**
     * {@return the layout of one struct}
     */
    StructLayout layout();

    /**
     * {@return the size of one struct in bytes, padding included: the layout's own}
     */
    long byteSize();

    /**
     * Makes a view of a struct that exists.
     *
     * @param segment the segment
     * @param offset where the struct starts, in bytes from the start of the segment
     * @return a new view, as after {@link StructView#wrap}
     * @throws IndexOutOfBoundsException if {@link StructView#wrap} throws it
     * @throws CorruptRecordException if {@link StructView#wrap} throws it
     * @throws IllegalArgumentException if the view has atomic accessors whose members are not aligned there
     * @throws IllegalStateException if {@link StructView#wrap} throws it
     * @throws WrongThreadException if {@link StructView#wrap} throws it
     */
    V wrap(MemorySegment segment, long offset);

    /**
     * Allocates a struct, with the alignment that the layout and the atomic accessors need, and makes a view of it.
     *
     * @param allocator an arena, whose structs are zeroed, or another allocator
     * @return a new view
     * @throws NullPointerException if the allocator is {@code null}
     * @throws UnsupportedOperationException if the layout has a tail: a {@link VarCodec} writes variable-length records
     */
    V allocate(SegmentAllocator allocator);

    /**
     * Makes a list of the structs of a segment, which starts with the first of them. Elements are new views; {@link Iterable#forEach forEach}
     * passes one view, re-pointed for each element, and allocates nothing else.
     *
     * @param segment the segment; its size is a multiple of {@link #byteSize}
     * @return the list
     * @throws UnsupportedOperationException if the layout has a tail: variable-length records are not of one size
     * @throws IllegalArgumentException if the segment's size is no multiple of the struct's, or the structs are not aligned for atomic accessors
     */
    StructList<V> list(MemorySegment segment);
}
