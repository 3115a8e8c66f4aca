package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.RegisterHistory.Operation;
import dev.verbatim.queue.KilledProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * What threads of several processes do to a few keys, while the index grows, the log is compacted and a process is
 * killed, is linearizable for each key. {@code -Dverbatim.seed} repeats the choices of a run, though not its races.
 */
class LinearizabilityTest {

    private static final int PROCESSES = 4;
    private static final int THREADS = PROCESSES * HistoryProgram.THREADS;

    /** How many histories are begun until a kill comes before the process has ended. */
    private static final int ATTEMPTS = 5;

    @TempDir
    Path temporary;

    @RepeatedTest(3)
    void everyKeyIsARegister(RepetitionInfo repetition, TestReporter reporter) throws Exception {
        long seed = Long.getLong("verbatim.seed", System.nanoTime()) + repetition.getCurrentRepetition();
        reporter.publishEntry("verbatim.seed", Long.toString(seed));
        boolean midway = false;
        for (int attempt = 0; attempt < ATTEMPTS && !midway; attempt++) {
            midway = isKilledMidway(Files.createDirectory(temporary.resolve("attempt" + attempt)), seed, reporter);
            seed = new Random(seed).nextLong();
        }
        assertTrue(midway, "no process was killed before it had ended");
    }

    /** Checks a history. {@return whether the kill came before the process that was killed had ended} */
    private static boolean isKilledMidway(Path temporary, long seed, TestReporter reporter) throws Exception {
        Path folder = temporary.resolve("map");
        Path file = temporary.resolve("operations");
        Random random = new Random(seed);
        try (OperationLog log = OperationLog.create(file, THREADS, HistoryProgram.OPERATIONS);
                MappedMap<Long, Long> map = HistoryProgram.open(folder);
                KilledProcess killed = start(folder, file, 1, random);
                KilledProcess second = start(folder, file, 2, random);
                KilledProcess third = start(folder, file, 3, random)) {
            for (KilledProcess process : List.of(killed, second, third)) {
                process.await("processes", () -> log.ready() >= PROCESSES - 1);
            }
            AtomicBoolean ended = new AtomicBoolean();
            FutureTask<Integer> compacting = new FutureTask<>(() -> {
                int compacted = 0;
                while (!ended.get()) {
                    compacted += map.compact();
                }
                return compacted;
            });
            Thread.ofPlatform().daemon().start(compacting);
            int target = random.nextInt(1, HistoryProgram.OPERATIONS / 2);
            FutureTask<Boolean> killing = new FutureTask<>(() -> {
                killed.await("what is killed", () -> log.begun(HistoryProgram.THREADS) >= target);
                killed.kill();
                return log.begun(HistoryProgram.THREADS) < HistoryProgram.OPERATIONS;
            });
            Thread.ofPlatform().daemon().start(killing);
            log.begin();
            new HistoryProgram(map, log).run(0, seed);
            boolean midway = killing.get(60, TimeUnit.SECONDS);
            second.awaitEnd();
            third.awaitEnd();
            ended.set(true);
            assertTrue(compacting.get(60, TimeUnit.SECONDS) > 0);
            reporter.publishEntry("generation", Long.toString(map.info().generation()));
            reporter.publishEntry("compacted", Integer.toString(compacting.get()));
            assertTrue(map.info().generation() > 2, "the index has grown");
            for (Map.Entry<Long, List<Operation>> key : log.byKey(THREADS).entrySet()) {
                assertNull(
                        RegisterHistory.problem(key.getValue()),
                        () -> "verbatim.seed=" + seed + " key=" + key.getKey());
            }
            assertEquals(List.of(), map.verify().damage());
            return midway;
        }
    }

    private static KilledProcess start(Path folder, Path file, int number, Random random) throws Exception {
        return KilledProcess.run(
                HistoryProgram.class, folder, file, number * HistoryProgram.THREADS, random.nextLong());
    }
}
