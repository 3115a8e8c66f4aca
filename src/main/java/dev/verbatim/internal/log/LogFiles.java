package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.FileSystemKind;
import dev.verbatim.internal.io.ZeroFill;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the files of a log appear under their names whole, and never in the place of another file. */
public final class LogFiles {

    /** The end of the name of a file that is being made or deleted. If nobody is working on it, it can be deleted. */
    public static final String UNFINISHED_SUFFIX = ".unfinished";

    /** How many bytes are read at once to look for holes. */
    private static final int CHUNK_SIZE = 1 << 20;

    /** The bytes of the smallest blocks that file systems have, or a part of one. */
    private static final int BLOCK_SIZE = 512;

    private LogFiles() {}

    /**
     * Writes zeros to each block of a file that is all zeros: it may be a hole, which has no room on the device. Nobody
     * may be writing to the file.
     */
    static void fillHoles(FileChannel channel, long size) throws IOException {
        long zerosFrom = 0;
        for (long position = 0; position < size; position += CHUNK_SIZE) {
            MemorySegment chunk = read(channel, position, (int) Math.min(CHUNK_SIZE, size - position));
            for (int offset = 0; offset < chunk.byteSize(); offset += BLOCK_SIZE) {
                if (!Mappings.isZero(chunk.asSlice(offset, Math.min(BLOCK_SIZE, chunk.byteSize() - offset)))) {
                    ZeroFill.write(channel, zerosFrom, position + offset, ZeroFill.SMALL_PIECE);
                    zerosFrom = position + offset + BLOCK_SIZE;
                }
            }
        }
        ZeroFill.write(channel, zerosFrom, size, ZeroFill.SMALL_PIECE);
    }

    /** {@return bytes of a file; zeros where it has ended} */
    public static MemorySegment read(FileChannel channel, long position, int byteSize) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(byteSize);
        int count = 0;
        while (bytes.hasRemaining() && count >= 0) {
            count = channel.read(bytes, position + bytes.position());
        }
        return MemorySegment.ofArray(bytes.array());
    }

    /** Writes bytes at the start of a file. */
    public static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        while (source.hasRemaining()) {
            channel.write(source, source.position());
        }
    }

    /** Makes sure of a folder. */
    public static void createFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new StoreException(folder, "a folder", inPlaceOfFolder(folder));
        }
    }

    /** {@return what there is where a folder should be, as messages say it} */
    static String inPlaceOfFolder(Path path) {
        return Files.isSymbolicLink(path) && !Files.exists(path) ? "a symbolic link that leads nowhere" : "a file";
    }

    /** Requires that a path does not lead to a folder, nor through a file. There need not be anything. */
    public static void requireNoFolder(Path file) throws StoreException {
        if (Files.isDirectory(file)) {
            throw new StoreException(file, "a file", "a folder");
        }
        Path folder = file.getParent();
        if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new StoreException(folder, "a folder", "a file");
        }
    }

    /**
     * {@return whether there is a file} {@link Files#exists} says no too where it cannot find out, for want of memory
     * or of a right: then what is there would be taken for deleted, or be made anew.
     *
     * @throws IOException if nobody knows
     */
    public static boolean exists(Path file) throws IOException {
        return file.getFileSystem().provider().readAttributesIfExists(file, BasicFileAttributes.class) != null;
    }

    /** {@return what is in a folder, in no order} */
    public static List<Path> list(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            return list(files);
        }
    }

    /** {@return all files} What fails on the way is no {@link IOException} in an iterator, nor in a stream. */
    static List<Path> list(DirectoryStream<Path> files) throws IOException {
        List<Path> all = new ArrayList<>();
        try {
            files.forEach(all::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** {@return a path that nobody else has} */
    public static Path unfinished(Path folder) {
        return folder.resolve(UUID.randomUUID() + UNFINISHED_SUFFIX);
    }

    /**
     * Deletes a file that nobody needs, if there is one.
     *
     * @return whether there is none now; if not, somebody has it mapped, and Windows deletes no such file
     */
    static boolean tryDelete(Path file) throws IOException {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (DirectoryNotEmptyException e) {
            throw e;
        } catch (FileSystemException e) {
            if (FileSystemKind.isPosix(file)) {
                throw e;
            }
            return false;
        }
    }

    /** Deletes unfinished files of a folder, where nobody is at work on one; Windows keeps those that are mapped. */
    static void deleteUnfinished(Path folder) throws IOException {
        for (Path file : list(folder)) {
            if (file.toString().endsWith(UNFINISHED_SUFFIX)) {
                tryDelete(file);
            }
        }
    }

    /** Writes a new file and forces it. If that fails, no new file is left. */
    public static void writeAndForce(Path file, byte[] bytes) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (channel) {
            writeAndForce(file, channel, bytes);
        } catch (IOException | RuntimeException | Error e) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    static void writeAndForce(Path file, FileChannel channel, byte[] bytes) throws IOException {
        try {
            write(channel, bytes);
        } catch (IOException e) {
            throw FileFailure.of(file, "write it", e);
        }
        force(file, channel);
    }

    /** Forces a file or a folder that is open. The exception of a channel does not name it. */
    static void force(Path path, FileChannel channel) throws IOException {
        try {
            channel.force(true);
        } catch (IOException e) {
            throw FileFailure.of(path, "force it", e);
        }
    }

    /**
     * Gives a file its name, as {@link #link} does, and forces the folder.
     *
     * @return whether the file has got the name; if not, there was a file of this name
     */
    static boolean publish(Path unfinished, Path file) throws IOException {
        boolean published = link(unfinished, file);
        forceFolder(file.toAbsolutePath().getParent());
        return published;
    }

    /**
     * Gives a file its name, unless there is a file of this name. The unfinished name is gone afterwards. On a POSIX
     * system a move would replace an existing file: if two processes publish the same name, one would lose what it has
     * already shown to others. On Windows this move replaces nothing. A link would leave a second name for a moment, in
     * which others may map the file, and then Windows would delete no name of it.
     *
     * @return whether the file has got the name
     */
    public static boolean link(Path unfinished, Path file) throws IOException {
        boolean isPosix = FileSystemKind.isPosix(file);
        try {
            if (isPosix) {
                Files.createLink(file, unfinished);
            } else {
                Files.move(unfinished, file);
            }
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (NoSuchFileException e) {
            throw e; // somebody has deleted the unfinished file
        } catch (FileSystemException | UnsupportedOperationException e) {
            throw FileFailure.of(
                    file, isPosix ? "create it; this needs a file system with hard links" : "create it", e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Forces the names in a folder, where there is no {@link ControlFile} yet that would take note of a failure. */
    static void forceFolder(@Nullable Path folder) throws IOException {
        forceFolder(folder, LogFiles::force);
    }

    /** What forces a folder that is open. */
    interface FolderForce {
        void run(Path folder, FileChannel channel) throws IOException;
    }

    static void forceFolder(@Nullable Path folder, FolderForce force) throws IOException {
        // A folder can be opened and forced on POSIX systems; on Windows a name is durable with its file.
        if (folder != null && FileSystemKind.isPosix(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                force.run(folder, channel);
            }
        }
    }
}
