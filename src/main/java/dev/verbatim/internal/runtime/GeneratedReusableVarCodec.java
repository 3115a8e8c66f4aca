package dev.verbatim.internal.runtime;

import dev.verbatim.ReusableVarCodec;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The part of a variable-length codec of a mutable class that does not depend on the members.
 *
 * @param <T> the type of the DTO
 */
public abstract class GeneratedReusableVarCodec<T> extends GeneratedVarCodec<T> implements ReusableVarCodec<T> {

    /**
     * Called by generated code only.
     *
     * @param binding the binding, as in {@link GeneratedVarCodec}
     */
    protected GeneratedReusableVarCodec(Object binding) {
        super(binding);
    }

    /** {@return a new object to read into} Generated code overrides this if there is a constructor or a supplier. */
    protected @Nullable Object newInstance() {
        throw new UnsupportedOperationException(
                DtoConstructors.problem(type()) + "; use readInto, or set a supplier with VarCodec.builder"
                        + DtoConstructors.orConstructor(type(), "VarCodec.ofImmutable"));
    }

    /**
     * Reads the outermost variable-length record into an object.
     *
     * @param target the object
     * @param reader has loaded the bytes
     */
    protected abstract void decodeInto(Object target, VarReader reader);

    @Override
    protected final Object decode(VarReader reader) {
        Object target = newInstance();
        if (target == null) {
            throw new NullPointerException("cannot read " + this + ": its supplier returned null");
        }
        decodeInto(target, reader);
        return target;
    }

    @Override
    public final void readInto(T target, MemorySegment segment, long offset) {
        if (target == null) {
            throw new NullPointerException("cannot read " + this + " at offset=" + offset + ": the target is null");
        }
        VarReader reader = takenReader();
        try {
            load(reader, segment, offset);
            decodeInto(target, reader);
        } catch (RuntimeException fault) {
            throw inVarRecord(fault, reader, offset);
        } finally {
            reader.release();
        }
    }
}
