package dev.verbatim.jmh.queue;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** Appends to a Chronicle Queue, as it is by default. */
abstract class ChronicleSender implements Sender {

    private final ChronicleQueue queue;
    private final ExcerptAppender appender;

    private ChronicleSender(Path folder) {
        queue = ChronicleQueue.singleBuilder(folder).build();
        appender = queue.createAppender();
    }

    /** Writes the next update. */
    abstract void write(long due, DocumentContext document);

    @Override
    public final void send(long due) {
        try (DocumentContext document = appender.writingDocument()) {
            write(due, document);
        }
    }

    @Override
    public final void close() {
        appender.close();
        queue.close();
    }

    static final class OfCopyable extends ChronicleSender {

        private final ChronicleUpdate[] updates = Contender.prepared(ChronicleUpdate.class, i -> {
            ChronicleUpdate update = new ChronicleUpdate();
            update.fill(NormalUpdate.of(i));
            return update;
        });
        private int next;

        OfCopyable(Path folder) {
            super(folder);
        }

        @Override
        void write(long due, DocumentContext document) {
            ChronicleUpdate update = updates[next];
            next = next == updates.length - 1 ? 0 : next + 1;
            update.due = due;
            update.writeMarshallable(document.wire().bytes());
        }
    }

    static final class OfNormal extends ChronicleSender {

        private final ChronicleNormalUpdate[] updates =
                Contender.prepared(ChronicleNormalUpdate.class, i -> ChronicleNormalUpdate.of(NormalUpdate.of(i)));
        private int next;

        OfNormal(Path folder) {
            super(folder);
        }

        @Override
        void write(long due, DocumentContext document) {
            ChronicleNormalUpdate update = updates[next];
            next = next == updates.length - 1 ? 0 : next + 1;
            update.due = due;
            update.writeMarshallable(document.wire());
        }
    }
}
