package dev.verbatim.jmh.queue;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** Appends to a Chronicle Queue, as it is by default. */
final class ChronicleSender implements Sender {

    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final ChronicleUpdate[] updates = Contender.prepared(ChronicleUpdate.class, i -> {
        ChronicleUpdate update = new ChronicleUpdate();
        update.fill(NormalUpdate.of(i));
        return update;
    });
    private int next;

    ChronicleSender(Path folder) {
        queue = ChronicleQueue.singleBuilder(folder).build();
        appender = queue.createAppender();
    }

    @Override
    public void send(long due) {
        ChronicleUpdate update = updates[next];
        next = next == updates.length - 1 ? 0 : next + 1;
        update.due = due;
        try (DocumentContext document = appender.writingDocument()) {
            update.writeMarshallable(document.wire().bytes());
        }
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
    }
}
