package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Accessors that a view inherits, where interfaces may live, and that methods which override one another are one. */
@SuppressWarnings("unused") // the methods are there to be bound
class ViewInheritanceTest {

    enum Side {
        BUY,
        SELL
    }

    record Level(long price, long size) {
        static final StructLayout LAYOUT = structLayout(JAVA_LONG.withName("price"), JAVA_LONG.withName("size"));
    }

    static final StructLayout LAYOUT = structLayout(
            JAVA_LONG.withName("id"),
            JAVA_INT.withName("code"),
            JAVA_INT.withName("side"),
            sequenceLayout(8, JAVA_BYTE).withName("name"),
            Level.LAYOUT.withName("best"),
            sequenceLayout(2, Level.LAYOUT).withName("levels"));

    /** Knows nothing of views. */
    interface Identified {
        long id();

        Identified id(long id);
    }

    interface IdentifiedView extends StructView {
        long id();

        IdentifiedView id(long id);

        StructView best();
    }

    interface Named {
        long id();

        CharSequence name();

        Object name(CharSequence name);
    }

    interface LevelView extends StructView {
        long price();

        LevelView price(long price);

        long getAndAddSize(long delta);
    }

    interface OrderView extends Identified, IdentifiedView, Named {
        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, LAYOUT);

        @Override
        OrderView id(long id);

        @Override
        LevelView best();

        @Override
        String name();
    }

    @Test
    void aMethodThatIsInheritedTwiceAndOverriddenIsOneAccessor() {
        OrderView view = OrderView.VIEWS.allocate(Arena.ofAuto());

        assertSame(view, view.id(5));
        assertSame(view, ((Identified) view).id(6));
        assertSame(view, ((IdentifiedView) view).id(7));
        assertEquals(7, view.id());
        assertEquals(7, ((Identified) view).id());
        assertEquals(7, ((IdentifiedView) view).id());
        assertEquals(7, ((Named) view).id());

        assertSame(view.best(), ((IdentifiedView) view).best());
        assertSame(view, view.name("abc"));
        assertEquals("abc", view.name());
        assertEquals("abc", ((Named) view).name());
    }

    @Test
    void aMethodThatTwoInterfacesDeclareNeedNotBeDeclaredAgain() {
        interface BothView extends Identified, StructView {
            int code();
        }
        interface AllView extends Named, BothView {
            @Override
            String name();
        }
        AllView view = ViewFactory.of(lookup(), AllView.class, LAYOUT).allocate(Arena.ofAuto());

        assertSame(view, view.id(3));
        assertEquals(3, view.id());
        assertEquals(3, ((Named) view).id());
    }

    /** Of accessors in terms of type variables, which views give types. */
    interface Generic<S, L, T extends CharSequence, V> {
        S side();

        void side(S side);

        L best();

        void best(L best);

        L levels(int index);

        L[] getLevels();

        V setLevels(L[] levels);

        List<L> allLevels();

        T name();

        V name(T name);
    }

    interface GenericView<L, V extends StructView> extends Generic<Side, L, String, V>, StructView {}

    static final StructLayout GENERIC_LAYOUT = structLayout(
            JAVA_INT.withName("side"),
            sequenceLayout(4, JAVA_BYTE).withName("name"),
            Level.LAYOUT.withName("best"),
            sequenceLayout(2, Level.LAYOUT).withName("levels"));

    @Test
    void typeVariablesStandForTheirArguments() {
        interface ConcreteView extends GenericView<Level, ConcreteView> {
            @Override
            default List<Level> allLevels() {
                return List.of(getLevels());
            }

            // Declared again in the type's own terms, which needs a bridge from the erased ones.
            @Override
            void best(Level best);

            @Override
            ConcreteView name(String name);
        }
        ConcreteView view =
                ViewFactory.of(lookup(), ConcreteView.class, GENERIC_LAYOUT).allocate(Arena.ofAuto());
        Level[] levels = {new Level(1, 2), new Level(3, 4)};

        view.side(Side.SELL);
        view.best(levels[1]);
        assertSame(view, view.name("ab"));
        assertSame(view, view.setLevels(levels));

        assertEquals(Side.SELL, view.side());
        assertEquals(levels[1], view.best());
        assertEquals("ab", view.name());
        assertEquals(levels[0], view.levels(0));
        assertArrayEquals(levels, view.getLevels());
        assertEquals(List.of(levels), view.allLevels());

        Generic<Side, Level, String, ConcreteView> generic = view;
        generic.side(Side.BUY);
        generic.best(levels[0]);
        generic.name("c").setLevels(new Level[] {levels[1], levels[1]});
        assertEquals(Side.BUY, generic.side());
        assertEquals(levels[0], generic.best());
        assertEquals("c", generic.name());
        assertEquals(List.of(levels[1], levels[1]), List.of(generic.getLevels()));
        assertEquals(levels[1], generic.levels(1));
    }

    interface Lists<L, T, N> {
        List<L> levels();

        List<T> times();

        void times(List<T> times);

        T[] getTimes();

        Optional<N> limit();
    }

    /** What stands for them may have arguments itself. */
    interface ListsOfOptionals<L, T, N> extends Lists<L, Optional<T>, N> {}

    @Test
    void typeVariablesInArgumentsStandForTheirArguments() {
        interface ListsView extends ListsOfOptionals<Level, Long, Integer>, StructView {}
        ListsView view = ViewFactory.of(
                        lookup(),
                        ListsView.class,
                        structLayout(
                                sequenceLayout(2, Level.LAYOUT).withName("levels"),
                                sequenceLayout(2, JAVA_LONG).withName("times"),
                                JAVA_INT.withName("limit")),
                        Conversions.of(
                                CodeConversions.nullable(Long.class, -1L), CodeConversions.nullable(Integer.class, 0)))
                .allocate(Arena.ofAuto());

        view.times(List.of(Optional.of(5L), Optional.empty()));

        assertEquals(List.of(new Level(0, 0), new Level(0, 0)), view.levels());
        assertEquals(List.of(Optional.of(5L), Optional.empty()), view.times());
        assertEquals(view.times(), List.of(view.getTimes()));
        assertEquals(-1, view.segment().get(JAVA_LONG_UNALIGNED, 40));
        assertEquals(Optional.empty(), view.limit());
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // the point: a caller that has lost the type
    void anArgumentOfAnotherTypeIsNotWritten() {
        interface SidesView extends StructView {
            Side side();
        }
        interface HasSide<S> {
            void side(S side);
        }
        interface SideView extends SidesView, HasSide<Side> {}
        SideView view = ViewFactory.of(lookup(), SideView.class, GENERIC_LAYOUT).allocate(Arena.ofAuto());

        assertThrowsExactly(ClassCastException.class, () -> ((HasSide) view).side("SELL"));

        assertEquals(Side.BUY, view.side());
    }

    @Test
    void aTypeVariableThatStaysOpenIsItsBound() {
        interface OpenView<N extends CharSequence, L> extends StructView {
            void name(N name);

            StringBuilder name(StringBuilder target);

            L best();

            List<L> levels();
        }
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class, () -> ViewFactory.of(lookup(), OpenView.class, GENERIC_LAYOUT));

        assertEquals(
                List.of(
                        "`List levels()`: the layout has sequence of 2 (byteSize=32, offset=24); declare the class of"
                                + " the list's elements, as in `List<Level>`",
                        "`Object best()`: the layout has struct (byteSize=16, offset=8); `Object` cannot be bound; the"
                                + " documentation of StructCodec lists what can"),
                refused.mismatches());
    }

    private interface PrivateView extends StructView {
        Secret best();

        void best(Secret best);

        Hidden levels(int index);

        enum Kind {
            ONE,
            TWO
        }

        Kind side();

        void side(Kind kind);
    }

    private record Secret(long price, long size) {}

    private interface Hidden extends StructView {
        long price();

        void price(long price);
    }

    @Test
    void aPrivateInterfaceMayHaveAccessorsOfPrivateTypes() {
        PrivateView view =
                ViewFactory.of(lookup(), PrivateView.class, GENERIC_LAYOUT).allocate(Arena.ofAuto());
        view.best(new Secret(1, 2));
        view.side(PrivateView.Kind.TWO);
        view.levels(1).price(3);

        assertEquals(new Secret(1, 2), view.best());
        assertEquals(PrivateView.Kind.TWO, view.side());
        assertEquals(3, view.levels(1).price());
        assertEquals(ViewInheritanceTest.class, view.getClass().getNestHost());
    }

    @Test
    void aNestedViewOfAnotherNestIsMadeThere() {
        interface OuterView extends StructView {
            NestElsewhere.InnerView inner();
        }
        OuterView view = ViewFactory.of(
                        lookup(),
                        OuterView.class,
                        structLayout(JAVA_LONG.withName("id"), GENERIC_LAYOUT.withName("inner")))
                .allocate(Arena.ofAuto());

        Object own = view.inner().best();
        StructView ownView = view.inner().levels(1);
        assertEquals("Own[price=0, size=0]", own.toString());
        assertEquals("OwnView[size=0]", ownView.toString());
        assertEquals(NestElsewhere.class, view.inner().getClass().getNestHost());
    }

    @Test
    void aLocalInterfaceCanBeBoundManyTimes() {
        interface TwiceView extends StructView {
            long id();
        }
        StructLayout other = structLayout(JAVA_LONG.withName("more"), JAVA_LONG.withName("id"));
        TwiceView one = ViewFactory.of(lookup(), TwiceView.class, LAYOUT).allocate(Arena.ofAuto());
        TwiceView two = ViewFactory.of(lookup(), TwiceView.class, other).allocate(Arena.ofAuto());
        one.segment().set(JAVA_LONG, 0, 1);
        two.segment().set(JAVA_LONG, 8, 2);

        assertEquals(1, one.id());
        assertEquals(2, two.id());
        assertTrue(one.getClass().isHidden());
    }
}

/** A nest of its own. */
@SuppressWarnings({"unused", "ExposedPrivateType"}) // the point: accessors of types that only the nest can name
final class NestElsewhere {

    private NestElsewhere() {}

    interface InnerView extends StructView {
        Own best();

        OwnView levels(int index);
    }

    private record Own(long price, long size) {}

    private interface OwnView extends StructView {
        void size(long size);

        long size();
    }
}
