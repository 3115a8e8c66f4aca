package dev.verbatim.emissary;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;

/** The snippets of the documentation: each is a region here, and does what the text there says. */
@SuppressWarnings("SameNameButDifferent") // each interface has a header of its own
class EmissaryTutorialTest {

    interface Foo {
        String greet(String name);
    }

    interface Bar {
        long count(Iterable<?> things);
    }

    // @start region="declare"
    interface Bazz extends Foo, Bar {
        interface Header {
            Bazz of(Foo foo, Bar bar);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);
    }
    // @end

    private static final class English implements Foo {
        @Override
        public String greet(String name) {
            return "hello, " + name;
        }
    }

    @Test
    void anEmissaryForwardsAndHides() {
        Foo foo = new English();
        Bar bar = things -> things.spliterator().getExactSizeIfKnown();
        // @start region="use"
        Bazz bazz = Bazz.NEW.of(foo, bar);

        assertEquals("hello, world", bazz.greet("world")); // foo.greet
        assertEquals(3, bazz.count(List.of(1, 2, 3))); // bar.count
        assertFalse((Object) bazz instanceof English);
        assertTrue(bazz.toString().startsWith(Bazz.class.getName() + "@"));
        // @end
        assertThrows(ClassCastException.class, () -> English.class.cast(bazz));
    }

    interface Source extends AutoCloseable {
        String next();

        @Override
        void close();
    }

    interface Sink extends AutoCloseable {
        void put(String line);

        @Override
        void close();
    }

    // @start region="override"
    interface Pipe extends Source, Sink {
        interface Header {
            Pipe of(Source source, Sink sink);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);

        @Override
        default void close() { // both have it
            try (Source source = Emissary.delegate(lookup(), this, Source.class);
                    Sink sink = Emissary.delegate(lookup(), this, Sink.class)) {
                sink.put(source.next());
            }
        }
    }
    // @end

    @Test
    void aDefaultMethodDecidesWhatIsAmbiguous() {
        StringBuilder events = new StringBuilder();
        Source source = new Source() {
            @Override
            public String next() {
                return "last line";
            }

            @Override
            public void close() {
                events.append("; source closed");
            }
        };
        Sink sink = new Sink() {
            @Override
            public void put(String line) {
                events.append(line);
            }

            @Override
            public void close() {
                events.append("; sink closed");
            }
        };

        Pipe.NEW.of(source, sink).close();

        assertEquals("last line; sink closed; source closed", events.toString());
    }

    // @start region="views"
    interface HeaderView extends StructView {
        ViewFactory<HeaderView> VIEWS = ViewFactory.of(
                lookup(), HeaderView.class, Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("kind")));

        long id();

        void id(long id);
    }

    interface BodyView extends StructView {
        ViewFactory<BodyView> VIEWS = ViewFactory.of(
                lookup(), BodyView.class, Layouts.struct(JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask")));

        double bid();

        void bid(double bid);
    }

    interface FrameView extends HeaderView, BodyView {
        interface Header {
            FrameView of(HeaderView header, BodyView body);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);
    }
    // @end

    @Test
    void twoViewsAreOneOverAdjacentStructs() {
        try (Arena arena = Arena.ofConfined()) {
            // @start region="wrap"
            FrameView frame = FrameView.NEW.of(HeaderView.VIEWS.allocate(arena), BodyView.VIEWS.allocate(arena));
            MemorySegment frames = arena.allocate(frame.layout(), 10); // of 32 bytes each
            frame.wrap(frames, 64);
            frame.id(7); // at offset 64
            frame.bid(99.5); // at offset 80
            // @end
            assertEquals(7, frames.get(JAVA_LONG, 64));
            assertEquals(99.5, frames.get(JAVA_DOUBLE, 80));
        }
    }

    interface Registered {
        void register(String name, Object service);
    }

    // @start region="service"
    interface Services extends ConcurrentMap<String, Object>, Registered {
        interface Header {
            Services of(ConcurrentMap<String, Object> map, Registered registry);
        }

        Header NEW = Emissary.bind(lookup(), Header.class);
    }
    // @end

    @Test
    void aServiceStaysBehindItsInterface() {
        ConcurrentMap<String, Object> map = new ConcurrentHashMap<>();
        Services services = Services.NEW.of(map, map::put);

        services.register("clock", this);

        assertEquals(this, services.get("clock"));
        assertEquals(map, services);
        assertFalse((Object) services instanceof ConcurrentHashMap);
    }

    // @start region="text"
    interface Masked {
        CharSequence of(CharSequence text);

        Masked NEW = Emissary.bind(lookup(), Masked.class);
    }
    // @end

    @Test
    void aStringIsNoLongerOne() {
        CharSequence text = Masked.NEW.of("secret");

        assertEquals("secret", text.toString());
        assertFalse(text instanceof String);
    }
}
