package dev.verbatim.map;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a caller looks for with what is in a map: by the bytes that a codec makes of both. Any thread may use
 * it.
 *
 * @param <T> the type of the keys or values
 */
final class ByteEquality<T> {

    private final MapCodec<T> codec;

    ByteEquality(MapCodec<T> codec) {
        this.codec = codec;
    }

    /** {@return whether the codec refuses an object, or its class, so that it is in no map} */
    boolean isRefused(Object sought) {
        try {
            encode(sought);
            return false;
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            return true;
        }
    }

    @SuppressWarnings("unchecked") // an object of another class makes the codec throw a ClassCastException
    private byte[] encode(Object sought) {
        return codec.encode((T) sought);
    }

    /** {@return whether {@code equals} says the same, without the bytes} */
    boolean isToldByEquals() {
        return codec.isToldByEquals();
    }

    /** {@return what to compare of an object: itself, or its bytes; null if it has none and is in no map} */
    @Nullable
    Object bytes(@Nullable Object object) {
        if (object == null || isToldByEquals()) {
            return object;
        }
        try {
            return ByteBuffer.wrap(encode(object));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            return null; // refused, also for a null in it, or of another class
        }
    }

    /** {@return whether something is the same as an object} */
    Predicate<Object> sameAs(@Nullable Object sought) {
        if (sought == null) {
            return own -> false;
        }
        if (isToldByEquals()) {
            return sought::equals;
        }
        Object bytes = bytes(sought);
        return own -> bytes != null && bytes.equals(bytes(own));
    }

    /** {@return whether something has the same bytes as one of some objects} */
    static Predicate<Object> among(Collection<?> others, Function<@Nullable Object, @Nullable Object> bytes) {
        Set<Object> all = new HashSet<>();
        for (Object other : others) {
            Object ofOther = bytes.apply(other);
            if (ofOther != null) {
                all.add(ofOther);
            }
        }
        return own -> {
            Object ofOwn = bytes.apply(own);
            return ofOwn != null && all.contains(ofOwn);
        };
    }
}
