package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of {@code docs/conversions.md}. */
class ConversionTutorialTest {

    // @start region="order"
    enum Side {
        BUY('B'),
        SELL('S');

        final char code;

        Side(char code) {
            this.code = code;
        }
    }

    record Order(Instant time, Side side, long quantity, Integer limit, String symbol) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("time"),
                JAVA_BYTE.withName("side"),
                JAVA_INT.withName("quantity"),
                JAVA_INT.withName("limit"),
                JAVA_LONG.withName("symbol"));

        static final Conversions CONVERSIONS = Conversions.of(
                        TimeConversions.epochNanos(),
                        CodeConversions.byteCodes(Side.class, side -> side.code),
                        NumberConversions.unsignedInt(),
                        CodeConversions.nullable(Integer.class, Integer.MIN_VALUE))
                .with("symbol", TextConversions.ascii8());

        static final StructCodec<Order> CODEC = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
    }
    // @end

    // @start region="own"
    record Price(long ticks) {
        static final Conversion<Price> CONVERSION = Conversion.ofLong(Price.class, Price::ticks, Price::new);
    }
    // @end

    // @start region="absent"
    /** Days since 1970 in 16 unsigned bits, 0 for none. */
    static final Conversion<LocalDate> DATE = CodeConversions.nullable(
            Conversion.ofShort(
                    LocalDate.class,
                    date -> (short) Objects.checkIndex(date.toEpochDay(), 1L << 16),
                    stored -> LocalDate.ofEpochDay(stored & 0xffff)),
            0);

    /** A letter of Latin-1. */
    static final Conversion<Character> LETTER = Conversion.ofByte(
            char.class, letter -> (byte) Objects.checkIndex(letter, 1 << 8), stored -> (char) (stored & 0xff));
    // @end

    // @start region="bytes"
    /** Latin-1 as C reads it: up to the first zero, whatever a sender has left behind it. */
    static final Conversion<String> C_TEXT = Conversion.ofBytes(
            String.class,
            10,
            (text, segment, offset) -> {
                if (text.indexOf(0) >= 0 || !ISO_8859_1.newEncoder().canEncode(text)) {
                    throw new IllegalArgumentException("expected Latin-1 without \\0");
                }
                byte[] bytes = text.getBytes(ISO_8859_1);
                MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, offset, bytes.length); // zeros follow
            },
            (segment, offset) -> {
                byte[] bytes = segment.asSlice(offset, 10).toArray(JAVA_BYTE);
                int end = 0;
                while (end < bytes.length && bytes[end] != 0) {
                    end++;
                }
                return new String(bytes, 0, end, ISO_8859_1);
            });
    // @end

    /** A type of a library, which knows buffers and no segments. */
    static final class Matrix {
        final float[] elements = new float[16];

        Matrix(ByteBuffer buffer) {
            buffer.asFloatBuffer().get(elements);
        }

        void get(ByteBuffer buffer) {
            buffer.asFloatBuffer().put(elements);
        }
    }

    // @start region="buffer"
    static final Conversion<Matrix> MATRIX = Conversion.ofBytes(
            Matrix.class,
            64,
            (matrix, segment, offset) -> {
                ByteBuffer buffer = ByteBuffer.allocate(64).order(LITTLE_ENDIAN);
                matrix.get(buffer);
                MemorySegment.copy(MemorySegment.ofArray(buffer.array()), 0, segment, offset, 64);
            },
            (segment, offset) -> {
                byte[] bytes = segment.asSlice(offset, 64).toArray(JAVA_BYTE);
                return new Matrix(ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN));
            });
    // @end

    // @start region="struct"
    /** C's {@code struct timespec}. */
    record Timespec(long tv_sec, long tv_nsec) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("tv_sec"), JAVA_LONG.withName("tv_nsec"));

        static final StructCodec<Timespec> CODEC = StructCodec.ofRecord(lookup(), Timespec.class, LAYOUT);

        static final Conversion<Instant> INSTANT = Conversion.ofStruct(
                Instant.class,
                CODEC,
                time -> new Timespec(time.getEpochSecond(), time.getNano()),
                stored -> Instant.ofEpochSecond(stored.tv_sec, Objects.checkIndex(stored.tv_nsec, 1_000_000_000L)));
    }

    record Stat(long ino, Instant mtime) {
        static final StructCodec<Stat> CODEC = StructCodec.ofRecord(
                lookup(),
                Stat.class,
                Layouts.struct(JAVA_LONG.withName("ino"), Timespec.LAYOUT.withName("mtime")),
                Conversions.of(Timespec.INSTANT));
    }
    // @end

    // @start region="bits"
    record Flags(boolean assumeValid, boolean extended, int stage, int nameLength) {
        static final Conversion<Flags> CONVERSION = Conversion.ofShort(Flags.class, Flags::bits, Flags::of);

        Flags {
            Objects.checkIndex(stage, 1 << 2);
            Objects.checkIndex(nameLength, 1 << 12);
        }

        private short bits() {
            return (short) ((assumeValid ? 1 << 15 : 0) | (extended ? 1 << 14 : 0) | stage << 12 | nameLength);
        }

        private static Flags of(int bits) {
            return new Flags((bits & 1 << 15) != 0, (bits & 1 << 14) != 0, bits >> 12 & 0x3, bits & 0xfff);
        }
    }
    // @end

    // @start region="bits-view"
    interface EntryView extends StructView {
        short flags();

        void flags(short flags);

        default int stage() {
            return flags() >> 12 & 0x3;
        }

        default void stage(int stage) {
            flags((short) ((flags() & ~(0x3 << 12)) | Objects.checkIndex(stage, 1 << 2) << 12));
        }
    }
    // @end

    // @start region="view"
    interface OrderView extends StructView {
        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, Order.LAYOUT, Order.CONVERSIONS);

        Instant time();

        Side side();

        void side(Side side);
    }
    // @end

    // @start region="elements"
    record Session(List<Instant> trades, List<Side> sides, List<UUID> parties, Optional<Integer> limit) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("trades", JAVA_LONG),
                Layouts.varRef("sides", JAVA_BYTE),
                Layouts.varRef("parties", sequenceLayout(16, JAVA_BYTE)),
                JAVA_INT.withName("limit"));
        static final VarCodec<Session> CODEC = VarCodec.ofRecord(
                lookup(),
                Session.class,
                LAYOUT,
                Conversions.of(
                        TimeConversions.epochNanos(),
                        CodeConversions.byteCodes(Side.class, side -> side.code),
                        CodeConversions.uuid(),
                        CodeConversions.nullable(Integer.class, Integer.MIN_VALUE)));
    }
    // @end

    @Test
    void elementsAreConverted() {
        MemorySegment segment = MemorySegment.ofArray(new byte[200]);
        Session session =
                new Session(List.of(Instant.EPOCH), List.of(Side.SELL), List.of(new UUID(1, 2)), Optional.empty());
        Session.CODEC.write(session, segment, 0);
        assertEquals(session, Session.CODEC.read(segment, 0));
    }

    @Test
    void ordersAreConverted() {
        MemorySegment segment = Arena.ofAuto().allocate(Order.LAYOUT);
        Order order = new Order(Instant.parse("2026-11-22T10:00:00Z"), Side.SELL, 4_000_000_000L, null, "AAPL");
        Order.CODEC.write(order, segment, 0);
        assertEquals('S', segment.get(JAVA_BYTE, 8));
        assertEquals(order, Order.CODEC.read(segment, 0));
        OrderView view = OrderView.VIEWS.wrap(segment, 0);
        view.side(Side.BUY);
        assertEquals(Side.BUY, Order.CODEC.read(segment, 0).side());
        assertEquals(order.time(), view.time());
    }

    @Test
    void datesThatMayBeAbsentAndLettersAreConverted() {
        record Expiry(LocalDate date, char type) {}
        StructCodec<Expiry> codec = StructCodec.ofRecord(
                lookup(),
                Expiry.class,
                Layouts.packed(Layouts.struct(JAVA_SHORT.withName("date"), JAVA_BYTE.withName("type"))),
                Conversions.of(DATE, LETTER));
        MemorySegment segment = MemorySegment.ofArray(new byte[3]);
        for (LocalDate date : new LocalDate[] {LocalDate.of(2026, 11, 28), LocalDate.of(2149, 6, 6), null}) {
            codec.write(new Expiry(date, 'E'), segment, 0);
            assertEquals('E', segment.get(JAVA_BYTE, 2));
            assertEquals(new Expiry(date, 'E'), codec.read(segment, 0));
        }
        assertEquals(0, segment.get(JAVA_SHORT_UNALIGNED, 0));
        codec.write(new Expiry(null, 'ÿ'), segment, 0);
        assertEquals(new Expiry(null, 'ÿ'), codec.read(segment, 0));
        for (Expiry refused : List.of(
                new Expiry(LocalDate.EPOCH.minusDays(1), 'E'),
                new Expiry(LocalDate.EPOCH.plusDays(1 << 16), 'E'),
                new Expiry(null, 'Ё'))) {
            assertThrows(IllegalArgumentException.class, () -> codec.write(refused, segment, 0));
        }
    }

    /** Text that big-endian code has packed into a long, the first character highest. */
    @Test
    void textInABigEndianLongIsASequenceOfBytes() {
        record Symbol(String text) {}
        long packed = 'F' << 16 | 'O' << 8 | 'O';
        packed = packed << 40 | 0x2020202020L;
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        segment.set(JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN), 0, packed);
        StructCodec<Symbol> codec = StructCodec.ofRecord(
                lookup(),
                Symbol.class,
                Layouts.struct(sequenceLayout(8, JAVA_BYTE).withName("text")),
                Conversions.of(TextConversions.latin1(8)));
        assertEquals(new Symbol("FOO"), codec.read(segment, 0));
        MemorySegment written = MemorySegment.ofArray(new byte[8]);
        codec.write(new Symbol("FOO"), written, 0);
        assertEquals(-1, written.mismatch(segment));
    }

    @Test
    void textOfCEndsAtTheFirstZero() {
        record Line(String text) {}
        StructLayout layout = Layouts.struct(sequenceLayout(10, JAVA_BYTE).withName("text"));
        StructCodec<Line> plain = StructCodec.ofRecord(lookup(), Line.class, layout);
        StructCodec<Line> ofC = StructCodec.ofRecord(lookup(), Line.class, layout, Conversions.of(C_TEXT));
        MemorySegment segment = MemorySegment.ofArray("AB\0xyz\0\0\0\0".getBytes(US_ASCII));
        assertEquals(new Line("AB\0xyz"), plain.read(segment, 0));
        assertEquals(new Line("AB"), ofC.read(segment, 0));
        ofC.write(new Line("AB"), segment, 0);
        assertEquals(new Line("AB"), plain.read(segment, 0));
        ofC.write(new Line("0123456789"), segment, 0);
        assertEquals(new Line("0123456789"), ofC.read(segment, 0));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> ofC.write(new Line("0123456789A"), segment, 0))
                .getMessage();
        assertTrue(message.contains("text=0123456789A: "), message);
        for (String refused : List.of("A\0B", "Ё", "\ud800")) {
            assertThrows(IllegalArgumentException.class, () -> ofC.write(new Line(refused), segment, 0));
        }
        assertEquals(new Line("0123456789"), ofC.read(segment, 0));
        ofC.write(new Line("Zürich"), segment, 0);
        assertEquals(new Line("Zürich"), ofC.read(segment, 0));
    }

    @Test
    void flagsAreBitFields() {
        record Entry(Flags flags) {}
        StructLayout layout = Layouts.struct(JAVA_SHORT.withOrder(BIG_ENDIAN).withName("flags"));
        StructCodec<Entry> codec =
                StructCodec.ofRecord(lookup(), Entry.class, layout, Conversions.of(Flags.CONVERSION));
        MemorySegment segment = MemorySegment.ofArray(new byte[2]);
        Entry entry = new Entry(new Flags(true, false, 2, 0xabc));
        codec.write(entry, segment, 0);
        assertEquals(0xaabc, Short.toUnsignedInt(segment.get(JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN), 0)));
        assertEquals(entry, codec.read(segment, 0));
        EntryView view = ViewFactory.of(lookup(), EntryView.class, layout).wrap(segment, 0);
        assertEquals(2, view.stage());
        view.stage(1);
        assertEquals(new Entry(new Flags(true, false, 1, 0xabc)), codec.read(segment, 0));
    }

    @Test
    void aTypeOfTheJdkIsAStructOfC() {
        MemorySegment segment = Arena.ofAuto().allocate(Stat.CODEC.layout());
        Stat stat = new Stat(1, Instant.ofEpochSecond(-2, 3));
        Stat.CODEC.write(stat, segment, 0);
        assertEquals(-2, segment.get(JAVA_LONG, 8));
        assertEquals(3, segment.get(JAVA_LONG, 16));
        assertEquals(stat, Stat.CODEC.read(segment, 0));
        segment.set(JAVA_LONG, 16, 1_000_000_000L);
        assertThrows(CorruptRecordException.class, () -> Stat.CODEC.read(segment, 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTypeThatKnowsBuffersIsConverted(boolean isOfBytes) {
        record Model(Matrix matrix) {}
        MemoryLayout matrix = isOfBytes ? sequenceLayout(64, JAVA_BYTE) : sequenceLayout(16, JAVA_FLOAT);
        StructCodec<Model> codec = StructCodec.ofRecord(
                lookup(), Model.class, Layouts.struct(matrix.withName("matrix")), Conversions.of(MATRIX));
        MemorySegment segment = Arena.ofAuto().allocate(64);
        segment.set(JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN), 60, 1.5f);
        Model model = codec.read(segment, 0);
        assertEquals(1.5f, model.matrix().elements[15]);
        MemorySegment copy = Arena.ofAuto().allocate(64);
        codec.write(model, copy, 0);
        assertEquals(-1, segment.mismatch(copy));
    }

    @Test
    void theBytesOfAConversionHaveNoBuffer() {
        record Model(Matrix matrix) {}
        StructCodec<Model> codec = StructCodec.ofRecord(
                lookup(),
                Model.class,
                Layouts.struct(sequenceLayout(64, JAVA_BYTE).withName("matrix")),
                Conversions.of(Conversion.ofBytes(
                        Matrix.class,
                        64,
                        (matrix, segment, offset) -> matrix.get(segment.asByteBuffer()),
                        (segment, offset) -> new Matrix(segment.asByteBuffer()))));
        MemorySegment segment = Arena.ofAuto().allocate(64);
        assertThrows(CorruptRecordException.class, () -> codec.read(segment, 0));
    }

    @Test
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    void anArrayOfArraysIsOneSequenceOrAConversionOfEachRow() {
        record Flat(float[] m) {}
        record Rows(float[][] m) {}
        StructCodec<Flat> flat = StructCodec.ofRecord(
                lookup(),
                Flat.class,
                Layouts.struct(sequenceLayout(12, JAVA_FLOAT).withName("m")));
        Conversion<float[]> row = Conversion.ofBytes(
                float[].class,
                16,
                (floats, segment, offset) -> MemorySegment.copy(floats, 0, segment, JAVA_FLOAT, offset, 4),
                (segment, offset) -> segment.asSlice(offset, 16).toArray(JAVA_FLOAT));
        StructCodec<Rows> rows = StructCodec.ofRecord(
                lookup(),
                Rows.class,
                Layouts.struct(sequenceLayout(3, sequenceLayout(4, JAVA_FLOAT)).withName("m")),
                Conversions.of(row));
        MemorySegment segment = Arena.ofAuto().allocate(48, 4);
        float[] elements = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        flat.write(new Flat(elements), segment, 0);
        float[][] read = rows.read(segment, 0).m();
        assertEquals(2 * 4 + 3, read[2][3]);
        segment.fill((byte) 0);
        rows.write(new Rows(read), segment, 0);
        assertArrayEquals(elements, flat.read(segment, 0).m());
    }

    @Test
    void pricesAreConverted() {
        record Quote(Price bid) {}
        StructCodec<Quote> codec = StructCodec.ofRecord(
                lookup(), Quote.class, Layouts.struct(JAVA_LONG.withName("bid")), Conversions.of(Price.CONVERSION));
        MemorySegment segment = Arena.ofAuto().allocate(8, 8);
        codec.write(new Quote(new Price(7)), segment, 0);
        assertEquals(7, segment.get(JAVA_LONG, 0));
        assertEquals(new Quote(new Price(7)), codec.read(segment, 0));
    }
}
