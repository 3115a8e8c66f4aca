package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Relays in processes that are killed, at each step and at any time, while entries are appended, maps are changed, and
 * transactions of others are aborted. Several run at once, each with a topic and a replica of its own: that takes less
 * time. The number of kills at any time, of all queues together, is {@code -Dverbatim.relay.kills}; maps have a
 * fifth of that.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class KilledRelayIT {

    private static final int KILLS = Integer.getInteger("verbatim.relay.kills", 50);
    private static final int QUEUES = 2;
    private static final long WRITERS_PAUSE_NANOS = 20_000_000;
    private static final long ABORTERS_PAUSE_NANOS = 100_000_000;

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrComesTwice() throws Exception {
        long seed = System.nanoTime();
        Broker broker = Broker.shared();
        RelayJvm jvm =
                new RelayJvm(folder, RelayProgram.class, broker.address(), "archived", first(), RelayProgram.ONCE);
        AtomicInteger queueKills = new AtomicInteger(KILLS);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<KilledLane> lanes = new ArrayList<>();
            List<RelayStep> all = List.of(RelayStep.values());
            for (int i = 0; i < QUEUES; i++) {
                List<RelayStep> steps = new ArrayList<>();
                for (int step = i; step < all.size(); step += QUEUES) {
                    steps.add(all.get(step));
                }
                lanes.add(new QueueLane(broker, jvm, folder.resolve("killed" + i), steps, queueKills, seed + i));
            }
            lanes.add(new MapLane(broker, jvm, folder.resolve("killedMap"), seed));
            Future<?> aborter = threads.submit(() -> abort(broker, done));
            try {
                all(threads, lanes.stream().map(lane -> lane::kill));
            } finally {
                done.set(true);
            }
            aborter.get();
            all(threads, lanes.stream().map(lane -> lane::assertReplicated));
        }
    }

    /** {@return a folder with a queue for the relays that run once} */
    private String first() throws IOException {
        Path first = folder.resolve("archived");
        try (MappedQueue queue = Records.queue(first.resolve("queue"))) {
            Records.append(queue, 0, 6);
        }
        return first.toString();
    }

    private static void all(ExecutorService threads, Stream<Callable<Void>> tasks) throws Exception {
        for (Future<Void> ended : threads.invokeAll(tasks.toList())) {
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
    private static void abort(Broker broker, AtomicBoolean done) {
        try (KafkaProducer<byte[], byte[]> other = ClientConfig.producer(broker.client(), "aborter")) {
            other.initTransactions();
            while (!done.get()) {
                other.beginTransaction();
                for (int i = 0; i < QUEUES; i++) {
                    var _ = other.send(new ProducerRecord<>("killed" + i, 0, null, new byte[] {1, 2, 3}));
                }
                other.flush();
                other.abortTransaction();
                LockSupport.parkNanos(ABORTERS_PAUSE_NANOS);
            }
        }
    }

    /** A queue. */
    private static final class QueueLane extends KilledLane {

        QueueLane(Broker broker, RelayJvm jvm, Path home, List<RelayStep> steps, AtomicInteger killsLeft, long seed)
                throws IOException {
            super(broker, jvm, home, RelayProgram.class, steps, killsLeft, seed);
        }

        @Override
        void write(AtomicBoolean done) throws IOException {
            try (MappedQueue queue = Records.queue(home.resolve("queue"))) {
                for (int from = 0; !done.get(); from += 5) {
                    Records.append(queue, from, from + 5);
                    LockSupport.parkNanos(WRITERS_PAUSE_NANOS);
                }
            }
        }

        @Override
        Void assertReplicated() throws Exception {
            try (MappedQueue queue = Records.queue(home.resolve("queue"));
                    MappedQueue replica = Records.queue(home.resolve("replica"))) {
                List<String> expected = Records.entries(queue);
                try (Running _ = new Running(RelayProgram.out(queue, topic, broker.address()));
                        Running _ = new Running(RelayProgram.in(replica, topic, broker.address()))) {
                    Running.await(
                            "all records, " + seed,
                            () -> Records.entries(replica).size() >= expected.size());
                }
                Records.assertSame(expected, Records.committed(broker.client(), topic), "topic, " + seed);
                Records.assertSame(expected, Records.entries(replica), "replica, " + seed);
            }
            return null;
        }
    }

    /** A map, which is compacted now and then, so that some relay finds that changes are gone. */
    private static final class MapLane extends KilledLane {

        private static final long KEYS = 200;

        MapLane(Broker broker, RelayJvm jvm, Path home, long seed) throws IOException {
            super(
                    broker,
                    jvm,
                    home,
                    MapRelayProgram.class,
                    List.of(
                            RelayStep.CLAIMED,
                            RelayStep.SENT,
                            RelayStep.POSITION_SENT,
                            RelayStep.COMMITTED,
                            RelayStep.FETCHED,
                            RelayStep.APPENDED,
                            RelayStep.MARKED),
                    new AtomicInteger(KILLS / 5),
                    seed);
        }

        @Override
        void write(AtomicBoolean done) throws IOException {
            try (MappedMap<Long, Note> map = MapRecords.typed(home.resolve("map"))) {
                for (int from = 0; !done.get(); from += 5) {
                    MapRecords.change(map, from, from + 5, KEYS);
                    if (from % 1_000 == 0) {
                        map.compact();
                    }
                    LockSupport.parkNanos(WRITERS_PAUSE_NANOS);
                }
            }
        }

        @Override
        Void assertReplicated() throws Exception {
            try (MappedMap<byte[], StoredValue> map = MapRecords.stored(home.resolve("map"))) {
                SortedMap<String, String> expected = MapRecords.entries(map);
                Path replica = home.resolve("replica");
                try (Running _ = new Running(MapRelayProgram.out(map, topic, broker.address()));
                        Running _ = new Running(MapRelayProgram.in(replica, topic, broker.address()))) {
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
            return null;
        }
    }
}
