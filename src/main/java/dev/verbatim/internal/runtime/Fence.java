package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Keeps an access to a segment from relying on an older check that the segment's arena is open.
 *
 * <p>Another thread may close a shared arena at any time, and unmaps its memory as soon as no thread is between such
 * a check and the access that relies on it. HotSpot's C2 takes the check for the load of a plain field, which it need
 * not repeat until the field may have changed. A thread that allocates may stop there, while the arena is closed; but
 * to C2 an allocation changes no field, and HotSpot does not make such a thread leave compiled code, as it does at
 * other safepoints. So a check before an allocation would do for accesses behind it, also if it was made in another
 * method, or turn of a loop, that C2 has inlined. Such an access ends the JVM (seen on JDK 25 to 28; {@code
 * SharedArenaCloseReproducer} does it without Verbatim).
 *
 * <p>A load fence makes C2 load the field again. On x86 it is no instruction. It stands before the first access of
 * everything that is called by others, and wherever something may have been allocated since the last fence: {@code
 * FencePlaces} knows that of generated code. What is on the heap needs none, as it cannot be closed.
 */
public final class Fence {

    private Fence() {}

    /** Makes the accesses that follow, up to the next allocation, check anew that their segments can be accessed. */
    public static void beforeAccess() {
        VarHandle.acquireFence();
    }

    /** {@return some bytes of a segment} {@link MemorySegment#toArray} allocates between a fence and its access. */
    static byte[] toArray(MemorySegment segment, long offset, int byteSize) {
        byte[] bytes = new byte[byteSize];
        beforeAccess();
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, bytes, 0, byteSize);
        return bytes;
    }
}
