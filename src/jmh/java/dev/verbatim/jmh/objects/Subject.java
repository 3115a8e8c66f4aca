package dev.verbatim.jmh.objects;

import dev.verbatim.jmh.MarketData;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** What is compared on: objects of one class, made beforehand, that take turns. */
final class Subject<T> {

    /** A multiple of 10, so that each length of a {@link Sample}'s array occurs equally often. */
    static final int COUNT = 60;

    private final T[] values;
    private final BiPredicate<T, T> sameContents;

    private Subject(T[] values, BiPredicate<T, T> sameContents) {
        this.values = values;
        this.sameContents = sameContents;
    }

    static Subject<Sample> samples() {
        return samples(Script.ASCII);
    }

    static Subject<Sample> samples(Script script) {
        return new Subject<>(
                IntStream.range(0, COUNT).mapToObj(i -> sample(i, script)).toArray(Sample[]::new),
                Sample::hasContentsOf);
    }

    /** A text of 62 characters, 1 to 10 values. */
    private static Sample sample(int index, Script script) {
        Sample sample = new Sample();
        sample.id = 1_000_000_007L * (index + 1);
        // 7 and 10 have no common divisor: neighbours differ in length.
        sample.values = IntStream.rangeClosed(0, index * 7 % 10)
                .mapToLong(i -> 0x0123_4567_89AB_CDEFL * (index + 1) + i)
                .toArray();
        sample.text = script.text(index);
        return sample;
    }

    /** Samples as {@link #samples} has none: each member that can be null once is and once is not, and other texts. */
    static Subject<Sample> unusualSamples() {
        Sample allNull = new Sample();
        Sample empty = new Sample();
        empty.values = new long[0];
        empty.text = "";
        empty.note = "";
        Sample unlike = sample(7, Script.ASCII);
        unlike.note = "na\u00EFve caf\u00E9, \u65E5\u672C\u8A9E, \uD83D\uDE80";
        return new Subject<>(new Sample[] {unlike, allNull, empty, unlike, empty}, Sample::hasContentsOf);
    }

    static Subject<MarketData> marketData() {
        return new Subject<>(
                IntStream.range(0, COUNT).mapToObj(Subject::marketData).toArray(MarketData[]::new),
                MarketData::hasBitsOf);
    }

    private static MarketData marketData(int index) {
        MarketData value = new MarketData().fill();
        value.time += index;
        value.bidPrice0 += index;
        value.askPrice3 += index;
        return value;
    }

    int count() {
        return values.length;
    }

    T value(int index) {
        return values[index];
    }

    /** Has a rival write and read every object, each in a slot of its own, and returns the bytes written. */
    long check(Peer<T> peer) throws Exception {
        long bytes = 0;
        for (int i = 0; i < values.length; i++) {
            bytes += peer.write(values[i], i);
        }
        for (int i = 0; i < values.length; i++) {
            check(peer, values[i], peer.read(i));
        }
        return bytes;
    }

    void check(Object rival, T written, T read) {
        if (!sameContents.test(written, read)) {
            throw new IllegalStateException(rival.getClass().getName() + " did not read what was written");
        }
    }
}
