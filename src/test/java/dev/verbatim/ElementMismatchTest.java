package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Elements each of which is made of text or of an array, without the conversion that does it. */
class ElementMismatchTest {

    private static final String HERE = ElementMismatchTest.class.getName() + "$";

    private static final MemoryLayout TEXTS = Layouts.varRef("v", Layouts.varText());

    private static final Conversion<URI> URIS = Conversion.ofText(URI.class, URI::toString, URI::create);

    record Uris(List<URI> v) {}

    record Days(List<DayOfWeek> v) {}

    record Paths(List<Path> v) {}

    record Dates(List<LocalDate> v) {}

    record Sets(List<BitSet> v) {}

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Numbers(BigInteger[] v) {}

    record Prices(List<BigDecimal> v) {}

    record Link(Optional<URI> v) {}

    record Leg(int x, int y) {}

    record Legs(List<Leg> v) {}

    private static <R extends Record> void assertRefused(
            Class<R> type,
            MemoryLayout member,
            Conversions conversions,
            String found,
            String component,
            String remedy) {
        StructLayout layout = Layouts.varRecord(member);
        Refusals.assertRefused(
                () -> VarCodec.ofRecord(lookup(), type, layout, conversions),
                "v: the layout has varRef of " + found + " (byteSize=8, offset=8), " + HERE + type.getSimpleName()
                        + " has the component `" + component + "`; " + remedy);
    }

    private static <R extends Record> void assertRefused(
            Class<R> type, MemoryLayout member, String found, String component, String remedy) {
        assertRefused(type, member, Conversions.none(), found, component, remedy);
    }

    @Test
    void whatLiesThereIsOfAnyLengthAndTheTypeIsNot() {
        assertRefused(
                Uris.class,
                TEXTS,
                "struct",
                "List<URI> v",
                "List<URI> needs a conversion of its elements, as `Conversions.of(Conversion.ofText(URI.class,"
                        + " URI::toString, URI::create))`; this refers to elements of any number of byte each");
        assertRefused(
                Days.class,
                TEXTS,
                "struct",
                "List<DayOfWeek> v",
                "List<DayOfWeek> needs a conversion of its elements, as `Conversions.of(Conversion.ofText("
                        + "DayOfWeek.class, DayOfWeek::name, DayOfWeek::valueOf))`; this refers to elements of any"
                        + " number of byte each");
        assertRefused(
                Paths.class,
                TEXTS,
                "struct",
                "List<Path> v",
                "List<Path> needs a conversion of its elements, as `Conversions.of(Conversion.ofText(Path.class,"
                        + " Path::toString, Path::of))`; this refers to elements of any number of byte each");
        assertRefused(
                Dates.class,
                TEXTS,
                "struct",
                "List<LocalDate> v",
                "List<LocalDate> needs a conversion of its elements, as `Conversions.of(Conversion.ofText("
                        + "LocalDate.class, to, from))`; this refers to elements of any number of byte each");
        assertRefused(
                Sets.class,
                Layouts.varRef("v", Layouts.varList(JAVA_LONG)),
                "struct",
                "List<BitSet> v",
                "List<BitSet> needs a conversion of its elements, as `Conversions.of(Conversion.ofArray(BitSet.class,"
                        + " long[].class, BitSet::toLongArray, BitSet::valueOf))`; this refers to elements of any"
                        + " number of long each");
        assertRefused(
                Legs.class,
                Layouts.varRef("v", Layouts.varList(JAVA_INT)),
                "struct",
                "List<Leg> v",
                "List<Leg> needs a conversion of its elements, as `Conversions.of(Conversion.ofArray(Leg.class,"
                        + " int[].class, to, from))`; this refers to elements of any number of int each");
    }

    @Test
    void theTypeIsOfAnyLengthAndWhatLiesThereIsNot() {
        assertRefused(
                Uris.class,
                Layouts.varRef("v"),
                "byte",
                "List<URI> v",
                "List<URI> needs `Layouts.varRef(name, Layouts.varText())` and a conversion, as `Conversions.of("
                        + "Conversion.ofText(URI.class, URI::toString, URI::create))`, this refers to elements of type"
                        + " byte");
        assertRefused(
                Numbers.class,
                Layouts.varRef("v", JAVA_BYTE),
                "byte",
                "BigInteger[] v",
                "BigInteger[] needs `Layouts.varRef(name, Layouts.varList(JAVA_BYTE))` and a conversion, as"
                        + " `Conversions.of(Conversion.ofArray(BigInteger.class, byte[].class, BigInteger::toByteArray,"
                        + " BigInteger::new))`, this refers to elements of type byte");
        assertRefused(
                Prices.class,
                Layouts.varRef("v", JAVA_LONG),
                "long",
                "List<BigDecimal> v",
                "declare `long[]`; or declare a conversion, as `Conversions.of(NumberConversions.decimal(scale))`");
        assertRefused(
                Link.class,
                Layouts.varRef("v"),
                "byte",
                "Optional<URI> v",
                "an Optional in a tail has text, an array or a list; declare one of these, or declare a conversion, as"
                        + " `Conversions.of(Conversion.ofText(URI.class, URI::toString, URI::create))`");
    }

    @Test
    void aConversionThatIsDeclaredSaysWhatItNeeds() {
        assertRefused(
                Uris.class,
                Layouts.varRef("v", Layouts.varList(JAVA_LONG)),
                Conversions.of(URIS),
                "struct",
                "List<URI> v",
                "text needs `Layouts.varText()`, which refers to its UTF-8, this refers to elements of type long; the"
                        + " conversion of URI needs a sequence of JAVA_BYTE, or Layouts.varRef to what a String needs");
        assertRefused(
                Sets.class,
                Layouts.varRef("v", JAVA_INT),
                Conversions.of(Conversion.ofArray(BitSet.class, long[].class, BitSet::toLongArray, BitSet::valueOf)),
                "int",
                "List<BitSet> v",
                "List<BitSet> needs `Layouts.varRef(name, Layouts.varList(JAVA_LONG))`, this refers to elements of type"
                        + " int; the conversion of BitSet needs Layouts.varRef to what a long[] needs; one that fits is"
                        + " `Conversion.ofInt(BitSet.class, to, from)`");
    }

    record Name(String value) {}

    record Names(List<Name> v) {}

    /** The layout of a text in a list is that of a record with one member. */
    @Test
    void aRecordWithTheMemberOfSuchALayoutIsBoundByIt() {
        VarCodec<Names> codec = VarCodec.ofRecord(lookup(), Names.class, Layouts.varRecord(TEXTS));
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);

        codec.write(new Names(List.of(new Name("a"), new Name("bc"))), segment, 0);

        assertEquals(new Names(List.of(new Name("a"), new Name("bc"))), codec.read(segment, 0));
    }
}
