package dev.verbatim.kafka;

import dev.verbatim.LayoutText;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The headers of records, by the id of their layout. Before a layout is in a header, its text is in the topic of
 * layouts. One thread at a time may use it.
 */
final class LayoutHeaders {

    private final Source source;
    private final LayoutTexts texts;
    private final List<Header> always;
    private final Map<Integer, List<Header>> known = new HashMap<>();

    private List<Header> last;
    private int lastLayoutId;

    /** Has layouts. */
    @FunctionalInterface
    interface Source {
        StructLayout layout(int layoutId) throws IOException;
    }

    /**
     * Makes headers.
     *
     * @param always what all records have
     */
    LayoutHeaders(Source source, LayoutTexts texts, List<Header> always) {
        this.source = source;
        this.texts = texts;
        this.always = always;
        this.last = always; // those of the layout 0
    }

    /**
     * {@return the headers of a record}
     *
     * @param layoutId the id of its layout; 0 if it has none
     * @throws IOException if the layout cannot be read
     */
    List<Header> of(int layoutId) throws IOException {
        if (layoutId == lastLayoutId) {
            return last;
        }
        List<Header> headers = known.get(layoutId);
        if (headers == null) {
            headers = make(layoutId);
            known.put(layoutId, headers);
        }
        last = headers;
        lastLayoutId = layoutId;
        return headers;
    }

    private List<Header> make(int layoutId) throws IOException {
        if (layoutId == 0) {
            return always;
        }
        String text = LayoutText.of(source.layout(layoutId));
        texts.publish(text);
        List<Header> headers = new ArrayList<>(always);
        headers.add(new RecordHeader(
                LayoutFingerprint.HEADER, LayoutFingerprint.of(text).toHeader()));
        return List.copyOf(headers);
    }
}
