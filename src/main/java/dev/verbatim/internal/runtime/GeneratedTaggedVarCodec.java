package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;

/**
 * The part of a tagged codec of variable-length records that does not depend on the alternatives.
 *
 * @param <T> the type of all values
 */
public abstract class GeneratedTaggedVarCodec<T> extends GeneratedTags<T, VarCodec<? extends T>>
        implements TaggedVarCodec<T> {

    /**
     * Called by generated code only.
     *
     * @param binding the {@link dev.verbatim.internal.model.TaggedBinding}; declared as an object because generated
     *     code lives in a module that cannot name it
     */
    protected GeneratedTaggedVarCodec(Object binding) {
        super(binding);
    }

    /** {@return the size of the fixed part, as the header of the variable-length record at an offset has it} */
    protected abstract int fixedSize(MemorySegment segment, long offset);

    /** Looks at the header first: where a shorter fixed part has ended, there is something else in the tag's place. */
    @Override
    protected final int tagAt(MemorySegment segment, long offset) {
        int fixedSize;
        try {
            fixedSize = fixedSize(segment, offset);
        } catch (RuntimeException fault) {
            throw explained(fault, segment, offset, VarDescriptor.HEADER_SIZE);
        }
        long tagEnd = binding().tagEnd();
        if (fixedSize < tagEnd) {
            throw new CorruptRecordException("cannot read the tag of " + this + " at offset=" + offset
                    + ": expected a fixedSize of " + tagEnd + " bytes or more, found " + fixedSize);
        }
        if (segment.byteSize() - offset < tagEnd) {
            throw new CorruptRecordException("cannot read the tag of " + this + " at offset=" + offset
                    + ": expected a record of fixedSize=" + fixedSize + " within the segment, found byteSize="
                    + segment.byteSize());
        }
        return super.tagAt(segment, offset);
    }

    @Override
    public final long encodedSize(T value) {
        return encodedSize(codecOf(value), value);
    }

    @SuppressWarnings("unchecked") // the codec was found by the value's class
    private static <A> long encodedSize(VarCodec<A> codec, Object value) {
        return codec.encodedSize((A) value);
    }

    @Override
    public final long encodedSize(MemorySegment segment, long offset) {
        return codecAt(segment, offset).encodedSize(segment, offset);
    }
}
