package dev.verbatim.kafka;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A broker of one node, in a process of its own, which can be killed and started again. */
final class Broker implements AutoCloseable {

    private static final int LONGEST_LIFE_MINUTES = 30;
    private static final int PATIENCE_SECONDS = 180;

    /** Below the ports that Linux gives to clients, and another one in each JVM. */
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(16_384, 32_000));

    private static @Nullable Broker shared;

    private final Path folder;
    private final Path settings;
    private final int port;
    private Process process;

    /** Starts a broker that keeps its data in a folder. */
    Broker(Path folder) throws Exception {
        this.folder = Files.createDirectories(folder);
        this.settings = folder.resolve("server.properties");
        this.port = freePort();
        Files.writeString(settings, """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@localhost:%2$d
            listeners=PLAINTEXT://localhost:%1$d,CONTROLLER://localhost:%2$d
            advertised.listeners=PLAINTEXT://localhost:%1$d
            controller.listener.names=CONTROLLER
            log.dirs=%3$s
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=1
            transaction.abort.timed.out.transaction.cleanup.interval.ms=500
            broker.session.timeout.ms=2000
            broker.heartbeat.interval.ms=200
            log.cleaner.dedupe.buffer.size=2097152
            auto.create.topics.enable=false
            """.formatted(port, freePort(), folder.resolve("data")));
        Process format =
                start("kafka.tools.StorageTool", "format", "-t", "dmVyYmF0aW0tdGVzdHMhIQ", "-c", settings + "");
        if (!format.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || format.exitValue() != 0) {
            throw new IOException("cannot format: " + output());
        }
        restart();
    }

    /**
     * {@return the broker of all tests of this JVM} Each has topics of its own. It lives as long as the JVM: to start
     * one for each class takes seconds.
     */
    static synchronized Broker shared() throws Exception {
        if (shared == null) {
            Path folder = Files.createTempDirectory("broker");
            Broker broker = new Broker(folder);
            shared = broker;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                broker.kill();
                delete(folder);
            }));
        }
        return shared;
    }

    private static void delete(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // What is left is in the system's folder for such files.
        }
    }

    /** {@return a port that nobody else gets} The system gives clients those above, also while the broker is down. */
    private static int freePort() throws IOException {
        while (true) {
            int port = NEXT_PORT.getAndIncrement();
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (BindException e) {
                // somebody has it
            }
        }
    }

    /** {@return the address that clients ask first} */
    String address() {
        return "localhost:" + port;
    }

    /** {@return the settings of a client, with short times} */
    Map<String, Object> client() {
        return client(address());
    }

    static Map<String, Object> client(String address) {
        return Map.of(
                "bootstrap.servers", address,
                "retry.backoff.ms", 10,
                "retry.backoff.max.ms", 100,
                "reconnect.backoff.ms", 10,
                "reconnect.backoff.max.ms", 200,
                "fetch.max.wait.ms", 50, // a consumer that is closed waits so long
                "enable.metrics.push", false,
                "metric.reporters", List.of()); // a start takes less time without
    }

    /** {@return the command that runs a class on the class path of these tests, in a JVM that starts fast} */
    static List<String> command(List<String> options, String main, String... arguments) {
        return command(System.getProperty("java.class.path"), options, main, arguments);
    }

    /** {@return the command that runs a class on another class path} */
    static List<String> command(String classPath, List<String> options, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:-UsePerfData",
                "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts a command that writes to a file. Nobody waits for it for ever: it is killed at last. */
    static Process start(List<String> command, File output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(output))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        CompletableFuture.delayedExecutor(LONGEST_LIFE_MINUTES, TimeUnit.MINUTES)
                .execute(process::destroyForcibly);
        return process;
    }

    private Process start(String main, String... arguments) throws IOException {
        return start(
                command(List.of("-Xmx384m", "-Dkafka.logs.dir=" + folder), main, arguments),
                folder.resolve("output.txt").toFile());
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output.txt"));
    }

    /** Starts the broker that was killed, and waits until it answers. */
    void restart() throws Exception {
        process = start("kafka.Kafka", settings.toString());
        try (Admin admin = ClientConfig.admin(client())) {
            long start = System.nanoTime();
            while (!answers(admin)) {
                if (!process.isAlive() || System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    kill(); // nobody closes a broker that was not made
                    throw new IOException("the broker does not answer: " + output());
                }
            }
        }
    }

    private static boolean answers(Admin admin) throws InterruptedException {
        try {
            return !admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).isEmpty();
        } catch (KafkaException | java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            return false;
        }
    }

    /** Runs the command of docs/kafka.md that aborts the transaction which begins at an offset of a partition. */
    void abortTransaction(TopicPartition partition, long startOffset) throws Exception {
        File log = folder.resolve("abort.txt").toFile();
        Process abort = start(
                command(
                        List.of(),
                        "org.apache.kafka.tools.TransactionsCommand",
                        "--bootstrap-server",
                        address(),
                        "abort",
                        "--topic",
                        partition.topic(),
                        "--partition",
                        partition.partition() + "",
                        "--start-offset",
                        startOffset + ""),
                log);
        if (!abort.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || abort.exitValue() != 0) {
            throw new IOException("cannot abort: " + Files.readString(log.toPath()));
        }
    }

    /** Kills it with SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
