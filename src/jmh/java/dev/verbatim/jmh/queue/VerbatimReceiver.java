package dev.verbatim.jmh.queue;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;

/** Reads our queue. */
abstract class VerbatimReceiver implements Receiver {

    private final MappedQueue queue;

    /** What reads. */
    final Tailer tailer;

    private VerbatimReceiver(MappedQueue queue) throws IOException {
        this.queue = queue;
        this.tailer = queue.tailer();
    }

    @Override
    public final void close() throws IOException {
        queue.close();
    }

    static final class OfNormal extends VerbatimReceiver {

        private final NormalUpdate target = new NormalUpdate();

        OfNormal(MappedQueue queue) throws IOException {
            super(queue);
        }

        @Override
        public long receive() throws IOException {
            return tailer.pollInto(NormalUpdate.CODEC, target) ? target.due : NOTHING;
        }
    }

    static final class OfCopyable extends VerbatimReceiver {

        private final CopyableUpdate target = new CopyableUpdate();

        OfCopyable(MappedQueue queue) throws IOException {
            super(queue);
        }

        @Override
        public long receive() throws IOException {
            return tailer.pollInto(CopyableUpdate.CODEC, target) ? target.due : NOTHING;
        }
    }
}
