package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of several enums, which all are an {@link EnumSet}: each has the conversion of its own enum. */
class SeveralEnumSetsTest {

    enum Side {
        BUY,
        SELL
    }

    enum Flag {
        OPEN,
        HIDDEN,
        LAST
    }

    record Sets(EnumSet<Side> sides, EnumSet<Flag> flags, List<EnumSet<Flag>> more, EnumSet<?> any) {}

    private static final Conversions BOTH =
            Conversions.of(CodeConversions.enumSet(Side.class), CodeConversions.enumSet(Flag.class));

    private static final Conversions AND_ANY = BOTH.with("any", CodeConversions.enumSet(Side.class));

    private static final Conversions OF_SIDES = Conversions.of(CodeConversions.enumSet(Side.class));

    private static final StructLayout LAYOUT = Layouts.struct(
            JAVA_BYTE.withName("sides"),
            JAVA_BYTE.withName("flags"),
            sequenceLayout(2, JAVA_BYTE).withName("more"),
            JAVA_BYTE.withName("any"));

    private static final Sets VALUE = new Sets(
            EnumSet.of(Side.SELL),
            EnumSet.of(Flag.OPEN),
            List.of(EnumSet.of(Flag.HIDDEN), EnumSet.of(Flag.LAST)),
            EnumSet.of(Side.BUY));

    private static final byte[] BYTES = {2, 1, 2, 4, 1};

    private static final String OF_SIDES_ONLY = "; the declared conversion is of `EnumSet<" + Side.class.getName()
            + ">`; declare one of " + Flag.class.getName() + ", too";

    @Test
    void aCodecTellsThemByTheirDeclaredTypes() {
        StructCodec<Sets> codec = StructCodec.ofRecord(lookup(), Sets.class, LAYOUT, AND_ANY);
        MemorySegment segment = MemorySegment.ofArray(new byte[BYTES.length]);
        codec.write(VALUE, segment, 0);
        assertArrayEquals(BYTES, segment.toArray(JAVA_BYTE));
        assertEquals(VALUE, codec.read(segment, 0));
    }

    record OfSubtypes(EnumSet<? extends Flag> set) {}

    record OfSupertypes(EnumSet<? super Flag> set) {}

    record OfVariable<T extends EnumSet<Flag>>(T set) {}

    record OfAny<E extends Enum<E>>(EnumSet<E> set) {}

    private static final StructLayout ONE = Layouts.struct(JAVA_BYTE.withName("set"));

    /** A type variable is its bound, and so is what a wildcard extends. */
    @ParameterizedTest
    @ValueSource(classes = {OfSubtypes.class, OfSupertypes.class, OfVariable.class})
    void theBoundOfATypeSaysTheEnum(Class<? extends Record> type) {
        StructCodec<? extends Record> codec = StructCodec.ofRecord(lookup(), type, ONE, BOTH);
        String read = codec.read(MemorySegment.ofArray(new byte[] {5}), 0).toString();
        assertEquals(type.getSimpleName() + "[set=[OPEN, LAST]]", read);
    }

    /** The first one that fits is taken, as of any type. */
    @Test
    void aConversionOfOnesOwnIsOfSetsOfAnyEnum() {
        @SuppressWarnings("unchecked")
        Class<EnumSet<Flag>> sets = (Class<EnumSet<Flag>>) (Class<?>) EnumSet.class;
        Conversion<EnumSet<Flag>> own = Conversion.ofByte(sets, set -> set.size(), size -> EnumSet.allOf(Flag.class));
        Conversions both = Conversions.of(own, CodeConversions.enumSet(Flag.class));
        assertEquals(
                new OfFlags(EnumSet.allOf(Flag.class)),
                StructCodec.ofRecord(lookup(), OfFlags.class, ONE, both)
                        .read(MemorySegment.ofArray(new byte[] {1}), 0));
    }

    /** Records with type arguments are one class. */
    @Test
    void whereATypeLeavesTheEnumOpenThereIsOneConversionOrItHasAPath() {
        Conversions ofFlags = Conversions.of(CodeConversions.enumSet(Flag.class));
        for (Conversions one : List.of(ofFlags, BOTH.with("set", CodeConversions.enumSet(Flag.class)))) {
            StructCodec<?> codec = StructCodec.ofRecord(lookup(), OfAny.class, ONE, one);
            assertEquals(
                    new OfAny<>(EnumSet.of(Flag.OPEN, Flag.LAST)),
                    codec.read(MemorySegment.ofArray(new byte[] {5}), 0));
        }
        assertEquals(
                List.of("set: the layout has byte (byteSize=1, offset=0), " + OfAny.class.getName()
                        + " has the component `EnumSet<E> set`; its type does not say which enum, and the declared"
                        + " conversions are of `EnumSet<" + Side.class.getName() + ">` and `EnumSet<"
                        + Flag.class.getName() + ">`; declare the one for this path"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), OfAny.class, ONE, BOTH))
                        .mismatches());
    }

    interface SetsView extends StructView {
        EnumSet<Side> sides();

        EnumSet<Flag> flags();

        void flags(EnumSet<Flag> flags);

        EnumSet<Flag> more(int index);

        void more(int index, EnumSet<Flag> flags);
    }

    @Test
    void soDoesAView() {
        SetsView view = ViewFactory.of(lookup(), SetsView.class, LAYOUT, BOTH).allocate(Arena.ofAuto());
        MemorySegment.copy(BYTES, 0, view.segment(), JAVA_BYTE, 0, BYTES.length);
        assertEquals(VALUE.sides(), view.sides());
        assertEquals(VALUE.flags(), view.flags());
        assertEquals(VALUE.more().getLast(), view.more(1));
        view.flags(EnumSet.of(Flag.LAST));
        view.more(0, EnumSet.of(Flag.OPEN));
        assertArrayEquals(
                new byte[] {2, 4, 1, 4, 1},
                view.segment().asSlice(0, BYTES.length).toArray(JAVA_BYTE));
    }

    record Tail(List<EnumSet<Side>> sides, List<List<EnumSet<Flag>>> flags) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("sides", JAVA_BYTE), Layouts.varRef("flags", Layouts.varList(JAVA_BYTE)));
    }

    @Test
    void soDoTheElementsOfATail() {
        VarCodec<Tail> codec = VarCodec.builder(lookup(), Tail.class, Tail.LAYOUT)
                .withConversions(BOTH)
                .build();
        Tail value = new Tail(List.of(VALUE.sides()), List.of(VALUE.more()));
        MemorySegment segment = MemorySegment.ofArray(new byte[128]);
        codec.write(value, segment, 0);
        assertEquals(value, codec.read(segment, 0));
    }

    record OfFlags(EnumSet<Flag> set) {}

    interface FlagsView extends StructView {
        EnumSet<Flag> set();
    }

    private static List<String> mismatches(StructLayout layout, Conversions conversions) {
        return assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofRecord(lookup(), OfFlags.class, layout, conversions))
                .mismatches();
    }

    @Test
    void aSetOfAnotherEnumIsAMismatch() {
        StructLayout layout = Layouts.struct(JAVA_BYTE.withName("set"));
        String found = "set: the layout has byte (byteSize=1, offset=0), " + OfFlags.class.getName()
                + " has the component `EnumSet<Flag> set`; ";
        assertEquals(List.of(found + OF_SIDES_ONLY.substring(2)), mismatches(layout, OF_SIDES));
        assertEquals(
                List.of(found + "it has a conversion of java.util.EnumSet to 2 bits, which needs `EnumSet<"
                        + Side.class.getName() + ">` and JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT or JAVA_LONG"),
                mismatches(layout, Conversions.none().with("set", CodeConversions.enumSet(Side.class))));
        assertEquals(
                List.of("`EnumSet set()`: the layout has byte (byteSize=1, offset=0)" + OF_SIDES_ONLY),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> ViewFactory.of(lookup(), FlagsView.class, layout, OF_SIDES))
                        .mismatches());
    }

    @Test
    void soIsOneInATail() {
        LayoutMismatchException mismatch = assertThrows(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), Tail.class, Tail.LAYOUT)
                        .withConversions(OF_SIDES)
                        .build());
        assertEquals(
                List.of("flags: the layout has varRef of struct (byteSize=8, offset=16), " + Tail.class.getName()
                        + " has the component `List<List<EnumSet<Flag>>> flags`" + OF_SIDES_ONLY),
                mismatch.mismatches());
    }
}
