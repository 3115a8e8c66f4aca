package dev.verbatim.internal.io;

/**
 * Has a {@link StackOverflowError} come before something that it must not come in the midst of. The JDK's locks and
 * queues cannot be used any more if it comes there, nor can a class that it comes to in its static initialiser, and
 * what was taken and not noted yet is never released.
 */
public final class StackRoom {

    /** Their frames take 10 KB where C2 has compiled them, and 29 KB in the interpreter. */
    private static final int CALLS = 128;

    private StackRoom() {}

    /**
     * Requires that there is more room on the stack than it takes to hand a task to an executor, or to release a
     * mapping. For what is rare: this takes part of a microsecond.
     *
     * @throws StackOverflowError if there is less
     */
    public static void require() {
        use(CALLS, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /**
     * Requires so much room that {@link #require} finds its own in what comes next.
     *
     * @throws StackOverflowError if there is less
     */
    public static void requireForMore() {
        use(2 * CALLS, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /** Keeps its parameters on the stack until the inner call has ended. */
    private static long use(int calls, long a, long b, long c, long d, long e, long f, long g, long h) {
        return calls == 0 ? a : use(calls - 1, b, c, d, e, f, g, h, a + calls) + (a ^ b ^ c ^ d) * (e ^ f ^ g ^ h);
    }
}
