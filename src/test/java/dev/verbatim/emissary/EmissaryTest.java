package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is forwarded, and to whom. */
class EmissaryTest {

    interface Primitives {
        String all(boolean a, byte b, short c, char d, int e, long f, float g, double h, Object i, long j, double k);

        boolean aBoolean();

        byte aByte();

        short aShort();

        char aChar();

        int anInt();

        long aLong();

        float aFloat();

        double aDouble();

        void nothing();

        interface Header {
            Primitives of(Primitives delegate);
        }
    }

    @Test
    void primitiveAndWideArgumentsAndResultsArrive() {
        Primitives emissary = Emissary.bind(lookup(), Primitives.Header.class).of(new Primitives() {
            @Override
            public String all(
                    boolean a, byte b, short c, char d, int e, long f, float g, double h, Object i, long j, double k) {
                return List.of(a, b, c, d, e, f, g, h, i, j, k).toString();
            }

            @Override
            public boolean aBoolean() {
                return true;
            }

            @Override
            public byte aByte() {
                return -1;
            }

            @Override
            public short aShort() {
                return -2;
            }

            @Override
            public char aChar() {
                return '\uffff';
            }

            @Override
            public int anInt() {
                return -3;
            }

            @Override
            public long aLong() {
                return Long.MIN_VALUE;
            }

            @Override
            public float aFloat() {
                return 1.5f;
            }

            @Override
            public double aDouble() {
                return -0.0;
            }

            @Override
            public void nothing() {
                throw new IllegalStateException("called");
            }
        });

        assertEquals(
                "[true, 1, 2, c, 4, 5, 6.0, 7.0, eight, 9, 10.0]",
                emissary.all(true, (byte) 1, (short) 2, 'c', 4, 5, 6, 7, "eight", 9, 10));
        assertEquals(true, emissary.aBoolean());
        assertEquals(-1, emissary.aByte());
        assertEquals(-2, emissary.aShort());
        assertEquals('\uffff', emissary.aChar());
        assertEquals(-3, emissary.anInt());
        assertEquals(Long.MIN_VALUE, emissary.aLong());
        assertEquals(1.5f, emissary.aFloat());
        assertEquals(-0.0, emissary.aDouble());
        assertEquals(
                "called",
                assertThrows(IllegalStateException.class, emissary::nothing).getMessage());
    }

    interface Animal {
        Animal self();

        Object name();
    }

    interface Dog extends Animal {
        @Override
        Dog self();

        @Override
        String name();
    }

    interface Puppy extends Dog {
        @Override
        Puppy self();

        interface Header {
            Puppy of(Puppy puppy);
        }

        /** Where the delegate's own result is wider, it is cast. */
        interface Cast {
            Puppy of(Dog dog);
        }
    }

    record TestPuppy(String name) implements Puppy {
        @Override
        public Puppy self() {
            return this;
        }
    }

    @Test
    void covariantResultsAreReachedByAllTheirSignatures() {
        TestPuppy puppy = new TestPuppy("rex");
        Puppy emissary = Emissary.bind(lookup(), Puppy.Header.class).of(puppy);

        assertSame(puppy, emissary.self());
        assertSame(puppy, ((Dog) emissary).self());
        assertSame(puppy, ((Animal) emissary).self());
        assertEquals("rex", ((Animal) emissary).name());
    }

    @Test
    void aResultThatTheDelegatesTypeDoesNotPromiseIsRefused() {
        assertEquals(
                """
                cannot bind dev.verbatim.emissary.EmissaryTest$Puppy$Cast: 1 reason
                  - Puppy self(): delegate 0 (dev.verbatim.emissary.EmissaryTest$Dog) has it with a result that does not fit: Dog self()\
                """,
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), Puppy.Cast.class))
                        .getMessage());
    }

    interface Transformer<A, R> {
        R transform(A argument);

        List<R> all(List<? extends A> arguments);

        <T extends A> R one(T argument);
    }

    interface Lengths extends Transformer<String, Integer> {
        @Override
        Integer transform(String argument);

        interface Header {
            Lengths of(Transformer<String, Integer> delegate);
        }

        interface Wild {
            Lengths of(Transformer<String, ? extends Integer> delegate);
        }
    }

    private static <A, R> Transformer<A, R> transformer(Function<? super A, ? extends R> function) {
        return new Transformer<>() {
            @Override
            public R transform(A argument) {
                return function.apply(argument);
            }

            @Override
            public List<R> all(List<? extends A> arguments) {
                return arguments.stream().<R>map(function).toList();
            }

            @Override
            public <T extends A> R one(T argument) {
                return function.apply(argument);
            }
        };
    }

    @Test
    void typeArgumentsAreInPlaceAndBridged() {
        for (Lengths emissary : List.of(
                Emissary.bind(lookup(), Lengths.Header.class).of(transformer(String::length)),
                Emissary.bind(lookup(), Lengths.Wild.class).of(transformer(String::hashCode)))) {
            Transformer<String, Integer> general = emissary;

            assertEquals(emissary.transform(""), general.transform(""));
            assertEquals(0, emissary.transform(""));
            assertEquals(List.of(0), emissary.all(List.of("")));
            assertEquals(0, emissary.<String>one(""));
        }
        Lengths polluted = Emissary.bind(lookup(), Lengths.Header.class).of(pretend(transformer(text -> "no number")));
        assertThrows(ClassCastException.class, () -> polluted.transform("x"));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // to do what javac cannot see
    private static <T> T pretend(Object object) {
        return (T) object;
    }

    interface Formatter {
        String format(String pattern, Object... arguments) throws IOException, InterruptedException;

        interface Header {
            Formatter of(Formatter formatter);
        }
    }

    @Test
    void varargsArePassedOnAndCheckedExceptionsComeBack() throws Exception {
        Object[] passed = {1, "two", null};
        IOException fault = new IOException("as it is");
        Formatter.Header header = Emissary.bind(lookup(), Formatter.Header.class);

        assertEquals(
                "x[1, two, null]",
                header.of((pattern, arguments) -> {
                            assertSame(passed, arguments);
                            return pattern + Arrays.toString(arguments);
                        })
                        .format("x", passed));
        assertSame(
                fault,
                assertThrows(
                        IOException.class,
                        () -> header.of((pattern, arguments) -> {
                                    throw fault;
                                })
                                .format("x")));
    }

    interface Greeter {
        String name();

        default String greeting() {
            return "hello, " + name();
        }

        static String nobody() {
            return "nobody";
        }

        private String secret() {
            return "secret of " + name();
        }

        default String revealed() {
            return secret();
        }
    }

    interface Shouter extends Greeter {
        @Override
        default String name() {
            return "SHOUTER";
        }

        default String shout() {
            return greeting() + "!";
        }

        interface Header {
            Shouter of(Greeter greeter);
        }
    }

    private static final Greeter POLITE = new Greeter() {
        @Override
        public String name() {
            return "polite";
        }

        @Override
        public String greeting() {
            return "good day, " + name();
        }
    };

    @Test
    void aDelegatesDefaultMethodsAreForwardedSoThatItsOverridesCount() {
        Shouter emissary = Emissary.bind(lookup(), Shouter.Header.class).of(POLITE);

        assertEquals("good day, polite", emissary.greeting());
        assertEquals("secret of polite", emissary.revealed());
    }

    @Test
    void defaultMethodsOfTheEmissarysInterfaceAreLeftAsTheyAre() {
        Shouter emissary = Emissary.bind(lookup(), Shouter.Header.class).of(POLITE);

        assertEquals("SHOUTER", emissary.name());
        assertEquals("good day, polite!", emissary.shout());
        assertEquals("nobody", Greeter.nobody());
    }

    interface Decorated extends Greeter {
        interface Header {
            Greeter of(Greeter delegate);
        }
    }

    @Test
    void anEmissaryOfItsOwnTypeForwardsAllDefaultMethods() {
        Greeter emissary = Emissary.bind(lookup(), Decorated.Header.class).of(POLITE);

        assertEquals("good day, polite", emissary.greeting());
        assertEquals("polite", emissary.name());
    }

    interface Sized {
        int size();

        boolean isEmpty();

        interface Header {
            Sized of(Map<String, Integer> map);
        }
    }

    @Test
    void theDelegatesTypeNeedNotBeASuperInterface() {
        Sized emissary = Emissary.bind(lookup(), Sized.Header.class).of(Map.of("one", 1));

        assertEquals(1, emissary.size());
        assertEquals(false, emissary.isEmpty());
        assertEquals(false, emissary instanceof Map);
    }

    interface FunctionHeader extends BiFunction<Greeter, Sized, GreeterOfSize> {
        @Override
        default <V> BiFunction<Greeter, Sized, V> andThen(Function<? super GreeterOfSize, ? extends V> after) {
            return (greeter, sized) -> after.apply(apply(greeter, sized));
        }
    }

    interface GreeterOfSize extends Greeter, Sized {}

    @Test
    void aHeaderMayInheritItsMethodAndHaveOthers() {
        FunctionHeader header = Emissary.bind(lookup(), FunctionHeader.class);
        Sized three = Emissary.bind(lookup(), Sized.Header.class).of(Map.of("a", 1, "b", 2, "c", 3));

        assertEquals(3, header.apply(POLITE, three).size());
        assertEquals("polite", header.andThen(Greeter::name).apply(POLITE, three));
    }

    interface Generic<T> {
        <S extends Comparator<T> & Supplier<T>> Comparator<T> of(S delegate);
    }

    interface Everything<T> {
        List<T> of(List<T> delegate);
    }

    @Test
    void headersMayBeGeneric() {
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        Everything<Integer> everything = Emissary.bind(lookup(), Everything.class);
        assertEquals(List.of(1, 2), everything.of(List.of(1, 2)));

        class Reverse implements Comparator<String>, Supplier<String> {
            @Override
            public int compare(String one, String other) {
                return other.compareTo(one);
            }

            @Override
            public String get() {
                return "";
            }
        }
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        Generic<String> header = Emissary.bind(lookup(), Generic.class);
        assertEquals(1, header.of(new Reverse()).compare("a", "b"));
    }

    interface Marker {
        interface Header {
            Marker of();
        }
    }

    @Test
    void anEmissaryWithNothingToForwardNeedsNoDelegate() {
        Marker.Header header = Emissary.bind(lookup(), Marker.Header.class);

        assertNotEquals(header.of(), header.of());
    }

    @Test
    void localInterfacesAreBound() {
        interface Local {
            int[] numbers(int... added);
        }
        interface Header {
            Local of(UnaryOperator<int[]> unused, Local local);
        }
        Local emissary = Emissary.bind(lookup(), Header.class)
                .of(
                        UnaryOperator.identity(),
                        added -> IntStream.concat(IntStream.of(1), IntStream.of(added))
                                .toArray());

        assertArrayEquals(new int[] {1, 2, 3}, emissary.numbers(2, 3));
        assertNull(emissary.getClass().getCanonicalName());
    }
}
