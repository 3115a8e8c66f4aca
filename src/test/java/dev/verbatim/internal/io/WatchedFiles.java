package dev.verbatim.internal.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * The files of the default file system, by paths that tell whoever watches before and after each step that makes,
 * links, moves or deletes a file or a folder. A process can die between any two such steps. Stores to mapped files are
 * not told.
 */
public final class WatchedFiles extends DelegatedFiles {

    private final Runnable watcher;

    private WatchedFiles(Path path, Runnable watcher) {
        super(path.getFileSystem());
        this.watcher = watcher;
    }

    /** {@return a path that leads where another one does, and the paths from which on are watched} */
    public static Path watch(Path path, Runnable watcher) {
        return new WatchedFiles(path, watcher).delegated(path);
    }

    /** What takes a step. */
    private interface Step {
        void take() throws IOException;
    }

    private void step(Step step) throws IOException {
        watcher.run();
        step.take();
        watcher.run();
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (!options.contains(StandardOpenOption.CREATE_NEW)) {
            return super.newFileChannel(path, options, attributes);
        }
        watcher.run();
        FileChannel channel = super.newFileChannel(path, options, attributes);
        watcher.run();
        return channel;
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        step(() -> super.createDirectory(folder, attributes));
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        step(() -> super.createLink(link, existing));
    }

    @Override
    public void delete(Path path) throws IOException {
        step(() -> super.delete(path));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        step(() -> super.move(source, target, options));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        step(() -> super.copy(source, target, options));
    }
}
