package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * An appender and a tailer of one queue, with rolls: the tailer reads what it finds up to the end, each record once,
 * whole and in order, and none that was aborted.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing there")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the next ones, whole")
@Outcome(expect = FORBIDDEN, desc = "torn, lost, twice, or aborted")
@State
public class AppendAndReadStress {

    private static final MappedQueue QUEUE = StressedQueue.open();
    private static final ThreadLocal<Writer> WRITER = ThreadLocal.withInitial(Writer::new);
    private static final ThreadLocal<Reader> READER = ThreadLocal.withInitial(Reader::new);
    private static final long RECORDS_PER_DELETION = 100_000;
    private static final AtomicInteger WRITERS = new AtomicInteger();

    /** An appender of a thread, whose records are numbered; of three, the second one is aborted. */
    private static final class Writer {
        private final Appender appender;
        private final int number;
        private long sequence;

        Writer() {
            try {
                appender = QUEUE.appender();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            number = WRITERS.getAndIncrement();
        }

        void append() throws IOException {
            MemorySegment payload = appender.claim(3 * Long.BYTES);
            boolean aborted = sequence % 3 == 1;
            payload.setAtIndex(JAVA_LONG, 0, number);
            payload.setAtIndex(JAVA_LONG, 1, sequence);
            payload.setAtIndex(JAVA_LONG, 2, aborted ? sequence : ~sequence);
            if (aborted) {
                appender.abort();
            } else {
                appender.commit();
            }
            sequence++;
        }
    }

    /** A tailer of a thread. */
    private static final class Reader {
        private final Tailer tailer;
        private final Map<Integer, Long> last = new HashMap<>();
        private long count;
        private boolean wrong;

        Reader() {
            try {
                tailer = QUEUE.tailer();
                tailer.toEnd();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        int readToTheEnd() throws IOException {
            long before = count;
            while (tailer.read(this::check)) {
                count++;
                if (count % RECORDS_PER_DELETION == 0) {
                    QUEUE.delete(Retention.ofSize(8 << 20));
                }
            }
            if (wrong) {
                return -1;
            }
            return count == before ? 0 : 1;
        }

        private void check(MemorySegment payload, long position, int layoutId) {
            long sequence = payload.getAtIndex(JAVA_LONG, 1);
            Long before = last.put((int) payload.getAtIndex(JAVA_LONG, 0), sequence);
            // The first that this tailer sees of an appender need not be the appender's first.
            boolean next = before == null ? sequence % 3 != 1 : sequence == before + (before % 3 == 0 ? 2 : 1);
            wrong |= !next || payload.getAtIndex(JAVA_LONG, 2) != ~sequence;
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
