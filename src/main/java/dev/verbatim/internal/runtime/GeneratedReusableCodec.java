package dev.verbatim.internal.runtime;

import dev.verbatim.ReusableCodec;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The part of a struct codec of a mutable class that does not depend on the members.
 *
 * @param <T> the type of the DTO
 */
public abstract class GeneratedReusableCodec<T> extends GeneratedCodec<T> implements ReusableCodec<T> {

    /**
     * Called by generated code only.
     *
     * @param binding the binding, as in {@link GeneratedCodec}
     */
    protected GeneratedReusableCodec(Object binding) {
        super(binding);
    }

    /** {@return a new object to read into} Generated code overrides this if there is a constructor or a supplier. */
    protected @Nullable T newInstance() {
        throw new UnsupportedOperationException(
                DtoConstructors.problem(type()) + "; use readInto, or pass a supplier to StructCodec.ofClass"
                        + DtoConstructors.orConstructor(type(), "StructCodec.ofImmutable"));
    }

    @Override
    public final T read(MemorySegment segment, long offset) {
        T target = newInstance();
        if (target == null) {
            throw new NullPointerException("cannot read " + this + ": its supplier returned null");
        }
        readInto(target, segment, offset);
        return target;
    }

    /**
     * Called by generated code only: finds out why a read into an existing object failed.
     *
     * @param fault the exception that was caught
     * @param target the object to fill
     * @param segment the segment
     * @param offset where the struct starts in the segment, in bytes
     * @return the exception to throw instead
     */
    protected final RuntimeException explainReadInto(
            RuntimeException fault, @Nullable Object target, @Nullable MemorySegment segment, long offset) {
        if (target == null && fault instanceof NullPointerException) {
            return SegmentFaults.nullArgument(
                    fault, "cannot read " + this + " at offset=" + offset + ": the target is null");
        }
        return explainRead(fault, segment, offset);
    }
}
