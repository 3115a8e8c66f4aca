package dev.verbatim;

import dev.verbatim.internal.bind.ViewBinder;
import dev.verbatim.internal.codegen.ViewGenerator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * A factory of the views of one interface over one layout. Make it once, and keep it in a {@code static final} field.
 *
 * <p>Each abstract method of the interface, inherited ones included, is an accessor of a member of the layout. The
 * interface may cover only a part of the layout. With {@code x} for the name of a member:
 *
 * <table class="striped">
 * <caption>Accessors</caption>
 * <thead><tr><th scope="col">method</th><th scope="col">what it does</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code T x()}, {@code T getX()}, {@code boolean isX()}</th><td>reads the member</td></tr>
 * <tr><th scope="row">{@code void x(T)}, {@code void setX(T)}</th>
 *     <td>writes the member; the method may return the view, for a chain of calls</td></tr>
 * <tr><th scope="row">{@code T x(int)}, {@code void x(int, T)}, with prefixes as above</th>
 *     <td>reads and writes an element of a sequence; the index may be a long, and counts through all rows of a sequence
 *     of sequences</td></tr>
 * <tr><th scope="row">{@code T getVolatileX()}, {@code void setReleaseX(T)}, {@code boolean compareAndSetX(T, T)},
 *     {@code T getAndAddX(T)} and so on, also indexed</th>
 *     <td>accesses a primitive with an access mode of {@link java.lang.invoke.VarHandle}, by the name of its method and
 *     with its types</td></tr>
 * <tr><th scope="row">{@code StringBuilder x(StringBuilder)}</th>
 *     <td>appends text to a builder, without making a {@code String}; may be void</td></tr>
 * <tr><th scope="row">{@code boolean isX(CharSequence)}</th>
 *     <td>compares text, without making a {@code String}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>{@link Layouts#varRecord} makes the layout of a variable-length record. In its view a member of {@link
 * Layouts#varRef} has the accessors below. There are no setters, because a {@link VarCodec} writes variable-length
 * records; but a slice is as writable as the segment. Any layout that begins with two little-endian ints {@code
 * fixedSize} and {@code totalSize} is that of a variable-length record. Accessors of these names read the header,
 * unless members behind it have the same names.
 *
 * <table class="striped">
 * <caption>Accessors of what lies in the tail</caption>
 * <thead><tr><th scope="col">method</th><th scope="col">what it does</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code MemorySegment x()}</th>
 *     <td>a slice of the segment with all bytes, those of a list with its header; {@code null} for null</td></tr>
 * <tr><th scope="row">{@code CharSequence x()}</th>
 *     <td>the text where it lies; {@code null} for null. Like a nested view it is the same object at each call, and
 *     points to another text then. Its bytes have been checked to be UTF-8. ASCII characters at its beginning are found
 *     at once, others fastest in their order</td></tr>
 * <tr><th scope="row">{@code String x()}</th><td>the text as a new string; {@code null} for null</td></tr>
 * <tr><th scope="row">{@code StringBuilder x(StringBuilder)}</th>
 *     <td>appends the text to a builder; may be void. Null is a {@link NullPointerException}</td></tr>
 * <tr><th scope="row">{@code boolean isX(CharSequence)}</th><td>compares the text; {@code false} for null</td></tr>
 * <tr><th scope="row">{@code long[] x()}</th><td>all elements in a new array; {@code null} for null</td></tr>
 * <tr><th scope="row">{@code long x(int)}, {@code LevelView x(int)}</th>
 *     <td>an element: a primitive, or what a {@link Conversion} makes of it; or the nested view of a struct or of a
 *     variable-length record, which may write members of a fixed size. The index may be a long. If the list is
 *     null, that is a {@link NullPointerException}</td></tr>
 * <tr><th scope="row">{@code int xCount()}</th>
 *     <td>or {@code getXCount()}: the number of elements, or of the bytes (not the characters) of a text; -1 for
 *     null</td></tr>
 * </tbody>
 * </table>
 *
 * <p>One name can be read in several ways. A member that has the method's whole name wins, then the longest prefix of
 * an access mode, then {@code get}, {@code is} and {@code set}, and last the suffix {@code Count}. Methods that {@link
 * StructView} or {@code Object} have already are no accessors: a member {@code offset} has the accessor {@code
 * getOffset()}. Methods that override one another are one accessor, and type variables of super-interfaces stand for
 * their arguments.
 *
 * <p>{@code T} is the type that {@link StructCodec} binds to the member's layout, or another view interface for a
 * nested struct. A setter of text may be declared with {@code CharSequence}. It reads the whole text before it writes,
 * so that the text may lie in the same memory. (If there is an appender of the same name, the compiler chooses that one
 * for a {@code StringBuilder}; then {@code setX} is clearer.)
 *
 * <p>A getter of a Java record, a class, an array or a {@code String} makes a new object at each call. Nested views and
 * texts in place are made at the first call. Primitives and enums allocate nothing. A text of more than 64 KiB in a
 * tail is appended and compared through an array that is made for it.
 *
 * <p>Plain accessors work at any address. Accessors with another access mode need the member at a multiple of its size.
 * The factory checks the offset in the layout, and {@link StructView#wrap} the address; on the heap a {@code long[]} is
 * aligned enough, and a {@code byte[]} is not. {@link #allocate} aligns the struct.
 *
 * <p>Default, static and private methods of the interface are left as they are. A factory is immutable, and any number
 * of threads may use it; only one thread at a time may use a view. Before you close a shared arena, read what {@link
 * StructView} says about that.
 *
 * @param <V> the view
 */
public interface ViewFactory<V extends StructView> {

    /**
     * Makes the factory of a view.
     *
     * @param lookup a lookup with full privilege access in the interface's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the interface
     * @param layout the layout of one struct
     * @param <V> the view
     * @return the factory
     * @throws LayoutMismatchException if an accessor does not match the layout, or cannot be made; it lists every
     *     reason
     */
    static <V extends StructView> ViewFactory<V> of(Lookup lookup, Class<V> type, StructLayout layout) {
        return ViewGenerator.generate(ViewBinder.bind(lookup, type, layout, Conversions.none()));
    }

    /**
     * Makes the factory of a view.
     *
     * @param lookup a lookup with full privilege access in the interface's module; in practice {@code
     *     MethodHandles.lookup()}
     * @param type the interface
     * @param layout the layout of one struct
     * @param conversions which members are converted, or have another name in Java
     * @param <V> the view
     * @return the factory
     * @throws LayoutMismatchException if an accessor does not match the layout, or cannot be made; it lists every
     *     reason
     */
    static <V extends StructView> ViewFactory<V> of(
            Lookup lookup, Class<V> type, StructLayout layout, Conversions conversions) {
        return ViewGenerator.generate(ViewBinder.bind(lookup, type, layout, conversions));
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
     * {@return the size of one struct in bytes, padding included: that of the layout}
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
     * Makes a view of no struct yet, for {@link StructView#wrap} or for a method that points it to what it reads, such
     * as {@code Tailer.drain}. Until then its accessors throw an {@link IllegalStateException}, except those that
     * return nested views; these are not wrapped either. Where there is a struct to begin with, {@link #wrap} is the
     * better start: C2 does more with a loop if it has never seen the view's own {@code wrap} lead to another segment.
     *
     * @return a new view
     */
    V unwrapped();

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
     * Makes a list of the structs of a segment, which starts with the first of them. Elements are new views; {@link
     * Iterable#forEach forEach} passes one view, which it points to each element in turn, and allocates nothing else.
     *
     * @param segment the segment; its size is a multiple of {@link #byteSize}
     * @return the list
     * @throws UnsupportedOperationException if the layout has a tail: variable-length records are not of one size
     * @throws IllegalArgumentException if the segment's size is no multiple of the struct's, or the structs are not
     *     aligned for atomic accessors
     */
    StructList<V> list(MemorySegment segment);
}
