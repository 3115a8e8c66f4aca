package dev.verbatim.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An open file. To close it leaves its writer's lock alone: see {@link WriterRegistry}. */
final class DataFile implements Closeable {

    private final FileIdentity identity;
    private final FileChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    DataFile(FileIdentity identity, FileChannel channel) {
        this.identity = identity;
        this.channel = channel;
    }

    /** Opens the file that a path leads to, to read it. */
    static DataFile openToRead(Path path) throws IOException {
        while (true) {
            FileIdentity identity = FileIdentity.of(path);
            FileChannel kept = WriterRegistry.takeKept(identity);
            DataFile file = kept == null ? open(path, identity, StandardOpenOption.READ) : new DataFile(identity, kept);
            if (file != null) {
                return file;
            }
        }
    }

    /** {@return the file, or null if the path leads to another one by now} */
    static @Nullable DataFile open(Path path, FileIdentity identity, OpenOption... options) throws IOException {
        FileChannel channel = FileChannel.open(path, options);
        try {
            FileIdentity now = FileIdentity.of(path);
            if (now.equals(identity)) {
                return new DataFile(identity, channel);
            }
            WriterRegistry.close(now, channel);
            return null;
        } catch (IOException | RuntimeException | Error e) {
            WriterRegistry.close(identity, channel);
            throw e;
        }
    }

    FileIdentity identity() {
        return identity;
    }

    FileChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            WriterRegistry.close(identity, channel);
        }
    }
}
