package dev.verbatim.leaving;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

// @start region="printed"
final class PositionLayout {

    private static final ValueLayout.OfDouble DOUBLE_LE_UNALIGNED =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT_LE_UNALIGNED =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE_UNALIGNED =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    // an object of dev.verbatim.leaving.Position from offset 12 to 46: 34 bytes, alignment 1
    static final StructLayout LAYOUT = structLayout(
            INT_LE_UNALIGNED.withName("instrument"),
            LONG_LE_UNALIGNED.withName("account"),
            DOUBLE_LE_UNALIGNED.withName("price"),
            LONG_LE_UNALIGNED.withName("time"),
            INT_LE_UNALIGNED.withName("quantity"),
            JAVA_BYTE.withName("side"),
            JAVA_BOOLEAN.withName("open"));

    private PositionLayout() {}
}
// @end
