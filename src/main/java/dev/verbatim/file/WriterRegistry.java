package dev.verbatim.file;

import dev.verbatim.internal.io.JvmRegistry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The files that have a writer in this JVM, whatever class loader it comes from.
 *
 * <p>On POSIX systems closing any descriptor of a file drops all locks that the process holds on it, the writer's among
 * them. So no channel of a file that has a writer here is closed. It is kept, for the next one who opens the file to
 * read, until the writer leaves.
 *
 * <p>A file with a writer has an entry in the {@link JvmRegistry}: a queue, of the writer's channel first, and then of
 * those that are kept. The writer's is there so that the garbage collector leaves it alone: while it is open no new
 * file can get the identity of this one. The registry's monitor guards all of it. Any thread may call any method.
 */
final class WriterRegistry {

    private static final String PREFIX = "verbatim-writer:";

    private WriterRegistry() {}

    /** {@return whether the file had no writer in this JVM} From now on it has one. */
    static boolean enter(FileIdentity file) {
        return JvmRegistry.putIfAbsent(key(file), new ArrayDeque<FileChannel>()) == null;
    }

    /** Notes the channel of the writer that has entered. */
    static void setWriter(FileIdentity file, FileChannel channel) {
        synchronized (JvmRegistry.MONITOR) {
            Deque<FileChannel> channels = channels(file);
            if (channels != null) {
                channels.addFirst(channel);
            }
        }
    }

    /** Ends what {@link #enter} began, and closes all channels of the file that this JVM no longer uses. */
    static void leave(FileIdentity file) throws IOException {
        synchronized (JvmRegistry.MONITOR) {
            Deque<FileChannel> channels = channels(file);
            try {
                // Nobody can enter before they are closed: a close afterwards would drop the next writer's lock.
                if (channels != null) {
                    closeAll(channels);
                }
            } finally {
                JvmRegistry.remove(key(file));
            }
        }
    }

    /** Closes all, even where one fails. What fails first is thrown, the rest is suppressed. */
    private static void closeAll(Deque<FileChannel> channels) throws IOException {
        Throwable failure = null;
        while (!channels.isEmpty()) {
            try {
                channels.removeFirst().close();
            } catch (IOException | RuntimeException | Error e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        switch (failure) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError("a close throws nothing else", failure);
        }
    }

    /** Closes a channel of a file, or keeps it while another writer writes the file here. */
    static void close(FileIdentity file, FileChannel channel) throws IOException {
        synchronized (JvmRegistry.MONITOR) {
            Deque<FileChannel> channels = channels(file);
            if (channels == null || channel.equals(channels.peekFirst())) {
                channel.close();
            } else {
                channels.addLast(channel);
            }
        }
    }

    /** {@return a channel that was kept} From now on it is the caller's. */
    static @Nullable FileChannel takeKept(FileIdentity file) {
        synchronized (JvmRegistry.MONITOR) {
            Deque<FileChannel> channels = channels(file);
            return channels == null || channels.size() < 2 ? null : channels.removeLast();
        }
    }

    @SuppressWarnings("unchecked") // nothing else has such a key
    private static @Nullable Deque<FileChannel> channels(FileIdentity file) {
        return (Deque<FileChannel>) JvmRegistry.get(key(file));
    }

    private static String key(FileIdentity file) {
        return PREFIX + file.key();
    }
}
