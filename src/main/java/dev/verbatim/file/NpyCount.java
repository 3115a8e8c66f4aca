package dev.verbatim.file;

import static dev.verbatim.file.NpyDescriptor.COUNT_COLUMNS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The count of structs in the header of a mapped file, which every reader can read at every moment.
 *
 * <pre>
 *  columns  0–3     4–11        12–19
 *           blank   high word   low word      both words 8-byte aligned
 *           ····    ·······1    23456789      = 123,456,789
 * </pre>
 *
 * <p>Within a hundred million the count changes by one release store of the low word. At the carry two words change. A
 * reader may read between the two stores, or the writer may die there. So the low word first becomes a marker, {@code
 * k_000000} with {@code k} the last digit of the next high word:
 *
 * <pre>
 *           ·······1    99999999      199,999,999
 *           ·······1    2_000000      carry: k is not the high word's last digit, so the high word is still to come
 *           ·······2    2_000000      carry: k is the high word's last digit
 *           ·······2    00000000      200,000,000
 * </pre>
 *
 * Verbatim reads 200,000,000 from the last three. Python takes underscores in numbers, so NumPy reads 12,000,000 and
 * 22,000,000 from the markers: fewer structs, all of them valid.
 */
final class NpyCount {

    /** The offset of the high word in the field; the columns before it are blank. */
    static final int HIGH_WORD_OFFSET = COUNT_COLUMNS - 2 * Long.BYTES;

    private static final int LOW_WORD_OFFSET = COUNT_COLUMNS - Long.BYTES;

    /** How many counts the low word holds: 10 to the power of its columns. */
    static final long LOW_WORD_COUNTS = 100_000_000;

    private static final long BLANK = 0x2020_2020_2020_2020L;

    /** Of a word in little-endian order the last column is the most significant byte. */
    private static final long ONE_IN_LAST_COLUMN = 1L << 56;

    private static final VarHandle WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private NpyCount() {}

    /** {@return the text of a count, {@link NpyDescriptor#COUNT_COLUMNS} wide} */
    static String columns(long count) {
        String digits = Long.toString(count);
        return " ".repeat(COUNT_COLUMNS - digits.length()) + digits;
    }

    /**
     * Publishes a count, after the structs that it counts have been written.
     *
     * @param header the mapped file
     * @param offset where the field starts, in bytes from the start of the file
     * @param from the count that is published now
     * @param to the new count, not less
     */
    static void publish(MemorySegment header, long offset, long from, long to) {
        // Nine times out of ten an append is one addition in the last column.
        if (to == from + 1 && to % 10 != 0) {
            long low = (long) WORD.get(header, offset + LOW_WORD_OFFSET);
            WORD.setRelease(header, offset + LOW_WORD_OFFSET, low + ONE_IN_LAST_COLUMN);
            return;
        }
        // A marker tells only neighbouring high words apart.
        for (long high = from / LOW_WORD_COUNTS + 1; high <= to / LOW_WORD_COUNTS; high++) {
            WORD.setRelease(header, offset + LOW_WORD_OFFSET, marker(high));
            WORD.setRelease(header, offset + HIGH_WORD_OFFSET, digits(high, ' '));
        }
        WORD.setRelease(header, offset + LOW_WORD_OFFSET, lowWord(to));
    }

    /**
     * Ends a carry during which a writer died; otherwise changes nothing.
     *
     * @param header the mapped file
     * @param offset where the field starts, in bytes from the start of the file
     * @param count the published count
     */
    static void settle(MemorySegment header, long offset, long count) {
        if (count >= LOW_WORD_COUNTS) {
            WORD.setRelease(header, offset + HIGH_WORD_OFFSET, digits(count / LOW_WORD_COUNTS, ' '));
        }
        WORD.setRelease(header, offset + LOW_WORD_OFFSET, lowWord(count));
    }

    /** The low word of a carry to a high word: {@code k_000000}. */
    private static long marker(long high) {
        return (digits(0, '0') & ~0xFFFFL) | ('0' + high % 10) | ('_' << Byte.SIZE);
    }

    private static long lowWord(long count) {
        return digits(count % LOW_WORD_COUNTS, count < LOW_WORD_COUNTS ? ' ' : '0');
    }

    /** {@return a number of at most eight digits as text, right-aligned: the most significant byte has the last one} */
    private static long digits(long number, char pad) {
        long word = 0;
        long rest = number;
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            boolean isDigit = rest > 0 || shift == Long.SIZE - Byte.SIZE;
            word |= (isDigit ? '0' + rest % 10 : pad) << shift;
            rest /= 10;
        }
        return word;
    }

    /**
     * A count that was read.
     *
     * @param high the high word
     * @param low the low word
     * @param count what they say
     */
    record Published(long high, long low, long count) {}

    /**
     * {@return the published count}
     *
     * @param header the mapped file
     * @param offset where the field starts, in bytes from the start of the file
     * @param last what was read here before, which is returned if the words are the same: to decode them takes
     *     longer; null if nothing was
     * @throws NumberFormatException if the field holds no count
     */
    static Published read(MemorySegment header, long offset, @Nullable Published last) {
        while (true) {
            long low = (long) WORD.getAcquire(header, offset + LOW_WORD_OFFSET);
            long high = (long) WORD.getAcquire(header, offset + HIGH_WORD_OFFSET);
            if (last != null && last.low == low && last.high == high) {
                return last;
            }
            // If the low word has not changed, the high word belongs to it: a hundred million counts lie in between.
            if (low == (long) WORD.getAcquire(header, offset + LOW_WORD_OFFSET)) {
                try {
                    return new Published(high, low, decode(high, low));
                } catch (NumberFormatException e) {
                    // A marker comes again after ten carries, and one bulk append can make ten while a reader is
                    // stopped here. Then the two words do not fit, and change. If they stay, they are no count.
                    if (high == (long) WORD.getAcquire(header, offset + HIGH_WORD_OFFSET)
                            && low == (long) WORD.getAcquire(header, offset + LOW_WORD_OFFSET)) {
                        throw e;
                    }
                }
            }
            Thread.onSpinWait();
        }
    }

    /**
     * {@return the count that the text of the field says}
     *
     * @param columns the text
     * @throws NumberFormatException if it holds no count
     */
    static long parse(String columns) {
        return decode(word(columns, HIGH_WORD_OFFSET), word(columns, LOW_WORD_OFFSET));
    }

    /** {@return the word that is in the file where eight columns of a text are} */
    private static long word(String columns, int from) {
        long word = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            char column = columns.charAt(from + i);
            word |= (column <= 0xFFL ? column : 0L) << (Byte.SIZE * i);
        }
        return word;
    }

    /**
     * {@return the count that two words hold}
     *
     * @throws NumberFormatException if they hold no count; its message is the text of both words, as Python spells it
     */
    private static long decode(long high, long low) {
        long highCount = high == BLANK ? 0 : number(high);
        if (highCount >= 0 && column(low, 1) == '_') {
            boolean highIsNext = column(low, 0) - '0' == highCount % 10 && high != BLANK;
            long next = highIsNext ? highCount : highCount + 1;
            if (low == marker(next)) {
                return next * LOW_WORD_COUNTS;
            }
        } else if (highCount >= 0) {
            long lowCount = number(low);
            if (lowCount >= 0) {
                return highCount * LOW_WORD_COUNTS + lowCount;
            }
        }
        throw new NumberFormatException(NpyDtype.quote(text(high) + text(low)));
    }

    /** {@return the number in a word, right-aligned and without a sign, or -1 if there is no such number} */
    private static long number(long word) {
        long number = -1;
        for (int i = 0; i < Long.BYTES; i++) {
            int column = column(word, i);
            if (column >= '0' && column <= '9') {
                number = 10 * Math.max(0, number) + (column - '0');
            } else if (column != ' ' || number >= 0) {
                return -1;
            }
        }
        return number;
    }

    private static int column(long word, int index) {
        return (int) (word >>> (Byte.SIZE * index)) & 0xFF;
    }

    private static String text(long word) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) column(word, i);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
