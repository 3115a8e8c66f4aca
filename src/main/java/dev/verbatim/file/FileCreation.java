package dev.verbatim.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Makes a file appear under its name with its whole header, and never in the place of another file. */
final class FileCreation {

    private FileCreation() {}

    /**
     * Creates a file. The caller holds its {@link WriterLock}, so nobody else makes the unfinished file.
     *
     * @param path the file
     * @param header its content
     * @throws FileAlreadyExistsException if there is a file of this name
     */
    static void publish(Path path, byte[] header) throws IOException {
        Path unfinished = path.resolveSibling("." + path.getFileName() + ".new");
        try {
            Files.write(unfinished, header);
            try {
                Files.createLink(path, unfinished);
            } catch (FileAlreadyExistsException e) {
                throw e;
            } catch (FileSystemException | UnsupportedOperationException e) {
                // A file system without links. There a file that somebody makes at this very moment would be replaced.
                Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw StructFileException.failed(path, "create it", e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        if (header.length > NpyDescriptor.NUMPY_MAX_HEADER_LENGTH) {
            System.getLogger(StructFile.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "file={0} has a header of {1} bytes: np.load opens it with max_header_size={1}",
                            path,
                            Integer.toString(header.length));
        }
    }
}
