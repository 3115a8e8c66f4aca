package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Two layouts whose texts have the same CRC-32C: the id of the one that is stored is not that of the other. */
class SameLayoutIdTest {

    private static final StructLayout LONGS = Layouts.struct(JAVA_LONG.withName("krfjdjcwkd"));

    private static final StructLayout DOUBLES = Layouts.struct(JAVA_DOUBLE.withName("wsjqqgmpfg"));

    record Whole(long v) {
        static final StructCodec<Whole> CODEC = StructCodec.ofRecord(
                lookup(), Whole.class, LONGS, Conversions.none().withName("krfjdjcwkd", "v"));
    }

    record Fraction(double v) {
        static final StructCodec<Fraction> CODEC = StructCodec.ofRecord(
                lookup(), Fraction.class, DOUBLES, Conversions.none().withName("wsjqqgmpfg", "v"));
    }

    @TempDir
    Path folder;

    private static void assertRefused(Executable reading) {
        String message =
                assertThrowsExactly(LayoutMismatchException.class, reading).getMessage();
        assertTrue(message.contains("{\"krfjdjcwkd\":j}"), message);
        assertTrue(message.contains("{\"wsjqqgmpfg\":d}"), message);
    }

    @Test
    void theyHaveOneId() {
        assertEquals(LayoutText.id(LONGS), LayoutText.id(DOUBLES));
    }

    @Test
    void anEntryIsNotReadAsTheOther() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer();
                Tailer passing = queue.tailer().passing(DOUBLES)) {
            appender.append(Whole.CODEC, new Whole(42));

            assertRefused(() -> tailer.poll(Fraction.CODEC));
            assertEquals(new Whole(42), tailer.poll(Whole.CODEC));
            assertEquals(new Whole(42), passing.poll(Whole.CODEC));
        }
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer();
                Tailer passing = queue.tailer().passing(LONGS)) {
            assertRefused(() -> tailer.poll(Fraction.CODEC));
            assertEquals(new Whole(42), tailer.poll(Whole.CODEC));
            assertEquals(null, passing.poll(Whole.CODEC));
        }
    }

    record Wholes(long v, String text) {
        static final VarCodec<Wholes> CODEC = VarCodec.ofRecord(
                lookup(), Wholes.class, Layouts.varRecord(JAVA_LONG.withName("v"), Layouts.varRef("text")));
    }

    /** A codec of variable-length records takes another way. */
    @Test
    void anEntryIsReadByItsOwnCodec() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Wholes.CODEC, new Wholes(42, "x"));
            appender.append(Whole.CODEC, new Whole(43));

            assertEquals(new Wholes(42, "x"), tailer.poll(Wholes.CODEC));
            assertRefused(() -> tailer.poll(Fraction.CODEC));
            assertThrowsExactly(LayoutMismatchException.class, () -> tailer.poll(Wholes.CODEC));
            assertEquals(new Whole(43), tailer.poll(Whole.CODEC));
        }
    }

    @Test
    void aMapIsNotOpenedWithTheOther() throws IOException {
        Path values = folder.resolve("values");
        try (MappedMap<Long, Whole> map = MappedMap.open(values, MapCodec.longs(), MapCodec.of(Whole.CODEC))) {
            map.put(1L, new Whole(42));
        }
        assertRefused(() -> MappedMap.builder(values, MapCodec.longs(), MapCodec.of(Fraction.CODEC))
                .readOnly(true)
                .open());
        Path keys = folder.resolve("keys");
        try (MappedMap<Whole, Long> map = MappedMap.open(keys, MapCodec.of(Whole.CODEC), MapCodec.longs())) {
            map.put(new Whole(42), 1L);
        }
        assertRefused(() -> MappedMap.open(keys, MapCodec.of(Fraction.CODEC), MapCodec.longs()));
        try (MappedMap<Whole, Long> map = MappedMap.builder(keys, MapCodec.of(Whole.CODEC), MapCodec.longs())
                .readOnly(true)
                .open()) {
            assertEquals(1, map.get(new Whole(42)));
        }
    }
}
