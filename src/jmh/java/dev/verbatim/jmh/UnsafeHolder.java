package dev.verbatim.jmh;

/** A generic class that holds Unsafe's code in an instance field, as {@link CodecHolder} holds a codec. */
final class UnsafeHolder<T> {

    private final UnsafeCodec<T> codec;

    UnsafeHolder(UnsafeCodec<T> codec) {
        this.codec = codec;
    }

    void write(T value, long address) {
        codec.write(value, null, address);
    }

    void readInto(T target, long address) {
        codec.readInto(target, null, address);
    }
}
