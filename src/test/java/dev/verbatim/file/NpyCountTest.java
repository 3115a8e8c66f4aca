package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The count of records, by example and under the eyes of another thread. */
class NpyCountTest {

    /** The field of a file without padding before it: its two words are aligned. */
    static final int OFFSET = 4;

    /** How many records there are when the low word is full. */
    private static final long CARRY = 100_000_000;

    /** How many counts a reader shall meet, and how many there are at most for it to meet them. */
    private static final int ENOUGH_CHANGES = 20_000;

    private static final long MAX_STEPS = 200_000_000;

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "0,'                   0'",
                "1,'                   1'",
                "99999999,'            99999999'",
                "100000000,'           100000000'",
                "123456789,'           123456789'",
                "100000000000000,'     100000000000000'"
            })
    void aCountIsRightAlignedInTwentyColumns(long count, String columns) {
        assertEquals(columns, NpyCount.columns(count));
        assertEquals(count, NpyCount.parse(columns));
        assertEquals(count, NpyCount.read(segmentOf(columns), OFFSET, null).count());
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "100000000,'            1_000000',1000000",
                "100000000,'           11_000000',11000000",
                "200000000,'           12_000000',12000000",
                "200000000,'           22_000000',22000000",
                "1000000000,'           90_000000',90000000",
                "1000000000,'          100_000000',100000000",
                "1100000000,'          101_000000',101000000",
                "10000000000,'          990_000000',990000000"
            })
    void aCarryIsReadAsItsEndAndByPythonAsLess(long count, String columns, long python) {
        assertEquals(count, NpyCount.parse(columns));
        assertEquals(count, NpyCount.read(segmentOf(columns), OFFSET, null).count());
        assertEquals(python, NpyCountPropertyTest.pythonInt(columns));

        MemorySegment segment = segmentOf(columns);
        NpyCount.settle(segment, OFFSET, count);
        assertEquals(NpyCount.columns(count), columnsOf(segment));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "                   x",
                "                  -1",
                "    \t              1",
                "            \t      1",
                "                  +1",
                "                 1 1",
                "                1   ",
                "                    ",
                "          1_0000_000",
                "            3_000000",
                "           13_000000",
                "            1_999999",
                "            0_000000",
                "             _000000",
                "       x           1",
                "      -1    00000001"
            })
    void whatIsNoCountIsRefused(String columns) {
        assertThrows(NumberFormatException.class, () -> NpyCount.parse(columns));
        assertThrows(NumberFormatException.class, () -> NpyCount.read(segmentOf(columns), OFFSET, null));
    }

    @Test
    void whatWasReadBeforeIsDecodedOnlyIfItChanged() {
        MemorySegment segment = segmentOf(NpyCount.columns(CARRY - 1));
        NpyCount.Published last = NpyCount.read(segment, OFFSET, null);
        assertSame(last, NpyCount.read(segment, OFFSET, last));
        NpyCount.publish(segment, OFFSET, CARRY - 1, 2 * CARRY - 1); // the same low word
        NpyCount.Published next = NpyCount.read(segment, OFFSET, last);
        assertEquals(2 * CARRY - 1, next.count());
        assertSame(next, NpyCount.read(segment, OFFSET, next));
        MemorySegment less = segmentOf(NpyCount.columns(2 * CARRY - 2)); // the same high word
        assertEquals(2 * CARRY - 2, NpyCount.read(less, OFFSET, next).count());
    }

    @Test
    void publishingTheSameCountChangesNothing() {
        for (long count : new long[] {0, 9, 10, CARRY - 1, CARRY, 12 * CARRY + 34}) {
            MemorySegment segment = segmentOf(NpyCount.columns(count));
            NpyCount.publish(segment, OFFSET, count, count);
            assertEquals(NpyCount.columns(count), columnsOf(segment));
        }
    }

    @Test
    void countsFollowOneAnother() {
        for (long start : new long[] {0, CARRY - 300, 10 * CARRY - 300}) {
            MemorySegment segment = segmentOf(NpyCount.columns(start));
            for (long count = start; count < start + 600; count++) {
                NpyCount.publish(segment, OFFSET, count, count + 1);
                assertEquals(NpyCount.columns(count + 1), columnsOf(segment));
                assertEquals(count + 1, NpyCount.read(segment, OFFSET, null).count());
            }
        }
    }

    @Test
    void theFieldAloneIsWritten() {
        byte[] bytes = new byte[40];
        Arrays.fill(bytes, (byte) '#');
        MemorySegment segment = MemorySegment.ofArray(new long[5]).copyFrom(MemorySegment.ofArray(bytes));
        MemorySegment.copy(
                MemorySegment.ofArray(NpyCount.columns(0).getBytes(StandardCharsets.US_ASCII)), 0, segment, 12, 20);
        NpyCount.publish(segment, 12, 0, 12 * CARRY + 34);
        NpyCount.settle(segment, 12, 12 * CARRY + 34);
        assertEquals(
                "############          1200000034########",
                new String(segment.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII));
    }

    /** Between the two stores of a carry a reader may come at any time; it comes often enough to meet many. */
    @Test
    void aReaderNeverSeesACountThatDecreasesOrIsNotReachedYet() throws Exception {
        MemorySegment segment = segmentOf(NpyCount.columns(0));
        AtomicLong published = new AtomicLong();
        AtomicLong next = new AtomicLong();
        AtomicBoolean enough = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            long from = 0;
            for (long i = 1; i <= MAX_STEPS && !enough.get(); i++) {
                // One short of a carry, the carry, one more: the words differ most around it.
                long to = i / 3 * CARRY + CARRY - 1 + i % 3;
                next.setRelease(to);
                NpyCount.publish(segment, OFFSET, from, to);
                published.setRelease(to);
                from = to;
            }
        });
        int changes = 0;
        long seen = 0;
        NpyCount.Published last = null;
        try {
            while (changes < ENOUGH_CHANGES && writer.isAlive()) {
                long atLeast = published.getAcquire();
                last = NpyCount.read(segment, OFFSET, last);
                long count = last.count();
                long atMost = next.getAcquire();
                if (count < atLeast || count < seen || count > atMost) {
                    throw new AssertionError(
                            "count=" + count + " after " + seen + ", published=" + atLeast + ", next=" + atMost);
                }
                changes += count > seen ? 1 : 0;
                seen = count;
            }
        } finally {
            enough.set(true);
            writer.join();
        }
        assertEquals(published.get(), NpyCount.read(segment, OFFSET, null).count());
        assertEquals(ENOUGH_CHANGES, changes, "how many counts the reader saw");
    }

    /** {@return memory that is aligned as a mapping is, with a field at {@link #OFFSET}} */
    static MemorySegment segmentOf(String columns) {
        MemorySegment segment = MemorySegment.ofArray(new long[3]);
        byte[] bytes = columns.getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, segment, OFFSET, NpyDescriptor.COUNT_COLUMNS);
        return segment;
    }

    static String columnsOf(MemorySegment segment) {
        byte[] bytes = segment.asSlice(OFFSET).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
