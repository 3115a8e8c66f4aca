package dev.verbatim.internal.runtime;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list of what one codec reads. {@link OwnLists} copies this class for each codec; only where it cannot are there
 * lists of the class itself.
 *
 * @param <T> the type of the elements
 */
final class OwnValueList<T> extends ValueList<T> implements OwnLists.Copied<T> {

    private static final @Nullable StructCodec<?> CODEC = OwnLists.constant(MethodHandles.lookup(), StructCodec.class);

    /** The codec of a list of the class itself; null in a copy. */
    private final @Nullable StructCodec<T> uncopied;

    /** Makes a list of a copy. */
    OwnValueList(MemorySegment segment) {
        super(segment, Objects.requireNonNull(CODEC, "a copy has a codec"));
        this.uncopied = null;
    }

    /** Makes a list of the class itself. */
    OwnValueList(MemorySegment segment, StructCodec<T> codec) {
        super(segment, codec);
        this.uncopied = codec;
    }

    @Override
    public StructList<T> over(MemorySegment segment) {
        return CODEC == null ? new OwnValueList<>(segment, codec()) : new OwnValueList<>(segment);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // one of the two is a codec of these elements
    StructCodec<T> codec() {
        return CODEC == null ? uncopied : (StructCodec<T>) CODEC;
    }
}
