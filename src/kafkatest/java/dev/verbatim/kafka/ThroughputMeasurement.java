package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.verbatim.Durability;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how many records of 128 bytes a second are relayed from a queue to a topic, beside Kafka's own {@code
 * kafka-producer-perf-test}, in turn: with the same {@code batch.size}, {@code linger.ms} and {@code acks}, and with
 * transactions that take as long. Then how many the other relay carries to a replica that is forced once a batch. Needs a
 * machine that has nothing else to do.
 *
 * <pre>
 * mvn verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dit.test=ThroughputMeasurement -Dfailsafe.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>{@code -Dverbatim.relay.records} is the number of records of a round, {@code -Dverbatim.relay.rounds} that of the
 * rounds. It asserts nothing.
 */
class ThroughputMeasurement {

    private static final int RECORDS = Integer.getInteger("verbatim.relay.records", 2_000_000);
    private static final int ROUNDS = Integer.getInteger("verbatim.relay.rounds", 5);
    private static final int RECORD_SIZE = 128;
    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(RECORD_SIZE, ValueLayout.JAVA_BYTE).withName("bytes"));
    private static final Map<String, Object> SETTINGS =
            Map.of("batch.size", 65_536, "linger.ms", 5, "transaction.timeout.ms", 60_000);
    private static final Pattern RATE = Pattern.compile("records sent, ([0-9.]+) records/sec");

    @TempDir
    private Path folder;

    @Test
    void relaysBesideThePerfTest() throws Exception {
        List<Double> ratios = new ArrayList<>();
        try (Broker broker = new Broker(folder.resolve("broker"))) {
            Map<String, Object> client = new HashMap<>(broker.client());
            client.putAll(SETTINGS);
            for (int round = 0; round <= ROUNDS; round++) {
                String topic = "round" + round;
                Path queue = folder.resolve(topic);
                fill(queue);
                double[] relayed = out(queue, topic, client);
                double sent = perfTest(broker, "perf" + round, relayed[1]);
                double replicated = in(topic, client);
                System.out.printf(
                        Locale.ROOT,
                        "%s: relay %,.0f/s, perf-test %,.0f/s, ratio %.2f, replica %,.0f/s%n",
                        round == 0 ? "to warm up" : topic,
                        relayed[0],
                        sent,
                        relayed[0] / sent,
                        replicated);
                if (round > 0) {
                    ratios.add(relayed[0] / sent);
                }
            }
        }
        Collections.sort(ratios);
        System.out.printf(Locale.ROOT, "median of the ratios: %.2f of %s%n", ratios.get(ratios.size() / 2), ratios);
    }

    private static void fill(Path folder) throws IOException {
        int count = 1000;
        MemorySegment structs = MemorySegment.ofArray(new byte[count * RECORD_SIZE]);
        try (MappedQueue queue = MappedQueue.open(folder);
                Appender appender = queue.appender()) {
            for (int i = 0; i < RECORDS; i += count) {
                appender.appendAll(LAYOUT, structs);
            }
        }
    }

    /** {@return records a second, and how many milliseconds a transaction took} The time is from the first batch on. */
    private static double[] out(Path folder, String topic, Map<String, Object> client) throws Exception {
        try (MappedQueue queue = MappedQueue.open(folder)) {
            QueueToTopic relay =
                    QueueToTopic.builder(queue, topic, topic, client).build();
            double rate = rate(relay);
            return new double[] {
                rate, RECORDS / rate * 1000 / Math.max(relay.status().getBatches(), 1)
            };
        }
    }

    private double in(String topic, Map<String, Object> client) throws Exception {
        try (MappedQueue replica = MappedQueue.builder(folder.resolve(topic + "-replica"))
                .durability(Durability.EACH)
                .open()) {
            return rate(TopicToQueue.builder(topic, replica, client).build());
        }
    }

    private static double rate(Relay relay) throws Exception {
        try (Running _ = new Running(relay)) {
            Running.await("the first batch", () -> relay.status().getRecords() > 0);
            long first = relay.status().getRecords();
            long start = System.nanoTime();
            Running.await("the last batch", () -> relay.status().getRecords() >= RECORDS);
            return (RECORDS - first) * 1e9 / (System.nanoTime() - start);
        }
    }

    private static double perfTest(Broker broker, String topic, double transactionMillis) throws Exception {
        try (var admin = ClientConfig.admin(broker.client())) {
            Topics.ensure(admin, topic, Map.of());
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.kafka.tools.ProducerPerformance",
                "--topic",
                topic,
                "--num-records",
                Integer.toString(RECORDS),
                "--record-size",
                Integer.toString(RECORD_SIZE),
                "--throughput",
                "-1",
                "--transactional-id",
                topic,
                "--transaction-duration-ms",
                Long.toString(Math.max(Math.round(transactionMillis), 1)),
                "--producer-props",
                "bootstrap.servers=" + broker.address(),
                "acks=all"));
        SETTINGS.forEach((name, value) -> command.add(name + "=" + value));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor(1, TimeUnit.MINUTES);
        Matcher rates = RATE.matcher(output);
        double last = Double.NaN;
        while (rates.find()) {
            last = Double.parseDouble(rates.group(1));
        }
        if (Double.isNaN(last)) {
            throw new IOException("found no rate in: " + output);
        }
        return last;
    }
}
