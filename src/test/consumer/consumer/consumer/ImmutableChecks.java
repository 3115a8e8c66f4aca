package consumer;

import static consumer.Checks.thrown;
import static consumer.ImmutableSubjects.CONSTRUCTORS;
import static consumer.ImmutableSubjects.QUOTE;
import static consumer.ImmutableSubjects.RATES;
import static consumer.MemberFaultChecks.refusesToRead;
import static consumer.MemberFaultChecks.refusesToWrite;
import static consumer.base.Fault.isNull;
import static consumer.base.Fault.isWrong;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.ImmutableSubjects.Holder;
import consumer.base.Fault;
import consumer.base.Rates;
import consumer.lib.Memo;
import consumer.lib.Numbered;
import consumer.lib.Quote;
import consumer.lib.Sealed;
import consumer.lib.Strict;
import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;

/** Immutable classes: what is wrong with their members, what they throw, in tails, and in views. */
final class ImmutableChecks {

    /** On the class path all classes are of one module, and what needs a module's border is allowed. */
    private static final boolean MODULAR = ImmutableChecks.class.getModule().isNamed();

    private static final StructLayout CODE = structLayout(JAVA_INT.withName("code"));

    private ImmutableChecks() {}

    static void run() {
        Checks.that("what is derived is made by the constructor", ImmutableSubjects.ownIsReadWhole());
        membersThatAreWrong();
        tails();
        whatIsInheritedFromAnotherModule();
        whatAnotherModuleThrows();
        whatThisModuleThrows();
        whatDoesNotBind();
        aView();
    }

    private static void membersThatAreWrong() {
        Quote noVenue = new Quote(1, false, 2, 3, null);
        Quote longVenue = new Quote(1, false, 2, 3, "abcd");
        List<Fault<Holder>> faults = List.of(
                isNull("pair", dto -> dto.pair = null),
                isNull("pairs[0]", dto -> dto.pairs[0] = null),
                isNull("pairList[0]", dto -> dto.pairList.set(0, null)),
                isNull("rates", dto -> dto.rates = null),
                isNull("rates.more[1].market", dto -> dto.rates = Rates.spoiled()),
                isNull("rates.all[0]", dto -> dto.rates = Rates.empty()),
                isNull("quote", dto -> dto.quote = null),
                isNull("quote.venue", dto -> dto.quote = noVenue),
                isNull("quotes", dto -> dto.quotes = null),
                isNull("quotes[1]", dto -> dto.quotes[1] = null),
                isNull("quotes[1].venue", dto -> dto.quotes[1] = noVenue),
                isNull("quoteList[0]", dto -> dto.quoteList.set(0, null)),
                isNull("quoteList[0].venue", dto -> dto.quoteList.set(0, noVenue)),
                isWrong("quote.venue has 4 bytes of UTF-8, expected at most 3", dto -> dto.quote = longVenue),
                isWrong("quoteList has length=0; expected 1 elements", dto -> dto.quoteList.clear()));
        for (Fault<Holder> fault : faults) {
            Holder dto = Holder.make();
            fault.spoil().accept(dto);
            refusesToWrite(Holder.CODEC, dto, fault);
        }
        refusesToRead(Holder.CODEC, "rates.best.market", 8, ", found 2", 2);
        refusesToRead(Holder.CODEC, "quotes[1].venue", 15 + 2 * 24 + 21, ", found the bytes ff at index=0", 0xFF);
        refusesToWrite(RATES, Rates.spoiled(), isNull("more[1].market", null));
        refusesToWrite(RATES, Rates.empty(), isNull("all[0]", null));
        refusesToRead(RATES, "all[0].market", 4, ", found -1", -1);
        refusesToWrite(QUOTE, noVenue, isNull("venue", null));
        refusesToRead(QUOTE, "venue", 21, ", found the bytes 80 at index=0", 0x80);
        Memo noText = new Memo((byte) 2, null, noVenue, null);
        refusesToWrite(ImmutableSubjects.MEMO, noText, isNull("text", null));
        Memo noQuotes = new Memo((byte) 2, "", ImmutableSubjects.quote(1), null);
        refusesToWrite(ImmutableSubjects.MEMO, noQuotes, isNull("quotes", null));
    }

    private static final StructLayout QUOTE_LAYOUT = Layouts.varRecord(
            JAVA_LONG.withName("id"),
            JAVA_DOUBLE.withName("price"),
            JAVA_INT.withName("quantity"),
            JAVA_BOOLEAN.withName("open"),
            Layouts.varRef("venue"));

    private static final VarCodec<Memo> MEMO = VarCodec.builder(
                    lookup(),
                    Memo.class,
                    Layouts.varRecord(
                            JAVA_BYTE.withName("kind"),
                            Layouts.varRef("text"),
                            ImmutableSubjects.QUOTE_LAYOUT.withName("best"),
                            Layouts.varRef("quotes", QUOTE_LAYOUT)))
            .withConversions(CONSTRUCTORS)
            .build();

    private static final class Basket {
        private Memo memo;
        private List<Pair> pairs;
        private Quote[] quotes;

        private static final ReusableVarCodec<Basket> CODEC = VarCodec.builder(
                        lookup(),
                        Basket.class,
                        Layouts.varRecord(
                                Layouts.struct(
                                                JAVA_BYTE.withName("kind"),
                                                Layouts.varRef("text"),
                                                ImmutableSubjects.QUOTE_LAYOUT.withName("best"),
                                                Layouts.varRef("quotes", ImmutableSubjects.QUOTE_LAYOUT))
                                        .withName("memo"),
                                Layouts.varRef("pairs", ImmutableSubjects.PAIR_LAYOUT),
                                Layouts.varRef("quotes", QUOTE_LAYOUT)))
                .withConversions(CONSTRUCTORS)
                .buildReusable();
    }

    private static void tails() {
        Quote noVenue = new Quote(1, false, 2, 3, null);
        Quote quote = ImmutableSubjects.quote(3);
        VarChecks.roundTrip(MEMO, new Memo((byte) 2, "memo", quote, List.of(quote, noVenue)));
        VarChecks.roundTrip(MEMO, new Memo((byte) 2, null, quote, null));
        Basket basket = new Basket();
        basket.memo = ImmutableSubjects.memo();
        basket.pairs = List.of(Pair.of(1, 2), Pair.of(3, 4));
        basket.quotes = new Quote[] {noVenue, quote};
        VarChecks.roundTrip(Basket.CODEC, basket);
        VarChecks.roundTrip(
                VarCodec.builder(lookup(), Quote.class, QUOTE_LAYOUT)
                        .withConversions(CONSTRUCTORS)
                        .build(),
                quote);

        MemorySegment segment = MemorySegment.ofArray(new byte[1_000]);
        Class<NullPointerException> npe = NullPointerException.class;
        thrown(
                "a null element",
                npe,
                () -> MEMO.write(new Memo((byte) 2, "", quote, Arrays.asList(quote, null)), segment, 1),
                "quotes[1] is null; expected a consumer.lib.Quote");
        thrown(
                "a null member",
                npe,
                () -> MEMO.write(new Memo((byte) 2, "", null, List.of()), segment, 1),
                "best is null; expected a consumer.lib.Quote");
        thrown(
                "a null text of fixed size",
                npe,
                () -> MEMO.write(new Memo((byte) 2, "", noVenue, List.of()), segment, 1),
                "best.venue is null");
        basket.pairs = Arrays.asList(Pair.of(1, 2), null);
        thrown(
                "a null element",
                npe,
                () -> Basket.CODEC.write(basket, segment, 1),
                "pairs[1] is null; expected a consumer.Pair");
        basket.memo = null;
        thrown(
                "a null member",
                npe,
                () -> Basket.CODEC.write(basket, segment, 1),
                "memo is null; expected a consumer.lib.Memo");
        thrown(
                "an immutable class to read into",
                IllegalArgumentException.class,
                () -> VarCodec.builder(lookup(), Quote.class, QUOTE_LAYOUT)
                        .withConversions(CONSTRUCTORS)
                        .buildReusable(),
                "use VarCodec.ofImmutable");
        Checks.equal("nothing is written", -1L, segment.mismatch(MemorySegment.ofArray(new byte[1_000])));
    }

    private static final class Ticket extends Numbered {
        private final int id;

        private Ticket(int number, int digit, int id) {
            super(number, digit);
            this.id = id;
        }
    }

    private static void whatIsInheritedFromAnotherModule() {
        StructCodec<Ticket> codec = StructCodec.ofImmutable(
                lookup(),
                Ticket.class,
                structLayout(JAVA_INT.withName("id"), JAVA_INT.withName("digit"), JAVA_INT.withName("number")),
                Conversions.none().withConstructor(Ticket.class, "number", "digit", "id"));
        MemorySegment segment = MemorySegment.ofArray(new int[] {1, 2, 3, 0, 0, 0});
        Ticket ticket = codec.read(segment, 0);
        Checks.equal("a private field of another module", 3, ticket.getNumber());
        codec.writeAtIndex(ticket, segment, 1);
        Checks.equal("fields of another module", -1L, segment.asSlice(12).mismatch(segment.asSlice(0, 12)));
    }

    /** What is thrown must not be taken for a fault of the DTO or of the segment. */
    private static final List<RuntimeException> OWN = List.of(
            new IllegalStateException("own"),
            new IllegalArgumentException("own"),
            new IndexOutOfBoundsException("own"),
            new ArrayIndexOutOfBoundsException("own"),
            new NullPointerException("own"),
            new ClassCastException("own"));

    private record Stricts(Strict one, Strict[] array, List<Strict> list) {
        private static final StructCodec<Stricts> CODEC = StructCodec.ofRecord(
                lookup(),
                Stricts.class,
                structLayout(
                        CODE.withName("one"),
                        sequenceLayout(1, CODE).withName("array"),
                        sequenceLayout(1, CODE).withName("list")),
                Conversions.none().withConstructor(Strict.class, "code"));

        private static Stricts of(int one, int inArray, int inList) {
            return new Stricts(new Strict(one), new Strict[] {new Strict(inArray)}, List.of(new Strict(inList)));
        }
    }

    private record StrictTail(List<Strict> list, Strict[] array) {
        private static final VarCodec<StrictTail> CODEC = VarCodec.builder(
                        lookup(),
                        StrictTail.class,
                        Layouts.varRecord(Layouts.varRef("list", CODE), Layouts.varRef("array", CODE)))
                .withConversions(Conversions.none().withConstructor(Strict.class, "code"))
                .build();
    }

    private static void whatAnotherModuleThrows() {
        StructCodec<Strict> codec = StructCodec.ofImmutable(
                lookup(), Strict.class, CODE, Conversions.none().withConstructor(Strict.class, "code"));
        for (RuntimeException own : OWN) {
            Strict.onNegative = own;
            Strict.onThirteen = own;
            MemorySegment negative = MemorySegment.ofArray(new int[] {-1, 0, 0, -1});
            passes(own, "a constructor", () -> codec.read(negative, 0));
            passes(own, "a constructor of a member", () -> Stricts.CODEC.read(negative, 0));
            passes(own, "a constructor of an element of a list", () -> Stricts.CODEC.read(negative, 4));
            MemorySegment second = MemorySegment.ofArray(new int[] {0, -1, 0});
            passes(own, "a constructor of an element of an array", () -> Stricts.CODEC.read(second, 0));
            MemorySegment target = MemorySegment.ofArray(new int[20]);
            methodPasses(own, "a method", () -> codec.write(new Strict(13), target, 0));
            methodPasses(own, "a method of a member", () -> Stricts.CODEC.write(Stricts.of(13, 0, 0), target, 0));
            methodPasses(own, "a method of an element", () -> Stricts.CODEC.write(Stricts.of(0, 13, 0), target, 0));
            methodPasses(own, "a method of an element", () -> Stricts.CODEC.write(Stricts.of(0, 0, 13), target, 0));
            Strict one = new Strict(13);
            methodPasses(own, "a method in a tail", () -> StrictTail.CODEC.write(tail(one, null), target, 0));
            methodPasses(own, "a method in a tail", () -> StrictTail.CODEC.write(tail(null, one), target, 0));
            for (StrictTail tail : List.of(tail(new Strict(5), null), tail(null, new Strict(5)))) {
                MemorySegment bytes = MemorySegment.ofArray(new int[20]);
                long end = StrictTail.CODEC.write(tail, bytes, 0);
                bytes.set(JAVA_INT, end - 4, -1);
                passes(own, "a constructor in a tail", () -> StrictTail.CODEC.read(bytes, 0));
            }
        }
    }

    private static StrictTail tail(Strict inList, Strict inArray) {
        return new StrictTail(inList == null ? null : List.of(inList), inArray == null ? null : new Strict[] {inArray});
    }

    private static final class Picky {
        private static RuntimeException own;

        private final int code;

        private Picky(int code) {
            if (code < 0) {
                throw own;
            }
            this.code = code;
        }
    }

    private record Pickies(Picky one, Picker other) {}

    private static void whatThisModuleThrows() {
        Conversions constructors =
                Conversions.none().withConstructor(Picky.class, "code").withConstructor(Picker.class, "code");
        StructCodec<Picky> picky = StructCodec.ofImmutable(lookup(), Picky.class, CODE, constructors);
        StructCodec<Pickies> both = StructCodec.ofRecord(
                lookup(), Pickies.class, structLayout(CODE.withName("one"), CODE.withName("other")), constructors);
        MemorySegment segment = MemorySegment.ofArray(new int[] {-1, 0, -1});
        for (RuntimeException own : OWN) {
            Picky.own = own;
            Picker.own = own;
            passes(own, "a constructor of this nest", () -> picky.read(segment, 0));
            passes(own, "a constructor of this nest", () -> both.read(segment, 0));
            passes(own, "a constructor of another nest", () -> both.read(segment, 4));
        }
    }

    private static void passes(RuntimeException own, String what, Checks.Action action) {
        Checks.that("what " + what + " throws passes unchanged", thrown(what, own.getClass(), action, "own") == own);
    }

    /** On the class path the classes are of this module, whose fields are read without their methods. */
    private static void methodPasses(RuntimeException own, String what, Checks.Action action) {
        if (MODULAR) {
            passes(own, what, action);
        } else {
            Checks.that(what + " is not called", returns(action));
            Checks.that(what + " is not called again", returns(action));
        }
    }

    private static boolean returns(Checks.Action action) {
        try {
            action.run();
            return true;
        } catch (Throwable fault) {
            return false;
        }
    }

    private static void whatDoesNotBind() {
        thrown(
                "parameters without names",
                LayoutMismatchException.class,
                () -> StructCodec.ofImmutable(lookup(), Quote.class, ImmutableSubjects.QUOTE_LAYOUT),
                "its class file has no names of parameters; compile it with -parameters, or declare",
                "withConstructor(Quote.class, \"id\", ...)");
        StructLayout layout = structLayout(JAVA_INT.withName("code"), JAVA_INT.withName("hidden"));
        Conversions constructor = Conversions.none().withConstructor(Sealed.class, "code", "hidden");
        if (MODULAR) {
            thrown(
                    "what another module hides",
                    LayoutMismatchException.class,
                    () -> StructCodec.ofImmutable(lookup(), Sealed.class, layout, constructor),
                    "2 mismatches",
                    "hidden: ",
                    "is not accessible to consumer.ImmutableChecks",
                    "the constructor is not accessible to consumer.ImmutableChecks");
        } else {
            StructCodec<Sealed> codec = StructCodec.ofImmutable(lookup(), Sealed.class, layout, constructor);
            Sealed read = codec.read(MemorySegment.ofArray(new int[] {1, 2}), 0);
            Checks.equal("what another package hides", 3, read.sum());
        }
    }

    private interface HolderView extends StructView {
        Quote quote();

        void quote(Quote quote);

        Quote quotes(int index);

        Pair pair();

        void pair(Pair pair);
    }

    private static void aView() {
        ViewFactory<HolderView> factory =
                ViewFactory.of(lookup(), HolderView.class, Holder.CODEC.layout(), CONSTRUCTORS);
        MemorySegment segment = MemorySegment.ofArray(new byte[Math.toIntExact(Holder.CODEC.byteSize())]);
        Holder holder = Holder.make();
        Holder.CODEC.write(holder, segment, 0);
        HolderView view = factory.wrap(segment, 0);
        Checks.equal("an immutable class in a view", 8.5, view.quotes(0).price());
        view.quote(ImmutableSubjects.quote(20));
        view.pair(view.pair());
        holder.quote = ImmutableSubjects.quote(20);
        MemorySegment expected = MemorySegment.ofArray(new byte[Math.toIntExact(segment.byteSize())]);
        Holder.CODEC.write(holder, expected, 0);
        Checks.equal("what a view writes", -1L, segment.mismatch(expected));
        thrown(
                "a null member of one in a view",
                NullPointerException.class,
                () -> view.quote(new Quote(1, true, 2, 3, null)),
                "quote.venue is null");
    }
}

/** In the same file, but in a nest of its own. */
final class Picker {
    static RuntimeException own;

    private final int code;

    private Picker(int code) {
        if (code < 0) {
            throw own;
        }
        this.code = code;
    }
}
