package dev.verbatim.internal.runtime;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list of what one codec reads. {@link OwnLists} copies this class for each codec, and nobody makes one of the class
 * itself.
 *
 * @param <T> the type of the elements
 */
final class OwnValueList<T> extends ValueList<T> implements OwnLists.Copied<T> {

    private static final @Nullable StructCodec<?> CODEC = OwnLists.constant(MethodHandles.lookup(), StructCodec.class);

    OwnValueList(MemorySegment segment) {
        super(segment, Objects.requireNonNull(CODEC, "a copy has a codec"));
    }

    @Override
    public StructList<T> over(MemorySegment segment) {
        return new OwnValueList<>(segment);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // a copy has a codec of these elements
    StructCodec<T> codec() {
        return (StructCodec<T>) CODEC;
    }
}
