package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.DeliveryJournal.Delivery;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that die in the midst of appending, by SIGKILL anywhere or halted at each step of the protocol, while
 * others append and read and a named tailer dies too: everything that was acknowledged is there once, whole and in
 * order, and nobody waits for the dead. {@code -Dverbatim.kills=5000} takes longer; {@code -Dverbatim.seed} repeats the
 * choices of a run.
 */
class KilledAppenderTest {

    private static final int KILLS = Integer.getInteger("verbatim.kills", 200);

    /** Each lane has one process at work, kills it, and appends an entry of its own behind what that has left. */
    private static final int LANES = 3;

    /** Without those of a map. */
    private static final ProtocolStep[] STEPS = EnumSet.complementOf(
                    EnumSet.of(ProtocolStep.PREPARED, ProtocolStep.INDEXED, ProtocolStep.NAMELESS))
            .toArray(ProtocolStep[]::new);

    private static final int HALTS = 2 * STEPS.length;

    /** The writer whose classes are archived. */
    private static final int ARCHIVED = LANES;

    private static final int FIRST_KILLED = ARCHIVED + 1;
    private static final int FIRST_HALTED = FIRST_KILLED + KILLS;
    private static final int WRITERS = FIRST_HALTED + HALTS;
    private static final String NAME = "follower";

    @TempDir
    Path temporary;

    private final AtomicInteger nextWriter = new AtomicInteger(FIRST_KILLED);
    private final AtomicLong longestWaitNanos = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<LiveReader> readers = new ArrayList<>();
    private Path folder;
    private Path acknowledged;
    private Path journal;
    private KilledJvm jvm;

    @BeforeEach
    void nameTheFiles() {
        folder = temporary.resolve("queue");
        acknowledged = temporary.resolve("acknowledged");
        journal = temporary.resolve("journal");
    }

    @Test
    void whatWasAcknowledgedIsThereOnceAndInOrder(TestReporter reporter) throws Exception {
        long seed = Long.getLong("verbatim.seed", System.nanoTime());
        reporter.publishEntry("verbatim.seed", Long.toString(seed));
        try (Acknowledgements acknowledgements = Acknowledgements.create(acknowledged, WRITERS)) {
            QueueReport report = killAll(new SplittableRandom(seed), acknowledgements);
            reporter.publishEntry("records", Long.toString(report.committed()));
            reporter.publishEntry("orphans", Long.toString(report.aborted()));
            reporter.publishEntry(
                    "longest wait", Duration.ofNanos(longestWaitNanos.get()).toString());
            assertEquals(List.of(), report.damage());
            assertEquals(0, report.orphans());
            // A process has one appender, and nothing is aborted in an orderly way: each is a kill, or a halt with an
            // open claim.
            long haltedInClaim = 6;
            assertTrue(
                    report.aborted() - haltedInClaim >= KILLS / 4,
                    () -> "only so many kills left an orphan: " + report);
            try (MappedQueue queue = MappedQueue.open(folder)) {
                assertEquals(List.of(), queue.recovery().orElseThrow().damage());
                List<Delivery> all = readAll(queue);
                assertEquals(report.committed(), all.size());
                requireAcknowledged(acknowledgements, all);
                followToTheEnd(queue, all.size());
                int repeated = DeliveryJournal.requireNoGap(journal, all);
                reporter.publishEntry("delivered twice", Integer.toString(repeated));
            }
        }
    }

    private QueueReport killAll(SplittableRandom random, Acknowledgements acknowledgements) throws Exception {
        try (MappedQueue queue =
                        MappedQueue.builder(folder).segmentSize(16 << 10).open();
                MappedQueue readOnly =
                        MappedQueue.builder(folder).readOnly(true).open()) {
            ProtocolStep last = ProtocolStep.NEWEST;
            jvm = new KilledJvm(
                    temporary, last, KilledProgram.class, "write", folder, acknowledged, ARCHIVED, 0, last, 1);
            readers.add(new LiveReader(queue));
            readers.add(new LiveReader(readOnly));
            List<FutureTask<Void>> reading = readers.stream().map(this::start).toList();
            SplittableRandom ofFollower = random.split();
            FutureTask<Void> follower = start(() -> followAndDie(ofFollower));
            List<FutureTask<Void>> lanes = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                int writer = lane;
                SplittableRandom ofLane = random.split();
                lanes.add(start(() -> killInTurn(queue, writer, acknowledgements, ofLane)));
            }
            try {
                for (FutureTask<Void> lane : lanes) {
                    lane.get();
                }
            } finally {
                ended.set(true);
            }
            follower.get();
            for (FutureTask<Void> reader : reading) {
                reader.get();
            }
            return queue.verify();
        }
    }

    private <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofPlatform().start(task);
        return task;
    }

    private Void killInTurn(MappedQueue queue, int lane, Acknowledgements acknowledgements, SplittableRandom random)
            throws Exception {
        try (Appender appender = queue.appender()) {
            long sequence = 0;
            for (int writer = nextWriter.getAndIncrement(); writer < WRITERS; writer = nextWriter.getAndIncrement()) {
                int halt = writer - FIRST_HALTED;
                if (halt < 0) {
                    killOne(writer, acknowledgements, random);
                } else {
                    haltOne(writer, STEPS[halt % STEPS.length], random);
                }
                Stamp stamp = new Stamp(lane, sequence);
                stamp.write(appender.claim(stamp.byteSize()), 0);
                long position = appender.commit();
                sequence++;
                acknowledgements.count(lane, sequence);
                awaitReaders(position);
            }
        }
        return null;
    }

    private void killOne(int writer, Acknowledgements acknowledgements, SplittableRandom random) throws Exception {
        // Those who write slowly are killed in a claim, those who hurry anywhere.
        boolean slowly = writer % 4 != 0;
        int target = random.nextInt(1, slowly ? 40 : 400);
        try (KilledProcess process =
                jvm.start(KilledProgram.class, "write", folder, acknowledged, writer, slowly ? 10 : 0)) {
            process.await("writer=" + writer, () -> acknowledgements.count(writer) >= target);
        }
    }

    private void haltOne(int writer, ProtocolStep step, SplittableRandom random) throws Exception {
        int count = step == ProtocolStep.SLOT || step == ProtocolStep.GENERATION ? 1 : random.nextInt(1, 4);
        try (KilledProcess process =
                jvm.start(KilledProgram.class, "write", folder, acknowledged, writer, 0, step, count)) {
            process.awaitHalt(step);
        }
    }

    /** Nobody waits for the dead: the readers come to an entry that was appended after one has died. */
    private void awaitReaders(long position) throws Exception {
        long start = System.nanoTime();
        for (LiveReader reader : readers) {
            KilledProcess.awaitHere("a reader to pass position=" + position, () -> reader.position >= position);
        }
        longestWaitNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    }

    private Void followAndDie(SplittableRandom random) throws Exception {
        while (!ended.get()) {
            try (KilledProcess process = jvm.start(KilledProgram.class, "follow", folder, journal, NAME)) {
                long target = DeliveryJournal.size(journal) + random.nextInt(2, 1000);
                process.await("deliveries", () -> ended.get() || DeliveryJournal.size(journal) >= target);
            }
        }
        return null;
    }

    /** A reader of the queue while it is in use. */
    private final class LiveReader implements Callable<Void> {

        private final MappedQueue queue;
        private final long[] counts = new long[WRITERS];
        volatile long position;

        LiveReader(MappedQueue queue) {
            this.queue = queue;
        }

        @Override
        public Void call() throws Exception {
            try (Tailer tailer = queue.tailer().withChecksums()) {
                while (!ended.get()) {
                    if (tailer.await(WaitStrategy.backoff(), Duration.ofMillis(10))) {
                        tailer.read((payload, at, layoutId) -> {
                            requireNext(counts, Stamp.read(payload, at));
                            position = at;
                        });
                    }
                }
                return null;
            }
        }
    }

    private static void requireNext(long[] counts, Stamp stamp) {
        assertEquals(counts[stamp.writer()], stamp.sequence(), stamp::toString);
        counts[stamp.writer()]++;
    }

    /** {@return all records of a queue to which nobody appends} Nothing is waited for. */
    private static List<Delivery> readAll(MappedQueue queue) throws IOException {
        List<Delivery> all = new ArrayList<>();
        try (Tailer tailer = queue.tailer().withChecksums()) {
            boolean more = true;
            while (more) {
                more = tailer.read((payload, position, layoutId) ->
                        all.add(new Delivery(position, Stamp.read(payload, position))));
            }
        }
        return all;
    }

    private static void requireAcknowledged(Acknowledgements acknowledgements, List<Delivery> all) {
        long[] counts = new long[WRITERS];
        for (Delivery delivery : all) {
            requireNext(counts, delivery.stamp());
        }
        for (int writer = 0; writer < WRITERS; writer++) {
            long expected = acknowledgements.count(writer);
            // A process that has committed may die before it says so.
            long atMost = writer < LANES ? expected : expected + 1;
            String what = "writer=" + writer + " acknowledged=" + expected + " found=" + counts[writer];
            assertTrue(expected <= counts[writer] && counts[writer] <= atMost, what);
        }
    }

    /** Opens the named tailer a last time, in this process. */
    private void followToTheEnd(MappedQueue queue, int count) throws IOException {
        assertNotNull(queue.tailerPositions().get(NAME));
        try (Tailer tailer = queue.tailer(NAME).withChecksums();
                DeliveryJournal deliveries = DeliveryJournal.open(journal)) {
            boolean more = true;
            while (more) {
                more = tailer.read((payload, position, layoutId) ->
                        deliveries.add(new Delivery(position, Stamp.read(payload, position))));
            }
            assertTrue(DeliveryJournal.size(journal) > count);
        }
    }
}
