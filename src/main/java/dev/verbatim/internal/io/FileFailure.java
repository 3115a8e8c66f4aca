package dev.verbatim.internal.io;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Says which file it was, and what could not be done with it, where the JDK's exception says why alone. */
public final class FileFailure {

    private FileFailure() {}

    /**
     * {@return an exception that names the file and what could not be done with it}
     *
     * @param file the file or folder
     * @param action what could not be done
     * @param cause why
     */
    public static IOException of(Path file, String action, Throwable cause) {
        String reason = cause.getMessage();
        // The message of a FileSystemException starts with a name, mostly that of the file; that of an
        // AccessDeniedException, for instance, is the name alone.
        if (cause instanceof FileSystemException system
                && (system.getReason() == null || file.toString().equals(system.getFile()))) {
            reason = system.getReason();
        }
        reason = reason == null ? cause.toString() : reason;
        return new IOException("file=" + file + ": cannot " + action + ": " + reason, cause);
    }
}
