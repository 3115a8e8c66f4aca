package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layouts of classes and records on a class path. */
class ClassLayoutTest {

    private static final String SOURCE = """
        package market;
        import java.util.List;
        enum Side { BUY { }, SELL }
        record Level(double price, int quantity) {}
        record Book(byte kind, long time, Level best, Level[] bids, List<? extends Level> asks, Side side,
                java.util.concurrent.TimeUnit unit, String symbol, short[] codes) {
            static final int COUNT = Fails.now();
        }
        class Fails {
            static int now() { throw new IllegalStateException("initialised"); }
        }
        class Event {
            static int count = Fails.now();
            private byte kind;
            protected long time;
        }
        class Trade extends Event {
            final int number = 1;
            transient int derived;
            short flags;
            Note note;
            static class Note { int length; String text; }
            class Inner { short flags; }
        }
        class Point { float x, y; }
        class Sized {
            final double[] prices;
            final Point[] points;
            Sized(int size) { prices = new double[size]; points = new Point[size]; }
        }
        class Filled {
            long time;
            final Point place = new Point();
            final Sized sized = new Sized(2);
            final List<Point> path = new java.util.ArrayList<>();
            final Level best = new Level(1, 2);
            final Face face = null;
            final Abstract other = null;
            final String text = String.valueOf(1);
        }
        abstract class Abstract { int number; }
        class Numbered {
            final Long id;
            int count;
            Numbered() { this(0); }
            Numbered(long id) { this.id = id; }
        }
        class NumberedAgain extends Numbered {
            final Long id;
            NumberedAgain(Long id) { this.id = id; }
        }
        class Logged { int number; final Logger logger = null; }
        class Logger { java.util.Map<String, String> context; }
        class Tagged {
            int number;
            java.util.Map<String, String> tags;
            Tag first = new Tag();
            Tag last;
            Object lock;
            class Derived extends Tagged {}
        }
        class Tag { short code; Object source; }
        record Marked(int number, Tag tag, Object mark) {}
        class Sourced { final long id; final double price; final Object source; int n;
            Sourced(long id, double price) { this(id, price, null); }
            Sourced(long id, double price, Object source) { this.id = id; this.price = price; this.source = source; }
        }
        class Whole { final long id; final Object source;
            Whole(long id) { this(id, null); }
            Whole(long id, Object source) { this.id = id; this.source = source; }
        }
        class HidingFree extends Event { private long time; short flags; }
        class Linked { int value; Linked next; }
        class Lost { int number; Absent absent; }
        class Absent { }
        class Kept { final long id; Object source; Kept(long id) { this.id = id; } }
        class Path { final List<Point> points = new java.util.ArrayList<>(List.of(new Point(), new Point())); int n; }
        record Timed(java.time.ZonedDateTime time) {}
        record Boxed(Level level, List<Object> numbers) {}
        record Wild(List<? super Level> levels) {}
        record Keyed(java.util.Map<? super String, List<?>[]> members) {}
        record Grid(int[][] cells) {}
        record Any<T>(T value) {}
        record Large(Larger[] all) {}
        record Larger(Largest[] all) {}
        record Largest(long[] all) {}
        record Outer(Mid mid) {}
        record Mid(Outer outer) {}
        class Hiding extends Event { long time; }
        class Empty { }
        class Orphan extends Parent { int number; }
        class Parent { }
        interface Face { int number(); }
        """;

    /** What messages say that a member may be. */
    static final String EXPECTED = "expected a primitive or its box, an enum, a String, another type that has a ready"
            + " conversion, a class or record of the class path, or an array or List of such";

    /** {@return a message in which a word stands for what is expected} Nothing can be left out of a record. */
    static String orInPlace(String message) {
        return message.replace("EXPECTED", EXPECTED)
                + (message.contains("EXPECTED") && !message.contains("--without")
                        ? "; for StructCodec.ofConverted, print the layout of a class that is stored in its place"
                        : "");
    }

    private static final StructLayout LEVEL =
            Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));

    private static final StructLayout BOOK = Layouts.struct(
            JAVA_BYTE.withName("kind"),
            JAVA_LONG.withName("time"),
            LEVEL.withName("best"),
            sequenceLayout(10, LEVEL).withName("bids"),
            sequenceLayout(5, LEVEL).withName("asks"),
            JAVA_INT.withName("side"),
            JAVA_INT.withName("unit"),
            sequenceLayout(7, JAVA_BYTE).withName("symbol"),
            sequenceLayout(3, JAVA_SHORT).withName("codes"));

    @TempDir
    static Path folder;

    @BeforeAll
    static void compile() throws IOException {
        Path file = Files.writeString(folder.resolve("Market.java"), SOURCE);
        PrintedLayouts.compile(folder, List.of(file));
        Files.delete(folder.resolve("market/Parent.class"));
        Files.delete(folder.resolve("market/Absent.class"));
    }

    private static String[] arguments(String type, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--class-path", folder.toString(), type));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static String[] book(String... more) {
        List<String> lengths = new ArrayList<>(
                List.of("--length", "bids=10", "--length", "asks=5", "--length", "symbol=7", "--length", "codes=3"));
        lengths.addAll(List.of(more));
        return arguments("market.Book", lengths.toArray(String[]::new));
    }

    @Test
    void membersLieInTheOrderOfTheirDeclarationWithThePaddingOfC() throws Exception {
        assertEquals(LEVEL, PrintedLayouts.printed(arguments("market.Level")));
        assertEquals(BOOK, PrintedLayouts.printed(book()));
        assertEquals(Layouts.packed(BOOK), PrintedLayouts.printed(book("--packed")));
    }

    @Test
    void theMembersOfAClassAreThoseThatACodecBindsInheritedOnesFirst() throws Exception {
        assertEquals(
                Layouts.struct(
                        JAVA_BYTE.withName("kind"),
                        JAVA_LONG.withName("time"),
                        JAVA_SHORT.withName("flags"),
                        Layouts.struct(
                                        JAVA_INT.withName("length"),
                                        sequenceLayout(9, JAVA_BYTE).withName("text"))
                                .withName("note")),
                PrintedLayouts.printed(arguments("market.Trade", "--length=note.text=9")));
    }

    /** Where nothing is filled a remark says so. */
    @Test
    void finalFieldsThatACodecFillsAreMembers() throws Exception {
        StructLayout point = Layouts.struct(JAVA_FLOAT.withName("x"), JAVA_FLOAT.withName("y"));
        String[] arguments =
                arguments("market.Filled", "--length=sized.prices=2", "--length=sized.points=3", "--packed");
        assertEquals(
                LayoutText.of(Layouts.packed(Layouts.struct(
                                JAVA_LONG.withName("time"),
                                point.withName("place"),
                                Layouts.struct(
                                                sequenceLayout(2, JAVA_DOUBLE).withName("prices"),
                                                sequenceLayout(3, point).withName("points"))
                                        .withName("sized"))))
                        + "\n",
                PrintedLayouts.source(
                        Stream.concat(Stream.of(arguments), Stream.of("--text")).toArray(String[]::new)));
        String source = PrintedLayouts.source(arguments);
        for (String name : List.of("path", "best", "face", "other", "text")) {
            String ofLength = name.equals("path")
                    ? "; if it has all its elements from the start, --length path=N stores them"
                    : "";
            assertTrue(source.contains("// " + name + ": final, and so not stored" + ofLength + "\n"), source);
        }
        // Without it no codec binds the class: their values may differ, and are lost.
        assertTrue(
                source.contains(".withoutField(market.Filled.class, \"path\", \"best\", \"other\", \"text\");"),
                source);
        String again = PrintedLayouts.source(arguments("market.NumberedAgain"));
        assertTrue(again.contains(".withoutField(market.Numbered.class, \"id\")"), again);
        assertTrue(again.contains(".withoutField(market.NumberedAgain.class, \"id\")"), again);
        assertRefused(
                "member `logger.context`: " + EXPECTED + ", found java.util.Map<java.lang.String, java.lang.String>;"
                        + " leave out what is not to be stored by --without logger.context",
                arguments("market.Logged"));
    }

    @ParameterizedTest
    @CsvSource({"market.Trade.Inner", "market.Trade$Inner"})
    void nestedClassesAreFoundByBothNames(String name) throws Exception {
        assertEquals(Layouts.struct(JAVA_SHORT.withName("flags")), PrintedLayouts.printed(arguments(name)));
    }

    @Test
    void classesMayBeInAJar() throws Exception {
        Path jar = folder.resolve("market.jar");
        assertEquals(
                0,
                ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.out, System.err, "cf", jar.toString(), "-C", folder.toString(), "market"));
        assertEquals(LEVEL, PrintedLayouts.printed("--class-path", jar.toString(), "market.Level"));
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
                "Timed|member `time`: EXPECTED, found java.time.ZonedDateTime",
                "Boxed|member `numbers`: EXPECTED, found java.util.List<java.lang.Object>",
                "Wild|member `levels`: EXPECTED, found java.util.List<? super market.Level>",
                "Keyed|member `members`: EXPECTED, found"
                        + " java.util.Map<? super java.lang.String, java.util.List<?>[]>",
                "Grid|member `cells`: EXPECTED, found int[][]",
                "Any|member `value`: EXPECTED, found T",
                "Outer|member `mid.outer`: expected a struct that ends, found that market.Outer holds itself",
                "Hiding|member `time`: expected one field of a name, found one in market.Hiding that hides another;"
                        + " leave out what is not to be stored by --without time",
                "Linked|member `next`: expected a struct that ends, found that market.Linked holds itself; leave out"
                        + " what is not to be stored by --without next",
                "Lost|member `absent`: EXPECTED, found market.Absent, which is not on the class path FOLDER; leave out"
                        + " what is not to be stored by --without absent",
                "Empty|class market.Empty: expected fields that a codec binds, found none but static and transient"
                        + " ones, and final ones that have nothing to fill",
                "Orphan|class market.Orphan: found no superclass market.Parent on the class path FOLDER",
                "Face|class market.Face: expected a class or a record, found an interface or an enum",
                "Missing|class market.Missing: found none on the class path FOLDER"
            })
    void whatHasNoLayoutIsRefused(String type, String expected) {
        assertRefused(orInPlace(expected), arguments("market." + type));
    }

    @Test
    void allThatHasNoLayoutIsNamedWithWhatLeavesItOut() {
        assertRefused(
                "class market.Tagged: " + EXPECTED.replace("expected", "expected of each member") + ", found `tags` of"
                        + " java.util.Map<java.lang.String, java.lang.String>, `first.source` of java.lang.Object,"
                        + " `last.source` of java.lang.Object, `lock` of java.lang.Object; leave out what is not to be"
                        + " stored by --without tags --without first.source --without last.source --without lock",
                arguments("market.Tagged"));
        // Of a record's components, a field of the first can be left out.
        assertRefused(
                "class market.Marked: " + EXPECTED.replace("expected", "expected of each member") + ", found"
                        + " `tag.source` of java.lang.Object, `mark` of java.lang.Object; leave out what is not to be"
                        + " stored by --without tag.source",
                arguments("market.Marked"));
    }

    @Test
    void fieldsAreLeftOutAsTold() throws Exception {
        StructLayout tag = Layouts.struct(JAVA_SHORT.withName("code"));
        StructLayout tagged = Layouts.struct(JAVA_INT.withName("number"), tag.withName("first"), tag.withName("last"));
        for (String type : List.of("market.Tagged", "market.Tagged.Derived")) {
            String[] arguments = arguments(
                    type, "--without=tags", "--without=lock", "--without=first.source", "--without=last.source");
            assertText(tagged, arguments);
            String source = PrintedLayouts.source(arguments);
            assertTrue(source.contains(".withoutField(market.Tag.class, \"source\")"), source);
            assertTrue(source.contains(".withoutField(" + type + ".class, \"tags\", \"lock\")"), source);
            assertTrue(source.contains("// first.source: left out\n"), source);
        }
        String[] kept = arguments("market.Kept", "--without=source");
        assertText(Layouts.struct(JAVA_LONG.withName("id")), kept);
        String source = PrintedLayouts.source(kept);
        assertTrue(source.contains(".withoutField(market.Kept.class, \"source\")"), source);
    }

    /** The longest constructor that does without what is left out makes the objects. */
    @Test
    void whatOneConstructorDoesWithoutIsLeftOutAsTold() throws Exception {
        String type = "java.lang.Object; leave out what is not to be stored by --without source";
        assertRefused("member `source`: " + EXPECTED + ", found " + type, arguments("market.Sourced"));
        assertRefused("member `source`: " + EXPECTED + ", found " + type, arguments("market.Whole"));
        String[] sourced = arguments("market.Sourced", "--without=source");
        assertText(
                Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("price"), JAVA_INT.withName("n")),
                sourced);
        String source = PrintedLayouts.source(sourced);
        assertTrue(source.contains(".withConstructor(market.Sourced.class, \"id\", \"price\")"), source);
        assertTrue(source.contains(".withoutField(market.Sourced.class, \"source\")"), source);
        String[] whole = arguments("market.Whole", "--without=source");
        assertText(Layouts.struct(JAVA_LONG.withName("id")), whole);
        source = PrintedLayouts.source(whole);
        assertTrue(source.contains(".withConstructor(market.Whole.class, \"id\")"), source);
    }

    /** The name means the field that hides the other, as it does in Java. */
    @Test
    void ofTwoFieldsOfANameTheOneThatHidesTheOtherIsLeftOut() throws Exception {
        String[] arguments = arguments("market.HidingFree", "--without=time");
        assertText(
                Layouts.struct(JAVA_BYTE.withName("kind"), JAVA_LONG.withName("time"), JAVA_SHORT.withName("flags")),
                arguments);
        String source = PrintedLayouts.source(arguments);
        assertTrue(source.contains(".withoutField(market.HidingFree.class, \"time\")"), source);
    }

    @Test
    void whatCannotBeLeftOutIsRefused() {
        assertRefused(
                "--without mark: expected a field that can be left out, found a component of market.Marked",
                arguments("market.Marked", "--without=mark"));
        assertRefused(
                "--without id: expected a field that can be left out, found a parameter of each constructor of"
                        + " market.Kept",
                arguments("market.Kept", "--without=id", "--without=source"));
        assertRefused(
                "--without tag: expected a field of market.Tagged, found none",
                arguments("market.Tagged", "--without=tags", "--without=tag"));
        assertRefused(
                "--without first.source: expected also --without last.source, which is the same field of the same"
                        + " class, found none",
                arguments("market.Tagged", "--without=tags", "--without=first.source", "--without=lock"));
        assertRefused("expected --without only with --class-path", "--npy=a.npy", "--without=tags");
    }

    /** A codec fills the elements that a final list has. */
    @Test
    void aFinalListIsStoredIfItsLengthIsGiven() throws Exception {
        StructLayout point = Layouts.struct(JAVA_FLOAT.withName("x"), JAVA_FLOAT.withName("y"));
        assertText(
                Layouts.struct(sequenceLayout(2, point).withName("points"), JAVA_INT.withName("n")),
                arguments("market.Path", "--length=points=2"));
        assertText(Layouts.struct(JAVA_INT.withName("n")), arguments("market.Path"));
    }

    /** For what is printed in the package of the class. */
    private static void assertText(StructLayout expected, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--text");
        assertEquals(LayoutText.of(expected) + "\n", PrintedLayouts.source(all.toArray(String[]::new)));
    }

    @Test
    void missingLengthsAreAllNamed() {
        assertRefused(
                "class market.Book: expected lengths, of texts in bytes and of others in elements, found none: give"
                        + " --length bids=N (Level[]) --length asks=N (List<Level>) --length codes=N (short[])",
                arguments("market.Book", "--length", "symbol=7"));
    }

    @Test
    void lengthsOfNothingAndLengthsThatAreNoneAreRefused() {
        assertRefused(
                "--length kind: expected a text, an array or a list of market.Book, one of [asks, bids, codes, symbol]",
                book("--length=kind=3"));
        assertRefused("--length codes=-1: expected a number from 0 to 2147483647", arguments("A", "--length=codes=-1"));
        assertTrue(verbatim("layout", "--class-path=.", "A", "--length=codes=x")
                .err()
                .contains("'x' is not a long"));
    }

    @Test
    void aStructThatNoMemoryHoldsIsRefused() {
        assertRefused(
                "class market.Large: expected a struct of fewer than 2^63 bytes, found larger ones by these lengths:"
                        + " Layout size exceeds Long.MAX_VALUE",
                arguments(
                        "market.Large",
                        "--length=all=2147483647",
                        "--length=all.all=2147483647",
                        "--length=all.all.all=2147483647"));
    }

    @Test
    void damagedClassesAndPathsThatAreMissingAreRefused() throws Exception {
        Path damaged = Files.createDirectory(folder.resolve("damaged"));
        Files.write(damaged.resolve("A.class"), new byte[] {1, 2, 3});
        CommandLineRun run = verbatim("layout", "--class-path", damaged.toString(), "A");
        assertTrue(
                run.err().startsWith("verbatim layout: class A: expected a class file that this version can read,"),
                run::err);
        assertEquals(2, run.exitCode());
        assertRefused("--class-path missing.jar: no such folder or jar", "--class-path", "missing.jar", "A");
    }
}
