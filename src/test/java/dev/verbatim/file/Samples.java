package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** The records that the tests of this package store. */
final class Samples {

    private Samples() {}

    /** A record of 24 bytes whose fields all follow from its index: one that is torn or stale shows. */
    record Quote(long id, double bid, double ask) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                JAVA_DOUBLE.withOrder(LITTLE_ENDIAN).withName("bid"),
                JAVA_DOUBLE.withOrder(LITTLE_ENDIAN).withName("ask"));
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(lookup(), Quote.class, LAYOUT);

        static Quote of(long index) {
            return new Quote(index, index * 0.5 + 1, -index - 0.25);
        }
    }

    /** The smallest record there is. */
    record OneByte(byte value) {
        static final StructCodec<OneByte> CODEC =
                StructCodec.ofRecord(lookup(), OneByte.class, MemoryLayout.structLayout(JAVA_BYTE.withName("value")));
    }

    /** All primitives in both byte orders, with padding before, between and after them, and no member aligned. */
    record Primitives(
            byte b,
            boolean z,
            char charLe,
            char charBe,
            short shortLe,
            short shortBe,
            int intLe,
            int intBe,
            long longLe,
            long longBe,
            float floatLe,
            float floatBe,
            double doubleLe,
            double doubleBe) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                paddingLayout(3),
                JAVA_BYTE.withName("b"),
                JAVA_BOOLEAN.withName("z"),
                JAVA_CHAR_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("charLe"),
                JAVA_CHAR_UNALIGNED.withOrder(BIG_ENDIAN).withName("charBe"),
                JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("shortLe"),
                JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN).withName("shortBe"),
                paddingLayout(4),
                JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("intLe"),
                JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN).withName("intBe"),
                JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("longLe"),
                JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN).withName("longBe"),
                paddingLayout(1),
                JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("floatLe"),
                JAVA_FLOAT_UNALIGNED.withOrder(BIG_ENDIAN).withName("floatBe"),
                JAVA_DOUBLE_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("doubleLe"),
                JAVA_DOUBLE_UNALIGNED.withOrder(BIG_ENDIAN).withName("doubleBe"),
                paddingLayout(5));
        static final StructCodec<Primitives> CODEC = StructCodec.ofRecord(lookup(), Primitives.class, LAYOUT);

        /** Extremes, and bits that a conversion would lose: a NaN with a payload, a negative zero, a lone surrogate. */
        static final Primitives EXTREMES = new Primitives(
                Byte.MIN_VALUE,
                true,
                '\uD800',
                '\u1234',
                Short.MIN_VALUE,
                (short) 0x1234,
                Integer.MIN_VALUE,
                0x12345678,
                Long.MIN_VALUE,
                0x123456789ABCDEF0L,
                -0.0f,
                Float.intBitsToFloat(0x7FC12345),
                Double.longBitsToDouble(0xFFF8000000ABCDEFL),
                -0.0);

        static final Primitives ORDINARY = new Primitives(
                (byte) 1, false, 'a', 'b', (short) 2, (short) -3, 4, -5, 6, -7, 8.5f, -9.25f, 10.125, -11.0625);
    }
}
