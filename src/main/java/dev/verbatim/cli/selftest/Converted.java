package dev.verbatim.cli.selftest;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructView;
import dev.verbatim.TextConversions;
import dev.verbatim.TimeConversions;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Members of types that are converted. */
record Converted(
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
        BigDecimal amount,
        Side side,
        EnumSet<Side> sides,
        @Nullable Integer maybe,
        String symbol,
        String code,
        String latin,
        Price price) {

    enum Side {
        BUY('B'),
        SELL('S');

        private final char code;

        Side(char code) {
            this.code = code;
        }
    }

    record Price(long ticks) {}

    /** {@link Converted} where it lies. */
    interface ConvertedView extends StructView {
        Instant time();

        void time(Instant time);

        UUID id();

        void id(UUID id);

        long unsigned32();

        void unsigned32(long value);

        BigDecimal amount();

        void amount(BigDecimal amount);

        Side side();

        void side(Side side);

        String symbol();

        void symbol(String symbol);

        default void set(Converted value) {
            time(value.time);
            id(value.id);
            unsigned32(value.unsigned32);
            amount(value.amount);
            side(value.side);
            symbol(value.symbol);
        }
    }

    static final Converted VALUE = new Converted(
            Instant.ofEpochSecond(1_700_000_000, 123_456_789),
            Duration.ofNanos(-1_500_000),
            LocalDate.of(2026, 11, 23),
            LocalDateTime.of(1999, 12, 31, 23, 59, 59, 999_000_000),
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
            0xfedcba98L,
            0xfedc,
            0xfe,
            0xabcdef,
            new BigDecimal("-12345.6789"),
            Side.SELL,
            EnumSet.of(Side.SELL),
            null,
            "VBTM",
            "AB.9",
            "né",
            new Price(42));

    /** Another value in each member that a {@link ConvertedView} has. */
    static final Converted OTHER = new Converted(
            Instant.EPOCH,
            VALUE.span,
            VALUE.day,
            VALUE.local,
            new UUID(0, 0),
            VALUE.idLongs,
            0,
            VALUE.unsigned16,
            VALUE.unsigned8,
            VALUE.size24,
            BigDecimal.ZERO,
            Side.BUY,
            VALUE.sides,
            VALUE.maybe,
            "",
            VALUE.code,
            VALUE.latin,
            VALUE.price);

    static StructLayout layout(ByteOrder order) {
        return Layouts.struct(
                JAVA_LONG.withOrder(order).withName("time"),
                JAVA_LONG.withOrder(order).withName("span"),
                JAVA_INT.withOrder(order).withName("day"),
                JAVA_LONG.withOrder(order).withName("local"),
                sequenceLayout(16, JAVA_BYTE).withName("id"),
                sequenceLayout(2, JAVA_LONG.withOrder(order)).withName("idLongs"),
                JAVA_INT.withOrder(order).withName("unsigned32"),
                JAVA_SHORT.withOrder(order).withName("unsigned16"),
                JAVA_BYTE.withName("unsigned8"),
                sequenceLayout(3, JAVA_BYTE).withName("size24"),
                JAVA_LONG.withOrder(order).withName("amount"),
                JAVA_BYTE.withName("side"),
                JAVA_LONG.withOrder(order).withName("sides"),
                JAVA_INT.withOrder(order).withName("maybe"),
                JAVA_LONG.withOrder(order).withName("symbol"),
                JAVA_LONG.withOrder(order).withName("code"),
                sequenceLayout(5, JAVA_BYTE).withName("latin"),
                JAVA_LONG.withOrder(order).withName("price"));
    }

    static Conversions conversions(ByteOrder order) {
        return Conversions.of(
                        TimeConversions.epochNanos(),
                        TimeConversions.durationMicros(),
                        TimeConversions.epochDay(),
                        TimeConversions.localEpochMillis(),
                        CodeConversions.uuid(),
                        NumberConversions.unsignedInt(),
                        NumberConversions.unsignedShort(),
                        NumberConversions.unsignedByte(),
                        NumberConversions.intOf(3, order, false),
                        NumberConversions.decimal(4),
                        CodeConversions.byteCodes(Side.class, side -> side.code),
                        CodeConversions.enumSet(Side.class),
                        CodeConversions.nullable(Integer.class, Integer.MIN_VALUE),
                        Conversion.ofLong(Price.class, Price::ticks, Price::new))
                .with("idLongs", CodeConversions.uuid(JAVA_LONG.withOrder(order)))
                .with("symbol", TextConversions.ascii8())
                .with("code", TextConversions.base65())
                .with("latin", TextConversions.latin1(5));
    }

    /** {@return this, with what a view shows in place of the members that it has} */
    Converted with(ConvertedView view) {
        return new Converted(
                view.time(),
                span,
                day,
                local,
                view.id(),
                idLongs,
                view.unsigned32(),
                unsigned16,
                unsigned8,
                size24,
                view.amount(),
                view.side(),
                sides,
                maybe,
                view.symbol(),
                code,
                latin,
                price);
    }
}
