package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which accessors with an access mode do not match a layout, and the lines that say why; {@link ViewAccessModesTest}
 * has the modes.
 */
@SuppressWarnings("unused") // the methods are there to be bound
class ViewAtomicBindingTest {

    private static final ValueLayout INT_LE = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout LONG_LE = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    enum Side {
        BUY,
        SELL
    }

    record Level(long price, int size) {}

    private static void assertMismatches(Class<? extends StructView> view, StructLayout layout, String... expected) {
        LayoutMismatchException refused =
                assertThrowsExactly(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), view, layout));
        assertEquals(List.of(expected), refused.mismatches());
    }

    @Test
    void anAtomicAccessorOfAnotherSignature() {
        interface SignaturesView extends StructView {
            int getAndAddId(long delta);

            long getVolatileId(long id);

            void setReleaseId(int id);

            SignaturesView setVolatileId(long id);

            void compareAndSetId(long expected, long id);

            boolean compareAndSetCode(Integer expected, int code);

            long getAndAddIds(long delta);

            void setOpaqueIds(long index, int id);

            Side getVolatileCode();

            Level getAcquireRecord();

            long[] getVolatileIds();
        }
        StructLayout layout = structLayout(
                LONG_LE.withName("id"),
                sequenceLayout(2, LONG_LE).withName("ids"),
                INT_LE.withName("code"),
                structLayout(LONG_LE.withName("price"), INT_LE.withName("size")).withName("record"));
        String id = "the layout has long (byteSize=8, offset=0); declare it ";
        String ids = "the layout has sequence of 2 (byteSize=16, offset=8); declare it ";
        String code = "the layout has int (byteSize=4, offset=24); declare it ";
        String only = "; only values have access modes, and elements of sequences by an index";
        assertMismatches(
                SignaturesView.class,
                layout,
                "`Level getAcquireRecord()`: the layout has struct (byteSize=12, offset=28)" + only,
                "`Side getVolatileCode()`: " + code + "`int getVolatileCode()`, as VarHandle has it",
                "`SignaturesView setVolatileId(long)`: " + id + "`void setVolatileId(long)`, as VarHandle has it",
                "`boolean compareAndSetCode(Integer, int)`: " + code
                        + "`boolean compareAndSetCode(int, int)`, as VarHandle has it",
                "`int getAndAddId(long)`: " + id + "`long getAndAddId(long)`, as VarHandle has it",
                "`long getAndAddIds(long)`: " + ids + "`long getAndAddIds(long, long)`, as VarHandle has it",
                "`long getVolatileId(long)`: " + id + "`long getVolatileId()`, as VarHandle has it",
                "`long[] getVolatileIds()`: the layout has sequence of 2 (byteSize=16, offset=8)" + only,
                "`void compareAndSetId(long, long)`: " + id
                        + "`boolean compareAndSetId(long, long)`, as VarHandle has it",
                "`void setOpaqueIds(long, int)`: " + ids + "`void setOpaqueIds(long, long)`, as VarHandle has it",
                "`void setReleaseId(int)`: " + id + "`void setReleaseId(long)`, as VarHandle has it");
    }

    interface CounterView extends StructView {
        long getAndAddCount(long delta);
    }

    @Test
    void anAtomicMemberThatIsNotAligned() {
        interface MisalignedView extends StructView {
            short getVolatileShort();

            int getAndAddInt(int delta);

            long getAndAddLong(long delta);

            float getOpaqueFloat();

            double getAcquireDouble();

            long getAndAddLongs(int index, long delta);

            long getVolatileLongs(long index);

            boolean getVolatileFlag();

            byte getVolatileOctet();

            long longs(int index);

            CounterView nested();

            void nested(CounterView nested);

            CounterView counters(int index);
        }
        StructLayout counter = structLayout(LONG_LE.withName("count"), INT_LE.withName("more"));
        StructLayout layout = structLayout(
                JAVA_BOOLEAN.withName("flag"),
                ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("short"),
                JAVA_BYTE.withName("octet"),
                LONG_LE.withName("long"),
                paddingLayout(1),
                INT_LE.withName("int"),
                ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("float"),
                paddingLayout(1),
                ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("double"),
                sequenceLayout(2, LONG_LE).withName("longs"),
                counter.withName("nested"),
                paddingLayout(6),
                sequenceLayout(2, counter).withName("counters"));
        String name = "dev.verbatim.ViewAtomicBindingTest$CounterView";
        assertMismatches(
                MisalignedView.class,
                layout,
                misaligned(
                        "CounterView counters(int)",
                        "sequence of 2 (byteSize=24, offset=64)",
                        "its nested view " + name + " has atomic accessors",
                        "elements whose byteSize is a multiple of 8, found 12; pad the element"),
                misaligned(
                        "CounterView nested()",
                        "struct (byteSize=12, offset=46)",
                        "its nested view " + name + " has atomic accessors",
                        "an offset that is a multiple of 8; move the member"),
                misaligned("double getAcquireDouble()", "double (byteSize=8, offset=22)", 8),
                misaligned("float getOpaqueFloat()", "float (byteSize=4, offset=17)", 4),
                misaligned("int getAndAddInt(int)", "int (byteSize=4, offset=13)", 4),
                misaligned("long getAndAddLong(long)", "long (byteSize=8, offset=4)", 8),
                misaligned("long getAndAddLongs(int, long)", "sequence of 2 (byteSize=16, offset=30)", 8),
                misaligned("long getVolatileLongs(long)", "sequence of 2 (byteSize=16, offset=30)", 8),
                misaligned("short getVolatileShort()", "short (byteSize=2, offset=1)", 2),
                misaligned(
                        "void nested(CounterView)",
                        "struct (byteSize=12, offset=46)",
                        "its nested view " + name + " has atomic accessors",
                        "an offset that is a multiple of 8; move the member"));
    }

    private static String misaligned(String method, String member, int alignment) {
        return misaligned(
                method,
                member,
                "the access is atomic",
                "an offset that is a multiple of " + alignment + "; move the member");
    }

    private static String misaligned(String method, String member, String why, String needs) {
        return "`" + method + "`: the layout has " + member + ", but " + why + " and needs " + needs
                + ", as Layouts.struct does";
    }
}
