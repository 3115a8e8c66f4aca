package dev.verbatim.jmh.map;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Fills our map from empty, and takes the time of each put: those while the index grows, and the others. A put that
 * takes long may have waited for a processor; Linux says how long the thread was ready and did not run.
 */
final class GrowthFigures {

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double MILLI = 1e6;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 99.999, 100};
    private static final int POLL_MILLIS = 1;

    /** After how many puts the thread looks how long it has waited for a processor. */
    private static final int LOOK_INTERVAL = 256;

    private final Path index;
    private final Histogram whileGrowing = new Histogram(3);
    private final Histogram otherwise = new Histogram(3);
    private volatile boolean growing;
    private volatile boolean done;

    private GrowthFigures(Path index) {
        this.index = index;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int entries = Integer.parseInt(args[0]);
        TemporaryFolder folder = TemporaryFolder.create();
        try (Store store = Contender.VERBATIM.open(folder.path(), entries)) {
            GrowthFigures figures =
                    new GrowthFigures(folder.path().resolve("map").resolve("index"));
            Thread watcher = new Thread(figures::watch, "index-watcher");
            watcher.start();
            figures.fill(store.client(IntStream.range(0, entries).toArray()), entries);
            figures.done = true;
            watcher.join();
        } finally {
            folder.delete();
        }
    }

    /** While there are two generations, or one that has no name yet, the index grows. */
    private void watch() {
        while (!done) {
            try (Stream<Path> files = Files.list(index)) {
                growing = files.count() > 1;
            } catch (IOException | UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw new IllegalStateException(e);
                }
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void fill(Client client, int entries) throws IOException {
        RunDelay delay = new RunDelay();
        long lastDelay = delay.nanos();
        int delayed = 0;
        List<String> slow = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < entries; i++) {
            boolean grew = growing;
            long before = System.nanoTime();
            client.put(i, i);
            long nanos = System.nanoTime() - before;
            (grew || growing ? whileGrowing : otherwise).recordValue(nanos);
            if (nanos >= LONG_NANOS || i % LOOK_INTERVAL == 0) {
                long now = delay.nanos();
                if (nanos >= LONG_NANOS && now - lastDelay > nanos / 2) {
                    delayed++;
                } else if (nanos >= LONG_NANOS) {
                    slow.add(String.format(
                            Locale.ROOT,
                            "    put %,d: %.2f ms%s",
                            i,
                            nanos / MILLI,
                            grew || growing ? ", while the index grew" : ""));
                }
                lastDelay = now;
            }
        }
        double seconds = (System.nanoTime() - start) / MILLI / TimeUnit.SECONDS.toMillis(1);
        System.out.printf(Locale.ROOT, "Growth from empty to %,d entries: %.1f s, one thread%n", entries, seconds);
        print("while the index grew", whileGrowing);
        print("otherwise", otherwise);
        System.out.printf(
                Locale.ROOT, "  1 ms or longer: %d that waited for a processor, and %d others%n", delayed, slow.size());
        slow.forEach(System.out::println);
    }

    private static void print(String when, Histogram histogram) {
        StringBuilder line = new StringBuilder();
        for (double percentile : PERCENTILES) {
            line.append(String.format(
                    Locale.ROOT, "  %s%% %.2f", percentile, histogram.getValueAtPercentile(percentile) / 1e3));
        }
        System.out.printf(Locale.ROOT, "  %s, %,d puts, in µs:%s%n", when, histogram.getTotalCount(), line);
    }
}
