package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * An appender of batches and a tailer of one queue, with rolls: a tailer that sees the first entry of a batch sees the
 * second one behind it, both whole.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing there")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "whole batches")
@Outcome(expect = FORBIDDEN, desc = "half a batch, or a torn one")
@State
public class BatchStress {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("first"), JAVA_LONG.withName("number"), JAVA_LONG.withName("inverse"));
    private static final MappedQueue QUEUE = StressedQueue.open();
    private static final ThreadLocal<Writer> WRITER = ThreadLocal.withInitial(Writer::new);
    private static final ThreadLocal<Reader> READER = ThreadLocal.withInitial(Reader::new);
    private static final long ENTRIES_PER_DELETION = 100_000;

    /** An appender of a thread, whose batches are numbered. */
    private static final class Writer {
        private final Appender appender;
        private final MemorySegment batch = MemorySegment.ofArray(new long[6]);
        private long number = System.nanoTime();

        Writer() {
            try {
                appender = QUEUE.appender();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void append() throws IOException {
            number++;
            for (int i = 0; i < 2; i++) {
                batch.setAtIndex(JAVA_LONG, 3L * i, 1 - i);
                batch.setAtIndex(JAVA_LONG, 3L * i + 1, number);
                batch.setAtIndex(JAVA_LONG, 3L * i + 2, ~number);
            }
            appender.appendAll(LAYOUT, batch);
        }
    }

    /** A tailer of a thread. */
    private static final class Reader {
        private final Tailer tailer;
        private long count;
        private long number;
        private boolean isInBatch;
        private boolean wrong;

        Reader() {
            try {
                tailer = QUEUE.tailer().withChecksums();
                tailer.toEnd();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        int readToTheEnd() throws IOException {
            long before = count;
            while (tailer.read(this::check)) {
                count++;
                if (count % ENTRIES_PER_DELETION == 0) {
                    QUEUE.delete(Retention.ofSize(8 << 20));
                }
            }
            if (wrong || isInBatch) {
                return -1;
            }
            return count == before ? 0 : 1;
        }

        private void check(MemorySegment payload, long position, int layoutId) {
            boolean isFirst = payload.getAtIndex(JAVA_LONG, 0) == 1;
            long found = payload.getAtIndex(JAVA_LONG, 1);
            wrong |= isFirst == isInBatch || payload.getAtIndex(JAVA_LONG, 2) != ~found;
            wrong |= !isFirst && found != number;
            number = found;
            isInBatch = isFirst;
        }
    }

    @Actor
    public void append() {
        try {
            WRITER.get().append();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Actor
    public void read(I_Result result) {
        try {
            result.r1 = READER.get().readToTheEnd();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
