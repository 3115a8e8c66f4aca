package consumer;

import static consumer.Checks.thrown;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.views.Account;
import consumer.views.Doors;
import consumer.views.LeakyHeader;
import consumer.views.LevelView;
import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.emissary.Emissary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** Emissaries: of private interfaces, of the JDK's and of another module's, and what is refused. */
final class EmissaryChecks {

    /** On the class path all classes are of one module, and what needs a module's border is allowed. */
    private static final boolean MODULAR = EmissaryChecks.class.getModule().isNamed();

    private interface Foo {
        String foo(String text, long number, double ratio) throws IOException;

        default String twice(String text) throws IOException {
            return foo(text, 2, 2) + foo(text, 2, 2);
        }

        void close();
    }

    private interface Bar {
        int bar(int... numbers);

        void close();
    }

    private interface Bazz extends Foo, Bar, Serializable {
        interface Header {
            Bazz of(Foo foo, Bar bar);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);

        @Override
        default void close() {
            Emissary.delegate(lookup(), this, Bar.class).close();
        }

        default Foo foo(Lookup lookup) {
            return Emissary.delegate(lookup, this, Foo.class);
        }
    }

    private interface Clash extends Foo, Bar {
        interface Header {
            Clash of(Foo foo, Bar bar);
        }

        @Override
        void close();

        int missing();
    }

    private interface Maps {
        ConcurrentMap<?, ?> of(ConcurrentMap<?, ?> map);
    }

    private interface Texts {
        CharSequence of(CharSequence text);
    }

    private interface NoteView extends StructView {
        StructLayout LAYOUT = Layouts.struct(ValueLayout.JAVA_INT.withName("number"));
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, LAYOUT);

        int number();

        void number(int number);
    }

    private interface NotedLevelView extends NoteView, LevelView {
        interface Header {
            NotedLevelView of(NoteView note, LevelView level);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);
    }

    private static final class Both implements Foo, Bar {
        private int closed;

        @Override
        public String foo(String text, long number, double ratio) throws IOException {
            if (text.isEmpty()) {
                throw new IOException("empty");
            }
            return text + number + ratio;
        }

        @Override
        public int bar(int... numbers) {
            return numbers.length;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private EmissaryChecks() {}

    static void run() throws Exception {
        forwardsAndHides();
        refuses();
        interfacesOfTheJdk();
        ofAnotherModule();
        composedViews();
    }

    private static void forwardsAndHides() throws Exception {
        Both both = new Both();
        Bazz bazz = Bazz.NEW.of(both, both);
        Checks.equal("foo", "a12.5", bazz.foo("a", 1, 2.5));
        Checks.equal("twice", "a22.0a22.0", bazz.twice("a"));
        Checks.equal("bar", 3, bazz.bar(1, 2, 3));
        bazz.close();
        Checks.equal("an override that reaches a delegate", 1, both.closed);
        thrown("a checked exception", IOException.class, () -> bazz.foo("", 1, 1), "empty");
        Checks.that(
                "equals itself",
                bazz.equals(bazz) && !bazz.equals(Bazz.NEW.of(both, both)) && !bazz.equals((Object) both));
        Checks.equal(
                "toString",
                Bazz.class.getName() + "@" + Integer.toHexString(System.identityHashCode(bazz)),
                bazz.toString());
        thrown("a cast to the delegate's class", ClassCastException.class, () -> Both.class.cast(bazz));
        thrown(
                "a null delegate",
                NullPointerException.class,
                () -> Bazz.NEW.of(both, null),
                Bazz.class.getName(),
                Bar.class.getName(),
                "is null");
        thrown(
                "serialisation",
                NotSerializableException.class,
                () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(bazz),
                Bazz.class.getName());
        for (Lookup lookup : List.of(lookup(), MethodHandles.privateLookupIn(Bazz.class, lookup()))) {
            thrown(
                    "delegate, with a lookup that is not the interface's",
                    IllegalCallerException.class,
                    () -> bazz.foo(lookup),
                    Bazz.class.getName());
        }
    }

    private static void refuses() {
        thrown(
                "what is ambiguous, and what nobody has",
                IllegalArgumentException.class,
                () -> Emissary.bind(lookup(), Clash.Header.class),
                "2 reasons",
                "void close(): ",
                Foo.class.getName(),
                Bar.class.getName(),
                "int missing(): no delegate has it");
        thrown(
                "a public lookup",
                IllegalArgumentException.class,
                () -> Emissary.bind(MethodHandles.publicLookup(), Bazz.Header.class),
                "no full privilege access");
        thrown(
                "no interface",
                IllegalArgumentException.class,
                () -> Emissary.bind(lookup(), Both.class),
                "is not an interface");
    }

    private static void interfacesOfTheJdk() {
        @SuppressWarnings("unchecked") // the header's wildcards stand for anything
        ConcurrentMap<String, Integer> map = (ConcurrentMap<String, Integer>)
                Emissary.bind(lookup(), Maps.class).of(new ConcurrentHashMap<String, Integer>());
        map.merge("a", 1, Integer::sum);
        Checks.equal("a map", 2, map.merge("a", 1, Integer::sum));
        Checks.that("no other map", !(map instanceof ConcurrentHashMap));
        CharSequence text = Emissary.bind(lookup(), Texts.class).of("text");
        Checks.that("no String", !(text instanceof String) && text.toString().equals("text"));
    }

    private static void ofAnotherModule() throws Exception {
        Supplier<String> owner = () -> "me";
        Callable<String> statement = () -> "all of it";
        for (Account.Header header : List.of(
                Account.NEW,
                Emissary.bind(lookup(), Account.Header.class),
                Emissary.bind(Doors.lookup(), Account.Header.class))) {
            Account account = header.of(owner, statement);
            Checks.equal("call", "all of it", account.call());
            Checks.equal("describe", "account of me", account.describe());
        }
        Account account = Account.NEW.of(owner, statement);
        Checks.equal("the module", Account.class.getModule(), account.getClass().getModule());
        Field field = account.getClass().getDeclaredFields()[0];
        thrown("a field of another module's emissary", IllegalAccessException.class, () -> field.get(account));
        if (MODULAR) {
            thrown("to open it", InaccessibleObjectException.class, () -> field.setAccessible(true));
            thrown(
                    "to open it with a lookup",
                    IllegalAccessException.class,
                    () -> MethodHandles.privateLookupIn(account.getClass(), lookup()));
            thrown(
                    "an interface that is not exported",
                    IllegalArgumentException.class,
                    () -> Emissary.bind(lookup(), LeakyHeader.class),
                    "consumer.views.hidden.SecretView: is not accessible",
                    "does not export consumer.views.hidden to module consumer");
        } else {
            field.setAccessible(true);
            Checks.equal("an open field", owner, field.get(account));
            Checks.that("all is one module", MethodHandles.privateLookupIn(account.getClass(), lookup()) != null);
            Checks.that("an interface that need not be exported", Emissary.bind(lookup(), LeakyHeader.class) != null);
        }
        Checks.that("a lookup of its own module", Emissary.bind(Doors.lookup(), LeakyHeader.class) != null);
        thrown(
                "delegate, with another module's own lookup",
                IllegalCallerException.class,
                () -> Emissary.delegate(lookup(), account, Supplier.class),
                Account.class.getName());
        Checks.equal(
                "delegate, with a lookup that the interface gave away",
                owner,
                Emissary.delegate(Account.lookup(), account, Supplier.class));
    }

    private static void composedViews() {
        ViewFactory<LevelView> levels = ViewFactory.of(lookup(), LevelView.class, ViewChecks.LEVEL);
        Arena arena = Arena.ofAuto();
        NotedLevelView view = NotedLevelView.NEW.of(NoteView.VIEWS.allocate(arena), levels.allocate(arena));
        Checks.equal("layout", Layouts.struct(NoteView.LAYOUT, ViewChecks.LEVEL), view.layout());
        MemorySegment segment = arena.allocate(view.layout(), 3);
        thrown("views that are not adjacent", IllegalStateException.class, view::offset, "side by side");
        view.wrap(segment, 24);
        view.number(7);
        view.price(99.5);
        Checks.equal("number", 7, segment.get(ValueLayout.JAVA_INT, 24));
        Checks.equal("price", 99.5, segment.get(ValueLayout.JAVA_DOUBLE, 32));
        thrown("outside the segment", IndexOutOfBoundsException.class, () -> view.wrap(segment, 49), "offset=49");
        view.copyFrom(segment, 0);
        Checks.equal("copyFrom", 0, view.number());
    }
}
