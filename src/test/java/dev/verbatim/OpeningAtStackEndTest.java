package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.verbatim.internal.io.DeepStack;
import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the stack has too little room to open something, or to look at all of it, all is as before. */
@Timeout(180)
class OpeningAtStackEndTest {

    private static final Duration DURATION = Duration.ofSeconds(1);
    private static final int ENOUGH = 10;
    private static final int SEGMENT_SIZE = 1 << 14;

    @TempDir
    Path folder;

    private Path queue;
    private Path map;

    /** What a step has opened, near the end of the stack; closed where there is room again. */
    private @Nullable AutoCloseable opened;

    /** How often a step has come to its end since there was least left of the stack. */
    private int ended;

    @BeforeEach
    void makeAQueueAndAMap() throws IOException {
        queue = folder.resolve("queue");
        map = folder.resolve("map");
        MappedQueue.builder(queue).segmentSize(SEGMENT_SIZE).open().close();
        try (MappedMap<Long, String> made = MappedMap.builder(map, MapCodec.longs(), MapCodec.strings())
                .segmentSize(SEGMENT_SIZE)
                .open()) {
            made.put(1L, "one");
            made.put(2L, "two");
            made.remove(1L);
        }
    }

    private static MappedMap<Long, String> openMap(Path folder, boolean readOnly) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .readOnly(readOnly)
                .open();
    }

    private void closeOpened() throws Exception {
        AutoCloseable closed = opened;
        opened = null;
        if (closed != null) {
            closed.close();
        }
    }

    /** The registry of this JVM knows the lock file of a store as long as anything of the store is open. */
    private static void assertClosed(Path store) throws IOException {
        assertNull(JvmRegistry.get(LockFile.registryKey(store.resolve("lock"))), "the lock file of a closed store");
    }

    /**
     * Does something where ever more of the stack is left, and each time what comes after it, where there is room. Goes
     * on until the first has come to its end some times, and begins anew.
     */
    private void repeat(DeepStack.Step step, DeepStack.Step after) throws Exception {
        DeepStack.repeat(DURATION, left -> {
            if (left == 1) {
                ended = 0;
            }
            if (ended < ENOUGH) {
                DeepStack.run(left, () -> {
                    step.run();
                    ended++;
                });
                after.run();
            }
        });
    }

    @Test
    void aMapThatCouldNotBeOpenedIsClosed() throws Exception {
        repeat(() -> opened = openMap(map, false), () -> {
            closeOpened();
            assertClosed(map);
        });
        try (MappedMap<Long, String> again = openMap(map, false)) {
            assertEquals("two", again.get(2L));
            assertEquals(1, again.info().size());
        }
    }

    @Test
    void aMapThatCouldNotBeOpenedToReadIsClosed() throws Exception {
        repeat(() -> opened = openMap(map, true), () -> {
            closeOpened();
            assertClosed(map);
        });
    }

    @Test
    void aQueueThatCouldNotBeOpenedIsClosed() throws Exception {
        repeat(() -> opened = MappedQueue.open(queue), () -> {
            closeOpened();
            assertClosed(queue);
        });
    }

    @Test
    void aTailerThatCouldNotBeOpenedHoldsNothing() throws Exception {
        try (MappedQueue open = MappedQueue.open(queue)) {
            repeat(() -> opened = open.tailer(), this::closeOpened);
            repeat(() -> opened = open.tailer("reader"), () -> {
                closeOpened();
                open.tailer("reader").close(); // its name is free
            });
            assertEquals(Map.of("reader", 128L), open.info().tailers());
        }
        assertClosed(queue);
    }

    @Test
    void aLookAtAllThatCouldNotEndHoldsNothing() throws Exception {
        MappedQueue openQueue = MappedQueue.open(queue);
        MappedMap<Long, String> openMap = openMap(map, false);
        repeat(openQueue::verify, () -> {});
        repeat(openQueue::info, () -> {});
        repeat(openMap::verify, () -> {});
        repeat(openMap::info, () -> {});
        assertEquals(List.of(), openMap.verify().damage());
        openQueue.close();
        openMap.close();
        assertClosed(queue);
        assertClosed(map);
    }
}
