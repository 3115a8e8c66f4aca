package dev.verbatim.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Tells one file from another, whatever its names are: a file that gets a new name or a second one stays the same.
 *
 * @param key tells the file from all other files of this machine
 * @param inode the file's number, which no other file of its folder has; {@link #NO_INODE} where files have no numbers
 */
record FileIdentity(String key, long inode) {

    /** The {@link #inode} of a file on a system that does not number its files, such as Windows. */
    static final long NO_INODE = -1;

    /**
     * {@return the identity of the file that a path leads to} The file is not opened: opening a pipe would wait for its
     * other end, and opening a device may set it in motion.
     *
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if the path leads to a folder, a device, or anything else that is no regular file
     */
    static FileIdentity of(Path path) throws IOException {
        boolean unix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
        Map<String, Object> attributes = Files.readAttributes(
                path, unix ? "unix:isRegularFile,isDirectory,fileKey,ino" : "isRegularFile,isDirectory,fileKey");
        if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))) {
            boolean folder = Boolean.TRUE.equals(attributes.get("isDirectory"));
            throw new StructFileException(
                    path, "expected a regular file, found " + (folder ? "a folder" : "a pipe, a socket or a device"));
        }
        Object key = attributes.get("fileKey");
        return new FileIdentity(
                key == null ? path.toRealPath().toString() : key.toString(),
                attributes.get("ino") instanceof Long inode ? inode : NO_INODE);
    }
}
