package dev.verbatim.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Param;

/**
 * What if some part of a program uses a confined arena? The struct is in memory that every thread can access, or in
 * memory of one thread.
 *
 * <pre>{@code java -jar target/benchmarks.jar ConfinementBenchmark}</pre>
 *
 * <p>Each access asks whether a thread owns the segment. All accesses share the JDK's code for that, and its profile:
 * once that has seen both answers, C2 makes the checks of each member anew. The methods are not inlined into the
 * benchmark's loop, as most callers are no loops: a loop has other optimisations, some of which help here.
 */
@CompilerControl(CompilerControl.Mode.DONT_INLINE)
public class ConfinementBenchmark extends NativeSegmentState {

    private static final int CALLS_BEFORE = 500_000;

    /**
     * {@code none}: no arena is confined. {@code elsewhere}: another arena is, whose segment only {@link
     * MemorySegment#get} and {@link MemorySegment#set} have accessed. {@code before}: another arena is, and all rivals
     * have been used with its segment. {@code here}: the struct's.
     */
    @Param({"none", "elsewhere", "before", "here"})
    private String confined;

    private Arena own;

    @Override
    void prepare() {
        own = Arena.ofConfined();
        if (confined.equals("elsewhere")) {
            MemorySegment other = own.allocate(ValueLayout.JAVA_LONG);
            for (int i = 0; i < CALLS_BEFORE; i++) {
                other.set(ValueLayout.JAVA_LONG, 0, other.get(ValueLayout.JAVA_LONG, 0) + i);
                segment.set(ValueLayout.JAVA_LONG, 0, segment.get(ValueLayout.JAVA_LONG, 0));
            }
        } else if (confined.equals("before")) {
            MemorySegment shared = segment;
            use(own.allocate(SEGMENT_BYTES, CACHE_LINE_BYTES));
            for (int i = 0; i < CALLS_BEFORE; i++) {
                codecWrite();
                codecRead();
                varHandlesWrite();
                varHandlesRead();
            }
            use(shared);
        } else if (confined.equals("here")) {
            use(own.allocate(SEGMENT_BYTES, CACHE_LINE_BYTES));
        }
    }

    private void use(MemorySegment used) {
        segment = used;
        address = used.address();
        fill(null, address);
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        UNSAFE_FIELDS.write(value, null, address + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        UNSAFE_FIELDS.readInto(target, null, address + next());
    }

    @Benchmark
    public void codecWrite() {
        MarketData.CODEC.write(value, segment, next());
    }

    @Benchmark
    public void codecRead() {
        MarketData.CODEC.readInto(target, segment, next());
    }

    @Benchmark
    public void varHandlesWrite() {
        VarHandleFields.write(value, segment, next());
    }

    @Benchmark
    public void varHandlesRead() {
        VarHandleFields.readInto(target, segment, next());
    }

    @Override
    void check() {
        checkBytes("unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", this::codecWrite, this::codecRead);
        checkBytes("varHandles", this::varHandlesWrite, this::varHandlesRead);
        own.close();
    }
}
