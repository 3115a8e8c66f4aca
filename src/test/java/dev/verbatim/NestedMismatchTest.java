package dev.verbatim;

import static dev.verbatim.MemberMismatchTest.assertMismatch;
import static dev.verbatim.MemberMismatchTest.mismatches;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.MemberMismatchTest.Level;
import dev.verbatim.MemberMismatchTest.Side;
import java.io.StreamTokenizer;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nested structs that cannot be bound, and the lines that say why. */
@SuppressWarnings({"unused", "ArrayRecordComponent"}) // the components are there to be bound
class NestedMismatchTest {

    private static final ValueLayout INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final String HERE = "dev.verbatim.NestedMismatchTest$";

    private static final StructLayout WRONG_LEVEL = structLayout(DOUBLE.withName("price"), INT.withName("size"));

    static final class Point {
        int x;
        Side side;
    }

    record Book(Level best, Level[] levels, List<Level> list, Page page) {}

    record Page(Level top, List<Point> points, Side side) {}

    @Test
    void whatANestedStructMismatchesIsNamedWithItsPathAndAllAtOnce() {
        StructLayout point = structLayout(LONG.withName("x"), INT, FLOAT.withName("side"));
        StructLayout page = structLayout(
                structLayout(LONG.withName("price")).withName("top"),
                sequenceLayout(2, point).withName("points"),
                JAVA_BYTE.withName("extra"));
        String level = ", dev.verbatim.MemberMismatchTest$Level has the component ";
        String same = "; make the two types the same, nothing is converted";
        assertMismatch(
                Book.class,
                structLayout(
                        WRONG_LEVEL.withName("best"),
                        sequenceLayout(2, WRONG_LEVEL).withName("levels"),
                        sequenceLayout(2, WRONG_LEVEL).withName("list"),
                        page.withName("page")),
                "best.price: the layout has double (byteSize=8, offset=0)" + level + "`long price`" + same,
                "levels[].price: the layout has double (byteSize=8, offset=0)" + level + "`long price`" + same,
                "list[].price: the layout has double (byteSize=8, offset=0)" + level + "`long price`" + same,
                "page.top.size: the layout has no member of this name" + level
                        + "`int size`; add `int size` to the layout;" + " a record binds all its components",
                "page.points[].x: the layout has long (byteSize=8, offset=0), " + HERE + "Point has the field `int x`"
                        + same,
                "page.points[].offset 8: the layout has unnamed int (byteSize=4, offset=8), which binds to nothing;"
                        + " name it with withName, or make it MemoryLayout.paddingLayout(4)",
                "page.points[].side: the layout has float (byteSize=4, offset=12), " + HERE
                        + "Point has the field `Side side`; an enum is stored as its ordinal; make the member a"
                        + " JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT or JAVA_LONG",
                "page.extra: the layout has byte (byteSize=1, offset=40), " + HERE
                        + "Page has no component of this name; add `byte extra`, or, if it is `side`, declare"
                        + " `Conversions.none().withName(\"page.extra\", \"side\")`, or make the member padding",
                "page.side: the layout has no member of this name, " + HERE
                        + "Page has the component `Side side`; add `Side side` to the layout; a record binds all its"
                        + " components");
    }

    @Test
    void aFieldOfANestedClassThatTheLayoutLacks() {
        record Drawing(Point[] points) {}
        assertMismatch(
                Drawing.class,
                structLayout(sequenceLayout(2, structLayout(JAVA_BYTE.withName("side")))
                        .withName("points")),
                "points[].x: the layout has no member of this name, " + HERE
                        + "Point has the field `int x`; add `int x` to the layout, make the field transient, or leave"
                        + " it out by `Conversions.none().withoutField(Point.class, \"x\")`");
    }

    @Test
    void aNestedStructWithNothingToBindIsNamedWithItsPath() {
        record Empty() {}
        record Holder(Empty empty, Object[] objects) {}
        assertMismatch(
                Holder.class,
                structLayout(
                        structLayout(paddingLayout(4)).withName("empty"),
                        sequenceLayout(2, INT).withName("objects")),
                "empty: " + Empty.class.getName()
                        + ": there is nothing to bind; the layout has no named member; make the"
                        + " member padding by Layouts.withPadding",
                "objects: the layout has sequence of 2 (byteSize=8, offset=4), " + Holder.class.getName()
                        + " has the component `Object[] objects`; the elements of an array or list are primitives,"
                        + " records or classes; wrap the Object in a record");
    }

    /** A class of the JDK, whose field is not public: what to do about the field would help nobody. */
    @Test
    void aNestedClassOfAnotherModuleThatIsNotAccessible() {
        record Counter(AtomicInteger hits, AtomicInteger[] misses) {}
        StructLayout value = structLayout(INT.withName("value"));
        List<String> lines = mismatches(
                Counter.class,
                structLayout(value.withName("hits"), sequenceLayout(2, value).withName("misses")));
        assertEquals(
                Stream.of("hits", "misses[]")
                        .map(path -> path + ": a struct is bound by the members of AtomicInteger; make a record of its"
                                + " members, and declare a conversion to its codec, as `Conversions.of(Conversion"
                                + ".ofStruct(AtomicInteger.class, codec, to, from))`")
                        .toList(),
                lines);
    }

    /** Some have public fields, which bind: then the layout could be changed. */
    @Test
    void aNestedClassOfTheJdkWithPublicFields() {
        record Holder(StreamTokenizer tokens) {}
        List<String> lines = mismatches(
                Holder.class,
                structLayout(
                        structLayout(ValueLayout.JAVA_LONG.withName("ttype")).withName("tokens")));
        assertEquals(
                "tokens.ttype: the layout has long (byteSize=8, offset=0), java.io.StreamTokenizer has the field `int"
                        + " ttype`; make the two types the same, nothing is converted",
                lines.getFirst());
    }

    /** What holds elements may be a record itself, whatever it implements. */
    @Test
    void aNestedRecordMayBeIterable() {
        record Ladder(Level best) implements Iterable<Level> {
            @Override
            public Iterator<Level> iterator() {
                return List.of(best).iterator();
            }
        }
        record Holder(Ladder ladder) {}
        StructLayout layout =
                structLayout(structLayout(Level.LAYOUT.withName("best")).withName("ladder"));
        assertEquals(12, StructCodec.ofRecord(lookup(), Holder.class, layout).byteSize());
    }
}
