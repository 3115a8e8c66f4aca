package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.internal.model.TaggedBinding;
import dev.verbatim.internal.model.TaggedBinding.Alternative;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the tagged codecs of structs and of variable-length records have in common. A generated class has the accesses
 * to the tag and the choice of the alternative.
 *
 * @param <T> the type of all values
 * @param <C> the type of the codecs of the alternatives
 */
public abstract class GeneratedTags<T, C> {

    /** Of more alternatives a message lists the first ones. */
    private static final int LISTED = 32;

    private final TaggedBinding<T, C> binding;
    private final List<C> codecs;

    @SuppressWarnings("unchecked") // the generator passes the binding that the class was generated from
    GeneratedTags(Object binding) {
        this.binding = (TaggedBinding<T, C>) binding;
        this.codecs =
                this.binding.alternatives().stream().map(Alternative::codec).toList();
    }

    final TaggedBinding<T, C> binding() {
        return binding;
    }

    /** {@return the type of all values} */
    public final Class<T> type() {
        return binding.type();
    }

    /** {@return the codecs of the alternatives, in the order of their tags} */
    public final List<C> codecs() {
        return codecs;
    }

    /** {@return the codec of a value's alternative} */
    public final C codecOf(T value) {
        C codec = codecOfType(value);
        if (codec == null) {
            throw unknownType(value);
        }
        return codec;
    }

    /** {@return the codec of the value in a segment} */
    public final C codecAt(MemorySegment segment, long offset) {
        int tag = tagAt(segment, offset);
        C codec = codecOfTag(tag);
        if (codec == null) {
            throw unknownTag(tag, offset);
        }
        return codec;
    }

    /** {@return the tag of the value at an offset} */
    protected abstract int tag(MemorySegment segment, long offset);

    /** Stores the tag of the value at an offset. */
    protected abstract void setTag(MemorySegment segment, long offset, int tag);

    /** {@return the codec of values with a tag; null if there are none} */
    protected abstract @Nullable C codecOfTag(int tag);

    /** {@return the codec of a value; null if no alternative is of its class} */
    protected abstract @Nullable C codecOfType(Object value);

    /** {@return the tag of the value at an offset, or throws what says that there is none} */
    protected int tagAt(MemorySegment segment, long offset) {
        try {
            return tag(segment, offset);
        } catch (RuntimeException fault) {
            throw explained(fault, segment, offset, binding.tagEnd());
        }
    }

    /** {@return the exception to throw; what a segment throws says what was to be read} */
    final RuntimeException explained(RuntimeException fault, MemorySegment segment, long offset, long byteSize) {
        return Objects.requireNonNullElse(
                SegmentFaults.explain(fault, this, "read the tag of", segment, offset, byteSize, false), fault);
    }

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
                .map(alternative -> alternative.type().getName())
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException("cannot write " + this + ": expected a value of " + types + more()
                + ", found one of " + value.getClass().getName() + "; add an alternative for this class");
    }

    private String tags() {
        return binding.alternatives().stream()
                        .limit(LISTED)
                        .map(Alternative::tag)
                        .map(GeneratedTags::shown)
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
