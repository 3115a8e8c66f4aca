package dev.verbatim.jmh.queue;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads a Chronicle Queue, as it is by default. */
final class ChronicleReceiver implements Receiver {

    private final ChronicleQueue queue;
    private final ExcerptTailer tailer;
    private final ChronicleUpdate target = new ChronicleUpdate();

    ChronicleReceiver(Path folder) {
        queue = ChronicleQueue.singleBuilder(folder).build();
        tailer = queue.createTailer();
    }

    @Override
    public long receive() {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return NOTHING;
            }
            target.readMarshallable(document.wire().bytes());
            return target.due;
        }
    }

    @Override
    public void close() {
        tailer.close();
        queue.close();
    }
}
