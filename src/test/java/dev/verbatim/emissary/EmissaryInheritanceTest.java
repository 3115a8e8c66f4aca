package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.Closeable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Emissaries of interfaces that have one method from several others: all that javac accepts can be linked. */
class EmissaryInheritanceTest {

    interface Reader {
        String name();

        default String describe() {
            return "reader " + name();
        }
    }

    interface Writer {
        String name();
    }

    interface File extends Reader, Writer {
        interface Whole {
            File of(File file);
        }

        interface OfReader {
            File of(Reader reader);
        }
    }

    @Test
    void aMethodOfUnrelatedInterfacesIsForwardedOnce() {
        File file = () -> "file";
        for (File emissary : new File[] {
            Emissary.bind(lookup(), File.Whole.class).of(file),
            Emissary.bind(lookup(), File.OfReader.class).of(file)
        }) {
            assertEquals("file", emissary.name());
            assertEquals("file", ((Reader) emissary).name());
            assertEquals("file", ((Writer) emissary).name());
            assertEquals("reader file", emissary.describe());
        }
    }

    interface Quiet {
        void close();
    }

    interface QuietCloseable extends Quiet, Closeable {
        interface Loud {
            QuietCloseable of(Closeable closeable);
        }

        interface Whole {
            QuietCloseable of(QuietCloseable closeable);
        }
    }

    @Test
    void eachDeclarationHasToAllowTheExceptionsOfTheDelegate() {
        assertEquals(
                "cannot bind " + QuietCloseable.Loud.class.getName()
                        + ": 1 reason\n"
                        + "  - void close(): delegate 0 (java.io.Closeable) may throw java.io.IOException, which it"
                        + " does not declare",
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), QuietCloseable.Loud.class))
                        .getMessage());
    }

    interface Anything {
        Object get();
    }

    interface Text {
        CharSequence get();
    }

    interface AnyText extends Anything, Text {
        interface Whole {
            AnyText of(AnyText delegate);
        }

        interface Narrower {
            AnyText of(Supplier<String> delegate);
        }
    }

    @Test
    void resultsOfUnrelatedInterfacesThatDifferAreAllReached() {
        for (AnyText emissary : new AnyText[] {
            Emissary.bind(lookup(), AnyText.Whole.class).of(() -> "text"),
            Emissary.bind(lookup(), AnyText.Narrower.class).of(() -> "text")
        }) {
            assertEquals("text", emissary.get());
            assertEquals("text", ((Anything) emissary).get());
            assertEquals("text", ((Text) emissary).get());
        }
    }

    interface Sink<T> {
        void put(T element);
    }

    interface Texts extends Sink<String> {
        @Override
        void put(String text);
    }

    interface Lines extends Sink<String> {
        @Override
        void put(String line);
    }

    interface Plain {
        void put(String text);
    }

    /** Has a bridge from each of two interfaces, neither of which overrides the other. */
    interface TextsAndLines extends Texts, Lines {
        interface Whole {
            TextsAndLines of(TextsAndLines delegate);
        }

        interface General {
            TextsAndLines of(Sink<String> delegate);
        }

        interface OfOne {
            TextsAndLines of(Texts delegate);
        }

        interface OfNone {
            TextsAndLines of(Plain delegate);
        }
    }

    interface Loud extends TextsAndLines {
        @Override
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        default void put(String text) {
            Emissary.delegate(lookup(), this, Sink.class).put(text + "!");
        }

        interface Header {
            Loud of(Sink<String> delegate);
        }
    }

    @Test
    void bridgesOfUnrelatedInterfacesDoNotConflict() {
        StringBuilder arrived = new StringBuilder();
        // Not a lambda: the JVM's has no bridge of its own, and fails as an emissary without one would.
        TextsAndLines whole = new TextsAndLines() {
            @Override
            public void put(String text) {
                arrived.append(text);
            }
        };
        Texts texts = arrived::append;
        for (TextsAndLines emissary : new TextsAndLines[] {
            Emissary.bind(lookup(), TextsAndLines.Whole.class).of(whole),
            Emissary.bind(lookup(), TextsAndLines.General.class).of(arrived::append),
            Emissary.bind(lookup(), TextsAndLines.OfOne.class).of(texts),
            Emissary.bind(lookup(), TextsAndLines.OfNone.class).of(arrived::append)
        }) {
            arrived.setLength(0);
            emissary.put("a");
            general(emissary).put("b");
            assertEquals("ab", arrived.toString());
        }
    }

    @Test
    void aBridgeLeadsToTheDefaultMethodThatOverrides() {
        StringBuilder arrived = new StringBuilder();
        Loud loud = Emissary.bind(lookup(), Loud.Header.class).of(arrived::append);

        loud.put("a");
        general(loud).put("b");

        assertEquals("a!b!", arrived.toString());
    }

    interface Overloads extends Sink<String> {
        @Override
        void put(String text);

        void put(Integer number);

        interface Header {
            Overloads of(PlainOverloads delegate);
        }
    }

    interface PlainOverloads extends Plain {
        void put(Integer number);
    }

    @Test
    void aBridgeBesideOverloadsLeadsToItsOwn() {
        StringBuilder arrived = new StringBuilder();
        Overloads emissary = Emissary.bind(lookup(), Overloads.Header.class).of(new PlainOverloads() {
            @Override
            public void put(String text) {
                arrived.append(text);
            }

            @Override
            public void put(Integer number) {
                arrived.append(-number);
            }
        });

        emissary.put(1);
        general(emissary).put("a");

        assertEquals("-1a", arrived.toString());
    }

    private static Sink<String> general(Sink<String> sink) {
        return sink;
    }

    interface GeneralAndPlain extends Sink<String>, Plain {
        interface OfSink {
            GeneralAndPlain of(Sink<String> delegate);
        }

        interface OfPlain {
            GeneralAndPlain of(Plain delegate);
        }
    }

    @Test
    void aGenericMethodAndAPlainOneAreOne() {
        StringBuilder arrived = new StringBuilder();
        for (GeneralAndPlain emissary : new GeneralAndPlain[] {
            Emissary.bind(lookup(), GeneralAndPlain.OfSink.class).of(arrived::append),
            Emissary.bind(lookup(), GeneralAndPlain.OfPlain.class).of(arrived::append)
        }) {
            arrived.setLength(0);
            ((Plain) emissary).put("a");
            general(emissary).put("b");
            assertEquals("ab", arrived.toString());
        }
    }

    interface Base {
        default String text() {
            return "base";
        }
    }

    interface Left extends Base {
        @Override
        default String text() {
            return "left";
        }
    }

    interface Right extends Base {}

    interface Diamond extends Left, Right {
        interface OfLeft {
            Diamond of(Left left);
        }

        interface OfRight {
            Diamond of(Right right);
        }
    }

    @Test
    void inADiamondTheMostSpecificDefaultMethodCounts() {
        Right overriding = new Right() {
            @Override
            public String text() {
                return "delegate";
            }
        };

        assertEquals(
                "left",
                Emissary.bind(lookup(), Diamond.OfLeft.class).of(new Left() {}).text());
        assertEquals(
                "left",
                Emissary.bind(lookup(), Diamond.OfRight.class).of(overriding).text(),
                "an override that is not the delegate's");
    }

    interface Bounded {
        <T extends Comparable<T> & Supplier<String>> T first(T[] of);

        @SuppressWarnings("ExtendsObject") // it erases to Object
        <T extends Object & CharSequence> T same(T text);

        interface Header {
            Bounded of(Bounded delegate);
        }
    }

    interface BoundedType<T extends CharSequence & Comparable<T>> {
        T most(T one, T other);
    }

    interface BoundedText extends BoundedType<String> {
        interface Header {
            BoundedText of(BoundedType<String> delegate);
        }
    }

    @Test
    void intersectionsAreErasedToTheirFirstBound() {
        Bounded delegate = new Bounded() {
            @Override
            public <T extends Comparable<T> & Supplier<String>> T first(T[] of) {
                return of[0];
            }

            @Override
            @SuppressWarnings("ExtendsObject")
            public <T extends Object & CharSequence> T same(T text) {
                return text;
            }
        };
        BoundedType<String> most = (one, other) -> one.compareTo(other) < 0 ? other : one;

        assertEquals(
                "text",
                Emissary.bind(lookup(), Bounded.Header.class).of(delegate).same("text"));
        assertEquals(
                "b", Emissary.bind(lookup(), BoundedText.Header.class).of(most).most("a", "b"));
    }

    interface Variable {
        String join(String... parts);

        interface Header {
            Variable of(Fixed delegate);
        }
    }

    interface Fixed {
        String join(String[] parts);
    }

    @Test
    void varargsAreArrays() {
        assertEquals(
                "[a, b]",
                Emissary.bind(lookup(), Variable.Header.class)
                        .of(Arrays::toString)
                        .join("a", "b"));
    }

    interface Numbers extends Sink<Integer>, Supplier<Integer> {
        interface Wrong {
            Numbers of(Sink<String> sink, Supplier<String> supplier);
        }

        interface OneIsWrong {
            Numbers of(Sink<String> unused, Sink<Integer> sink, Supplier<Integer> supplier);
        }

        interface Wildcards {
            Numbers of(Sink<? super Integer> sink, Supplier<? extends Integer> supplier);
        }
    }

    @Test
    void typeArgumentsThatErasureHidesHaveToFit() {
        assertEquals(
                "cannot bind " + Numbers.Wrong.class.getName()
                        + ": 2 reasons\n"
                        + "  - Integer get(): delegate 1 (java.util.function.Supplier) has it with a result that does"
                        + " not fit: String get()\n"
                        + "  - void put(Integer): no delegate has it",
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), Numbers.Wrong.class))
                        .getMessage());
        int[] consumed = new int[1];
        assertEquals(
                3,
                Emissary.bind(lookup(), Numbers.OneIsWrong.class)
                        .of(_ -> {}, number -> consumed[0] = number, () -> 3)
                        .get());
        Emissary.bind(lookup(), Numbers.Wildcards.class)
                .of((Object number) -> consumed[0] = (int) number, () -> 3)
                .put(7);
        assertEquals(7, consumed[0]);
    }

    interface Wild {
        Function<?, ?> of(Function<String, Integer> function);

        interface Order {
            Comparator<String> of(Comparator<? super String> comparator);
        }
    }

    @Test
    void wildcardsFit() {
        @SuppressWarnings("unchecked") // what it is
        Function<String, Integer> lengths =
                (Function<String, Integer>) Emissary.bind(lookup(), Wild.class).of(String::length);
        Comparator<Object> order = Comparator.comparing(Object::toString);

        assertEquals(4, lengths.apply("four"));
        assertEquals(-1, Emissary.bind(lookup(), Wild.Order.class).of(order).compare("a", "b"));
    }

    interface Copied extends Cloneable {
        Copied clone();

        interface Header {
            Copied of(Copied delegate);
        }
    }

    @Test
    void aProtectedMethodOfObjectIsForwardedWhereItIsDeclared() {
        Copied delegate = new Copied() {
            @Override
            public Copied clone() {
                return this;
            }
        };
        assertSame(
                delegate,
                Emissary.bind(lookup(), Copied.Header.class).of(delegate).clone());
    }

    @Test
    void closeThrowsWhatEachDeclarationAllows() {
        QuietCloseable emissary = Emissary.bind(lookup(), QuietCloseable.Whole.class)
                .of(() -> {
                    throw new IllegalStateException("closed");
                });

        assertEquals(
                "closed",
                assertThrows(IllegalStateException.class, emissary::close).getMessage());
    }
}
