package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Methods with type variables of their own, whose bounds name those of the interface, forwarded to delegates with
 * other type arguments.
 */
class EmissaryGenericMethodsTest {

    private static final String HERE = EmissaryGenericMethodsTest.class.getName() + "$";

    private static void assertRefused(Class<?> header, String... reasons) {
        String count = reasons.length == 1 ? "1 reason" : reasons.length + " reasons";
        assertEquals(
                "cannot bind " + header.getName() + ": " + count + "\n  - " + String.join("\n  - ", reasons),
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), header))
                        .getMessage());
    }

    /** As {@code Comparator} is from JDK 26 on. */
    interface Order<T> {
        int compare(T one, T other);

        <U extends T> U max(U one, U other);
    }

    private static final class ByText<T> implements Order<T> {
        @Override
        public int compare(T one, T other) {
            return one.toString().compareTo(other.toString());
        }

        @Override
        public <U extends T> U max(U one, U other) {
            return compare(one, other) < 0 ? other : one;
        }
    }

    interface Orders {
        interface Super {
            Order<String> of(Order<? super String> order);
        }

        interface SuperOfMore {
            Order<Integer> of(Order<? super Number> order);
        }

        interface Same {
            Order<String> of(Order<String> order);
        }

        interface Wider {
            Order<String> of(Order<Object> order);
        }

        interface Any {
            Order<?> of(Order<?> order);
        }

        interface ToSuper {
            Order<? super Integer> of(Order<Number> order);
        }

        interface OfVariable<S, T extends S> {
            Order<T> of(Order<? super S> order);
        }

        interface OfMethod {
            <S, T extends S> Order<T> of(Order<S> order);
        }

        interface ToRaw {
            @SuppressWarnings("rawtypes") // that is the point
            Order of(Order<String> order);
        }

        interface OfRaw {
            Order<String> of(@SuppressWarnings("rawtypes") Order order);
        }
    }

    @Test
    void theBoundOfATypeVariableIsReconciledWithTheTypeArgument() {
        for (Order<String> order : List.of(
                Emissary.bind(lookup(), Orders.Super.class).of(new ByText<Object>()),
                Emissary.bind(lookup(), Orders.Super.class).of(new ByText<CharSequence>()),
                Emissary.bind(lookup(), Orders.Same.class).of(new ByText<>()),
                Emissary.bind(lookup(), Orders.Wider.class).of(new ByText<>()),
                Emissary.bind(lookup(), Orders.OfRaw.class).of(new ByText<String>()),
                Emissary.bind(lookup(), Orders.OfMethod.class).<Object, String>of(new ByText<>()))) {
            String max = order.max("a", "b");
            assertEquals("b", max);
            assertEquals(-1, order.compare("a", "b"));
        }
        assertEquals(
                7,
                Emissary.bind(lookup(), Orders.SuperOfMore.class)
                        .of(new ByText<>())
                        .<Integer>max(3, 7));
        assertEquals(
                7,
                Emissary.bind(lookup(), Orders.ToSuper.class).of(new ByText<>()).<Integer>max(3, 7));
        @SuppressWarnings("unchecked") // what it is
        Order<String> any =
                (Order<String>) Emissary.bind(lookup(), Orders.Any.class).of(new ByText<String>());
        assertEquals("b", any.max("a", "b"));
    }

    @Test
    void typeVariablesOfTheHeaderAreTypes() {
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        Orders.OfVariable<Number, Integer> header = Emissary.bind(lookup(), Orders.OfVariable.class);
        @SuppressWarnings("unchecked") // it is raw
        Order<String> raw = Emissary.bind(lookup(), Orders.ToRaw.class).of(new ByText<>());

        assertEquals(7, header.of(new ByText<Object>()).<Integer>max(3, 7));
        assertEquals("b", raw.max("a", "b"));
    }

    interface Unsound {
        interface Narrower {
            Order<Number> of(Order<Integer> order);
        }

        interface Unknown {
            Order<Number> of(Order<? extends Number> order);
        }

        interface TooNarrowForSuper {
            Order<? super Number> of(Order<Integer> order);
        }

        interface OfVariables<S, T> {
            Order<S> of(Order<T> order);
        }

        interface SuperOfLess {
            Order<Number> of(Order<? super Integer> order);
        }
    }

    private static final String PARAMETERS = "parameters";
    private static final String VARIABLES = "type variables";

    private static String unfit(String what, Class<?> type, String part, String unfit, String argument) {
        return what + ": delegate 0 (" + type.getName() + ") has it with " + part + " that do not fit: " + unfit
                + ", of " + type.getName() + "<" + argument + ">";
    }

    /** The reasons against both methods of {@code Order}: their types here, and those that the delegate has. */
    private static void assertRefused(
            Class<?> header, String takes, String returns, String taken, String returned, String argument) {
        String compare = "int compare(%1$s, %1$s)";
        String max = "%2$s max(%1$s, %1$s)";
        assertRefused(
                header,
                unfit(compare.formatted(takes), Order.class, PARAMETERS, compare.formatted(taken), argument),
                unfit(max.formatted(takes, returns), Order.class, VARIABLES, max.formatted(taken, returned), argument));
    }

    @Test
    void aDelegateThatDoesNotTakeAllThatTheMethodTakesIsRefused() {
        assertRefused(Unsound.Narrower.class, "Number", "Number", "Integer", "Integer", "java.lang.Integer");
        assertRefused(Unsound.Unknown.class, "Number", "Number", "Number", "Number", "? extends java.lang.Number");
        assertRefused(Unsound.TooNarrowForSuper.class, "Number", "Object", "Integer", "Integer", "java.lang.Integer");
        assertRefused(Unsound.OfVariables.class, "Object", "Object", "Object", "Object", "T");
        assertRefused(Unsound.SuperOfLess.class, "Number", "Number", "Integer", "Object", "? super java.lang.Integer");
    }

    interface Sink<T> {
        void put(T element);

        interface Narrower {
            Sink<Number> of(Sink<Integer> sink);
        }

        interface Unknown {
            Sink<Number> of(Sink<? extends Number> sink);
        }

        interface UnknownOfAny {
            Sink<? extends Number> of(Sink<Integer> sink);
        }
    }

    @Test
    void aMethodWithoutTypeVariablesOfItsOwnHasToFitToo() {
        String put = "void put(Number)";
        assertRefused(
                Sink.Narrower.class, unfit(put, Sink.class, PARAMETERS, "void put(Integer)", "java.lang.Integer"));
        assertRefused(Sink.Unknown.class, unfit(put, Sink.class, PARAMETERS, put, "? extends java.lang.Number"));
        Emissary.bind(lookup(), Sink.UnknownOfAny.class).of(_ -> {}).put(null); // all that can be passed to it
    }

    interface Texts extends Sink<String> {
        @Override
        void put(String text);

        interface Header {
            Texts of(Sink<? super String> sink);
        }
    }

    @Test
    void aMethodThatIsDeclaredAgainWithTheTypeArgumentIsTheSame() {
        StringBuilder arrived = new StringBuilder();
        Texts texts = Emissary.bind(lookup(), Texts.Header.class).of((Object text) -> arrived.append(text));

        texts.put("a");
        ((Sink<String>) texts).put("b");

        assertEquals("ab", arrived.toString());
    }

    interface TextOrder extends Order<String> {
        @Override
        <U extends String> U max(U one, U other);

        interface Header {
            TextOrder of(Order<? super String> order);
        }
    }

    @Test
    void aGenericMethodThatIsDeclaredAgainWithTheTypeArgumentIsTheSame() {
        TextOrder order = Emissary.bind(lookup(), TextOrder.Header.class).of(new ByText<Object>());

        assertEquals("b", order.max("a", "b"));
        assertEquals("b", ((Order<String>) order).max("a", "b"));
    }

    /** Bounds that name other type variables, of the method and of the interface, and themselves. */
    interface Bounds<T, E extends Exception> {
        <A extends T, B extends A> A first(A one, B other);

        <U extends T> U[] sorted(U[] array);

        <U extends T> U of(List<? extends U> list);

        <U extends Comparable<? super U>> U least(U one, U other);

        @SuppressWarnings("ExtendsObject") // it erases to Object
        <U extends Object & Comparable<? super U>> U most(U one, U other);

        <X extends E> void raise(X fault) throws X;

        T any();

        interface Header {
            Bounds<String, IOException> of(Bounds<? super String, ? super IOException> bounds);
        }

        interface Sound {
            BoundsWithoutAny<String, IOException> of(Bounds<? super String, ? super IOException> bounds);
        }

        interface Extends {
            BoundsWithoutAny<String, IOException> of(Bounds<String, ? extends IOException> bounds);
        }
    }

    interface BoundsWithoutAny<S, F extends Exception> {
        <A extends S, B extends A> A first(A one, B other);

        <U extends S> U[] sorted(U[] array);

        <U extends S> U of(List<? extends U> list);

        <U extends Comparable<? super U>> U least(U one, U other);

        @SuppressWarnings("ExtendsObject") // it erases to Object
        <U extends Object & Comparable<? super U>> U most(U one, U other);

        <X extends F> void raise(X fault) throws X;
    }

    private static final class AnyBounds implements Bounds<Object, Exception> {
        @Override
        public <A, B extends A> A first(A one, B other) {
            return one;
        }

        @Override
        public <U> U[] sorted(U[] array) {
            Arrays.sort(array);
            return array;
        }

        @Override
        public <U> U of(List<? extends U> list) {
            return list.getFirst();
        }

        @Override
        public <U extends Comparable<? super U>> U least(U one, U other) {
            return one.compareTo(other) < 0 ? one : other;
        }

        @Override
        @SuppressWarnings("ExtendsObject")
        public <U extends Object & Comparable<? super U>> U most(U one, U other) {
            return one.compareTo(other) < 0 ? other : one;
        }

        @Override
        public <X extends Exception> void raise(X fault) throws X {
            throw fault;
        }

        @Override
        public Object any() {
            return this;
        }
    }

    @Test
    void boundsMayNameOtherTypeVariablesAndThemselves() {
        BoundsWithoutAny<String, IOException> bounds =
                Emissary.bind(lookup(), Bounds.Sound.class).of(new AnyBounds());
        IOException fault = new IOException("thrown");

        assertEquals("a", bounds.first("a", "b"));
        assertEquals(List.of("a", "b"), List.of(bounds.sorted(new String[] {"b", "a"})));
        assertEquals("a", bounds.of(List.of("a")));
        assertEquals(1, bounds.<Integer>least(2, 1));
        assertEquals("b", bounds.most("a", "b"));
        assertEquals(fault, assertThrows(IOException.class, () -> bounds.raise(fault)));
    }

    @Test
    void whatAResultThatIsNotAVariableOfTheMethodGivesIsUnknown() {
        assertRefused(
                Bounds.Header.class,
                "String any(): delegate 0 (" + HERE + "Bounds) has it with a result that does not fit: Object any()");
        assertRefused(
                Bounds.Extends.class,
                unfit(
                        "void raise(IOException)",
                        Bounds.class,
                        VARIABLES,
                        "void raise(IOException)",
                        "java.lang.String, ? extends java.io.IOException"));
    }

    interface Makes<T> {
        <U extends T> List<U> none();

        <U> U same(U value);

        interface Narrower {
            Makes<Number> of(Makes<Integer> makes);
        }

        interface Unfit {
            Makes<Object> of(Gives gives);
        }
    }

    interface Gives {
        <U> List<U> none();

        <U> Object same(U value);
    }

    @Test
    void typeVariablesOfResultsHaveToFit() {
        assertRefused(
                Makes.Narrower.class, unfit("List none()", Makes.class, VARIABLES, "List none()", "java.lang.Integer"));
        assertRefused(
                Makes.Unfit.class,
                "Object same(Object): delegate 0 (" + HERE
                        + "Gives) has it with a result that does not fit: Object same(Object)");
    }

    interface Parses {
        @SuppressWarnings("TypeParameterUnusedInFormals") // that is the point
        <U extends Number> U parse(String text);

        interface Header {
            Parses of(ParsesNumbers parser);
        }
    }

    interface ParsesNumbers {
        Number parse(String text);
    }

    @Test
    void aResultIsNotWhatTheCallerChooses() {
        assertRefused(
                Parses.Header.class,
                "Number parse(String): delegate 0 (" + HERE
                        + "ParsesNumbers) has it with a result that does not fit: Number parse(String)");
    }

    interface Converted {
        long size();

        String first();

        Object last();

        interface Header {
            Converted of(Convertible convertible);
        }
    }

    interface Convertible {
        int size();

        @SuppressWarnings("TypeParameterUnusedInFormals") // that is the point
        <T> T first();

        int last();
    }

    @Test
    void resultsAreNeitherConvertedNorInferred() {
        String unfit = ": delegate 0 (" + HERE + "Convertible) has it with a result that does not fit: ";
        assertRefused(
                Converted.Header.class,
                "String first()" + unfit + "Object first()",
                "Object last()" + unfit + "int last()",
                "long size()" + unfit + "int size()");
    }

    interface Ordered extends Order<String>, Consumer<Integer> {
        interface Header {
            Ordered of(Order<? super String> order, Consumer<? super Integer> consumer);
        }

        interface Ambiguous {
            Ordered of(Order<? super String> order, Order<Object> other, Consumer<Object> consumer);
        }
    }

    @Test
    void severalDelegatesHaveTypeArgumentsOfTheirOwn() {
        int[] consumed = new int[1];
        Ordered ordered = Emissary.bind(lookup(), Ordered.Header.class)
                .of(new ByText<>(), (Number number) -> consumed[0] = number.intValue());

        ordered.andThen(_ -> consumed[0]++).accept(6);

        assertEquals("b", ordered.max("a", "b"));
        assertEquals(7, consumed[0]);
        String way = ") and delegate 1 (" + HERE + "Order) have it; override it in " + HERE
                + "Ordered with a default method";
        assertRefused(
                Ordered.Ambiguous.class,
                "int compare(String, String): delegate 0 (" + HERE + "Order" + way,
                "String max(String, String): delegate 0 (" + HERE + "Order" + way);
    }

    interface Comparators {
        interface Super {
            Comparator<String> of(Comparator<? super String> order);
        }

        interface Wider {
            Comparator<String> of(Comparator<Object> order);
        }

        interface Any {
            Comparator<?> of(Comparator<?> order);
        }
    }

    /** From JDK 26 on it has {@code <U extends T> U max(U, U)}. */
    @Test
    void comparatorsOfEveryJdkAreBound() {
        Comparator<Object> order = Comparator.comparing(Object::toString);

        assertEquals(
                -1, Emissary.bind(lookup(), Comparators.Super.class).of(order).compare("a", "b"));
        assertEquals(
                -1, Emissary.bind(lookup(), Comparators.Wider.class).of(order).compare("a", "b"));
        assertEquals(
                0,
                Emissary.bind(lookup(), Comparators.Any.class)
                        .of(Comparator.nullsFirst(order))
                        .compare(null, null));
    }
}
