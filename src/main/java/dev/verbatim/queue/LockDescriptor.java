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
 *   1026  roll         exclusive while a segment is published or deleted
 *   1027  prepare      exclusive while the next segment is prepared
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

    /** Held while a segment is published or deleted. */
    static final int ROLL = OPENING + 1;

    /** Held while the next segment is prepared. */
    static final int PREPARE = ROLL + 1;

    /** Held while a named tailer is made or removed. */
    static final int TAILER_TABLE = PREPARE + 1;

    /** The first named tailer. */
    static final int TAILERS = TAILER_TABLE + 1;

    private LockDescriptor() {}
}
