package dev.verbatim;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Closes shared arenas over and over while another thread accesses their segments, in a JVM of its own: an access to
 * memory that is not mapped any more would end it.
 *
 * <p>Arguments: a file, how many arenas each access has to survive, and the names of the accesses, or none for all.
 */
final class ClosedArenaProgram {

    private static final int BYTE_SIZE = 64 * 1024;

    /** So often that C2 has compiled what accesses. */
    private static final int WARM_UP_RUNS = 400;

    /** Arenas are closed at different places of what accesses them: after up to so many turns of an empty loop. */
    private static final int MAX_SPINS = 512;

    private final FileChannel channel;
    private final ArenaAccess access;
    private final Thread closer = Thread.currentThread();
    private volatile @Nullable MemorySegment current;

    /** How many segments the reader has begun to access. */
    private volatile int seen;

    private volatile @Nullable Throwable failure;

    private ClosedArenaProgram(FileChannel channel, ArenaAccess access) {
        this.channel = channel;
        this.access = access;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int closes = Integer.parseInt(arguments[1]);
        try (FileChannel channel = FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (ArenaAccess access : ArenaAccess.values()) {
                if (arguments.length == 2 || List.of(arguments).contains(access.name())) {
                    new ClosedArenaProgram(channel, access).close(closes);
                    System.out.println(access + ": survived closes=" + closes);
                }
            }
        }
    }

    private MemorySegment map(Arena arena) throws IOException {
        return channel.map(MapMode.READ_WRITE, 0, BYTE_SIZE, arena);
    }

    private void close(int closes) throws IOException, InterruptedException {
        Arena arena = Arena.ofShared();
        MemorySegment segment = map(arena);
        ArenaAccess.fill(segment);
        for (int i = 0; i < WARM_UP_RUNS; i++) {
            access.run(segment);
        }
        current = segment;
        Thread reader = Thread.ofPlatform().start(this::read);
        for (int i = 0; i < closes && failure == null; i++) {
            while (seen <= i && failure == null) {
                LockSupport.park();
            }
            for (int spins = i % MAX_SPINS; spins > 0; spins--) {
                Thread.onSpinWait();
            }
            Arena next = Arena.ofShared();
            current = map(next);
            arena.close();
            arena = next;
        }
        current = null;
        arena.close();
        reader.join();
        if (failure != null) {
            throw new AssertionError(access.name(), failure);
        }
    }

    /** Accesses one segment after the other until its arena is closed, which is the only thing that may happen. */
    private void read() {
        try {
            int count = 0;
            for (MemorySegment segment = current; segment != null; segment = current) {
                seen = ++count;
                LockSupport.unpark(closer);
                accessUntilClosed(segment);
            }
        } catch (Throwable e) {
            failure = e;
            LockSupport.unpark(closer);
        }
    }

    private void accessUntilClosed(MemorySegment segment) {
        try {
            while (true) {
                access.run(segment);
            }
        } catch (IllegalStateException closed) {
            if (segment.scope().isAlive()) {
                throw closed;
            }
        }
    }
}
