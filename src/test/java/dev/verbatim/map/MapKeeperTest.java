package dev.verbatim.map;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That the thread of a map goes on, whatever has gone wrong. */
@Timeout(60)
class MapKeeperTest {

    @TempDir
    Path folder;

    /** As where memory is full for a moment. */
    @Test
    void oldEntriesGoAfterATryThatFailedAndCouldNotBeLogged() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        AtomicBoolean failed = new AtomicBoolean();
        Logger logger = Logger.getLogger(MapKeeper.class.getName());
        try (MappedMap<Long, Long> map = openWithTimeToLive(now)) {
            map.put(1L, 1L);
            logger.setFilter(entry -> {
                failed.set(true);
                throw new OutOfMemoryError("for a log");
            });
            ProtocolStep.watch(step -> {
                if (Thread.currentThread().getName().equals("verbatim-map-keeper")) {
                    throw new OutOfMemoryError("for a step");
                }
            });
            now.updateAndGet(instant -> instant.plusSeconds(11));
            KilledProcess.awaitHere("a failure", failed::get);
            ProtocolStep.watch(step -> {});
            now.updateAndGet(instant -> instant.plusSeconds(11));
            KilledProcess.awaitHere("the removal", () -> map.get(1L) == null);
        } finally {
            ProtocolStep.watch(step -> {});
            logger.setFilter(null);
        }
    }

    private MappedMap<Long, Long> openWithTimeToLive(AtomicReference<Instant> now) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .timeToLive(Duration.ofSeconds(10))
                .clock(now::get)
                .open();
    }
}
