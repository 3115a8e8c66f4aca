package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts of immutable classes, whose class files have the names of their constructors' parameters or have not. */
class ImmutableLayoutTest {

    private static final String SOURCE = """
        package market;
        import java.time.Instant;
        import java.util.List;
        class Market {
            enum Side { BUY, SELL }
            static class Event {
                private final long time;
                Event(long time) { this.time = time; }
                long time() { return time; }
            }
            static final class Trade extends Event {
                final double price;
                final byte version = 1;
                final byte kind;
                final Side side;
                final transient int seen;
                final String note;
                transient int hash;
                Trade(long time, double price, byte kind, Side side) {
                    super(time);
                    this.price = price;
                    this.kind = kind;
                    this.side = side;
                    this.seen = 1;
                    this.note = "made";
                }
                Trade(long time, double price) { this(time, price, (byte) 1, Side.BUY); }
                Trade(Trade other) { this(other.time(), other.price, other.kind, other.side); }
            }
            record Trades(byte kind, Trade last, Trade[] first, List<Trade> others) {}
            static class Book {
                final Instant start;
                final other.Quote quote;
                private final List<Trade> trades;
                private Book(Instant start, other.Quote quote, List<Trade> trades) {
                    this.start = start;
                    this.quote = quote;
                    this.trades = trades;
                }
                static Book of(Instant start, other.Quote quote, List<Trade> trades) {
                    return new Book(start, quote, trades);
                }
                List<Trade> trades() { return trades; }
            }
            static class Mutable {
                Trade trade;
                final int left = 1;
            }
            static class Hiding extends Event {
                final long time;
                Hiding(long time) {
                    super(-1);
                    this.time = time;
                }
            }
            static class Kinds {
                final int kind;
                Kinds(int kind) { this.kind = kind; }
            }
            static class OneKind extends Kinds {
                final int kind = 7;
                final int size;
                OneKind(int kind, int size) { super(kind); this.size = size; }
            }
            static class SeenKind extends Kinds {
                final transient int kind;
                SeenKind(int kind) { super(kind); this.kind = 2; }
            }
            static class WideKind extends Kinds {
                final long kind;
                WideKind(long kind) { super(1); this.kind = kind; }
            }
            static class NamedKind extends Kinds {
                static final int kind = 8;
                final int size;
                NamedKind(int kind, int size) { super(kind); this.size = size; }
            }
            static class Unseen { final transient int kind = fail(); }
            static class SeenAgain extends Unseen {
                final int kind;
                SeenAgain(int kind) { this.kind = kind; }
            }
            record KindHolder(OneKind[] kinds) {}
            static class Open { int kind; }
            static class HalfOpen extends Open { final int kind = 5; }
            static class Priced {
                final long id;
                double bid;
                Priced(long id, double bid) { this.id = id; this.bid = bid; }
            }
            static class Counted {
                final long id = fail();
                double bid;
                Counted(int start) { bid = start; }
            }
            static abstract class Listed {
                final long id;
                double bid;
                Listed(long id, double bid) { this.id = id; this.bid = bid; }
            }
            static class Half {
                final long id;
                double bid;
                Half(long id) { this.id = id; }
            }
            static class Opened {
                final long id;
                final int version = 1;
                int balance;
                Opened(long id) { this.id = id; }
                Opened(long id, int opening) { this(id); balance = opening; }
            }
            static class Copied {
                final long id;
                final double px;
                Copied(long id) { this(id, 0); }
                Copied(long id, double price) { this.id = id; this.px = price; }
            }
            static class Explained {
                final long id;
                double bid;
                Explained(long id, double bid, String why) { this.id = id; }
            }
            static class Seen {
                final long id;
                double bid;
                transient int seen;
                Seen(long id, double bid, int seen) { this.id = id; }
            }
            static class Unit {
                final long id;
                double bid;
                final long unit = 3;
                Unit(long id, double bid, long unit) { this.id = id; }
            }
            record Pair(Priced one) {}
            record OneExplained(Explained one) {}
            static class Required {
                private final String symbol;
                private final long id;
                private String note;
                private long volume;
                Required(String symbol, long id) { this.symbol = symbol; this.id = id; }
            }
            static class Cached {
                private final long id;
                private transient int cached;
                private int count;
                Cached(long id, int cached) { this.id = id; this.cached = cached; }
            }
            static class Keeper {
                private final Half half = new Half(0);
                private int count;
            }
            static class Full {
                final int id;
                int count;
                final double[] bids = new double[2];
                Full(int id, int count) { this.id = id; this.count = count; }
            }
            static class Filled {
                final int id;
                final double[] bids = new double[2];
                final List<Integer> more = new java.util.ArrayList<>();
                final double start = Double.parseDouble("1");
                int count;
                Filled(int id) { this.id = id; }
            }
            static class Held {
                final int id;
                final double[] bids = new double[2];
                final Tags tags = null;
                final other.Quote quote = null;
                final List<Integer> list = new java.util.ArrayList<>();
                final java.util.Map<String, String> map = new java.util.TreeMap<>();
                final java.util.concurrent.atomic.AtomicLong atomic = new java.util.concurrent.atomic.AtomicLong();
                final java.util.concurrent.atomic.LongAdder adder = new java.util.concurrent.atomic.LongAdder();
                final StringBuilder builder = new StringBuilder();
                final StringBuffer buffer = new StringBuffer();
                final java.util.StringJoiner joiner = new java.util.StringJoiner(",");
                final java.io.StringWriter writer = new java.io.StringWriter();
                final java.io.CharArrayWriter chars = new java.io.CharArrayWriter();
                final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
                final java.util.BitSet bits = new java.util.BitSet();
                final java.util.Date date = new java.util.Date(0);
                final java.util.Calendar calendar = null;
                final java.util.IntSummaryStatistics ints = new java.util.IntSummaryStatistics();
                final java.util.LongSummaryStatistics longs = new java.util.LongSummaryStatistics();
                final java.util.DoubleSummaryStatistics doubles = new java.util.DoubleSummaryStatistics();
                final java.nio.LongBuffer numbers = null;
                final java.lang.foreign.MemorySegment memory = null;
                final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
                final Printer printer = new Printer();
                final Instant since = Instant.EPOCH;
                Held(int id) { this.id = id; }
            }
            static class HeldLater {
                int id;
                final Delegate size$delegate = null;
                final kotlin.Lazy name$delegate = null;
                final Tags tags = null;
                final Printer printer = new Printer();
                final java.util.concurrent.atomic.AtomicLong atomic = new java.util.concurrent.atomic.AtomicLong();
            }
            interface Delegate {}
            interface Tags extends java.util.Map<String, String> {}
            static final class Printer { static int printed; transient int last; }
            static class Taker {
                final Half half;
                int count;
                Taker(Half half) { this.half = half; }
            }
            static class Reading {
                final int low;
                final int high;
                final int unit = 3;
                final transient int seen;
                Reading(int low) { this.low = low; high = low + 1; seen = 0; }
            }
            record Readings(int count, Reading[] all) {}
            static class Fresh {
                final int id;
                Fresh() { id = fail(); }
            }
            static class Turned {
                final int low;
                final int high;
                Turned(int high, int low) {
                    this.low = low;
                    this.high = high;
                }
            }
            static class Derived {
                final int low;
                final int high;
                Derived(int high) {
                    this.low = -high;
                    this.high = high;
                }
            }
            static class Kept {
                final int id;
                final transient int seen;
                Kept(int id, int seen) {
                    this.id = id;
                    this.seen = seen;
                }
            }
            static class Renamed {
                static final int COUNT = Market.fail();
                final long id;
                Renamed(long newId) { id = newId; }
            }
            static class RenamedBoth {
                final long id;
                final double price;
                int quantity;
                RenamedBoth() { id = 0; price = 0; }
                RenamedBoth(long anId, double aPrice) { id = anId; price = aPrice; }
            }
            static class RenamedHalf {
                final long id;
                double bid;
                RenamedHalf(long newId) { id = newId; }
            }
            @kotlin.Metadata
            static class Compiled {
                final int low;
                final int high;
                Compiled(int high) { this.low = -high; this.high = high; }
            }
            @kotlin.Metadata
            private static class Unnamable {
                final int id;
                Unnamable(int id) { this.id = id; }
            }
            static class Spread {
                final double mid;
                final double half;
                Spread(double bid, double ask) { mid = (bid + ask) / 2; half = (ask - bid) / 2; }
            }
            static class Twins {
                final int a;
                final long b;
                Twins(int a) { this.a = a; b = 1; }
                Twins(long b) { a = 1; this.b = b; }
            }
            record Holder(Hidden[] hidden) {}
            private static class Hidden {
                final int id;
                Hidden(int id) { this.id = id; }
            }
            static class Built {
                final int id;
                Built(StringBuilder from) { id = from.length(); }
                Built() { id = 0; }
            }
            class Inner {
                final int id;
                Inner(int id) { this.id = id; }
            }
            static abstract class Shape { final int sides = 3; }
            static int fail() { throw new IllegalStateException("initialised"); }
        }
        """;

    private static final String QUOTE = """
        package other;
        public final class Quote {
            private final double bid;
            private final double ask;
            private final double spread;
            public Quote(double bid, double ask) {
                this(bid, ask, ask - bid);
            }
            private Quote(double bid, double ask, double spread) {
                this.bid = bid;
                this.ask = ask;
                this.spread = spread;
            }
            @Override
            public String toString() { return bid + " " + ask + " " + spread; }
        }
        """;

    /** Binds the classes to what is printed, and writes and reads values. */
    private static final String CHECKS = """
        package market;
        import dev.verbatim.*;
        import java.lang.foreign.MemorySegment;
        import java.lang.invoke.MethodHandles;
        import java.time.Instant;
        import java.util.*;
        import java.util.function.Function;
        import market.Market.*;
        class Checks {
            static Trade trade(int number) {
                return new Trade(number, number + 0.5, (byte) (number + 1), Side.SELL);
            }

            static void all() {
                var lookup = MethodHandles.lookup();
                check(StructCodec.ofImmutable(lookup, Trade.class, TradeLayout.LAYOUT, TradeLayout.CONVERSIONS),
                        trade(1), Checks::show);
                check(StructCodec.ofRecord(lookup, Trades.class, TradesLayout.LAYOUT, TradesLayout.CONVERSIONS),
                        new Trades((byte) 3, trade(4), new Trade[] {trade(5), trade(6)}, List.of(trade(7))),
                        trades -> trades.kind() + show(trades.last()) + show(trades.first()[0])
                                + show(trades.first()[1]) + show(trades.others().get(0)));
                check(StructCodec.ofImmutable(lookup, Book.class, BookLayout.LAYOUT, BookLayout.CONVERSIONS),
                        Book.of(Instant.EPOCH.plusNanos(8), new other.Quote(9, 10), List.of(trade(11))),
                        book -> book.start + " " + book.quote + show(book.trades().get(0)));
                Mutable mutable = new Mutable();
                mutable.trade = trade(12);
                check(StructCodec.ofClass(lookup, Mutable.class, MutableLayout.LAYOUT, MutableLayout.CONVERSIONS),
                        mutable, it -> show(it.trade));
                check(StructCodec.ofImmutable(lookup, NamedKind.class, NamedKindLayout.LAYOUT,
                                NamedKindLayout.CONVERSIONS),
                        new NamedKind(14, 15), it -> ((Kinds) it).kind + " " + it.size);
                Half half = new Half(16);
                half.bid = 17;
                check(StructCodec.ofImmutable(lookup, Half.class, HalfLayout.LAYOUT, HalfLayout.CONVERSIONS),
                        half, it -> it.id + " " + it.bid);
                Full full = new Full(24, 25);
                full.bids[0] = 26;
                check(StructCodec.ofImmutable(lookup, Full.class, FullLayout.LAYOUT, FullLayout.CONVERSIONS),
                        full, it -> it.id + " " + it.count + " " + it.bids[0]);
                Held held = new Held(27);
                held.bids[1] = 28;
                check(StructCodec.ofImmutable(lookup, Held.class, HeldLayout.LAYOUT, HeldLayout.CONVERSIONS),
                        held, it -> it.id + " " + it.bids[1]);
                HeldLater later = new HeldLater();
                later.id = 29;
                check(StructCodec.ofClass(lookup, HeldLater.class, HeldLaterLayout.LAYOUT,
                                HeldLaterLayout.CONVERSIONS),
                        later, it -> String.valueOf(it.id));
                Filled filled = new Filled(21);
                filled.count = 22;
                filled.bids[1] = 23;
                check(StructCodec.ofImmutable(lookup, Filled.class, FilledLayout.LAYOUT, FilledLayout.CONVERSIONS),
                        filled, it -> it.id + " " + it.bids[1] + " " + it.count);
                Taker taker = new Taker(half);
                taker.count = 20;
                check(StructCodec.ofImmutable(lookup, Taker.class, TakerLayout.LAYOUT, TakerLayout.CONVERSIONS),
                        taker, it -> it.half.id + " " + it.half.bid + " " + it.count);
                check(StructCodec.ofRecord(lookup, Pair.class, PairLayout.LAYOUT, PairLayout.CONVERSIONS),
                        new Pair(new Priced(18, 19)), it -> it.one().id + " " + it.one().bid);
            }

            private static String show(Trade it) {
                return " " + it.time() + " " + it.price + " " + it.kind + " " + it.side + " " + it.note;
            }

            private static <T> void check(StructCodec<T> codec, T value, Function<T, String> show) {
                MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
                codec.write(value, segment, 0);
                String found = show.apply(codec.read(segment, 0));
                if (!show.apply(value).equals(found)) {
                    throw new AssertionError("expected " + show.apply(value) + ", found " + found);
                }
            }
        }
        """;

    private static final StructLayout TRADE = Layouts.struct(
            JAVA_LONG.withName("time"),
            JAVA_DOUBLE.withName("price"),
            JAVA_BYTE.withName("kind"),
            JAVA_INT.withName("side"));

    /** What messages end with where no constructor sets fields. */
    private static final String OR_BUILT = "; if a builder or a factory makes its objects, print the layout of a class"
            + " that is stored in their place, for StructCodec.ofConverted";

    private static final String NAMED = "named";
    private static final String UNNAMED = "unnamed";

    @TempDir
    static Path folder;

    private static final List<Path> FILES = new ArrayList<>();

    @BeforeAll
    static void compile() throws IOException {
        FILES.add(Files.writeString(folder.resolve("Market.java"), SOURCE));
        FILES.add(Files.writeString(folder.resolve("Quote.java"), QUOTE));
        FILES.add(Files.writeString(folder.resolve("Lazy.java"), "package kotlin; public interface Lazy {}"));
        FILES.add(Files.writeString(folder.resolve("Metadata.java"), "package kotlin; public @interface Metadata {}"));
        PrintedLayouts.compile(Files.createDirectory(folder.resolve(NAMED)), FILES, "-parameters");
        PrintedLayouts.compile(Files.createDirectory(folder.resolve(UNNAMED)), FILES);
    }

    private static String[] arguments(String classPath, String type, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("--class-path", folder.resolve(classPath).toString(), "market.Market." + type));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static String[] trades(String classPath) {
        return arguments(classPath, "Trades", "--length=first=2", "--length=others=1");
    }

    private static String[] book(String classPath) {
        return arguments(classPath, "Book", "--length=trades=1");
    }

    @Test
    void membersAreThoseThatTheLongestConstructorSets() throws Exception {
        assertPrinted(TRADE, arguments(NAMED, "Trade"), arguments(UNNAMED, "Trade"));
        StructLayout trades = Layouts.struct(
                JAVA_BYTE.withName("kind"),
                TRADE.withName("last"),
                sequenceLayout(2, TRADE).withName("first"),
                sequenceLayout(1, TRADE).withName("others"));
        assertPrinted(trades, trades(NAMED), trades(UNNAMED));
    }

    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void aFieldThatHidesAnotherIsRefused(String classPath) {
        assertHides("kind", "OneKind", arguments(classPath, "OneKind"));
        assertHides("kind", "SeenKind", arguments(classPath, "SeenKind"));
        assertHides("kind", "SeenAgain", arguments(classPath, "SeenAgain"));
        assertHides("kind", "WideKind", arguments(classPath, "WideKind"));
        assertHides("time", "Hiding", arguments(classPath, "Hiding"));
        assertHides("kinds[].kind", "OneKind", arguments(classPath, "KindHolder", "--length=kinds=1"));
    }

    private static void assertHides(String path, String type, String... arguments) {
        assertRefused(
                "member `" + path + "`: expected one field of a name, found one in market.Market$" + type
                        + " that hides another",
                arguments);
    }

    @Test
    void inheritedFieldsAreBeforeThoseOfTheClass() throws Exception {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("kind"), JAVA_INT.withName("size"));
        assertPrinted(layout, arguments(NAMED, "NamedKind"), arguments(UNNAMED, "NamedKind"));
        String guess = PrintedLayouts.source(arguments(UNNAMED, "NamedKind"));
        assertTrue(guess.contains(".withConstructor(market.Market.NamedKind.class, \"kind\", \"size\");"), guess);
    }

    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void aClassWithAHiddenFieldThatIsNotFinalIsMutable(String classPath) throws Exception {
        assertEquals(
                Layouts.struct(JAVA_INT.withName("kind")), PrintedLayouts.printed(arguments(classPath, "HalfOpen")));
    }

    /** Of a mutable class nothing sets them when it is read. */
    @Test
    void finalFieldsOfAMutableClassAreNamed() throws Exception {
        String remark = "id: final, and so not stored";
        String remedy = "; if a parameter of a constructor sets it, StructCodec.ofImmutable stores it";
        assertHas("// " + remark + remedy + "\n", UNNAMED, "Seen");
        assertHas("// " + remark + remedy + "\n", UNNAMED, "Unit");
        assertHas("// " + remark + "\n", NAMED, "Counted");
        assertHas("// " + remark + "\n", NAMED, "Listed");
        assertHas("// " + remark + "\n", NAMED, "Explained"); // by a parameter that sets no field
        // For a nested one the codec of what it is in needs Conversions.withConstructor.
        assertHas("// one." + remark + "\n", NAMED, "OneExplained");
    }

    /** A codec calls the constructor with these, and sets what is not final. */
    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void finalFieldsThatAConstructorSetsAreMembersBesideOthers(String classPath) throws Exception {
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"));
        assertPrinted(layout, arguments(NAMED, "Priced"), arguments(UNNAMED, "Priced"));
        assertPrinted(layout, arguments(NAMED, "Half"), arguments(UNNAMED, "Half"));
        assertTrue(PrintedLayouts.source(arguments(UNNAMED, "Required", "--length=symbol=8", "--length=note=8"))
                .contains(".withConstructor(market.Market.Required.class, \"symbol\", \"id\");"));
        String taker = PrintedLayouts.source(arguments(UNNAMED, "Taker"));
        assertTrue(taker.contains(".withConstructor(market.Market.Half.class, \"id\")"), taker);
        assertTrue(taker.contains(".withConstructor(market.Market.Taker.class, \"half\")"), taker);
        String source = PrintedLayouts.source(arguments(classPath, "Half"));
        assertEquals(classPath.equals(UNNAMED), source.contains("""
                        // a guess from the order of the fields: compare it with the constructor
                        .withConstructor(market.Market.Half.class, "id");
            """), source);
        String pair = PrintedLayouts.source(arguments(classPath, "Pair"));
        assertTrue(pair.contains(".withConstructor(market.Market.Priced.class, \"id\", \"bid\");"), pair);
        assertEquals(classPath.equals(UNNAMED), pair.contains("a guess"), pair);
    }

    /** What a codec would set to another value, or could not fill, is none. */
    @Test
    void noConstructorIsGuessedThatMaySetWhatIsTransient() {
        String cached = PrintedLayouts.source(arguments(UNNAMED, "Cached"));
        assertFalse(cached.contains("withConstructor"), cached);
        assertTrue(cached.contains(".withoutField(market.Market.Cached.class, \"id\");"), cached);
        String keeper = PrintedLayouts.source(arguments(NAMED, "Keeper"));
        assertFalse(keeper.contains("withConstructor"), keeper);
        assertTrue(keeper.contains(".withoutField(market.Market.Keeper.class, \"half\");"), keeper);
    }

    private static void assertHas(String line, String classPath, String type) throws Exception {
        String source = PrintedLayouts.source(arguments(classPath, type));
        assertTrue(source.contains(line), source);
    }

    @Test
    void finalFieldsThatNoParameterSetsAreNamed() throws Exception {
        String remark = ": set by no parameter of the constructor, and so not stored\n";
        String reading = PrintedLayouts.source(arguments(NAMED, "Reading"));
        assertTrue(reading.contains("""
                // market.Market.Reading: 4 bytes, alignment 4
                // high: set by no parameter of the constructor, and so not stored
                static final StructLayout LAYOUT = structLayout(
            """), reading);
        String readings = PrintedLayouts.source(arguments(NAMED, "Readings", "--length=all=2"));
        assertTrue(readings.contains("// all[].high" + remark), readings);
        String guess = PrintedLayouts.source(arguments(UNNAMED, "Trade"));
        assertTrue(guess.contains("// note" + remark), guess);
        assertEquals(guess.indexOf(remark), guess.lastIndexOf(remark), guess);
        assertFalse(PrintedLayouts.source(arguments(UNNAMED, "Copied")).contains(remark));
    }

    /** A codec refuses to lose it, and nothing else. */
    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void dataInFinalFieldsIsLeftOutOnPurpose(String classPath) {
        String held = PrintedLayouts.source(arguments(classPath, "Held", "--length=bids=2"));
        assertTrue(
                held.contains(
                        ".withoutField(market.Market.Held.class, \"tags\", \"quote\", \"list\", \"map\", \"atomic\""),
                held);
        assertTrue(held.contains("\"numbers\", \"memory\");"), held);
        String later = PrintedLayouts.source(arguments(classPath, "HeldLater"));
        assertTrue(
                later.contains(
                        ".withoutField(market.Market.HeldLater.class, \"size$delegate\", \"tags\", \"atomic\");"),
                later);
    }

    /** Asserts that a layout is printed, and the same one where a constructor is printed besides. */
    private static void assertPrinted(StructLayout expected, String[] named, String[] unnamed) throws Exception {
        assertEquals(expected, PrintedLayouts.printed(named));
        assertEquals(layoutOf(PrintedLayouts.source(named)), layoutOf(PrintedLayouts.source(unnamed)));
    }

    private static String layoutOf(String source) {
        int from = source.indexOf(" LAYOUT = ");
        return source.substring(from, source.indexOf(';', from));
    }

    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void codecsBindByWhatIsPrinted(String classPath) throws Exception {
        String checks = CHECKS;
        Path out = Files.createDirectory(folder.resolve("out-" + classPath));
        List<Path> files = new ArrayList<>(FILES);
        for (String[] arguments : List.of(
                arguments(classPath, "Trade"),
                trades(classPath),
                book(classPath),
                arguments(classPath, "Mutable"),
                arguments(classPath, "NamedKind"),
                arguments(classPath, "Half"),
                arguments(classPath, "Full", "--length=bids=2"),
                arguments(classPath, "Held", "--length=bids=2"),
                arguments(classPath, "HeldLater"),
                arguments(classPath, "Filled", "--length=bids=2"),
                arguments(classPath, "Taker"),
                arguments(classPath, "Pair"))) {
            String name = arguments[2].replace("market.Market.", "") + "Layout";
            String source = PrintedLayouts.source(arguments);
            // Only what has to name classes that are not public says which package it is in.
            boolean isInPackage = classPath.equals(UNNAMED)
                    || List.of("PairLayout", "TakerLayout", "FilledLayout", "HeldLayout", "HeldLaterLayout")
                            .contains(name);
            assertEquals(isInPackage, source.startsWith("package market;\n"), source);
            if (!source.contains(" CONVERSIONS = ")) {
                checks = checks.replace(name + ".CONVERSIONS", "Conversions.none()");
            }
            files.add(Files.writeString(
                    out.resolve(name + ".java"), isInPackage ? source : "package market;\n" + source));
        }
        files.add(Files.writeString(out.resolve("Checks.java"), checks));
        if (classPath.equals(NAMED)) {
            PrintedLayouts.compile(out, files, "-parameters");
        } else {
            PrintedLayouts.compile(out, files);
        }
        URL[] urls = {out.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, ImmutableLayoutTest.class.getClassLoader())) {
            Method all = loader.loadClass("market.Checks").getDeclaredMethod("all");
            all.setAccessible(true);
            all.invoke(null);
        }
    }

    @Test
    void constructorsAreDeclaredWhereParametersHaveNoNames() {
        assertFalse(PrintedLayouts.source(trades(NAMED)).contains("onversions"));
        String book = PrintedLayouts.source(book(UNNAMED));
        assertTrue(book.contains("""
                // what a codec of LAYOUT converts
                static final Conversions CONVERSIONS = Conversions.of(
                                TimeConversions.epochNanos())
                        // a guess from the order of the fields: compare it with the constructor
                        .withConstructor(other.Quote.class, "bid", "ask", "spread")
                        // a guess from the order of the fields: compare it with the constructor
                        .withConstructor(market.Market.Trade.class, "time", "price", "kind", "side")
                        // a guess from the order of the fields: compare it with the constructor
                        .withConstructor(market.Market.Book.class, "start", "quote", "trades");
            """), book);
    }

    @Test
    void parametersInAnotherOrderThanTheFieldsAreKnownByTheirNamesOnly() throws Exception {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("low"), JAVA_INT.withName("high"));
        assertPrinted(layout, arguments(NAMED, "Turned"), arguments(UNNAMED, "Turned"));
        assertFalse(PrintedLayouts.source(arguments(NAMED, "Turned")).contains("withConstructor"));
        String guess = PrintedLayouts.source(arguments(UNNAMED, "Turned"));
        assertTrue(guess.contains("// a guess from the order of the fields"), guess);
    }

    @Test
    void whatOnlyNamesTellIsPrintedByThem() throws Exception {
        assertEquals(Layouts.struct(JAVA_INT.withName("high")), PrintedLayouts.printed(arguments(NAMED, "Derived")));
        assertEquals(
                Layouts.struct(JAVA_INT.withName("id"), JAVA_INT.withName("seen")),
                PrintedLayouts.printed(arguments(NAMED, "Kept")));
        assertEquals(
                Layouts.struct(sequenceLayout(1, Layouts.struct(JAVA_INT.withName("id")))
                        .withName("hidden")),
                PrintedLayouts.printed(arguments(NAMED, "Holder", "--length=hidden=1")));
    }

    @Test
    void aGuessIsMadeOnlyWhereParametersHaveNoNames() {
        String source = PrintedLayouts.source(arguments(UNNAMED, "Renamed"));
        assertTrue(source.contains(".withConstructor(market.Market.Renamed.class, \"id\");"), source);
        assertRefused(
                "class market.Market$RenamedHalf: expected a constructor whose parameters have the names of the final"
                    + " fields id, found (long newId); give its parameters the names of fields; leave out what is not"
                    + " to be stored by --without id",
                arguments(NAMED, "RenamedHalf"));
        String half = PrintedLayouts.source(arguments(NAMED, "RenamedHalf", "--without=id"));
        assertFalse(half.contains("withConstructor"), half);
        assertTrue(half.contains(".withoutField(market.Market.RenamedHalf.class, \"id\");"), half);
    }

    private static void assertRefused(String expected, String... arguments) {
        List<String> words = new ArrayList<>(List.of("layout"));
        words.addAll(List.of(arguments));
        assertEquals(
                new CommandLineRun(2, "", "verbatim layout: " + expected + "\n"),
                verbatim(words.toArray(String[]::new)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unnamed|Derived|(int)",
                "unnamed|Kept|(int, int)",
                "unnamed|Twins|(int) and (long)",
                "unnamed|Built|(java.lang.StringBuilder)",
                "unnamed|Inner|(market.Market, int)"
            })
    void whatNoConstructorTellsIsRefused(String classPath, String type, String found) {
        assertRefused(
                "class market.Market$" + type + ": expected one constructor that sets its final fields, by the names of"
                        + " its parameters or else in the order of their declaration, found " + found
                        + "; compile it with -parameters, or give the parameters the names of fields" + OR_BUILT,
                arguments(classPath, type));
    }

    @Test
    void theOptionIsThatOfTheCompiler() {
        assertRefused(
                "class market.Market$Compiled: expected one constructor that sets its final fields, by the names of its"
                        + " parameters or else in the order of their declaration, found (int); compile it with"
                        + " -java-parameters, or give the parameters the names of fields" + OR_BUILT,
                arguments(UNNAMED, "Compiled"));
        assertRefused(
                "class market.Market$Unnamable: expected a class with names of parameters (kotlinc -java-parameters),"
                        + " or one that another class of the package market can name in its source, found"
                        + " market.Market$Unnamable",
                arguments(UNNAMED, "Unnamable"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Renamed|(long newId)",
                "Spread|(double bid, double ask)",
                "Twins|(int a) and (long b)",
                "Built|(java.lang.StringBuilder from)",
                "Inner|(market.Market this$0, int id)"
            })
    void whatTheNamesOfParametersContradictIsRefused(String type, String found) {
        assertRefused(
                "class market.Market$" + type + ": expected one constructor that sets its final fields, by the names of"
                        + " its parameters, found " + found + "; add one whose parameters are fields, or give them the"
                        + " names of fields" + OR_BUILT,
                arguments(NAMED, type));
    }

    /** Without names they are guessed by the types. */
    @Test
    void finalFieldsAreNotLostWhereParametersHaveOtherNames() throws Exception {
        assertRefused(
                "class market.Market$RenamedBoth: expected a constructor whose parameters have the names of the final"
                    + " fields id, price, found (long anId, double aPrice); give its parameters the names of fields;"
                    + " leave out what is not to be stored by --without id --without price",
                arguments(NAMED, "RenamedBoth"));
        String out = PrintedLayouts.source(arguments(NAMED, "RenamedBoth", "--without=id", "--without=price"));
        assertTrue(out.contains(".withoutField(market.Market.RenamedBoth.class, \"id\", \"price\");"), out);
        String guess = PrintedLayouts.source(arguments(UNNAMED, "RenamedBoth"));
        assertTrue(guess.contains(".withConstructor(market.Market.RenamedBoth.class, \"id\", \"price\");"), guess);
    }

    @Test
    void aLongerConstructorOfOtherNamesIsNotPassedOver() {
        assertRefused(
                "class market.Market$Copied: expected one constructor that sets its final fields, by the names of its"
                        + " parameters, found one that sets id, and (long id, double price), which may set more; give"
                        + " its parameters the names and the types of fields, or make final fields that are derived"
                        + " from others transient",
                arguments(NAMED, "Copied"));
        String opened = PrintedLayouts.source(arguments(NAMED, "Opened"));
        assertTrue(opened.contains("LONG_LE.withName(\"id\")"), opened);
        assertTrue(opened.contains("INT_LE.withName(\"balance\")"), opened);
    }

    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void aClassWhoseConstructorsHaveNoParametersIsRefused(String classPath) {
        assertRefused(
                "class market.Market$Fresh: expected fields that a codec binds, found none but static and transient"
                        + " ones, and final ones that have nothing to fill",
                arguments(classPath, "Fresh"));
    }

    @ParameterizedTest
    @CsvSource({"Holder,member `hidden[]`,--length=hidden=1", "Hidden,class market.Market$Hidden,--packed"})
    void aClassThatSourceCannotNameIsRefusedWithoutNames(String type, String what, String option) {
        assertRefused(
                what + ": expected a class with names of parameters (javac -parameters), or one that another class of"
                        + " the package market can name in its source, found market.Market$Hidden",
                arguments(UNNAMED, type, option));
    }

    @Test
    void anAbstractClassIsNoImmutableOne() {
        assertRefused(
                "class market.Market$Shape: expected fields that a codec binds, found none but static and transient"
                        + " ones, and final ones that have nothing to fill",
                arguments(NAMED, "Shape"));
    }
}
