package dev.verbatim.cli;

import static java.lang.foreign.MemoryLayout.paddingLayout;

import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;

/**
 * One day of a stock or an index.
 *
 * @param date the day as the decimal number yyyyMMdd
 * @param open the first price
 * @param high the highest price
 * @param low the lowest price
 * @param close the last price
 * @param adjClose the last price, adjusted for splits and dividends
 * @param volume the number of shares traded
 */
record DailyBar(int date, double open, double high, double low, double close, double adjClose, long volume) {

    private static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE_LE = ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** The layout of one day. The padding puts the prices at multiples of eight. */
    static final StructLayout LAYOUT = MemoryLayout.structLayout(
                    INT_LE.withName("date"),
                    paddingLayout(4),
                    DOUBLE_LE.withName("open"),
                    DOUBLE_LE.withName("high"),
                    DOUBLE_LE.withName("low"),
                    DOUBLE_LE.withName("close"),
                    DOUBLE_LE.withName("adjClose"),
                    LONG_LE.withName("volume"))
            .withName("DailyBar");

    static final StructCodec<DailyBar> CODEC = StructCodec.ofRecord(MethodHandles.lookup(), DailyBar.class, LAYOUT);
}
