package dev.verbatim.internal.runtime;

import dev.verbatim.Conversion;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.TaggedBinding;
import dev.verbatim.internal.model.TaggedBinding.Alternative;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The part of a tagged codec that does not depend on the alternatives. A generated class extends it with the accesses
 * to the tag and the choice of the alternative.
 *
 * @param <T> the type of all values
 */
public abstract class GeneratedTaggedCodec<T> implements TaggedCodec<T> {

    /** Of more alternatives a message lists the first ones. */
    private static final int LISTED = 32;

    private final TaggedBinding<T> binding;

    private final List<StructCodec<? extends T>> codecs;

    /**
     * Called by generated code only.
     *
     * @param binding the {@link TaggedBinding}
     */
    @SuppressWarnings("unchecked") // the generator passes the binding that the class was generated from
    protected GeneratedTaggedCodec(Object binding) {
        this.binding = (TaggedBinding<T>) binding;
        this.codecs = this.binding.alternatives().stream()
                .<StructCodec<? extends T>>map(Alternative::codec)
                .toList();
    }

    @Override
    public final Class<T> type() {
        return binding.type();
    }

    @Override
    public final List<StructCodec<? extends T>> codecs() {
        return codecs;
    }

    @Override
    public final StructCodec<? extends T> codecOf(T value) {
        StructCodec<? extends T> codec = codecOfType(value);
        if (codec == null) {
            throw unknownType(value);
        }
        return codec;
    }

    @Override
    public final StructCodec<? extends T> codecAt(MemorySegment segment, long offset) {
        int tag = tagAt(segment, offset);
        StructCodec<? extends T> codec = codecOfTag(tag);
        if (codec == null) {
            throw unknownTag(tag, offset);
        }
        return codec;
    }

    @Override
    public final long maxByteSize() {
        return binding.maxByteSize();
    }

    @Override
    public final long byteSize(T value) {
        long byteSize = sizeOfType(value);
        if (byteSize < 0) {
            throw unknownType(value);
        }
        return byteSize;
    }

    @Override
    public final long byteSize(MemorySegment segment, long offset) {
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
                BytesConversion.intSize(this, maxByteSize()),
                value -> write(value, MemorySegment.ofArray(new byte[(int) byteSize(value)]), 0),
                this::writeWhole,
                this::read);
    }

    /** Writes a value as a member, with zeros where its alternative has nothing: equal values have equal bytes. */
    private void writeWhole(T value, MemorySegment segment, long offset) {
        MemorySegment member = segment.asSlice(offset, maxByteSize());
        VarHandle.acquireFence(); // what Fence is for
        member.fill((byte) 0);
        write(value, segment, offset);
    }

    /** {@return the tag of the value at an offset} */
    protected abstract int tag(MemorySegment segment, long offset);

    /** Stores the tag of the value at an offset. */
    protected abstract void setTag(MemorySegment segment, long offset, int tag);

    /** {@return the size of values with a tag; -1 if there are none} */
    protected abstract long sizeOfTag(int tag);

    /** {@return the size of a value; -1 if no alternative is of its class} */
    protected abstract long sizeOfType(Object value);

    /** {@return the tag of the value at an offset; what a segment throws says what was to be read} */
    protected final int tagAt(MemorySegment segment, long offset) {
        try {
            return tag(segment, offset);
        } catch (RuntimeException fault) {
            throw Objects.requireNonNullElse(
                    SegmentFaults.explain(fault, this, "read the tag of", segment, offset, binding.tagEnd(), false),
                    fault);
        }
    }

    /** {@return the codec of values with a tag; null if there are none} */
    protected abstract @Nullable StructCodec<? extends T> codecOfTag(int tag);

    /** {@return the codec of a value; null if no alternative is of its class} */
    protected abstract @Nullable StructCodec<? extends T> codecOfType(Object value);

    /** {@return the class of a value that is to be written} */
    protected final Class<?> classOf(@Nullable Object value) {
        if (value == null) {
            throw new NullPointerException("cannot write " + this + ": the value is null");
        }
        return value.getClass();
    }

    /** {@return what is thrown for a tag that no alternative has} */
    protected final RuntimeException unknownTag(int tag, long offset) {
        return new CorruptRecordException("cannot read " + this + " at offset=" + offset + ": the tag at offset="
                + (offset + binding.tagOffset()) + ": expected " + tags() + ", found " + shown(tag));
    }

    /** {@return what is thrown for a value of a class that no alternative has} */
    protected final RuntimeException unknownType(Object value) {
        String types = binding.alternatives().stream()
                .limit(LISTED)
                .map(alternative -> alternative.codec().type().getName())
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException("cannot write " + this + ": expected a value of " + types + more()
                + ", found one of " + value.getClass().getName() + "; add an alternative for this class");
    }

    private String tags() {
        return binding.alternatives().stream()
                        .limit(LISTED)
                        .map(Alternative::tag)
                        .map(GeneratedTaggedCodec::shown)
                        .collect(Collectors.joining(", "))
                + more();
    }

    private String more() {
        int count = binding.alternatives().size() - LISTED;
        return count > 0 ? " or one of " + count + " more" : "";
    }

    /** A tag as messages show it: many protocols have a letter. */
    private static String shown(int tag) {
        return tag > ' ' && tag < 0x7f ? tag + " ('" + (char) tag + "')" : Integer.toString(tag);
    }

    /** {@return the type and the tag, as messages name them} */
    @Override
    public final String toString() {
        return type().getName() + " (by the " + binding.tag().carrier().getSimpleName() + " at offset "
                + binding.tagOffset() + ")";
    }
}
