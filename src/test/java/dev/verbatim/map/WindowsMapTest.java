package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.io.WindowsFiles;
import dev.verbatim.internal.log.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A map where Windows deletes no file that is mapped. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the rules are those of WindowsFiles")
class WindowsMapTest {

    private static final int SEGMENT_SIZE = 1 << 14;
    private static final long FEW_KEYS = 100;

    /** More than the first generation of the index has words. */
    private static final long MANY_KEYS = 3000;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void fill() throws IOException {
        folder = WindowsFiles.under(temporary.resolve("map"));
        try (MappedMap<Long, Long> map = builder().open()) {
            put(map, FEW_KEYS, 0);
        }
    }

    private MapBuilder<Long, Long> builder() {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs()).segmentSize(SEGMENT_SIZE);
    }

    private static void put(MappedMap<Long, Long> map, long keys, long added) throws IOException {
        for (long key = 0; key < keys; key++) {
            map.put(key, key + added);
        }
    }

    private Set<String> generations() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("index"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".unfinished"))
                    .collect(Collectors.toSet());
        }
    }

    private List<String> unfinished() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".unfinished"))
                    .toList();
        }
    }

    @Test
    void theIndexGrowsAndTheLogIsCompactedWhileAReaderHasThemMapped() throws IOException {
        try (MappedMap<Long, Long> reader = builder().readOnly(true).open()) {
            assertEquals(1L, reader.get(1L));
            Set<String> first = generations();
            assertEquals(1, first.size());
            String name = first.iterator().next();
            // The reader itself may leave it at any time.
            IndexFile mapped = IndexFile.open(folder.resolve("index").resolve(name), Long.parseLong(name), false);
            try (MappedMap<Long, Long> map = builder().open()) {
                put(map, MANY_KEYS, 1);
                put(map, MANY_KEYS, 2);
                assertTrue(map.compact() > 1);
            }
            assertTrue(Collections.disjoint(first, generations()));
            assertFalse(unfinished().isEmpty());
            try (MappedMap<Long, Long> map = builder().open()) {
                assertEquals(3L, map.get(1L));
                put(map, MANY_KEYS, 3);
                assertTrue(map.compact() > 1);
                assertEquals(List.of(), map.verify().damage());
            }
            assertEquals(MANY_KEYS + 2, reader.get(MANY_KEYS - 1));
            assertFalse(unfinished().isEmpty());
            mapped.unmap();
        }
        builder().open().close();
        assertEquals(List.of(), unfinished());
    }

    @Test
    void aGenerationThatIsOverIsDeletedWhenItsLastUserLeavesIt() throws IOException {
        MapStore store = MapSamples.openStore(folder, SEGMENT_SIZE, MapCodec.longs());
        try (MappedMap<Long, Long> _ = new MappedMap<>(store, MapCodec.longs(), MapCodec.longs())) {
            store.keeper().close(); // it would have the index grow
            Index index = store.index();
            IndexFile over = index.acquireCurrent();
            index.delete(over.generation());
            assertNull(index.acquire(over.generation()));
            Path unfinished = LogFiles.list(folder.resolve("index")).getFirst();
            assertTrue(Files.exists(unfinished));
            index.release(over);
            assertFalse(Files.exists(unfinished));
        }
    }
}
