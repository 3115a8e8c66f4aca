package dev.verbatim.map;

import dev.verbatim.Durability;
import dev.verbatim.file.DiskFiller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes a map on a file system in a file, in the child JVM of {@link LostPowerMapTest}, and copies that file now and
 * then: the copy has what has come to the device, and no page that only the page cache has. It prints what the map has
 * in each copy.
 */
final class LostPowerMapProgram {

    private static final int KEYS = 700;
    private static final int SEGMENT_SIZE = 16 << 10;

    private final Path folder;

    /** What each key had from the last moment on before which nothing may be lost; null for no value. */
    private final Map<Long, List<@Nullable String>> possible = new HashMap<>();

    private final Set<Long> keys = new HashSet<>();
    private boolean each;

    private LostPowerMapProgram(Path folder) {
        this.folder = folder;
    }

    /** Takes the folder with the image, and a durability. */
    public static void main(String[] args) throws Exception {
        new LostPowerMapProgram(Path.of(args[0])).run(Durability.valueOf(args[1]));
    }

    private static MappedMap<Long, String> open(Path map, Durability durability) throws IOException {
        return MappedMap.builder(map, MapCodec.longs(), MapCodec.strings())
                .segmentSize(SEGMENT_SIZE)
                .durability(durability)
                .open();
    }

    private void run(Durability durability) throws Exception {
        each = durability == Durability.EACH;
        try (MappedMap<Long, String> map = open(folder.resolve("disk/map"), durability)) {
            change(map, 0, 1, "first");
            force(map);
            look("one change");
            change(map, 1, KEYS, "first");
            force(map);
            look("a larger index");
            change(map, 0, KEYS / 2, "second");
            force(map);
            change(map, KEYS / 3, KEYS, "third");
            look("changes after that");
            for (long key = 5; key < KEYS; key += 10) {
                map.remove(key);
                changed(key, null);
            }
            look("removals after that");
            force(map);
            map.compact();
            look("compaction");
            change(map, 0, 50, "fourth");
            force(map);
            map.compact();
            look("another compaction");
        }
    }

    private void change(MappedMap<Long, String> map, long from, long to, String round) throws IOException {
        for (long key = from; key < to; key++) {
            String value = round + " value of " + key;
            map.put(key, value);
            changed(key, value);
        }
    }

    private void changed(long key, @Nullable String value) {
        keys.add(key);
        List<@Nullable String> values = possible.computeIfAbsent(key, first -> new ArrayList<>());
        if (each) {
            values.clear();
        }
        values.add(value);
    }

    private void force(MappedMap<Long, String> map) throws IOException {
        if (!each) {
            map.force();
            possible.values()
                    .forEach(values -> values.subList(0, values.size() - 1).clear());
        }
    }

    /** Mounts a copy of the device, and looks what the map has there. */
    private void look(String after) throws Exception {
        Path copy = folder.resolve("copy");
        Path lost = Files.createDirectories(folder.resolve("lost"));
        DiskFiller.run("cp", "--sparse=always", folder.resolve("image").toString(), copy.toString());
        DiskFiller.run("mount", "-o", "loop", "-t", "ext4", copy.toString(), lost.toString());
        try (MappedMap<Long, String> map = open(lost.resolve("map"), Durability.PAGE_CACHE)) {
            requirePossible(after, map);
            System.out.println(after + ": damage=" + map.verify().damage());
            map.put(1L, "more");
            map.compact();
            if (!"more".equals(map.get(1L)) || !map.verify().damage().isEmpty()) {
                throw new AssertionError(after + ": " + map.get(1L) + " " + map.verify());
            }
        }
        DiskFiller.run("umount", lost.toString());
        Files.delete(copy);
    }

    private void requirePossible(String after, MappedMap<Long, String> map) throws IOException {
        Map<Long, String> found = new HashMap<>();
        for (Map.Entry<Long, String> entry : map) {
            found.put(entry.getKey(), entry.getValue());
        }
        keys.addAll(found.keySet());
        for (long key : keys) {
            String value = map.get(key);
            List<@Nullable String> values = possible.getOrDefault(key, List.of());
            if (!values.contains(value) || (value == null ? found.containsKey(key) : !value.equals(found.get(key)))) {
                throw new AssertionError(after + ": key=" + key + " expected one of " + values + ", found " + value
                        + " and by iteration " + found.get(key));
            }
        }
        if (map.size() != found.size()) {
            throw new AssertionError(after + ": size=" + map.size() + " of " + found.size());
        }
    }
}
