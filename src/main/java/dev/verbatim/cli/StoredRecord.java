package dev.verbatim.cli;

import java.lang.foreign.MemorySegment;

/**
 * A record of a queue.
 *
 * @param position its position
 * @param layoutId the id of its payload's layout; 0 if none was given
 * @param payload a copy of its payload
 */
record StoredRecord(long position, int layoutId, MemorySegment payload) {}
