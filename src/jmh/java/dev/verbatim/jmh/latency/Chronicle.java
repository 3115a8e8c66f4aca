package dev.verbatim.jmh.latency;

import dev.verbatim.Durability;
import dev.verbatim.jmh.latency.Comparison.Pair;
import dev.verbatim.jmh.queue.Contender;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Compares our queue with Chronicle Queue, in pairs of runs.
 *
 * <p>Each pair has four processes of its own, two for each queue, with the same heap and collector on both sides, and a
 * warm-up. Then the two runs take place in turn, in {@value #BLOCKS} blocks each: A B, B A, A B. So a host that changes
 * its pace does so for both, and the ratio of a pair is the median of those of its blocks. Who is first changes from
 * pair to pair. A pair is measured again if the {@linkplain PingPong round trip} between two words, measured just
 * before and just after it, has moved by more than {@value #MOST_MOVED_PERCENT} %; if a thread that sends or receives
 * was ready for more than {@value #MOST_WAITED_PERCENT} % of a run while another one had its CPU; if the compilers were
 * still at work; or if garbage was collected where neither queue makes any, which is so with trivially copyable
 * objects. Not more than one pair in three is measured again; the rest is counted as noisy.
 */
final class Chronicle {

    /** Without checksums, with them, without them in JVMs that have no flag, and with texts and lists. */
    static final int COMPARISONS = 4;

    /** Of 0.15 s each at the rate and with the messages that are measured by default. */
    static final int BLOCKS = 20;

    private static final String WITHOUT_FLAG = "without checksums, ours without any flag";
    private static final double LIMIT = 0.75;
    private static final double LIMIT_WITH_CHECKSUM = 0.80;
    private static final int MOST_MOVED_PERCENT = 10;
    private static final int MOST_WAITED_PERCENT = 1;
    private static final int PAIRS_FOR_ONE_AGAIN = 3;

    private final Settings settings;
    private final Launcher launcher;
    private final Consumer<String> steps;
    private final Jvm rivals;

    Chronicle(Settings settings, Launcher launcher, Consumer<String> steps) {
        this.settings = settings;
        this.launcher = launcher;
        this.steps = steps;
        this.rivals = Jvm.withHeap(Contender.CHRONICLE, settings.output().resolve("chronicle.log"));
    }

    List<Comparison> comparisons() throws IOException {
        Files.deleteIfExists(rivals.errors());
        Jvm plain = launcher.ours();
        Jvm withHeap = plain.withHeap();
        try (Calibration calibration = new Calibration(launcher)) {
            return List.of(
                    compare(calibration, Form.COPYABLE, "without checksums", withHeap, false, LIMIT),
                    compare(calibration, Form.COPYABLE, "with checksums", withHeap, true, LIMIT_WITH_CHECKSUM),
                    compare(calibration, Form.COPYABLE, WITHOUT_FLAG, plain, false, Double.NaN),
                    compare(calibration, Form.NORMAL, "without checksums", withHeap, false, Double.NaN));
        }
    }

    /** What is sent, by both queues. */
    private enum Form {
        COPYABLE("Trivially copyable", Contender.COPYABLE, Contender.CHRONICLE),
        NORMAL("Normal objects", Contender.NORMAL, Contender.CHRONICLE_NORMAL);

        private final String title;
        private final Contender ours;
        private final Contender rival;

        Form(String title, Contender ours, Contender rival) {
            this.title = title;
            this.ours = ours;
            this.rival = rival;
        }
    }

    private Comparison compare(Calibration calibration, Form form, String how, Jvm ours, boolean checksum, double limit)
            throws IOException {
        String title = form.title + ", to Chronicle Queue, " + how;
        Contender.Options options =
                new Contender.Options(checksum, Durability.PAGE_CACHE, Contender.Options.DEFAULT_SEGMENT_SIZE);
        List<Pair> pairs = new ArrayList<>();
        int repeated = 0;
        while (pairs.size() < settings.pairs()) {
            Pair pair = measure(calibration, form, ours, options, pairs.size() % 2 == 0);
            if (pair.isNoisy() && repeated < settings.pairs() / PAIRS_FOR_ONE_AGAIN) {
                repeated++;
            } else {
                pairs.add(pair);
                steps.accept(title + ": " + Numbers.ratio(pair.ratios().getFirst())
                        + (pair.isNoisy() ? ", " + pair.noise() : ""));
            }
        }
        return new Comparison(title, ours.inWords(), rivals.inWords(), limit, pairs, repeated);
    }

    private Pair measure(Calibration calibration, Form form, Jvm ours, Contender.Options options, boolean oursFirst)
            throws IOException {
        double before = calibration.roundTripNanos();
        try (Half own = new Half(ours, form.ours, options);
                Half other = new Half(rivals, form.rival, options)) {
            own.warmUp();
            other.warmUp();
            Half first = oursFirst ? own : other;
            Half second = oursFirst ? other : own;
            int blocks = Math.min(BLOCKS, settings.messages());
            for (int block = 0; block < blocks; block++) {
                int messages = messagesUntil(block + 1, blocks) - messagesUntil(block, blocks);
                boolean turned = block % 2 == 1;
                (turned ? second : first).run(messages);
                (turned ? first : second).run(messages);
            }
            double after = calibration.roundTripNanos();
            return new Pair(own.nanos(), other.nanos(), ratios(own, other), noise(form, before, after, own, other));
        }
    }

    private int messagesUntil(int block, int blocks) {
        return (int) ((long) settings.messages() * block / blocks);
    }

    /** {@return for each percentile the median of the blocks' ratios} */
    private static List<Double> ratios(Half own, Half other) {
        return IntStream.range(0, Figures.PERCENTILES.size())
                .mapToObj(percentile -> Median.of(IntStream.range(0, own.blocks.size())
                                .mapToObj(block -> own.nanos(block, percentile) / other.nanos(block, percentile))
                                .toList())
                        .value())
                .toList();
    }

    /** A queue of a pair, and what its blocks have found. */
    private final class Half implements Closeable {

        private final Contender contender;
        private final Side side;
        private final List<Histogram> blocks = new ArrayList<>();
        private boolean quiet;
        private long senderWaitedNanos;
        private long receiverWaitedNanos;
        private long collections;

        Half(Jvm jvm, Contender contender, Contender.Options options) throws IOException {
            this.contender = contender;
            this.side = named(() -> new Side(launcher, jvm, contender, options, settings.rate()));
        }

        void warmUp() throws IOException {
            quiet = named(() -> side.warmUp(settings.warmUpSeconds()));
        }

        void run(int messages) throws IOException {
            Side.Run run = named(() -> side.run(messages));
            blocks.add(run.latencies());
            senderWaitedNanos += run.waitedNanos().getFirst();
            receiverWaitedNanos += run.waitedNanos().getLast();
            collections += run.collections();
        }

        /** {@return how long one of the two threads waited for its CPU: the one that waited longer} */
        long waitedNanos() {
            return Math.max(senderWaitedNanos, receiverWaitedNanos);
        }

        /** Does something with the queue. Whoever reads an error learns of which one it is. */
        private <T> T named(Work<T> work) throws IOException {
            try {
                return work.run();
            } catch (IOException e) {
                throw named(e);
            }
        }

        private IOException named(IOException e) {
            return contender.isChronicle()
                    ? new IOException("Chronicle Queue: " + e.getMessage() + "; see " + rivals.errors(), e)
                    : e;
        }

        double nanos(int block, int percentile) {
            return blocks.get(block).getValueAtPercentile(Figures.PERCENTILES.get(percentile));
        }

        /** {@return the latencies of all blocks at the percentiles} */
        List<Long> nanos() {
            Histogram all = ReceiverRole.newHistogram();
            blocks.forEach(all::add);
            return Figures.of(all).nanos();
        }

        @Override
        public void close() throws IOException {
            try {
                side.close();
            } catch (IOException e) {
                throw named(e);
            }
        }
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private String noise(Form form, double before, double after, Half own, Half other) {
        double movedPercent = 100 * (Math.max(before, after) / Math.min(before, after) - 1);
        long waitedNanos = Math.max(own.waitedNanos(), other.waitedNanos());
        // The threads spin in the head starts too, and may wait there for their CPU.
        long spunNanos = settings.runNanos() + own.blocks.size() * Couple.HEAD_START_NANOS;
        double waitedPercent = 100.0 * waitedNanos / spunNanos;
        List<String> reasons = new ArrayList<>();
        if (!own.quiet || !other.quiet) {
            reasons.add("the compilers were not quiet");
        }
        if (movedPercent > MOST_MOVED_PERCENT) {
            reasons.add("the calibration moved by " + Numbers.percent(movedPercent) + " %");
        }
        if (waitedPercent > MOST_WAITED_PERCENT) {
            reasons.add("a thread waited " + Numbers.percent(waitedPercent) + " % of a run for its CPU");
        }
        long collections = own.collections + other.collections;
        if (form == Form.COPYABLE && collections > 0) {
            reasons.add("garbage was collected " + collections + " times");
        }
        return String.join(", ", reasons);
    }
}
