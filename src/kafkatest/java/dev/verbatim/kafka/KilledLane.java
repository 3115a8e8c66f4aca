package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What is relayed to a topic, and from there to a replica, by a process that is killed again and again. */
abstract class KilledLane {

    private static final int PATIENCE_SECONDS = 180;
    private static final int LONGEST_PAUSE_MILLIS = 200;

    final Broker broker;
    final String topic;
    final Path home;
    final String seed;

    private final RelayJvm jvm;
    private final Class<?> program;
    private final List<RelayStep> steps;
    private final AtomicInteger killsLeft;
    private final File output;
    private final Random random;

    /**
     * Makes a lane.
     *
     * @param home its folder
     * @param program what relays
     * @param steps at each of which it is killed once
     * @param killsLeft how often it is killed at any time, together with others
     */
    KilledLane(
            Broker broker,
            RelayJvm jvm,
            Path home,
            Class<?> program,
            List<RelayStep> steps,
            AtomicInteger killsLeft,
            long seed)
            throws IOException {
        this.broker = broker;
        this.jvm = jvm;
        this.home = Files.createDirectory(home);
        this.topic = home.getFileName().toString();
        this.program = program;
        this.steps = steps;
        this.killsLeft = killsLeft;
        this.output = home.resolve("output.txt").toFile();
        this.seed = topic + ", seed=" + seed;
        this.random = new Random(seed);
    }

    /** Writes what is to be relayed, until told to stop. */
    abstract void write(AtomicBoolean done) throws IOException;

    /** Relays the rest, and asserts that all is where it has to be. */
    abstract Void assertReplicated() throws Exception;

    /** Kills relays while something is written. */
    final Void kill() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                write(done);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        try {
            for (RelayStep step : steps) {
                killAt(step);
            }
            while (killsLeft.getAndDecrement() > 0) {
                killAtAnyTime();
            }
        } finally {
            done.set(true);
            writer.join();
        }
        return null;
    }

    private void killAt(RelayStep step) throws Exception {
        // A relay takes the first two steps once.
        int count = step.compareTo(RelayStep.CLAIMED) <= 0 ? 1 : 1 + random.nextInt(3);
        Process process = start(step.name(), Integer.toString(count));
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "came not to " + step);
        assertEquals(RelayProgram.HALTED, process.exitValue(), () -> step + ": " + RelayJvm.text(output));
    }

    /** Kills a process when it relays, or soon after, or, once in a while, before. */
    private void killAtAnyTime() throws Exception {
        Process process = start();
        if (random.nextInt(10) > 0) {
            Path relaying = home.resolve("relaying");
            Running.await("relaying", () -> Files.exists(relaying) || !process.isAlive());
            assertTrue(process.isAlive(), () -> RelayJvm.text(output));
        }
        process.waitFor(random.nextInt(LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
    }

    private Process start(String... step) throws IOException {
        Files.deleteIfExists(home.resolve("relaying"));
        return jvm.start(
                output,
                program,
                Stream.concat(Stream.of(broker.address(), topic, home.toString()), Stream.of(step))
                        .toArray(String[]::new));
    }
}
