package dev.verbatim.jmh.objects;

/**
 * A rival: writes objects to memory that it holds, in its own encoding, and reads them back.
 *
 * <p>The memory has slots, so that objects written one after the other do not lie in the same place: with one place
 * alone, loads and stores whose addresses happen to agree in their last 12 bits stall each other. An object that is
 * read is new, or one that the rival reuses, whichever is faster with it.
 */
interface Peer<T> {

    /** What a slot can hold, in bytes. */
    int SLOT_BYTES = 1024;

    /**
     * The distance of slots that share one memory, in bytes: a cache line more, else all would fall on the same few
     * sets.
     */
    int SLOT_STRIDE = SLOT_BYTES + 64;

    /** Returns the number of bytes written. */
    int write(T value, int slot) throws Exception;

    T read(int slot) throws Exception;
}
