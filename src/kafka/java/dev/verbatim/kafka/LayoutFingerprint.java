package dev.verbatim.kafka;

import dev.verbatim.LayoutText;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.kafka.common.errors.SerializationException;

/**
 * 128 bits that stand for the text of a layout: the first half of its SHA-256. A record has them in its header {@value
 * #HEADER}.
 *
 * <pre>
 *   0         1                                  17
 *   +---------+----------------------------------+
 *   | 1       | fingerprint, in the order of     |
 *   | version | SHA-256's bytes                  |
 *   +---------+----------------------------------+
 * </pre>
 *
 * @param high the first eight bytes, big-endian
 * @param low the next eight
 */
record LayoutFingerprint(long high, long low) {

    /** The name of the header. */
    static final String HEADER = "verbatim.layout";

    /** The first byte of the header. */
    private static final byte VERSION = 1;

    private static final int FINGERPRINT_OFFSET = 1;
    private static final int HEADER_SIZE = FINGERPRINT_OFFSET + 2 * Long.BYTES;

    static LayoutFingerprint of(StructLayout layout) {
        return of(LayoutText.of(layout));
    }

    static LayoutFingerprint of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            ByteBuffer bytes = ByteBuffer.wrap(digest);
            return new LayoutFingerprint(bytes.getLong(), bytes.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    /**
     * {@return the fingerprint in a header}
     *
     * @throws SerializationException if it is of another version or length
     */
    static LayoutFingerprint ofHeader(byte[] header) {
        if (header.length != HEADER_SIZE || header[0] != VERSION) {
            throw new SerializationException("header " + HEADER + ": expected " + HEADER_SIZE + " bytes of version="
                    + VERSION + ", found " + header.length + " bytes: 0x"
                    + HexFormat.of().formatHex(header, 0, Math.min(header.length, HEADER_SIZE)));
        }
        ByteBuffer bytes = ByteBuffer.wrap(header, FINGERPRINT_OFFSET, 2 * Long.BYTES);
        return new LayoutFingerprint(bytes.getLong(), bytes.getLong());
    }

    /** {@return the bytes of the header} */
    byte[] toHeader() {
        return ByteBuffer.allocate(HEADER_SIZE)
                .put(VERSION)
                .putLong(high)
                .putLong(low)
                .array();
    }

    /** {@return 32 hexadecimal digits, the key of the text in the topic of layouts} */
    @Override
    public String toString() {
        return "%016x%016x".formatted(high, low);
    }
}
