package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nested classes that Verbatim cannot create: existing objects are filled, and where there is none it says so. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class NestedWithoutConstructorTest {

    private static final StructLayout LAYOUT = structLayout(JAVA_INT.withName("code"));

    static final class Closed {
        int code;

        Closed(int code) {
            this.code = code;
        }
    }

    abstract static class Base {
        int code;
    }

    static final class Derived extends Base {}

    record OfClosed(Closed one) {}

    record OfClosedArray(Closed[] many) {}

    record OfClosedList(List<Closed> many) {}

    static final class Holder {
        Closed one;
        Base base;
        Closed[] array;
        List<Closed> list;

        static final ReusableCodec<Holder> CODEC = StructCodec.ofClass(
                lookup(),
                Holder.class,
                structLayout(
                        LAYOUT.withName("one"),
                        LAYOUT.withName("base"),
                        sequenceLayout(1, LAYOUT).withName("array"),
                        sequenceLayout(1, LAYOUT).withName("list")));

        static Holder full() {
            Holder holder = new Holder();
            holder.one = new Closed(1);
            holder.base = new Derived();
            holder.array = new Closed[] {new Closed(3)};
            holder.list = Arrays.asList(new Closed(4));
            return holder;
        }
    }

    private static final String CLOSED = "cannot read a new " + Closed.class.getName()
            + ": it has no accessible no-argument constructor; read into an object that holds one already, add a"
            + " constructor, or declare one whose parameters are its fields by Conversions.withConstructor";

    private static final String BASE = "cannot read a new " + Base.class.getName()
            + ": it is abstract; read into an object that holds one already";

    private final MemorySegment segment = MemorySegment.ofArray(new int[] {5, 6, 7, 8});

    @Test
    void objectsThatExistAreFilled() {
        Holder target = Holder.full();
        Closed one = target.one;
        Base base = target.base;
        Closed inArray = target.array[0];
        Closed inList = target.list.getFirst();

        Holder.CODEC.readInto(target, segment, 0);

        assertSame(one, target.one);
        assertSame(base, target.base);
        assertSame(inArray, target.array[0]);
        assertSame(inList, target.list.getFirst());
        assertEquals(List.of(5, 6, 7, 8), List.of(one.code, base.code, inArray.code, inList.code));
    }

    @Test
    void anObjectThatIsMissingIsRefused() {
        Holder target = Holder.full();
        target.one = null;
        assertReadIntoRefused(CLOSED, target);

        target = Holder.full();
        target.base = null;
        assertReadIntoRefused(BASE, target);

        target = Holder.full();
        target.array = null;
        assertReadIntoRefused(CLOSED, target);

        target = Holder.full();
        target.array[0] = null;
        assertReadIntoRefused(CLOSED, target);

        target = Holder.full();
        target.list = List.of();
        assertReadIntoRefused(CLOSED, target);

        target = Holder.full();
        target.list.set(0, null);
        assertReadIntoRefused(CLOSED, target);
    }

    @Test
    void whatHoldsOneCannotBeReadAnewButIsWritten() {
        assertReadRefused(Holder.CODEC, CLOSED);
        StructLayout one = structLayout(LAYOUT.withName("one"));
        StructLayout many = structLayout(sequenceLayout(1, LAYOUT).withName("many"));
        StructCodec<OfClosed> ofOne = StructCodec.ofRecord(lookup(), OfClosed.class, one);
        assertReadRefused(ofOne, CLOSED);
        assertReadRefused(StructCodec.ofRecord(lookup(), OfClosedArray.class, many), CLOSED);
        assertReadRefused(StructCodec.ofRecord(lookup(), OfClosedList.class, many), CLOSED);

        ofOne.write(new OfClosed(new Closed(9)), segment, 0);
        assertEquals(9, segment.get(JAVA_INT, 0));
    }

    private void assertReadIntoRefused(String message, Holder target) {
        assertEquals(
                message,
                assertThrowsExactly(
                                UnsupportedOperationException.class, () -> Holder.CODEC.readInto(target, segment, 0))
                        .getMessage());
    }

    private void assertReadRefused(StructCodec<?> codec, String message) {
        assertEquals(
                message,
                assertThrowsExactly(UnsupportedOperationException.class, () -> codec.read(segment, 0))
                        .getMessage());
    }
}
