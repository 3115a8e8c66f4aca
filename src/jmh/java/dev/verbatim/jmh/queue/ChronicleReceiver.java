package dev.verbatim.jmh.queue;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads a Chronicle Queue, as it is by default, into an object that is reused. */
abstract class ChronicleReceiver implements Receiver {

    private final ChronicleQueue queue;
    private final ExcerptTailer tailer;

    private ChronicleReceiver(Path folder) {
        queue = ChronicleQueue.singleBuilder(folder).build();
        tailer = queue.createTailer();
    }

    /** Reads an update. {@return when it was due} */
    abstract long read(DocumentContext document);

    @Override
    public final long receive() {
        try (DocumentContext document = tailer.readingDocument()) {
            return document.isPresent() ? read(document) : NOTHING;
        }
    }

    @Override
    public final void close() {
        tailer.close();
        queue.close();
    }

    static final class OfCopyable extends ChronicleReceiver {

        private final ChronicleUpdate target = new ChronicleUpdate();

        OfCopyable(Path folder) {
            super(folder);
        }

        @Override
        long read(DocumentContext document) {
            target.readMarshallable(document.wire().bytes());
            return target.due;
        }
    }

    static final class OfNormal extends ChronicleReceiver {

        private final ChronicleNormalUpdate target = new ChronicleNormalUpdate();

        OfNormal(Path folder) {
            super(folder);
        }

        @Override
        long read(DocumentContext document) {
            target.readMarshallable(document.wire());
            return target.due;
        }
    }
}
