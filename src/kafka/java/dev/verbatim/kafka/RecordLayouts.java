package dev.verbatim.kafka;

import dev.verbatim.LayoutText;
import java.lang.foreign.StructLayout;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The layouts of records, by their headers. One thread at a time may use it. */
final class RecordLayouts {

    private final LayoutTexts texts;
    private final Map<LayoutFingerprint, StructLayout> known = new HashMap<>();

    RecordLayouts(LayoutTexts texts) {
        this.texts = texts;
    }

    /**
     * {@return the layout of a record; null if it has none}
     *
     * @throws RelayException if the header is of another version, or nobody knows the text of the layout
     */
    @Nullable
    StructLayout of(ConsumerRecord<?, ?> record) throws RelayException {
        Header header = record.headers().lastHeader(LayoutFingerprint.HEADER);
        if (header == null || header.value() == null) {
            return null;
        }
        LayoutFingerprint fingerprint = fingerprint(record, header.value());
        StructLayout layout = known.get(fingerprint);
        if (layout == null) {
            String text = texts.find(fingerprint);
            if (text == null) {
                throw new RelayException(at(record) + ": the layout of fingerprint=" + fingerprint + " is not in "
                        + texts + ": is it the one that the producer uses?");
            }
            layout = LayoutText.parse(text);
            known.put(fingerprint, layout);
        }
        return layout;
    }

    private static LayoutFingerprint fingerprint(ConsumerRecord<?, ?> record, byte[] header) throws RelayException {
        try {
            return LayoutFingerprint.ofHeader(header);
        } catch (SerializationException e) {
            throw refused(record, e);
        }
    }

    /** {@return what says which record has a header that nobody here can read} */
    static RelayException refused(ConsumerRecord<?, ?> record, SerializationException cause) {
        return new RelayException(at(record) + ": " + cause.getMessage(), cause);
    }

    /** {@return where a record is, as messages say it} */
    static String at(ConsumerRecord<?, ?> record) {
        return "topic=" + record.topic() + ", partition=" + record.partition() + ", offset=" + record.offset();
    }
}
