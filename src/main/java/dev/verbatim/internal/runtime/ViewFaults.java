package dev.verbatim.internal.runtime;

import dev.verbatim.StructView;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.Nested;
import dev.verbatim.internal.model.ViewBinding.Plain;
import dev.verbatim.internal.model.ViewBinding.ValuesInTail;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import java.lang.foreign.MemorySegment;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the exceptions and faults in a view into exceptions that name the view, the member and the place.
 *
 * @param binding the binding of the view
 * @param segment the segment of the struct
 * @param offset where the struct starts in the segment, in bytes
 */
record ViewFaults(ViewBinding<?> binding, MemorySegment segment, long offset) {

    /** {@return a view and its layout, as messages name them} */
    static String name(ViewBinding<?> view) {
        return view.type().getName() + " ("
                + view.layout().name().map(name -> "layout " + name + ", ").orElse("")
                + view.layout().byteSize() + " bytes)";
    }

    private String name() {
        return name(binding);
    }

    /** {@return the exception to throw where there is no segment to wrap} */
    static RuntimeException nullSegment(ViewBinding<?> view, long offset) {
        return new NullPointerException("cannot wrap " + name(view) + " at offset=" + offset + ": the segment is null");
    }

    /** {@return the exception to throw where the struct does not lie within the segment} */
    RuntimeException outOfBounds() {
        return new IndexOutOfBoundsException("cannot wrap " + name() + " at offset=" + offset + ": expected "
                + binding.layout().byteSize() + " bytes within the segment, found byteSize=" + segment.byteSize());
    }

    /**
     * {@return the exception to throw where the header of a variable-length record is outside of the segment, or not
     * one of the layout}
     */
    RuntimeException inHeader(RuntimeException fault) {
        if (fault instanceof CorruptFault corrupt) {
            return corrupt.toException("cannot wrap " + name() + " at offset=" + offset + ": ", 0, "the record");
        }
        return Objects.requireNonNullElse(
                SegmentFaults.explain(fault, name(), "wrap", segment, offset, VarDescriptor.HEADER_SIZE, false), fault);
    }

    /** {@return the exception to throw where the check of the alignment failed} */
    RuntimeException inWrap(RuntimeException fault) {
        long byteSize = binding.layout().byteSize();
        RuntimeException explained = SegmentFaults.explain(fault, name(), "wrap", segment, offset, byteSize, false);
        if (explained == null && fault instanceof IllegalArgumentException) {
            explained = new IllegalArgumentException(
                    "cannot wrap " + name() + " at offset=" + offset + ": its atomic accessors need alignment="
                            + binding.alignment() + ", found alignment="
                            + alignment()
                            + (isAligned(0, binding.alignment())
                                    ? "; wrap at an offset that is a multiple of it, which all structs of an array have"
                                            + " if Layouts.struct pads them"
                                    : "; allocate the segment with that alignment, on the heap as a long[]"),
                    fault);
        }
        return Objects.requireNonNullElse(explained, fault);
    }

    /**
     * {@return the alignment of the struct, at most the one that it needs} On the heap the elements of the array limit
     * it.
     */
    private long alignment() {
        long alignment = binding.alignment();
        while (!isAligned(offset, alignment)) {
            alignment /= 2;
        }
        return alignment;
    }

    private boolean isAligned(long at, long alignment) {
        try {
            return segment.asSlice(at, 0, alignment).byteSize() == 0;
        } catch (IllegalArgumentException misaligned) {
            return false;
        }
    }

    /**
     * {@return the exception to throw where a struct could not be copied to the view}
     *
     * @param view the view to copy from; {@code null} where a segment is copied
     */
    RuntimeException inCopy(
            RuntimeException fault, @Nullable MemorySegment source, long sourceOffset, @Nullable StructView view) {
        String attempt = "copy to " + name();
        RuntimeException explained = notWrapped(fault, attempt);
        if (explained == null) {
            explained = inSource(
                    fault, attempt, source, sourceOffset, binding.layout().byteSize(), view);
        }
        if (explained == null) {
            explained = SegmentFaults.explain(
                    fault, name(), "copy to", segment, offset, binding.layout().byteSize(), true);
        }
        return Objects.requireNonNullElse(explained, fault);
    }

    private static @Nullable RuntimeException inSource(
            RuntimeException fault,
            String attempt,
            @Nullable MemorySegment source,
            long sourceOffset,
            long byteSize,
            @Nullable StructView view) {
        if (view != null && isNotWrapped(fault, view.segment())) {
            return new IllegalStateException(
                    "cannot " + attempt + ": the view to copy from is not wrapped; call wrap first", fault);
        }
        return SegmentFaults.explain(
                fault, view == null ? "a segment" : "a view", attempt + " from", source, sourceOffset, byteSize, false);
    }

    /**
     * {@return the exception to throw where an accessor failed}
     *
     * @param accessor the accessor
     * @param index the index that was passed to an indexed accessor
     * @param value the object that was passed to the accessor, if it takes one
     */
    RuntimeException inAccessor(RuntimeException fault, ViewAccessor accessor, long index, @Nullable Object value) {
        String path = accessor.member() + (accessor.isIndexed() ? "[" + index + "]" : "");
        String action = accessor.writes() ? "write" : "read";
        String attempt = action + " " + path + " of " + name();
        RuntimeException explained = notWrapped(fault, attempt);
        if (explained == null
                && fault instanceof IndexOutOfBoundsException
                && accessor.count() >= 0
                && (index < 0 || index >= accessor.count())) {
            explained = noElement(attempt, accessor.count());
            explained.initCause(fault);
        }
        if (explained == null) {
            explained = inTail(fault, accessor, path, attempt);
        }
        if (explained == null) {
            explained = inValue(fault, accessor, path, index, value);
        }
        if (explained == null && value instanceof StructView view) {
            long byteSize = accessor.target().byteSize();
            explained = inSource(fault, attempt, view.segment(), view.offset(), byteSize, view);
        }
        if (explained == null) {
            explained = inSegment(fault, accessor, path);
        }
        return Objects.requireNonNullElse(explained, fault);
    }

    private @Nullable RuntimeException inSegment(RuntimeException fault, ViewAccessor accessor, String path) {
        return SegmentFaults.explain(
                fault,
                path + " of " + name(),
                accessor.writes() ? "write" : "read",
                segment,
                offset,
                binding.layout().byteSize(),
                accessor.writes());
    }

    private static RuntimeException noElement(String attempt, long count) {
        return new IndexOutOfBoundsException("cannot " + attempt + ": "
                + (count == 0 ? "it has no elements" : "expected an index from 0 to " + (count - 1)));
    }

    private @Nullable RuntimeException inTail(
            RuntimeException fault, ViewAccessor accessor, String path, String attempt) {
        return switch (fault) {
            case CorruptFault corrupt ->
                corrupt.in(path).toException("cannot read " + name() + " at offset=" + offset + ": ", 0, "");
            case ValueFault.NoElement missing -> noElement(attempt, missing.count);
            case ValueFault.NullReference _ ->
                new NullPointerException("cannot " + attempt + ": " + accessor.member() + " is null; an accessor `int "
                        + accessor.member() + "Count()` tells, with -1");
            default -> null;
        };
    }

    private @Nullable RuntimeException inValue(
            RuntimeException fault, ViewAccessor accessor, String path, long index, @Nullable Object value) {
        boolean isValueFault = fault instanceof ValueFault;
        boolean isNull = accessor.takesObject() && value == null && fault instanceof NullPointerException;
        String attempt = "cannot " + (accessor.writes() ? "write " : "read ") + name() + " at offset=" + offset + ": ";
        if (isNull && accessor.target() instanceof Nested(ViewBinding<?> nested)) {
            return new NullPointerException(attempt + path + " is null; expected a view of " + ViewFaults.name(nested));
        }
        if (isNull && !isValueFault) {
            return new NullPointerException(attempt + "the argument for " + path + " is null");
        }
        if (!isValueFault) {
            return null;
        }
        if (accessor.action() == Action.SET && accessor.target() instanceof Plain(Value.Fixed bound, var _)) {
            RuntimeException found = ValueFaultFinder.inValue(bound, value, path, attempt);
            if (found == null) {
                found = inSegment(fault, accessor, path);
            }
            return Objects.requireNonNullElseGet(
                    found,
                    () -> new ConcurrentModificationException(
                            attempt + path + " changed while it was written", fault.getCause()));
        }
        RuntimeException inSegment = inSegment(fault, accessor, path);
        if (inSegment != null) {
            return inSegment;
        }
        try {
            switch (accessor.target()) {
                case Plain(Value.Fixed bound, long byteSize) ->
                    ValueFaultFinder.checkMemory(
                            bound, segment, offset + accessor.offset() + (accessor.isIndexed() ? index * byteSize : 0));
                case ValuesInTail values
                when values.converted() != null ->
                    ValueFaultFinder.checkMemory(values.converted(), segment, inTail(values, index));
                default -> {
                    return null;
                }
            }
        } catch (CorruptFault corrupt) {
            return corrupt.in(path).toException(attempt, 0, "");
        }
        return new ConcurrentModificationException(attempt + path + " changed while it was read", fault.getCause());
    }

    /** {@return where an element in the tail starts in the segment} */
    private long inTail(ValuesInTail values, long index) {
        Fence.beforeAccess();
        long reference = (long) TailPart.PAIR.get(segment, offset + values.referenceOffset());
        return TailPart.start(offset, reference) + index * values.element().byteSize();
    }

    private @Nullable RuntimeException notWrapped(RuntimeException fault, String attempt) {
        return isNotWrapped(fault, segment)
                ? new IllegalStateException("cannot " + attempt + ": the view is not wrapped; call wrap first", fault)
                : null;
    }

    /** A segment without bytes is the sign: every struct that is copied has bytes. */
    private static boolean isNotWrapped(RuntimeException fault, MemorySegment segment) {
        return fault instanceof IndexOutOfBoundsException && segment.byteSize() == 0;
    }
}
