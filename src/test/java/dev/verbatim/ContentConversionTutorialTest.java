package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigInteger;
import java.net.URI;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.Currency;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The snippets about types that are made of text or of arrays: each is a region here, and does what the text says. */
class ContentConversionTutorialTest {

    // @start region="text"
    record Payment(long cents, Currency currency, ZoneId zone, Optional<URI> invoice) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("cents"),
                MemoryLayout.sequenceLayout(3, JAVA_BYTE).withName("currency"),
                Layouts.varRef("zone"),
                Layouts.varRef("invoice"));
        static final VarCodec<Payment> CODEC = VarCodec.ofRecord(
                lookup(),
                Payment.class,
                LAYOUT,
                Conversions.of(
                        Conversion.ofText(Currency.class, Currency::getCurrencyCode, Currency::getInstance),
                        Conversion.ofText(ZoneId.class, ZoneId::getId, ZoneId::of),
                        Conversion.ofText(URI.class, URI::toString, URI::create)));
    }
    // @end

    @Test
    void textIsInTheTailOrInBytes() {
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);
        Payment payment = new Payment(
                995,
                Currency.getInstance("CHF"),
                ZoneId.of("Europe/Zurich"),
                Optional.of(URI.create("https://example.com/7")));

        Payment.CODEC.write(payment, segment, 0);

        assertEquals(payment, Payment.CODEC.read(segment, 0));
        Payment without = new Payment(5, Currency.getInstance("EUR"), null, Optional.empty());
        Payment.CODEC.write(without, segment, 0);
        assertEquals(without, Payment.CODEC.read(segment, 0));
    }

    // @start region="array"
    record Certificate(BigInteger serial, BitSet uses) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("serial", JAVA_BYTE), Layouts.varRef("uses", JAVA_LONG));
        static final VarCodec<Certificate> CODEC = VarCodec.ofRecord(
                lookup(),
                Certificate.class,
                LAYOUT,
                Conversions.of(
                        Conversion.ofArray(BigInteger.class, byte[].class, BigInteger::toByteArray, BigInteger::new),
                        Conversion.ofArray(BitSet.class, long[].class, BitSet::toLongArray, BitSet::valueOf)));
    }
    // @end

    @Test
    void arraysAreInTheTail() {
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);
        BitSet uses = new BitSet();
        uses.set(3);
        uses.set(100);
        Certificate certificate = new Certificate(BigInteger.TWO.pow(140).negate(), uses);

        Certificate.CODEC.write(certificate, segment, 0);

        assertEquals(certificate, Certificate.CODEC.read(segment, 0));
    }
}
