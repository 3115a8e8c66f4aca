package dev.verbatim.cli;

import java.lang.foreign.MemorySegment;

/**
 * An entry of a queue.
 *
 * @param position its position
 * @param layoutId the id of its payload's layout; 0 if none was given
 * @param payload a copy of its payload
 */
record StoredEntry(long position, int layoutId, MemorySegment payload) {}
