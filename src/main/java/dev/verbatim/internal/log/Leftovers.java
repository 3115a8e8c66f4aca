package dev.verbatim.internal.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;

/**
 * Deletes files that others may have mapped. POSIX systems do that at once. Windows refuses to, but gives a mapped file
 * another name: so the file loses its own, and is deleted later, when something else is deleted or unmapped here. What
 * is left when the log is closed, a later recovery deletes. Any thread may use it.
 */
public final class Leftovers {

    /** Guarded by this object. */
    private final Queue<Path> left = new ArrayDeque<>();

    /** So that nobody waits for a thread that deletes, where there is nothing to delete. */
    private volatile boolean isAnyLeft;

    /** Deletes a file if there is one. After this there is none of its name, unless that is an unfinished one. */
    public void delete(Path file) throws IOException {
        retry();
        if (LogFiles.tryDelete(file)) {
            return;
        }
        if (file.toString().endsWith(LogFiles.UNFINISHED_SUFFIX)) {
            add(file);
            return;
        }
        Path unfinished = LogFiles.unfinished(Objects.requireNonNull(file.getParent(), "a folder"));
        try {
            Files.move(file, unfinished, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return; // others have moved or deleted it
        }
        if (!LogFiles.tryDelete(unfinished)) { // its last user may have unmapped it meanwhile
            add(unfinished);
        }
    }

    private synchronized void add(Path file) {
        left.add(file);
        isAnyLeft = true;
    }

    /** Tries once more to delete what is left: after something was unmapped here. What fails is left. */
    public void retry() {
        if (isAnyLeft) {
            try {
                deleteLeft();
            } catch (RuntimeException | Error e) {
                // Tried again later: whoever unmaps something must not fail for want of memory here.
            }
        }
    }

    private synchronized void deleteLeft() {
        left.removeIf(Leftovers::isDeleted);
        isAnyLeft = !left.isEmpty();
    }

    private static boolean isDeleted(Path file) {
        try {
            return LogFiles.tryDelete(file);
        } catch (IOException e) {
            return false;
        }
    }
}
