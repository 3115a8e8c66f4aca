package dev.verbatim.tools;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.function.Executable;

/** A file that nobody can look at, be it there or not: a link to itself is in its place. */
public final class HiddenFile implements AutoCloseable {

    private final Path file;
    private final Path hidden;
    private final boolean isThere;

    /** Puts a link in the place of a file. */
    public HiddenFile(Path file) throws IOException {
        this.file = file;
        this.hidden = file.resolveSibling("hidden");
        this.isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (isThere) {
            Files.move(file, hidden);
        }
        Files.createSymbolicLink(file, file.getFileName());
    }

    /** Fails if a call takes the file for absent, or does not name it. */
    public void requireRefused(Executable call) {
        FileSystemException thrown = assertThrows(FileSystemException.class, call);
        assertFalse(thrown instanceof NoSuchFileException, thrown::toString);
        // On JDK 26 and 28 the file that the exception names has the reason behind it.
        assertTrue(thrown.getMessage().startsWith(file + ": "), thrown::toString);
    }

    /** Puts the file back, if there was one. */
    @Override
    public void close() throws IOException {
        Files.delete(file);
        if (isThere) {
            Files.move(hidden, file);
        }
    }
}
