package dev.verbatim.kafka;

import java.util.Arrays;

/**
 * Bytes that are equal to others of the same values, as the keys of a map are.
 *
 * @param bytes the bytes, which nobody changes
 */
@SuppressWarnings("ArrayRecordComponent") // it is what makes arrays comparable
record ByteArray(byte[] bytes) {

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteArray array && Arrays.equals(array.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
