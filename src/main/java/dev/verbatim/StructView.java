package dev.verbatim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/**
 * A view of a struct: its accessors read and write the members of the struct in a segment, and copy nothing.
 *
 * <p>A view is an interface that extends this one. {@link ViewFactory} makes its implementation, and says which
 * accessors there can be.
 *
 * {@snippet file="ViewTutorialTest.java" region="view"}
 *
 * <p><b>Errors.</b> Accessors throw what the codecs throw, with messages that name the member: {@link
 * IndexOutOfBoundsException}; {@link IllegalStateException} if the segment's arena is closed or the view has not been
 * wrapped yet; {@link WrongThreadException}; {@link IllegalArgumentException} if the segment is read-only or a value
 * cannot be stored; {@link NullPointerException} for null; {@link CorruptRecordException} for bytes that are no value
 * of the accessor's type.
 *
 * <p><b>Threads.</b> Only one thread at a time may use a view: {@link #wrap} is not atomic, and the view has a buffer
 * for texts. Two views on two threads may show the same struct; accessors with an access mode then order what the
 * threads do.
 *
 * <p><b>Closing.</b> Close a shared arena when nobody uses views over its segments any longer, or take {@link
 * java.lang.foreign.Arena#ofAuto}, which is closed when nobody can use them. A fault of HotSpot may end the JVM if a
 * thread calls two accessors and allocates something in between, while another thread closes the arena; {@code
 * docs/module-info.md} has the facts. A thread that wraps the view anew after it has allocated gets an {@link
 * IllegalStateException}. So does a single call of an accessor, or of a method of this interface, whatever it
 * allocates.
 *
 * <p><b>Nested views.</b> At each call an accessor hands out the same nested view, and points it to its struct. So the
 * nested views that one indexed accessor hands out are one object: {@code book.levels(1)} moves the view that {@code
 * book.levels(0)} returned. A nested view does not follow when the outer one is wrapped anew.
 *
 * <p><b>Variable-length records.</b> A view over a layout of {@link Layouts#varRecord} hands out what lies in the tail
 * as a segment, as text, as elements or as nested views, without copying it. The bytes may be anything. {@link #wrap}
 * checks the header, and each accessor checks the reference that it follows; a mistake there is a {@link
 * CorruptRecordException}. So a view shows nothing from outside of the variable-length record. (A struct with
 * references may be wrapped without its variable-length record. Its view shows nothing from outside of the segment.)
 * What no accessor has read is not checked; and unlike {@link VarCodec#read} a view does not check that the parts of
 * the tail follow one another without gaps.
 *
 * <p>Of a variable-length record or a list of a newer layout a view shows as much as its own layout has. It refuses
 * those of an older layout, which lack members, because views have no defaults. A {@link VarCodec} has defaults; or
 * make the view over the older layout.
 *
 * <p>If the size of a variable-length record changes while a view is wrapped over it, wrap the view again.
 *
 * <p>{@code equals} and {@code hashCode} are those of objects: a view is a place, not a value. {@code toString} shows
 * the members that the view has getters for, and up to 100 elements of a list in the tail.
 */
public interface StructView {

    /**
     * {@return the segment that this view is wrapped over; {@link MemorySegment#NULL} before the first {@link #wrap}}
     */
    MemorySegment segment();

    /**
     * {@return where the struct starts, in bytes from the start of the segment}
     */
    long offset();

    /**
     * {@return the layout of the struct}
     */
    StructLayout layout();

    /**
     * Points this view to a struct. Nothing is allocated.
     *
     * @param segment the segment
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment, unless the view has
     *     accessors with an atomic access mode
     * @throws IndexOutOfBoundsException if the struct, or the header of a variable-length record, does not lie within
     *     the segment; the view is unchanged then
     * @throws CorruptRecordException if a variable-length record does not lie within the segment, or lacks members of
     *     the layout; the view is unchanged then
     * @throws IllegalArgumentException if the view has atomic accessors whose members are not aligned there; the view
     *     is unchanged then
     * @throws IllegalStateException if the segment's arena is closed, and the view has atomic accessors or is one of
     *     variable-length records; of other views the accessors throw it
     * @throws WrongThreadException if the segment belongs to another thread, and the view has atomic accessors or is
     *     one of variable-length records; of other views the accessors throw it
     */
    void wrap(MemorySegment segment, long offset);

    /**
     * Copies a whole struct, padding included, to where this view points, as one {@link
     * MemorySegment#copy(MemorySegment, long, MemorySegment, long, long) MemorySegment.copy}.
     *
     * @param source another view, of the same layout up to the layout's name
     * @throws UnsupportedOperationException if the layout has a tail, which would stay behind
     * @throws IllegalArgumentException if the source is this view and that is not composed of others, the layouts
     *     differ, or this view's segment is read-only
     * @throws IllegalStateException if the source is not wrapped, or the arena of a segment is closed
     * @throws WrongThreadException if a segment belongs to another thread
     */
    void copyFrom(StructView source);

    /**
     * Copies a whole struct, padding included, to where this view points, as one {@link
     * MemorySegment#copy(MemorySegment, long, MemorySegment, long, long) MemorySegment.copy}.
     *
     * @param source the segment to copy from
     * @param sourceOffset where the struct starts there, in bytes
     * @throws UnsupportedOperationException if the layout has a tail, which would stay behind
     * @throws IndexOutOfBoundsException if the struct does not lie within the source
     * @throws IllegalArgumentException if this view's segment is read-only
     * @throws IllegalStateException if the arena of a segment is closed
     * @throws WrongThreadException if a segment belongs to another thread
     */
    void copyFrom(MemorySegment source, long sourceOffset);
}
