package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JDK's methods of a map do beside other writers, and with values of other layouts. */
class ConcurrentMapViewTest {

    @TempDir
    Path folder;

    private MappedMap<Long, Long> openLongs() throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(1 << 16)
                .open();
    }

    @Test
    void aValueThatCannotBeReadIsNotExchanged() throws IOException {
        try (MappedMap<Long, Long> map = openLongs()) {
            map.put(1L, 7L);
        }
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            ConcurrentMap<Long, String> view = map.asConcurrentMap();
            assertThrows(LayoutMismatchException.class, () -> view.put(1L, "new"));
            assertThrows(LayoutMismatchException.class, () -> view.putIfAbsent(1L, "new"));
            assertThrows(LayoutMismatchException.class, () -> view.replace(1L, "new"));
            assertThrows(LayoutMismatchException.class, () -> view.remove(1L));
        }
        try (MappedMap<Long, Long> map = openLongs()) {
            assertEquals(7L, map.get(1L));
        }
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "new"); // asks for no value
            assertEquals("new", map.asConcurrentMap().remove(1L));
            assertTrue(map.asConcurrentMap().isEmpty());
        }
    }
}
