package dev.verbatim.jmh.latency;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Two processes pass a number to and fro through two mapped words. No queue can take less time, so this measures the
 * machine as it is at the moment. The process that serves answers the time of a round trip: the median of means over
 * {@value #BLOCK}.
 */
final class PingPong implements Role {

    private static final int BYTES = 4096;
    private static final int BLOCK = 1_000;

    /** So far from each other that no processor fetches both at once. */
    private static final long PING_OFFSET = 0;

    private static final long PONG_OFFSET = 1024;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Arena arena = Arena.ofShared();
    private final MemorySegment words;
    private final Patience patience = new Patience();
    private final boolean serves;
    private long last;

    PingPong(Path file, boolean serves) throws IOException {
        this.serves = serves;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            words = channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
        }
    }

    @Override
    public String run(long startNanos, int count) {
        double[] means = new double[count / BLOCK];
        for (int block = 0; block < means.length; block++) {
            long began = System.nanoTime();
            for (int i = 0; i < BLOCK; i++) {
                pass();
            }
            means[block] = (double) (System.nanoTime() - began) / BLOCK;
        }
        Arrays.sort(means);
        return Double.toString(means[means.length / 2]);
    }

    private void pass() {
        last++;
        if (serves) {
            WORD.setRelease(words, PING_OFFSET, last);
            await(PONG_OFFSET);
        } else {
            await(PING_OFFSET);
            WORD.setRelease(words, PONG_OFFSET, last);
        }
    }

    private void await(long offset) {
        patience.begin();
        while ((long) WORD.getAcquire(words, offset) != last) {
            patience.idle();
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
