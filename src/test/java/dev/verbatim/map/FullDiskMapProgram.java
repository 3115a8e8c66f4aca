package dev.verbatim.map;

import dev.verbatim.file.DiskFiller;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills a disk, in the child JVM of {@link FullDiskMapTest}, and prints what a map has said and has. */
final class FullDiskMapProgram {

    static final int SEGMENT_SIZE = 64 << 10;

    /** A segment that has room for more keys than the smallest index. */
    static final int LARGE_SEGMENT = 256 << 10;

    private static final long FREE_SIZE = 900 << 10;
    private static final String LARGE_VALUE = "x".repeat(1500);

    /** What was acknowledged. */
    private final Map<Long, String> expected = new HashMap<>();

    private final Path folder;
    private final Path ballast;

    private FullDiskMapProgram(Path folder) throws IOException {
        this.folder = folder;
        this.ballast = Files.createFile(folder.resolveSibling("ballast")); // soon there is no space for its inode
    }

    /** Something that changes the map. */
    private interface Change {
        void run() throws IOException;
    }

    /** Takes what meets the full disk, and the map's folder. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        DiskFiller.takeAllBut(FREE_SIZE, folder.resolveSibling("taken"));
        FullDiskMapProgram program = new FullDiskMapProgram(folder);
        switch (args[0]) {
            case "put" -> program.put();
            case "growth" -> program.grow();
            case "compaction" -> program.compact();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private MappedMap<Long, String> open(int segmentSize) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(segmentSize)
                .open();
    }

    /** The segments take the last space. */
    private void put() throws IOException {
        Files.write(ballast, new byte[256 << 10]);
        try (MappedMap<Long, String> map = open(SEGMENT_SIZE)) {
            putUntilFull(map, 0, LARGE_VALUE);
            System.out.println("remove=" + failure(() -> map.remove(0L)));
            print("full", map);
            reopen(map);
        }
        Files.delete(ballast);
        try (MappedMap<Long, String> map = open(SEGMENT_SIZE)) {
            change(map);
            reopen(map);
        }
    }

    /** The log has room, and the index has not. */
    private void grow() throws Exception {
        try (MappedMap<Long, String> map = open(LARGE_SEGMENT)) {
            for (long key = 0; key < 500; key++) {
                put(map, key, "small");
            }
            awaitSegmentAhead(map);
            DiskFiller.takeRest(ballast);
            putUntilFull(map, 500, "small");
            put(map, 1, "another"); // takes no word
            System.out.println("get=" + map.get(5000L));
            print("full", map);
            Files.delete(ballast);
            change(map);
            System.out.println("grown=" + (map.info().generation() > 2));
            reopen(map);
        }
    }

    /** The oldest segment is needed, and there is no space to copy it. */
    private void compact() throws Exception {
        Files.write(ballast, new byte[200 << 10]); // XFS gives space back a little late
        try (MappedMap<Long, String> map = open(SEGMENT_SIZE)) {
            for (long key = 0; key < 100; key++) {
                put(map, key, LARGE_VALUE);
            }
            for (long key = 50; key < 90; key++) {
                put(map, key, LARGE_VALUE + key);
            }
            awaitSegmentAhead(map);
            DiskFiller.takeRest(ballast);
            putUntilFull(map, 1000, LARGE_VALUE);
            System.out.println("compact=" + failure(map::compact));
            print("full", map);
            Files.delete(ballast);
            change(map);
            System.out.println("compacted=" + (map.compact() > 0));
            print("compacted", map);
            reopen(map);
        }
    }

    private void putUntilFull(MappedMap<Long, String> map, long first, String value) {
        long key = first;
        String failure = null;
        while (failure == null) {
            long next = key;
            failure = failure(() -> put(map, next, value + next));
            key++;
        }
        long full = key - 1;
        System.out.println("put=" + failure);
        System.out.println("put again=" + failure(() -> put(map, full, value)));
    }

    private void put(MappedMap<Long, String> map, long key, String value) throws IOException {
        map.put(key, value);
        expected.put(key, value);
    }

    /** Changes the map when there is space again. */
    private void change(MappedMap<Long, String> map) throws IOException {
        for (long key = 2000; key < 2100; key++) {
            put(map, key, "more");
        }
        map.remove(7L);
        expected.remove(7L);
        print("with space", map);
    }

    private static @Nullable String failure(Change change) {
        try {
            change.run();
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** Closes the map and opens it again. */
    private void reopen(MappedMap<Long, String> open) throws IOException {
        int segmentSize = (int) open.info().segmentSize();
        open.close();
        try (MappedMap<Long, String> map = open(segmentSize)) {
            print("reopened", map);
        }
    }

    private void print(String when, MappedMap<Long, String> map) throws IOException {
        Map<Long, String> found = new HashMap<>();
        for (Map.Entry<Long, String> entry : map) {
            found.put(entry.getKey(), entry.getValue());
        }
        for (Map.Entry<Long, String> entry : expected.entrySet()) {
            if (!entry.getValue().equals(map.get(entry.getKey()))) {
                throw new AssertionError(when + ": expected " + entry + ", found " + map.get(entry.getKey()));
            }
        }
        boolean same = found.equals(expected) && map.size() == expected.size();
        System.out.println(when + ": same=" + same + " damage=" + map.verify().damage());
    }

    private void awaitSegmentAhead(MappedMap<?, ?> map) throws Exception {
        long next = map.info().to() / map.info().segmentSize() + 1;
        Path segment = folder.resolve("%012d.segment".formatted(next));
        KilledProcess.awaitHere("a segment ahead", () -> Files.exists(segment));
    }
}
