package dev.verbatim.kafka;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Whether a codec can read a record, by the header of the record. Any thread may use it. */
final class LayoutCheck {

    private final Object codec;
    private final StructLayout layout;
    private final byte[] ownHeader;

    /** What has grown from the codec's layout, or the codec's from it: to find that out takes a look at a topic. */
    private final Set<LayoutFingerprint> grown = ConcurrentHashMap.newKeySet();

    LayoutCheck(Object codec, StructLayout layout) {
        this.codec = codec;
        this.layout = layout;
        this.ownHeader = LayoutFingerprint.of(layout).toHeader();
    }

    /** {@return the header of a record that the codec has written} */
    byte[] ownHeader() {
        return ownHeader;
    }

    /**
     * Requires that the codec can read a record. One without a header is taken for one of the codec's own layout: the
     * stores of Kafka Streams keep no headers, and other languages need not write any.
     *
     * @throws LayoutMismatchException if it cannot
     */
    void require(String topic, Headers headers, LayoutTexts texts) {
        Header header = headers.lastHeader(LayoutFingerprint.HEADER);
        if (header == null || header.value() == null || Arrays.equals(header.value(), ownHeader)) {
            return;
        }
        LayoutFingerprint fingerprint = LayoutFingerprint.ofHeader(header.value());
        if (!grown.contains(fingerprint)) {
            requireGrown(topic, fingerprint, texts);
            grown.add(fingerprint);
        }
    }

    private void requireGrown(String topic, LayoutFingerprint fingerprint, LayoutTexts texts) {
        String text = texts.find(fingerprint);
        if (text == null || !Layouts.isGrown(layout, LayoutText.parse(text))) {
            String found = text == null ? "unknown: fingerprint=" + fingerprint + ", looked up in " + texts : text;
            throw new LayoutMismatchException(
                    "cannot read a record of topic=" + topic + " with " + codec,
                    List.of("the codec has the layout " + LayoutText.of(layout) + ", that of the record is " + found));
        }
    }
}
