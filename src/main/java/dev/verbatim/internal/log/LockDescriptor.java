package dev.verbatim.internal.log;

/**
 * The positions in the file {@code lock} that are locked. The file is empty: a lock needs no bytes, and nobody has a
 * reason to read it.
 *
 * <pre>
 *      0  1024 slots   exclusive while an appender is open
 *   1024  in use       shared by each JVM that has the log open to write;
 *                      exclusive while the log is repaired, or to learn that no JVM has it open
 *   1025  opening      exclusive while a log is created, recovered, or joined, with the store that stands on it
 *   1026  delete       exclusive while segments are deleted or repaired, while one gets its name,
 *                      and while a named tailer is made
 *   1027  make         exclusive while a segment is made
 *   1028  tailers      exclusive while a named tailer is made or removed
 *   1029  128 tailers  exclusive while a named tailer is open
 *   1157  store        from here on, of the store that stands on the log; none in a queue
 * </pre>
 */
public final class LockDescriptor {

    /** The name of the file. */
    public static final String FILE_NAME = "lock";

    /** The first slot. */
    public static final int SLOTS = 0;

    /** Held by each JVM that has the log open, and not only to read. */
    static final int IN_USE = SLOTS + EntryDescriptor.SLOTS;

    /** Held while the log is created, recovered, or joined, and what stands on it. */
    public static final int OPENING = IN_USE + 1;

    /**
     * Held while segments are repaired, for the moment in which one is linked or loses its name, and while that would
     * be in the way.
     */
    public static final int DELETE = OPENING + 1;

    /** Held while a segment is made. */
    static final int MAKE = DELETE + 1;

    /** Held while a named tailer is made or removed. */
    static final int TAILER_TABLE = MAKE + 1;

    /** The first named tailer. */
    public static final int TAILERS = TAILER_TABLE + 1;

    /** The first one of the store that stands on the log. */
    public static final int STORE = TAILERS + ControlDescriptor.TAILERS;

    /** After the last one: a store has two at most, for which {@code LockFile} makes keys beforehand. */
    public static final int END = STORE + 2;

    private LockDescriptor() {}
}
