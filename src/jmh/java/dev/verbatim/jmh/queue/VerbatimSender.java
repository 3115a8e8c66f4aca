package dev.verbatim.jmh.queue;

import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;

/** Appends to our queue. */
abstract class VerbatimSender<T> implements Sender {

    private final MappedQueue queue;
    private final T[] updates;
    private int next;

    /** What appends. */
    final Appender appender;

    private VerbatimSender(MappedQueue queue, T[] updates) throws IOException {
        this.queue = queue;
        this.appender = queue.appender();
        this.updates = updates;
    }

    final T next() {
        T update = updates[next];
        next = next == updates.length - 1 ? 0 : next + 1;
        return update;
    }

    @Override
    public final void close() throws IOException {
        queue.close();
    }

    static final class OfNormal extends VerbatimSender<NormalUpdate> {

        OfNormal(MappedQueue queue) throws IOException {
            super(queue, Contender.prepared(NormalUpdate.class, NormalUpdate::of));
        }

        @Override
        public void send(long due) throws IOException {
            NormalUpdate update = next();
            update.due = due;
            appender.append(NormalUpdate.CODEC, update);
        }
    }

    static final class OfCopyable extends VerbatimSender<CopyableUpdate> {

        OfCopyable(MappedQueue queue) throws IOException {
            super(queue, Contender.prepared(CopyableUpdate.class, i -> new CopyableUpdate().fill(NormalUpdate.of(i))));
        }

        @Override
        public void send(long due) throws IOException {
            CopyableUpdate update = next();
            update.due = due;
            appender.append(CopyableUpdate.CODEC, update);
        }
    }
}
