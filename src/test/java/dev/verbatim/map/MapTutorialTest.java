package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.WaitStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the documentation. */
class MapTutorialTest {

    // @start region="value"
    static final class Position {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                JAVA_LONG.withName("account"), JAVA_DOUBLE.withName("quantity"), JAVA_DOUBLE.withName("price"));
        static final ReusableCodec<Position> CODEC = StructCodec.ofClass(lookup(), Position.class, LAYOUT);

        long account;
        double quantity;
        double price;
    }
    // @end

    // @start region="view"
    interface PositionView extends StructView {
        ViewFactory<PositionView> VIEWS = ViewFactory.of(lookup(), PositionView.class, Position.LAYOUT);

        double quantity();

        double price();
    }
    // @end

    @TempDir
    Path temporary;

    private static Position position(long account, double quantity, double price) {
        Position position = new Position();
        position.account = account;
        position.quantity = quantity;
        position.price = price;
        return position;
    }

    private MappedMap<Long, Position> open() throws IOException {
        return MappedMap.open(temporary.resolve("positions"), MapCodec.longs(), MapCodec.of(Position.CODEC));
    }

    @Test
    void aPositionIsPutAndRead() throws Exception {
        Path folder = temporary.resolve("positions");
        Position position = position(7, 100, 99.5);
        List<Position> found = new ArrayList<>();
        // @start region="map"
        try (MappedMap<Long, Position> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Position.CODEC))) {
            map.put(4711L, position);

            // in another thread, or in another process that has opened the same folder
            found.add(map.get(4711L));
        }
        // @end
        assertEquals(99.5, found.getFirst().price);
        try (MappedMap<Long, Position> map = open()) {
            // @start region="reusable"
            LongKeys<Position> positions = map.longKeys();
            Position reusable = new Position();
            if (positions.getInto(4711, reusable)) {
                reusable.quantity += 50;
                positions.put(4711, reusable);
            }
            // @end
            // @start region="compute"
            map.compute(4711L, (id, old) -> {
                Position next = old == null ? new Position() : old;
                next.quantity -= 20;
                return next;
            });
            // @end
            DoubleAdder total = new DoubleAdder();
            // @start region="inPlace"
            PositionView view = PositionView.VIEWS.unwrapped();
            positions.view(4711, view, p -> total.add(p.quantity() * p.price()));
            // @end
            assertEquals(130 * 99.5, total.sum());
            assertTrue(map.remove(4711L));
            assertNull(map.get(4711L));
        }
    }

    @Test
    void theJdksInterface() throws Exception {
        try (MappedMap<Long, Position> map = open()) {
            // @start region="concurrentMap"
            ConcurrentMap<Long, Position> positions = map.asConcurrentMap();
            Position first = positions.computeIfAbsent(1L, id -> new Position());
            // @end
            assertEquals(0, first.account);
            List<Long> ids = new ArrayList<>();
            // @start region="iteration"
            for (Map.Entry<Long, Position> entry : map) {
                ids.add(entry.getKey());
            }
            // @end
            assertEquals(List.of(1L), ids);
        }
    }

    // @start region="newerValue"
    record DatedPosition(long account, double quantity, double price, long openedMillis) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                JAVA_LONG.withName("account"),
                JAVA_DOUBLE.withName("quantity"),
                JAVA_DOUBLE.withName("price"),
                JAVA_LONG.withName("openedMillis"));
        static final StructCodec<DatedPosition> CODEC = StructCodec.ofRecord(lookup(), DatedPosition.class, LAYOUT);

        static DatedPosition of(Position old) {
            return new DatedPosition(old.account, old.quantity, old.price, 0);
        }
    }
    // @end

    @Test
    void valuesMoveToAnotherLayout() throws Exception {
        Path folder = temporary.resolve("positions");
        try (MappedMap<Long, Position> map = open()) {
            for (long i = 0; i < 100; i++) {
                map.put(i, position(i, 10, 99.5));
            }
        }
        move(folder);
        move(folder);
        try (MappedMap<Long, DatedPosition> map =
                MappedMap.open(folder, MapCodec.longs(), MapCodec.of(DatedPosition.CODEC))) {
            for (long i = 0; i < 100; i++) {
                assertEquals(new DatedPosition(i, 10, 99.5, 0), map.get(i));
            }
            assertEquals(100, map.asConcurrentMap().size());
        }
        try (MappedMap<Long, StoredValue> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.storedValues());
                MapChanges<Long, StoredValue> changes = map.changes()) {
            int count = 0;
            while (changes.poll((position, key, value) -> {})) {
                count++;
            }
            assertEquals(200, count, "each value is put once, and moved once");
        }
    }

    private static void move(Path folder) throws IOException {
        // @start region="migration"
        try (MappedMap<Long, StoredValue> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.storedValues())) {
            int older = LayoutText.id(Position.LAYOUT);
            int newer = map.storeLayout(DatedPosition.LAYOUT);
            for (Map.Entry<Long, StoredValue> entry : map) {
                if (entry.getValue().layoutId() != older) {
                    continue; // moved by an earlier run
                }
                map.compute(entry.getKey(), (account, value) -> {
                    if (value == null || value.layoutId() != older) {
                        return value; // taken away, or put anew, since
                    }
                    MemorySegment bytes = MemorySegment.ofArray(new long[4]);
                    DatedPosition.CODEC.write(DatedPosition.of(Position.CODEC.read(value.bytes(), 0)), bytes, 0);
                    return new StoredValue(newer, bytes);
                });
            }
        }
        // @end
    }

    @Test
    void changesAreFollowed() throws Exception {
        List<String> seen = new ArrayList<>();
        try (MappedMap<Long, Position> map = open()) {
            map.put(1L, position(7, 1, 2));
            map.remove(1L);
            long position;
            // @start region="changes"
            try (MapChanges<Long, Position> changes = map.changes()) {
                while (changes.poll((at, key, value) -> seen.add(key + (value == null ? " removed" : " put")))) {
                    // until there is none yet
                }
                position = changes.position();
            }
            // @end
            assertEquals(List.of("1 put", "1 removed"), seen);
            map.put(2L, position(8, 1, 2));
            try (MapChanges<Long, Position> changes = map.changes(position)) {
                assertTrue(changes.poll((at, key, value) -> assertEquals(2L, key)));
                assertFalse(changes.poll((at, key, value) -> {}));
            }
        }
    }

    /** A map on the heap that has others change the map while it is filled. */
    @SuppressWarnings("serial") // nobody writes it to a stream
    private static final class DisturbedCopy extends HashMap<Long, Position> {
        private final MappedMap<Long, Position> map;

        private DisturbedCopy(MappedMap<Long, Position> map) {
            this.map = map;
        }

        @Override
        public @Nullable Position put(Long key, Position value) {
            if (isEmpty()) {
                try {
                    map.put(1L, position(1, 5, 5));
                    map.remove(99L);
                    map.put(200L, position(200, 5, 5));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return super.put(key, value);
        }
    }

    @Test
    void aCopyIsKeptUpToDate() throws Exception {
        try (MappedMap<Long, Position> map = open()) {
            for (long id = 0; id < 100; id++) {
                map.put(id, position(id, 1, 2));
            }
            map.remove(7L);
            Map<Long, Position> copy = new DisturbedCopy(map);
            Iterator<Boolean> turns = List.of(true, true, true, false).iterator();
            BooleanSupplier running = turns::next;
            // @start region="snapshot"
            try (MapChanges<Long, Position> changes = map.changes()) {
                changes.toEnd();
                for (Map.Entry<Long, Position> entry : map) {
                    copy.put(entry.getKey(), entry.getValue());
                }
                while (running.getAsBoolean()) {
                    if (changes.await(WaitStrategy.backoff(), Duration.ofSeconds(1))) {
                        changes.poll((at, key, value) -> {
                            if (value == null) {
                                copy.remove(key);
                            } else {
                                copy.put(key, value);
                            }
                        });
                    }
                }
            }
            // @end
            assertEquals(99, copy.size());
            assertEquals(5, requireNonNull(copy.get(1L)).price);
            assertFalse(copy.containsKey(99L));
            assertEquals(5, requireNonNull(copy.get(200L)).price);
        }
    }

    @Test
    void aMapCanBeACache() throws IOException {
        Path folder = temporary.resolve("cache");
        // @start region="cache"
        try (MappedMap<String, String> cache = MappedMap.builder(folder, MapCodec.strings(), MapCodec.strings())
                .maxBytes(1L << 30)
                .timeToLive(Duration.ofMinutes(20))
                .open()) {
            cache.put("session 4711", "…");
        }
        // @end
        try (MappedMap<String, String> cache = MappedMap.open(folder, MapCodec.strings(), MapCodec.strings())) {
            assertEquals("…", cache.get("session 4711"));
        }
    }
}
