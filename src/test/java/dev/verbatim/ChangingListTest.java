package dev.verbatim;

import static dev.verbatim.Parts.HERE;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.Parts.Level;
import dev.verbatim.Parts.Part;
import dev.verbatim.Parts.PartRecord;
import dev.verbatim.Parts.Point;
import dev.verbatim.Parts.Side;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * Lists that do not say the same twice: a codec asks a list once to check its elements, and once more to write them.
 */
class ChangingListTest {

    private static final int SIZE = (int) Part.CODEC.byteSize();

    private static final String START = "cannot write " + HERE + "Part (layout part, " + SIZE + " bytes) at offset=0: ";

    /** A list of two, which answers each question for an element by its number, from 0. */
    private static <E> List<E> answering(IntFunction<E> answers) {
        return new AbstractList<>() {
            private int questions;

            @Override
            public E get(int index) {
                return answers.apply(questions++);
            }

            @Override
            public int size() {
                return 2;
            }
        };
    }

    private static <E> List<E> sized(E element, int... sizes) {
        return new AbstractList<>() {
            private int questions;

            @Override
            public E get(int index) {
                return element;
            }

            @Override
            public int size() {
                return sizes[Math.min(questions++, sizes.length - 1)];
            }
        };
    }

    private final MemorySegment segment = MemorySegment.ofArray(new byte[SIZE]);
    private final Part part = new Part();

    private <X extends Exception> X writeThrows(Class<X> type) {
        return assertThrowsExactly(type, () -> Part.CODEC.write(part, segment, 0));
    }

    private void assertNothingIsWritten() {
        assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[SIZE])));
    }

    @Test
    void whatAListThrowsPassesUnchanged() {
        for (RuntimeException own : List.of(
                new IndexOutOfBoundsException("own"),
                new NullPointerException("own"),
                new IllegalArgumentException("own"),
                new IllegalStateException("own"),
                new ConcurrentModificationException("own"))) {
            part.asks = answering(_ -> {
                throw own;
            });
            assertSame(own, writeThrows(own.getClass()));
            assertNothingIsWritten();
        }
    }

    @Test
    void whatAListThrowsTheSecondTimePassesUnchanged() {
        IndexOutOfBoundsException own = new IndexOutOfBoundsException("own");
        part.asks = answering(question -> {
            if (question == 3) {
                throw own;
            }
            return new Level(1, Side.BUY);
        });
        assertSame(own, writeThrows(IndexOutOfBoundsException.class));
    }

    @Test
    void anElementThatIsNullFromTheSecondTimeOnIsNamed() {
        part.asks = answering(question -> question < 3 ? new Level(1, Side.BUY) : null);
        assertEquals(
                START + "asks[0] is null; expected a " + HERE + "Level",
                writeThrows(NullPointerException.class).getMessage());

        Part points = new Part();
        points.points = answering(question -> question < 2 ? new Point() : null);
        assertEquals(
                START + "points[0] is null; expected a " + HERE + "Point",
                assertThrowsExactly(NullPointerException.class, () -> Part.CODEC.write(points, segment, 0))
                        .getMessage());
    }

    @Test
    void anElementThatIsNullTheSecondTimeOnlyHasChanged() {
        part.asks = answering(question -> question == 3 ? null : new Level(1, Side.BUY));
        String changed = "the value changed while it was written; the struct may be half written";
        assertEquals(
                START + changed,
                writeThrows(ConcurrentModificationException.class).getMessage());

        part.asks = answering(question -> question == 3 ? null : new Level(1, Side.BUY));
        PartRecord record = part.toRecord();
        assertEquals(
                START.replace("Part (", "PartRecord (") + changed,
                assertThrowsExactly(
                                ConcurrentModificationException.class, () -> PartRecord.CODEC.write(record, segment, 0))
                        .getMessage());
    }

    @Test
    void aSizeThatIsWrongTheFirstTimeOnlyHasChanged() {
        part.asks = sized(new Level(1, Side.BUY), 3, 2);
        assertEquals(
                START + "the value changed while it was written; the struct may be half written",
                writeThrows(ConcurrentModificationException.class).getMessage());
        assertNothingIsWritten();
    }

    /** The elements are asked for by their index, and the size once. */
    @Test
    void aSizeThatChangesLaterIsNotNoticed() {
        part.asks = sized(new Level(1, Side.BUY), 2, 1);
        Part.CODEC.write(part, segment, 0);
        assertEquals(new Level(1, Side.BUY), Part.CODEC.read(segment, 0).asks.get(1));
    }

    @Test
    void aListThatShrinksBetweenThrowsItself() {
        part.points = new ArrayList<>(part.points);
        Part shrinking = part;
        part.asks = answering(question -> {
            if (question == 2) {
                shrinking.points.removeLast();
            }
            return new Level(1, Side.BUY);
        });
        assertEquals(
                "Index 1 out of bounds for length 1",
                writeThrows(IndexOutOfBoundsException.class).getMessage());
    }

    @Test
    void aSmallerArrayThatReplacesOneBetweenIsOutOfBounds() {
        Part shrinking = part;
        part.asks = answering(question -> {
            if (question == 2) {
                shrinking.path = new Point[1];
                shrinking.path[0] = new Point();
            }
            return new Level(1, Side.BUY);
        });
        assertEquals(
                "Index 1 out of bounds for length 1",
                writeThrows(ArrayIndexOutOfBoundsException.class).getMessage());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // what the compiler would refuse
    @Test
    void anElementOfAnotherTypeIsFoundBeforeAnythingIsWritten() {
        part.asks = (List) List.of(new Level(1, Side.BUY), "level");
        assertEquals(
                START + "asks[1] is a java.lang.String; expected a " + HERE + "Level",
                writeThrows(ClassCastException.class).getMessage());
        assertNothingIsWritten();
    }

    /** Its elements are in another nest, where generated code does not name their type. */
    record Levels(byte first, List<Level> levels) {
        static final StructCodec<Levels> CODEC = StructCodec.ofRecord(
                lookup(),
                Levels.class,
                structLayout(
                        JAVA_BYTE.withName("first"),
                        sequenceLayout(2, Level.LAYOUT).withName("levels")));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // what the compiler would refuse
    @Test
    void anElementOfAnotherTypeIsFoundBeforeAnythingIsWrittenInAnotherNestToo() {
        Levels levels = new Levels((byte) 1, (List) List.of(new Level(1, Side.BUY), "level"));
        ClassCastException refused =
                assertThrowsExactly(ClassCastException.class, () -> Levels.CODEC.write(levels, segment, 0));
        assertEquals(
                "cannot write " + Levels.CODEC + " at offset=0: levels[1] is a java.lang.String; expected a " + HERE
                        + "Level",
                refused.getMessage());
        assertNothingIsWritten();
    }

    @Test
    void anElementThatIsNullTheSecondTimeHasChangedInAnotherNestToo() {
        Levels levels = new Levels((byte) 1, answering(question -> question == 3 ? null : new Level(1, Side.BUY)));
        ConcurrentModificationException changed = assertThrowsExactly(
                ConcurrentModificationException.class, () -> Levels.CODEC.write(levels, segment, 0));
        assertEquals(
                "cannot write " + Levels.CODEC
                        + " at offset=0: the value changed while it was written; the struct may be half written",
                changed.getMessage());
    }

    @Test
    void anUnmodifiableListWithAPlaceToFillCannotBeReadInto() {
        Part.CODEC.write(part, segment, 0);
        Part target = new Part();
        target.points = Collections.nCopies(2, null);
        assertThrowsExactly(UnsupportedOperationException.class, () -> Part.CODEC.readInto(target, segment, 0));
    }
}
