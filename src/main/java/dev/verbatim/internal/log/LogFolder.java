package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder that a log is in, or is to be made in.
 *
 * @param kind of which kind the log is
 * @param path the folder
 */
public record LogFolder(LogKind kind, Path path) {

    /** What helps who wants a log where there is none, and has said that none is to be created. */
    static final String CREATION = "; create(true) would make one";

    /** Creates a folder and those above it. A loss of power must not take any of them from the one above. */
    static void create(Path folder, LogFiles.FolderForce force) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            create(parent, force);
        }
        boolean isMadeHere = true;
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw new StoreException(folder, "a folder", LogFiles.inPlaceOfFolder(folder));
            }
            isMadeHere = false; // another process was faster
        }
        try {
            LogFiles.forceFolder(parent, force);
        } catch (IOException | RuntimeException | Error e) {
            if (isMadeHere) {
                // Whoever comes next would find the folder, and not force its name.
                try {
                    Files.deleteIfExists(folder);
                } catch (IOException suppressed) {
                    e.addSuppressed(suppressed);
                }
            }
            throw e;
        }
    }

    /** Requires that there is a log. Who copies a log may leave the lock file out. */
    public void requireLog() throws IOException {
        requireLog("");
    }

    /** As {@link #requireLog()}, with what helps where there is nothing. */
    void requireLog(String remedy) throws IOException {
        if (hasLog()) {
            return;
        }
        throw Files.exists(path) && !Files.isDirectory(path)
                ? new StoreException(path, "a folder", "a file")
                : new StoreException(path, "a " + kind.noun(), inPlaceOfLog(remedy));
    }

    private String inPlaceOfLog(String remedy) throws IOException {
        Path control = path.resolve(ControlDescriptor.FILE_NAME);
        try {
            control.getFileSystem().provider().checkAccess(control);
        } catch (AccessDeniedException e) {
            return "a folder that cannot be read";
        } catch (NoSuchFileException e) {
            // as said below
        } catch (IOException e) {
            if (Files.isDirectory(path)) {
                throw e; // it may be there
            }
        }
        if (!Files.isDirectory(path)) {
            return "no such folder" + remedy;
        }
        return "no file `" + ControlDescriptor.FILE_NAME + "`" + (foreign().isEmpty() ? remedy : "");
    }

    /** {@return whether there is a log, of whatever kind} */
    public boolean hasLog() {
        return Files.exists(path.resolve(ControlDescriptor.FILE_NAME));
    }

    /** {@return whether there is a log} Throws if nobody knows: then none must be made. */
    boolean hasControl() throws IOException {
        return LogFiles.exists(path.resolve(ControlDescriptor.FILE_NAME));
    }

    /** Makes sure of a lock file, under which a log can be created. */
    void prepareLock() throws IOException {
        Path lock = path.resolve(LockDescriptor.FILE_NAME);
        LockFile.create(lock);
        if (!Files.isWritable(lock)) {
            throw new StoreException(
                    lock,
                    "a file that can be written",
                    "one that can only be read; open the " + kind.noun() + " to read only");
        }
    }

    /** A folder with other files in it is somebody else's: nothing is created there, not even the lock. */
    void requireLogOrEmpty() throws IOException {
        if (hasControl()) {
            return;
        }
        List<String> foreign = foreign();
        // Another process may have created the log since; the control file is the first that it gives a name.
        if (!foreign.isEmpty() && !hasControl()) {
            throw new StoreException(
                    path,
                    "a " + kind.noun() + " or an empty folder",
                    "no file `control`, and `" + foreign.getFirst() + "`");
        }
    }

    /** {@return the names of what no log leaves in a folder before there is one} */
    private List<String> foreign() throws IOException {
        return LogFiles.list(path).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> !name.equals(LockDescriptor.FILE_NAME)
                        && !name.equals(StoredLayouts.FOLDER_NAME)
                        && !name.endsWith(LogFiles.UNFINISHED_SUFFIX))
                .sorted()
                .toList();
    }

    /**
     * Creates the files of a log, except the first segment. The control file comes last: with it, there is a log, and
     * what stands on it.
     */
    void createLog(LogOptions options, Log.Creation creation) throws IOException {
        LogFiles.createFolder(path.resolve(StoredLayouts.FOLDER_NAME));
        Path unfinished = LogFiles.unfinished(path);
        LogFiles.writeAndForce(
                unfinished, ControlFile.newFile(kind, options.newSegmentSize(kind), options.newChecksum()));
        try {
            try (ControlFile control = ControlFile.open(kind, unfinished, true)) {
                creation.create(control, new StoredLayouts(path, control));
                control.force();
            }
            LogFiles.publish(unfinished, path.resolve(ControlDescriptor.FILE_NAME));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
