package dev.verbatim.jmh.map;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The keys that a benchmark uses. They have numbers. Those from 0 on are in the map, in the order in which they were
 * inserted. What is drawn from them has no order: two keys that follow one another lie apart in the index and in the
 * values.
 */
final class Keys {

    /** How many keys are drawn: they do not fit into the processor's caches with their entries. */
    static final int DRAWN = 1 << 20;

    private static final long SEED = 20_261_122;

    private Keys() {}

    /** {@return the numbers of {@value #DRAWN} keys that are in a map of so many, and of as many that are not} */
    static int[] drawn(Distribution distribution, int entries) {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] there = distribution.draw(DRAWN, entries, random);
        int[] missing = distribution.draw(DRAWN, entries, random);
        return IntStream.concat(IntStream.of(there), IntStream.of(missing).map(number -> entries + number))
                .toArray();
    }

    /** {@return the key of a number: any long, each once} */
    static long longKey(int number) {
        return mixed(number);
    }

    /** {@return the key of a number: a text of 18 to 28 characters} */
    static String text(int number) {
        return "customer-" + Long.toUnsignedString(mixed(number));
    }

    static long[] longKeys(int[] numbers) {
        return IntStream.of(numbers).mapToLong(Keys::longKey).toArray();
    }

    static String[] texts(int[] numbers) {
        return IntStream.of(numbers).mapToObj(Keys::text).toArray(String[]::new);
    }

    /** {@return a number whose bits all depend on all bits of another: SplitMix64, with which no two become one} */
    static long mixed(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
