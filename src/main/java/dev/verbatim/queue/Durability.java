package dev.verbatim.queue;

/**
 * Which failures an entry survives once {@link Appender#append(java.lang.foreign.MemorySegment) append} or
 * {@link Appender#commit} has returned. In all three it survives the death of every process, however it dies. Each
 * program that opens the queue chooses for its own appenders.
 */
public enum Durability {

    /**
     * An entry survives the death of the process, not that of the operating system or the loss of power.
     * {@link MappedQueue#force} brings everything before it to the storage device.
     */
    PAGE_CACHE,

    /**
     * An entry survives the loss of power from the next batch on: everything that was appended is forced at {@linkplain
     * MappedQueue.Builder#batchInterval intervals}, by a thread of the queue, and on {@link MappedQueue#force}.
     */
    BATCH,

    /**
     * An entry survives the loss of power: append returns after it was forced, with all entries before it. Appenders
     * that wait at the same time share one force.
     */
    EACH
}
