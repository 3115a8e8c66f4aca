package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.page.Machine;
import dev.verbatim.jmh.queue.Contender;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Measures what the settings ask for. */
final class Measurement {

    private static final List<Contender> CONTENDERS = List.of(Contender.NORMAL, Contender.COPYABLE);
    private static final int POINTS_PER_HALF_DISTANCE = 5;
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final Settings settings;
    private final Launcher launcher;
    private final Consumer<String> steps;
    private final List<String> remarks = new ArrayList<>();

    private Measurement(Settings settings, Launcher launcher, Consumer<String> steps) {
        this.settings = settings;
        this.launcher = launcher;
        this.steps = steps;
    }

    /** {@return the number of steps of the measurement} */
    static int steps(Settings settings) {
        return CONTENDERS.size() * (1 + settings.runs()) + settings.pairs() * Chronicle.COMPARISONS;
    }

    /**
     * Measures what the settings ask for.
     *
     * @param done told what has been measured, {@link #steps} times
     */
    static Latencies of(Settings settings, Launcher launcher, Consumer<String> done) throws IOException {
        try {
            Measurement measurement = new Measurement(settings, launcher, done);
            List<Series> series = measurement.series();
            List<Comparison> comparisons = measurement.comparisons();
            return new Latencies(
                    LocalDate.now(ZoneOffset.UTC).toString(),
                    settings.command(),
                    Machine.local(settings.folder()),
                    series,
                    comparisons,
                    measurement.remarks);
        } catch (IOException e) {
            String errors = launcher.errors();
            throw errors.isEmpty() ? e : new IOException(e.getMessage() + ": " + errors, e);
        }
    }

    /** {@return the runs of each class of messages} */
    private List<Series> series() throws IOException {
        List<Series> series = new ArrayList<>();
        for (Contender contender : CONTENDERS) {
            series.add(series(contender));
        }
        return series;
    }

    private Series series(Contender contender) throws IOException {
        List<Figures> runs = new ArrayList<>();
        Jvm jvm = launcher.ours();
        try (Side side = new Side(launcher, jvm, contender, settings.options(), settings.rate())) {
            if (!side.warmUp(settings.warmUpSeconds())) {
                remarks.add(contender.title() + ": the compilers were not quiet when the runs began.");
            }
            steps.accept(contender.title() + ", warm-up");
            for (int run = 1; run <= settings.runs(); run++) {
                String name = contender.title() + ", run " + run;
                Histogram latencies = side.run(settings.messages()).latencies();
                runs.add(Figures.of(latencies));
                write(latencies, contender, run);
                steps.accept(name + ": median " + Numbers.micros((double) latencies.getValueAtPercentile(50)) + " µs");
            }
        }
        return new Series(contender.title(), how(jvm), runs);
    }

    private String how(Jvm jvm) {
        return "%s; %s, %s; JVMs with %s."
                .formatted(
                        settings.inWords(),
                        settings.checksum() ? "checksums" : "no checksums",
                        settings.durability(),
                        jvm.inWords());
    }

    private void write(Histogram latencies, Contender contender, int run) throws IOException {
        String name = "%s-run%d.hgrm".formatted(contender == Contender.NORMAL ? "normal" : "copyable", run);
        try (PrintStream file = new PrintStream(
                Files.newOutputStream(settings.output().resolve(name)), false, StandardCharsets.UTF_8)) {
            latencies.outputPercentileDistribution(file, POINTS_PER_HALF_DISTANCE, NANOS_PER_MICRO);
            if (file.checkError()) {
                throw new IOException(settings.output().resolve(name) + ": not written");
            }
        }
    }

    /** {@return the comparisons with Chronicle Queue, if there are to be any} */
    private List<Comparison> comparisons() throws IOException {
        if (settings.pairs() == 0) {
            return List.of();
        }
        remarks.add("Chronicle Queue's own flags: " + String.join(" ", Contender.CHRONICLE.flags()));
        if (!Peer.areWaitsKnown()) {
            remarks.add(
                    "This system does not say how long a thread waits for its CPU: no pair was measured again because"
                            + " another thread had it.");
        }
        return new Chronicle(settings, launcher, steps).comparisons();
    }
}
