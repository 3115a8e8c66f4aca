package dev.verbatim.kafka;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Relays a queue to a topic, and the topic to a replica, until it is killed. Given a step, it halts at it, without a
 * farewell.
 */
final class RelayProgram {

    /** How the program ends at a step. */
    static final int HALTED = 42;

    /** Says that the relays are stopped when they have relayed something, and the program ends in order. */
    static final String ONCE = "once";

    private RelayProgram() {}

    /**
     * Takes the broker's address, a name, a folder, and the name of a step with a count, or {@link #ONCE}, or nothing.
     */
    public static void main(String[] args) throws Exception {
        haltAt(args);
        Path folder = Path.of(args[2]);
        try (MappedQueue queue = Records.queue(folder.resolve("queue"));
                MappedQueue replica = Records.queue(folder.resolve("replica"))) {
            QueueToTopic out = out(queue, args[1], args[0]);
            TopicToQueue in = in(replica, args[1], args[0]);
            if (args.length == 4) {
                relayOnce(out, in);
            } else {
                relay(folder, out, in);
            }
        }
    }

    /** Has this process halt at a step, if the arguments name one. */
    static void haltAt(String[] args) {
        if (args.length > 4) {
            RelayStep wanted = RelayStep.valueOf(args[3]);
            AtomicInteger left = new AtomicInteger(Integer.parseInt(args[4]));
            RelayStep.watch(step -> {
                if (step == wanted && left.decrementAndGet() == 0) {
                    Runtime.getRuntime().halt(HALTED);
                }
            });
        }
    }

    /** Relays for ever, and makes a file when something has arrived. */
    static void relay(Path folder, Relay out, Relay in) throws IOException, InterruptedException {
        Thread.ofPlatform().daemon().start(() -> end(out));
        Thread.ofPlatform().daemon().start(() -> end(in));
        while (in.status().getRecords() == 0) {
            LockSupport.parkNanos(1_000_000); // to spin would take a processor from the other relays
        }
        Files.createFile(folder.resolve("relaying"));
        Thread.currentThread().join();
    }

    private static void relayOnce(Relay out, Relay in) throws Exception {
        try (Running _ = new Running(out);
                Running _ = new Running(in)) {
            Running.await("records", () -> in.status().getRecords() > 0);
        }
    }

    static QueueToTopic out(MappedQueue queue, String name, String address) {
        // An aborted transaction of a killed relay must not hold up the next one for long.
        Map<String, Object> client = new HashMap<>(Broker.client(address));
        client.put("transaction.timeout.ms", 10_000);
        return QueueToTopic.builder(queue, name, name, client)
                .positionsTopic(positions(name))
                .batchSize(50)
                .build();
    }

    /**
     * {@return the topic of positions of a relay} The first queue and the map share one, as relays do by default. In
     * one for all three, whoever starts waits for the transactions that the others have left behind as they were
     * killed.
     */
    static String positions(String name) {
        return name.equals("killed1") ? "positions.killed1" : "verbatim.positions";
    }

    static TopicToQueue in(MappedQueue replica, String name, String address) {
        return TopicToQueue.builder(name, replica, Broker.client(address)).build();
    }

    private static void end(Relay relay) {
        try {
            relay.run();
        } catch (Throwable e) {
            System.err.println(relay + " has ended: " + e);
        }
        Runtime.getRuntime().halt(1);
    }
}
