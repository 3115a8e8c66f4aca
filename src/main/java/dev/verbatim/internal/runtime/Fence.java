package dev.verbatim.internal.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Keeps an access to a segment from relying on an older check that the segment's arena is open.
 *
 * <p>Another thread may close a shared arena at any time. It unmaps the memory as soon as no thread is between such a
 * check and the access that relies on it. To HotSpot's C2 the check is the load of a plain field, which C2 need not
 * repeat until the field may have changed. A thread that allocates may stop there while the arena is closed. But to C2
 * an allocation changes no field; and HotSpot does not make a thread that stops there leave compiled code, as it does
 * at other safepoints. So C2 lets one check stand for accesses behind an allocation too, even where it has inlined the
 * check from another method or another turn of a loop. Such an access ends the JVM (seen on JDK 25 to 28; {@code
 * SharedArenaCloseReproducer} does it without Verbatim).
 *
 * <p>A load fence makes C2 load the field again. On x86 it is no instruction, but C2 makes all other checks of the
 * segment anew, too. A fence stands before the first access of each method that others call, and wherever something may
 * have been allocated since the last fence. {@code FencePlaces} knows those places in generated code. Segments on the
 * heap need no fence, as nobody can close them. Codecs and the accessors of views make none, and views are wrapped
 * without one, where {@link #isNeededFor} says that no other thread can close the arena.
 */
public final class Fence {

    /** The class of the scopes of the arenas that another thread than the one that reads can close. */
    public static final Class<?> CLOSABLE = Arena.ofShared().scope().getClass();

    private Fence() {}

    /**
     * {@return whether another thread can close the arena of a segment, so that accesses need a fence} The others are
     * closed by the thread that reads, or never; C2 sees what its own thread does.
     */
    public static boolean isNeededFor(MemorySegment segment) {
        return segment.scope().getClass() == CLOSABLE;
    }

    /** Makes the following accesses, up to the next allocation, check anew that their arenas are open. */
    public static void beforeAccess() {
        VarHandle.acquireFence();
    }

    /**
     * {@return a copy of some bytes of a segment} {@link MemorySegment#toArray} would allocate between a fence and its
     * access.
     */
    public static byte[] toArray(MemorySegment segment, long offset, int byteSize) {
        byte[] bytes = new byte[byteSize];
        beforeAccess();
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, bytes, 0, byteSize);
        return bytes;
    }
}
