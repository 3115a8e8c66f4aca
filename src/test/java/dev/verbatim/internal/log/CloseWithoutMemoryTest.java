package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.samples.CloseAllocation;
import java.io.Closeable;
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

    @TempDir
    Path folder;

    @Test
    void ofAWriter() throws Exception {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            long least = CloseAllocation.least(() -> {
                EntryWriter writer = new EntryWriter(log, "the writer", CALLERS);
                return (Closeable) writer::close;
            });
            assertEquals(CloseAllocation.leastOfGuard(), least);
        }
    }

    @Test
    void ofATailer() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open()) {
            assertEquals(CloseAllocation.leastOfGuard(), CloseAllocation.least(queue::tailer));
            assertEquals(CloseAllocation.leastOfGuard(), CloseAllocation.least(() -> queue.tailer("a name")));
        }
    }

    /** It may be what closes the log at last. */
    @Test
    void ofACall() throws Exception {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            Log.Call<Log, RuntimeException> call = () -> log;
            assertEquals(0, CloseAllocation.least(() -> () -> log.call(call)));
        }
    }
}
