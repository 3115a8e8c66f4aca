package dev.verbatim.internal;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The VarHandles of plain access, one for each carrier and byte order, with coordinates (segment, offset in bytes).
 *
 * <p>Their layouts have a byte alignment of 1: an aligned handle throws on a {@code byte[]} segment even for a plain get.
 */
final class PlainHandles {

    private static final Map<ValueLayout, VarHandle> HANDLES = new ConcurrentHashMap<>();

    private PlainHandles() {}

    static VarHandle of(ValueLayout layout) {
        ByteOrder order = layout.byteSize() == 1 ? ByteOrder.nativeOrder() : layout.order();
        return HANDLES.computeIfAbsent(
                layout.withoutName().withByteAlignment(1).withOrder(order), ValueLayout::varHandle);
    }
}
