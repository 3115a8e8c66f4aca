package dev.verbatim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/**
 * A view of a struct: its fields live in a segment, and its accessors read and write them there. Nothing is copied.
 *
 * <p>A view is an interface that extends this one. {@link ViewFactory} makes its implementation, and says which accessors there can be.
 *
 * {@snippet file="ViewTutorialTest.java" region="view"}
 *
 * <p><b>Errors.</b> Accessors throw what the codecs throw, with messages that name the member: {@link IndexOutOfBoundsException}, {@link
 * IllegalStateException} where the segment's arena is closed or the view has not been wrapped yet, {@link WrongThreadException}, {@link
 * IllegalArgumentException} where a read-only segment is written or a value cannot be stored, {@link NullPointerException} for null,
 * {@link CorruptRecordException} for a value that the accessor's type does not have.
 *
 * <p><b>Threads.</b> A view belongs to one thread at a time: {@link #wrap} is not atomic, and text is read through a buffer of the view. Two
 * views on two threads may show the same struct; accessors with an access mode order what they do then.
 *
 * <p><b>Closing.</b> Close a shared arena when nobody uses views over its segments any more, or take {@link
 * java.lang.foreign.Arena#ofAuto}, which is closed when nobody can. A thread that calls two accessors, and allocates
 * something between them, may end the JVM if another thread closes the arena there, by a fault of HotSpot; {@code
 * docs/module-info.md} has the facts. A thread that wraps the view anew after it has allocated gets an {@link
 * IllegalStateException}, as from a single call of an accessor or of a method of this interface, whatever those
 * allocate.
 *
 * <p><b>Nested views.</b> A view hands out the same nested view at each call of an accessor, re-pointed. So nested views that one indexed
 * accessor hands out alias one another: {@code book.levels(1)} moves the view that {@code book.levels(0)} returned. A nested view does not
 * follow when the outer one is wrapped anew.
 *
 * <p><b>Variable-length records.</b> A view over a layout of {@link Layouts#varRecord} hands out what lies in the tail as a segment, as text, as
 * elements or as nested views, without copying it. The bytes may be anything: {@link #wrap} checks the header, each accessor the slot that it
 * reads, so that nothing outside the record is shown (of a struct with such members that is wrapped without its record, nothing outside the
 * segment); what is wrong there is a {@link CorruptRecordException}. An accessor that was not called has
 * checked nothing, and unlike {@link VarCodec#read} a view does not ask whether the parts of the tail follow one another without gaps. A
 * record, or a list, of a newer layout is shown as far as the view's layout goes. That of an older layout, which lacks members, is refused,
 * as views have no defaults: a {@link VarCodec} has, or the view is made over the older layout. {@code toString} shows up to 100
 * elements of a list in the tail.
 *
 * <p>Who changes the size of a record while a view is wrapped over it has to wrap the view again.
 *
 * <p>{@code equals} and {@code hashCode} are those of objects: a view is a place, not a value. {@code toString} shows the fields that the view
 * has getters for.
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
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment, unless the view has accessors with an
     *     atomic access mode
     * @throws IndexOutOfBoundsException if the struct, or the header of a variable-length record, does not lie within the segment; the view is
     *     unchanged then
     * @throws CorruptRecordException if a variable-length record does not lie within the segment, or lacks members of the layout; the view
     *     is unchanged then
     * @throws IllegalArgumentException if the view has atomic accessors whose members are not aligned there; the view is unchanged then
     * @throws IllegalStateException if the view has atomic accessors, or is one of variable-length records, and the segment's arena is closed; of
     *     other views the accessors throw that
     * @throws WrongThreadException if the view has atomic accessors, or is one of variable-length records, and the segment belongs to another
     *     thread; of other views the accessors throw that
     */
    void wrap(MemorySegment segment, long offset);

    /**
     * Copies a whole struct, padding included, to where this view points, as one {@link MemorySegment#copy(MemorySegment, long, MemorySegment,
     * long, long) MemorySegment.copy}.
     *
     * @param source a view of the same layout, up to the layout's name
     * @throws UnsupportedOperationException if the layout has a tail, which would stay behind
     * @throws IllegalArgumentException if the layouts differ, or if this view's segment is read-only
     * @throws IllegalStateException if the source is not wrapped, or the arena of a segment is closed
     * @throws WrongThreadException if a segment belongs to another thread
     */
    void copyFrom(StructView source);

    /**
     * Copies a whole struct, padding included, to where this view points, as one {@link MemorySegment#copy(MemorySegment, long, MemorySegment,
     * long, long) MemorySegment.copy}.
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
