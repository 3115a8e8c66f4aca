package dev.verbatim.internal.io;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
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
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of the default file system, by paths that tell whoever watches before and after each step that makes,
 * links, moves or deletes a file or a folder. A process can die between any two such steps. Stores to mapped files are
 * not told. It has what the library uses, and not all that a file system can have.
 */
public final class WatchedFiles extends FileSystemProvider {

    private final FileSystemProvider real;
    private final Watched fileSystem;
    private final Runnable watcher;

    private WatchedFiles(Path path, Runnable watcher) {
        this.real = path.getFileSystem().provider();
        this.fileSystem = new Watched(path.getFileSystem());
        this.watcher = watcher;
    }

    /** {@return a path that leads where another one does, and the paths from which on are watched} */
    public static Path watch(Path path, Runnable watcher) {
        return new WatchedFiles(path, watcher).watched(path);
    }

    /** What takes a step. */
    private interface Step<V> {
        V take() throws IOException;
    }

    private <V> V step(Step<V> step) throws IOException {
        watcher.run();
        V result = step.take();
        watcher.run();
        return result;
    }

    private Path watched(Path path) {
        return (Path) Proxy.newProxyInstance(
                WatchedFiles.class.getClassLoader(),
                new Class<?>[] {WatchedPath.class},
                (proxy, method, arguments) -> call(path, method, arguments));
    }

    /** A path whose methods are those of another one. */
    private interface WatchedPath extends Path {
        Path real();
    }

    private @Nullable Object call(Path path, Method method, Object @Nullable [] arguments) throws Throwable {
        switch (method.getName()) {
            case "real" -> {
                return path;
            }
            case "getFileSystem" -> {
                return fileSystem;
            }
            case "toFile" -> {
                return new File(path.toString());
            }
            default -> {
                Object[] given = arguments == null
                        ? new Object[0]
                        : Arrays.stream(arguments).map(WatchedFiles::unwatched).toArray();
                try {
                    Object result = method.invoke(path, given);
                    return result instanceof Path found ? watched(found) : result;
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
    }

    private static @Nullable Object unwatched(@Nullable Object argument) {
        return argument instanceof WatchedPath path ? path.real() : argument;
    }

    private static Path unwatched(Path path) {
        return path instanceof WatchedPath watched ? watched.real() : path;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Step<FileChannel> open = () -> real.newFileChannel(unwatched(path), options, attributes);
        return options.contains(StandardOpenOption.CREATE_NEW) ? step(open) : open.take();
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> found = real.newDirectoryStream(unwatched(folder), path -> filter.accept(watched(path)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> paths = found.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return paths.hasNext();
                    }

                    @Override
                    public Path next() {
                        return watched(paths.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                found.close();
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        step(() -> Files.createDirectory(unwatched(folder), attributes));
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        step(() -> Files.createLink(unwatched(link), unwatched(existing)));
    }

    @Override
    public void delete(Path path) throws IOException {
        step(() -> {
            real.delete(unwatched(path));
            return path;
        });
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        step(() -> Files.move(unwatched(source), unwatched(target), options));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        step(() -> Files.copy(unwatched(source), unwatched(target), options));
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return real.isSameFile(unwatched(path), unwatched(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(unwatched(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(unwatched(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(unwatched(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(unwatched(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return real.readAttributes(unwatched(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return real.readAttributes(unwatched(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        real.setAttribute(unwatched(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "watched";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return fileSystem;
    }

    @Override
    public Path getPath(URI uri) {
        return watched(real.getPath(uri));
    }

    private final class Watched extends FileSystem {

        private final FileSystem all;

        Watched(FileSystem all) {
            this.all = all;
        }

        @Override
        public FileSystemProvider provider() {
            return WatchedFiles.this;
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return all.supportedFileAttributeViews();
        }

        @Override
        public Path getPath(String first, String... more) {
            return watched(all.getPath(first, more));
        }

        @Override
        public String getSeparator() {
            return all.getSeparator();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return List.of();
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return all.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
