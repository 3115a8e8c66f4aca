package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts of classes whose members need conversions, which are printed with the layout. */
class ClassConversionsTest {

    private static final String IMPORTS = """
        package market;
        import dev.verbatim.*;
        import java.lang.foreign.MemorySegment;
        import java.lang.invoke.MethodHandles;
        import java.math.BigDecimal;
        import java.time.*;
        import java.util.*;
        import java.util.concurrent.TimeUnit;
        import java.util.function.Function;
        import market.Market.*;
        """;

    private static final String SOURCE = IMPORTS + """
        class Market {
            enum Side { BUY, SELL { } }
            record Level(Instant time, Integer quantity, BigDecimal price, List<String> names) {}
            record Boxes(Byte b, Short s, Character c, Integer i, Long l, Float f, Double d, Boolean z,
                    Optional<Integer> limit, Optional<Character> flag) {}
            record Order(byte kind, Instant time, Duration age, LocalDate day, LocalDateTime local, UUID id, Side side,
                    Boxes boxes, BigDecimal price, String symbol, EnumSet<Side> sides, EnumSet<TimeUnit> units,
                    Level best) {}
            record Many(Side[] sides, List<TimeUnit> units, Instant[] times, List<UUID> ids, Integer[] numbers,
                    List<Double> doubles, List<Boolean> flags, String[] names, BigDecimal[] prices, Level[] levels,
                    List<Level> more) {}
            record Sets(List<EnumSet<Side>> sides, EnumSet<TimeUnit>[] units, List<Optional<Integer>> limits,
                    Optional<Character>[] flags) {}
            static class Event {
                Instant time;
                BigDecimal price;
            }
            static class Trade extends Event {
                enum Flag { ON }
                Integer quantity;
                EnumSet<Flag> flags;
            }
            record Zoned(ZonedDateTime time) {}
            record Wanted(Optional<Instant> time) {}
            record Strange(EnumSet<Large> set) {}
            record Hidden(List<Kind> kinds) { private enum Kind { A } }
            record Elsewhere(EnumSet<other.Shown> shown, other.Box box) {}
            record NotElsewhere(other.Small small) {}
            record Pairs(List<List<Integer>> pairs) {}
        """;

    private static final String OTHER = """
        package other;
        public enum Shown { A }
        """;

    private static final String BOX = """
        package other;
        public record Box(java.util.List<Kind> kinds) { public enum Kind { C } }
        """;

    private static final String SMALL = """
        package other;
        public record Small(java.util.EnumSet<Kind> set) { enum Kind { D } }
        """;

    /** Binds the classes to what is printed, and writes and reads values. */
    private static final String CHECKS = IMPORTS + """
        class Checks {
            static final Level LEVEL =
                    new Level(Instant.EPOCH.plusNanos(7), null, new BigDecimal("1.25"), List.of("a", "grün"));
            static final Boxes NULLS = new Boxes(
                    null, null, null, null, null, null, null, true, Optional.empty(), Optional.empty());
            static final Boxes BOXES = new Boxes(
                    (byte) -1, (short) -2, '3', 4, -5L, 6.5f, -0.0, false, Optional.of(7), Optional.of('8'));

            static Order order(Boxes boxes) {
                return new Order((byte) 'B', Instant.EPOCH.minusNanos(1), Duration.ofNanos(-5),
                        LocalDate.of(2026, 11, 23), LocalDateTime.of(2026, 11, 23, 9, 30), new UUID(1, -2), Side.SELL,
                        boxes, new BigDecimal("-99.5000"), "Zürich", EnumSet.of(Side.SELL),
                        EnumSet.allOf(TimeUnit.class), LEVEL);
            }

            static Many many() {
                return new Many(new Side[] {Side.SELL, Side.BUY}, List.of(TimeUnit.DAYS), new Instant[] {Instant.EPOCH},
                        List.of(new UUID(3, 4)), new Integer[] {null, 5}, List.of(0.5), List.of(true, false),
                        new String[] {"", "abc"}, new BigDecimal[] {new BigDecimal("0.001")}, new Level[] {LEVEL},
                        List.of(LEVEL, LEVEL));
            }

            static Trade trade() {
                Trade trade = new Trade();
                trade.time = Instant.EPOCH;
                trade.price = new BigDecimal("3");
                trade.flags = EnumSet.of(Trade.Flag.ON);
                return trade;
            }

            static void orders() {
                var codec = StructCodec.ofRecord(
                        MethodHandles.lookup(), Order.class, OrderLayout.LAYOUT, OrderLayout.CONVERSIONS);
                check(codec, order(NULLS), order -> new Object[] {order});
                check(codec, order(BOXES), order -> new Object[] {order});
            }

            static void arrays() {
                var codec = StructCodec.ofRecord(
                        MethodHandles.lookup(), Many.class, ManyLayout.LAYOUT, ManyLayout.CONVERSIONS);
                check(codec, many(), many -> new Object[] {many.sides(), many.units(), many.times(), many.ids(),
                        many.numbers(), many.doubles(), many.flags(), many.names(), many.prices(), many.levels(),
                        many.more()});
            }

            @SuppressWarnings({"unchecked", "rawtypes"})
            static void generics() {
                var codec = StructCodec.ofRecord(
                        MethodHandles.lookup(), Sets.class, SetsLayout.LAYOUT, SetsLayout.CONVERSIONS);
                var sets = new Sets(
                        List.of(EnumSet.of(Side.SELL), EnumSet.noneOf(Side.class)),
                        new EnumSet[] {EnumSet.of(TimeUnit.DAYS)},
                        List.of(Optional.empty(), Optional.of(3)),
                        new Optional[] {Optional.of('c')});
                check(codec, sets, it -> new Object[] {it.sides(), it.units(), it.limits(), it.flags()});
            }

            static void classes() {
                var codec = StructCodec.ofClass(
                        MethodHandles.lookup(), Trade.class, TradeLayout.LAYOUT, TradeLayout.CONVERSIONS);
                check(codec, trade(), trade -> new Object[] {trade.time, trade.price, trade.quantity, trade.flags});
            }

            static void others() {
                var codec = StructCodec.ofRecord(
                        MethodHandles.lookup(), Elsewhere.class, ElsewhereLayout.LAYOUT, ElsewhereLayout.CONVERSIONS);
                var elsewhere =
                        new Elsewhere(EnumSet.of(other.Shown.A), new other.Box(List.of(other.Box.Kind.C)));
                check(codec, elsewhere, value -> new Object[] {value});
            }

            private static <T> void check(StructCodec<T> codec, T value, Function<T, Object[]> parts) {
                MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
                codec.write(value, segment, 0);
                Object[] expected = parts.apply(value);
                Object[] found = parts.apply(codec.read(segment, 0));
                if (!Arrays.deepEquals(expected, found)) {
                    throw new AssertionError(
                            "expected " + Arrays.deepToString(expected) + ", found " + Arrays.deepToString(found));
                }
            }
        }
        """;

    private static final String[] ORDER = {
        "market.Market.Order",
        "--length=symbol=8",
        "--length=best.names=2",
        "--length=best.names[]=6",
        "--scale=price=4",
        "--scale=best.price=2"
    };
    private static final String[] MANY = {
        "market.Market.Many",
        "--length=sides=2",
        "--length=units=1",
        "--length=times=1",
        "--length=ids=1",
        "--length=numbers=2",
        "--length=doubles=1",
        "--length=flags=2",
        "--length=names=2",
        "--length=names[]=3",
        "--length=prices=1",
        "--scale=prices[]=3",
        "--length=levels=1",
        "--length=levels.names=2",
        "--length=levels[].names[]=5",
        "--scale=levels.price=2",
        "--length=more=2",
        "--length=more.names=2",
        "--length=more.names[]=5",
        "--scale=more[].price=2"
    };
    private static final String[] SETS = {
        "market.Market.Sets", "--length=sides=2", "--length=units=1", "--length=limits=2", "--length=flags=1"
    };
    private static final String[] TRADE = {"market.Market.Trade", "--scale=price=0"};
    private static final String[] ELSEWHERE = {"market.Market.Elsewhere", "--length=box.kinds=1"};

    @TempDir
    static Path folder;

    @BeforeAll
    static void compile() throws IOException {
        String constants = IntStream.range(0, 65).mapToObj(i -> "C" + i).collect(Collectors.joining(", "));
        List<Path> files = new ArrayList<>();
        files.add(file("Market", SOURCE + "enum Large { " + constants + " } }\n"));
        files.add(file("other/Shown", OTHER));
        files.add(file("other/Box", BOX));
        files.add(file("other/Small", SMALL));
        PrintedLayouts.compile(folder, files);
    }

    private static Path file(String name, String source) throws IOException {
        Path file = folder.resolve(name + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, source);
    }

    private static String[] arguments(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of("--class-path", folder.toString()));
        all.addAll(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--packed"})
    void codecsBindByWhatIsPrinted(String option) throws Exception {
        String[] more = option.isEmpty() ? new String[0] : new String[] {option};
        Path out = Files.createDirectory(folder.resolve("out" + option));
        List<Path> files = new ArrayList<>(List.of(file("Checks", CHECKS)));
        for (String[] arguments : List.of(ORDER, MANY, SETS, TRADE, ELSEWHERE)) {
            String name = arguments[0].replace("market.Market.", "") + "Layout";
            String source = PrintedLayouts.source(arguments(arguments, more));
            // Where it names an enum that is not public, it says itself which package it is in.
            boolean saysPackage = !Arrays.equals(arguments, ELSEWHERE);
            assertEquals(saysPackage, source.startsWith("package market;\n\nimport "), source);
            files.add(file(name, saysPackage ? source : "package market;\n" + source));
        }
        files.add(folder.resolve("Market.java"));
        files.add(folder.resolve("other/Shown.java"));
        files.add(folder.resolve("other/Box.java"));
        files.add(folder.resolve("other/Small.java"));
        PrintedLayouts.compile(out, files);
        URL[] urls = {out.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, ClassConversionsTest.class.getClassLoader())) {
            for (String name : List.of("orders", "arrays", "generics", "classes", "others")) {
                Method check = loader.loadClass("market.Checks").getDeclaredMethod(name);
                check.setAccessible(true);
                check.invoke(null);
            }
        }
    }

    @Test
    void conversionsAreByTypeWhereAllOfATypeHaveTheSame() {
        String source = PrintedLayouts.source(arguments(ORDER));
        assertTrue(source.contains("""
                // what a codec of LAYOUT converts
                static final Conversions CONVERSIONS = Conversions.of(
                                TimeConversions.epochNanos(),
                                TimeConversions.durationNanos(),
                                TimeConversions.epochDay(),
                                TimeConversions.localEpochNanos(),
                                CodeConversions.uuid(),
                                CodeConversions.nullable(Byte.class, Byte.MIN_VALUE),
                                CodeConversions.nullable(Short.class, Short.MIN_VALUE),
                                CodeConversions.nullable(Character.class, Character.MAX_VALUE),
                                CodeConversions.nullable(Integer.class, Integer.MIN_VALUE),
                                CodeConversions.nullable(Long.class, Long.MIN_VALUE),
                                CodeConversions.nullable(Float.class, Float.NaN),
                                CodeConversions.nullable(Double.class, Double.NaN),
                                Conversion.ofBoolean(Boolean.class, value -> value, value -> value))
                        .with("price", NumberConversions.decimal(4))
                        .with("best.price", NumberConversions.decimal(2))
                        .with("sides", CodeConversions.enumSet(market.Market.Side.class))
                        .with("units", CodeConversions.enumSet(java.util.concurrent.TimeUnit.class))
                        .with("best.names[]", TextConversions.utf8(6));
            """), source);
        String one = PrintedLayouts.source(arguments(ORDER, "--scale=best.price=4"));
        assertTrue(one.contains("                NumberConversions.decimal(4))\n            .with(\"sides\""), one);
        assertTrue(PrintedLayouts.source(arguments(TRADE)).contains("enumSet(market.Market.Trade.Flag.class)"));
    }

    @Test
    void withoutConversionsThereIsNoConstant() throws Exception {
        Path out = Files.createDirectory(folder.resolve("plain"));
        PrintedLayouts.compile(out, List.of(file("Plain", "record Plain(int a) {}")));
        assertFalse(
                PrintedLayouts.source("--class-path", out.toString(), "Plain").contains("onversions"));
    }

    @Test
    void manyConversionsAreNotOneExpression() throws Exception {
        int count = 1000; // a chain of so many calls would overflow the stack of javac
        Path out = Files.createDirectory(folder.resolve("many"));
        String members = IntStream.range(0, count)
                .mapToObj(i -> "java.math.BigDecimal m" + i + "; ")
                .collect(Collectors.joining());
        PrintedLayouts.compile(out, List.of(file("Decimals", "class Decimals { " + members + "}")));
        List<String> arguments = new ArrayList<>(List.of("--class-path", out.toString(), "Decimals"));
        IntStream.range(0, count).forEach(i -> arguments.add("--scale=m" + i + "=" + i % 3));
        String source = PrintedLayouts.source(arguments.toArray(String[]::new));
        assertEquals(count, source.split("decimal\\(").length - 1);
        assertEquals(Set.of("LAYOUT"), PrintedLayouts.compiled(source).keySet());
    }

    private static void assertRefused(String expected, String... arguments) {
        List<String> words = new ArrayList<>(List.of("layout"));
        words.addAll(List.of(arguments));
        assertEquals(
                new CommandLineRun(2, "", "verbatim layout: " + expected.replace("FOLDER", folder.toString()) + "\n"),
                verbatim(words.toArray(String[]::new)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Zoned|member `time`: EXPECTED, found java.time.ZonedDateTime",
                "Wanted|member `time`: EXPECTED, found java.util.Optional<java.time.Instant>",
                "Pairs|member `pairs`: EXPECTED, found java.util.List<java.util.List<java.lang.Integer>>",
                "Strange|member `set`: expected a set of an enum of at most 64 constants, found 65 of"
                        + " market.Market$Large",
                "Hidden|member `kinds[]`: expected an enum that another class of the package market can name in its"
                        + " source, found market.Market$Hidden$Kind",
                "NotElsewhere|member `small.set`: expected an enum that another class of the package market can name"
                        + " in its source, found other.Small$Kind",
                "Event|class market.Market$Event: expected scales, the numbers of digits behind the point, found none:"
                        + " give --scale price=N (BigDecimal)",
                "Level|class market.Market$Level: expected lengths, of texts in bytes and of others in elements, found"
                    + " none: give --length names=N (List<String>) --length names[]=N (String); expected scales, the"
                    + " numbers of digits behind the point, found none: give --scale price=N (BigDecimal)"
            })
    void whatHasNoConversionIsRefused(String type, String expected) {
        assertRefused(ClassLayoutTest.orInPlace(expected), arguments(new String[] {"market.Market." + type}));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--scale=price=19|--scale price=19: expected a number from 0 to 18",
                "--scale=price=-1|--scale price=-1: expected a number from 0 to 18",
                "--scale=time=2|--scale time: expected a BigDecimal of market.Market$Trade, one of [price]",
                "--length=flags=2|--length flags: expected a text, an array or a list of market.Market$Trade, which"
                        + " has none"
            })
    void badNumbersAreRefused(String option, String expected) {
        assertRefused(expected, arguments(TRADE, option));
    }

    @Test
    void numbersOfElementsAreForOneMember() {
        assertRefused(
                "--length best.names[]=0: expected 1 byte or more for each text",
                arguments(ORDER, "--length=best.names[]=0"));
        assertRefused(
                "--length levels[].names: expected one number for the member, found two",
                arguments(MANY, "--length=levels[].names=3"));
    }

    @Test
    void classesInWrongPlacesAreRefused() throws Exception {
        assertRefused(
                "class Market: found market.Market in its file; give the folder above that of its package",
                "--class-path",
                folder.resolve("market").toString(),
                "Market");
        Path turned = Files.createDirectory(folder.resolve("turned"));
        PrintedLayouts.compile(turned, List.of(file("First", "class A { int a; } class B extends A { int b; }")));
        Path a = Files.createDirectory(folder.resolve("turned2"));
        PrintedLayouts.compile(a, List.of(file("Second", "class B { int b; } class A extends B { int a; }")));
        Files.copy(a.resolve("A.class"), turned.resolve("A.class"), StandardCopyOption.REPLACE_EXISTING);
        assertRefused(
                "class A: expected superclasses that end, found that it is one of its own; compile the classes"
                        + " together",
                "--class-path",
                turned.toString(),
                "A");
    }
}
