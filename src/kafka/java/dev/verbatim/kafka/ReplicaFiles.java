package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a relay keeps beside the map that it fills, in a folder of the map's name with {@code .relay} behind it: a lock,
 * its position, and while it compares the map with the topic, the keys that the topic has. One thread at a time may use
 * it.
 */
final class ReplicaFiles implements Closeable {

    /**
     * The folders of the relays of this process. A process that opens and closes a lock file a second time loses the
     * lock.
     */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lock;
    private @Nullable MappedMap<byte[], byte[]> keys;

    /**
     * What is kept of a relay.
     *
     * @param topic the topic that the map is filled from
     * @param topicId what tells the topic from another one of the name
     * @param offset where to go on, {@link #ANEW} if the map has to be compared with the topic
     * @param wholeMillis a time, in milliseconds since 1970: all that the topic had then is before the offset
     */
    record Position(String topic, String topicId, long offset, long wholeMillis) {
        /** The offset of a relay that has to read the topic from its start, with a look at what is not in it. */
        static final long ANEW = -1;

        boolean isAnew() {
            return offset == ANEW;
        }

        Position at(long newOffset, long newWholeMillis) {
            return new Position(topic, topicId, newOffset, newWholeMillis);
        }

        private String toText() {
            return topic + " " + topicId + " " + offset + " " + wholeMillis + "\n";
        }

        private static Position parse(Path file, String text) throws RelayException {
            String[] words = text.strip().split(" ", -1);
            try {
                return new Position(words[0], words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new RelayException(
                        "file=" + file + ": expected a topic, its id, an offset and a time, found " + text.strip()
                                + ": make the map anew",
                        e);
            }
        }
    }

    /**
     * Locks the files of a map.
     *
     * @throws RelayException if another relay has them
     */
    ReplicaFiles(Path map) throws IOException {
        Path whole = map.toAbsolutePath().normalize();
        this.folder = Files.createDirectories(whole.resolveSibling(whole.getFileName() + ".relay"))
                .toRealPath();
        if (!IN_USE.add(folder)) {
            throw inUse(map);
        }
        try {
            this.lock = lock(map);
        } catch (IOException | RuntimeException | Error e) {
            IN_USE.remove(folder);
            throw e;
        }
    }

    private FileChannel lock(Path map) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock found = channel.tryLock(); // closing the channel gives it back
            if (found == null) {
                throw inUse(map);
            }
            deleteKeys();
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static RelayException inUse(Path map) {
        return new RelayException("map=" + map + ": another relay fills it");
    }

    private Path positionFile() {
        return folder.resolve("position");
    }

    /** {@return what was kept last; null if nothing was} */
    @Nullable
    Position read() throws IOException {
        try {
            return Position.parse(positionFile(), Files.readString(positionFile()));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Keeps a position, whole and forced, in the place of the one before. */
    void write(Position position) throws IOException {
        Path next = folder.resolve("position.next");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(position.toText().getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, positionFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * {@return a set of keys, none at first, off the heap} There is one at a time.
     *
     * @param segmentSize that of the map which has such keys
     */
    MappedMap<byte[], byte[]> newKeys(long segmentSize) throws IOException {
        deleteKeys();
        MappedMap<byte[], byte[]> made = MappedMap.builder(folder.resolve("keys"), MapCodec.bytes(), MapCodec.bytes())
                .segmentSize(segmentSize)
                .open();
        keys = made;
        return made;
    }

    /** Deletes the set of keys, if there is one. */
    void deleteKeys() throws IOException {
        if (keys != null) {
            keys.close();
            keys = null;
        }
        Path all = folder.resolve("keys");
        if (!Files.exists(all)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(all)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        try (Closeable _ = () -> IN_USE.remove(folder);
                lock) {
            deleteKeys();
        }
    }
}
