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
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of the default file system, by paths of another one, whose provider may do something differently. It has
 * what the library uses, and not all that a file system can have.
 */
public abstract class DelegatedFiles extends FileSystemProvider {

    private final FileSystemProvider real;
    private final Delegated fileSystem;

    protected DelegatedFiles(FileSystem all) {
        this.real = all.provider();
        this.fileSystem = new Delegated(all);
    }

    /** {@return a path of this file system that leads where one of the default file system does} */
    public final Path delegated(Path path) {
        return (Path) Proxy.newProxyInstance(
                DelegatedFiles.class.getClassLoader(),
                new Class<?>[] {DelegatedPath.class},
                (proxy, method, arguments) -> call(path, method, arguments));
    }

    /** A path whose methods are those of another one. */
    private interface DelegatedPath extends Path {
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
                        : Arrays.stream(arguments)
                                .map(DelegatedFiles::realArgument)
                                .toArray();
                try {
                    Object result = method.invoke(path, given);
                    return result instanceof Path found ? delegated(found) : result;
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
    }

    private static @Nullable Object realArgument(@Nullable Object argument) {
        return argument instanceof DelegatedPath path ? path.real() : argument;
    }

    /** {@return the path of the default file system that leads where one of this does} */
    protected static Path real(Path path) {
        return path instanceof DelegatedPath delegated ? delegated.real() : path;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        return real.newFileChannel(real(path), options, attributes);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> found = real.newDirectoryStream(real(folder), path -> filter.accept(delegated(path)));
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
                        return delegated(paths.next());
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
        real.createDirectory(real(folder), attributes);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        real.createLink(real(link), real(existing));
    }

    @Override
    public void delete(Path path) throws IOException {
        real.delete(real(path));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        real.move(real(source), real(target), options);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        real.copy(real(source), real(target), options);
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return real.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return real.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        real.setAttribute(real(path), attribute, value, options);
    }

    /** {@return which kinds of attributes files have, of those that the default file system has} */
    Set<String> supportedFileAttributeViews(Set<String> all) {
        return all;
    }

    @Override
    public String getScheme() {
        return "delegated";
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
        return delegated(real.getPath(uri));
    }

    private final class Delegated extends FileSystem {

        private final FileSystem all;

        Delegated(FileSystem all) {
            this.all = all;
        }

        @Override
        public FileSystemProvider provider() {
            return DelegatedFiles.this;
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return DelegatedFiles.this.supportedFileAttributeViews(all.supportedFileAttributeViews());
        }

        @Override
        public Path getPath(String first, String... more) {
            return delegated(all.getPath(first, more));
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
