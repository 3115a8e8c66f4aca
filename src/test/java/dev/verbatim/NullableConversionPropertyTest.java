package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The bytes of the number are null, all others are what they are without it: of integers of 1 to 8 bytes. */
class NullableConversionPropertyTest {

    record Amount(Long number) {}

    /**
     * An integer in which one number is null.
     *
     * @param what what it is
     * @param codec made once, not for each of a thousand tries
     */
    record Integral(
            String what, int byteSize, boolean bigEndian, boolean signed, long nullValue, StructCodec<Amount> codec) {

        static Integral of(
                MemoryLayout layout, ByteOrder order, boolean signed, long nullValue, Conversion<Long> conversion) {
            return new Integral(
                    conversion + " in " + layout + ", " + nullValue + " is null",
                    (int) layout.byteSize(),
                    order == ByteOrder.BIG_ENDIAN,
                    signed,
                    nullValue,
                    StructCodec.ofRecord(
                            lookup(),
                            Amount.class,
                            MemoryLayout.structLayout(layout.withName("number")),
                            Conversions.of(CodeConversions.nullable(conversion, nullValue))));
        }

        /** The lowest bytes of a number. */
        byte[] bytes(long number) {
            byte[] bytes = new byte[byteSize];
            for (int i = 0; i < byteSize; i++) {
                bytes[bigEndian ? byteSize - 1 - i : i] = (byte) (number >> (8 * i));
            }
            return bytes;
        }

        /** The number of bytes. */
        long number(byte[] bytes) {
            byte[] highestFirst = bytes.clone();
            for (int i = 0; i < byteSize && !bigEndian; i++) {
                highestFirst[i] = bytes[byteSize - 1 - i];
            }
            return (signed ? new BigInteger(highestFirst) : new BigInteger(1, highestFirst)).longValue();
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private static final List<Conversion<Long>> SIGNED = List.of(
            Conversion.ofByte(Long.class, Math::toIntExact, stored -> (long) stored),
            Conversion.ofShort(Long.class, Math::toIntExact, stored -> (long) stored),
            Conversion.ofInt(Long.class, Math::toIntExact, stored -> (long) stored),
            Conversion.ofLong(Long.class, number -> number, stored -> stored));

    private static final List<ValueLayout> LAYOUTS = List.of(JAVA_BYTE, JAVA_SHORT, JAVA_INT, JAVA_LONG);

    private static final Conversion<Long> OF_CHAR =
            Conversion.ofChar(Long.class, Math::toIntExact, stored -> (long) stored);

    private static final List<Integral> ALL = all();

    private static List<Integral> all() {
        List<Integral> all = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (int i = 0; i < LAYOUTS.size(); i++) {
                ValueLayout layout = LAYOUTS.get(i).withOrder(order);
                long lowest = -1L << (layout.byteSize() * 8 - 1);
                long unsigned = i == 3 ? -2 : -2 * lowest - 2;
                for (long nullValue : new long[] {lowest, -1, unsigned}) {
                    all.add(Integral.of(layout, order, true, nullValue, SIGNED.get(i)));
                }
            }
            for (long nullValue : new long[] {0, 65_535}) {
                all.add(Integral.of(JAVA_CHAR.withOrder(order), order, false, nullValue, OF_CHAR));
            }
            for (long nullValue : new long[] {0, -1, 0xffff_fffeL}) {
                all.add(Integral.of(
                        JAVA_INT.withOrder(order), order, false, nullValue, NumberConversions.unsignedInt()));
            }
            for (int byteSize = 1; byteSize < 8; byteSize++) {
                MemoryLayout layout = sequenceLayout(byteSize, JAVA_BYTE);
                long lowest = -1L << (byteSize * 8 - 1);
                for (long nullValue : new long[] {lowest, -1, 0}) {
                    all.add(Integral.of(
                            layout, order, true, nullValue, NumberConversions.longOf(byteSize, order, true)));
                }
                for (long nullValue : new long[] {-2 * lowest - 1, 1}) {
                    all.add(Integral.of(
                            layout, order, false, nullValue, NumberConversions.longOf(byteSize, order, false)));
                }
            }
        }
        return all;
    }

    /** An integer, and bytes of it: any, and often those of the number that is null, or of its neighbours. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Stored(Integral integral, byte[] bytes) {
        @Override
        public String toString() {
            return integral + ": " + Arrays.toString(bytes);
        }
    }

    @Provide
    Arbitrary<Stored> stored() {
        return Combinators.combine(
                        Arbitraries.of(ALL),
                        Arbitraries.longs(),
                        Arbitraries.integers().between(-2, 3))
                .as((integral, any, near) ->
                        new Stored(integral, integral.bytes(near > 1 ? any : integral.nullValue() + near)));
    }

    @Property
    void theBytesOfTheNumberAreNullAndNoOthers(@ForAll("stored") Stored stored) {
        Integral integral = stored.integral();
        boolean isNull = Arrays.equals(integral.bytes(integral.nullValue()), stored.bytes());
        Amount read = integral.codec().read(MemorySegment.ofArray(stored.bytes()), 0);
        assertEquals(new Amount(isNull ? null : (Long) integral.number(stored.bytes())), read);
        byte[] written = new byte[integral.byteSize()];
        integral.codec().write(read, MemorySegment.ofArray(written), 0);
        assertArrayEquals(stored.bytes(), written);
    }

    @Property
    void theNumberIsRefusedAndNoOther(@ForAll("stored") Stored stored) {
        Integral integral = stored.integral();
        Amount number = new Amount(integral.number(stored.bytes()));
        byte[] written = new byte[integral.byteSize()];
        MemorySegment segment = MemorySegment.ofArray(written);
        if (Arrays.equals(integral.bytes(integral.nullValue()), stored.bytes())) {
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> integral.codec().write(number, segment, 0))
                    .getMessage();
            String refusal = "=" + number.number() + ": it stands for null; expected another value, or null";
            assertTrue(message.endsWith(refusal), message);
            assertArrayEquals(new byte[integral.byteSize()], written);
        } else {
            integral.codec().write(number, segment, 0);
            assertArrayEquals(stored.bytes(), written);
        }
    }
}
