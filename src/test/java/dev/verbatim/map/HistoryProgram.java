package dev.verbatim.map;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.map.RegisterHistory.Kind;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A process of {@link LinearizabilityTest}: some threads that do all that can be done with a few keys, and one that
 * inserts and removes many others, so that the index grows.
 */
final class HistoryProgram {

    static final int THREADS = 2;
    static final int OPERATIONS = 1_500;
    private static final int KEYS = 6;
    private static final int OTHER_KEYS = 200;

    private final MappedMap<Long, Long> map;
    private final ConcurrentMap<Long, Long> view;
    private final OperationLog log;
    private final AtomicBoolean ended = new AtomicBoolean();

    HistoryProgram(MappedMap<Long, Long> map, OperationLog log) {
        this.map = map;
        this.view = map.asConcurrentMap();
        this.log = log;
    }

    static MappedMap<Long, Long> open(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(16 << 10)
                .open();
    }

    /** Takes the folder of the map, the log, the number of its first thread, and a seed. */
    @SuppressWarnings("ThreadPriorityCheck") // others are to come between two steps
    public static void main(String[] args) throws Exception {
        ProtocolStep.watch(step -> {
            if (ThreadLocalRandom.current().nextInt(4) == 0) {
                Thread.yield();
            }
        });
        try (MappedMap<Long, Long> map = open(Path.of(args[0]));
                OperationLog log = OperationLog.open(Path.of(args[1]), OPERATIONS)) {
            log.addReady();
            KilledProcess.awaitHere("the beginning", log::isBegun);
            new HistoryProgram(map, log).run(Integer.parseInt(args[2]), Long.parseLong(args[3]));
        }
    }

    /** Does what the threads from a number on do. */
    void run(int firstThread, long seed) throws Exception {
        FutureTask<Void> others = start(() -> changeOthers(firstThread));
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = firstThread + i;
            tasks.add(start(() -> {
                Random random = new Random(seed + thread);
                for (int number = 0; number < OPERATIONS; number++) {
                    operate(thread, number, random);
                }
            }));
        }
        try {
            for (FutureTask<Void> task : tasks) {
                task.get();
            }
        } finally {
            ended.set(true);
        }
        others.get();
    }

    /** What a thread does. */
    private interface Action {
        void run() throws IOException;
    }

    private static FutureTask<Void> start(Action action) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            action.run();
            return null;
        });
        Thread.ofPlatform().start(task);
        return task;
    }

    private void changeOthers(int thread) throws IOException {
        for (long i = 0; !ended.get(); i++) {
            long first = (thread + 1L) << 32;
            map.put(first + i, Long.valueOf(i));
            if (i >= OTHER_KEYS) {
                map.remove(first + i - OTHER_KEYS);
            }
        }
    }

    private void operate(int thread, int number, Random random) throws IOException {
        Kind kind = Kind.ALL.get(random.nextInt(Kind.ALL.size()));
        long key = random.nextInt(KEYS);
        Long seen = kind == Kind.REPLACE_EXPECTED || kind == Kind.REMOVE_EXPECTED ? map.get(key) : null;
        long expected = seen == null ? 1 : seen;
        boolean removes = kind == Kind.REMOVE || kind == Kind.REMOVE_EXPECTED || kind == Kind.GET;
        long value =
                removes || (kind == Kind.COMPUTE && random.nextInt(4) == 0) ? 0 : (thread + 1L) * OPERATIONS + number;
        log.start(thread, number, kind, key, removes && kind != Kind.REMOVE_EXPECTED ? 0 : expected, value);
        log.end(thread, number, result(kind, key, expected, value));
    }

    private long result(Kind kind, long key, long expected, long value) throws IOException {
        return switch (kind) {
            case GET -> number(map.get(key));
            case PUT -> number(view.put(key, value));
            case REMOVE -> number(view.remove(key));
            case PUT_IF_ABSENT -> number(view.putIfAbsent(key, value));
            case REPLACE -> number(view.replace(key, value));
            case REPLACE_EXPECTED -> map.replace(key, expected, value) ? 1 : 0;
            case REMOVE_EXPECTED -> map.remove(key, expected) ? 1 : 0;
            case COMPUTE -> {
                long[] found = new long[1];
                Long _ = map.compute(key, (same, old) -> {
                    found[0] = number(old);
                    return value == 0 ? null : value;
                });
                yield found[0];
            }
        };
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
