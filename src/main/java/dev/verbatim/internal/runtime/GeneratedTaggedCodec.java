package dev.verbatim.internal.runtime;

import dev.verbatim.Conversion;
import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.internal.model.BytesConversion;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The part of a tagged codec of structs that does not depend on the alternatives.
 *
 * @param <T> the type of all values
 */
public abstract class GeneratedTaggedCodec<T> extends GeneratedTags<T, StructCodec<? extends T>>
        implements TaggedCodec<T> {

    /** Kept, because each write of a value as a member asks for it. */
    private final long maxByteSize;

    /**
     * Called by generated code only.
     *
     * @param binding the {@link dev.verbatim.internal.model.TaggedBinding}; declared as an object because generated
     *     code lives in a module that cannot name it
     */
    protected GeneratedTaggedCodec(Object binding) {
        super(binding);
        this.maxByteSize =
                codecs().stream().mapToLong(StructCodec::byteSize).max().orElseThrow();
    }

    @Override
    public final long maxByteSize() {
        return maxByteSize;
    }

    @Override
    public final long encodedSize(T value) {
        long byteSize = sizeOfType(value);
        if (byteSize < 0) {
            throw unknownType(value);
        }
        return byteSize;
    }

    @Override
    public final long encodedSize(MemorySegment segment, long offset) {
        int tag = tagAt(segment, offset);
        long byteSize = sizeOfTag(tag);
        if (byteSize < 0) {
            throw unknownTag(tag, offset);
        }
        return byteSize;
    }

    @Override
    public final Conversion<T> conversion() {
        return BytesConversion.ofGroup(
                type(),
                BytesConversion.intSize(this, maxByteSize),
                value -> write(value, MemorySegment.ofArray(new byte[(int) encodedSize(value)]), 0),
                this::writeWhole,
                this::read);
    }

    /** Writes a value as a member, with zeros where its alternative has nothing: equal values have equal bytes. */
    private void writeWhole(T value, MemorySegment segment, long offset) {
        MemorySegment member = segment.asSlice(offset, maxByteSize);
        VarHandle.acquireFence(); // what Fence is for
        member.fill((byte) 0);
        write(value, segment, offset);
    }

    /** {@return the size of values with a tag; -1 if there are none} */
    protected abstract long sizeOfTag(int tag);

    /** {@return the size of a value; -1 if no alternative is of its class} */
    protected abstract long sizeOfType(Object value);
}
