package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs of layouts that are printed {@code --without} fields, or with the lengths of final lists. */
class WithoutFieldsTest {

    private static final String NAMED = "named";
    private static final String UNNAMED = "unnamed";

    private static final String SOURCE = """
        package shapes;
        import java.util.ArrayList;
        import java.util.List;
        import java.util.Map;
        class Base { int v; int z; }
        class Hiding extends Base { int v; int w; }
        class Up { long id; int z; }
        class Down extends Up { int q; }
        class Both { Up up = new Up(); Down down = new Down(); }
        class Point { int x; }
        class Lists {
            final List<Integer> numbers = new ArrayList<>();
            final List<Point> points = new ArrayList<>(List.of(new Point(), new Point()));
            int n;
        }
        class Twice { Lists first = new Lists(); Lists second = new Lists(); }
        class Three {
            final int a, b, c;
            Three(int a) { this(a, 1); }
            Three(int a, int b) { this(a, b, 7); }
            Three(int a, int b, int c) { this.a = a; this.b = b; this.c = c; }
        }
        class Lost {
            final int a; final long b; final Object c; int n;
            Lost(int a) { this(a, 1, null); }
            Lost(int a, long b, Object c) { this.a = a; this.b = b; this.c = c; }
        }
        class Sourced {
            final long id; final double price; final Map<String, String> tags; int n;
            Sourced(long id, double price) { this(id, price, null); }
            Sourced(long id, double price, Map<String, String> tags) {
                this.id = id; this.price = price; this.tags = tags;
            }
        }
        class Started {
            final long id; int n; Object source;
            Started(long id, int n) { this(id, n, null); }
            Started(long id, int n, Object source) { this.id = id; this.n = n; this.source = source; }
        }
        class Other { final Long id; int k; Other() { id = 1L; } Other(long anId, boolean isLogged) { id = anId; } }
        class Either { final long id; final double p; int n;
            Either(long id) { this.id = id; p = 0; }
            Either(double p) { id = 0; this.p = p; }
        }
        class Own { final long id = Long.parseLong("1"); long n; int k;
            Own() {}
            Own(long n, int kk) { this.n = n; k = kk; }
        }
        """;

    /** Of these all fields that are stored come back. */
    private static final String CHECKS = """
        package shapes;
        import dev.verbatim.StructCodec;
        import java.lang.foreign.MemorySegment;
        import static java.lang.invoke.MethodHandles.lookup;
        final class Checks {
            static <T> T copy(StructCodec<T> codec, T value) {
                MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
                codec.write(value, segment, 0);
                return codec.read(segment, 0);
            }
            static void require(boolean condition) {
                if (!condition) throw new AssertionError();
            }
            static void all() {
                Hiding hiding = new Hiding();
                ((Base) hiding).v = 1; hiding.v = 2; hiding.z = 3; hiding.w = 4;
                hiding = copy(StructCodec.ofClass(
                        lookup(), Hiding.class, HidingLayout.LAYOUT, HidingLayout.CONVERSIONS), hiding);
                require(((Base) hiding).v == 1 && hiding.v == 0 && hiding.z == 3 && hiding.w == 4);

                Both both = new Both();
                both.up.id = 1; both.up.z = 2; both.down.id = 3; both.down.z = 4; both.down.q = 5;
                both = copy(StructCodec.ofClass(lookup(), Both.class, BothLayout.LAYOUT, BothLayout.CONVERSIONS), both);
                require(both.up.id == 1 && both.up.z == 2 && both.down.id == 0 && both.down.z == 4 && both.down.q == 5);

                Twice twice = new Twice();
                twice.first.points.get(1).x = 1; twice.second.points.get(0).x = 2; twice.second.n = 3;
                twice = copy(StructCodec.ofClass(
                        lookup(), Twice.class, TwiceLayout.LAYOUT, TwiceLayout.CONVERSIONS), twice);
                require(twice.first.points.get(1).x == 1 && twice.second.points.get(0).x == 2 && twice.second.n == 3);

                Sourced sourced = new Sourced(1, 2, null);
                sourced.n = 3;
                sourced = copy(StructCodec.ofImmutable(
                        lookup(), Sourced.class, SourcedLayout.LAYOUT, SourcedLayout.CONVERSIONS), sourced);
                require(sourced.id == 1 && sourced.price == 2 && sourced.n == 3);

                Started started = copy(
                        StructCodec.ofImmutable(
                                lookup(), Started.class, StartedLayout.LAYOUT, StartedLayout.CONVERSIONS),
                        new Started(1, 2));
                require(started.id == 1 && started.n == 2);
            }
        }
        """;

    @TempDir
    static Path folder;

    @BeforeAll
    static void compile() throws IOException {
        Path source = Files.writeString(folder.resolve("Shapes.java"), SOURCE);
        PrintedLayouts.compile(Files.createDirectory(folder.resolve(NAMED)), List.of(source), "-parameters");
        PrintedLayouts.compile(Files.createDirectory(folder.resolve(UNNAMED)), List.of(source));
    }

    private static String[] arguments(String classPath, String type, String options) {
        List<String> arguments = new ArrayList<>(
                List.of("--class-path", folder.resolve(classPath).toString(), "shapes." + type));
        arguments.addAll(List.of(options.strip().split(" +")));
        return arguments.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {NAMED, UNNAMED})
    void whatIsPrintedIsBoundAndAllThatIsStoredComesBack(String classPath) throws Exception {
        Path out = Files.createDirectory(folder.resolve("bound-" + classPath));
        List<Path> files = new ArrayList<>(List.of(folder.resolve("Shapes.java")));
        Map<String, String> options = Map.of(
                "Hiding", "--without=v",
                "Both", "--without=down.id",
                "Twice", "--length=first.points=2 --length=second.points=2",
                "Sourced", "--without=tags",
                "Started", "--without=source");
        for (Map.Entry<String, String> option : options.entrySet()) {
            String source = PrintedLayouts.source(arguments(classPath, option.getKey(), option.getValue()));
            files.add(Files.writeString(out.resolve(option.getKey() + "Layout.java"), source));
        }
        files.add(Files.writeString(out.resolve("Checks.java"), CHECKS));
        PrintedLayouts.compile(out, files, "-Xlint:-auxiliaryclass", classPath.equals(NAMED) ? "-parameters" : "-g");
        URL[] urls = {out.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, WithoutFieldsTest.class.getClassLoader())) {
            Method all = loader.loadClass("shapes.Checks").getDeclaredMethod("all");
            all.setAccessible(true);
            all.invoke(null);
        }
    }

    private static void assertRefused(String classPath, String type, String options, String expected) {
        List<String> words = new ArrayList<>(List.of("layout"));
        words.addAll(List.of(arguments(classPath, type, options)));
        CommandLineRun run = verbatim(words.toArray(String[]::new));
        assertEquals(new CommandLineRun(2, "", "verbatim layout: " + expected + "\n"), run);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Both|--without=up.id|--without up.id: expected also --without down.id, which is the same field of the"
                        + " same class, found none",
                "Lists|--length=numbers=2|--length numbers: expected a text, an array or a list of shapes.Lists, which"
                        + " has none",
                "Twice|--length=first.points=2|--length first.points: expected also --length second.points, which is"
                        + " the same list of the same class, found none",
                "Three|--without=a|--without a: expected a field that can be left out, found a parameter of each"
                        + " constructor of shapes.Three",
                "Both|--without=up --without=up.id|--without up.id: expected a field of shapes.Both, found one in what"
                        + " is left out",
                "Point|--without=x|class shapes.Point: expected fields that a codec binds, found none but static and"
                        + " transient ones, and final ones that have nothing to fill, and what --without leaves out"
            })
    void whatNoCodecWouldBindIsRefused(String type, String options, String expected) {
        assertRefused(NAMED, type, options, expected);
        assertRefused(UNNAMED, type, options, expected);
    }

    /** By their types alone, two of three fields may be any. */
    @Test
    void noConstructorIsGuessedOfWhichOneCannotTellWhatItSets() {
        assertRefused(
                UNNAMED,
                "Three",
                "--without=c",
                "--without c: expected a field that can be left out, found a parameter of each constructor of"
                        + " shapes.Three");
        assertEquals(
                true,
                PrintedLayouts.source(arguments(NAMED, "Three", "--without=c"))
                        .contains(".withConstructor(shapes.Three.class, \"a\", \"b\")"));
    }

    @Test
    void noFinalFieldIsLostWithAnother() {
        String expected = "class shapes.Lost: expected one constructor that sets its final fields, by the names of its"
                + " parameters, found one that sets a, and (%s), which may set more; give its parameters the names and"
                + " the types of fields, or make final fields that are derived from others transient";
        assertRefused(NAMED, "Lost", "--without=c", expected.formatted("int a, long b, java.lang.Object c"));
        assertRefused(UNNAMED, "Lost", "--without=c", expected.formatted("int, long, java.lang.Object"));
        PrintedLayouts.source(arguments(NAMED, "Lost", "--without=b --without=c"));
        PrintedLayouts.source(arguments(UNNAMED, "Lost", "--without=b --without=c"));
    }

    @Test
    void finalFieldsThatConstructorsSetAreNotLost() {
        assertRefused(
                NAMED,
                "Other",
                "--packed",
                "class shapes.Other: expected a constructor whose parameters have the names of the final fields id,"
                    + " found (long anId, boolean isLogged); give its parameters the names of fields; leave out what"
                    + " is not to be stored by --without id");
        assertRefused(
                NAMED,
                "Either",
                "--packed",
                "class shapes.Either: expected one constructor that sets more of its fields than others, found (long"
                        + " id) and (double p); add one that sets them all, or leave out what is not to be stored by"
                        + " --without");
        PrintedLayouts.source(arguments(NAMED, "Either", "--without=p"));
        // A parameter of the name and the type of a field sets this one.
        PrintedLayouts.source(arguments(NAMED, "Own", "--packed"));
    }
}
