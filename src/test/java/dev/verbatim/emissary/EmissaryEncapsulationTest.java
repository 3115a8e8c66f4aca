package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an emissary keeps to itself. */
class EmissaryEncapsulationTest {

    interface Foo {
        String foo();
    }

    interface Bar {
        String bar();
    }

    interface Bazz extends Foo, Bar {
        interface Header {
            Bazz of(Foo foo, Bar bar);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);

        default Foo ownFoo() {
            return Emissary.delegate(lookup(), this, Foo.class);
        }

        default <D> D own(Lookup lookup, Object emissary, Class<D> type) {
            return Emissary.delegate(lookup, emissary, type);
        }

        static Lookup original() {
            return lookup();
        }

        default Lookup ofANestedClass() {
            return new Object() {
                private Lookup get() {
                    return lookup();
                }
            }.get();
        }
    }

    private record Both(String foo, String bar) implements Foo, Bar {}

    private static final Both BOTH = new Both("foo", "bar");

    @Test
    void equalsAndHashCodeAreThoseOfObjectsAndToStringNamesTheInterfaceAlone() {
        Bazz bazz = Bazz.NEW.of(BOTH, BOTH);

        assertEquals(bazz, bazz);
        assertNotEquals(bazz, Bazz.NEW.of(BOTH, BOTH));
        assertFalse(bazz.equals(BOTH));
        assertEquals(System.identityHashCode(bazz), bazz.hashCode());
        assertEquals(Bazz.class.getName() + "@" + Integer.toHexString(bazz.hashCode()), bazz.toString());
    }

    @Test
    void methodsOfObjectThatTheInterfaceDeclaresAreForwarded() {
        @SuppressWarnings("unchecked") // a class literal has no type arguments
        ListHeader<String> header = Emissary.bind(lookup(), ListHeader.class);
        List<String> list = List.of("a", "b");
        List<String> emissary = header.of(list);

        assertEquals(list, emissary);
        assertEquals(emissary, list);
        assertEquals(emissary, header.of(new ArrayList<>(list)));
        assertEquals(list.hashCode(), emissary.hashCode());
        assertTrue(emissary.toString().startsWith("java.util.List@"), "List does not declare it");
    }

    interface ListHeader<T> {
        List<T> of(List<T> list);
    }

    interface Described extends Foo, Bar {
        @Override
        String toString();

        @Override
        boolean equals(Object other);

        interface One {
            Described of(FooAndBar delegate);
        }

        interface Two {
            Described of(Foo foo, Bar bar);
        }

        interface Declaring {
            Described of(Foo foo, NamedBar bar);
        }
    }

    interface FooAndBar extends Foo, Bar {}

    interface NamedBar extends Bar {
        @Override
        String toString();

        @Override
        boolean equals(Object other);
    }

    @Test
    void aMethodOfObjectGoesToTheDelegateThatDeclaresItOrToTheOnlyOne() {
        record Delegate(String foo, String bar) implements FooAndBar, NamedBar {}
        Delegate delegate = new Delegate("foo", "bar");

        Described one = Emissary.bind(lookup(), Described.One.class).of(delegate);
        assertEquals(delegate.toString(), one.toString());
        assertTrue(one.equals((Object) delegate));
        assertTrue(one.equals(one), "reflexive, whatever the delegate says");
        assertEquals(
                delegate.toString(),
                Emissary.bind(lookup(), Described.Declaring.class)
                        .of(BOTH, delegate)
                        .toString());
        String holders =
                "delegate 0 (%s) and delegate 1 (%s) have it; no default method can override one of Object, so that one delegate at"
                                .formatted(Foo.class.getName(), Bar.class.getName())
                        + " most may declare it";
        assertEquals(
                "cannot bind %s: 2 reasons\n  - boolean equals(Object): %s\n  - String toString(): %s"
                        .formatted(Described.Two.class.getName(), holders, holders),
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), Described.Two.class))
                        .getMessage());
    }

    @Test
    void anEmissaryIsNothingButItsInterface() {
        Bazz bazz = Bazz.NEW.of(BOTH, BOTH);

        assertFalse((Object) bazz instanceof Both);
        assertFalse((Object) bazz instanceof Bazz.Header);
        assertThrows(ClassCastException.class, () -> Both.class.cast(bazz));
        assertEquals(List.of(Bazz.class), List.of(bazz.getClass().getInterfaces()));
        assertSame(Object.class, bazz.getClass().getSuperclass());
        Set<String> ofInterface =
                Arrays.stream(Bazz.class.getMethods()).map(Method::getName).collect(Collectors.toSet());
        ofInterface.add("toString");
        for (Method method : bazz.getClass().getDeclaredMethods()) {
            assertTrue(ofInterface.contains(method.getName()), method::toString);
        }
    }

    @Test
    void itsFieldsArePrivateAndFinal() throws Exception {
        Bazz bazz = Bazz.NEW.of(BOTH, BOTH);

        Field[] fields = bazz.getClass().getDeclaredFields();
        assertEquals(2, fields.length);
        for (Field field : fields) {
            assertEquals(Modifier.PRIVATE | Modifier.FINAL, field.getModifiers());
            field.setAccessible(true); // within the module
            assertThrows(IllegalAccessException.class, () -> field.set(bazz, BOTH));
        }
        for (Constructor<?> constructor : bazz.getClass().getDeclaredConstructors()) {
            assertTrue(Modifier.isPrivate(constructor.getModifiers()));
        }
        assertTrue(bazz.getClass().isHidden());
    }

    @Test
    void aDelegateThatIsNullIsRefusedByItsPosition() {
        String message = "cannot make " + Bazz.class.getName() + ": delegate ";

        assertEquals(
                message + "0 (" + Foo.class.getName() + ") is null",
                assertThrows(NullPointerException.class, () -> Bazz.NEW.of(null, null))
                        .getMessage());
        assertEquals(
                message + "1 (" + Bar.class.getName() + ") is null",
                assertThrows(NullPointerException.class, () -> Bazz.NEW.of(BOTH, null))
                        .getMessage());
    }

    @Test
    void theInterfaceItselfReachesItsDelegates() {
        Foo foo = () -> "the delegate";

        assertSame(foo, Bazz.NEW.of(foo, BOTH).ownFoo());
    }

    @Test
    void nobodyElseDoes() throws Exception {
        Bazz bazz = Bazz.NEW.of(BOTH, BOTH);
        Lookup privateLookup = MethodHandles.privateLookupIn(Bazz.class, lookup());
        assertTrue(privateLookup.hasFullPrivilegeAccess());

        for (Lookup lookup : List.of(
                lookup(),
                privateLookup,
                bazz.ofANestedClass(),
                MethodHandles.publicLookup(),
                lookup().in(Bazz.class),
                MethodHandles.privateLookupIn(Foo.class, lookup()),
                Bazz.original().dropLookupMode(Lookup.ORIGINAL))) {
            for (Class<?> type : List.of(Foo.class, Bar.class, Both.class)) {
                assertEquals(
                        "cannot get a delegate of the emissary " + Bazz.class.getName() + " with the lookup " + lookup
                                + ": expected MethodHandles.lookup(), called in the interface itself",
                        assertThrows(IllegalCallerException.class, () -> bazz.own(lookup, bazz, type))
                                .getMessage());
            }
        }
    }

    interface Twins extends Foo {
        interface Header {
            Twins of(Foo one, Foo other);
        }

        @Override
        default String foo() {
            return Emissary.delegate(lookup(), this, Foo.class).foo();
        }
    }

    @Test
    void aDelegateIsAskedForByTheTypeOfItsParameter() {
        Bazz bazz = Bazz.NEW.of(BOTH, BOTH);
        String delegates = "[delegate 0 (" + Foo.class.getName() + "), delegate 1 (" + Bar.class.getName() + ")]";
        for (Class<?> type : List.of(Both.class, Object.class, Bazz.class)) {
            assertEquals(
                    "cannot get the delegate of the emissary " + Bazz.class.getName() + " of type " + type.getName()
                            + ": expected the type of one delegate, found delegates=" + delegates,
                    assertThrows(IllegalArgumentException.class, () -> bazz.own(Bazz.original(), bazz, type))
                            .getMessage());
        }
        Twins twins = Emissary.bind(lookup(), Twins.Header.class).of(BOTH, BOTH);
        assertTrue(assertThrows(IllegalArgumentException.class, twins::foo)
                .getMessage()
                .contains("of one delegate"));
    }

    @Test
    void onlyAnEmissaryHasDelegates() {
        Bazz bazz = Bazz.NEW.of(BOTH, BOTH);

        assertEquals(
                "cannot get a delegate of a " + Both.class.getName() + ": it is not an emissary",
                assertThrows(IllegalArgumentException.class, () -> bazz.own(Bazz.original(), BOTH, Foo.class))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> bazz.own(null, bazz, Foo.class));
        assertThrows(NullPointerException.class, () -> bazz.own(Bazz.original(), null, Foo.class));
        assertThrows(NullPointerException.class, () -> bazz.own(Bazz.original(), bazz, null));
    }

    interface Stored extends Foo, Serializable {
        interface Header {
            Stored of(Foo foo);
        }
    }

    interface StoredByItself extends Foo, Externalizable {
        interface Header {
            StoredByItself of(StoredByItself stored);
        }
    }

    @SuppressWarnings("serial") // it is not written
    public static final class Storable implements StoredByItself {
        @Override
        public String foo() {
            return "foo";
        }

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    @Test
    void anEmissaryIsNotSerialised() throws Exception {
        Foo serializable = Emissary.bind(lookup(), Stored.Header.class).of(BOTH);
        Foo externalizable =
                Emissary.bind(lookup(), StoredByItself.Header.class).of(new Storable());
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            for (Foo foo : List.of(serializable, externalizable)) {
                assertEquals(
                        foo.getClass().getInterfaces()[0].getName() + ": an emissary does not give its delegates away",
                        assertThrows(NotSerializableException.class, () -> out.writeObject(foo))
                                .getMessage());
            }
            assertThrows(NotSerializableException.class, () -> out.writeObject(Bazz.NEW.of(BOTH, BOTH)));
        }
    }

    @Test
    void emissariesOfOneHeaderAreOfOneClassAndThoseOfTwoBindingsAreNot() {
        Bazz.Header other = Emissary.bind(lookup(), Bazz.Header.class);

        assertSame(
                Bazz.NEW.of(BOTH, BOTH).getClass(), Bazz.NEW.of(() -> "", BOTH).getClass());
        assertFalse(other.of(BOTH, BOTH).getClass().isInstance(Bazz.NEW.of(BOTH, BOTH)));
        assertSame(BOTH, other.of(BOTH, BOTH).ownFoo());
    }

    @Test
    @Timeout(60)
    void aClassThatNobodyUsesIsUnloaded() throws Exception {
        WeakReference<Class<?>> type = new WeakReference<>(
                Emissary.bind(lookup(), Bazz.Header.class).of(BOTH, BOTH).getClass());

        while (type.get() != null) {
            System.gc();
            Thread.sleep(10);
        }
    }

    @Test
    void anEmissaryIsADelegateLikeAnyOther() {
        Map<Bazz, Integer> places = new HashMap<>();
        Bazz chain = Bazz.NEW.of(BOTH, BOTH);
        for (int i = 0; i < 100; i++) {
            places.put(chain, i);
            chain = Bazz.NEW.of(chain, chain);
        }

        assertEquals("foobar", chain.foo() + chain.bar());
        assertEquals(100, places.size());
        assertEquals(Stream.of(BOTH.foo()).toList(), List.of(chain.ownFoo().foo()));
    }
}
