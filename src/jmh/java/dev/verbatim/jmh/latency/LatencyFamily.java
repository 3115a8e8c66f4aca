package dev.verbatim.jmh.latency;

import dev.verbatim.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The latencies of the queue as a family of {@code ./verbatim bench}: what {@code ./verbatim latency} measures. */
public final class LatencyFamily {

    /** What is typed to measure the same without the other families. */
    public static final String COMMAND = "./verbatim latency --against chronicle";

    private static final int RATE = 50_000;
    private static final int MESSAGES = 3 * RATE;
    private static final int RUNS = 5;
    private static final int PAIRS = 10;

    private LatencyFamily() {}

    /** {@return how often {@link #measure} says that something has been measured} */
    public static int steps() {
        return Measurement.steps(settings(Path.of(""), List.of()));
    }

    /**
     * Measures.
     *
     * @param output a folder for the distributions (.hgrm) and what Chronicle Queue prints
     * @param done told what has been measured
     */
    public static Latencies measure(Path output, Consumer<String> done) throws IOException {
        Settings settings = settings(Files.createDirectories(output), Cpus.lastTwo());
        try (Launcher launcher = new Launcher(settings.folder(), settings.cpus())) {
            return Measurement.of(settings, launcher, done).withRemarkOn(launcher.errors());
        }
    }

    private static Settings settings(Path output, List<Integer> cpus) {
        return new Settings(
                COMMAND,
                RATE,
                MESSAGES,
                RUNS,
                Durability.PAGE_CACHE,
                true,
                cpus,
                Path.of(System.getProperty("java.io.tmpdir")),
                output,
                PAIRS,
                Settings.WARM_UP_SECONDS);
    }
}
