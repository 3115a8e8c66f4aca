package dev.verbatim.jmh;

/**
 * {@code sun.misc.Unsafe} in place of a codec, behind an interface with the same methods.
 *
 * <p>Memory is addressed as Unsafe does it: a {@code null} base and an absolute address off the heap, an array and an
 * offset from its start on the heap. Nothing is checked.
 */
interface UnsafeCodec<T> {

    void write(T value, Object base, long offset);

    void readInto(T target, Object base, long offset);
}
