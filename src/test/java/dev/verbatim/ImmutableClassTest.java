package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.GeneratedDtos;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Classes whose objects a constructor makes of the values of their fields. Properties invent more of them. */
class ImmutableClassTest {

    private static final String HERE = ImmutableClassTest.class.getName() + "$";

    static final StructLayout MONEY_LAYOUT =
            Layouts.struct(JAVA_LONG.withName("amount"), JAVA_INT.withName("currency"));

    static class Money {
        private final long amount;
        private final int currency;

        private Money(int currency, long amount) {
            if (amount < 0) {
                throw new IllegalStateException("a debt of " + amount);
            }
            this.amount = amount;
            this.currency = currency;
        }

        @Override
        public String toString() {
            return amount + " of " + currency;
        }
    }

    static final class Fee extends Money {
        private final Instant due;
        private transient int hash;

        Fee(Instant due, int currency, long amount) {
            super(currency, amount);
            this.due = due;
        }

        Fee(Instant due) {
            this(due, 1, 1);
        }

        Fee(Instant due, long amount) {
            this(due, 1, amount);
        }

        @Override
        public String toString() {
            return super.toString() + " at " + due + " " + hash;
        }
    }

    static final StructLayout FEE_LAYOUT =
            Layouts.struct(JAVA_LONG.withName("amount"), JAVA_LONG.withName("due"), JAVA_INT.withName("currency"));

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new byte[128]);
    }

    @Test
    void theConstructorWithTheMostParametersIsCalledWhateverTheirOrderAndItsAccess() {
        StructCodec<Fee> codec = StructCodec.ofImmutable(
                lookup(), Fee.class, FEE_LAYOUT, Conversions.of(TimeConversions.epochSeconds()));
        MemorySegment segment = memory();

        codec.write(new Fee(Instant.EPOCH, 978, 5), segment, 0);

        assertEquals(
                "5 of 978 at 1970-01-01T00:00:00Z 0", codec.read(segment, 0).toString());
        assertEquals(978, segment.get(ValueLayout.JAVA_INT_UNALIGNED, 16));
        assertFalse(codec instanceof ReusableCodec);
    }

    @Test
    void whatTheConstructorThrowsPassesUnchanged() {
        StructCodec<Money> codec = StructCodec.ofImmutable(lookup(), Money.class, MONEY_LAYOUT);
        MemorySegment segment = memory();
        segment.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, -1);

        assertEquals(
                "a debt of -1",
                assertThrowsExactly(IllegalStateException.class, () -> codec.read(segment, 0))
                        .getMessage());
    }

    record Order(Money price, List<Money> fills) {
        static final StructLayout LAYOUT = Layouts.struct(
                MONEY_LAYOUT.withName("price"), sequenceLayout(2, MONEY_LAYOUT).withName("fills"));
    }

    interface OrderView extends StructView {
        Money price();

        void price(Money price);

        Money fills(int index);
    }

    @Test
    void theyNestInRecordsListsAndViews() {
        StructCodec<Order> codec = StructCodec.ofRecord(lookup(), Order.class, Order.LAYOUT);
        MemorySegment segment = memory();
        Order order = new Order(new Money(1, 2), List.of(new Money(3, 4), new Money(5, 6)));

        codec.write(order, segment, 0);

        assertEquals(order.toString(), codec.read(segment, 0).toString());
        OrderView view = ViewFactory.of(lookup(), OrderView.class, Order.LAYOUT).wrap(segment, 0);
        view.price(new Money(7, 8));
        assertEquals("8 of 7", view.price().toString());
        assertEquals("6 of 5", view.fills(1).toString());
        assertEquals(
                "cannot write " + HERE + "Order (48 bytes) at offset=0: fills[1] is null; expected a " + HERE + "Money",
                assertThrowsExactly(
                                NullPointerException.class,
                                () -> codec.write(
                                        new Order(new Money(1, 2), Arrays.asList(new Money(3, 4), null)), segment, 0))
                        .getMessage());
    }

    static final class Note {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"),
                Layouts.varRef("text"),
                Layouts.varRef("prices", MONEY_LAYOUT),
                Layouts.varRef("replies", Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"))));

        private final Optional<String> text;
        private final List<Money> prices;
        private final Reply[] replies;
        private final long id;

        Note(long id, Optional<String> text, List<Money> prices, Reply[] replies) {
            this.text = text;
            this.prices = prices;
            this.replies = replies;
            this.id = id;
        }
    }

    static final class Reply {
        private final long id;
        private final String text;

        Reply(String text, long id) {
            this.id = id;
            this.text = text;
        }
    }

    @Test
    void theyBindToVariableLengthRecordsAndTheirElements() {
        VarCodec<Note> codec = VarCodec.ofImmutable(lookup(), Note.class, Note.LAYOUT);
        MemorySegment segment = memory();

        codec.write(
                new Note(9, Optional.of("ä"), List.of(new Money(1, 2)), new Reply[] {new Reply("x", 3)}), segment, 0);

        Note read = codec.read(segment, 0);
        assertEquals(9, read.id);
        assertEquals(Optional.of("ä"), read.text);
        assertEquals("[2 of 1]", read.prices.toString());
        assertEquals("x", read.replies[0].text);
        assertEquals(3, read.replies[0].id);
        assertFalse(codec instanceof ReusableVarCodec);
    }

    @Test
    void anOlderRecordGivesTheConstructorDefaults() {
        record OldReply(long id) {}
        VarCodec<OldReply> older =
                VarCodec.ofRecord(lookup(), OldReply.class, Layouts.varRecord(JAVA_LONG.withName("id")));
        StructLayout grown = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));
        MemorySegment segment = memory();
        older.write(new OldReply(4), segment, 0);

        assertNull(VarCodec.ofImmutable(lookup(), Reply.class, grown).read(segment, 0).text);
        VarCodec<Reply> codec = VarCodec.builder(lookup(), Reply.class, grown)
                .withDefault("text", "none")
                .build();
        assertEquals("none", codec.read(segment, 0).text);
        assertEquals(4, codec.read(segment, 0).id);
    }

    @Test
    void declaredFieldsComeBeforeTheNamesOfTheParameters() {
        StructCodec<Fee> codec = StructCodec.ofImmutable(
                lookup(),
                Fee.class,
                Layouts.struct(JAVA_LONG.withName("due"), JAVA_LONG.withName("amount")),
                Conversions.of(TimeConversions.epochSeconds()).withConstructor(Fee.class, "due", "amount"));
        MemorySegment segment = memory();

        codec.write(new Fee(Instant.EPOCH, 978, 5), segment, 0);

        assertEquals("5 of 1 at 1970-01-01T00:00:00Z 0", codec.read(segment, 0).toString());
    }

    /** Its fields are those of its public methods {@code getPrecision()} and {@code getRoundingMode()}. */
    @Test
    void aClassOfAnotherModuleIsReadByItsMethods() {
        StructCodec<MathContext> codec = StructCodec.ofImmutable(
                lookup(),
                MathContext.class,
                Layouts.struct(JAVA_INT.withName("precision"), JAVA_BYTE.withName("roundingMode")),
                Conversions.none().withConstructor(MathContext.class, "precision", "roundingMode"));
        MemorySegment segment = memory();

        codec.write(MathContext.DECIMAL64, segment, 0);

        assertEquals(MathContext.DECIMAL64, codec.read(segment, 0));
        assertEquals(6, segment.get(JAVA_BYTE, 4)); // the ordinal of HALF_EVEN
    }

    @Test
    void aRecordIsImmutableToo() {
        record Pair(int a, int b) {}
        StructCodec<Pair> codec = StructCodec.ofImmutable(
                lookup(), Pair.class, Layouts.struct(JAVA_INT.withName("b"), JAVA_INT.withName("a")));
        MemorySegment segment = memory();

        codec.write(new Pair(1, 2), segment, 0);

        assertEquals(new Pair(1, 2), codec.read(segment, 0));
    }

    private static void assertRefused(Executable binding, String... lines) {
        assertEquals(
                String.join("\n", lines),
                String.join(
                        "\n",
                        assertThrowsExactly(LayoutMismatchException.class, binding)
                                .mismatches()));
    }

    private static void assertRefused(Class<?> type, StructLayout layout, Conversions conversions, String... lines) {
        assertRefused(() -> StructCodec.ofImmutable(lookup(), type, layout, conversions), lines);
    }

    @Test
    void aClassFileWithoutNamesOfParametersNeedsADeclaration() {
        Class<?> type = new GeneratedDtos.Elsewhere()
                .define(DtoClassFile.ofPublic(
                                "dev.verbatim.Unnamed",
                                List.of(
                                        new DtoClassFile.Member("id", "J", null),
                                        new DtoClassFile.Member("price", "D", null)))
                        .immutableClass(List.of(), false));
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("price"));
        String constructor = "no constructor has parameters of the names and types of fields, as its class file has no"
            + " names of parameters; compile it with -parameters, or declare which fields the parameters set, in their"
            + " order, as `Conversions.none().withConstructor(Unnamed.class, \"id\", ...)`";
        String price = "price: the layout has int (byteSize=4, offset=8), dev.verbatim.Unnamed has the field"
                + " `double price`; make the two types the same, nothing is converted; or declare a conversion, as"
                + " `Conversions.of(NumberConversions.scaled(digits, JAVA_INT))`";

        assertRefused(type, layout, Conversions.none(), "dev.verbatim.Unnamed: " + constructor, price);
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Ambiguous {
        private final int a;
        private final int b;
        private final int c;

        Ambiguous(int a, int b) {
            this.a = a;
            this.b = b;
            this.c = 0;
        }

        Ambiguous(int b, long a, int c) {
            this.a = (int) a;
            this.b = b;
            this.c = c;
        }

        Ambiguous(int a, short c) {
            this(0, a, c);
        }

        static Ambiguous of(int a, int c) {
            return new Ambiguous(0, a, c);
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class TwoWays {
        private final int a;
        private final long b;

        TwoWays(int a, long b) {
            this.a = a;
            this.b = b;
        }

        TwoWays(long b, int a) {
            this(a, b);
        }
    }

    static final class OtherNames {
        private final int a;

        OtherNames(int first) {
            this.a = first;
        }
    }

    @Test
    void theConstructorHasToBeClear() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        assertRefused(
                TwoWays.class,
                Layouts.struct(JAVA_INT.withName("a"), JAVA_LONG.withName("b")),
                Conversions.none(),
                HERE
                        + "TwoWays: two constructors have as many parameters, all of the names and types of fields;"
                        + " declare which fields the parameters set, in their order, as"
                        + " `Conversions.none().withConstructor(TwoWays.class, \"a\", \"b\")`, if that is their order");
        assertRefused(
                OtherNames.class,
                a,
                Conversions.none(),
                HERE
                        + "OtherNames: no constructor has parameters of the names and types of fields; declare which"
                        + " fields the parameters set, in their order, as"
                        + " `Conversions.none().withConstructor(OtherNames.class, \"a\")`, if that is their order");
        assertEquals(
                1,
                StructCodec.ofImmutable(
                                lookup(),
                                OtherNames.class,
                                a,
                                Conversions.none().withConstructor(OtherNames.class, "a"))
                        .read(MemorySegment.ofArray(new int[] {1}), 0)
                        .a);
    }

    @Test
    void declaredFieldsHaveToBeThoseOfAConstructor() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("b"));
        Conversions none = Conversions.none();
        String type = HERE + "Ambiguous: ";

        assertRefused(
                Ambiguous.class,
                layout,
                none.withConstructor(Ambiguous.class, "a", "x"),
                type + "the declared constructor sets `x`, and there is no such field; the fields are [a, b, c]");
        assertRefused(
                Ambiguous.class,
                layout,
                none.withConstructor(Ambiguous.class, "a", "a"),
                type
                        + "the declared constructor sets `a` twice; declare the fields that its parameters set, each"
                        + " once");
        assertRefused(
                Ambiguous.class,
                layout,
                none.withConstructor(Ambiguous.class, "a"),
                type + "there is no constructor Ambiguous(int), whose parameters have the types of the declared fields"
                        + " [a]; there is Ambiguous(int, int) and Ambiguous(int, long, int) and Ambiguous(int, short)");
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Open {
        private final int a;
        private int count;

        Open(int a) {
            this.a = a;
        }
    }

    @Test
    void whatNoParameterSetsIsFinalOrTransient() {
        assertRefused(
                Open.class,
                Layouts.struct(JAVA_INT.withName("a")),
                Conversions.none(),
                "count: the layout has no member of this name, " + HERE + "Open has the field `int count`; no"
                        + " parameter of the constructor sets it; make it final if it is derived from others, or"
                        + " transient");
        assertRefused(
                Ambiguous.class,
                Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("c")),
                Conversions.none(),
                "c: the layout has int (byteSize=4, offset=4), the field `int c` is set by no parameter of the"
                        + " constructor; declare a constructor that sets it by Conversions.withConstructor, or make the"
                        + " member padding",
                "b: the layout has no member of this name, " + HERE + "Ambiguous has the field `int b`; add `int b` to"
                        + " the layout; an immutable class binds all that its constructor sets");
    }

    abstract static class Abstract {
        final int a;

        Abstract(int a) {
            this.a = a;
        }
    }

    @Test
    void whatIsNotImmutableIsRefusedAndNamesWhatIs() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        StructLayout inTail = Layouts.varRecord(JAVA_INT.withName("a"));
        assertRefused(
                Abstract.class,
                a,
                Conversions.none(),
                HERE + "Abstract: is not an immutable class; bind a class that extends it");
        assertRefused(
                () -> StructCodec.ofClass(lookup(), OtherNames.class, a),
                HERE
                        + "OtherNames: is not a mutable class, all its fields are final or transient; use"
                        + " StructCodec.ofImmutable, which has its constructor set them");
        assertEquals(
                HERE + "Reply cannot be read into, as it is immutable or its constructor is declared; use"
                        + " VarCodec.ofImmutable, or build of its builder",
                assertThrowsExactly(
                                IllegalArgumentException.class,
                                () -> VarCodec.ofClass(
                                        lookup(),
                                        Reply.class,
                                        Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"))))
                        .getMessage());
        assertRefused(
                () -> VarCodec.builder(lookup(), Open.class, inTail)
                        .withConversions(Conversions.none().withConstructor(Open.class, "a"))
                        .withSupplier(() -> new Open(1))
                        .build(),
                HERE + "Open: is immutable, which its constructor makes; remove the supplier",
                "count: the layout has no member of this name, " + HERE + "Open has the field `int count`; no"
                        + " parameter of the constructor sets it; make it final if it is derived from others, or"
                        + " transient");
        record Pair(int a) {}
        assertRefused(
                Pair.class,
                a,
                Conversions.none().withConstructor(Pair.class, "a"),
                Pair.class.getName() + ": is a record, whose canonical constructor is called; remove the declaration of"
                        + " its constructor");
    }

    @Test
    void aBitOfMemoryThatIsNoneOfTheSegmentIsNotTouched() {
        StructCodec<Money> codec = StructCodec.ofImmutable(lookup(), Money.class, MONEY_LAYOUT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(15);
            assertThrowsExactly(IndexOutOfBoundsException.class, () -> codec.write(new Money(1, 2), segment, 0));
            assertEquals(-1, segment.mismatch(arena.allocate(15)));
        }
    }

    record Traded(double price, Ambiguous size) {}

    @Test
    void messagesOfNestedOnesHaveTheirPaths() {
        assertRefused(
                () -> StructCodec.ofRecord(
                        lookup(),
                        Traded.class,
                        Layouts.struct(
                                JAVA_DOUBLE.withName("price"),
                                Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("b"))
                                        .withName("size")),
                        Conversions.none().withConstructor(Ambiguous.class, "b")),
                "size: " + HERE
                        + "Ambiguous: there is no constructor Ambiguous(int), whose parameters have the types of"
                        + " the declared fields [b]; there is Ambiguous(int, int) and Ambiguous(int, long, int) and"
                        + " Ambiguous(int, short)");
    }

    static class Identified {
        final int id;

        Identified(int id) {
            this.id = id;
        }
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class Hiding extends Identified {
        final int id = 7;

        Hiding(int id) {
            super(id);
        }
    }

    static class MutableBase {
        int id;
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class MutableHiding extends MutableBase {
        final int id = 5;
    }

    @Test
    void ofTwoFieldsOfOneNameNoneIsGuessed() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("id"));
        String both = HERE + "Hiding: the constructor sets `id`, and two fields have this name, of which one hides the"
                + " other; rename one";
        assertRefused(Hiding.class, layout, Conversions.none(), both);
        assertRefused(Hiding.class, layout, Conversions.none().withConstructor(Hiding.class, "id"), both);

        ReusableCodec<MutableHiding> codec = StructCodec.ofClass(lookup(), MutableHiding.class, layout);
        MutableHiding value = new MutableHiding();
        ((MutableBase) value).id = 42;
        MemorySegment segment = memory();
        codec.write(value, segment, 0);
        assertEquals(42, ((MutableBase) codec.read(segment, 0)).id);
    }

    static final class Range {
        final int from;
        final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    @Test
    void aDeclaredOrderIsComparedWithTheNamesThatThereAre() {
        assertRefused(
                Range.class,
                Layouts.struct(JAVA_INT.withName("from"), JAVA_INT.withName("to")),
                Conversions.none().withConstructor(Range.class, "to", "from"),
                HERE
                        + "Range: the declared constructor sets [to, from], and its parameters are [from, to]; declare"
                        + " them in this order");
    }

    /** Its constructor is called by a handle, as that of each class of another nest. */
    @Test
    void aConstructorMayTakeAnyNumberOfArguments() {
        record Holder(ManyNames names) {}
        VarCodec<Holder> codec = VarCodec.ofRecord(
                lookup(),
                Holder.class,
                Layouts.varRecord(Layouts.struct(JAVA_INT.withName("id"), Layouts.varRef("names", Layouts.varText()))
                        .withName("names")));
        MemorySegment segment = memory();

        codec.write(new Holder(new ManyNames(3, "a", "b")), segment, 0);

        ManyNames read = codec.read(segment, 0).names();
        assertEquals(3, read.id);
        assertEquals(List.of("a", "b"), List.of(read.names));
        codec.write(new Holder(new ManyNames(3, (String[]) null)), segment, 0);
        assertNull(codec.read(segment, 0).names().names);
    }

    @Test
    void aClassWithADeclaredConstructorIsNotFilled() {
        assertRefused(
                () -> StructCodec.ofClass(
                        lookup(),
                        Open.class,
                        Layouts.struct(JAVA_INT.withName("count")),
                        Conversions.none().withConstructor(Open.class, "a")),
                HERE
                        + "Open: is not a mutable class, as its constructor is declared; use StructCodec.ofImmutable,"
                        + " which has its constructor set them");
    }

    @SuppressWarnings("ClassCanBeStatic") // that is the point
    final class Inner {
        final int a;

        Inner(int a) {
            this.a = a;
        }
    }

    static final class Constant {
        final int a = 1;
    }

    @Test
    void aClassThatNoConstructorCanMakeSaysSo() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        assertRefused(
                Inner.class,
                a,
                Conversions.none(),
                HERE + "Inner: is an inner class, whose constructor takes the outer object; make it static");
        assertRefused(
                Constant.class,
                a,
                Conversions.none(),
                HERE
                        + "Constant: no constructor has parameters, which would set its fields; add one, or make the"
                        + " fields not final");
    }

    @Test
    void theOrderOfADeclarationIsCopied() {
        List<String> fields = new ArrayList<>(List.of("from", "to"));
        Conversions conversions = new Conversions(List.of(), Map.of(), Map.of(Range.class, fields));
        Collections.reverse(fields);
        assertEquals(List.of("from", "to"), conversions.constructors().get(Range.class));
    }
}

/** Of a nest of its own. */
final class ManyNames {
    final int id;
    final String[] names;

    ManyNames(int id, String... names) {
        this.id = id;
        this.names = names;
    }
}
