package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a variable-length codec that does not depend on the members: it moves variable-length records between
 * segments and the buffers of the thread. A generated class extends it with the way from an object to a buffer, and
 * back.
 *
 * @param <T> the type of the DTO
 */
public abstract class GeneratedVarCodec<T> implements VarCodec<T> {

    /** Stands for the path where something is wrong with the whole. */
    private static final String THE_RECORD = "the record";

    private final Binding<T> binding;
    private final VarShape shape;

    // The buffers of a thread that called this codec lately: to find them here takes less time than a ThreadLocal.
    // Several threads may race for these fields. Each takes a buffer only if it is its own, which a final field of the
    // buffer says.
    private @Nullable VarWriter lastWriter;
    private @Nullable VarReader lastReader;

    /**
     * Called by generated code only.
     *
     * @param binding the {@link Binding}; declared as an object because generated code lives in a module that cannot
     *     name it
     */
    @SuppressWarnings("unchecked") // the generator passes the binding that the class was generated from
    protected GeneratedVarCodec(Object binding) {
        this.binding = (Binding<T>) binding;
        this.shape = VarShapes.of(this.binding, true);
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

    /**
     * Writes a value to a buffer, as the outermost variable-length record.
     *
     * @param value the value
     * @param writer the buffer
     */
    protected abstract void encode(Object value, VarWriter writer);

    /**
     * Reads the outermost variable-length record into a new object.
     *
     * @param reader has loaded the bytes
     * @return the object
     */
    protected abstract Object decode(VarReader reader);

    /** {@return the thread's writer, to be given back} */
    private VarWriter takenWriter() {
        VarWriter writer = lastWriter;
        if (writer == null || !writer.isOfThisThread()) {
            boolean isFirst = writer == null;
            writer = VarWriter.ofThread();
            if (isFirst || writer.isMissedOften()) {
                lastWriter = writer;
            }
        }
        return writer.orAnother();
    }

    /** {@return the thread's reader, to be given back} */
    final VarReader takenReader() {
        VarReader reader = lastReader;
        if (reader == null || !reader.isOfThisThread()) {
            boolean isFirst = reader == null;
            reader = VarReader.ofThread();
            if (isFirst || reader.isMissedOften()) {
                lastReader = reader;
            }
        }
        return reader.orAnother();
    }

    @Override
    public final long encodedSize(T value) {
        VarWriter writer = takenWriter();
        try {
            encode(value, writer);
            return writer.size();
        } catch (RuntimeException fault) {
            throw inValue(fault, value, "cannot encode " + this + ": ");
        } finally {
            writer.release();
        }
    }

    @Override
    public final long write(T value, MemorySegment segment, long offset) {
        VarWriter writer = takenWriter();
        try {
            try {
                encode(value, writer);
            } catch (RuntimeException fault) {
                throw inValue(fault, value, "cannot write " + this + " at offset=" + offset + ": ");
            }
            int size = writer.size();
            try {
                Fence.beforeAccess();
                MemorySegment.copy(writer.bytes(), 0, segment, ValueLayout.JAVA_BYTE, offset, size);
            } catch (RuntimeException fault) {
                throw Objects.requireNonNullElse(
                        SegmentFaults.explain(fault, this, "write", segment, offset, size, true), fault);
            }
            return size;
        } finally {
            writer.release();
        }
    }

    private RuntimeException inValue(RuntimeException fault, @Nullable Object value, String attempt) {
        if (value == null && fault instanceof NullPointerException) {
            return SegmentFaults.nullArgument(fault, attempt + "the value is null");
        }
        if (value == null || !(fault instanceof ValueFault)) {
            return fault;
        }
        if (fault instanceof ValueFault.TooLarge) {
            return new IllegalArgumentException(attempt + "the record would have more than "
                    + VarDescriptor.MAX_BYTE_SIZE + " bytes; write the value in parts");
        }
        return Objects.requireNonNullElseGet(
                ValueFaultFinder.inObject(binding, value, attempt),
                () -> new ConcurrentModificationException(
                        attempt + "the value changed while it was written", fault.getCause()));
    }

    @Override
    public final long encodedSize(MemorySegment segment, long offset) {
        VarReader reader = takenReader();
        try {
            return reader.loadHeader(segment, offset, shape);
        } catch (RuntimeException fault) {
            throw inHeader(fault, segment, offset);
        } finally {
            reader.release();
        }
    }

    @SuppressWarnings("unchecked") // the class is generated for this type
    @Override
    public final T read(MemorySegment segment, long offset) {
        VarReader reader = takenReader();
        try {
            load(reader, segment, offset);
            return (T) decode(reader);
        } catch (RuntimeException fault) {
            throw inVarRecord(fault, reader, offset);
        } finally {
            reader.release();
        }
    }

    /** Copies a variable-length record from a segment to a reader. */
    final void load(VarReader reader, MemorySegment segment, long offset) {
        try {
            reader.load(segment, offset);
        } catch (RuntimeException fault) {
            throw inHeader(fault, segment, offset);
        }
    }

    private RuntimeException inHeader(RuntimeException fault, @Nullable MemorySegment segment, long offset) {
        if (fault instanceof CorruptFault corrupt) {
            return corrupt.toException(attempt(offset), offset, THE_RECORD);
        }
        return Objects.requireNonNullElse(
                SegmentFaults.explain(fault, this, "read", segment, offset, VarDescriptor.HEADER_SIZE, false), fault);
    }

    /** {@return the exception to throw where bytes that have been loaded cannot be read} */
    final RuntimeException inVarRecord(RuntimeException fault, VarReader reader, long offset) {
        if (!(fault instanceof ValueFault)) {
            return fault;
        }
        if (fault instanceof ValueFault.RefusedContent refused) {
            return refused.toException(attempt(offset));
        }
        CorruptFault found = VarFaultFinder.find(binding, reader);
        return found == null
                ? new CorruptRecordException(attempt(offset) + "its bytes are no record of the layout")
                : found.toException(attempt(offset), offset, THE_RECORD);
    }

    private String attempt(long offset) {
        return "cannot read " + this + " at offset=" + offset + ": ";
    }

    /** {@return the type and the layout, as messages name them} */
    @Override
    public final String toString() {
        return type().getName() + " ("
                + layout().name().map(name -> "layout " + name + ", ").orElse("") + "records of " + layout().byteSize()
                + " bytes and a tail)";
    }
}
