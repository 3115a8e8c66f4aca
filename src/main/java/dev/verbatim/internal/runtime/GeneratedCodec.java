package dev.verbatim.internal.runtime;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.internal.model.Binding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a struct codec that does not depend on the members. A generated class extends it with the loads and
 * stores of the members, and passes here what goes wrong in them.
 *
 * @param <T> the type of the DTO
 */
public abstract class GeneratedCodec<T> implements StructCodec<T> {

    private final Binding<T> binding;
    private final OwnLists<T> lists = OwnLists.ofValues(this);

    /**
     * Called by generated code only.
     *
     * @param binding the {@link Binding}; declared as an object because generated code lives in a module that cannot
     *     name it
     */
    @SuppressWarnings("unchecked") // the generator passes the binding that the class was generated from
    protected GeneratedCodec(Object binding) {
        this.binding = (Binding<T>) binding;
    }

    /** {@return the binding that this codec was generated from} */
    public final Binding<T> binding() {
        return binding;
    }

    @Override
    public final Class<T> type() {
        return binding.type();
    }

    @Override
    public final StructLayout layout() {
        return binding.layout();
    }

    @Override
    public final void copy(
            MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long count) {
        long byteSize = byteSize();
        // One comparison for both limits, because a copy of few structs takes only a few nanoseconds.
        if (Long.compareUnsigned(count, Long.MAX_VALUE / byteSize) > 0) {
            throw badCount(count);
        }
        long bytes = count * byteSize;
        try {
            Fence.beforeAccess();
            MemorySegment.copy(source, sourceOffset, target, targetOffset, bytes);
        } catch (RuntimeException fault) {
            RuntimeException explained =
                    SegmentFaults.explain(fault, this, "copy from", source, sourceOffset, bytes, false);
            if (explained == null) {
                explained = SegmentFaults.explain(fault, this, "copy to", target, targetOffset, bytes, true);
            }
            throw Objects.requireNonNullElse(explained, fault);
        }
    }

    private RuntimeException badCount(long count) {
        return count < 0
                ? new IllegalArgumentException(
                        "cannot copy count=" + count + " structs of " + this + ": expected 0 or more")
                : new IndexOutOfBoundsException(
                        "cannot copy count=" + count + " structs of " + this + ": no segment holds so many");
    }

    @Override
    public final StructList<T> list(MemorySegment segment) {
        return lists.list(segment);
    }

    /**
     * {@return the offset of an element of an array} Called by generated code only, which passes its size: as a
     * constant there it divides nothing, and {@link #byteSize} called from here would be virtual in a program of
     * several codecs.
     *
     * @param index the index of the element
     * @param byteSize the size of each, in bytes
     */
    protected final long offsetOf(long index, long byteSize) {
        if (index < 0 || index > Long.MAX_VALUE / byteSize) {
            throw badIndex(index);
        }
        return index * byteSize;
    }

    private RuntimeException badIndex(long index) {
        return new IndexOutOfBoundsException("index=" + index + " is out of bounds for an array of " + this);
    }

    /**
     * Called by generated code only: finds out why a write failed.
     *
     * @param fault the exception that was caught
     * @param value the value
     * @param segment the segment
     * @param offset where the struct starts in the segment, in bytes
     * @return the exception to throw instead
     */
    protected final RuntimeException explainWrite(
            RuntimeException fault, @Nullable Object value, @Nullable MemorySegment segment, long offset) {
        if (value == null && fault instanceof NullPointerException) {
            return SegmentFaults.nullArgument(
                    fault, "cannot write " + this + " at offset=" + offset + ": the value is null");
        }
        if (value != null && fault instanceof ValueFault) {
            String attempt = "cannot write " + this + " at offset=" + offset + ": ";
            RuntimeException found = ValueFaultFinder.inObject(binding, value, attempt);
            if (found == null) {
                found = SegmentFaults.explain(fault, this, "write", segment, offset, byteSize(), true);
            }
            return Objects.requireNonNullElseGet(
                    found,
                    () -> new ConcurrentModificationException(
                            attempt + "the value changed while it was written; the struct may be half written",
                            fault.getCause()));
        }
        return Objects.requireNonNullElse(
                SegmentFaults.explain(fault, this, "write", segment, offset, byteSize(), true), fault);
    }

    /**
     * Called by generated code only: finds out why a read failed.
     *
     * @param fault the exception that was caught
     * @param segment the segment
     * @param offset where the struct starts in the segment, in bytes
     * @return the exception to throw instead
     */
    protected final RuntimeException explainRead(RuntimeException fault, @Nullable MemorySegment segment, long offset) {
        RuntimeException explained = SegmentFaults.explain(fault, this, "read", segment, offset, byteSize(), false);
        if (explained == null && segment != null && fault instanceof ValueFault) {
            String attempt = "cannot read " + this + " at offset=" + offset + ": ";
            try {
                ValueFaultFinder.checkMemory(binding, segment, offset);
            } catch (CorruptFault corrupt) {
                return corrupt.toException(attempt, 0, "");
            }
            return new ConcurrentModificationException(
                    attempt + "the bytes changed while they were read", fault.getCause());
        }
        return Objects.requireNonNullElse(explained, fault);
    }

    /** {@return the type and the layout, as messages name them} */
    @Override
    public final String toString() {
        return type().getName() + " ("
                + layout().name().map(name -> "layout " + name + ", ").orElse("") + byteSize() + " bytes)";
    }
}
