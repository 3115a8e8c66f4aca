package dev.verbatim.internal.runtime;

import dev.verbatim.StructView;
import dev.verbatim.internal.Value;
import dev.verbatim.internal.ViewBinding;
import dev.verbatim.internal.ViewBinding.Plain;
import dev.verbatim.internal.ViewBinding.ViewAccessor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The part of a view that does not depend on its accessors. Generated classes extend it. */
public abstract class GeneratedView implements StructView {

    /** Where the struct is; generated code reads both. A view without a struct has a segment without bytes. */
    protected MemorySegment segment = MemorySegment.NULL;

    /** Where the struct starts, in bytes from the start of the segment. */
    protected long offset;

    private final ViewBinding<?> binding;

    // Of the binding, at hand for wrap.
    private final long byteSize;
    private final boolean hasAtomics;

    /** The bytes of a text, made when the first is read. */
    private byte @Nullable [] text;

    /**
     * Called by generated code only.
     *
     * @param binding the {@link ViewBinding}; declared as an object because generated code lives in a module that cannot name it
     */
    protected GeneratedView(Object binding) {
        this.binding = (ViewBinding<?>) binding;
        this.byteSize = this.binding.layout().byteSize();
        this.hasAtomics = this.binding.alignment() > 1;
    }

    /** {@return a new view of the same class, not wrapped yet} */
    public abstract GeneratedView newView();

    /**
     * Throws unless the atomic members of a struct are aligned. Generated code overrides this where there are any.
     *
     * @param struct the segment
     * @param start where the struct starts
     */
    protected void requireAligned(MemorySegment struct, long start) {}

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
        return binding.layout();
    }

    @Override
    public final void wrap(MemorySegment struct, long start) {
        if (start < 0 || start > struct.byteSize() - byteSize) {
            throw new IndexOutOfBoundsException("cannot wrap " + what() + " at offset=" + start + ": expected " + byteSize
                    + " bytes within the segment, found byteSize=" + struct.byteSize());
        }
        if (hasAtomics) {
            checkAlignment(struct, start);
        }
        point(struct, start);
    }

    private void checkAlignment(MemorySegment struct, long start) {
        try {
            requireAligned(struct, start);
        } catch (IllegalArgumentException misaligned) {
            throw new IllegalArgumentException(
                    "cannot wrap " + what() + " at offset=" + start + ": its atomic accessors need an address that is a multiple of "
                            + binding.alignment() + ", found address=" + (struct.address() + start) + " in " + struct
                            + "; allocate the segment with that alignment, on the heap as a long[]",
                    misaligned);
        }
    }

    /**
     * Points this view to a struct that is known to lie within the segment.
     *
     * @param struct the segment
     * @param start where the struct starts
     */
    public final void point(MemorySegment struct, long start) {
        segment = struct;
        offset = start;
    }

    @Override
    public final void copyFrom(StructView source) {
        if (!isSame(source.layout(), layout())) {
            throw new IllegalArgumentException("cannot copy to " + what() + ": expected a view of the same layout, found "
                    + source.layout());
        }
        copyFrom(source.segment(), source.offset());
    }

    /** Whether two layouts are the same but for their names. Mostly they are one object. */
    @SuppressWarnings("ReferenceEquality") // to compare the members of two layouts takes longer than to copy a struct
    private static boolean isSame(StructLayout one, StructLayout other) {
        return one == other || one.withoutName().equals(other.withoutName());
    }

    @Override
    public final void copyFrom(MemorySegment source, long sourceOffset) {
        try {
            MemorySegment.copy(source, sourceOffset, segment, offset, byteSize);
        } catch (RuntimeException fault) {
            RuntimeException explained = Faults.explain(fault, what(), "copy from", source, sourceOffset, byteSize, false);
            if (explained == null) {
                explained = notWrapped(fault, "copy to " + what());
            }
            if (explained == null) {
                explained = Faults.explain(fault, what(), "copy to", segment, offset, byteSize, true);
            }
            throw Objects.requireNonNullElse(explained, fault);
        }
    }

    /**
     * Called by generated code only: copies a struct to a member that holds one.
     *
     * @param source a view of it
     * @param accessor the number of the accessor
     * @param start where the member starts, in bytes from the start of the segment
     */
    protected final void setStruct(StructView source, int accessor, long start) {
        ViewBinding<?> nested = ((ViewBinding.Nested) binding.accessors().get(accessor).target()).view();
        if (!isSame(source.layout(), nested.layout())) {
            throw new IllegalArgumentException("cannot write " + binding.accessors().get(accessor).member() + " of " + what()
                    + ": expected a view of the same layout, found " + source.layout());
        }
        MemorySegment.copy(source.segment(), source.offset(), segment, start, nested.layout().byteSize());
    }

    /**
     * Called by generated code only.
     *
     * @param byteSize the number of bytes of a text
     * @return a buffer of at least that many, for the next text to be read
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
     * Called by generated code only: turns what went wrong in an accessor into what is thrown.
     *
     * @param fault what was caught
     * @param number the number of the accessor
     * @param index of an indexed accessor the index
     * @param value of a setter the value, where it is an object
     * @return the exception to throw
     */
    protected final RuntimeException explain(
            RuntimeException fault, int number, long index, @Nullable Object value) {
        ViewAccessor accessor = binding.accessors().get(number);
        String path = accessor.member() + (accessor.isIndexed() ? "[" + index + "]" : "");
        String action = accessor.writes() ? "write" : "read";
        RuntimeException explained = notWrapped(fault, action + " " + path + " of " + what());
        if (explained == null && fault instanceof IndexOutOfBoundsException && accessor.isIndexed()
                && (index < 0 || index >= accessor.count())) {
            explained = new IndexOutOfBoundsException("cannot " + action + " " + path + " of " + what()
                    + ": expected an index from 0 to " + (accessor.count() - 1));
            explained.initCause(fault);
        }
        if (explained == null && (fault instanceof Values.ValueFault || (value == null && fault instanceof NullPointerException))) {
            explained = valueFault(accessor, path, index, value);
        }
        if (explained == null) {
            explained = Faults.explain(
                    fault, path + " of " + what(), action, segment, offset, binding.layout().byteSize(), accessor.writes());
        }
        return Objects.requireNonNullElse(explained, fault);
    }

    private @Nullable RuntimeException valueFault(ViewAccessor accessor, String path, long index, @Nullable Object value) {
        boolean takesObject = accessor.action() != ViewBinding.Action.GET && !accessor.type().isPrimitive();
        if (value == null && takesObject && !(accessor.target() instanceof Plain && accessor.writes())) {
            return new NullPointerException("cannot access " + path + " of " + what() + ": the argument is null");
        }
        if (accessor.target() instanceof ViewBinding.Nested) {
            return null;
        }
        Value bound = ((Plain) accessor.target()).value();
        if (accessor.action() == ViewBinding.Action.SET) {
            RuntimeException found =
                    ValueFaults.inValue(bound, value, path, "cannot write " + what() + " at offset=" + offset + ": ");
            return found != null ? found : new ConcurrentModificationException("the value changed while it was written: " + path);
        }
        long start = offset + accessor.offset() + (accessor.isIndexed() ? index * accessor.target().byteSize() : 0);
        return ValueFaults.inMemory(bound, segment, start, path, "cannot read " + what() + " at offset=" + offset + ": ");
    }

    private @Nullable RuntimeException notWrapped(RuntimeException fault, String attempt) {
        // The layout has a member, so no struct lies within a segment without bytes.
        if (segment.byteSize() > 0 || !(fault instanceof IndexOutOfBoundsException)) {
            return null;
        }
        return new IllegalStateException("cannot " + attempt + ": the view is not wrapped; call wrap first", fault);
    }

    /** {@return the view and its layout, as messages name them} */
    final String what() {
        return binding.type().getName() + " ("
                + layout().name().map(name -> "layout " + name + ", ").orElse("") + layout().byteSize() + " bytes)";
    }

    /** {@return the fields that there are getters for} */
    @Override
    public final String toString() {
        return ViewText.of(binding, segment, offset);
    }
}
