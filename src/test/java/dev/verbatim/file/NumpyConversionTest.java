package dev.verbatim.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructCodec;
import dev.verbatim.TextConversions;
import dev.verbatim.TimeConversions;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversions read what NumPy saves of types that Java has not. */
@Needs(Tool.NUMPY)
class NumpyConversionTest {

    @TempDir
    Path folder;

    /** Times, unsigned numbers, UTF-32, texts in an array, bytes without a type: all that Java has no type for. */
    @Test
    @SuppressWarnings("ArrayRecordComponent") // it binds like any other
    void whatAConversionMakesIsReadFromTypesThatJavaHasNot() throws Exception {
        Path path = folder.resolve("ticks.npy");
        Python.run("""
            import sys, numpy as np
            id = np.void(bytes.fromhex('00112233445566778899aabbccddeeff'))
            row = ('2026-11-28T07:30:00.123456789', 2**32 - 1, 255, 'Z\\u00fcri\\U0001f600', ('ab', 'cdef'), id, [[1, 2, 3], [4, 5, 6]])
            none = ('NaT', 0, 0, '', ('', ''), id, [[0, 0, 0], [0, 0, 0]])
            np.save(sys.argv[1], np.array([row, none],
                [('time', '<M8[ns]'), ('volume', '<u4'), ('level', 'u1'), ('venue', '<U5'), ('names', 'S4', (2,)),
                 ('id', 'V16'), ('m', '<f4', (2, 3))]))
            """, path);
        // @start region="ticks"
        record Tick(Instant time, long volume, int level, String venue, List<String> names, UUID id, float[] m) {}
        Conversions conversions = Conversions.of(TextConversions.utf8(4), CodeConversions.uuid())
                .with("time", CodeConversions.nullable(TimeConversions.epochNanos(), Long.MIN_VALUE)) // NaT is null
                .with("volume", NumberConversions.unsignedInt())
                .with("level", NumberConversions.unsignedByte())
                .with("venue", TextConversions.utf32(5, JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN)));
        StructCodec<Tick> codec = StructCodec.ofRecord(lookup(), Tick.class, StructFile.layout(path), conversions);
        // @end
        try (StructFile<Tick> file = StructFile.open(path, codec)) {
            Tick tick = file.get(0);
            assertEquals(Instant.parse("2026-11-28T07:30:00.123456789Z"), tick.time);
            assertNull(file.get(1).time);
            assertEquals("Z\u00fcri\ud83d\ude00", tick.venue);
            assertEquals("", file.get(1).venue);
            assertEquals(0xffff_ffffL, tick.volume);
            assertEquals(255, tick.level);
            assertEquals(List.of("ab", "cdef"), tick.names);
            assertEquals(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"), tick.id);
            assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6}, tick.m);
        }
    }

    /** Bytes without a meaning to Java. */
    @SuppressWarnings("ArrayRecordComponent") // it is not compared
    private record Wide(byte[] bytes) {

        static Conversion<Wide> conversion(int byteSize) {
            return Conversion.ofBytes(
                    Wide.class,
                    byteSize,
                    (wide, segment, offset) -> MemorySegment.copy(wide.bytes, 0, segment, JAVA_BYTE, offset, byteSize),
                    (segment, offset) ->
                            new Wide(segment.asSlice(offset, byteSize).toArray(JAVA_BYTE)));
        }
    }

    /** Half precision, complex numbers and C's long double, in either byte order, nested and in arrays. */
    @Test
    @SuppressWarnings("ArrayRecordComponent") // they bind like any other
    void numbersOfOtherPrecisionAreReadBitForBit() throws Exception {
        // @start region="half"
        record Signal(float gain, float[] samples, float[] phase, double[] spectrum) {}
        Conversions half = Conversions.of(NumberConversions.half()); // of f2, a short in the layout
        // @end
        record Both(Signal signal, Wide f16, List<Wide> c32) {}
        for (String order : List.of("<", ">")) {
            Path path = folder.resolve(order.equals("<") ? "little.npy" : "big.npy");
            String bits = Python.run("""
                import sys, numpy as np
                o = sys.argv[2]
                signal = [('gain', o + 'f2'), ('samples', o + 'f2', (3,)), ('phase', o + 'c8'),
                          ('spectrum', o + 'c16', (2, 2))]
                wide = np.dtype(o + 'g').itemsize, np.dtype(o + 'G').itemsize
                if wide != (16, 32):
                    sys.exit(0)
                a = np.array([((-1.5, (6e-8, np.inf, 65504), 1.5-2j, ((1+2j, 3+4j), (5+6j, complex(-0.0, np.inf)))), 0, (0, 0))],
                    [('signal', signal), ('f16', o + 'f16'), ('c32', o + 'c32', (2,))])
                a['f16'] = np.longdouble(1) / 3
                np.save(sys.argv[1], a)
                print(a.tobytes().hex())
                """, path, order).strip();
            assumeTrue(!bits.isEmpty(), "long double has not 16 bytes");
            Conversions conversions = half.with("f16", Wide.conversion(16)).with("c32[]", Wide.conversion(32));
            StructCodec<Both> codec = StructCodec.ofRecord(lookup(), Both.class, StructFile.layout(path), conversions);
            Both both;
            try (StructFile<Both> file = StructFile.open(path, codec)) {
                both = file.get(0);
                assertEquals(bits, HexFormat.of().formatHex(file.segment().toArray(JAVA_BYTE)));
            }
            assertEquals(-1.5f, both.signal.gain);
            assertArrayEquals(new float[] {0x1p-24f, Float.POSITIVE_INFINITY, 65504}, both.signal.samples);
            assertArrayEquals(new float[] {1.5f, -2}, both.signal.phase);
            assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6, -0.0, Double.POSITIVE_INFINITY}, both.signal.spectrum);
            Path copy = folder.resolve("copy.npy");
            Files.deleteIfExists(copy);
            StructFile.createLike(copy, path).close();
            try (StructFile<Both> file = StructFile.openReadWrite(copy, codec)) {
                file.append(both);
            }
            assertEquals(StructFile.dtypes(path), StructFile.dtypes(copy));
            assertEquals(order + "f16", StructFile.dtypes(copy).get("f16"));
            assertEquals(
                    bits + "\n",
                    Python.run("import sys, numpy as np\nprint(np.load(sys.argv[1]).tobytes().hex())", copy));
        }
    }

    /** One member of each type of time, of UTF-32 in either order, and of numbers without a sign. */
    @Test
    @SuppressWarnings("ArrayRecordComponent") // they bind like any other
    void whatNumpySaysOfTimesIsWhatTheConversionMakes() throws Exception {
        record Times(
                Instant us, LocalDateTime ms, Instant s, LocalDate day, Duration ns, Duration hours, Instant[] grid) {}
        record Others(String wide, String[] pair, int port, int flags, Long most, String kind) {}
        record Both(Times times, Others others) {}
        Path path = folder.resolve("times.npy");
        Python.run("""
            import sys, numpy as np
            times = [('us', '<M8[us]'), ('ms', '>M8[ms]'), ('s', '<M8[s]'), ('day', '<M8[D]'), ('ns', '<m8[ns]'),
                     ('hours', '<m8[s]'), ('grid', '<M8[ns]', (2, 2))]
            others = [('wide', '>U3'), ('pair', '<U2', (2,)), ('port', '<u2'), ('flags', '>u2'), ('most', '<u4'),
                      ('kind', '<u8')]
            row = (('1969-12-31T23:59:59.999999', '2026-11-28T07:30:00.001', '-290000000-01-01T00:00:00', '0001-01-01',
                    -1, np.timedelta64(-3, 'h'), [['NaT', '1970-01-01'], ['2262-04-11', '1677-09-22']]),
                   ('\\u20ac\\U0001f600', ('ab', ''), 65000, 40000, 4294967295, 0x58424151))
            np.save(sys.argv[1], np.array([row], [('times', times), ('others', others)]))
            """, path);
        ByteOrder little = ByteOrder.LITTLE_ENDIAN;
        Conversions conversions = Conversions.none()
                .with("times.us", TimeConversions.epochMicros())
                .with("times.ms", TimeConversions.localEpochMillis())
                .with("times.s", TimeConversions.epochSeconds())
                .with("times.day", TimeConversions.epochDay(JAVA_LONG))
                .with("times.ns", TimeConversions.durationNanos())
                .with("times.hours", TimeConversions.durationSeconds())
                .with("times.grid[]", CodeConversions.nullable(TimeConversions.epochNanos(), Long.MIN_VALUE))
                .with("others.wide", TextConversions.utf32(3, JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN)))
                .with("others.pair[]", TextConversions.utf32(2, JAVA_INT.withOrder(little)))
                .with("others.port", NumberConversions.unsignedShort(JAVA_CHAR))
                .with("others.flags", NumberConversions.unsignedShort(JAVA_CHAR))
                .with("others.most", CodeConversions.nullable(NumberConversions.unsignedInt(), 0))
                .with("others.kind", TextConversions.ascii8());
        StructCodec<Both> codec = StructCodec.ofRecord(lookup(), Both.class, StructFile.layout(path), conversions);
        try (StructFile<Both> file = StructFile.open(path, codec)) {
            Times times = file.get(0).times;
            assertEquals(Instant.EPOCH.minusNanos(1_000), times.us);
            assertEquals(LocalDateTime.parse("2026-11-28T07:30:00.001"), times.ms);
            assertEquals(Instant.parse("-290000000-01-01T00:00:00Z"), times.s);
            assertEquals(LocalDate.of(1, 1, 1), times.day);
            assertEquals(Duration.ofNanos(-1), times.ns);
            assertEquals(Duration.ofHours(-3), times.hours);
            assertArrayEquals(
                    new Instant[] {
                        null,
                        Instant.EPOCH,
                        Instant.parse("2262-04-11T00:00:00Z"),
                        Instant.parse("1677-09-22T00:00:00Z")
                    },
                    times.grid);
            Others others = file.get(0).others;
            assertEquals("\u20ac\ud83d\ude00", others.wide);
            assertArrayEquals(new String[] {"ab", ""}, others.pair);
            assertEquals(65_000, others.port);
            assertEquals(40_000, others.flags);
            assertEquals(4_294_967_295L, others.most);
            assertEquals("QABX", others.kind);
        }
    }

    private enum Side {
        BUY,
        SELL
    }

    @Test
    void codesFlagsAndBytesAreReadFromTextsAndUnsignedNumbers() throws Exception {
        record Order(Side side, EnumSet<Side> sides, Side kind, int size, String name) {}
        Path path = folder.resolve("orders.npy");
        Python.run("""
            import sys, numpy as np
            np.save(sys.argv[1], np.array([('S', 3, 1, bytes([1, 2, 254]), 'ab')],
                [('side', 'S1'), ('sides', '<u2'), ('kind', 'u1'), ('size', 'V3'), ('name', 'S4')]))
            """, path);
        StructCodec<Order> codec = StructCodec.ofRecord(
                lookup(),
                Order.class,
                MemoryLayout.structLayout(
                        JAVA_BYTE.withName("side"),
                        ValueLayout.JAVA_SHORT_UNALIGNED
                                .withOrder(ByteOrder.LITTLE_ENDIAN)
                                .withName("sides"),
                        JAVA_BYTE.withName("kind"),
                        MemoryLayout.sequenceLayout(3, JAVA_BYTE).withName("size"),
                        MemoryLayout.sequenceLayout(4, JAVA_BYTE).withName("name")),
                Conversions.of(
                                CodeConversions.enumSet(Side.class),
                                NumberConversions.intOf(3, ByteOrder.BIG_ENDIAN, false))
                        .with(
                                "side",
                                CodeConversions.byteCodes(
                                        Side.class, side -> side.name().charAt(0))));
        try (StructFile<Order> file = StructFile.open(path, codec)) {
            assertEquals(new Order(Side.SELL, EnumSet.allOf(Side.class), Side.SELL, 0x0102fe, "ab"), file.get(0));
        }
    }
}
