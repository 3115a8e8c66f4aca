package dev.verbatim.internal.log;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of the protocol after which a process can die and leave something for others to clean up. Tests watch them,
 * in JVMs that are started with the system property {@code dev.verbatim.log.watchSteps}; elsewhere {@link #reached}
 * is compiled to nothing.
 */
public enum ProtocolStep {
    /** A slot is locked; its generation is the old one. */
    SLOT,
    /** The slot's generation is the new one, and forced. */
    GENERATION,
    /** An entry is reserved. */
    CLAIM,
    /** The payload is written. */
    PAYLOAD,
    /** The checksum is written. */
    BEFORE_COMMIT,
    /** The entry is prepared. */
    PREPARED,
    /** The index of a map leads to the entry. */
    INDEXED,
    /** The end of a segment is padding, and there is no next one. */
    PADDING,
    /** The next segment has its header, and not its name. */
    TEMPORARY_FILE,
    /** The next segment has its name, and the control file does not know it. */
    PUBLISH,
    /** A segment has its name, or is deleted; but for the first one, the lock of deletion is given up. */
    FOLDER,
    /** A segment has lost its name, and has an unfinished one; the lock of deletion is given up. */
    NAMELESS,
    /** The control file knows the next segment. */
    NEWEST;

    private static final boolean WATCHED = Boolean.getBoolean("dev.verbatim.log.watchSteps");

    private static volatile @Nullable Consumer<ProtocolStep> watcher;

    public static void watch(Consumer<ProtocolStep> newWatcher) {
        watcher = newWatcher;
    }

    /** Tells whoever watches that a step was taken. */
    public void reached() {
        if (WATCHED) {
            Consumer<ProtocolStep> current = watcher;
            if (current != null) {
                current.accept(this);
            }
        }
    }
}
