package dev.verbatim.map;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value as a map stores it, for tools without the class of the DTO. Two are equal when their layouts and bytes are.
 *
 * @param layoutId the id of the bytes' layout, which {@link MappedMap#layout} returns; 0 for texts and bytes, which
 *     have none
 * @param bytes the bytes; of a value that was read, a copy
 */
public record StoredValue(int layoutId, MemorySegment bytes) {

    /** Makes a value. */
    public StoredValue {
        Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public boolean equals(@Nullable Object other) {
        return other instanceof StoredValue value
                && value.layoutId == layoutId
                && value.bytes.byteSize() == bytes.byteSize()
                && value.bytes.mismatch(bytes) < 0;
    }

    @Override
    public int hashCode() {
        return 31 * layoutId + Arrays.hashCode(bytes.toArray(ValueLayout.JAVA_BYTE));
    }
}
