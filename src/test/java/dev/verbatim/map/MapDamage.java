package dev.verbatim.map;

import dev.verbatim.LayoutMismatchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small map of texts whose bytes are changed, and what a reader and a writer are told of it. They may be told: an
 * {@link IOException} that names a file of the map, or damage from {@code verify}. A text may be wrong where
 * {@code verify} says so: {@code get} does not look at checksums.
 */
final class MapDamage {

    static final int SEGMENT_SIZE = 4 << 10;
    private static final int KEYS = 8;
    private static final int VALUE_SIZE = 300;
    private static final long REMOVED = 3;

    /** More than any iteration should come to. */
    private static final int MOST_ENTRIES = 10_000;

    private final Path folder;
    private final Map<Long, String> expected = new HashMap<>();
    private final Map<Path, byte[]> files = new TreeMap<>();
    private final Map<Path, MappedByteBuffer> mapped = new HashMap<>();

    /** What a look or a change has come to. */
    enum Outcome {
        RIGHT,
        /** Who looked was told that the map is damaged. */
        TOLD,
        /** A value is wrong, and nobody was told. */
        SILENT
    }

    /** Something that a map does. */
    private interface Action {
        void run() throws IOException;
    }

    /** Makes the map. */
    MapDamage(Path folder) throws IOException {
        this.folder = folder;
        try (MappedMap<Long, String> map = open(false)) {
            for (String round : List.of("first", "last")) {
                for (long key = 0; key < KEYS; key++) {
                    String value = (round + " value of " + key + " ").repeat(VALUE_SIZE / 20);
                    map.put(key, value);
                    expected.put(key, value);
                }
            }
            map.remove(REMOVED);
            expected.remove(REMOVED);
        }
        for (Path file : list()) {
            files.put(file, Files.readAllBytes(file));
        }
        map();
    }

    private void map() throws IOException {
        for (Path file : files.keySet()) {
            if (!file.endsWith("lock")) { // to close it would give up the locks that this JVM has
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    mapped.put(file, channel.map(MapMode.READ_WRITE, 0, channel.size()));
                }
            }
        }
    }

    MappedMap<Long, String> open(boolean readOnly) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(SEGMENT_SIZE)
                .readOnly(readOnly)
                .open();
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** {@return the files of the map whose names in its folder match a pattern, with their bytes} */
    Map<Path, byte[]> files(String pattern) {
        Map<Path, byte[]> matching = new TreeMap<>(files);
        matching.keySet().removeIf(file -> !folder.relativize(file).toString().matches(pattern));
        return matching;
    }

    /** Changes one byte. */
    void change(Path file, int offset, int mask) {
        byte old = Objects.requireNonNull(files.get(file))[offset];
        Objects.requireNonNull(mapped.get(file)).put(offset, (byte) (old ^ mask));
    }

    /** Has all files be as they were, and no others. */
    void restore() throws IOException {
        for (Path file : list()) {
            if (!files.containsKey(file)) {
                Files.delete(file);
            }
        }
        boolean isMade = false;
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            isMade |= !Files.exists(file.getKey());
            if (file.getValue().length > 0) {
                // Not replaced: by another file at this name, the map would know that it is a copy.
                Files.write(file.getKey(), file.getValue());
            }
        }
        if (isMade) {
            map();
        }
    }

    /** {@return what a reader is told who opens the map, and closes it} */
    Outcome read() {
        Outcome[] looked = {Outcome.TOLD};
        run(() -> {
            try (MappedMap<Long, String> map = open(true)) {
                looked[0] = look(map);
                run(map::info);
            }
        });
        return looked[0];
    }

    /** {@return what is told who opens the map alone to write, changes it, compacts and closes it} */
    Outcome write() {
        Outcome[] looked = {Outcome.TOLD};
        boolean closed = run(() -> {
            try (MappedMap<Long, String> map = open(false)) {
                looked[0] = look(map);
                if (looked[0] == Outcome.RIGHT && map.size() != expected.size()) {
                    looked[0] = Outcome.SILENT; // the count is made anew
                }
                Map<Long, String> changed = new HashMap<>(expected);
                changed.put(0L, "other");
                changed.put(100L, "more");
                changed.remove(1L);
                boolean done = run(() -> map.put(0L, "other"));
                done &= run(() -> map.put(100L, "more"));
                done &= run(() -> map.remove(1L));
                done &= run(map::compact);
                if (done && looked[0] == Outcome.RIGHT) {
                    looked[0] = look(map, changed);
                }
            }
        });
        return closed ? looked[0] : Outcome.TOLD;
    }

    /** {@return what a reader is told, by each way to read} */
    Outcome look(MappedMap<Long, String> map) {
        return look(map, expected);
    }

    /** {@return that a reader can ask for the size, which is an estimate until the map is opened alone to write} */
    Outcome count(MappedMap<Long, String> map) {
        if (map.size() < 0) {
            throw new AssertionError("size=" + map.size());
        }
        return Outcome.RIGHT;
    }

    private Outcome look(MappedMap<Long, String> map, Map<Long, String> expected) {
        boolean[] right = {true};
        boolean done = true;
        for (long key = 0; key <= KEYS; key++) {
            long sought = key;
            done &= run(() -> right[0] &= Objects.equals(expected.get(sought), map.get(sought)));
        }
        Map<Long, @Nullable String> iterated = new HashMap<>();
        done &= run(() -> {
            int count = 0;
            for (Map.Entry<Long, String> entry : map) {
                iterated.put(entry.getKey(), entry.getValue());
                count++;
                if (count > MOST_ENTRIES) {
                    throw new AssertionError("an iteration has no end");
                }
            }
            right[0] &= count == expected.size() && iterated.equals(expected);
        });
        List<MapReport.Damage> damage = new ArrayList<>();
        boolean verified = run(() -> damage.addAll(map.verify().damage()));
        if (!right[0] && verified && damage.isEmpty()) {
            return Outcome.SILENT;
        }
        return right[0] && done && damage.isEmpty() && verified ? Outcome.RIGHT : Outcome.TOLD;
    }

    /** {@return whether something was done; if not, an exception said so that names a file of the map} */
    private boolean run(Action action) {
        try {
            action.run();
            return true;
        } catch (IOException | LayoutMismatchException e) { // the latter if the kind of the keys is wrong
            requireNamed(e);
        } catch (UncheckedIOException e) {
            requireNamed(Objects.requireNonNull(e.getCause()));
        }
        return false;
    }

    private void requireNamed(Exception e) {
        if (e.getMessage() == null || !e.getMessage().contains(folder.toString())) {
            throw new AssertionError("a message without a file: " + e, e);
        }
    }
}
