package dev.verbatim.jmh.latency;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One of the two processes of a measurement. It takes a {@link Role} and prints {@code ready}. Each line that it reads
 * has the start and the count of a run. It works for that run and prints an {@link Answer}. It ends when its input
 * ends.
 */
public final class Peer {

    /**
     * What the scheduler says of the thread that reads this: time on a CPU, time ready but without one, and time
     * slices.
     */
    private static final Path SCHEDULER_FIGURES = Path.of("/proc/thread-self/schedstat");

    private Peer() {}

    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        // A library may print to standard output, and that is no answer.
        System.setOut(System.err);
        try (Role role = Role.of(List.of(args));
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answers.println("ready");
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String[] words = line.split(" ", -1);
                long waited = waitedNanos();
                long collections = collections();
                String result = role.run(Long.parseLong(words[0]), Integer.parseInt(words[1]));
                waited = waitedNanos() - waited;
                collections = collections() - collections;
                answers.println(new Answer(compilationMillis(), waited, collections, result).line());
            }
        }
    }

    /** {@return whether the system says how long a thread waits for its CPU} */
    static boolean areWaitsKnown() {
        return Files.exists(SCHEDULER_FIGURES);
    }

    /** How long this thread was ready to run and another one had its CPU; 0 where the system does not say. */
    private static long waitedNanos() {
        try {
            return Long.parseLong(Files.readString(SCHEDULER_FIGURES).strip().split(" ", -1)[1]);
        } catch (IOException e) {
            return 0;
        }
    }

    private static long compilationMillis() {
        return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    }

    /** How often this JVM has collected garbage. */
    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    /**
     * What a peer answers after a run.
     *
     * @param compilationMillis how long its JVM has compiled since it started
     * @param waitedNanos how long its thread waited for a CPU in this run
     * @param collections how often its JVM collected garbage in this run
     * @param result the answer of its role
     */
    record Answer(long compilationMillis, long waitedNanos, long collections, String result) {

        static Answer of(String line) {
            String[] words = line.split(" ", -1);
            return new Answer(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), words[3]);
        }

        String line() {
            return compilationMillis + " " + waitedNanos + " " + collections + " " + result;
        }
    }
}
