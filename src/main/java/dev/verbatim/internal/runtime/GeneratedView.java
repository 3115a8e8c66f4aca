package dev.verbatim.internal.runtime;

import dev.verbatim.StructView;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.ViewBinding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The part of a view that does not depend on its accessors: the place that it is wrapped over. A generated class
 * extends it with the accessors.
 */
public abstract class GeneratedView implements StructView {

    /**
     * The segment of the struct, which generated code reads. The segment of a view that is not wrapped has no bytes.
     */
    protected MemorySegment segment = MemorySegment.NULL;

    /** Where the struct starts, in bytes from the start of the segment; generated code reads it. */
    protected long offset;

    /**
     * Where the tail ends that the struct refers to, in bytes from the start of the segment; without a tail the end of
     * the segment.
     */
    protected long end;

    /** Whether another thread can close the arena of the segment; generated code reads it. */
    protected boolean isClosable;

    private final ViewShape shape;

    // The two layouts that were compared last and found to be the same.
    private @Nullable StructLayout sameSource;
    private @Nullable StructLayout sameTarget;

    /** The buffer for the bytes of a text, made when the first text is read. */
    private byte @Nullable [] text;

    /**
     * Called by generated code only.
     *
     * @param shape the {@link ViewShape}; declared as an object because generated code lives in a module that cannot
     *     name it
     */
    protected GeneratedView(Object shape) {
        this.shape = (ViewShape) shape;
    }

    /** {@return what all views of the class of one have in common} Static, so that it is no name of an accessor. */
    public static ViewShape shapeOf(GeneratedView view) {
        return view.shape;
    }

    /** {@return a new view of the same class, not wrapped yet} */
    public abstract GeneratedView newView();

    /**
     * Throws unless the atomic members of a struct are aligned. Generated code overrides this if there are any.
     *
     * @param struct the segment
     * @param start where the struct starts
     */
    protected void requireAligned(MemorySegment struct, long start) {}

    /**
     * {@return the header of a variable-length record, as a pair} Generated code overrides this in views of such
     * records.
     *
     * @param varRecord the segment
     * @param start where the variable-length record starts
     */
    protected long header(MemorySegment varRecord, long start) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final MemorySegment segment() {
        return segment;
    }

    @Override
    public final long offset() {
        return offset;
    }

    @Override
    public final StructLayout layout() {
        return shape.binding().layout();
    }

    /** Where there is no tail, generated code overrides this with what is faster. */
    @Override
    public void wrap(MemorySegment struct, long start) {
        wrapAny(struct, start);
    }

    /**
     * Wraps the first struct, or any other. Factories and lists call this one, and not what is generated. So where a
     * view stays with its segment, C2 has never seen the branch for another one in the generated code. It leaves the
     * branch out then, and knows in a loop that the segment is the same.
     *
     * @param struct the segment
     * @param start where the struct starts
     */
    public final void wrapAny(MemorySegment struct, long start) {
        if (struct == null) {
            throw ViewFaults.nullSegment(shape.binding(), start);
        }
        boolean closable = Fence.isNeededFor(struct);
        if (closable) {
            Fence.beforeAccess(); // for the accessors too, as long as nobody allocates
        }
        long newEnd = struct.byteSize();
        if (shape.isOfVarRecords()) {
            newEnd = start + checkedTotalSize(struct, start);
        } else if (start < 0 || start > newEnd - shape.byteSize()) {
            throw new ViewFaults(shape.binding(), struct, start).outOfBounds();
        }
        if (shape.hasAtomics()) {
            checkAlignment(struct, start);
        }
        segment = struct;
        isClosable = closable;
        offset = start;
        end = newEnd;
    }

    private int checkedTotalSize(MemorySegment varRecord, long start) {
        try {
            long header = header(varRecord, start);
            int totalSize = VarDescriptor.second(header);
            TailRules.checkTotalSize(start, totalSize, varRecord.byteSize() - start);
            TailRules.checkComplete(
                    start,
                    VarDescriptor.first(header),
                    totalSize,
                    shape.binding().layout());
            return totalSize;
        } catch (RuntimeException fault) {
            throw new ViewFaults(shape.binding(), varRecord, start).inHeader(fault);
        }
    }

    /**
     * Throws unless the atomic members of a struct are aligned.
     *
     * @param struct the segment
     * @param start where the struct starts
     */
    protected final void checkAlignment(MemorySegment struct, long start) {
        try {
            requireAligned(struct, start);
        } catch (RuntimeException fault) {
            throw new ViewFaults(shape.binding(), struct, start).inWrap(fault);
        }
    }

    /**
     * Points this view to a struct that is known to lie within the segment.
     *
     * @param struct the segment
     * @param start where the struct starts
     */
    @SuppressWarnings({"ReferenceEquality", "MemorySegmentReferenceEquality"}) // an equal one is stored, which is right
    public final void point(MemorySegment struct, long start) {
        if (segment != struct) {
            segment = struct;
            isClosable = Fence.isNeededFor(struct);
        }
        offset = start;
    }

    /**
     * Points this view to a struct that refers to the tail of a variable-length record, within which it is known to
     * lie.
     *
     * @param struct the segment
     * @param start where the struct starts
     * @param varRecordEnd where the variable-length record ends
     */
    public final void point(MemorySegment struct, long start, long varRecordEnd) {
        point(struct, start);
        end = varRecordEnd;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // two views of one place are copied, to no effect
    public final void copyFrom(StructView source) {
        if (source == null) {
            throw new NullPointerException(
                    "cannot copy to " + ViewFaults.name(shape.binding()) + ": the view to copy from is null");
        }
        if (source == this && !shape.hasTail()) {
            throw new IllegalArgumentException("cannot copy to " + ViewFaults.name(shape.binding())
                    + ": source and target are one view, as an accessor of a nested struct returns the same view each"
                    + " time, and moves it; use the accessor that writes, as view.levels(i + 1, view.levels(i)), or a"
                    + " second view");
        }
        if (!isSame(source.layout(), layout())) {
            throw new IllegalArgumentException("cannot copy to " + ViewFaults.name(shape.binding())
                    + ": expected a view of the same layout, found " + source.layout());
        }
        copy(source.segment(), source.offset(), source);
    }

    /** Whether two layouts differ in nothing but their names. */
    @SuppressWarnings("ReferenceEquality") // comparing the members takes longer than copying a struct, and allocates
    private boolean isSame(StructLayout source, StructLayout target) {
        if (source == target || (source == sameSource && target == sameTarget)) {
            return true;
        }
        if (!source.withoutName().equals(target.withoutName())) {
            return false;
        }
        sameSource = source;
        sameTarget = target;
        return true;
    }

    @Override
    public final void copyFrom(MemorySegment source, long sourceOffset) {
        copy(source, sourceOffset, null);
    }

    private void copy(MemorySegment source, long sourceOffset, @Nullable StructView view) {
        if (shape.hasTail()) {
            throw new UnsupportedOperationException("cannot copy to " + ViewFaults.name(shape.binding())
                    + ": its tail would stay behind; copy all encodedSize bytes of the record, or let a"
                    + " VarCodec write it");
        }
        try {
            Fence.beforeAccess();
            MemorySegment.copy(source, sourceOffset, segment, offset, shape.byteSize());
        } catch (RuntimeException fault) {
            throw new ViewFaults(shape.binding(), segment, offset).inCopy(fault, source, sourceOffset, view);
        }
    }

    /**
     * Called by generated code only: copies a struct to a member.
     *
     * @param source a view of the struct
     * @param accessor the number of the accessor
     * @param start where the member starts, in bytes from the start of the segment
     */
    protected final void setStruct(StructView source, int accessor, long start) {
        ViewBinding<?> nested =
                ((ViewBinding.Nested) shape.binding().accessors().get(accessor).target()).view();
        if (!isSame(source.layout(), nested.layout())) {
            throw new IllegalArgumentException("cannot write "
                    + shape.binding().accessors().get(accessor).member() + " of " + ViewFaults.name(shape.binding())
                    + ": expected a view of the same layout, found " + source.layout());
        }
        Fence.beforeAccess();
        MemorySegment.copy(
                source.segment(),
                source.offset(),
                segment,
                start,
                nested.layout().byteSize());
    }

    /**
     * Called by generated code only: gives the buffer for the next text.
     *
     * @param byteSize the number of bytes of the text
     * @return a buffer of at least that many bytes
     */
    protected final byte[] text(int byteSize) {
        byte[] buffer = text;
        if (buffer == null || buffer.length < byteSize) {
            buffer = new byte[byteSize];
            text = buffer;
        }
        return buffer;
    }

    /**
     * Called by generated code only: takes the {@linkplain #text buffer} away while code of the user runs, because that
     * may read another text of this view.
     *
     * @param byteSize the number of bytes of the text
     * @return a buffer of at least that many bytes, to be given back
     */
    protected final byte[] takeText(int byteSize) {
        byte[] buffer = text(byteSize);
        text = null;
        return buffer;
    }

    /**
     * Called by generated code only: gives a buffer back.
     *
     * @param buffer the buffer that was taken
     */
    protected final void giveText(byte[] buffer) {
        text = buffer;
    }

    /**
     * Called by generated code only: encodes a text into the buffer before it is written, because the text may lie in
     * the member that it is written to.
     *
     * @param chars the text; one that cannot be stored is a fault
     * @param byteSize the number of bytes of the member
     * @return the bytes, valid until the next text is read
     */
    protected final byte[] encoded(@Nullable CharSequence chars, int byteSize) {
        byte[] buffer = takeText(byteSize);
        Text.encode(chars, buffer, byteSize);
        giveText(buffer);
        return buffer;
    }

    /**
     * Called by generated code only: finds out why an accessor failed.
     *
     * @param fault the exception that was caught
     * @param number the number of the accessor
     * @param index of an indexed accessor the index
     * @param value of a setter the value, if it is an object
     * @return the exception to throw instead
     */
    protected final RuntimeException explain(RuntimeException fault, int number, long index, @Nullable Object value) {
        return new ViewFaults(shape.binding(), segment, offset)
                .inAccessor(fault, shape.binding().accessors().get(number), index, value);
    }

    /**
     * Called by generated code only: makes the fence on which the next accessor relies, behind what one has allocated.
     * User code may have wrapped the view over another segment meanwhile, of any kind.
     */
    protected final void fenceIfClosable() {
        if (isClosable) {
            VarHandle.acquireFence();
        }
    }

    /**
     * Called by generated code only: explains the failure of an accessor that takes no index and no object, in fewer
     * bytes of its code.
     *
     * @param fault the exception that was caught
     * @param number the number of the accessor
     * @return the exception to throw instead
     */
    protected final RuntimeException explainWithoutArguments(RuntimeException fault, int number) {
        return explain(fault, number, 0, null);
    }

    /** {@return the members that the view has getters for, as text} */
    @Override
    public final String toString() {
        return ViewText.of(shape.binding(), segment, offset, end);
    }
}
