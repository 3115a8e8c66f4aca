package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodHandles.privateLookupIn;
import static java.lang.invoke.MethodHandles.publicLookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What cannot be bound, and the lines that say why. */
@SuppressWarnings("unused") // the fields are there to be bound
class LayoutMismatchTest {

    /** The machine's own byte order would be named or not, as the machine is. */
    private static final ValueLayout LONG_LE = JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final ValueLayout INT_LE = JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout INT_BE = JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout DOUBLE_LE = JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout CHAR_LE = JAVA_CHAR.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout ADDRESS_LE = ADDRESS.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final String HERE = "dev.verbatim.LayoutMismatchTest$";

    record Pair(long left, int right) {}

    static class Counter {
        long count;
    }

    static final class Modified {
        static long shared;
        final long fixed = 1;
        transient long derived;
        long plain;
    }

    @SuppressWarnings("HidingField") // what is refused
    static class Twice extends Counter {
        long count;
    }

    sealed interface Shape {}

    record Circle(long left) implements Shape {}

    interface Viewed extends StructView {}

    record Empty() {}

    static class Stateless {
        static long shared;
        transient long derived;
    }

    @Test
    void theMessageCountsTheMismatchesAndHasALineForEach() {
        LayoutMismatchException one = mismatch(Counter.class, structLayout(LONG_LE.withName("count"), INT_LE));
        assertEquals(
                "cannot bind " + HERE + "Counter to the layout of 12 bytes: 1 mismatch\n  - "
                        + one.mismatches().getFirst(),
                one.getMessage());

        LayoutMismatchException two = mismatch(
                Counter.class, structLayout(LONG_LE, INT_LE.withName("count")).withName("pair"));
        assertEquals(
                "cannot bind " + HERE + "Counter to the layout pair: 2 mismatches\n  - "
                        + two.mismatches().get(0) + "\n  - " + two.mismatches().get(1),
                two.getMessage());
    }

    @Test
    void theMismatchesCannotBeChanged() {
        List<String> mismatches = mismatch(Counter.class, structLayout(LONG_LE)).mismatches();

        assertThrows(UnsupportedOperationException.class, () -> mismatches.add("another"));
    }

    @Test
    void aMemberThatTheDtoLacks() {
        assertMismatch(
                Counter.class,
                structLayout(LONG_LE.withName("count"), INT_LE.withName("step")),
                "step: the layout has int (byteSize=4, offset=8), " + HERE
                        + "Counter has no field of this name; add `int step`," + " or make the member padding");
        assertMismatch(
                Pair.class,
                structLayout(LONG_LE.withName("left"), INT_LE.withName("right"), JAVA_BYTE.withName("more")),
                "more: the layout has byte (byteSize=1, offset=12), " + HERE
                        + "Pair has no component of this name; add `byte more`, or make the member padding");
    }

    @Test
    void aFieldThatTheLayoutLacks() {
        assertMismatch(
                Pair.class,
                structLayout(INT_LE.withName("right")),
                "left: the layout has no member of this name, " + HERE
                        + "Pair has the component `long left`; add `long left` to"
                        + " the layout; a record binds all its components");
        assertMismatch(
                Modified.class,
                structLayout(paddingLayout(8)),
                "plain: the layout has no member of this name, " + HERE
                        + "Modified has the field `long plain`; add `long plain`"
                        + " to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Modified.class, \"plain\")`");
    }

    @Test
    void anInheritedFieldThatTheLayoutLacksIsNamedWithItsClass() {
        class Sub extends Counter {
            int step;
        }
        assertMismatch(
                Sub.class,
                structLayout(INT_LE.withName("step")),
                "count: the layout has no member of this name, " + Sub.class.getName()
                        + " has the field `long count` of " + HERE
                        + "Counter; add `long count` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Counter.class, \"count\")`");
    }

    @Test
    void aWrongCarrier() {
        assertMismatch(
                Counter.class,
                structLayout(INT_BE.withName("count")),
                "count: the layout has int (big-endian) (byteSize=4, offset=0), " + HERE
                        + "Counter has the field `long count`; make the two types the same, nothing is converted"
                        + "; or declare a conversion, as `Conversions.of(NumberConversions.unsignedInt())`");
        assertMismatch(
                Pair.class,
                structLayout(DOUBLE_LE.withName("left"), INT_LE.withName("right")),
                "left: the layout has double (byteSize=8, offset=0), " + HERE
                        + "Pair has the component `long left`; make the two types the same, nothing is converted");
    }

    @Test
    void aBoxedFieldIsNotConverted() {
        record Boxed(Long value, short small) {}
        assertMismatch(
                Boxed.class,
                structLayout(LONG_LE.withName("value"), CHAR_LE.withName("small")),
                "value: the layout has long (byteSize=8, offset=0), " + Boxed.class.getName()
                        + " has the component `Long value`; nothing is boxed; declare `long`; or declare a conversion,"
                        + " as `Conversions.of(CodeConversions.nullable(Long.class, nullValue))`",
                "small: the layout has char (byteSize=2, offset=8), " + Boxed.class.getName()
                        + " has the component `short small`; make the two types the same, nothing is converted");
    }

    @Test
    void aFinalAStaticAndATransientFieldThatTheLayoutNames() {
        assertMismatch(
                Modified.class,
                structLayout(
                        LONG_LE.withName("fixed"),
                        LONG_LE.withName("shared"),
                        LONG_LE.withName("derived"),
                        LONG_LE.withName("plain")),
                "fixed: the layout has long (byteSize=8, offset=0), the field `long fixed` is final; remove `final`,"
                        + " bind the class by a constructor whose parameters are its fields, if it has one"
                        + " (ofImmutable or Conversions.withConstructor), or make the member padding",
                "shared: the layout has long (byteSize=8, offset=8), the field `long shared` is static; remove"
                        + " `static`, or make the member padding",
                "derived: the layout has long (byteSize=8, offset=16), the field `long derived` is transient; remove"
                        + " `transient`, or make the member padding");
    }

    @Test
    void aFinalAStaticAndATransientFieldThatTheLayoutDoesNotNameAreLeftAlone() {
        assertNotNull(StructCodec.ofClass(lookup(), Modified.class, structLayout(LONG_LE.withName("plain"))));
    }

    @Test
    void aValueWithoutAName() {
        assertMismatch(
                Counter.class,
                structLayout(
                        LONG_LE.withName("count"),
                        INT_LE,
                        INT_LE.withByteAlignment(1).withName("")),
                "offset 8: the layout has unnamed int (byteSize=4, offset=8), which binds to nothing; name it with"
                        + " withName, or make it MemoryLayout.paddingLayout(4)",
                "offset 12: the layout has unnamed int (byteSize=4, offset=12), which binds to nothing; name it with"
                        + " withName, or make it MemoryLayout.paddingLayout(4)");
    }

    @Test
    void aNameTwice() {
        assertMismatch(
                Counter.class,
                structLayout(
                        LONG_LE.withName("count"),
                        paddingLayout(4),
                        LONG_LE.withByteAlignment(1).withName("count")),
                "count: the layout has two members of this name, at offsets 0 and 12; rename one");
    }

    @Test
    void aFieldTwice() {
        assertMismatch(
                Twice.class,
                structLayout(LONG_LE.withName("count")),
                "count: both field `long count` and field `long count` of " + HERE
                        + "Counter have this name; rename one, make it transient, or leave it out by"
                        + " `Conversions.none().withoutField(Counter.class, \"count\")`");
    }

    @Test
    void membersThatNoJavaTypeBindsTo() {
        record Composite(long address, long addresses, long grid, long union) {}
        String address = ", addresses cannot be bound; make it a JAVA_LONG, or padding";
        assertMismatch(
                Composite.class,
                structLayout(
                        ADDRESS_LE.withName("address"),
                        sequenceLayout(2, ADDRESS_LE).withName("addresses"),
                        sequenceLayout(2, sequenceLayout(3, LONG_LE)).withName("grid"),
                        unionLayout(LONG_LE).withName("union")),
                "address: the layout has MemorySegment (byteSize=8, offset=0)" + address,
                "addresses: the layout has sequence of 2 (byteSize=16, offset=8)" + address,
                "grid: the layout has sequence of 2 x 3 (byteSize=48, offset=24), " + HERE
                        + "1Composite has the component `long grid`; make the two types the same, nothing is"
                        + " converted",
                "union: the layout has union (byteSize=8, offset=72), " + HERE + "1Composite has the component `long"
                        + " union`; name the alternative that is used by Layouts.withAlternative, declare the"
                        + " conversion of a TaggedCodec, or make the member padding");
    }

    @Test
    void nothingToBind() {
        String line = ": there is nothing to bind; the layout has no named member";
        assertMismatch(Empty.class, structLayout(paddingLayout(8)), HERE + "Empty" + line);
        assertMismatch(Object.class, structLayout(), "java.lang.Object" + line);
    }

    @Test
    void nothingToBindInAClassWhoseFieldsAreAllLeftAlone() {
        assertMismatch(
                Stateless.class,
                structLayout(paddingLayout(8)),
                HERE + "Stateless: there is nothing to bind; the layout has no named member");
    }

    static final class Ints {
        int[] ints;
    }

    static final class Holder {
        byte first;
        List<Ints> arrays;
    }

    record Nothing() {}

    record OfNothing(Nothing nothing) {}

    private static final String NO_BYTES =
            ": there is nothing to bind; the layout has no bytes: each of its members is a"
                    + " sequence of 0 elements or an empty struct";

    @Test
    void nothingToBindInAStructWithoutBytes() {
        String line = HERE + "Ints" + NO_BYTES;
        StructLayout empty =
                structLayout(sequenceLayout(0, INT_LE.withByteAlignment(1)).withName("ints"));
        assertMismatch(Ints.class, empty, line);
        assertMismatch(
                Holder.class,
                structLayout(
                        JAVA_BYTE.withName("first"), sequenceLayout(2, empty).withName("arrays")),
                "arrays[]: " + line);
        assertMismatch(
                OfNothing.class,
                structLayout(structLayout().withName("nothing")),
                "nothing: " + HERE
                        + "Nothing: there is nothing to bind; the layout has no named member; make the member padding"
                        + " by Layouts.withPadding",
                HERE + "OfNothing" + NO_BYTES);
    }

    @Test
    void ofRecordIsForRecordsOnly() {
        @SuppressWarnings({"unchecked", "rawtypes"}) // what the compiler would refuse
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(lookup(), (Class) Counter.class, structLayout(LONG_LE.withName("count"))));

        assertEquals(
                List.of(HERE + "Counter: is not a record; use ofClass for a mutable class, or ofImmutable"),
                refused.mismatches());
        assertEquals(
                List.of("java.lang.Record: is not a record; use ofClass for a mutable class, or" + " ofImmutable"),
                assertThrowsExactly(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), Record.class, structLayout(LONG_LE.withName("x"))))
                        .mismatches());
    }

    @Test
    void ofClassIsForMutableClassesOnly() {
        StructLayout layout = structLayout(LONG_LE.withName("left"));
        assertOfClassRefuses(Pair.class, layout, HERE + "Pair: is not a mutable class; use ofRecord for a record");
        String no = ": is not a mutable class; ";
        assertOfClassRefuses(Runnable.class, layout, "java.lang.Runnable" + no + "bind a class that implements it");
        assertOfClassRefuses(Shape.class, layout, HERE + "Shape" + no + "use a TaggedCodec for a sealed interface");
        StructLayout record = Layouts.varRecord(LONG_LE.withName("left"));
        assertTrue(assertThrows(LayoutMismatchException.class, () -> VarCodec.ofClass(lookup(), Shape.class, record))
                .getMessage()
                .contains("use a TaggedVarCodec for a sealed interface"));
        assertOfClassRefuses(Viewed.class, layout, HERE + "Viewed" + no + "use ViewFactory.of for a view");
        String wrap = no + "make it a component of a record, or a field of a class";
        assertOfClassRefuses(SegmentKind.class, layout, "dev.verbatim.samples.SegmentKind" + wrap);
        assertOfClassRefuses(long[].class, layout, "long[]" + wrap);
        assertOfClassRefuses(long.class, layout, "long" + wrap);
    }

    @Test
    void aNameThatJavaDoesNotHave() {
        String expected = ": the layout has long (byteSize=8, offset=0), " + HERE
                + "Empty has no component of this name; there is none in Java, declare another by Conversions.withName,"
                + " or make the member padding";
        for (String name : List.of("class", "true", "_", "unit price", "1st", "a-b", "a.b", "wait", "hashCode")) {
            assertMismatch(Empty.class, structLayout(LONG_LE.withName(name)), name + expected);
        }
        for (String name : List.of("record", "var", "größe", "_id", "$")) {
            assertMismatch(
                    Empty.class,
                    structLayout(LONG_LE.withName(name)),
                    name + ": the layout has long (byteSize=8, offset=0), " + HERE
                            + "Empty has no component of this name; add `long " + name + "`, or make the member"
                            + " padding");
        }
    }

    @Test
    void aLookupWithoutFullPrivilegeAccessIsAMismatchBesideTheOthers() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        publicLookup(), Pair.class, structLayout(LONG_LE.withName("left"), LONG_LE.withName("right"))));

        assertEquals(
                List.of(
                        "lookup: " + publicLookup()
                                + " has no full privilege access; pass MethodHandles.lookup() from a class in "
                                + Pair.class.getModule(),
                        "right: the layout has long (byteSize=8, offset=8), " + HERE
                                + "Pair has the component `int right`; make the two types the same, nothing is"
                                + " converted"),
                refused.mismatches());
    }

    @Test
    void aLookupThatLostAnyPrivilegeIsAMismatch() {
        StructLayout layout = structLayout(LONG_LE.withName("count"));
        for (int lost : new int[] {Lookup.PRIVATE, Lookup.MODULE, Lookup.PACKAGE}) {
            Lookup weaker = lookup().dropLookupMode(lost);
            LayoutMismatchException refused = assertThrowsExactly(
                    LayoutMismatchException.class, () -> StructCodec.ofClass(weaker, Counter.class, layout));
            assertEquals(
                    List.of("lookup: " + weaker
                            + " has no full privilege access; pass MethodHandles.lookup() from a class in "
                            + Counter.class.getModule()),
                    refused.mismatches());
        }
    }

    /** Inherits a private field from another module. */
    static class Named extends AtomicInteger {
        private static final long serialVersionUID = 1;

        long id;
    }

    @Test
    void aFieldOfAnotherModuleThatIsNotPublic() throws ReflectiveOperationException {
        Lookup nest = privateLookupIn(Named.class, lookup());
        IllegalAccessException jdk = assertThrowsExactly(
                IllegalAccessException.class,
                () -> nest.unreflectGetter(AtomicInteger.class.getDeclaredField("value")));

        String advice = " is not accessible to " + BitIdentityProperties.class.getName()
                + "; all fields that a class inherits have to be; make it public or transient there, leave it out"
                + " by `Conversions.none().withoutField(AtomicInteger.class, \"value\")`, or bind a class that does not"
                + " extend java.util.concurrent.atomic.AtomicInteger (" + jdk.getMessage() + ")";
        String field = "the field `int value` of java.util.concurrent.atomic.AtomicInteger";
        assertMismatch(
                Named.class,
                structLayout(LONG_LE.withName("id"), INT_LE.withName("value")),
                "value: the layout has int (byteSize=4, offset=8), " + field + advice);
        assertMismatch(
                Named.class,
                structLayout(LONG_LE.withName("id")),
                "value: the layout has no member of this name, " + Named.class.getName() + " has " + field + ", which"
                        + advice);
    }

    @Test
    void everyMismatchIsReportedAtOnce() {
        record Many(long a, int b, Long c, double d, byte e) {}
        assertMismatch(
                Many.class,
                structLayout(
                                INT_LE.withName("a"),
                                INT_LE,
                                INT_LE.withName("b"),
                                INT_LE.withName("b"),
                                LONG_LE.withName("c"),
                                sequenceLayout(2, DOUBLE_LE).withName("d"),
                                JAVA_BYTE.withName("f"))
                        .withName("many"),
                "a: the layout has int (byteSize=4, offset=0), " + Many.class.getName()
                        + " has the component `long a`; make the two types the same, nothing is converted"
                        + "; or declare a conversion, as `Conversions.of(NumberConversions.unsignedInt())`",
                "offset 4: the layout has unnamed int (byteSize=4, offset=4), which binds to nothing; name it with"
                        + " withName, or make it MemoryLayout.paddingLayout(4)",
                "b: the layout has two members of this name, at offsets 8 and 12; rename one",
                "c: the layout has long (byteSize=8, offset=16), " + Many.class.getName()
                        + " has the component `Long c`; nothing is boxed; declare `long`; or declare a conversion, as"
                        + " `Conversions.of(CodeConversions.nullable(Long.class, nullValue))`",
                "d: the layout has sequence of 2 (byteSize=16, offset=24), " + Many.class.getName()
                        + " has the component `double d`; make the two types the same, nothing is converted",
                "f: the layout has byte (byteSize=1, offset=40), " + Many.class.getName()
                        + " has no component of this name; add `byte f`, or, if it is `e`, declare"
                        + " `Conversions.none().withName(\"f\", \"e\")`, or make the member padding",
                "e: the layout has no member of this name, " + Many.class.getName()
                        + " has the component `byte e`; add `byte e` to the layout; a record binds all its components");
    }

    static class BoundInItsInitialiser {
        static final ReusableCodec<BoundInItsInitialiser> CODEC =
                StructCodec.ofClass(lookup(), BoundInItsInitialiser.class, structLayout(INT_LE.withName("count")));
        long count;
    }

    @Test
    void inAStaticInitialiserTheMismatchIsTheCauseOfTheError() {
        ExceptionInInitializerError error =
                assertThrowsExactly(ExceptionInInitializerError.class, () -> BoundInItsInitialiser.CODEC.type());

        assertEquals(LayoutMismatchException.class, error.getCause().getClass());
    }

    private static void assertMismatch(Class<?> type, StructLayout layout, String... lines) {
        assertEquals(
                String.join("\n", lines),
                String.join("\n", mismatch(type, layout).mismatches()));
    }

    private static LayoutMismatchException mismatch(Class<?> type, StructLayout layout) {
        return assertThrowsExactly(LayoutMismatchException.class, () -> BitIdentityProperties.codec(type, layout));
    }

    private static void assertOfClassRefuses(Class<?> type, StructLayout layout, String line) {
        LayoutMismatchException refused =
                assertThrowsExactly(LayoutMismatchException.class, () -> StructCodec.ofClass(lookup(), type, layout));
        assertEquals(List.of(line), refused.mismatches());
    }
}
