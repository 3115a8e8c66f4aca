package dev.verbatim.kafka;

import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Relays queues and maps, each to a topic, and the topic to a replica, until it is killed. Given a step, it halts at
 * it, without a farewell.
 */
final class RelayProgram {

    /** How the program ends at a step. */
    static final int HALTED = 42;

    /** Says that the relays are stopped when they have relayed something, and the program ends in order. */
    static final String ONCE = "once";

    private RelayProgram() {}

    /** The relays to a topic and from it. */
    private record Lane(String name, Relay out, Relay in) {}

    /**
     * Takes the broker's address, the topic of positions, a folder, in which each lane has one of its name, the names
     * of queues and those of maps with commas between them, and the name of a lane, a step, and a count, or {@link
     * #ONCE}, or nothing.
     */
    public static void main(String[] args) throws Exception {
        if (args.length > 6) {
            haltAt(args[5], RelayStep.valueOf(args[6]), new AtomicInteger(Integer.parseInt(args[7])));
        }
        Path folder = Path.of(args[2]);
        List<Lane> lanes = new ArrayList<>();
        // Nobody closes the stores: the process is killed.
        for (String name : names(args[3])) {
            MappedQueue queue = Records.queue(folder.resolve(name, "queue"));
            MappedQueue replica = Records.queue(folder.resolve(name, "replica"));
            lanes.add(new Lane(name, out(queue, name, args[0], args[1]), in(replica, name, args[0])));
        }
        for (String name : names(args[4])) {
            MappedMap<byte[], StoredValue> map = MapRecords.stored(folder.resolve(name, "map"));
            Path replica = folder.resolve(name, "replica");
            lanes.add(new Lane(name, out(map, name, args[0], args[1]), in(replica, name, args[0])));
        }
        if (args.length == 6) {
            relayOnce(lanes);
        } else {
            relay(folder, lanes);
        }
    }

    private static List<String> names(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split(",", -1));
    }

    /** Has this process halt at a step of a lane, whose relays run in threads of its name. */
    private static void haltAt(String lane, RelayStep wanted, AtomicInteger left) {
        RelayStep.watch(step -> {
            if (step == wanted && Thread.currentThread().getName().equals(lane) && left.decrementAndGet() == 0) {
                Runtime.getRuntime().halt(HALTED);
            }
        });
    }

    /** Relays for ever, and makes a file when something has arrived on every lane. */
    private static void relay(Path folder, List<Lane> lanes) throws IOException, InterruptedException {
        for (Lane lane : lanes) {
            Thread.ofPlatform().name(lane.name).daemon().start(() -> end(lane.out));
            Thread.ofPlatform().name(lane.name).daemon().start(() -> end(lane.in));
        }
        while (!allRelay(lanes)) {
            LockSupport.parkNanos(1_000_000); // to spin would take a processor from the other relays
        }
        Files.createFile(folder.resolve("relaying"));
        Thread.currentThread().join();
    }

    private static boolean allRelay(List<Lane> lanes) {
        return lanes.stream().allMatch(lane -> lane.in.status().getRecords() > 0);
    }

    private static void relayOnce(List<Lane> lanes) throws Exception {
        List<Running> running = new ArrayList<>();
        for (Lane lane : lanes) {
            running.add(new Running(lane.out));
            running.add(new Running(lane.in));
        }
        Running.await("records", () -> allRelay(lanes));
        running.forEach(Running::close);
    }

    /** {@return settings by which an aborted transaction of a killed relay does not hold up the next one for long} */
    private static Map<String, Object> client(String address) {
        Map<String, Object> client = new HashMap<>(Broker.client(address));
        client.put("transaction.timeout.ms", 10_000);
        return client;
    }

    static QueueToTopic out(MappedQueue queue, String name, String address, String positions) {
        return QueueToTopic.builder(queue, name, name, client(address))
                .positionsTopic(positions)
                .batchSize(50)
                .build();
    }

    static MapToTopic out(MappedMap<byte[], StoredValue> map, String name, String address, String positions)
            throws IOException {
        return MapToTopic.builder(map, name, name, client(address))
                .positionsTopic(positions)
                .batchSize(50)
                .build();
    }

    static TopicToQueue in(MappedQueue replica, String name, String address) {
        return TopicToQueue.builder(name, replica, Broker.client(address)).build();
    }

    static TopicToMap in(Path replica, String name, String address) {
        return TopicToMap.builder(name, replica, Broker.client(address))
                .segmentSize(Records.SEGMENT_SIZE)
                .build();
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
