package dev.verbatim.jmh.map;

import java.util.Arrays;
import java.util.SplittableRandom;

/** How often the keys of a map are used. */
public enum Distribution {
    /** All equally often. */
    UNIFORM {
        @Override
        int[] draw(int count, int keys, SplittableRandom random) {
            return random.ints(count, 0, keys).toArray();
        }
    },

    /** The key of rank r with a frequency in proportion to r<sup>-0.99</sup>, as YCSB has it. */
    ZIPF {
        @Override
        int[] draw(int count, int keys, SplittableRandom random) {
            double[] sums = new double[keys];
            double sum = 0;
            for (int rank = 0; rank < keys; rank++) {
                sum += Math.pow(rank + 1.0, -EXPONENT);
                sums[rank] = sum;
            }
            double total = sum;
            return random.doubles(count)
                    .mapToInt(uniform -> {
                        int found = Arrays.binarySearch(sums, uniform * total);
                        int rank = Math.min(found < 0 ? ~found : found, keys - 1);
                        // The keys that are used often were not inserted one after the other.
                        return Math.floorMod(Keys.mixed(rank), keys);
                    })
                    .toArray();
        }
    };

    private static final double EXPONENT = 0.99;

    /** {@return the numbers of keys to be used, one after the other} */
    abstract int[] draw(int count, int keys, SplittableRandom random);
}
