package dev.verbatim.cli;

import java.lang.foreign.MemorySegment;

/**
 * An entry of a queue.
 *
 * @param position the position of the entry
 * @param layoutId the id of the payload's layout; 0 if there is none
 * @param payload a copy of the payload
 */
record StoredEntry(long position, int layoutId, MemorySegment payload) {}
