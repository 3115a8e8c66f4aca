package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A value that the DTO cannot have is reported with its key and the place of its entry. */
class PlacedValueFaultTest {

    private static final StructLayout LAYOUT = Layouts.struct(JAVA_BYTE.withName("side"));

    enum Side {
        BUY,
        SELL
    }

    static final class Raw {
        byte side;

        static final ReusableCodec<Raw> CODEC = StructCodec.ofClass(lookup(), Raw.class, LAYOUT);
    }

    static final class Order {
        Side side = Side.BUY;

        static final ReusableCodec<Order> CODEC = StructCodec.ofClass(lookup(), Order.class, LAYOUT);
    }

    interface OrderView extends StructView {
        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, LAYOUT);

        Side side();
    }

    private final OrderView view = OrderView.VIEWS.wrap(MemorySegment.ofArray(new byte[1]), 0);

    @TempDir
    Path folder;

    private <K> long put(MapCodec<K> keys, K key) throws IOException {
        try (MappedMap<K, Raw> map = MappedMap.builder(folder, keys, MapCodec.of(Raw.CODEC))
                .segmentSize(MapSamples.SEGMENT_SIZE)
                .open()) {
            Raw raw = new Raw();
            raw.side = 5;
            map.put(key, raw);
            try (MapChanges<K, Raw> changes = map.changes(0)) {
                return changes.position();
            }
        }
    }

    private <K> MappedMap<K, Order> open(MapCodec<K> keys) throws IOException {
        return MappedMap.builder(folder, keys, MapCodec.of(Order.CODEC)).open();
    }

    private void assertPlaced(long position, String key, Executable reading) {
        CorruptRecordException thrown = assertThrows(CorruptRecordException.class, reading);
        Throwable cause = thrown.getCause();
        assertNotNull(cause);
        assertEquals(
                "map=" + folder + " position=" + position + " key=" + key + ": " + cause.getMessage(),
                thrown.getMessage());
    }

    @Test
    void whatReadsTheValueNamesItsKey() throws IOException {
        long position = put(MapCodec.strings(), "ibm");
        try (MappedMap<String, Order> map = open(MapCodec.strings());
                MapChanges<String, Order> changes = map.changes(0)) {
            for (Executable reading : List.<Executable>of(
                    () -> map.get("ibm"),
                    () -> map.getInto("ibm", new Order()),
                    () -> map.view("ibm", view, OrderView::side),
                    () -> map.read("ibm", bytes -> Order.CODEC.read(bytes, 0)),
                    () -> map.iterator().next(),
                    () -> changes.poll((at, changed, value) -> {}))) {
                assertPlaced(position, "ibm", reading);
            }
        }
    }

    @Test
    void keysThatAreNoObjectsAreNamed() throws IOException {
        long position = put(MapCodec.longs(), 7L);
        try (MappedMap<Long, Order> map = open(MapCodec.longs())) {
            assertPlaced(position, "7", () -> map.longKeys().get(7));
            assertPlaced(position, "7", () -> map.longKeys().getInto(7, new Order()));
            assertPlaced(position, "7", () -> map.longKeys().view(7, view, OrderView::side));
        }
    }

    @Test
    void aKeyOfBytesIsNamedInHexadecimal() throws IOException {
        byte[] key = {0x0a, (byte) 0xff};
        long position = put(MapCodec.bytes(), key);
        try (MappedMap<byte[], Order> map = open(MapCodec.bytes())) {
            assertPlaced(position, "0x0aff", () -> map.get(key));
        }
    }

    @Test
    void aKeyThatCannotBeReadIsPlaced() throws IOException {
        Raw raw = new Raw();
        raw.side = 5;
        long position = put(MapCodec.of(Raw.CODEC), raw);
        try (MappedMap<Order, Order> map = open(MapCodec.of(Order.CODEC))) {
            CorruptRecordException thrown = assertThrows(
                    CorruptRecordException.class, () -> map.iterator().next());
            assertEquals(
                    "map=" + folder + " position=" + position + ", the key: "
                            + requireNonNull(thrown.getCause()).getMessage(),
                    thrown.getMessage());
        }
    }
}
