package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What {@code bind} refuses, with every reason in one message. */
class EmissaryRefusalTest {

    private static final String HERE = EmissaryRefusalTest.class.getName();

    private static void assertRefused(Class<?> header, String... reasons) {
        assertRefused(lookup(), header, reasons);
    }

    private static void assertRefused(Lookup lookup, Class<?> header, String... reasons) {
        String count = reasons.length == 1 ? "1 reason" : reasons.length + " reasons";
        assertEquals(
                "cannot bind " + header.getName() + ": " + count + "\n  - " + String.join("\n  - ", reasons),
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup, header))
                        .getMessage());
    }

    private static String delegate(int number, Class<?> type) {
        return "delegate " + number + " (" + type.getName() + ")";
    }

    interface Foo {
        void close();

        int size(List<String> list);

        default String text(long[] longs) {
            return "foo";
        }

        String own();
    }

    interface Bar {
        void close() throws Exception;

        int size(List<Integer> list);

        String text(long[] longs);
    }

    interface Both extends Foo {
        interface Header {
            Both of(Foo foo, Bar bar);
        }

        interface Resolved {
            BothResolved of(Foo foo, Bar bar);
        }
    }

    interface BothResolved extends Foo {
        @Override
        default void close() {}

        @Override
        default int size(List<String> list) {
            return 7;
        }

        @Override
        default String text(long[] longs) {
            return Emissary.delegate(lookup(), this, Foo.class).text(longs);
        }
    }

    /** What a class inherits from Object wins over a default method. */
    interface CopiedFoo extends Foo {
        default Object clone() {
            return this;
        }

        interface Header {
            CopiedFoo of(Foo foo);
        }
    }

    @Test
    void aDefaultMethodMayNotBeAProtectedOneOfObject() {
        assertRefused(
                CopiedFoo.Header.class,
                "Object clone(): the emissary has that of Object, which is protected; rename it");
    }

    @Test
    void everyAmbiguousMethodIsListed() {
        String holders = delegate(0, Foo.class) + " and " + delegate(1, Bar.class) + " have it; override it in "
                + Both.class.getName() + " with a default method";
        assertRefused(
                Both.Header.class,
                "void close(): " + holders,
                "int size(List): " + holders,
                "String text(long[]): " + holders);
    }

    @Test
    void aDefaultMethodResolvesAnAmbiguity() {
        BothResolved emissary = Emissary.bind(lookup(), Both.Resolved.class).of(new FooImplementation(), BAR);

        assertEquals(7, emissary.size(List.of()));
        assertEquals("foo", emissary.text(new long[0]));
        assertEquals("own", emissary.own());
    }

    private static final Bar BAR = new Bar() {
        @Override
        public void close() {}

        @Override
        public int size(List<Integer> list) {
            return 0;
        }

        @Override
        public String text(long[] longs) {
            return "bar";
        }
    };

    private static final class FooImplementation implements Foo {
        @Override
        public void close() {}

        @Override
        public int size(List<String> list) {
            return 0;
        }

        @Override
        public String own() {
            return "own";
        }
    }

    interface Named {
        String name();
    }

    interface User extends Named {}

    interface Group extends Named {}

    interface Member extends User, Group {
        interface Header {
            Member of(User user, Group group);
        }

        interface Twice {
            Named of(Named one, Named other);
        }

        interface Pair {
            NamedBoth of(Named one, Named other);
        }
    }

    interface NamedBoth extends Named {
        @Override
        default String name() {
            return "both";
        }
    }

    @Test
    void aMethodThatTwoDelegatesInheritFromOneInterfaceIsAmbiguous() {
        assertRefused(
                Member.Header.class,
                "String name(): " + delegate(0, User.class) + " and " + delegate(1, Group.class)
                        + " have it; override it in " + Member.class.getName() + " with a default method");
        assertRefused(
                Member.Twice.class,
                "String name(): " + delegate(0, Named.class) + " and " + delegate(1, Named.class)
                        + " have it; return an interface that extends " + Named.class.getName()
                        + " and overrides it with a default method");
        assertEquals(
                "both",
                Emissary.bind(lookup(), Member.Pair.class)
                        .of(() -> "one", () -> "other")
                        .name());
    }

    interface Bridged extends Wide, Narrow {
        @Override
        String get();

        interface Header {
            Bridged of(Wide wide, Narrow narrow);
        }
    }

    interface Wide {
        Object get();
    }

    interface Narrow {
        String get();
    }

    @Test
    void methodsThatDifferInTheirResultsAloneAreAmbiguous() {
        assertRefused(
                Bridged.Header.class,
                "String get(): " + delegate(0, Wide.class) + " and " + delegate(1, Narrow.class)
                        + " have it; override it in " + Bridged.class.getName() + " with a default method");
    }

    interface Orphan extends Foo {
        int orphaned(int[][] grid, String text);

        interface Header {
            Orphan of(Foo foo, Map<String, ?> map);
        }
    }

    @Test
    void aMethodThatNoDelegateHasIsRefused() {
        assertRefused(Orphan.Header.class, "int orphaned(int[][], String): no delegate has it");
    }

    interface EqualTwice extends Comparator<String>, Listed {
        interface Header {
            EqualTwice of(Comparator<String> comparator, Listed listed);
        }
    }

    interface Listed {
        @Override
        boolean equals(Object other);
    }

    @Test
    void aMethodOfObjectThatTwoDelegatesDeclareCannotBeOverridden() {
        assertRefused(
                EqualTwice.Header.class,
                "boolean equals(Object): " + delegate(0, Comparator.class) + " and " + delegate(1, Listed.class)
                        + " have it; no default method can override one of Object, so that one delegate at most may"
                        + " declare it");
    }

    interface Quiet extends Closeable {
        @Override
        void close();

        interface Header {
            Quiet of(Closeable closeable);
        }
    }

    @Test
    void anExceptionThatTheEmissaryDoesNotDeclareIsRefused() {
        assertRefused(
                Quiet.Header.class,
                "void close(): " + delegate(0, Closeable.class)
                        + " may throw java.io.IOException, which it does not declare");
    }

    sealed interface Closed permits Permitted {
        String name();
    }

    non-sealed interface Permitted extends Closed {}

    interface SealedHeaders {
        interface Result {
            Closed of(Permitted delegate);
        }

        interface Delegate {
            Permitted of(Closed delegate);
        }

        sealed interface Itself permits Sub {
            Permitted of(Permitted delegate);
        }

        non-sealed interface Sub extends Itself {}
    }

    @Test
    void aSealedInterfaceCannotBeImplementedButItCanDelegate() {
        assertRefused(
                SealedHeaders.Result.class,
                Closed.class.getName() + ": is sealed; only the types that it permits can implement it");
        assertRefused(
                SealedHeaders.Itself.class,
                SealedHeaders.Itself.class.getName() + ": is sealed; only the types that it permits can implement it");
        Permitted named = () -> "named";
        assertEquals(
                "named",
                Emissary.bind(lookup(), SealedHeaders.Delegate.class).of(named).name());
    }

    interface NoInterfaces {
        String of(StringBuilder builder, int number, long[] longs, Foo foo);
    }

    @Test
    void classesPrimitivesAndArraysAreNoInterfaces() {
        assertRefused(
                NoInterfaces.class,
                "java.lang.String: is not an interface",
                "java.lang.StringBuilder: is not an interface",
                "int: is not an interface",
                "long[]: is not an interface");
        assertRefused(String.class, "java.lang.String: is not an interface");
        assertRefused(int.class, "int: is not an interface");
        assertRefused(Foo[].class, "[L" + HERE + "$Foo;: is not an interface");
        assertRefused(Function.class, "java.lang.Object: is not an interface");
    }

    interface NoMethod {
        default Foo of(Foo foo) {
            return foo;
        }

        @Override
        boolean equals(Object other);
    }

    interface TwoMethods {
        Foo of(Foo foo);

        Foo from(Foo foo);
    }

    @Test
    void aHeaderHasOneAbstractMethod() {
        assertRefused(
                NoMethod.class, HERE + "$NoMethod: has 0 abstract methods, expected one, which makes the emissary");
        assertRefused(
                TwoMethods.class,
                HERE
                        + "$TwoMethods: has 2 abstract methods, expected one, which makes the emissary; Foo from(Foo);"
                        + " Foo of(Foo)");
    }

    interface Header {
        Foo of(Foo foo);
    }

    @Test
    void theLookupHasFullPrivilegeAccess() throws Exception {
        for (Lookup lookup : List.of(
                MethodHandles.publicLookup(),
                lookup().dropLookupMode(Lookup.PRIVATE),
                lookup().in(Foo.class).dropLookupMode(Lookup.PRIVATE),
                lookup().in(String.class))) {
            assertRefused(
                    lookup,
                    Header.class,
                    "lookup: " + lookup + " has no full privilege access; pass MethodHandles.lookup() from a class in "
                            + Foo.class.getModule());
        }
        Lookup elsewhere = MethodHandles.privateLookupIn(Named.class, lookup());
        assertEquals(
                "own",
                Emissary.bind(elsewhere, Header.class)
                        .of(new FooImplementation())
                        .own());
    }

    @Test
    void nullIsRefused() {
        assertEquals(
                "lookup",
                assertThrows(NullPointerException.class, () -> Emissary.bind(null, Header.class))
                        .getMessage());
        assertEquals(
                "header",
                assertThrows(NullPointerException.class, () -> Emissary.bind(lookup(), null))
                        .getMessage());
    }

    interface Throwing<X extends Exception> {
        void run() throws X;
    }

    interface Harmless extends Throwing<RuntimeException> {
        @Override
        void run();

        interface Header {
            Harmless of(Throwing<RuntimeException> delegate);
        }

        interface Wild {
            Harmless of(Throwing<? extends IOException> delegate);
        }

        interface Raw {
            Harmless of(Callable<?> callable, Throwing<?> delegate);
        }
    }

    @Test
    void exceptionsOfTypeArgumentsAreKnown() {
        Harmless harmless = Emissary.bind(lookup(), Harmless.Header.class).of(() -> {
            throw new IllegalStateException("thrown");
        });

        assertEquals(
                "thrown",
                assertThrows(IllegalStateException.class, harmless::run).getMessage());
        assertRefused(
                Harmless.Wild.class,
                "void run(): " + delegate(0, Throwing.class)
                        + " may throw java.io.IOException, which it does not declare");
        assertRefused(
                Harmless.Raw.class,
                "void run(): " + delegate(1, Throwing.class)
                        + " may throw java.lang.Exception, which it does not declare");
    }
}
