package dev.verbatim.queue;

import java.lang.foreign.MemorySegment;

/** Takes an entry in place, where it lies in the queue. */
@FunctionalInterface
public interface EntryHandler {

    /**
     * Takes an entry.
     *
     * @param payload the entry's payload, mapped and read-only; valid only until this method returns
     * @param position the entry's position
     * @param layoutId the id of the payload's layout, the name of its file under {@code layouts}; 0 if none was given
     */
    void onEntry(MemorySegment payload, long position, int layoutId);
}
