package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.queue.MappedQueue;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A close takes no memory once it has begun to give back: if there were none, a slot would look alive, and a name would
 * be in use, until the process ends. What a guard takes before that is no harm: then the next close begins anew.
 */
class CloseWithoutMemoryTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");
    private static final String CALLERS = CloseWithoutMemoryTest.class.getName();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    private interface Opening {
        AutoCloseable open() throws Exception;
    }

    /** {@return what a close allocates: the least of many times, as what is linked on the way counts too} */
    private static long leastAllocated(Opening opening) throws Exception {
        long least = Long.MAX_VALUE;
        for (int n = 0; n < 50; n++) {
            AutoCloseable opened = opening.open();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            opened.close();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static long ofGuard() throws Exception {
        return leastAllocated(() -> new CallGuard("nothing", CALLERS, () -> {}));
    }

    @Test
    void ofAWriter() throws Exception {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            long least = leastAllocated(() -> {
                EntryWriter writer = new EntryWriter(log, "the writer", CALLERS);
                return (Closeable) writer::close;
            });
            assertEquals(ofGuard(), least);
        }
    }

    @Test
    void ofATailer() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open()) {
            assertEquals(ofGuard(), leastAllocated(queue::tailer));
            assertEquals(ofGuard(), leastAllocated(() -> queue.tailer("a name")));
        }
    }

    @Test
    void ofACall() throws IOException {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            Log.Call<Log, RuntimeException> call = () -> log;
            long least = Long.MAX_VALUE;
            for (int n = 0; n < 50; n++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                log.call(call);
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least);
        }
    }
}
