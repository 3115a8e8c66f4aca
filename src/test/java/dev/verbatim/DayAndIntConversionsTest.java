package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Times of the day, and what is stored in an {@code int} or a {@code char} besides the larger form. */
class DayAndIntConversionsTest {

    enum Venue {
        NASDAQ(0xfffe),
        BATS(7);

        final int code;

        Venue(int code) {
            this.code = code;
        }
    }

    record Row(
            LocalTime nano,
            LocalTime micro,
            LocalTime milli,
            LocalTime second,
            Instant time,
            BigDecimal price,
            double scaled,
            Venue venue) {}

    static final class MutableRow {
        LocalTime nano;
        LocalTime micro;
        LocalTime milli;
        LocalTime second;
        Instant time;
        BigDecimal price;
        double scaled;
        Venue venue;

        Row toRecord() {
            return new Row(nano, micro, milli, second, time, price, scaled, venue);
        }
    }

    interface RowView extends StructView {
        LocalTime nano();

        RowView nano(LocalTime value);

        LocalTime micro();

        RowView micro(LocalTime value);

        LocalTime milli();

        RowView milli(LocalTime value);

        LocalTime second();

        RowView second(LocalTime value);

        Instant time();

        RowView time(Instant value);

        BigDecimal price();

        RowView price(BigDecimal value);

        double scaled();

        RowView scaled(double value);

        Venue venue();

        RowView venue(Venue value);
    }

    private static final MemoryLayout[] MEMBERS = {
        JAVA_LONG.withName("nano"),
        JAVA_LONG.withName("micro"),
        JAVA_INT.withName("milli"),
        JAVA_INT.withName("second"),
        JAVA_INT.withName("time"),
        JAVA_INT.withName("price"),
        JAVA_INT.withName("scaled"),
        JAVA_CHAR.withName("venue")
    };

    private static final StructLayout LAYOUT = Layouts.struct(MEMBERS);

    private static final Conversions CONVERSIONS = Conversions.of(
                    TimeConversions.epochSeconds(JAVA_INT),
                    NumberConversions.decimal(4, JAVA_INT),
                    NumberConversions.scaled(2, JAVA_INT),
                    CodeConversions.shortCodes(Venue.class, venue -> venue.code, JAVA_CHAR))
            .with("nano", TimeConversions.nanoOfDay())
            .with("micro", TimeConversions.microOfDay())
            .with("milli", TimeConversions.milliOfDay())
            .with("second", TimeConversions.secondOfDay());

    private static final StructCodec<Row> CODEC = StructCodec.ofRecord(lookup(), Row.class, LAYOUT, CONVERSIONS);
    private static final ReusableCodec<MutableRow> MUTABLE =
            StructCodec.ofClass(lookup(), MutableRow.class, LAYOUT, CONVERSIONS);
    private static final VarCodec<Row> VAR = VarCodec.builder(lookup(), Row.class, Layouts.varRecord(MEMBERS))
            .withConversions(CONVERSIONS)
            .build();
    private static final ViewFactory<RowView> VIEWS = ViewFactory.of(lookup(), RowView.class, LAYOUT, CONVERSIONS);

    @Provide
    Arbitrary<Row> rows() {
        return Arbitraries.randomValue(DayAndIntConversionsTest::row);
    }

    private static Row row(Random random) {
        return new Row(
                LocalTime.MIDNIGHT.with(ChronoField.NANO_OF_DAY, random.nextLong(86_400_000_000_000L)),
                LocalTime.MIDNIGHT.with(ChronoField.MICRO_OF_DAY, random.nextLong(86_400_000_000L)),
                LocalTime.MIDNIGHT.with(ChronoField.MILLI_OF_DAY, random.nextInt(86_400_000)),
                LocalTime.MIDNIGHT.with(ChronoField.SECOND_OF_DAY, random.nextInt(86_400)),
                Instant.ofEpochSecond(random.nextInt()),
                BigDecimal.valueOf(random.nextInt(), 4),
                random.nextInt() / 100.0,
                random.nextBoolean() ? Venue.NASDAQ : Venue.BATS);
    }

    private static byte[] bytesOf(Row row) {
        ByteBuffer bytes = ByteBuffer.allocate((int) LAYOUT.byteSize()).order(ByteOrder.nativeOrder());
        bytes.putLong(row.nano.getLong(ChronoField.NANO_OF_DAY));
        bytes.putLong(row.micro.getLong(ChronoField.MICRO_OF_DAY));
        bytes.putInt(row.milli.get(ChronoField.MILLI_OF_DAY));
        bytes.putInt(row.second.get(ChronoField.SECOND_OF_DAY));
        bytes.putInt((int) row.time.getEpochSecond());
        bytes.putInt(row.price.movePointRight(4).intValueExact());
        bytes.putInt(
                new BigDecimal(Double.toString(row.scaled)).movePointRight(2).intValueExact());
        bytes.putChar((char) row.venue.code);
        return bytes.array();
    }

    @Property(tries = 500)
    void allFormsHaveTheBytesOfABuffer(@ForAll("rows") Row row) {
        byte[] expected = bytesOf(row);
        MemorySegment segment = MemorySegment.ofArray(new byte[expected.length]);
        CODEC.write(row, segment, 0);
        assertArrayEquals(expected, segment.toArray(ValueLayout.JAVA_BYTE));
        assertEquals(row, CODEC.read(segment, 0));

        MutableRow mutable = MUTABLE.read(segment, 0);
        assertEquals(row, mutable.toRecord());
        MemorySegment copy = MemorySegment.ofArray(new byte[expected.length]);
        MUTABLE.write(mutable, copy, 0);
        assertArrayEquals(expected, copy.toArray(ValueLayout.JAVA_BYTE));

        RowView view = VIEWS.wrap(MemorySegment.ofArray(new byte[expected.length]), 0);
        view.nano(row.nano).micro(row.micro).milli(row.milli).second(row.second);
        view.time(row.time).price(row.price).scaled(row.scaled).venue(row.venue);
        assertArrayEquals(expected, view.segment().toArray(ValueLayout.JAVA_BYTE));
        assertEquals(
                row,
                new Row(
                        view.nano(),
                        view.micro(),
                        view.milli(),
                        view.second(),
                        view.time(),
                        view.price(),
                        view.scaled(),
                        view.venue()));

        MemorySegment longer = MemorySegment.ofArray(new byte[expected.length + 8]);
        VAR.write(row, longer, 0);
        assertArrayEquals(expected, longer.asSlice(8).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(row, VAR.read(longer, 0));
    }

    private static final Row LEAST = new Row(
            LocalTime.MIN,
            LocalTime.MIN,
            LocalTime.MIN,
            LocalTime.MIN,
            Instant.parse("1901-12-13T20:45:52Z"),
            new BigDecimal("-214748.3648"),
            -21474836.48,
            Venue.BATS);

    private static final Row MOST = new Row(
            LocalTime.MAX,
            LocalTime.parse("23:59:59.999999"),
            LocalTime.parse("23:59:59.999"),
            LocalTime.parse("23:59:59"),
            Instant.parse("2038-01-19T03:14:07Z"),
            new BigDecimal("214748.3647"),
            21474836.47,
            Venue.NASDAQ);

    @Test
    void theRangesEndWhereTheySay() {
        for (Row row : new Row[] {LEAST, MOST}) {
            allFormsHaveTheBytesOfABuffer(row);
        }
    }

    static Stream<Row> wrong() {
        Row r = MOST;
        return Stream.of(
                new Row(null, r.micro, r.milli, r.second, r.time, r.price, 0, r.venue),
                new Row(r.nano, r.nano, r.milli, r.second, r.time, r.price, 0, r.venue),
                new Row(r.nano, r.micro, r.micro, r.second, r.time, r.price, 0, r.venue),
                new Row(r.nano, r.micro, r.milli, r.milli, r.time, r.price, 0, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time.plusSeconds(1), r.price, 0, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time.minusMillis(1), r.price, 0, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time, new BigDecimal("214748.3648"), 0, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time, new BigDecimal("0.00001"), 0, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time, r.price, 21474836.48, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time, r.price, 0.001, r.venue),
                new Row(r.nano, r.micro, r.milli, r.second, r.time, r.price, 0, null));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatCannotBeSaidIsRefused(Row wrong) {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
        boolean isNull = wrong.nano == null || wrong.venue == null;
        Class<? extends RuntimeException> expected =
                isNull ? NullPointerException.class : IllegalArgumentException.class;
        assertThrowsExactly(expected, () -> CODEC.write(wrong, segment, 0));
        assertArrayEquals(
                new byte[(int) LAYOUT.byteSize()], segment.toArray(ValueLayout.JAVA_BYTE), "nothing is written");
        MemorySegment longer = MemorySegment.ofArray(new byte[100]);
        assertThrowsExactly(expected, () -> VAR.write(wrong, longer, 0));
    }

    @Test
    void aNumberBeyondAnIntIsNamed() {
        Row wrong =
                new Row(MOST.nano, MOST.micro, MOST.milli, MOST.second, MOST.time, MOST.price, 21474836.48, Venue.BATS);
        IllegalArgumentException fault = assertThrowsExactly(
                IllegalArgumentException.class,
                () -> CODEC.write(wrong, MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]), 0));
        assertEquals(
                "cannot write " + CODEC + " at offset=0: scaled=2.147483648E7: expected from -2^31 to 2^31-1 units of"
                        + " 1/100",
                fault.getMessage());
    }

    static Stream<Arguments> corrupt() {
        return Stream.of(
                arguments("nano", 86_400_000_000_000L, "0 to 86399999999999"),
                arguments("micro", 86_400_000_000L, "0 to 86399999999"),
                arguments("micro", Long.MAX_VALUE, "0 to 86399999999"),
                arguments("nano", -1L, "0 to 86399999999999"),
                arguments("milli", 86_400_000, "0 to 86399999"),
                arguments("milli", -1, "0 to 86399999"),
                arguments("second", 86_400, "0 to 86399"),
                arguments("venue", (char) 8, "no constant of"));
    }

    @ParameterizedTest
    @MethodSource("corrupt")
    void whatIsNoValueIsCorrupt(String member, Object stored, String part) {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
        CODEC.write(LEAST, segment, 0);
        MemoryLayout.PathElement path = MemoryLayout.PathElement.groupElement(member);
        var value = (ValueLayout) LAYOUT.select(path);
        value.withByteAlignment(1).varHandle().set(segment, LAYOUT.byteOffset(path), stored);
        CorruptRecordException fault = assertThrowsExactly(CorruptRecordException.class, () -> CODEC.read(segment, 0));
        assertTrue(fault.getMessage().contains(part), fault::getMessage);
        assertTrue(fault.getMessage().contains(": " + member + " at offset="), fault::getMessage);
    }

    @ParameterizedTest
    @MethodSource("suggestions")
    void aMessageNamesThem(Class<?> type, ValueLayout layout, String conversion) {
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class, () -> codecOf(type, Layouts.struct(layout.withName("it"))));
        assertTrue(mismatch.getMessage().contains("as `Conversions.of(" + conversion + ")`"), mismatch::getMessage);
    }

    static Stream<Arguments> suggestions() {
        return Stream.of(
                arguments(LocalTime.class, JAVA_LONG, "TimeConversions.nanoOfDay()"),
                arguments(LocalTime.class, JAVA_INT, "TimeConversions.milliOfDay()"),
                arguments(Instant.class, JAVA_INT, "TimeConversions.epochSeconds(JAVA_INT)"),
                arguments(BigDecimal.class, JAVA_INT, "NumberConversions.decimal(scale, JAVA_INT)"),
                arguments(double.class, JAVA_INT, "NumberConversions.scaled(digits, JAVA_INT)"));
    }

    private static void codecOf(Class<?> type, StructLayout layout) {
        record OfTime(LocalTime it) {}
        record OfInstant(Instant it) {}
        record OfDecimal(BigDecimal it) {}
        record OfDouble(double it) {}
        for (Class<? extends Record> record : List.of(OfTime.class, OfInstant.class, OfDecimal.class, OfDouble.class)) {
            if (record.getRecordComponents()[0].getType() == type) {
                StructCodec.ofRecord(lookup(), record, layout);
            }
        }
    }
}
