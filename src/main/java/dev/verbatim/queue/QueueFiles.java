package dev.verbatim.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the files of a queue appear under their names whole, and never in the place of another file. */
final class QueueFiles {

    /** The end of the name of a file that is not whole yet. If nobody is working on it, it can be deleted. */
    static final String UNFINISHED_SUFFIX = ".unfinished";

    private static final int ZEROS_SIZE = 1 << 20;

    private QueueFiles() {}

    /** Writes zeros through the channel, so that a full disk is an exception here and not a fault in a mapping. */
    static void writeZeros(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_SIZE, to - from));
        for (long position = from; position < to; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), to - position));
            position += channel.write(zeros, position);
        }
    }

    /** {@return a path that nobody else has} */
    static Path unfinished(Path folder) {
        return folder.resolve(UUID.randomUUID() + UNFINISHED_SUFFIX);
    }

    /**
     * Writes bytes at the start of a file and forces the file.
     *
     * @param mode how the file is opened: {@link StandardOpenOption#CREATE_NEW}, or {@link StandardOpenOption#WRITE} if
     *     the file exists
     */
    static void writeAndForce(Path file, StandardOpenOption mode, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, mode, StandardOpenOption.WRITE)) {
            ByteBuffer source = ByteBuffer.wrap(bytes);
            while (source.hasRemaining()) {
                channel.write(source, source.position());
            }
            channel.force(true);
        }
    }

    /**
     * Gives a file its name, unless there is a file of this name, and forces the folder. The unfinished name is gone
     * afterwards. A move would replace an existing file: if two processes publish the same name, one would lose what it
     * has already shown to others.
     *
     * @return whether the file has got the name; if not, there was a file of this name
     */
    static boolean publish(Path unfinished, Path file) throws IOException {
        boolean published = link(unfinished, file);
        Files.deleteIfExists(unfinished);
        forceFolder(file.toAbsolutePath().getParent());
        return published;
    }

    private static boolean link(Path unfinished, Path file) throws IOException {
        try {
            Files.createLink(file, unfinished);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (NoSuchFileException e) {
            throw e; // somebody has deleted the unfinished file
        } catch (FileSystemException | UnsupportedOperationException e) {
            throw QueueException.failed(file, "create it; a queue needs a file system with hard links", e);
        }
    }

    /** Forces the names in a folder. */
    static void forceFolder(@Nullable Path folder) throws IOException {
        // A folder can be opened and forced on POSIX systems; on Windows a name is durable with its file.
        if (folder != null
                && folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
