package dev.verbatim.internal.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of the default file system of Linux, under some rules of Windows: a file that any process has mapped can be
 * moved, but neither deleted nor replaced; a folder with a file that is open cannot be moved; folders cannot be opened;
 * files have no keys, no inodes and no permissions; and some names are refused. Who has what is asked of {@code /proc}.
 */
public final class WindowsFiles extends DelegatedFiles {

    private static final Path PROC = Path.of("/proc");

    private static final Pattern REFUSED_NAME = Pattern.compile(
            ".*[<>:\"|?*\\\\\\x00-\\x1f].*|.*[. ]|(CON|PRN|AUX|NUL|COM\\d|LPT\\d)(\\..*)?", Pattern.CASE_INSENSITIVE);

    private WindowsFiles(Path path) {
        super(path.getFileSystem());
    }

    /** {@return a path that leads where another one does, and the paths from which on obey these rules} */
    public static Path under(Path path) {
        return new WindowsFiles(path).delegated(path);
    }

    /** {@return whether any process has a file mapped, by whatever name that it has in its folder} */
    public static boolean isMapped(Path path) throws IOException {
        String inode = " " + Files.getAttribute(real(path), "unix:ino") + " ";
        // Files of other file systems may have the same inode.
        String folder = real(path).toAbsolutePath().getParent().toRealPath() + "/";
        return any("maps", maps -> {
            try (Stream<String> lines = Files.lines(maps)) {
                return lines.anyMatch(line -> line.contains(inode) && line.contains(folder));
            } catch (IOException | UncheckedIOException e) {
                return false; // of a process that has ended, or of another user
            }
        });
    }

    private static boolean isOpenIn(Path folder) throws IOException {
        return any("fd", descriptors -> {
            try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
                for (Path link : links) {
                    if (Files.readSymbolicLink(link).startsWith(folder)) {
                        return true;
                    }
                }
                return false;
            } catch (IOException e) {
                return false; // closed, or of a process that has ended
            }
        });
    }

    private static boolean any(String name, Predicate<Path> test) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (test.test(process.resolve(name))) {
                    return true;
                }
            }
            return false;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void requireUnmapped(Path path) throws IOException {
        if (Files.isRegularFile(real(path), LinkOption.NOFOLLOW_LINKS) && isMapped(path)) {
            throw new AccessDeniedException(path.toString());
        }
    }

    private static void requireName(Path path) throws IOException {
        if (REFUSED_NAME.matcher(path.getFileName().toString()).matches()) {
            throw new FileSystemException(path.toString(), null, "the name is not one that Windows takes");
        }
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        requireName(path);
        if (Files.isDirectory(real(path))) {
            throw new AccessDeniedException(path.toString());
        }
        return super.newFileChannel(path, options, attributes);
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        requireName(folder);
        super.createDirectory(folder, attributes);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        requireName(link);
        super.createLink(link, existing);
    }

    @Override
    public void delete(Path path) throws IOException {
        requireUnmapped(path);
        super.delete(path);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        requireName(target);
        if (Files.isDirectory(real(source)) && isOpenIn(real(source).toRealPath())) {
            throw new AccessDeniedException(source.toString());
        }
        if (options.length == 0 && Files.isRegularFile(real(source))) {
            super.createLink(target, source); // replaces nothing
            super.delete(source);
        } else {
            requireUnmapped(target);
            super.move(source, target, options);
        }
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        if (PosixFileAttributeView.class.isAssignableFrom(type)) {
            throw new UnsupportedOperationException("a view of POSIX attributes");
        }
        return super.getFileAttributeView(path, type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (PosixFileAttributes.class.isAssignableFrom(type)) {
            throw new UnsupportedOperationException("POSIX attributes");
        }
        A all = super.readAttributes(path, type, options);
        return type.cast(Proxy.newProxyInstance(
                WindowsFiles.class.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    try {
                        return method.getName().equals("fileKey") ? null : method.invoke(all, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        if (attributes.startsWith("unix:") || attributes.startsWith("posix:")) {
            throw new UnsupportedOperationException(attributes);
        }
        Map<String, Object> all = new HashMap<>(super.readAttributes(path, attributes, options));
        all.replace("fileKey", null);
        return all;
    }

    @Override
    Set<String> supportedFileAttributeViews(Set<String> all) {
        return Set.of("basic", "dos", "acl", "owner", "user");
    }
}
