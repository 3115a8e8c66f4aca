package dev.verbatim.jmh;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * How long do two getters or two setters of a view take, and how long with a wrap before them? They are compared with
 * flyweight classes that are written by hand over VarHandles and over Unsafe.
 *
 * <pre>{@code java -jar target/benchmarks.jar ViewBenchmark -prof gc}</pre>
 *
 * <p>Each rival has three views of its own, used in turn.
 */
public class ViewBenchmark extends NativeSegmentState {

    private static final int VIEWS = 3;

    /**
     * {@code one}: the views are over native segments. {@code three}: one is over a native segment, one over a
     * {@code byte[]}, one over a mapped segment.
     */
    @Param({"one", "three"})
    private String kinds;

    private final MarketDataView[] views = new MarketDataView[VIEWS];
    private final HandMadeView[] handMade = new HandMadeView[VIEWS];
    private final HandMadeView.OverUnsafe[] overUnsafe = new HandMadeView.OverUnsafe[VIEWS];
    private final MemorySegment[] segments = new MemorySegment[VIEWS];
    private final Object[] bases = new Object[VIEWS];
    private final long[] starts = new long[VIEWS];
    private int nextView;

    @Override
    void prepare() throws IOException {
        byte[] array = new byte[(int) SEGMENT_BYTES];
        for (int i = 0; i < VIEWS; i++) {
            segments[i] = allocateNative();
        }
        if (kinds.equals("three")) {
            segments[1] = MemorySegment.ofArray(array);
            segments[2] = mapTemporaryFile();
            bases[1] = array;
        }
        for (int i = 0; i < VIEWS; i++) {
            starts[i] = bases[i] == null ? segments[i].address() : BYTE_ARRAY_START;
            fill(bases[i], starts[i]);
            views[i] = MarketDataView.VIEWS.wrap(segments[i], 0);
            handMade[i] = new HandMadeView();
            handMade[i].wrap(segments[i], 0);
            overUnsafe[i] = new HandMadeView.OverUnsafe();
            overUnsafe[i].wrap(bases[i], starts[i]);
        }
    }

    private MemorySegment mapTemporaryFile() throws IOException {
        Path file = Files.createTempFile("verbatim", ".jmh");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            return channel.map(MapMode.READ_WRITE, 0, SEGMENT_BYTES, arena);
        }
    }

    private int nextView() {
        int i = nextView;
        nextView = i == VIEWS - 1 ? 0 : i + 1;
        return i;
    }

    @Benchmark
    public double viewGet() {
        MarketDataView view = views[nextView()];
        return view.time() + view.askPrice0();
    }

    @Benchmark
    public double varHandlesGet() {
        HandMadeView view = handMade[nextView()];
        return view.time() + view.askPrice0();
    }

    @Benchmark
    public double unsafeFieldsGet() {
        HandMadeView.OverUnsafe view = overUnsafe[nextView()];
        return view.time() + view.askPrice0();
    }

    @Benchmark
    public void viewSet() {
        MarketDataView view = views[nextView()];
        view.time(value.time);
        view.askPrice0(value.askPrice0);
    }

    @Benchmark
    public void varHandlesSet() {
        HandMadeView view = handMade[nextView()];
        view.time(value.time);
        view.askPrice0(value.askPrice0);
    }

    @Benchmark
    public void unsafeFieldsSet() {
        HandMadeView.OverUnsafe view = overUnsafe[nextView()];
        view.time(value.time);
        view.askPrice0(value.askPrice0);
    }

    @Benchmark
    public double viewWrapAndGet() {
        int i = nextView();
        MarketDataView view = views[i];
        view.wrap(segments[i], next());
        return view.time() + view.askPrice0();
    }

    @Benchmark
    public double varHandlesWrapAndGet() {
        int i = nextView();
        HandMadeView view = handMade[i];
        view.wrap(segments[i], next());
        return view.time() + view.askPrice0();
    }

    @Benchmark
    public double unsafeFieldsWrapAndGet() {
        int i = nextView();
        HandMadeView.OverUnsafe view = overUnsafe[i];
        view.wrap(bases[i], starts[i] + next());
        return view.time() + view.askPrice0();
    }

    @Override
    void check() {
        for (int i = 0; i < VIEWS; i++) {
            double expected = value.time + value.askPrice0;
            require(viewGet() == expected, "a view read something else");
            require(varHandlesGet() == expected, "the view made by hand read something else");
            require(unsafeFieldsGet() == expected, "the view over Unsafe read something else");
            viewSet();
            varHandlesSet();
            unsafeFieldsSet();
            checkWritten("the views", value, bytesAt(bases[i], starts[i], MarketData.BYTES));
        }
    }
}
