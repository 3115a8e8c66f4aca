package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.verbatim.internal.log.LogOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Maps of texts, and what tests do with their files. */
final class MapSamples {

    static final int SEGMENT_SIZE = 1 << 14;

    private static final int FORCE_FAILED_OFFSET = 56;

    private MapSamples() {}

    static MappedMap<Long, String> open(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(SEGMENT_SIZE)
                .open();
    }

    static MappedMap<Long, String> openToRead(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .readOnly(true)
                .open();
    }

    /** {@return the parts of a map whose keys are longs; they are closed with the map that is made of them} */
    static MapStore openStore(Path folder, long segmentSize, MapCodec<?> values) throws IOException {
        LogOptions options = new LogOptions(folder, segmentSize, null, false, Duration.ZERO, false, false);
        return MapStore.open(options, Limits.NONE, MapCodec.longs(), values);
    }

    /** Puts and removes so many keys that the index grows and segments are compacted. {@return what the map has} */
    static Map<Long, String> fill(MappedMap<Long, String> map, int keys) throws IOException {
        Map<Long, String> expected = new HashMap<>();
        for (int round = 0; round < 3; round++) {
            for (long key = 0; key < keys; key++) {
                if ((key + round) % 7 == 0) {
                    map.remove(key);
                    expected.remove(key);
                } else {
                    String value = "value " + key + " of round " + round;
                    map.put(key, value);
                    expected.put(key, value);
                }
            }
        }
        return expected;
    }

    /** Requires that a map has these values and no others, by each way to read it. */
    static void requireSame(Map<Long, String> expected, MappedMap<Long, String> map) throws IOException {
        assertEquals(expected.size(), map.size());
        for (Map.Entry<Long, String> entry : expected.entrySet()) {
            assertEquals(entry.getValue(), map.get(entry.getKey()));
        }
        Map<Long, String> found = new HashMap<>();
        for (Map.Entry<Long, String> entry : map) {
            assertNull(found.put(entry.getKey(), entry.getValue()), "twice");
        }
        assertEquals(expected, found);
    }

    /** Has a map that nobody has open look as after another boot. */
    static void forgetTheBoot(Path folder) throws IOException {
        ByteBuffer zero = ByteBuffer.allocate(24);
        try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
            control.write(zero, 24); // id of the boot, and the mark
        }
    }

    /** Does to a map what a process does whose force fails. */
    static void noteThatAForceHasFailed(Path folder) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
            control.write(one.putLong(0, 1), FORCE_FAILED_OFFSET);
        }
    }

    /** Copies a folder, which may be in use: files come and go there. */
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(file));
                try {
                    if (file.endsWith("lock")) {
                        Files.createFile(copy); // to read it would give up the locks that this JVM has
                    } else {
                        Files.copy(file, copy);
                    }
                } catch (NoSuchFileException e) {
                    // it has gone
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }
}
