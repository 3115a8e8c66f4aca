package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.Arrays;

/**
 * A book with text, arrays and nested structs: 16 bytes of symbol, 8 longs, 32 ints and 5 levels of a double and an
 * int, 268 bytes.
 */
class BookUpdate {

    static final int SYMBOL_BYTES = 16;
    static final int COUNTS = 8;
    static final int SIZES = 32;
    static final int LEVELS = 5;

    static final StructLayout LAYOUT = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(SYMBOL_BYTES, JAVA_BYTE).withName("symbol"),
            MemoryLayout.sequenceLayout(COUNTS, JAVA_LONG_UNALIGNED).withName("counts"),
            MemoryLayout.sequenceLayout(SIZES, JAVA_INT_UNALIGNED).withName("sizes"),
            MemoryLayout.sequenceLayout(
                            LEVELS,
                            MemoryLayout.structLayout(
                                    JAVA_DOUBLE_UNALIGNED.withName("price"), JAVA_INT_UNALIGNED.withName("size")))
                    .withName("levels"));

    static final long COUNTS_OFFSET = SYMBOL_BYTES;
    static final long SIZES_OFFSET = COUNTS_OFFSET + COUNTS * Long.BYTES;
    static final long LEVELS_OFFSET = SIZES_OFFSET + SIZES * Integer.BYTES;
    static final long LEVEL_BYTES = Double.BYTES + Integer.BYTES;
    static final long BYTES = LEVELS_OFFSET + LEVELS * LEVEL_BYTES;

    static final ReusableCodec<BookUpdate> CODEC = StructCodec.ofClass(lookup(), BookUpdate.class, LAYOUT);

    /** One level of the book. */
    static final class Level {
        double price;
        int size;
    }

    String symbol = "";
    long[] counts = new long[COUNTS];
    int[] sizes = new int[SIZES];
    Level[] levels = new Level[LEVELS];

    BookUpdate() {
        Arrays.setAll(levels, _ -> new Level());
    }

    BookUpdate fill() {
        symbol = "ESH1-CME";
        Arrays.setAll(counts, i -> 1_000_000_007L * i);
        Arrays.setAll(sizes, i -> 31 * i);
        for (int i = 0; i < LEVELS; i++) {
            levels[i].price = 3720.25 + i / 4.0;
            levels[i].size = 7 * i;
        }
        return this;
    }
}
