package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.verbatim.LayoutText;
import dev.verbatim.map.MapInfo;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of a map are made from. A record of a map has it in its header {@value #HEADER}, so that a replica gets
 * keys of the same kind, and no others.
 *
 * <pre>
 *   0         1                                  17
 *   +---------+----------------------------------+----------------+
 *   | 1       | fingerprint of the keys' layout, | kind, in ASCII |
 *   | version | or zeros                         |                |
 *   +---------+----------------------------------+----------------+
 * </pre>
 *
 * @param kind as {@link MapInfo#keyKind} names it
 * @param fingerprint that of the layout of structs and variable-length records; of other keys zeros
 */
record KeyFormat(String kind, LayoutFingerprint fingerprint) {

    /** The name of the header. */
    static final String HEADER = "verbatim.key";

    /** The first byte of the header. */
    private static final byte VERSION = 1;

    private static final int KIND_OFFSET = 1 + 2 * Long.BYTES;
    private static final LayoutFingerprint NO_LAYOUT = new LayoutFingerprint(0, 0);

    /** {@return what the keys of a map are made from} */
    static KeyFormat of(MapInfo info) {
        Optional<StructLayout> layout = layout(info);
        return new KeyFormat(info.keyKind(), layout.map(LayoutFingerprint::of).orElse(NO_LAYOUT));
    }

    /** {@return the layout of the keys, if the kind alone does not say it} */
    static Optional<StructLayout> layout(MapInfo info) {
        return hasLayout(info.keyKind()) ? info.keyLayout() : Optional.empty();
    }

    private static boolean hasLayout(String kind) {
        return kind.equals("STRUCT") || kind.equals("VAR");
    }

    /**
     * {@return what the headers of a record say; null if they say nothing}
     *
     * @throws SerializationException if the header is of another version
     */
    static @Nullable KeyFormat of(Headers headers) {
        Header header = headers.lastHeader(HEADER);
        if (header == null || header.value() == null) {
            return null;
        }
        byte[] bytes = header.value();
        if (bytes.length <= KIND_OFFSET || bytes[0] != VERSION) {
            throw new SerializationException("header " + HEADER + ": expected more than " + KIND_OFFSET
                    + " bytes of version=" + VERSION + ", found " + bytes.length + " bytes: 0x"
                    + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, KIND_OFFSET)));
        }
        ByteBuffer numbers = ByteBuffer.wrap(bytes, 1, 2 * Long.BYTES);
        return new KeyFormat(
                new String(bytes, KIND_OFFSET, bytes.length - KIND_OFFSET, US_ASCII),
                new LayoutFingerprint(numbers.getLong(), numbers.getLong()));
    }

    /** {@return the bytes of the header} */
    byte[] toHeader() {
        byte[] name = kind.getBytes(US_ASCII);
        return ByteBuffer.allocate(KIND_OFFSET + name.length)
                .put(VERSION)
                .putLong(fingerprint.high())
                .putLong(fingerprint.low())
                .put(name)
                .array();
    }

    /**
     * {@return the layout of the keys; empty if the kind alone says it}
     *
     * @param texts have it
     * @throws RelayException if they do not
     */
    Optional<StructLayout> layout(LayoutTexts texts) throws RelayException {
        if (!hasLayout(kind)) {
            return Optional.empty();
        }
        String text = texts.find(fingerprint);
        if (text == null) {
            throw new RelayException("the layout of the keys, fingerprint=" + fingerprint + ", is not in " + texts
                    + ": is it the one that the producer uses?");
        }
        return Optional.of(LayoutText.parse(text));
    }

    @Override
    public String toString() {
        return Objects.equals(fingerprint, NO_LAYOUT) ? kind : kind + " of layout fingerprint=" + fingerprint;
    }
}
