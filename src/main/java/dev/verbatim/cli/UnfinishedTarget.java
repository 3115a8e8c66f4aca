package dev.verbatim.cli;

import dev.verbatim.cli.windows.MappedFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A name beside a target, under which it is made: nobody sees a part of it, and nobody else's is deleted. */
final class UnfinishedTarget implements AutoCloseable {

    private final Path target;
    private final Path path;

    /** Chooses a name, which nobody else has. */
    UnfinishedTarget(Path target) {
        this.target = target;
        String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
        this.path = target.resolveSibling(".verbatim-" + random + ".new");
    }

    /** {@return the name until the target is complete} */
    Path path() {
        return path;
    }

    /** {@return a message that has the name of the target in the place of this one} */
    String named(String message) {
        return message.replace(path.toString(), target.toString());
    }

    /**
     * Gives the target, which is complete and closed, its own name.
     *
     * @throws BadInputException if there is something of this name by now
     */
    void complete() throws IOException, BadInputException {
        try {
            // On Windows a move replaces nothing, and after a link the first name could not be deleted.
            if (Files.isDirectory(path) || !MappedFiles.areFree(path)) {
                Files.move(path, target);
            } else {
                link();
            }
        } catch (FileAlreadyExistsException e) {
            throw new BadInputException(target + ": exists already");
        }
    }

    /** A link never replaces a file, whereas a move could replace one that has just come. */
    private void link() throws IOException {
        try {
            Files.createLink(target, path);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(path, target); // a file system without links
        }
    }

    /** Deletes what has not become the target. */
    @Override
    public void close() throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            delete(path);
        }
    }

    /** Deletes a file, or a folder with all that is in it. */
    static void delete(Path path) throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                MappedFiles.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
