package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a cursor allocates nothing but what it returns: by what the JVM counts for the thread, to the byte. */
class CursorAllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int CALLS = 1_000;

    /** How long to wait for a round without allocation before it counts as a failure. */
    private static final long MOST_NANOS = 30_000_000_000L;

    /** Where results go, so that no call is for nothing. */
    static double sum;

    static Object kept;

    /** What the thread allocates in many calls; what is linked or compiled on the way counts too. */
    private static long allocated(Runnable call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            call.run();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Waits for C2 too, which spares the {@code Optional} that an array is asked from a segment with. */
    private static void assertAllocatesNothing(String what, Runnable call) {
        long end = System.nanoTime() + MOST_NANOS;
        long least;
        do {
            least = allocated(call);
        } while (least > 0 && System.nanoTime() < end);
        assertEquals(0, least, what);
    }

    @ParameterizedTest
    @EnumSource
    void aFixedSegment(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment first = kind.allocate(1_000, arena);
            MemorySegment second = kind.allocate(1_000, arena);
            SegmentCursor cursor = SegmentCursor.of(first);
            assertAllocatesNothing(cursor);
            assertAllocatesNothing(
                    "wrap",
                    () -> cursor.wrap(cursor.segment().equals(first) ? second : first)
                            .putLong(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFixedSegmentInBigEndianOrder(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            assertAllocatesNothing(SegmentCursor.of(kind.allocate(1_000, arena), ByteOrder.BIG_ENDIAN));
        }
    }

    @Test
    void aGrowingSegmentThatHasGrown() {
        try (Arena arena = Arena.ofConfined()) {
            assertAllocatesNothing(SegmentCursor.growing(arena, 1).skip(1_000).rewind());
        }
    }

    private static void assertAllocatesNothing(SegmentCursor cursor) {
        assertAllocatesNothing(
                "put primitives",
                () -> cursor.rewind()
                        .putByte((byte) 1)
                        .putBoolean(true)
                        .putShort((short) 2)
                        .putChar('c')
                        .putInt(3)
                        .putLong(4)
                        .putFloat(5)
                        .putDouble(6));
        assertAllocatesNothing("get primitives", () -> {
            cursor.rewind();
            sum += cursor.getByte() + (cursor.getBoolean() ? 1 : 0) + cursor.getShort() + cursor.getChar();
            sum += cursor.getInt() + cursor.getLong() + cursor.getFloat() + cursor.getDouble();
        });
        long[] longs = new long[20];
        boolean[] booleans = new boolean[20];
        assertAllocatesNothing(
                "put elements",
                () -> cursor.rewind()
                        .putLongs(longs)
                        .putLongArray(longs)
                        .putLongArray(null)
                        .putBooleans(booleans, 1, 19)
                        .putLongs(longs, 2, 17));
        assertAllocatesNothing("get elements", () -> {
            cursor.rewind().getLongs(longs).skip(Integer.BYTES).getLongs(longs);
            sum += cursor.getNull() ? 1 : 0;
            cursor.getBooleans(booleans, 1, 19).getLongs(longs, 2, 17);
        });
        MemorySegment source = MemorySegment.ofArray(longs);
        assertAllocatesNothing("put a segment", () -> cursor.rewind().put(source));
        assertAllocatesNothing("move", () -> {
            cursor.rewind().skip(3).mark().align(64).position(5).reset();
            sum += cursor.position() + cursor.remaining() + cursor.limit();
        });
        for (String text : new String[] {"ascii text", "aü€😀"}) {
            StringBuilder builder = new StringBuilder(100);
            builder.append(text);
            StringBuilder target = new StringBuilder(100);
            assertAllocatesNothing(
                    "put text",
                    () -> cursor.rewind().putString(text).putString(builder).putString(null));
            assertAllocatesNothing("get text", () -> {
                target.setLength(0);
                cursor.rewind();
                for (int i = 0; i < 3; i++) {
                    sum += cursor.getString(target) ? 1 : 0;
                }
            });
        }
        CursorStep.Spot spot = new CursorStep.Spot();
        CursorStep.Memo memo = new CursorStep.Memo();
        assertAllocatesNothing(
                "codecs",
                () -> cursor.rewind()
                        .put(CursorStep.Spot.CODEC, spot)
                        .put(CursorStep.Memo.CODEC, memo)
                        .rewind()
                        .getInto(CursorStep.Spot.CODEC, spot)
                        .getInto(CursorStep.Memo.CODEC, memo));
        cursor.rewind().putLongArray(longs);
        assertTrue(
                allocated(() -> kept = cursor.rewind().getLongArray()) > CALLS * 20L * Long.BYTES,
                "an array does allocate");
    }
}
