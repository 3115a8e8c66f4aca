package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Ends the JVM with a SIGSEGV, by {@code java.lang.foreign} alone: one thread closes a shared arena while another
 * reads one of its segments. Nothing of Verbatim is in it, and it calls no restricted method. To run it, on its own:
 *
 * <pre>{@code
 * java src/test/java/dev/verbatim/SharedArenaCloseReproducer.java
 * }</pre>
 *
 * <p><b>Expected.</b> The thread that reads gets an {@code IllegalStateException} for each arena, and the program
 * ends with {@code survived closes=50000}.
 *
 * <p><b>Found.</b> SIGSEGV in the code that C2 has compiled for {@code read}, or for the loop in which it is inlined,
 * at the second access. Mostly this takes a second; of a dozen runs one survived. On Linux x86-64, with JDK 25.0.3
 * (Temurin), 26, 27 and 28 (Debian), with G1 and with Serial. Not with {@code -XX:TieredStopAtLevel=1} or {@code
 * -Xint}, and not with the argument {@code fence}, which puts a load fence before each access.
 *
 * <p><b>Cause</b>, as far as it can be told from the sources. To C2 the check that the arena is alive is a load of
 * the plain field {@code MemorySessionImpl.state}, which the allocation between the two accesses does not change. So
 * it checks once for both. But a thread in the slow path of an allocation may be stopped there, and executes the
 * handshake of {@code ScopedMemoryAccess.closeScope0}. It is in no {@code @Scoped} method then. The handshake
 * deoptimizes the last frame if that is a compiled one, or the sender of a safepoint blob; here it is the runtime
 * stub of the allocation, and nothing is deoptimized. The thread returns into compiled code, which accesses what has
 * been unmapped.
 *
 * <p>JDK-8335480 describes the like for safepoints in loops, where deoptimization is the remedy. No report of this
 * case was found.
 */
final class SharedArenaCloseReproducer {

    private static final int BYTE_SIZE = 64 * 1024;
    private static final int DEFAULT_CLOSES = 50_000;
    private static final int WARM_UP_READS = 100_000;
    private static final int MAX_SPINS = 256;

    private static boolean withFences;
    private static volatile MemorySegment current;
    /** What was read, so that it is allocated. */
    static volatile long[] read;

    /** How many segments the reader has begun to read. */
    private static volatile int seen;

    private SharedArenaCloseReproducer() {}

    private static long[] read(MemorySegment segment) {
        fence();
        long first = segment.get(JAVA_LONG, 0);
        long[] values = new long[8];
        fence();
        values[0] = first;
        values[1] = segment.get(JAVA_LONG, Long.BYTES);
        return values;
    }

    private static void fence() {
        if (withFences) {
            VarHandle.acquireFence();
        }
    }

    /**
     * Runs the program.
     *
     * @param arguments {@code fence} to make load fences; how many arenas to close
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int closes = DEFAULT_CLOSES;
        for (String argument : arguments) {
            if (argument.equals("fence")) {
                withFences = true;
            } else {
                closes = Integer.parseInt(argument);
            }
        }
        Path file = Files.createTempFile("arena", null);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            close(channel, closes);
        }
        System.out.println("survived closes=" + closes);
    }

    private static void close(FileChannel channel, int closes) throws IOException, InterruptedException {
        Arena arena = Arena.ofShared();
        current = channel.map(MapMode.READ_WRITE, 0, BYTE_SIZE, arena);
        for (int i = 0; i < WARM_UP_READS; i++) {
            read = read(current);
        }
        Thread reader = new Thread(SharedArenaCloseReproducer::readAll);
        reader.start();
        for (int i = 0; i < closes; i++) {
            while (seen <= i) {
                Thread.onSpinWait();
            }
            for (int spins = i % MAX_SPINS; spins > 0; spins--) {
                Thread.onSpinWait();
            }
            Arena next = Arena.ofShared();
            current = channel.map(MapMode.READ_WRITE, 0, BYTE_SIZE, next);
            arena.close();
            arena = next;
        }
        current = null;
        arena.close();
        reader.join();
    }

    /** Reads one segment after the other, each until its arena is closed. */
    private static void readAll() {
        int count = 0;
        for (MemorySegment segment = current; segment != null; segment = current) {
            seen = ++count;
            try {
                while (true) {
                    read = read(segment);
                }
            } catch (IllegalStateException closed) {
                // To the next one.
            }
        }
    }
}
