package dev.verbatim;

/**
 * Which failures an entry of a queue, or a change of a map, survives once the method that made it has returned. In all
 * three it survives the death of every process, however it dies. Each program that opens a queue or a map chooses for
 * what it writes itself.
 */
public enum Durability {

    /**
     * An entry survives the death of the process, not that of the operating system or the loss of power. The {@code
     * force} of the queue or map brings everything before it to the storage device.
     */
    PAGE_CACHE,

    /**
     * An entry survives the loss of power from the next batch on: everything that was written is forced at intervals,
     * by a thread of the queue or map, and on {@code force}.
     */
    BATCH,

    /**
     * An entry survives the loss of power: the method returns after it was forced, with all entries before it. Threads
     * that wait at the same time share one force.
     */
    EACH
}
