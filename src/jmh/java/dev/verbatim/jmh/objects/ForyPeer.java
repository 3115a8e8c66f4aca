package dev.verbatim.jmh.objects;

import java.util.stream.IntStream;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/**
 * Fory, set up as <a href="https://fory.apache.org/docs/object-serialization/java/">its documentation</a> says is
 * fastest.
 *
 * <ul>
 *   <li>"Performance Considerations": native mode, "when only Java serialization is needed", a class registered by
 *       number, no tracking of references. The instance and a buffer for each slot are reused.
 *   <li>"Compatible Mode": off, "for faster serialization and smaller size".
 *   <li>"Configuration": serialisers are generated, before their first use. Numbers are not compressed, which is "for
 *       smaller size".
 *   <li>"JDK 25 and Later": to open {@code java.lang.invoke} "is not required, but is recommended" because it avoids
 *       Unsafe. It is not opened: it changed no figure.
 * </ul>
 */
final class ForyPeer<T> implements Peer<T> {

    private final Class<T> type;
    private final Fory fory;
    private final MemoryBuffer[] slots;

    ForyPeer(Class<T> type, int slots) {
        this.type = type;
        fory = Fory.builder()
                .withXlang(false)
                .withCompatible(false)
                .withRefTracking(false)
                .withNumberCompressed(false)
                .requireClassRegistration(true)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .build();
        fory.register(type, 1);
        this.slots = IntStream.range(0, slots)
                .mapToObj(i -> MemoryBuffer.newHeapBuffer(SLOT_BYTES))
                .toArray(MemoryBuffer[]::new);
    }

    @Override
    public int write(T value, int slot) {
        MemoryBuffer buffer = slots[slot];
        buffer.writerIndex(0);
        fory.serialize(buffer, value);
        return buffer.writerIndex();
    }

    @Override
    public T read(int slot) {
        MemoryBuffer buffer = slots[slot];
        buffer.readerIndex(0);
        return fory.deserialize(buffer, type);
    }
}
