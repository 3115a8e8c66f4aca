package dev.verbatim.jmh.cold;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures the time from the start of a JVM until its first record is written, in processes of their own.
 *
 * <p>The clock starts before the process does. {@link System#nanoTime} is the same clock in all processes on Linux. The
 * subjects take turns, so that what else the machine does meets all of them. Each subject has caches of its own, made
 * by a run of the same subject.
 */
public final class ColdStart implements AutoCloseable {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final Path folder;
    private final Path jar;

    private ColdStart() throws IOException {
        folder = Files.createTempDirectory("verbatim-cold");
        jar = folder.resolve("cold.jar");
        ColdJar.write(benchmarks(), jar);
    }

    /** Prints a table of as many runs as the argument says. */
    public static void main(String[] args) throws IOException {
        int runs = args.length == 0 ? 10 : Integer.parseInt(args[0]);
        for (Figures figures : measure(runs, _ -> {})) {
            System.out.println(figures.row());
        }
    }

    /** {@return how many caches {@link #measure} uses} */
    public static int caches() {
        return (int)
                Stream.of(ColdCache.values()).filter(ColdCache::isAvailable).count();
    }

    /**
     * Measures all subjects with all caches that this JDK has.
     *
     * @param runs how many processes for each
     * @param done told what has been measured
     */
    public static List<Figures> measure(int runs, Consumer<String> done) throws IOException {
        try (ColdStart coldStart = new ColdStart()) {
            List<Figures> all = new ArrayList<>();
            for (ColdCache cache : ColdCache.values()) {
                if (cache.isAvailable()) {
                    all.addAll(coldStart.measure(cache, runs));
                    done.accept("ColdStart " + cache.shape());
                }
            }
            return all;
        }
    }

    private List<Figures> measure(ColdCache cache, int runs) throws IOException {
        List<Figures> figures = new ArrayList<>();
        for (ColdSubject subject : ColdSubject.values()) {
            if (!cache.making(jar).isEmpty()) {
                run(subject, cache.making(file(cache, subject)));
            }
            figures.add(new Figures(cache, subject, new ArrayList<>()));
        }
        for (int i = 0; i < runs; i++) {
            for (Figures of : figures) {
                of.runs().add(run(of.subject(), cache.using(file(cache, of.subject()))));
            }
        }
        return figures;
    }

    private Path file(ColdCache cache, ColdSubject subject) {
        return folder.resolve(subject.rival() + "." + cache.shape());
    }

    private Start run(ColdSubject subject, List<String> flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(flags);
        command.addAll(List.of("-cp", jar.toString(), ColdProgram.class.getName(), subject.name()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        long start = System.nanoTime();
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(subject + ": " + Files.readString(folder.resolve("errors")));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        // A run that makes a cache prints what it makes as well.
        long[] numbers = output.lines()
                .filter(line -> line.matches("-?\\d+"))
                .mapToLong(Long::parseLong)
                .toArray();
        if (numbers.length < 4) {
            throw new IOException(subject + ": printed `" + output.strip() + "`");
        }
        return new Start(numbers[1] - start, numbers[1] - numbers[0], numbers[2], numbers[3]);
    }

    private static Path benchmarks() {
        try {
            return Path.of(ColdStart.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new LinkageError("the place of the benchmarks", e);
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * A process.
     *
     * @param fromStart nanoseconds from before it was started until the record was written
     * @param fromMain from the beginning of {@code main}
     * @param metaspace the bytes of metaspace then in use
     * @param classes the classes then loaded
     */
    record Start(long fromStart, long fromMain, long metaspace, long classes) {}

    /**
     * The processes of a subject.
     *
     * @param cache what they had at hand
     * @param subject what they did
     * @param runs the processes
     */
    public record Figures(ColdCache cache, ColdSubject subject, List<Start> runs) {

        public String shape() {
            return "ColdStart " + cache.shape();
        }

        public String rival() {
            return subject.rival();
        }

        public Spread fromStart() {
            return Spread.of(runs.stream().map(Start::fromStart).toList());
        }

        public Spread fromMain() {
            return Spread.of(runs.stream().map(Start::fromMain).toList());
        }

        String row() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %,.0f | %,.0f |",
                    cache.title(),
                    subject.title(),
                    fromStart().millis(),
                    fromMain().millis(),
                    Spread.of(runs.stream().map(Start::metaspace).toList()).median() / 1024,
                    Spread.of(runs.stream().map(Start::classes).toList()).median());
        }
    }

    /**
     * The middle of some figures.
     *
     * @param median their median
     * @param half half the distance of their quartiles
     */
    public record Spread(double median, double half) {

        static Spread of(List<Long> figures) {
            List<Long> sorted = figures.stream().sorted().toList();
            return new Spread(at(sorted, 0.5), (at(sorted, 0.75) - at(sorted, 0.25)) / 2);
        }

        /** Between two figures it is on the straight line. */
        private static double at(List<Long> sorted, double share) {
            double place = share * (sorted.size() - 1);
            int below = (int) place;
            int above = Math.min(below + 1, sorted.size() - 1);
            return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
        }

        String millis() {
            return String.format(Locale.ROOT, "%.1f ± %.1f", median / 1e6, half / 1e6);
        }
    }
}
