package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the documentation. */
class QueueTutorialTest {

    record Quote(long id, double bid, double ask) {
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                MemoryLayout.structLayout(
                        JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask")));
    }

    @TempDir
    Path temporary;

    @Test
    void aQuoteIsAppendedAndRead() throws Exception {
        Path folder = temporary.resolve("quotes");
        // @start region="queue"
        try (MappedQueue queue = MappedQueue.open(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5));

            // in another thread, or in another process that has opened the same folder
            if (tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(1))) {
                Quote quote = tailer.poll(Quote.CODEC);
                // @end
                assertEquals(new Quote(1, 99.5, 100.5), quote);
            }
            assertTrue(queue.recovery().isPresent());
        }
    }
}
