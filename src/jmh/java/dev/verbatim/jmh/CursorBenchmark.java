package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.verbatim.SegmentCursor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.CompilerControl.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a {@link SegmentCursor} cost beside VarHandles by hand? Each call takes the next of three segments, as in
 * {@link MixedKindsBenchmark}, and the next struct in it, and writes or reads the first fields of {@link MarketData}
 * one by one.
 *
 * <pre>{@code java -jar target/benchmarks.jar CursorBenchmark -prof gc}</pre>
 *
 * <ul>
 *   <li>{@code varHandles}: {@code static final} VarHandles, and an explicit offset for each field
 *   <li>{@code handMadeCursor}: the same handles behind methods that move a position, {@link HandMadeCursor}
 *   <li>{@code cursor}: a {@link SegmentCursor} for each segment
 *   <li>{@code bigEndianCursor}: the same in big-endian order, on a machine that is little-endian; nothing is beside it
 * </ul>
 *
 * <p>The cursor is to take at most 1.1 times what is written by hand with {@code kinds=one}, and at most 1.5 times that
 * with {@code kinds=three}. With three kinds C2 inlines eight or nine of 18 gets into one method; the others are calls.
 *
 * <p>What each rival does is in a method that is not inlined. C2 parses JMH's loop twice, for its first round and for
 * the others, and then has no nodes left for 18 puts in the second: by hand they took 81 ns in the loop, and 19 to 25
 * in a method of their own. So figures of before that do not compare.
 */
@Warmup(iterations = 10, time = 1, timeUnit = TimeUnit.SECONDS)
public class CursorBenchmark extends ArenaState {

    private static final VarHandle LONG = JAVA_LONG_UNALIGNED.varHandle();
    private static final VarHandle DOUBLE = JAVA_DOUBLE_UNALIGNED.varHandle();

    private static final int STRUCTS = 64;
    private static final long SEGMENT_BYTES = STRUCTS * MarketData.BYTES;

    /** {@code one}: three native segments. {@code three}: a native one, one over a {@code byte[]} and a mapped one. */
    @Param({"one", "three"})
    private String kinds;

    /** How many fields are written or read. */
    @Param({"8", "18"})
    private int fields;

    private final MarketData value = new MarketData().fill();
    private MarketData target = new MarketData();

    private final MemorySegment[] segments = new MemorySegment[3];
    private final HandMadeCursor[] handMade = new HandMadeCursor[3];
    private final SegmentCursor[] cursors = new SegmentCursor[3];
    private final SegmentCursor[] bigEndianCursors = new SegmentCursor[3];

    private int nextKind;
    private long nextOffset;

    @Override
    void allocate() throws IOException {
        for (int i = 0; i < segments.length; i++) {
            segments[i] = arena.allocate(SEGMENT_BYTES, CACHE_LINE_BYTES);
        }
        if (kinds.equals("three")) {
            segments[1] = MemorySegment.ofArray(new byte[(int) SEGMENT_BYTES]);
            segments[2] = MixedKindsBenchmark.mapTemporaryFile(SEGMENT_BYTES, arena);
        }
        for (int i = 0; i < segments.length; i++) {
            handMade[i] = new HandMadeCursor(segments[i]);
            cursors[i] = SegmentCursor.of(segments[i], ByteOrder.nativeOrder());
            bigEndianCursors[i] = SegmentCursor.of(segments[i], ByteOrder.BIG_ENDIAN);
            segments[i].copyFrom(MemorySegment.ofArray(expectedSegment(-1, ByteOrder.nativeOrder())));
        }
    }

    private int nextKind() {
        int i = nextKind;
        nextKind = i == 2 ? 0 : i + 1;
        return i;
    }

    private long nextOffset() {
        long offset = nextOffset;
        nextOffset = offset == SEGMENT_BYTES - MarketData.BYTES ? 0 : offset + MarketData.BYTES;
        return offset;
    }

    @Benchmark
    public void cursorWrite() {
        write(cursors[nextKind()].position(nextOffset()));
    }

    @Benchmark
    public void cursorRead() {
        read(cursors[nextKind()].position(nextOffset()));
    }

    @Benchmark
    public void bigEndianCursorWrite() {
        write(bigEndianCursors[nextKind()].position(nextOffset()));
    }

    @Benchmark
    public void bigEndianCursorRead() {
        read(bigEndianCursors[nextKind()].position(nextOffset()));
    }

    @Benchmark
    public void handMadeCursorWrite() {
        HandMadeCursor cursor = handMade[nextKind()];
        cursor.position(nextOffset());
        write(cursor);
    }

    @Benchmark
    public void handMadeCursorRead() {
        HandMadeCursor cursor = handMade[nextKind()];
        cursor.position(nextOffset());
        read(cursor);
    }

    @Benchmark
    public void varHandlesWrite() {
        write(segments[nextKind()], nextOffset());
    }

    @Benchmark
    public void varHandlesRead() {
        read(segments[nextKind()], nextOffset());
    }

    @CompilerControl(Mode.DONT_INLINE)
    private void write(SegmentCursor cursor) {
        if (fields == 8) {
            writeEight(cursor);
        } else {
            writeAll(cursor);
        }
    }

    @CompilerControl(Mode.DONT_INLINE)
    private void read(SegmentCursor cursor) {
        if (fields == 8) {
            readEight(cursor);
        } else {
            readAll(cursor);
        }
    }

    @CompilerControl(Mode.DONT_INLINE)
    private void write(HandMadeCursor cursor) {
        if (fields == 8) {
            writeEight(cursor);
        } else {
            writeAll(cursor);
        }
    }

    @CompilerControl(Mode.DONT_INLINE)
    private void read(HandMadeCursor cursor) {
        if (fields == 8) {
            readEight(cursor);
        } else {
            readAll(cursor);
        }
    }

    @CompilerControl(Mode.DONT_INLINE)
    private void write(MemorySegment segment, long offset) {
        if (fields == 8) {
            writeEight(segment, offset);
        } else {
            VarHandleFields.write(value, segment, offset);
        }
    }

    @CompilerControl(Mode.DONT_INLINE)
    private void read(MemorySegment segment, long offset) {
        if (fields == 8) {
            readEight(segment, offset);
        } else {
            VarHandleFields.readInto(target, segment, offset);
        }
    }

    private void writeEight(SegmentCursor cursor) {
        cursor.putLong(value.securityId);
        cursor.putLong(value.time);
        cursor.putDouble(value.bidQty0);
        cursor.putDouble(value.bidQty1);
        cursor.putDouble(value.bidQty2);
        cursor.putDouble(value.bidQty3);
        cursor.putDouble(value.askQty0);
        cursor.putDouble(value.askQty1);
    }

    private void writeAll(SegmentCursor cursor) {
        cursor.putLong(value.securityId);
        cursor.putLong(value.time);
        cursor.putDouble(value.bidQty0);
        cursor.putDouble(value.bidQty1);
        cursor.putDouble(value.bidQty2);
        cursor.putDouble(value.bidQty3);
        cursor.putDouble(value.askQty0);
        cursor.putDouble(value.askQty1);
        cursor.putDouble(value.askQty2);
        cursor.putDouble(value.askQty3);
        cursor.putDouble(value.bidPrice0);
        cursor.putDouble(value.bidPrice1);
        cursor.putDouble(value.bidPrice2);
        cursor.putDouble(value.bidPrice3);
        cursor.putDouble(value.askPrice0);
        cursor.putDouble(value.askPrice1);
        cursor.putDouble(value.askPrice2);
        cursor.putDouble(value.askPrice3);
    }

    private void readEight(SegmentCursor cursor) {
        target.securityId = cursor.getLong();
        target.time = cursor.getLong();
        target.bidQty0 = cursor.getDouble();
        target.bidQty1 = cursor.getDouble();
        target.bidQty2 = cursor.getDouble();
        target.bidQty3 = cursor.getDouble();
        target.askQty0 = cursor.getDouble();
        target.askQty1 = cursor.getDouble();
    }

    private void readAll(SegmentCursor cursor) {
        target.securityId = cursor.getLong();
        target.time = cursor.getLong();
        target.bidQty0 = cursor.getDouble();
        target.bidQty1 = cursor.getDouble();
        target.bidQty2 = cursor.getDouble();
        target.bidQty3 = cursor.getDouble();
        target.askQty0 = cursor.getDouble();
        target.askQty1 = cursor.getDouble();
        target.askQty2 = cursor.getDouble();
        target.askQty3 = cursor.getDouble();
        target.bidPrice0 = cursor.getDouble();
        target.bidPrice1 = cursor.getDouble();
        target.bidPrice2 = cursor.getDouble();
        target.bidPrice3 = cursor.getDouble();
        target.askPrice0 = cursor.getDouble();
        target.askPrice1 = cursor.getDouble();
        target.askPrice2 = cursor.getDouble();
        target.askPrice3 = cursor.getDouble();
    }

    private void writeEight(HandMadeCursor cursor) {
        cursor.putLong(value.securityId);
        cursor.putLong(value.time);
        cursor.putDouble(value.bidQty0);
        cursor.putDouble(value.bidQty1);
        cursor.putDouble(value.bidQty2);
        cursor.putDouble(value.bidQty3);
        cursor.putDouble(value.askQty0);
        cursor.putDouble(value.askQty1);
    }

    private void writeAll(HandMadeCursor cursor) {
        cursor.putLong(value.securityId);
        cursor.putLong(value.time);
        cursor.putDouble(value.bidQty0);
        cursor.putDouble(value.bidQty1);
        cursor.putDouble(value.bidQty2);
        cursor.putDouble(value.bidQty3);
        cursor.putDouble(value.askQty0);
        cursor.putDouble(value.askQty1);
        cursor.putDouble(value.askQty2);
        cursor.putDouble(value.askQty3);
        cursor.putDouble(value.bidPrice0);
        cursor.putDouble(value.bidPrice1);
        cursor.putDouble(value.bidPrice2);
        cursor.putDouble(value.bidPrice3);
        cursor.putDouble(value.askPrice0);
        cursor.putDouble(value.askPrice1);
        cursor.putDouble(value.askPrice2);
        cursor.putDouble(value.askPrice3);
    }

    private void readEight(HandMadeCursor cursor) {
        target.securityId = cursor.getLong();
        target.time = cursor.getLong();
        target.bidQty0 = cursor.getDouble();
        target.bidQty1 = cursor.getDouble();
        target.bidQty2 = cursor.getDouble();
        target.bidQty3 = cursor.getDouble();
        target.askQty0 = cursor.getDouble();
        target.askQty1 = cursor.getDouble();
    }

    private void readAll(HandMadeCursor cursor) {
        target.securityId = cursor.getLong();
        target.time = cursor.getLong();
        target.bidQty0 = cursor.getDouble();
        target.bidQty1 = cursor.getDouble();
        target.bidQty2 = cursor.getDouble();
        target.bidQty3 = cursor.getDouble();
        target.askQty0 = cursor.getDouble();
        target.askQty1 = cursor.getDouble();
        target.askQty2 = cursor.getDouble();
        target.askQty3 = cursor.getDouble();
        target.bidPrice0 = cursor.getDouble();
        target.bidPrice1 = cursor.getDouble();
        target.bidPrice2 = cursor.getDouble();
        target.bidPrice3 = cursor.getDouble();
        target.askPrice0 = cursor.getDouble();
        target.askPrice1 = cursor.getDouble();
        target.askPrice2 = cursor.getDouble();
        target.askPrice3 = cursor.getDouble();
    }

    private void writeEight(MemorySegment segment, long offset) {
        LONG.set(segment, offset, value.securityId);
        LONG.set(segment, offset + 8, value.time);
        DOUBLE.set(segment, offset + 16, value.bidQty0);
        DOUBLE.set(segment, offset + 24, value.bidQty1);
        DOUBLE.set(segment, offset + 32, value.bidQty2);
        DOUBLE.set(segment, offset + 40, value.bidQty3);
        DOUBLE.set(segment, offset + 48, value.askQty0);
        DOUBLE.set(segment, offset + 56, value.askQty1);
    }

    private void readEight(MemorySegment segment, long offset) {
        target.securityId = (long) LONG.get(segment, offset);
        target.time = (long) LONG.get(segment, offset + 8);
        target.bidQty0 = (double) DOUBLE.get(segment, offset + 16);
        target.bidQty1 = (double) DOUBLE.get(segment, offset + 24);
        target.bidQty2 = (double) DOUBLE.get(segment, offset + 32);
        target.bidQty3 = (double) DOUBLE.get(segment, offset + 40);
        target.askQty0 = (double) DOUBLE.get(segment, offset + 48);
        target.askQty1 = (double) DOUBLE.get(segment, offset + 56);
    }

    @Override
    void check() {
        ByteOrder order = ByteOrder.nativeOrder();
        for (int i = 0; i < segments.length; i++) {
            check(i, "varHandles", order, this::varHandlesWrite, this::varHandlesRead);
            check(i, "handMadeCursor", order, this::handMadeCursorWrite, this::handMadeCursorRead);
            check(i, "cursor", order, this::cursorWrite, this::cursorRead);
            check(i, "bigEndianCursor", ByteOrder.BIG_ENDIAN, this::bigEndianCursorWrite, this::bigEndianCursorRead);
        }
    }

    /** Checks every struct that a rival writes, and that it reads it back. */
    private void check(int kind, String rival, ByteOrder order, Runnable write, Runnable read) {
        byte[] expected = Arrays.copyOf(NativeSegmentState.bytes(value), fields * Long.BYTES);
        for (int i = 0; i < STRUCTS; i++) {
            long offset = i * MarketData.BYTES;
            segments[kind].fill((byte) -1);
            nextKind = kind;
            nextOffset = offset;
            write.run();
            require(
                    segments[kind].mismatch(MemorySegment.ofArray(expectedSegment(i, order))) == -1,
                    rival + " wrote other bytes than the fields are");
            target = new MarketData();
            nextKind = kind;
            nextOffset = offset;
            read.run();
            byte[] found = Arrays.copyOf(NativeSegmentState.bytes(target), expected.length);
            require(Arrays.equals(found, expected), rival + " did not read what was written");
        }
    }

    /** A segment of bytes of -1 but for one struct; of all structs if the index is negative. */
    private byte[] expectedSegment(int struct, ByteOrder order) {
        ByteBuffer in = ByteBuffer.wrap(NativeSegmentState.bytes(value)).order(ByteOrder.nativeOrder());
        ByteBuffer expected = ByteBuffer.allocate((int) SEGMENT_BYTES).order(order);
        Arrays.fill(expected.array(), (byte) -1);
        for (int i = 0; i < STRUCTS; i++) {
            if (struct < 0 || i == struct) {
                for (int field = 0; field < fields; field++) {
                    int at = field * Long.BYTES;
                    expected.putLong(i * (int) MarketData.BYTES + at, in.getLong(at));
                }
            }
        }
        return expected.array();
    }
}
