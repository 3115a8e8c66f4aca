package dev.verbatim.map;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.StackRoom;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.io.ZeroFill;
import dev.verbatim.internal.log.ControlFile;
import dev.verbatim.internal.log.FileNumber;
import dev.verbatim.internal.log.Leftovers;
import dev.verbatim.internal.log.LogFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The generations of the index: which there are, which are mapped, and how the next one comes to be. Any thread may use
 * it. A generation is written whole under an unfinished name, and then linked to its own; a second link is refused.
 */
final class Index {

    private final Path folder;
    private final ControlFile control;
    private final boolean writable;

    /** What is mapped, by generation; guarded by this object. */
    private final Map<Long, Mapping> mappings = new HashMap<>();

    private final Leftovers leftovers = new Leftovers();

    private static final class Mapping {
        private final IndexFile file;
        private int users;

        private Mapping(IndexFile file) {
            this.file = file;
        }
    }

    Index(Path map, ControlFile control, boolean writable) {
        this.folder = map.resolve(IndexDescriptor.FOLDER_NAME);
        this.control = control;
        this.writable = writable;
    }

    Path path(long generation) {
        return folder.resolve(IndexDescriptor.fileName(generation));
    }

    /** {@return the number of the current generation} */
    long currentAcquire() {
        return control.storeLongAcquire(MapDescriptor.CURRENT);
    }

    /** {@return how many bytes the words of the current generation take; less than 0 if it is over by now} */
    long wordsByteSize() {
        return path(currentAcquire()).toFile().length() - IndexDescriptor.WORDS_OFFSET;
    }

    /** Takes note that the generation before one is over. {@return false if it is not the current one} */
    boolean advanceCurrent(long generation) {
        return control.compareAndSetStoreLong(MapDescriptor.CURRENT, generation - 1, generation);
    }

    /** {@return whether there is a file of a generation} Throws as {@link ControlFile#exists} does. */
    boolean exists(long generation) throws IOException {
        return control.exists(path(generation));
    }

    /** {@return a generation, to be released; null if there is no file of it} */
    synchronized @Nullable IndexFile acquire(long generation) throws IOException {
        StackRoom.require(); // for the caller to keep what this returns, or to release it
        if (!exists(generation)) {
            return null; // one that is mapped may be over: then nobody begins to use it
        }
        Mapping mapping = mappings.get(generation);
        if (mapping == null) {
            try {
                mapping = new Mapping(UninterruptibleIo.call(() -> open(generation)));
            } catch (NoSuchFileException e) {
                return null;
            }
            mappings.put(generation, mapping);
        }
        mapping.users++;
        return mapping.file;
    }

    private IndexFile open(long generation) throws IOException {
        IndexFile file = IndexFile.open(path(generation), generation, writable);
        try {
            control.requireInPlace();
        } catch (IOException | RuntimeException | Error e) {
            file.unmap();
            throw e;
        }
        return file;
    }

    /**
     * {@return the current generation, to be released}
     *
     * @throws StoreException if there is none
     */
    IndexFile acquireCurrent() throws IOException {
        long current = currentAcquire();
        while (true) {
            IndexFile file = acquire(current);
            long again = currentAcquire();
            if (file != null && again == current) {
                return file;
            }
            if (file != null) {
                release(file);
            } else if (again == current) {
                control.requireInPlace();
                throw new StoreException(
                        path(current),
                        "the current generation of the index",
                        "no file; copy the map as for a backup, without `index`, and open the copy, which makes the"
                                + " index anew");
            }
            current = again;
        }
    }

    /** Ends one use of a generation. The last one unmaps it. */
    void release(IndexFile file) {
        if (isUnmapped(file)) {
            leftovers.retry(); // not while others wait for a generation
        }
    }

    private synchronized boolean isUnmapped(IndexFile file) {
        Mapping mapping = Objects.requireNonNull(mappings.get(file.generation()), "a generation that is used");
        mapping.users--;
        boolean isLast = mapping.users == 0;
        if (isLast) {
            mappings.remove(file.generation());
            file.unmap();
        }
        return isLast;
    }

    /** Makes sure that there is a generation, with zeros that are really written. */
    void make(long generation, int bits) throws IOException {
        if (exists(generation)) {
            return;
        }
        control.requireInPlace();
        // An interrupt of a writer would close the channel.
        UninterruptibleIo.call(() -> LogFiles.link(write(generation, bits), path(generation)));
    }

    /** {@return a file of a generation that has no name yet} */
    Path write(long generation, int bits) throws IOException {
        Path unfinished = LogFiles.unfinished(folder);
        try (FileChannel channel =
                FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] header = IndexFile.newHeader(generation, bits);
            ZeroFill.create(channel, header, IndexDescriptor.fileSize(bits), ZeroFill.LARGE_PIECE);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw FileFailure.of(folder, "preallocate an index of " + IndexDescriptor.fileSize(bits) + " bytes", e);
        } catch (RuntimeException | Error e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        return unfinished;
    }

    /** Deletes a generation that is over, or damaged. */
    void delete(long generation) throws IOException {
        control.requireInPlace();
        leftovers.delete(path(generation));
    }

    /** Deletes all generations before one, and unfinished files: where nobody can be at work on one. */
    void deleteBefore(long generation) throws IOException {
        control.requireInPlace();
        for (Path file : LogFiles.list(folder)) {
            String name = file.getFileName().toString();
            long number = FileNumber.parse(name);
            boolean isOver = number >= 0 && number < generation;
            if (isOver || name.endsWith(LogFiles.UNFINISHED_SUFFIX)) {
                leftovers.delete(file);
            }
        }
    }

    /** Deletes all generations after one. */
    void deleteAfter(long generation) throws IOException {
        control.requireInPlace();
        for (Path file : LogFiles.list(folder)) {
            if (FileNumber.parse(file.getFileName().toString()) > generation) {
                leftovers.delete(file);
            }
        }
    }

    void createFolder() throws IOException {
        LogFiles.createFolder(folder);
    }

    void forceFolder() throws IOException {
        control.forceFolder(folder);
    }
}
