package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

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

    @Test
    void aBitOfMemoryThatIsNoneOfTheSegmentIsNotTouched() {
        StructCodec<Money> codec = StructCodec.ofImmutable(lookup(), Money.class, MONEY_LAYOUT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(15);
            assertThrowsExactly(IndexOutOfBoundsException.class, () -> codec.write(new Money(1, 2), segment, 0));
            assertEquals(-1, segment.mismatch(arena.allocate(15)));
        }
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
    void aDeclaredFieldHasAName() {
        assertEquals(
                "field",
                assertThrowsExactly(
                                NullPointerException.class,
                                () -> Conversions.none().withConstructor(Money.class, "amount", null))
                        .getMessage());
    }

    @Test
    void theOrderOfADeclarationIsCopied() {
        List<String> fields = new ArrayList<>(List.of("amount", "currency"));
        Conversions conversions = new Conversions(List.of(), Map.of(), Map.of(Money.class, fields), Map.of(), Map.of());
        Collections.reverse(fields);
        assertEquals(List.of("amount", "currency"), conversions.constructors().get(Money.class));
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
