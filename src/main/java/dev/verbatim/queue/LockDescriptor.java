package dev.verbatim.queue;

/**
 * The positions in the file {@code lock} that are locked. The file is empty: a lock needs no bytes, and nobody has a
 * reason to read it.
 *
 * <pre>
 *      0  1024 slots   exclusive while an appender is open
 *   1024  in use       shared by each JVM that has the queue open to write;
 *                      exclusive while the queue is repaired, or to learn that no JVM has it open
 *   1025  opening      exclusive while a queue is created, recovered, or joined
 *   1026  delete       exclusive while segments are deleted or repaired
 *   1027  make         exclusive while a segment is made
 *   1028  tailers      exclusive while a named tailer is made or removed
 *   1029  128 tailers  exclusive while a named tailer is open
 * </pre>
 */
final class LockDescriptor {

    /** The name of the file. */
    static final String FILE_NAME = "lock";

    /** The first slot. */
    static final int SLOTS = 0;

    /** Held by each JVM that has the queue open, and not only to read. */
    static final int IN_USE = SLOTS + EntryDescriptor.SLOTS;

    /** Held while the queue is created, recovered, or joined. */
    static final int OPENING = IN_USE + 1;

    /** Held while segments are deleted or repaired. */
    static final int DELETE = OPENING + 1;

    /** Held while a segment is made. */
    static final int MAKE = DELETE + 1;

    /** Held while a named tailer is made or removed. */
    static final int TAILER_TABLE = MAKE + 1;

    /** The first named tailer. */
    static final int TAILERS = TAILER_TABLE + 1;

    private LockDescriptor() {}
}
