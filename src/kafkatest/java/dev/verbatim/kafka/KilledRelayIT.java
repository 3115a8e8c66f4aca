package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.kafka.KilledRelays.Death;
import dev.verbatim.kafka.Records.Note;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Relays in processes that are killed, at each step and at any time, while entries are appended, maps are changed, and
 * transactions of others are aborted. One process relays several queues, so that a kill is one of each of them: what
 * takes time is to start it. The number of kills at any time, of all queues together, is {@code
 * -Dverbatim.relay.kills}; the map, in another process, has a fifth of that.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class KilledRelayIT {

    private static final int KILLS = Integer.getInteger("verbatim.relay.kills", 50);
    private static final int QUEUES = 4;
    private static final long ABORTERS_PAUSE_NANOS = 100_000_000;

    /** Those of a map's relays. */
    private static final List<RelayStep> MAP_STEPS = List.of(
            RelayStep.CLAIMED,
            RelayStep.SENT,
            RelayStep.POSITION_SENT,
            RelayStep.COMMITTED,
            RelayStep.FETCHED,
            RelayStep.APPENDED,
            RelayStep.MARKED);

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrComesTwice() throws Exception {
        long seed = System.nanoTime();
        Broker broker = Broker.shared();
        RelayJvm jvm = archive(broker);
        AtomicBoolean done = new AtomicBoolean();
        List<KilledLane> queues = new ArrayList<>();
        for (int i = 0; i < QUEUES; i++) {
            queues.add(new QueueLane(broker, folder.resolve("queues", "killed" + i)));
        }
        List<KilledLane> maps = List.of(new MapLane(broker, folder.resolve("maps", "killedMap")));
        KilledRelays ofQueues = new KilledRelays(broker, jvm, folder.resolve("queues"), queues, List.of(), seed);
        KilledRelays ofMaps = new KilledRelays(broker, jvm, folder.resolve("maps"), List.of(), maps, seed);
        List<Callable<Void>> kills = List.of(
                () -> ofQueues.kill(deaths(queues, List.of(RelayStep.values())), Math.ceilDiv(KILLS, QUEUES)),
                () -> ofMaps.kill(deaths(maps, MAP_STEPS), KILLS / 5));
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> aborter = threads.submit(() -> abort(broker, queues, done));
            try {
                all(threads, kills);
            } finally {
                done.set(true);
            }
            aborter.get();
            all(threads, List.of(ofQueues::assertReplicated, ofMaps::assertReplicated));
        }
    }

    /** {@return how JVMs start, after a first one has relayed a queue and a map once} */
    private RelayJvm archive(Broker broker) throws Exception {
        Path first = folder.resolve("first");
        try (MappedQueue queue = Records.queue(first.resolve("firstQueue", "queue"))) {
            Records.append(queue, 0, 6);
        }
        try (MappedMap<Long, Note> map = MapRecords.typed(first.resolve("firstMap", "map"))) {
            MapRecords.change(map, 0, 6, 6);
        }
        return new RelayJvm(
                folder,
                broker.address(),
                "positions.first",
                first.toString(),
                "firstQueue",
                "firstMap",
                RelayProgram.ONCE);
    }

    /** {@return a death at each step, of one lane after the other} */
    private static List<Death> deaths(List<KilledLane> lanes, List<RelayStep> steps) {
        return IntStream.range(0, steps.size())
                .mapToObj(i -> new Death(lanes.get(i % lanes.size()), steps.get(i)))
                .toList();
    }

    private static void all(ExecutorService threads, List<Callable<Void>> tasks) throws Exception {
        for (Future<Void> ended : threads.invokeAll(tasks)) {
            try {
                ended.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error failure) {
                    throw failure;
                }
                throw e;
            }
        }
    }

    /** Aborts transactions in all topics of queues. */
    private static void abort(Broker broker, List<KilledLane> lanes, AtomicBoolean done) {
        try (KafkaProducer<byte[], byte[]> other = ClientConfig.producer(broker.client(), "aborter")) {
            other.initTransactions();
            while (!done.get()) {
                other.beginTransaction();
                for (KilledLane lane : lanes) {
                    var _ = other.send(new ProducerRecord<>(lane.topic, 0, null, new byte[] {1, 2, 3}));
                }
                other.flush();
                other.abortTransaction();
                LockSupport.parkNanos(ABORTERS_PAUSE_NANOS);
            }
        }
    }

    /** A queue. */
    private static final class QueueLane extends KilledLane {

        QueueLane(Broker broker, Path home) throws IOException {
            super(broker, home);
        }

        @Override
        void write(AtomicBoolean done) throws IOException {
            try (MappedQueue queue = Records.queue(home.resolve("queue"))) {
                for (int from = 0; !done.get(); from += 5) {
                    Records.append(queue, from, from + 5);
                    pause();
                }
            }
        }

        @Override
        void assertReplicated(String positions, String seed) throws Exception {
            try (MappedQueue queue = Records.queue(home.resolve("queue"));
                    MappedQueue replica = Records.queue(home.resolve("replica"))) {
                List<String> expected = Records.entries(queue);
                try (Running _ = new Running(RelayProgram.out(queue, topic, broker.address(), positions));
                        Running _ = new Running(RelayProgram.in(replica, topic, broker.address()))) {
                    Running.await(
                            "all records, " + seed,
                            () -> Records.entries(replica).size() >= expected.size());
                }
                Records.assertSame(expected, Records.committed(broker.client(), topic), "topic, " + seed);
                Records.assertSame(expected, Records.entries(replica), "replica, " + seed);
            }
        }
    }

    /** A map, which is compacted now and then, so that some relay finds that changes are gone. */
    private static final class MapLane extends KilledLane {

        private static final long KEYS = 200;

        MapLane(Broker broker, Path home) throws IOException {
            super(broker, home);
        }

        @Override
        void write(AtomicBoolean done) throws IOException {
            try (MappedMap<Long, Note> map = MapRecords.typed(home.resolve("map"))) {
                for (int from = 0; !done.get(); from += 5) {
                    MapRecords.change(map, from, from + 5, KEYS);
                    if (from % 1_000 == 0) {
                        map.compact();
                    }
                    pause();
                }
            }
        }

        @Override
        void assertReplicated(String positions, String seed) throws Exception {
            try (MappedMap<byte[], StoredValue> map = MapRecords.stored(home.resolve("map"))) {
                SortedMap<String, String> expected = MapRecords.entries(map);
                Path replica = home.resolve("replica");
                try (Running _ = new Running(RelayProgram.out(map, topic, broker.address(), positions));
                        Running _ = new Running(RelayProgram.in(replica, topic, broker.address()))) {
                    Running.await(
                            "the topic, " + seed,
                            () -> MapRecords.table(broker.client(), topic).equals(expected));
                    Running.await(
                            "the replica, " + seed,
                            () -> MapRecords.entries(replica).equals(expected));
                }
                assertEquals(expected, MapRecords.entries(replica), seed);
                assertTrue(MapRecords.tombstones(broker.client(), topic) > 0, seed);
            }
        }
    }
}
