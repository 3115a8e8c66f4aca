package dev.verbatim.internal.io;

import java.lang.foreign.MemorySegment;

/**
 * Whether a segment belongs to one thread. Each access by a VarHandle asks that, in a method of the JDK that all
 * accesses of a JVM share. As soon as the program has used any confined arena, C2 no longer takes the answer for
 * granted: then it asks again at each access to the same segment, and makes all other checks again. Where the code has
 * asked before, and has gone its own way, C2 knows the answer; {@code docs/generated-code.md} says how much that saves.
 */
public final class Confinement {

    /**
     * A thread that never runs, and so has no arena: what it could access, every thread can. It inherits nothing from
     * the thread that makes it, which would be kept for good.
     */
    public static final Thread NOBODY = new Thread(null, null, "nobody", 0, false);

    private Confinement() {}

    /** {@return whether every thread can access a segment} */
    public static boolean isUnconfined(MemorySegment segment) {
        return segment.isAccessibleBy(NOBODY);
    }
}
