package dev.verbatim.map;

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

    /** {@return whether the codec refuses an object, so that it is in no map} */
    boolean isRefused(Object sought) {
        try {
            encode(sought);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    @SuppressWarnings("unchecked") // an object of another class makes the codec throw a ClassCastException
    private byte[] encode(Object sought) {
        return codec.encode((T) sought);
    }
}
