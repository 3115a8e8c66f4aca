package dev.verbatim.kafka;

import java.lang.foreign.MemorySegment;

/** Makes the keys of records. Records of one key go to one partition, and stay in order. */
@FunctionalInterface
public interface KeyFunction {

    /**
     * {@return the key of a record}
     *
     * @param payload the payload of an entry, mapped and read-only; valid only until this method returns
     * @param layoutId the id of the payload's layout, which {@link dev.verbatim.queue.MappedQueue#layout} has; 0 if
     *     none was given
     */
    byte[] key(MemorySegment payload, int layoutId);
}
