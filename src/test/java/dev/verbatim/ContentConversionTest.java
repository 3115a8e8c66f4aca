package dev.verbatim;

import static dev.verbatim.Refusals.assertRefused;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Types that a conversion makes of text, or of an array. */
class ContentConversionTest {

    private static final String HERE = ContentConversionTest.class.getName() + "$";

    private static final Conversion<URI> URIS = Conversion.ofText(URI.class, URI::toString, URI::create);
    private static final Conversion<Currency> CURRENCIES =
            Conversion.ofText(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
    private static final Conversion<BigInteger> NUMBERS =
            Conversion.ofArray(BigInteger.class, byte[].class, BigInteger::toByteArray, BigInteger::new);
    private static final Conversion<BitSet> BITS =
            Conversion.ofArray(BitSet.class, long[].class, BitSet::toLongArray, BitSet::valueOf);

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new byte[512]);
    }

    private static <T> VarCodec<T> codec(Class<T> type, StructLayout layout, Conversion<?>... conversions) {
        return VarCodec.builder(lookup(), type, layout)
                .withConversions(Conversions.of(conversions))
                .build();
    }

    private static MemoryLayout bytes(int count) {
        return MemoryLayout.sequenceLayout(count, JAVA_BYTE);
    }

    private static BitSet bits(int... indices) {
        BitSet bits = new BitSet();
        for (int index : indices) {
            bits.set(index);
        }
        return bits;
    }

    @SuppressWarnings("ArrayRecordComponent") // arrays bind, too
    private record All(
            URI uri,
            Currency inBytes,
            Currency[] inRows,
            List<URI> uris,
            List<Currency> ofOneSize,
            Optional<URI> maybe,
            BigInteger number,
            List<BigInteger> numbers,
            BitSet bits,
            Optional<BitSet> maybeBits) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("uri"),
                bytes(4).withName("inBytes"),
                MemoryLayout.sequenceLayout(2, bytes(3)).withName("inRows"),
                Layouts.varRef("uris", Layouts.varText()),
                Layouts.varRef("ofOneSize", bytes(3)),
                Layouts.varRef("maybe"),
                Layouts.varRef("number", JAVA_BYTE),
                Layouts.varRef("numbers", Layouts.varList(JAVA_BYTE)),
                Layouts.varRef("bits", JAVA_LONG),
                Layouts.varRef("maybeBits", JAVA_LONG));
    }

    @SuppressWarnings("ArrayRecordComponent") // arrays bind, too
    private record Plain(
            String uri,
            String inBytes,
            String[] inRows,
            List<String> uris,
            List<String> ofOneSize,
            Optional<String> maybe,
            byte[] number,
            List<byte[]> numbers,
            long[] bits,
            Optional<long[]> maybeBits) {}

    @Test
    void theyHaveTheBytesOfWhatTheyAreConvertedTo() {
        VarCodec<All> codec = codec(All.class, All.LAYOUT, URIS, CURRENCIES, NUMBERS, BITS);
        VarCodec<Plain> plain = VarCodec.builder(lookup(), Plain.class, All.LAYOUT)
                .withConversions(Conversions.none()
                        .with("inRows[]", TextConversions.utf8(3))
                        .with("ofOneSize[]", TextConversions.utf8(3)))
                .build();
        MemorySegment segment = memory();
        MemorySegment expected = memory();

        codec.write(
                new All(
                        URI.create("a:b"),
                        Currency.getInstance("EUR"),
                        new Currency[] {Currency.getInstance("CHF"), Currency.getInstance("USD")},
                        List.of(URI.create("x"), URI.create("")),
                        List.of(Currency.getInstance("JPY")),
                        Optional.of(URI.create("c")),
                        BigInteger.valueOf(-300),
                        List.of(BigInteger.ONE, BigInteger.ZERO),
                        bits(0, 64),
                        Optional.of(bits(1))),
                segment,
                0);
        plain.write(
                new Plain(
                        "a:b",
                        "EUR",
                        new String[] {"CHF", "USD"},
                        List.of("x", ""),
                        List.of("JPY"),
                        Optional.of("c"),
                        new byte[] {-2, -44},
                        List.of(new byte[] {1}, new byte[] {0}),
                        new long[] {1, 1},
                        Optional.of(new long[] {2})),
                expected,
                0);

        assertArrayEquals(expected.toArray(JAVA_BYTE), segment.toArray(JAVA_BYTE));
        All read = codec.read(segment, 0);
        assertEquals(URI.create("a:b"), read.uri());
        assertEquals("EUR", read.inBytes().getCurrencyCode());
        assertEquals("[CHF, USD]", List.of(read.inRows()).toString());
        assertEquals("[x, ]", read.uris().toString());
        assertEquals("[JPY]", read.ofOneSize().toString());
        assertEquals(Optional.of(URI.create("c")), read.maybe());
        assertEquals(BigInteger.valueOf(-300), read.number());
        assertEquals(List.of(BigInteger.ONE, BigInteger.ZERO), read.numbers());
        assertEquals(bits(0, 64), read.bits());
        assertEquals(Optional.of(bits(1)), read.maybeBits());
    }

    private static String message(Class<? extends RuntimeException> expected, Executable call) {
        return assertThrowsExactly(expected, call).getMessage();
    }

    private record Source(URI uri, Currency currency, BigInteger number) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("uri"), bytes(3).withName("currency"), Layouts.varRef("number", JAVA_BYTE));
        static final VarCodec<Source> CODEC = codec(Source.class, LAYOUT, URIS, CURRENCIES, NUMBERS);
    }

    @SuppressWarnings("ArrayRecordComponent") // arrays bind, too
    private record PlainSource(String uri, String currency, byte[] number) {
        static final VarCodec<PlainSource> CODEC = VarCodec.ofRecord(lookup(), PlainSource.class, Source.LAYOUT);
    }

    private static final Currency EUR = Currency.getInstance("EUR");

    @Test
    void nullIsANullReferenceInATailAndRefusedInBytes() {
        MemorySegment segment = memory();

        Source.CODEC.write(new Source(null, EUR, null), segment, 0);

        assertEquals(new Source(null, EUR, null), Source.CODEC.read(segment, 0));
        assertEquals(
                "cannot write " + Source.CODEC + " at offset=0: currency is null; expected a java.util.Currency",
                message(
                        NullPointerException.class,
                        () -> Source.CODEC.write(new Source(null, null, null), segment, 0)));
    }

    @Test
    void whatIsNoValueIsCorrupt() {
        MemorySegment segment = memory();
        String attempt = "cannot read " + Source.CODEC + " at offset=0: ";

        PlainSource.CODEC.write(new PlainSource("no uri", "EUR", null), segment, 0);
        assertEquals(
                attempt + "uri: expected text that makes a java.net.URI, found \"no uri\", which is refused: Illegal"
                        + " character in path at index 2: no uri",
                message(CorruptRecordException.class, () -> Source.CODEC.read(segment, 0)));
        PlainSource.CODEC.write(new PlainSource("x".repeat(101) + "^", "EUR", null), segment, 0);
        assertEquals(
                attempt + "uri: expected text that makes a java.net.URI, found \"" + "x".repeat(100)
                        + "...\", which is refused: Illegal character in path at index 101: " + "x".repeat(101) + "^",
                message(CorruptRecordException.class, () -> Source.CODEC.read(segment, 0)));
        PlainSource.CODEC.write(new PlainSource(null, "EUR", new byte[0]), segment, 0);
        assertEquals(
                attempt + "number: expected an array that makes a java.math.BigInteger, found one that is refused:"
                        + " Zero length BigInteger",
                message(CorruptRecordException.class, () -> Source.CODEC.read(segment, 0)));
        PlainSource.CODEC.write(new PlainSource(null, "x", null), segment, 0);
        String expected = attempt + "currency at offset=16: expected the bytes of a java.util.Currency, found 780000 (";
        String message = message(CorruptRecordException.class, () -> Source.CODEC.read(segment, 0));
        assertEquals(expected, message.substring(0, expected.length()), "why is what the JDK says");
    }

    private record Name(String text) {}

    private record Named(Name tail, Name within, List<Name> names) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("tail"), bytes(4).withName("within"), Layouts.varRef("names", Layouts.varText()));
    }

    @Test
    void whatAFunctionOrTheBytesRefuseIsNamed() {
        Conversion<Name> names = Conversion.ofText(Name.class, Name::text, Name::new);
        VarCodec<Named> codec = codec(Named.class, Named.LAYOUT, names);
        MemorySegment segment = memory();
        String attempt = "cannot write " + codec + " at offset=0: ";
        Name good = new Name("a");
        Name without = new Name(null);

        assertEquals(
                attempt + "tail=Name[text=null]: its function has returned null",
                message(IllegalArgumentException.class, () -> codec.write(new Named(without, good, null), segment, 0)));
        assertEquals(
                attempt + "within=Name[text=null]: its function has returned null",
                message(IllegalArgumentException.class, () -> codec.write(new Named(good, without, null), segment, 0)));
        assertEquals(
                attempt + "names[1]=Name[text=null]: its function has returned null",
                message(
                        IllegalArgumentException.class,
                        () -> codec.write(new Named(good, good, List.of(good, without)), segment, 0)));
        assertEquals(
                attempt + "tail has an unpaired surrogate at index=1, which UTF-8 has no bytes for; remove it",
                message(
                        IllegalArgumentException.class,
                        () -> codec.write(new Named(new Name("a\ud800"), good, null), segment, 0)));
        assertEquals(
                attempt
                        + "within=Name[text=abcde]: it has 5 bytes of UTF-8, expected at most 4; shorten it or widen"
                        + " the member",
                message(
                        IllegalArgumentException.class,
                        () -> codec.write(new Named(good, new Name("abcde"), null), segment, 0)));
        assertEquals(-1, segment.mismatch(memory()));
    }

    @Test
    void inBytesSomeTextMayStandForNull() {
        record InBytes(URI uri, Optional<URI> maybe) {}
        StructLayout layout = Layouts.struct(bytes(8).withName("uri"), bytes(8).withName("maybe"));
        StructCodec<InBytes> codec = StructCodec.ofRecord(
                lookup(),
                InBytes.class,
                layout,
                Conversions.of(Conversion.ofText(
                        URI.class,
                        uri -> uri == null ? "" : uri.toString(),
                        text -> text.isEmpty() ? null : URI.create(text))));
        MemorySegment segment = memory();

        for (InBytes one : List.of(
                new InBytes(null, Optional.empty()), new InBytes(URI.create("a"), Optional.of(URI.create("a:b"))))) {
            codec.write(one, segment, 0);
            assertEquals(one, codec.read(segment, 0));
        }
        assertEquals("a:b", segment.getString(8), "text in a struct is UTF-8 with zeros behind it");
    }

    interface SourceView extends StructView {
        Currency currency();

        void currency(Currency currency);
    }

    @Test
    void aViewShowsTextInBytes() {
        StructLayout layout = Layouts.struct(bytes(3).withName("currency"));
        ViewFactory<SourceView> views = ViewFactory.of(lookup(), SourceView.class, layout, Conversions.of(CURRENCIES));
        SourceView view = views.wrap(memory(), 0);

        view.currency(EUR);

        assertEquals(EUR, view.currency());
        assertEquals("EUR", view.segment().getString(view.offset()));
    }

    static final class Mutable {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("bits", JAVA_LONG), Layouts.varRef("uri"), bytes(3).withName("code"));
        BitSet bits;
        URI uri;
        Currency code;
    }

    @Test
    void mutableClassesHaveThem() {
        ReusableVarCodec<Mutable> codec =
                VarCodec.ofClass(lookup(), Mutable.class, Mutable.LAYOUT, Conversions.of(BITS, URIS, CURRENCIES));
        Mutable value = new Mutable();
        value.bits = bits(1, 200);
        value.uri = URI.create("u");
        value.code = EUR;
        MemorySegment segment = memory();
        codec.write(value, segment, 0);
        Mutable read = new Mutable();
        BitSet before = bits(5);
        read.bits = before;

        codec.readInto(read, segment, 0);

        assertEquals(value.bits, read.bits);
        assertEquals(bits(5), before);
        assertEquals(value.uri, read.uri);
        assertEquals(EUR, read.code);
    }

    private record Old(int id) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_INT.withName("id"));
    }

    private record Grown(int id, URI uri, BitSet bits, Currency currency) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_INT.withName("id"),
                Layouts.varRef("uri"),
                Layouts.varRef("bits", JAVA_LONG),
                bytes(3).withName("currency"));

        static VarCodec.Builder<Grown> builder() {
            return VarCodec.builder(lookup(), Grown.class, LAYOUT)
                    .withConversions(Conversions.of(URIS, BITS, CURRENCIES))
                    .withDefault("currency", EUR);
        }
    }

    @Test
    void olderRecordsHaveNullOrTheDefault() {
        MemorySegment segment = memory();
        VarCodec.ofRecord(lookup(), Old.class, Old.LAYOUT).write(new Old(3), segment, 0);

        assertEquals(new Grown(3, null, null, EUR), Grown.builder().build().read(segment, 0));
        VarCodec<Grown> codec = Grown.builder()
                .withDefault("uri", URI.create("none:x"))
                .withDefault("bits", new BitSet())
                .build();
        Grown read = codec.read(segment, 0);
        assertEquals(new Grown(3, URI.create("none:x"), new BitSet(), EUR), read);
        assertNotSame(read.bits(), codec.read(segment, 0).bits());
        codec.write(new Grown(4, null, null, EUR), segment, 0);
        assertEquals(new Grown(4, null, null, EUR), codec.read(segment, 0));
    }

    @Test
    void aDefaultThatCannotBeStoredIsRefused() {
        assertRefused(
                () -> Grown.builder().withDefault("bits", bits(1)).build(),
                "bits: the layout has varRef of long (byteSize=8, offset=24), its default is not empty; pass an empty"
                        + " java.util.BitSet, the only default that it can have");
        assertRefused(
                () -> Grown.builder().withDefault("uri", "text").build(),
                "uri: the layout has varRef of byte (byteSize=8, offset=16), its default is `text`; pass a java.net.URI"
                        + " that can be stored");
        assertRefused(
                () -> VarCodec.builder(lookup(), Source.class, Source.LAYOUT)
                        .withConversions(Conversions.of(URIS, CURRENCIES, NUMBERS))
                        .withDefault("number", BigInteger.ZERO)
                        .build(),
                "number: the layout has varRef of byte (byteSize=8, offset=24), it has a default, which is to be an"
                        + " empty array, and the conversion refuses one: Zero length BigInteger; remove the default");
    }

    @SuppressWarnings("ArrayRecordComponent") // arrays bind, too
    private record Boxes(List<Name> ofLongs, Name[] texts, Name chars) {}

    @Test
    void whatFitsTheLayoutOrIsDeclaredByPathComesFirst() {
        Conversion<Name> text = Conversion.ofText(Name.class, Name::text, Name::new);
        Conversion<Name> chars = Conversion.ofArray(
                Name.class, char[].class, name -> name.text().toCharArray(), array -> new Name(new String(array)));
        Conversion<Name> number = Conversion.ofLong(
                Name.class, name -> Long.parseLong(name.text()), value -> new Name(Long.toString(value)));
        StructLayout layout = Layouts.varRecord(
                Layouts.varRef("ofLongs", JAVA_LONG),
                Layouts.varRef("texts", Layouts.varText()),
                Layouts.varRef("chars", JAVA_CHAR));
        List<Conversions> declared = List.of(
                Conversions.of(text, chars, number),
                Conversions.of(number, chars, text),
                Conversions.of(chars, text).with("ofLongs[]", number),
                Conversions.of(text).with("ofLongs[]", number).with("chars", chars));
        for (Conversions conversions : declared) {
            VarCodec<Boxes> codec = VarCodec.builder(lookup(), Boxes.class, layout)
                    .withConversions(conversions)
                    .build();
            MemorySegment segment = memory();

            codec.write(new Boxes(List.of(new Name("7")), new Name[] {new Name("x")}, new Name("yz")), segment, 0);

            Boxes read = codec.read(segment, 0);
            assertEquals(List.of(new Name("7")), read.ofLongs());
            assertEquals(List.of(new Name("x")), List.of(read.texts()));
            assertEquals(new Name("yz"), read.chars());
        }
    }

    private record Leg(String name, int miles) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("name"), JAVA_INT.withName("miles"));

        String text() {
            return name + " " + miles;
        }

        static Leg of(String text) {
            int end = text.indexOf(' ');
            return new Leg(text.substring(0, end), Integer.parseInt(text.substring(end + 1)));
        }
    }

    private record Route(
            List<Leg> legs,
            Leg best,
            List<Integer> numbers,
            Integer text,
            Set<String> words,
            List<Byte> bytes,
            Set<Long> longs) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("legs", Leg.LAYOUT),
                Layouts.varRef("best"),
                Layouts.varRef("numbers", JAVA_INT),
                Layouts.varRef("text"),
                Layouts.varRef("words"),
                Layouts.varRef("bytes", JAVA_BYTE),
                Layouts.varRef("longs", JAVA_LONG));
    }

    /** What binds by itself where the text does not fit, and a list where text fits. */
    @Test
    void whatDoesNotFitHidesNothing() {
        Conversion<Leg> legs = Conversion.ofText(Leg.class, Leg::text, Leg::of);
        Conversion<Integer> numbers = Conversion.ofText(Integer.class, String::valueOf, Integer::valueOf);
        Conversion<Set<String>> list = Conversion.ofList(Set.class, String.class, ArrayList::new, TreeSet::new);
        @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a type with type arguments
        Conversion<Set> text = Conversion.ofText(
                Set.class, set -> String.join(" ", set), words -> new TreeSet<>(List.of(words.split(" "))));
        Conversion<Byte> bytes = Conversion.ofText(Byte.class, String::valueOf, Byte::valueOf);
        Conversion<Set<Long>> longs = Conversion.ofList(Set.class, Long.class, ArrayList::new, TreeSet::new);
        for (Conversions conversions : List.of(
                Conversions.of(legs, numbers, list, text, bytes, longs),
                Conversions.of(longs, text, list, bytes, numbers, legs))) {
            VarCodec<Route> codec = VarCodec.builder(lookup(), Route.class, Route.LAYOUT)
                    .withConversions(conversions)
                    .build();
            MemorySegment segment = memory();
            Route route = new Route(
                    List.of(new Leg("a", 1)),
                    new Leg("b", 2),
                    List.of(1, 2),
                    3,
                    Set.of("x", "y"),
                    List.of((byte) 4),
                    Set.of(5L));

            codec.write(route, segment, 0);

            assertEquals(route, codec.read(segment, 0));
        }
    }

    enum Kind {
        A,
        B
    }

    private record Kinds(Set<Kind> kinds, Set<String> words) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("kinds", JAVA_BYTE), Layouts.varRef("words"));
    }

    /** Both refer to bytes: of the sets that fit, the one that is declared first is taken. */
    @Test
    void aListOfCodesIsNoText() {
        Conversion<Set<Kind>> kinds = Conversion.ofList(Set.class, Kind.class, ArrayList::new, TreeSet::new);
        @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a type with type arguments
        Conversion<Set> words = Conversion.ofText(
                Set.class, set -> String.join(" ", set), text -> new TreeSet<>(List.of(text.split(" "))));
        VarCodec<Kinds> codec =
                codec(Kinds.class, Kinds.LAYOUT, kinds, words, CodeConversions.byteCodes(Kind.class, Kind::ordinal));
        MemorySegment segment = memory();
        Kinds value = new Kinds(Set.of(Kind.B), Set.of("x", "y"));

        codec.write(value, segment, 0);

        assertEquals(value, codec.read(segment, 0));
    }

    private record Undeclared(URI uri, Currency currency, BigInteger number, BigDecimal price, BitSet bits, Name name) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("uri"),
                bytes(3).withName("currency"),
                Layouts.varRef("number", JAVA_BYTE),
                Layouts.varRef("price"),
                Layouts.varRef("bits", JAVA_LONG),
                Layouts.varRef("name"));
    }

    @Test
    void aMismatchNamesTheConversion() {
        List<String> mismatches = assertThrowsExactly(
                        LayoutMismatchException.class,
                        () -> VarCodec.ofRecord(lookup(), Undeclared.class, Undeclared.LAYOUT))
                .mismatches();
        List<String> suggested = List.of(
                "Conversion.ofText(URI.class, URI::toString, URI::create)",
                "Conversion.ofText(Currency.class, Currency::getCurrencyCode, Currency::getInstance)",
                "Conversion.ofArray(BigInteger.class, byte[].class, BigInteger::toByteArray, BigInteger::new)",
                "Conversion.ofText(BigDecimal.class, BigDecimal::toString, BigDecimal::new)",
                "Conversion.ofArray(BitSet.class, long[].class, BitSet::toLongArray, BitSet::valueOf)",
                "Conversion.ofText(Name.class, to, from)");

        assertEquals(suggested.size(), mismatches.size());
        for (int i = 0; i < suggested.size(); i++) {
            String end = "eclare a conversion, as `Conversions.of(" + suggested.get(i) + ")`";
            assertEquals(end, mismatches.get(i).substring(mismatches.get(i).length() - end.length()));
        }
    }

    private record One(URI uri) {}

    @Test
    void whatAConversionDoesNotFitIsRefused() {
        assertRefused(
                () -> codec(One.class, Layouts.varRecord(Layouts.varRef("uri", JAVA_INT)), URIS),
                "uri: the layout has varRef of int (byteSize=8, offset=8), " + HERE
                        + "One has the component `URI uri`; text needs `Layouts.varRef(name)`, which refers to its"
                        + " UTF-8, this refers to elements of type int");
        assertEquals(
                "expected the class of an array of primitives for `array`, such as byte[].class, found"
                        + " java.lang.String[]; of objects make a list, by Conversion.ofList",
                message(
                        IllegalArgumentException.class,
                        () -> Conversion.ofArray(Name.class, String[].class, name -> new String[0], array -> null)));
        assertEquals(
                "expected a class of objects for `type`, found int; pass Integer.class",
                message(
                        IllegalArgumentException.class,
                        () -> Conversion.ofText(int.class, String::valueOf, Integer::parseInt)));
    }
}
