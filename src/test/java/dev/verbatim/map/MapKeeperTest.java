package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.verbatim.internal.io.DeepStack;
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

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void itGoesOnAfterRequestsWithoutRoomOnTheStack() throws Exception {
        MapStore store = MapSamples.openStore(folder, 1L << 14, MapCodec.strings());
        MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings());
        DeepStack.repeat(
                Duration.ofSeconds(3),
                left -> DeepStack.run(left, () -> store.keeper().request(new AtomicBoolean(), () -> {})));
        assertTimeoutPreemptively(PATIENCE, () -> {
            map.compact();
            map.put(1L, "one");
            map.close();
        });
    }

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
