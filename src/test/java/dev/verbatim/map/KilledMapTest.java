package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.Acknowledgements;
import dev.verbatim.queue.KilledJvm;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that die in the midst of changing and compacting a map, by SIGKILL anywhere or halted at each step of the
 * protocol, while others write, read, compact and make the index grow: everything that was acknowledged is there and
 * whole, nothing comes back that was removed, and nobody waits for the dead. {@code -Dverbatim.kills=5000} takes
 * longer; {@code -Dverbatim.seed} repeats the choices of a run.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class KilledMapTest {

    private static final int KILLS = Integer.getInteger("verbatim.kills", 200);

    /** Each lane has one process at work, kills it, and makes a change of its own. */
    private static final int LANES = 3;

    /** The writer that is not killed before the end. */
    private static final int SURVIVOR = LANES;

    /** Longer than it takes to kill a process that is seen in a change. */
    private static final long SLOW_STEP_NANOS = 100_000;

    /** A compactor comes to some steps with each entry. */
    private static final long SLOW_COMPACTION_STEP_NANOS = 5_000;

    private static final long SURVIVORS_PAUSE_NANOS = 1_000_000;
    private static final long COMPACTION_PAUSE_NANOS = 300_000_000;
    private static final long READERS_PAUSE_NANOS = 1_000_000;

    /** Without the one that a map does not come to, and the one that only a deletion comes to. */
    private static final ProtocolStep[] STEPS = EnumSet.complementOf(
                    EnumSet.of(ProtocolStep.BEFORE_COMMIT, ProtocolStep.NAMELESS))
            .toArray(ProtocolStep[]::new);

    /** The writer whose classes are archived. */
    private static final int ARCHIVED = SURVIVOR + 1;

    private static final int FIRST_KILLED = ARCHIVED + 1;
    private static final int FIRST_HALTED = FIRST_KILLED + KILLS;
    private static final int WRITERS = FIRST_HALTED + 2 * STEPS.length;

    @TempDir
    Path temporary;

    private final AtomicInteger nextWriter = new AtomicInteger(FIRST_KILLED);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<LiveReader> readers = new ArrayList<>();
    private final AtomicInteger compacted = new AtomicInteger();
    private Path folder;
    private Path acknowledged;
    private KilledJvm jvm;

    @BeforeEach
    void nameTheFiles() {
        folder = temporary.resolve("map");
        acknowledged = temporary.resolve("acknowledged");
    }

    @Test
    void whatWasAcknowledgedIsThereAndWhatWasRemovedIsNot(TestReporter reporter) throws Exception {
        long seed = Long.getLong("verbatim.seed", System.nanoTime());
        reporter.publishEntry("verbatim.seed", Long.toString(seed));
        try (Acknowledgements acknowledgements = Acknowledgements.create(acknowledged, 2 * WRITERS)) {
            killAll(new SplittableRandom(seed), acknowledgements, reporter);
            // Before anybody else looks at an entry, and so ends what its writer has begun.
            Path copy = temporary.resolve("copy");
            MapSamples.copy(folder, copy);
            MapSamples.forgetTheBoot(copy);
            try (MappedMap<Long, byte[]> map = open(copy)) {
                requireAcknowledged(acknowledgements, map);
                assertEquals(List.of(), map.verify().damage());
            }
            Map<Long, WriterChange> found;
            try (MappedMap<Long, byte[]> map = open(folder)) {
                assertEquals(List.of(), map.recovery().orElseThrow().damage());
                found = requireAcknowledged(acknowledgements, map);
                reporter.publishEntry("keys", Integer.toString(found.size()));
                MapInfo before = map.info();
                assertTrue(map.compact() > 0);
                // The newest segment stays, even if it is full and who has filled it was killed before he went on.
                assertTrue(map.info().from() >= before.to() - before.segmentSize());
                requireSame(found, requireAcknowledged(acknowledgements, map));
                assertEquals(List.of(), map.verify().damage());
            }
            try (MappedMap<Long, byte[]> map = open(folder)) {
                assertEquals(found.size(), map.size());
            }
            MapSamples.forgetTheBoot(folder);
            try (MappedMap<Long, byte[]> map = open(folder)) {
                requireSame(found, requireAcknowledged(acknowledgements, map));
                assertEquals(found.size(), map.size());
            }
        }
    }

    private static MappedMap<Long, byte[]> open(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.bytes())
                .segmentSize(16 << 10)
                .open();
    }

    private void killAll(SplittableRandom random, Acknowledgements acknowledgements, TestReporter reporter)
            throws Exception {
        try (MappedMap<Long, byte[]> map = open(folder);
                MappedMap<Long, byte[]> readOnly = MappedMap.builder(folder, MapCodec.longs(), MapCodec.bytes())
                        .readOnly(true)
                        .open();
                KilledProcess survivor = startSurvivor()) {
            readers.add(new LiveReader(map, acknowledgements, random.split()));
            readers.add(new LiveReader(readOnly, acknowledgements, random.split()));
            List<FutureTask<Void>> others =
                    new ArrayList<>(readers.stream().map(this::start).toList());
            others.add(start(() -> compact(map)));
            List<FutureTask<Void>> lanes = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                int number = lane;
                SplittableRandom ofLane = random.split();
                lanes.add(start(() -> killInTurn(map, number, acknowledgements, survivor, ofLane)));
            }
            try {
                for (FutureTask<Void> lane : lanes) {
                    lane.get();
                }
            } finally {
                ended.set(true);
            }
            for (FutureTask<Void> other : others) {
                other.get(KilledProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            assertEquals(List.of(), map.verify().damage());
            reporter.publishEntry("changes", Long.toString(changes(acknowledgements)));
            reporter.publishEntry("generation", Long.toString(map.info().generation()));
            reporter.publishEntry("segments compacted here", Integer.toString(compacted.get()));
            long inChange = LongStream.range(FIRST_KILLED, FIRST_HALTED)
                    .filter(writer -> isInChange((int) writer, acknowledgements))
                    .count();
            reporter.publishEntry("killed in a change", Long.toString(inChange));
            assertTrue(inChange >= KILLS / 4, () -> "only so many kills were in a change: " + inChange);
            assertTrue(compacted.get() > 0);
            assertTrue(map.info().generation() > 10, "the index has grown");
        }
    }

    /** Makes the archive of classes on the way: the map is there now. */
    private KilledProcess startSurvivor() throws Exception {
        ProtocolStep last = ProtocolStep.NEWEST;
        jvm = new KilledJvm(
                temporary,
                last,
                KilledMapProgram.class,
                "write",
                folder,
                acknowledged,
                ARCHIVED,
                mark(ARCHIVED),
                0,
                0,
                last,
                1);
        return jvm.start(
                KilledMapProgram.class,
                "write",
                folder,
                acknowledged,
                SURVIVOR,
                mark(SURVIVOR),
                0,
                SURVIVORS_PAUSE_NANOS);
    }

    private static long changes(Acknowledgements acknowledgements) {
        long sum = 0;
        for (int writer = 0; writer < WRITERS; writer++) {
            sum += acknowledgements.count(writer);
        }
        return sum;
    }

    private <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(() -> {
            try {
                return action.call();
            } catch (Exception | Error e) {
                ended.set(true);
                throw e;
            }
        });
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private Void compact(MappedMap<Long, byte[]> map) throws IOException {
        while (!ended.get()) {
            compacted.addAndGet(map.compact());
            LockSupport.parkNanos(COMPACTION_PAUSE_NANOS);
        }
        return null;
    }

    /** {@return the cell in which a writer says whether it is in a change, behind the acknowledgements of all} */
    private static int mark(int writer) {
        return WRITERS + writer;
    }

    /** {@return whether a writer has come to a step of a change, and not to its end; or had when it was killed} */
    private static boolean isInChange(int writer, Acknowledgements acknowledgements) {
        return acknowledgements.count(mark(writer)) != 0;
    }

    private static boolean isCompactor(int writer) {
        return writer >= FIRST_HALTED
                ? writer >= FIRST_HALTED + STEPS.length
                : writer >= FIRST_KILLED && writer % 5 == 0;
    }

    private Void killInTurn(
            MappedMap<Long, byte[]> map,
            int lane,
            Acknowledgements acknowledgements,
            KilledProcess survivor,
            SplittableRandom random)
            throws Exception {
        int writer = nextWriter.getAndIncrement();
        for (long number = 0; writer < WRITERS && !ended.get(); number++) {
            kill(writer, acknowledgements, random);
            // Nobody waits for the dead: neither this process, nor another, nor who reads.
            change(map, new WriterChange(lane, number));
            acknowledgements.count(lane, number + 1);
            long changes = acknowledgements.count(SURVIVOR);
            survivor.await("the writer that lives", () -> acknowledgements.count(SURVIVOR) > changes + 1);
            for (LiveReader reader : readers) {
                long reads = reader.reads;
                KilledProcess.awaitHere("a reader", () -> ended.get() || reader.reads > reads + 1);
            }
            writer = nextWriter.getAndIncrement();
        }
        return null;
    }

    private void change(MappedMap<Long, byte[]> map, WriterChange change) throws Exception {
        FutureTask<Void> task = start(() -> {
            change.apply(map);
            return null;
        });
        task.get(KilledProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void kill(int writer, Acknowledgements acknowledgements, SplittableRandom random) throws Exception {
        String what = isCompactor(writer) ? "compact" : "write";
        if (writer >= FIRST_HALTED) {
            ProtocolStep step = STEPS[(writer - FIRST_HALTED) % STEPS.length];
            int count = step == ProtocolStep.SLOT || step == ProtocolStep.GENERATION ? 1 : random.nextInt(1, 8);
            try (KilledProcess process = jvm.start(
                    KilledMapProgram.class, what, folder, acknowledged, writer, mark(writer), 0, 0, step, count)) {
                process.awaitHalt(step);
            }
            return;
        }
        // Writers who are slow are killed within a change, those who hurry anywhere.
        boolean slow = random.nextInt(3) > 0;
        boolean compacts = isCompactor(writer);
        long stepNanos = !slow ? 0 : compacts ? SLOW_COMPACTION_STEP_NANOS : SLOW_STEP_NANOS;
        boolean inChange = slow && !compacts;
        int target = random.nextInt(1, compacts ? 100 : slow ? 150 : 2000);
        try (KilledProcess process =
                jvm.start(KilledMapProgram.class, what, folder, acknowledged, writer, mark(writer), stepNanos, 0)) {
            process.await(
                    "writer=" + writer,
                    () -> ended.get()
                            || (acknowledgements.count(writer) >= target
                                    && (!inChange || isInChange(writer, acknowledgements))));
        }
    }

    /** Reads the map while it is in use, and requires what must be there at that moment. */
    private final class LiveReader implements Callable<Void> {

        private final MappedMap<Long, byte[]> map;
        private final Acknowledgements acknowledgements;
        private final SplittableRandom random;
        volatile long reads;

        LiveReader(MappedMap<Long, byte[]> map, Acknowledgements acknowledgements, SplittableRandom random) {
            this.map = map;
            this.acknowledgements = acknowledgements;
            this.random = random;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread adds
        public Void call() throws Exception {
            while (!ended.get()) {
                int latest = Math.min(nextWriter.get(), WRITERS) - 1;
                int writer = random.nextBoolean()
                        ? random.nextInt(WRITERS)
                        : random.nextInt(Math.max(0, latest - 2 * LANES), latest + 1);
                if (!isCompactor(writer)) {
                    look(WriterChange.key(writer, random.nextInt(WriterChange.HOT_KEYS)), writer);
                    reads++;
                }
                LockSupport.parkNanos(READERS_PAUSE_NANOS);
            }
            return null;
        }

        private void look(long key, int writer) throws IOException {
            long before = acknowledgements.count(writer);
            byte[] value = map.get(key);
            long after = acknowledgements.count(writer);
            requireOneOf(key, value == null ? null : WriterChange.of(key, value), before, after + 1);
        }
    }

    /** Requires that a key is as it was after one of some changes of its writer. */
    private static void requireOneOf(long key, WriterChange found, long fewest, long most) {
        for (long count = most; count >= fewest; ) {
            WriterChange last = WriterChange.last(key, count);
            WriterChange expected = last == null || last.isRemoval() ? null : last;
            if (expected == null ? found == null : expected.equals(found)) {
                return;
            }
            count = last == null ? -1 : last.number();
        }
        assertEquals(WriterChange.last(key, fewest), found, () -> "key=" + key + " after " + fewest + " changes");
    }

    /** {@return what the map has, which is what was acknowledged} */
    private static Map<Long, WriterChange> requireAcknowledged(
            Acknowledgements acknowledgements, MappedMap<Long, byte[]> map) throws IOException {
        Map<Long, WriterChange> found = new HashMap<>();
        for (Map.Entry<Long, byte[]> entry : map) {
            WriterChange change = WriterChange.of(entry.getKey(), entry.getValue());
            assertEquals(null, found.put(entry.getKey(), change), "a key comes once");
            assertEquals(change, WriterChange.of(entry.getKey(), map.get(entry.getKey())));
        }
        Map<Long, WriterChange> expected = new HashMap<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            if (isCompactor(writer)) {
                continue;
            }
            long count = acknowledgements.count(writer);
            for (long number = 0; number < count; number++) {
                apply(new WriterChange(writer, number), expected);
            }
            // A process that has made a change may die before it says so.
            WriterChange one = new WriterChange(writer, count);
            WriterChange value = found.get(one.key());
            if (writer > LANES - 1 && (one.isRemoval() ? value == null : one.equals(value))) {
                apply(one, expected);
            }
        }
        requireSame(expected, found);
        return found;
    }

    private static void requireSame(Map<Long, WriterChange> expected, Map<Long, WriterChange> found) {
        Map<Long, WriterChange> lost = new HashMap<>(expected);
        lost.entrySet().removeAll(found.entrySet());
        Map<Long, WriterChange> wrong = new HashMap<>(found);
        wrong.entrySet().removeAll(expected.entrySet());
        assertEquals("lost: {} wrong: {}", "lost: " + lost + " wrong: " + wrong);
    }

    private static void apply(WriterChange change, Map<Long, WriterChange> map) {
        if (change.isRemoval()) {
            map.remove(change.key());
        } else {
            map.put(change.key(), change);
        }
    }
}
