package dev.verbatim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The constants of an enum by their codes: a hash table with open addressing. A read of a code should cost a few loads,
 * and a {@code Map} would box each code.
 */
final class ConstantsByCode<E extends Enum<E>> {

    /** 2^32 divided by the golden ratio, which spreads codes that are close together (Knuth, volume 3, 6.4). */
    private static final int MULTIPLIER = 0x9E3779B9;

    private final int[] codes;
    private final @Nullable E[] constants;
    private final int shift;

    /**
     * Makes an empty table.
     *
     * @param all all constants, of which each has one code
     */
    ConstantsByCode(E[] all) {
        // At most a quarter full, so that nearly all codes are at their own places.
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros((4 * all.length) | 1);
        this.shift = Integer.SIZE - bits;
        this.codes = new int[1 << bits];
        this.constants = Arrays.copyOf(all, 1 << bits);
        Arrays.fill(constants, null);
    }

    /** Adds a constant, unless there is one of this code, which is returned. */
    @Nullable
    E putIfAbsent(int code, E constant) {
        int place = place(code);
        E other = constants[place];
        if (other == null) {
            codes[place] = code;
            constants[place] = constant;
        }
        return other;
    }

    /** {@return the constant that has a code} */
    @Nullable
    E get(int code) {
        return constants[place(code)];
    }

    /** {@return where a code is, or has room} */
    private int place(int code) {
        int place = (code * MULTIPLIER) >>> shift;
        while (constants[place] != null && codes[place] != code) {
            place = (place + 1) & (codes.length - 1);
        }
        return place;
    }
}
