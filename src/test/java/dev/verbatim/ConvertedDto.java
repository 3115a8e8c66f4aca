package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** One value of each type that needs a conversion, as a record, a class and a view of the same members. */
final class ConvertedDto {

    private ConvertedDto() {}

    enum Side {
        BUY('B'),
        SELL('S'),
        SHORT(-1);

        final int code;

        Side(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    record Price(long ticks) {
        Price {
            if (ticks < 0) {
                throw new IllegalArgumentException("ticks < 0");
            }
        }
    }

    private static MemoryLayout bytes(int count) {
        return MemoryLayout.sequenceLayout(count, JAVA_BYTE);
    }

    static final List<MemoryLayout> MEMBERS = List.of(
            JAVA_LONG.withName("time"),
            JAVA_LONG.withName("span"),
            JAVA_INT.withName("day"),
            JAVA_LONG.withName("local"),
            bytes(16).withName("id"),
            MemoryLayout.sequenceLayout(2, JAVA_LONG).withName("idLongs"),
            JAVA_INT.withName("unsigned32"),
            JAVA_SHORT.withName("unsigned16"),
            JAVA_BYTE.withName("unsigned8"),
            bytes(3).withName("size24"),
            bytes(6).withName("time48"),
            JAVA_LONG.withName("amount"),
            JAVA_LONG.withName("scaled"),
            JAVA_BYTE.withName("side"),
            JAVA_LONG.withName("sides"),
            JAVA_LONG.withName("flags"),
            JAVA_INT.withName("maybe"),
            JAVA_DOUBLE.withName("maybeDouble"),
            JAVA_LONG.withName("symbol"),
            JAVA_LONG.withName("code"),
            bytes(5).withName("left"),
            bytes(5).withName("right"),
            JAVA_LONG.withName("price"),
            JAVA_LONG.withName("seconds"),
            JAVA_LONG.withName("date"),
            MemoryLayout.sequenceLayout(5, JAVA_INT).withName("wide"));

    static final StructLayout LAYOUT = Layouts.struct(MEMBERS.toArray(MemoryLayout[]::new));
    static final StructLayout VAR_LAYOUT = Layouts.varRecord(MEMBERS.toArray(MemoryLayout[]::new));

    static final Conversions CONVERSIONS = Conversions.of(
                    TimeConversions.epochNanos(),
                    TimeConversions.durationMicros(),
                    TimeConversions.epochDay(),
                    TimeConversions.localEpochMillis(),
                    CodeConversions.uuid(),
                    NumberConversions.unsignedInt(),
                    NumberConversions.unsignedShort(),
                    NumberConversions.unsignedByte(),
                    NumberConversions.intOf(3, ByteOrder.BIG_ENDIAN, false),
                    NumberConversions.longOf(6, ByteOrder.BIG_ENDIAN, true),
                    NumberConversions.decimal(4),
                    NumberConversions.scaled(2),
                    CodeConversions.byteCodes(Side.class, Side::code),
                    CodeConversions.enumSet(Side.class),
                    CodeConversions.bits(10),
                    CodeConversions.nullable(Integer.class, Integer.MIN_VALUE),
                    CodeConversions.nullable(Double.class, Double.NaN),
                    Conversion.ofLong(Price.class, Price::ticks, Price::new))
            .with("idLongs", CodeConversions.uuid(JAVA_LONG))
            .with("symbol", TextConversions.ascii8())
            .with("code", TextConversions.base65())
            .with("left", TextConversions.latin1(5))
            .with("right", TextConversions.latin1Right(5))
            .with("seconds", TimeConversions.epochSeconds())
            .with("date", TimeConversions.epochDay(JAVA_LONG))
            .with("wide", TextConversions.utf32(5, JAVA_INT));

    /** The values as components. */
    @SuppressWarnings("ArrayRecordComponent") // it is one of the types
    record AsRecord(
            Instant time,
            Duration span,
            LocalDate day,
            LocalDateTime local,
            UUID id,
            UUID idLongs,
            long unsigned32,
            int unsigned16,
            int unsigned8,
            int size24,
            long time48,
            BigDecimal amount,
            double scaled,
            Side side,
            EnumSet<Side> sides,
            boolean[] flags,
            Integer maybe,
            Double maybeDouble,
            String symbol,
            String code,
            String left,
            String right,
            Price price,
            Instant seconds,
            LocalDate date,
            String wide) {

        private Object[] values() {
            return new Object[] {
                time,
                span,
                day,
                local,
                id,
                idLongs,
                unsigned32,
                unsigned16,
                unsigned8,
                size24,
                time48,
                amount,
                scaled,
                side,
                sides,
                maybe,
                maybeDouble,
                symbol,
                code,
                left,
                right,
                price,
                seconds,
                date,
                wide
            };
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof AsRecord that
                    && Arrays.equals(values(), that.values())
                    && Arrays.equals(flags, that.flags);
        }

        @Override
        public int hashCode() {
            return Objects.hash(values());
        }
    }

    /** The values as fields. */
    static final class AsClass {
        Instant time;
        Duration span;
        LocalDate day;
        LocalDateTime local;
        UUID id;
        UUID idLongs;
        long unsigned32;
        int unsigned16;
        int unsigned8;
        int size24;
        long time48;
        BigDecimal amount;
        double scaled;
        Side side;
        EnumSet<Side> sides;
        boolean[] flags;
        Integer maybe;
        Double maybeDouble;
        String symbol;
        String code;
        String left;
        String right;
        Price price;
        Instant seconds;
        LocalDate date;
        String wide;

        static AsClass of(AsRecord r) {
            AsClass c = new AsClass();
            c.time = r.time;
            c.span = r.span;
            c.day = r.day;
            c.local = r.local;
            c.id = r.id;
            c.idLongs = r.idLongs;
            c.unsigned32 = r.unsigned32;
            c.unsigned16 = r.unsigned16;
            c.unsigned8 = r.unsigned8;
            c.size24 = r.size24;
            c.time48 = r.time48;
            c.amount = r.amount;
            c.scaled = r.scaled;
            c.side = r.side;
            c.sides = r.sides;
            c.flags = r.flags;
            c.maybe = r.maybe;
            c.maybeDouble = r.maybeDouble;
            c.symbol = r.symbol;
            c.code = r.code;
            c.left = r.left;
            c.right = r.right;
            c.price = r.price;
            c.seconds = r.seconds;
            c.date = r.date;
            c.wide = r.wide;
            return c;
        }

        AsRecord toRecord() {
            return new AsRecord(
                    time,
                    span,
                    day,
                    local,
                    id,
                    idLongs,
                    unsigned32,
                    unsigned16,
                    unsigned8,
                    size24,
                    time48,
                    amount,
                    scaled,
                    side,
                    sides,
                    flags,
                    maybe,
                    maybeDouble,
                    symbol,
                    code,
                    left,
                    right,
                    price,
                    seconds,
                    date,
                    wide);
        }
    }

    /** The values in a segment. */
    interface AsView extends StructView {
        Instant time();

        void time(Instant value);

        Duration span();

        void span(Duration value);

        LocalDate day();

        void day(LocalDate value);

        LocalDateTime local();

        void local(LocalDateTime value);

        UUID id();

        void id(UUID value);

        UUID idLongs();

        void idLongs(UUID value);

        long unsigned32();

        void unsigned32(long value);

        int unsigned16();

        void unsigned16(int value);

        int unsigned8();

        void unsigned8(int value);

        int size24();

        void size24(int value);

        long time48();

        void time48(long value);

        BigDecimal amount();

        void amount(BigDecimal value);

        double scaled();

        void scaled(double value);

        Side side();

        void side(Side value);

        EnumSet<Side> sides();

        void sides(EnumSet<Side> value);

        boolean[] flags();

        void flags(boolean[] value);

        Integer maybe();

        void maybe(Integer value);

        Double maybeDouble();

        void maybeDouble(Double value);

        String symbol();

        void symbol(String value);

        String code();

        void code(String value);

        String left();

        void left(String value);

        String right();

        void right(String value);

        Price price();

        void price(Price value);

        Instant seconds();

        void seconds(Instant value);

        LocalDate date();

        void date(LocalDate value);

        String wide();

        void wide(String value);
    }

    static void set(AsView view, AsRecord r) {
        view.time(r.time);
        view.span(r.span);
        view.day(r.day);
        view.local(r.local);
        view.id(r.id);
        view.idLongs(r.idLongs);
        view.unsigned32(r.unsigned32);
        view.unsigned16(r.unsigned16);
        view.unsigned8(r.unsigned8);
        view.size24(r.size24);
        view.time48(r.time48);
        view.amount(r.amount);
        view.scaled(r.scaled);
        view.side(r.side);
        view.sides(r.sides);
        view.flags(r.flags);
        view.maybe(r.maybe);
        view.maybeDouble(r.maybeDouble);
        view.symbol(r.symbol);
        view.code(r.code);
        view.left(r.left);
        view.right(r.right);
        view.price(r.price);
        view.seconds(r.seconds);
        view.date(r.date);
        view.wide(r.wide);
    }

    static AsRecord get(AsView view) {
        return new AsRecord(
                view.time(),
                view.span(),
                view.day(),
                view.local(),
                view.id(),
                view.idLongs(),
                view.unsigned32(),
                view.unsigned16(),
                view.unsigned8(),
                view.size24(),
                view.time48(),
                view.amount(),
                view.scaled(),
                view.side(),
                view.sides(),
                view.flags(),
                view.maybe(),
                view.maybeDouble(),
                view.symbol(),
                view.code(),
                view.left(),
                view.right(),
                view.price(),
                view.seconds(),
                view.date(),
                view.wide());
    }

    static AsRecord sample() {
        return new AsRecord(
                Instant.parse("2026-11-22T10:11:12.123456789Z"),
                Duration.ofSeconds(-3, 4_000),
                LocalDate.of(1969, 12, 30),
                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_000_000),
                new UUID(0x0102030405060708L, 0x90a0b0c0d0e0f001L),
                new UUID(-2, 3),
                4_000_000_000L,
                65_000,
                200,
                0xfedcba,
                -5,
                new BigDecimal("-12.3400"),
                101.25,
                Side.SHORT,
                EnumSet.of(Side.BUY, Side.SHORT),
                new boolean[] {true, false, true, false, false, false, false, false, false, true},
                null,
                null,
                "AAPL",
                "Zz.9_",
                "ab\u00e9",
                "7",
                new Price(77),
                Instant.parse("1901-12-13T20:45:51Z"),
                LocalDate.of(-4713, 11, 24),
                "a\ud83d\ude00\u20ac");
    }

    /** The bytes, by hand and without this library: a buffer's puts. */
    @SuppressWarnings("EnumOrdinal") // the bits are ordinals
    static MemorySegment bytesOf(AsRecord r, StructLayout layout) {
        ByteBuffer b = ByteBuffer.allocate((int) layout.byteSize()).order(ByteOrder.nativeOrder());
        b.putLong(at(layout, "time"), ChronoUnit.NANOS.between(Instant.EPOCH, r.time));
        b.putLong(at(layout, "span"), ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(r.span)));
        b.putInt(at(layout, "day"), (int) ChronoUnit.DAYS.between(LocalDate.of(1970, 1, 1), r.day));
        b.putLong(at(layout, "local"), ChronoUnit.MILLIS.between(LocalDateTime.of(1970, 1, 1, 0, 0), r.local));
        ByteBuffer big = ByteBuffer.wrap(b.array()); // of big-endian order
        big.putLong(at(layout, "id"), r.id.getMostSignificantBits());
        big.putLong(at(layout, "id") + 8, r.id.getLeastSignificantBits());
        b.putLong(at(layout, "idLongs"), r.idLongs.getMostSignificantBits());
        b.putLong(at(layout, "idLongs") + 8, r.idLongs.getLeastSignificantBits());
        b.putInt(at(layout, "unsigned32"), Integer.parseUnsignedInt(Long.toString(r.unsigned32)));
        b.putShort(at(layout, "unsigned16"), (short) r.unsigned16);
        b.put(at(layout, "unsigned8"), (byte) r.unsigned8);
        big.put(at(layout, "size24"), (byte) (r.size24 >> 16));
        big.putShort(at(layout, "size24") + 1, (short) r.size24);
        big.putShort(at(layout, "time48"), (short) (r.time48 >> 32));
        big.putInt(at(layout, "time48") + 2, (int) r.time48);
        b.putLong(at(layout, "amount"), r.amount.movePointRight(4).longValueExact());
        b.putLong(
                at(layout, "scaled"),
                new BigDecimal(Double.toString(r.scaled)).movePointRight(2).longValueExact());
        b.put(at(layout, "side"), (byte) r.side.code);
        b.putLong(
                at(layout, "sides"),
                r.sides.stream().mapToLong(side -> 1L << side.ordinal()).sum());
        long flags = 0;
        for (int i = 9; i >= 0; i--) {
            flags = flags * 2 + (r.flags[i] ? 1 : 0);
        }
        b.putLong(at(layout, "flags"), flags);
        b.putInt(at(layout, "maybe"), r.maybe == null ? Integer.MIN_VALUE : r.maybe);
        b.putDouble(at(layout, "maybeDouble"), r.maybeDouble == null ? Double.NaN : r.maybeDouble);
        byte[] symbol = Arrays.copyOf(r.symbol.getBytes(StandardCharsets.US_ASCII), 8);
        b.putLong(
                at(layout, "symbol"),
                ByteBuffer.wrap(symbol).order(ByteOrder.LITTLE_ENDIAN).getLong());
        b.putLong(at(layout, "code"), base65(r.code));
        b.put(at(layout, "left"), (r.left + "     ").substring(0, 5).getBytes(StandardCharsets.ISO_8859_1));
        b.put(at(layout, "right"), "%5s".formatted(r.right).getBytes(StandardCharsets.ISO_8859_1));
        b.putLong(at(layout, "price"), r.price.ticks);
        b.putLong(at(layout, "seconds"), ChronoUnit.SECONDS.between(Instant.EPOCH, r.seconds));
        b.putLong(at(layout, "date"), ChronoUnit.DAYS.between(LocalDate.of(1970, 1, 1), r.date));
        Charset utf32 = b.order() == ByteOrder.BIG_ENDIAN ? StandardCharsets.UTF_32BE : StandardCharsets.UTF_32LE;
        b.put(at(layout, "wide"), r.wide.getBytes(utf32));
        return MemorySegment.ofArray(b.array());
    }

    private static long base65(String text) {
        long number = 0;
        for (char c : new StringBuilder(text).reverse().toString().toCharArray()) {
            number = number * 65 + ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".indexOf(c) + 1;
        }
        return number;
    }

    static int at(StructLayout layout, String member) {
        return (int) layout.byteOffset(MemoryLayout.PathElement.groupElement(member));
    }
}
