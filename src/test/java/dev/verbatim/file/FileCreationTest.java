package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that was created is there, even if what it was made of cannot be cleared away. */
class FileCreationTest {

    @TempDir
    Path folder;

    @Test
    void aFileWhoseUnfinishedNameCannotBeDeletedIsCreated() throws IOException {
        byte[] header = {1, 2, 3};
        Path path = folder.toRealPath().resolve("quotes.npy");

        WriterLock lock = FileCreation.create(obstructed(path), header);

        assertArrayEquals(header, Files.readAllBytes(path));
        assertEquals(
                "file=" + path + ": it is open for writing in this process; close the other writer first",
                WriterProgram.tryToWrite(path));
        lock.release();
        WriterLock.acquire(path).release();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of("directory", "quotes.npy"),
                    files.map(file -> Files.isDirectory(file)
                                    ? "directory"
                                    : file.getFileName().toString())
                            .sorted()
                            .toList());
        }
    }

    /** A path: when a link is made there, what it leads to becomes a folder that is not empty and cannot be deleted. */
    private static Path obstructed(Path path) {
        FileSystem system = new Obstructed(path).system;
        return (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(),
                new Class<?>[] {Path.class},
                (_, method, arguments) ->
                        method.getName().equals("getFileSystem") ? system : method.invoke(path, arguments));
    }

    /** Knows one path, and what is done with it when a file is created there. */
    private static final class Obstructed extends FileSystemProvider {

        private final Path only;
        private final FileSystem system = new OneProvider(this);

        Obstructed(Path only) {
            this.only = only;
        }

        @Override
        public void createLink(Path link, Path existing) throws IOException {
            Files.createLink(only, existing);
            Files.delete(existing);
            Files.createFile(Files.createDirectory(existing).resolve("obstacle"));
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            only.getFileSystem().provider().checkAccess(only, modes);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return Files.readAttributes(only, type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return Files.readAttributes(only, attributes, options);
        }

        @Override
        public String getScheme() {
            return "obstructed";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void createDirectory(Path path, FileAttribute<?>... attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isSameFile(Path path, Path other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isHidden(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileStore getFileStore(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
            throw new UnsupportedOperationException();
        }
    }

    /** Has nothing but a provider. */
    private static final class OneProvider extends FileSystem {

        private final FileSystemProvider provider;

        OneProvider(FileSystemProvider provider) {
            this.provider = provider;
        }

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public void close() {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(String first, String... more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
