package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** A mutable class that the tests of members and of views have as a member. */
final class Point {

    private static final ValueLayout INT_LE = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    int x;
    int y;

    static final StructLayout LAYOUT = structLayout(INT_LE.withName("x"), INT_LE.withName("y"));

    static Point of(int x, int y) {
        Point point = new Point();
        point.x = x;
        point.y = y;
        return point;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Point point && point.x == x && point.y == y;
    }

    @Override
    public int hashCode() {
        return Objects.hash(x, y);
    }
}
