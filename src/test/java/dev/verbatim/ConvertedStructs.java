package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Objects;

/** Structs of C, and the values that conversions make of them. */
final class ConvertedStructs {

    private ConvertedStructs() {}

    record Timespec(long tv_sec, long tv_nsec) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("tv_sec"), JAVA_LONG.withName("tv_nsec"));
        static final StructCodec<Timespec> CODEC = StructCodec.ofRecord(lookup(), Timespec.class, LAYOUT);
        static final Conversion<Instant> INSTANT = Conversion.ofStruct(
                Instant.class,
                CODEC,
                time -> new Timespec(time.getEpochSecond(), time.getNano()),
                stored -> Instant.ofEpochSecond(stored.tv_sec, Objects.checkIndex(stored.tv_nsec, 1_000_000_000L)));
    }

    /** A number of bits and an exponent, both of which only take what they have room for. */
    record Decimal(long mantissa, int exponent) {
        static final StructLayout LAYOUT = structLayout(
                JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN).withName("mantissa"), JAVA_BYTE.withName("exponent"));
        static final StructCodec<Decimal> CODEC =
                StructCodec.ofRecord(lookup(), Decimal.class, LAYOUT, Conversions.of(NumberConversions.unsignedByte()));
        static final Conversion<BigDecimal> BIG_DECIMAL = Conversion.ofStruct(
                BigDecimal.class,
                CODEC,
                number -> number == null
                        ? new Decimal(0, 255)
                        : new Decimal(number.unscaledValue().longValueExact(), number.scale()),
                stored -> stored.exponent == 255
                        ? null
                        : new BigDecimal(BigInteger.valueOf(stored.mantissa), stored.exponent));
    }

    static final Conversions BOTH = Conversions.of(Timespec.INSTANT, Decimal.BIG_DECIMAL);

    static final Instant TIME = Instant.ofEpochSecond(1, 2);

    static final BigDecimal PRICE = new BigDecimal("-2.05");

    /** Three bytes lie between its members. */
    record Holed(byte a, int b) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_BYTE.withName("a"), JAVA_INT.withName("b"));
        static final StructCodec<Holed> CODEC = StructCodec.ofRecord(lookup(), Holed.class, LAYOUT);
        static final Conversion<Spaced> SPACED = Conversion.ofStruct(
                Spaced.class,
                CODEC,
                spaced -> new Holed((byte) spaced.value, (int) spaced.value),
                holed -> new Spaced(holed.b));
    }

    record Spaced(long value) {}
}
