package dev.verbatim.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** What is relayed to a topic, and from there to a replica, by a process that is killed again and again. */
abstract class KilledLane {

    private static final long SHORTEST_PAUSE_NANOS = 20_000_000;

    final Broker broker;
    final String topic;
    final Path home;

    private volatile long startNanos = System.nanoTime();

    /**
     * Makes a lane.
     *
     * @param home its folder, whose name the topic has
     */
    KilledLane(Broker broker, Path home) throws IOException {
        this.broker = broker;
        this.home = Files.createDirectories(home);
        this.topic = home.getFileName().toString();
    }

    /** Takes note that a process was started. */
    final void started() {
        startNanos = System.nanoTime();
    }

    /**
     * Waits before more is written: the longer, the longer the process lives. Where others are at work, it takes long
     * to come to where it is killed, and would have ever more to relay.
     */
    final void pause() {
        LockSupport.parkNanos(Math.max(SHORTEST_PAUSE_NANOS, (System.nanoTime() - startNanos) / 50));
    }

    /** Writes what is to be relayed, with {@linkplain #pause pauses}, until told to stop. */
    abstract void write(AtomicBoolean done) throws IOException;

    /**
     * Relays the rest, and asserts that all is where it has to be.
     *
     * @param positions the topic of positions
     * @param seed what a message says of the kills
     */
    abstract void assertReplicated(String positions, String seed) throws Exception;

    @Override
    public final String toString() {
        return topic;
    }
}
