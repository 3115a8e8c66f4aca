package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** The relays of several lanes, all of which are in one process, which is killed again and again. */
final class KilledRelays {

    private static final int PATIENCE_SECONDS = 180;
    private static final int LONGEST_PAUSE_MILLIS = 200;

    /** Longer than it takes all lanes to start. */
    private static final int LONGEST_START_MILLIS = 3_000;

    private final RelayJvm jvm;
    private final Path folder;
    private final List<KilledLane> queues;
    private final List<KilledLane> maps;
    private final Broker broker;
    private final String positions;
    private final File output;
    private final String seed;
    private final Random random;

    /**
     * A death at a step.
     *
     * @param lane whose relay comes to the step
     * @param step at which the process ends
     */
    record Death(KilledLane lane, RelayStep step) {}

    /**
     * Makes relays.
     *
     * @param folder that of the lanes
     * @param seed where the numbers start that say when to kill
     */
    KilledRelays(Broker broker, RelayJvm jvm, Path folder, List<KilledLane> queues, List<KilledLane> maps, long seed) {
        this.broker = broker;
        this.jvm = jvm;
        this.folder = folder;
        this.queues = queues;
        this.maps = maps;
        this.positions = positions(folder);
        this.output = folder.resolve("output.txt").toFile();
        this.seed = folder.getFileName() + ", seed=" + seed;
        this.random = new Random(seed);
    }

    /**
     * {@return a topic of positions} The relays of a process share one, as relays do by default. In one for all,
     * whoever starts waits for the transactions that another process has left behind as it was killed.
     */
    private static String positions(Path folder) {
        return PositionedProducer.DEFAULT_TOPIC + "." + folder.getFileName();
    }

    private List<KilledLane> lanes() {
        return Stream.concat(queues.stream(), maps.stream()).toList();
    }

    /**
     * Kills the process while something is written.
     *
     * @param deaths at which steps it is killed first
     * @param kills how often it is killed at any time then
     */
    Void kill(List<Death> deaths, int kills) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (KilledLane lane : lanes()) {
            writers.add(Thread.ofPlatform().start(() -> {
                try {
                    lane.write(done);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        try {
            for (Death death : deaths) {
                killAt(death);
            }
            for (int i = 0; i < kills; i++) {
                killAtAnyTime();
            }
        } finally {
            done.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        return null;
    }

    private void killAt(Death death) throws Exception {
        // A relay takes the first two steps once.
        int count = death.step().compareTo(RelayStep.CLAIMED) <= 0 ? 1 : 1 + random.nextInt(3);
        Process process = start(death.lane().topic, death.step().name(), Integer.toString(count));
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "came not to " + death);
        assertEquals(RelayProgram.HALTED, process.exitValue(), () -> death + ": " + RelayJvm.text(output));
    }

    /** Kills a process soon after all lanes relay; or at any time of its start, so that some may and some not. */
    private void killAtAnyTime() throws Exception {
        Process process = start();
        if (random.nextInt(4) > 0) {
            Path relaying = folder.resolve("relaying");
            Running.await("relaying", () -> Files.exists(relaying) || !process.isAlive());
            assertLivesOn(process, LONGEST_PAUSE_MILLIS);
        } else {
            assertLivesOn(process, LONGEST_START_MILLIS);
        }
        process.destroyForcibly().waitFor();
    }

    private void assertLivesOn(Process process, int longestMillis) throws InterruptedException {
        boolean ended = process.waitFor(random.nextInt(longestMillis), TimeUnit.MILLISECONDS);
        assertFalse(ended, () -> RelayJvm.text(output));
    }

    private Process start(String... step) throws IOException {
        Files.deleteIfExists(folder.resolve("relaying"));
        lanes().forEach(KilledLane::started);
        return jvm.start(
                output,
                Stream.concat(
                                Stream.of(broker.address(), positions, folder.toString(), names(queues), names(maps)),
                                Stream.of(step))
                        .toArray(String[]::new));
    }

    private static String names(List<KilledLane> lanes) {
        return String.join(",", lanes.stream().map(lane -> lane.topic).toList());
    }

    /** Relays the rest, and asserts that all is where it has to be. */
    Void assertReplicated() throws Exception {
        for (KilledLane lane : lanes()) {
            lane.assertReplicated(positions, lane.topic + " of " + seed);
        }
        return null;
    }
}
