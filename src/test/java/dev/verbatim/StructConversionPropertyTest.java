package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Values in structs have the bytes that a buffer's puts give the members of these, and come back. */
class StructConversionPropertyTest {

    record Time(long seconds, int nanos) {}

    record Decimal(byte scale, long unscaled) {}

    record Fill(Instant time, List<BigDecimal> prices) {}

    static final class MutableFill {
        Instant time = Instant.EPOCH;
        List<BigDecimal> prices = List.of();
    }

    interface FillView extends StructView {
        Instant time();

        void time(Instant time);

        BigDecimal prices(int index);

        void prices(int index, BigDecimal price);
    }

    private static final int BYTE_SIZE = 1 + 12 + 2 * 9;

    /** All forms in one byte order. */
    private record Forms(
            ByteOrder order,
            StructCodec<Fill> codec,
            ReusableCodec<MutableFill> mutable,
            VarCodec<Fill> var,
            ViewFactory<FillView> views) {

        static Forms of(ByteOrder order) {
            StructLayout time = structLayout(
                    JAVA_LONG_UNALIGNED.withOrder(order).withName("seconds"),
                    JAVA_INT_UNALIGNED.withOrder(order).withName("nanos"));
            StructLayout decimal = structLayout(
                    JAVA_BYTE.withName("scale"),
                    JAVA_LONG_UNALIGNED.withOrder(order).withName("unscaled"));
            Conversions conversions = Conversions.of(
                    Conversion.ofStruct(
                            Instant.class,
                            StructCodec.ofRecord(lookup(), Time.class, time),
                            value -> new Time(value.getEpochSecond(), value.getNano()),
                            stored -> Instant.ofEpochSecond(stored.seconds, stored.nanos)),
                    Conversion.ofStruct(
                            BigDecimal.class,
                            StructCodec.ofRecord(lookup(), Decimal.class, decimal),
                            value -> new Decimal(
                                    (byte) value.scale(), value.unscaledValue().longValueExact()),
                            stored -> new BigDecimal(BigInteger.valueOf(stored.unscaled), stored.scale)));
            StructLayout fill = structLayout(
                    paddingLayout(1),
                    time.withName("time"),
                    sequenceLayout(2, decimal).withName("prices"));
            StructLayout inTail =
                    Layouts.varRecord(time.withName("time"), Layouts.varRef("prices", sequenceLayout(9, JAVA_BYTE)));
            return new Forms(
                    order,
                    StructCodec.ofRecord(lookup(), Fill.class, fill, conversions),
                    StructCodec.ofClass(lookup(), MutableFill.class, fill, conversions),
                    VarCodec.builder(lookup(), Fill.class, inTail)
                            .withConversions(conversions)
                            .build(),
                    ViewFactory.of(lookup(), FillView.class, fill, conversions));
        }
    }

    private static final List<Forms> FORMS = List.of(Forms.of(ByteOrder.LITTLE_ENDIAN), Forms.of(ByteOrder.BIG_ENDIAN));

    @Provide
    Arbitrary<Fill> fills() {
        return Arbitraries.randomValue(random -> new Fill(
                Instant.ofEpochSecond(
                        random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
                        random.nextInt(1_000_000_000)),
                List.of(
                        new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(-128, 128)),
                        new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(-128, 128)))));
    }

    @Property(tries = 500)
    void theBytesAreThoseOfTheMembers(@ForAll("fills") Fill fill) {
        for (Forms forms : FORMS) {
            ByteBuffer expected = ByteBuffer.allocate(BYTE_SIZE).order(forms.order);
            expected.position(1);
            expected.putLong(fill.time.getEpochSecond()).putInt(fill.time.getNano());
            for (BigDecimal price : fill.prices) {
                expected.put((byte) price.scale()).putLong(price.unscaledValue().longValueExact());
            }

            MemorySegment segment = MemorySegment.ofArray(new byte[BYTE_SIZE]);
            forms.codec.write(fill, segment, 0);
            assertArrayEquals(expected.array(), segment.toArray(JAVA_BYTE));
            assertEquals(fill, forms.codec.read(segment, 0));

            MutableFill mutable = forms.mutable.read(segment, 0);
            assertEquals(fill, new Fill(mutable.time, mutable.prices));
            FillView view = forms.views.wrap(MemorySegment.ofArray(new byte[BYTE_SIZE]), 0);
            view.time(fill.time);
            view.prices(0, fill.prices.getFirst());
            view.prices(1, fill.prices.getLast());
            assertArrayEquals(expected.array(), view.segment().toArray(JAVA_BYTE));
            assertEquals(fill, new Fill(view.time(), List.of(view.prices(0), view.prices(1))));

            segment = MemorySegment.ofArray(new byte[100]);
            assertEquals(forms.var.encodedSize(fill), forms.var.write(fill, segment, 0));
            assertEquals(fill, forms.var.read(segment, 0));
            assertEquals(
                    -1,
                    segment.asSlice(forms.var.encodedSize(fill) - 18, 18)
                            .mismatch(MemorySegment.ofArray(expected.array()).asSlice(13)));
        }
    }
}
