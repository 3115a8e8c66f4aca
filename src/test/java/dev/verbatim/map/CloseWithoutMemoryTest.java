package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.verbatim.internal.io.CallGuard;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As its namesake of the log: a close takes no memory once it has begun to give back. */
class CloseWithoutMemoryTest {

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
    void ofASession() throws Exception {
        MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try {
            assertEquals(ofGuard(), leastAllocated(() -> new Session(store)::close));
        } finally {
            store.close();
        }
    }

    @Test
    void ofAReaderOfChanges() throws Exception {
        try (MappedMap<Long, String> map =
                MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings()).open()) {
            assertEquals(ofGuard(), leastAllocated(map::changes));
        }
    }
}
