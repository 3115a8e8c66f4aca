package dev.verbatim.map;

import static dev.verbatim.internal.log.Mappings.LONG;

import dev.verbatim.internal.log.Mappings;
import dev.verbatim.map.RegisterHistory.Kind;
import dev.verbatim.map.RegisterHistory.Operation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the threads of several processes do, in a mapped file that outlives them: each thread has a row of operations.
 * An operation has its beginning and its end in nanoseconds, the kind, the key, and its arguments and result.
 */
final class OperationLog implements AutoCloseable {

    private static final int HEADER_SIZE = 4096;
    private static final int OPERATION_SIZE = 64;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final int perThread;

    private OperationLog(Path file, int perThread) throws IOException {
        this.memory = Mappings.map(file, Files.size(file), true, arena);
        this.perThread = perThread;
    }

    static OperationLog create(Path file, int threads, int perThread) throws IOException {
        try (RandomAccessFile created = new RandomAccessFile(file.toFile(), "rw")) {
            created.setLength(HEADER_SIZE + (long) threads * perThread * OPERATION_SIZE);
        }
        return open(file, perThread);
    }

    static OperationLog open(Path file, int perThread) throws IOException {
        return new OperationLog(file, perThread);
    }

    /** {@return how many processes are ready} */
    long ready() {
        return (long) LONG.getAcquire(memory, 0L);
    }

    void addReady() {
        long _ = (long) LONG.getAndAdd(memory, 0L, 1L);
    }

    /** {@return whether all may begin} */
    boolean isBegun() {
        return (long) LONG.getAcquire(memory, 8L) != 0;
    }

    void begin() {
        LONG.setRelease(memory, 8L, 1L);
    }

    private long offset(int thread, int number) {
        return HEADER_SIZE + ((long) thread * perThread + number) * OPERATION_SIZE;
    }

    private long get(long offset, int field) {
        return (long) LONG.getAcquire(memory, offset + (long) field * Long.BYTES);
    }

    private void set(long offset, int field, long value) {
        LONG.setRelease(memory, offset + (long) field * Long.BYTES, value);
    }

    void start(int thread, int number, Kind kind, long key, long expected, long value) {
        long offset = offset(thread, number);
        set(offset, 2, Kind.ALL.indexOf(kind));
        set(offset, 3, key);
        set(offset, 4, expected);
        set(offset, 5, value);
        set(offset, 0, System.nanoTime());
    }

    void end(int thread, int number, long result) {
        long offset = offset(thread, number);
        set(offset, 6, result);
        set(offset, 1, System.nanoTime());
    }

    /** {@return how many operations a thread has begun} */
    int begun(int thread) {
        int number = 0;
        while (number < perThread && get(offset(thread, number), 0) != 0) {
            number++;
        }
        return number;
    }

    /** {@return the operations of all threads, by key} */
    Map<Long, List<Operation>> byKey(int threads) {
        Map<Long, List<Operation>> operations = new HashMap<>();
        for (int thread = 0; thread < threads; thread++) {
            int begun = begun(thread);
            for (int number = 0; number < begun; number++) {
                long offset = offset(thread, number);
                long end = get(offset, 1);
                operations
                        .computeIfAbsent(get(offset, 3), key -> new ArrayList<>())
                        .add(new Operation(
                                Kind.ALL.get((int) get(offset, 2)),
                                get(offset, 0),
                                end == 0 ? RegisterHistory.NEVER : end,
                                get(offset, 4),
                                get(offset, 5),
                                get(offset, 6)));
            }
        }
        return operations;
    }

    @Override
    public void close() {
        arena.close();
    }
}
