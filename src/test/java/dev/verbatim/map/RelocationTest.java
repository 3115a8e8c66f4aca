package dev.verbatim.map;

import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.ProtocolStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RelocationTest {

    /** More than are copied in one operation. */
    private static final int KEYS = 200;

    private static final long SEGMENT = 1L << 14;

    /** The bytes of an entry: header, what the map has of it, key and value. */
    private static final long ENTRY = 16 + 16 + 8 + 8;

    /** A key that is neither the first nor the last of those that are copied at once. */
    private static final int DAMAGED = 100;

    @TempDir
    Path folder;

    @AfterEach
    void watchNothing() {
        ProtocolStep.watch(step -> {});
    }

    /** {@return a map whose oldest segment has a value of each key; the thread of the map leaves it as it is} */
    private MappedMap<Long, Long> fill() throws IOException {
        MappedMap<Long, Long> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(SEGMENT)
                .open();
        for (long key = 0; key < KEYS; key++) {
            map.put(key, key);
        }
        beginSegment(map, 1);
        return map;
    }

    private static void beginSegment(MappedMap<Long, Long> map, int index) throws IOException {
        while (map.info().to() < index * SEGMENT + 256) {
            map.put((long) KEYS, 0L);
        }
    }

    @Test
    void allOfASegmentIsCopied() throws IOException {
        try (MappedMap<Long, Long> map = fill()) {
            assertEquals(1, map.compact());
            for (long key = 0; key < KEYS; key++) {
                assertEquals(key, map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** Copies of other keys are prepared when the first takes effect. */
    @Test
    void whoWritesBeforeACopyTakesEffectWins() throws IOException {
        try (MappedMap<Long, Long> map = fill()) {
            AtomicInteger steps = new AtomicInteger();
            ProtocolStep.watch(step -> {
                if (step == ProtocolStep.INDEXED && steps.getAndIncrement() == 0) {
                    change(map);
                }
            });
            assertEquals(1, map.compact());
            assertTrue(steps.get() > KEYS / 2, "the step was watched");
            ProtocolStep.watch(step -> {});
            for (long key = 0; key < KEYS; key++) {
                assertEquals(key % 3 == 1 ? Long.valueOf(-key) : key % 3 == 2 ? null : Long.valueOf(key), map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
            beginSegment(map, 2);
            assertEquals(1, map.compact(), "all copies have come to their end");
        }
    }

    /** Or each try would append the same copies again. */
    @Test
    void whatComesBeforeADamagedEntryIsCopiedOnce() throws IOException {
        try (MappedMap<Long, Long> map = fill()) {
            try (FileChannel segment = FileChannel.open(folder.resolve("000000000000.segment"), WRITE)) {
                segment.write(ByteBuffer.allocate(1).put(0, (byte) 1), 128 + DAMAGED * ENTRY + ENTRY - 1);
            }
            assertThrows(StoreException.class, map::compact);
            long end = map.info().to();
            assertThrows(StoreException.class, map::compact);
            assertEquals(end, map.info().to());
            map.put((long) DAMAGED, 0L);
            assertEquals(1, map.compact());
            for (long key = 0; key < KEYS; key++) {
                assertEquals(key == DAMAGED ? 0 : key, map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** Some copies are prepared when it comes, and one may have taken effect. */
    @ParameterizedTest
    @EnumSource(names = {"PREPARED", "INDEXED"})
    void whatAnErrorHasLeftOfTheCopiesIsSettled(ProtocolStep failing) throws IOException {
        try (MappedMap<Long, Long> map = fill()) {
            AtomicInteger steps = new AtomicInteger();
            ProtocolStep.watch(step -> {
                if (step == failing && steps.incrementAndGet() == KEYS / 4) {
                    throw new StackOverflowError();
                }
            });
            assertThrows(StackOverflowError.class, map::compact);
            ProtocolStep.watch(step -> {});
            assertEquals(1, map.compact());
            for (long key = 0; key < KEYS; key++) {
                assertEquals(key, map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
            beginSegment(map, 2);
            assertTrue(map.compact() > 0, "all copies have come to their end");
        }
    }

    private static void change(MappedMap<Long, Long> map) {
        try {
            for (long key = 0; key < KEYS; key++) {
                if (key % 3 == 1) {
                    map.put(key, -key);
                } else if (key % 3 == 2) {
                    map.remove(key);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
