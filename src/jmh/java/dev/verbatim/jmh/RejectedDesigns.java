package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rejected designs, each beside the chosen one, so that both stay measurable.
 *
 * <pre>{@code java -jar target/benchmarks.jar RejectedDesigns -prof gc}</pre>
 *
 * <p>The figures are in ns, as they were measured when the choice was made. {@code docs/generated-code.md} and comments
 * in the code have them too. Where there is no figure, none was written down. {@code docs/generated-code.md} also names
 * designs that need more than a small benchmark.
 *
 * <table>
 * <caption>What was chosen, what was not, and the command of each</caption>
 * <thead><tr><th>question</th><th>chosen</th><th>rejected</th><th>java -jar target/benchmarks.jar …</th></tr></thead>
 * <tbody>
 * <tr><td>How are the bounds of 18 members checked?</td>
 *     <td>{@link #boundsByStructHandles}: 4.2</td>
 *     <td>{@link #boundsOfEachMember}: 5.5. {@link #boundsBySlice}: allocates 40 bytes in half of the runs with three
 *     kinds of segments</td>
 *     <td>{@code RejectedDesigns.bounds -prof gc}</td></tr>
 * <tr><td>Where does a view look again whether the arena is open?</td>
 *     <td>{@link #fenceInWrap}: 2.4 for two getters</td>
 *     <td>{@link #fenceInEachAccessor}: 3.5</td>
 *     <td>{@code RejectedDesigns.fence}</td></tr>
 * <tr><td>Of which type is the value for a VarHandle of a {@code long}?</td>
 *     <td>{@link #handleOfExactType}</td>
 *     <td>{@link #handleOfOtherType}: ten times as long</td>
 *     <td>{@code RejectedDesigns.handleOf}</td></tr>
 * <tr><td>Do plain accesses use aligned VarHandles?</td>
 *     <td>{@link #handleWithoutAlignment}</td>
 *     <td>{@link #handleWithAlignment}: it throws on a segment over a {@code byte[]}</td>
 *     <td>{@code RejectedDesigns.handleWith}</td></tr>
 * <tr><td>Where is the buffer of variable-length records?</td>
 *     <td>{@link #bufferOfThread}: 3</td>
 *     <td>{@link #bufferInStaticField}: it serves one thread alone</td>
 *     <td>{@code RejectedDesigns.buffer}</td></tr>
 * <tr><td>How is text of 62 characters encoded?</td>
 *     <td>{@link #textByEncoder}: about 16</td>
 *     <td>{@link #textByGetBytes}: it allocates, and replaces unpaired surrogates. {@link #textBySetString}: it
 *     replaces them too, and adds a zero. {@link #textByLoop}: for comparison</td>
 *     <td>{@code RejectedDesigns.text -prof gc}</td></tr>
 * <tr><td>How is an array copied?</td>
 *     <td>{@link #arrayByLoop} under 64 bytes, {@link #arrayInBulk} from 64 bytes on</td>
 *     <td>the other of the two: slower</td>
 *     <td>{@code RejectedDesigns.array}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>One method for all kinds of segments was rejected too: it is {@code varHandles} of {@link MixedKindsBenchmark} and
 * of {@link ViewBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RejectedDesigns {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle EXACT_LONG = LONG.withInvokeExactBehavior();
    private static final VarHandle ALIGNED_LONG = JAVA_LONG.varHandle();
    private static final VarHandle UNALIGNED_LONG = JAVA_LONG_UNALIGNED.varHandle();

    private static final int BUFFER_BYTES = 512;
    private static final ThreadLocal<byte[]> BUFFERS = ThreadLocal.withInitial(() -> new byte[BUFFER_BYTES]);
    private static final byte[] BUFFER = new byte[BUFFER_BYTES];

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }

    /** Structs of 18 members in three segments, of one kind or of three. */
    public static class Structs extends NativeSegmentState {

        /** As in {@link MixedKindsBenchmark}. */
        @Param({"one", "three"})
        private String kinds;

        private final MemorySegment[] segments = new MemorySegment[3];
        private int nextSegment;

        @Override
        void prepare() throws IOException {
            boolean three = kinds.equals("three");
            segments[0] = segment;
            segments[1] = three ? MemorySegment.ofArray(new byte[(int) SEGMENT_BYTES]) : allocateNative();
            segments[2] = three ? MixedKindsBenchmark.mapTemporaryFile(SEGMENT_BYTES, arena) : allocateNative();
        }

        MemorySegment nextSegment() {
            int i = nextSegment;
            nextSegment = i == 2 ? 0 : i + 1;
            return segments[i];
        }

        @Override
        void check() {
            RejectedDesigns designs = new RejectedDesigns();
            check("boundsByStructHandles", () -> designs.boundsByStructHandles(this));
            check("boundsOfEachMember", () -> designs.boundsOfEachMember(this));
            check("boundsBySlice", () -> designs.boundsBySlice(this));
        }

        private void check(String design, Runnable write) {
            for (MemorySegment each : segments) {
                each.fill((byte) -1);
            }
            for (int i = 0; i < STRUCTS * segments.length; i++) {
                write.run();
            }
            for (MemorySegment each : segments) {
                checkWritten(design, value, each.asSlice(0, MarketData.BYTES).toArray(JAVA_BYTE));
            }
        }
    }

    @Benchmark
    public void boundsByStructHandles(Structs structs) {
        MarketData.CODEC.write(structs.value, structs.nextSegment(), structs.next());
    }

    @Benchmark
    public void boundsOfEachMember(Structs structs) {
        VarHandleFields.write(structs.value, structs.nextSegment(), structs.next());
    }

    @Benchmark
    public void boundsBySlice(Structs structs) {
        MemorySegment slice = structs.nextSegment().asSlice(structs.next(), MarketData.BYTES);
        VarHandleFields.write(structs.value, slice, 0);
    }

    /** Three views over native segments, in turn. */
    public static class ThreeViews extends NativeSegmentState {

        private final MarketDataView[] views = new MarketDataView[3];
        private int nextView;

        @Override
        void prepare() {
            Arrays.setAll(views, i -> MarketDataView.VIEWS.wrap(segment, i * MarketData.BYTES));
        }

        MarketDataView nextView() {
            int i = nextView;
            nextView = i == 2 ? 0 : i + 1;
            return views[i];
        }

        @Override
        void check() {
            RejectedDesigns designs = new RejectedDesigns();
            double expected = value.time + value.askPrice0;
            require(designs.fenceInWrap(this) == expected, "fenceInWrap read something else");
            require(designs.fenceInEachAccessor(this) == expected, "fenceInEachAccessor read something else");
            long id = designs.handleWithoutAlignment(this);
            require(id == value.securityId, "handleWithoutAlignment read something else");
            require(id == designs.handleWithAlignment(this), "handleWithAlignment read something else");
        }
    }

    @Benchmark
    public double fenceInWrap(ThreeViews views) {
        MarketDataView view = views.nextView();
        return view.time() + view.askPrice0();
    }

    @Benchmark
    public double fenceInEachAccessor(ThreeViews views) {
        MarketDataView view = views.nextView();
        VarHandle.acquireFence();
        long time = view.time();
        VarHandle.acquireFence();
        return time + view.askPrice0();
    }

    @Benchmark
    public long handleWithoutAlignment(ThreeViews views) {
        return (long) UNALIGNED_LONG.get(views.segment, views.next());
    }

    @Benchmark
    public long handleWithAlignment(ThreeViews views) {
        return (long) ALIGNED_LONG.get(views.segment, views.next());
    }

    /** A buffer, and texts of 62 characters of ASCII. */
    @State(Scope.Thread)
    public static class Buffer {

        private static final int TEXTS = 60;

        private final byte[] bytes = new byte[BUFFER_BYTES];
        private final MemorySegment segment = MemorySegment.ofArray(bytes);
        private final ByteBuffer encoded = ByteBuffer.wrap(bytes);
        private final char[] chars = new char[BUFFER_BYTES];
        private final CharBuffer wrappedChars = CharBuffer.wrap(chars);
        private final CharsetEncoder encoder = UTF_8.newEncoder();
        private final String[] texts = IntStream.range(0, TEXTS)
                .mapToObj(i -> "%02d".formatted(i).repeat(31))
                .toArray(String[]::new);
        private int nextText;

        private int number = 7;

        String nextText() {
            int i = nextText;
            nextText = i == TEXTS - 1 ? 0 : i + 1;
            return texts[i];
        }

        @TearDown
        public void check() {
            RejectedDesigns designs = new RejectedDesigns();
            check("textByEncoder", () -> designs.textByEncoder(this));
            check("textByGetBytes", () -> designs.textByGetBytes(this));
            check("textBySetString", () -> designs.textBySetString(this));
            check("textByLoop", () -> designs.textByLoop(this));
            designs.handleOfExactType(this);
            require((long) EXACT_LONG.get(bytes, 0) == number, "handleOfExactType wrote something else");
            Arrays.fill(bytes, (byte) -1);
            designs.handleOfOtherType(this);
            require((long) EXACT_LONG.get(bytes, 0) == number, "handleOfOtherType wrote something else");
        }

        private void check(String design, Runnable encode) {
            Arrays.fill(bytes, (byte) -1);
            String text = texts[nextText];
            encode.run();
            require(text.equals(new String(bytes, 0, text.length(), UTF_8)), design + " wrote something else");
        }
    }

    @Benchmark
    public void handleOfExactType(Buffer buffer) {
        EXACT_LONG.set(buffer.bytes, 0, (long) buffer.number);
    }

    @Benchmark
    public void handleOfOtherType(Buffer buffer) {
        LONG.set(buffer.bytes, 0, buffer.number);
    }

    @Benchmark
    public byte[] bufferOfThread() {
        return BUFFERS.get();
    }

    @Benchmark
    public byte[] bufferInStaticField() {
        return BUFFER;
    }

    /** Reports what cannot be encoded, and allocates nothing. */
    @Benchmark
    public int textByEncoder(Buffer buffer) {
        String text = buffer.nextText();
        int length = text.length();
        text.getChars(0, length, buffer.chars, 0);
        buffer.wrappedChars.limit(length).position(0);
        buffer.encoded.clear();
        buffer.encoder.reset();
        if (!buffer.encoder.encode(buffer.wrappedChars, buffer.encoded, true).isUnderflow()) {
            throw new IllegalArgumentException(text);
        }
        return buffer.encoded.position();
    }

    @Benchmark
    public int textByGetBytes(Buffer buffer) {
        byte[] encoded = buffer.nextText().getBytes(UTF_8);
        System.arraycopy(encoded, 0, buffer.bytes, 0, encoded.length);
        return encoded.length;
    }

    @Benchmark
    public void textBySetString(Buffer buffer) {
        buffer.segment.setString(0, buffer.nextText(), UTF_8);
    }

    /** Of ASCII alone: other text would take a branch more. */
    @Benchmark
    public int textByLoop(Buffer buffer) {
        String text = buffer.nextText();
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                throw new IllegalArgumentException(text);
            }
            buffer.bytes[i] = (byte) c;
        }
        return length;
    }

    /** An array of 32, 64 or 256 bytes. */
    @State(Scope.Thread)
    public static class Longs {

        @Param({"4", "8", "32"})
        private int length;

        private final byte[] bytes = new byte[BUFFER_BYTES];
        private final MemorySegment segment = MemorySegment.ofArray(bytes);
        private long[] array;

        @Setup
        public void make() {
            array = IntStream.range(0, length).mapToLong(i -> i).toArray();
        }

        @TearDown
        public void check() {
            RejectedDesigns designs = new RejectedDesigns();
            check("arrayByLoop", () -> designs.arrayByLoop(this));
            check("arrayInBulk", () -> designs.arrayInBulk(this));
        }

        private void check(String design, Runnable write) {
            Arrays.fill(bytes, (byte) -1);
            write.run();
            long[] written = segment.asSlice(0, (long) length * Long.BYTES).toArray(JAVA_LONG_UNALIGNED);
            require(Arrays.equals(array, written), design + " wrote something else");
        }
    }

    @Benchmark
    public void arrayByLoop(Longs longs) {
        long[] array = longs.array;
        for (int i = 0; i < array.length; i++) {
            EXACT_LONG.set(longs.bytes, i * Long.BYTES, array[i]);
        }
    }

    @Benchmark
    public void arrayInBulk(Longs longs) {
        MemorySegment.copy(longs.array, 0, longs.segment, JAVA_LONG_UNALIGNED, 0, longs.array.length);
    }
}
