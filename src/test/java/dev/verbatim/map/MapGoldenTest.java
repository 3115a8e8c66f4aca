package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.verbatim.StructCodec;
import dev.verbatim.samples.FolderFiles;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A map of version 1 stays readable, and what is written stays what it was, byte for byte, but for the index, which is
 * made anew where the map comes to another file system. A map that differs after a deliberate change of the format
 * belongs to a new version: this one is never regenerated.
 */
class MapGoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "v1", "map");

    /** Set to write the map to a folder, when there is a new version. */
    private static final String OUTPUT_PROPERTY = "verbatim.golden.output";

    private static final long CREATED_NANOS = 1_767_225_600_000_000_000L;

    record Price(long id, double price) {
        static final StructCodec<Price> CODEC = StructCodec.ofRecord(
                lookup(),
                Price.class,
                MemoryLayout.structLayout(
                        JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                        JAVA_DOUBLE.withOrder(LITTLE_ENDIAN).withName("price")));
    }

    @TempDir
    Path temporary;

    private static MappedMap<String, Price> open(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.strings(), MapCodec.of(Price.CODEC))
                .segmentSize(4096)
                .open();
    }

    /** Writes keys of several lengths, a replaced value and a removed one. */
    private static void write(Path folder) throws IOException {
        try (MappedMap<String, Price> map = open(folder)) {
            map.put("a", new Price(1, 99.5));
            map.put("Zürich", new Price(2, -0.0));
            map.put("eight by", new Price(3, 1));
            map.put("", new Price(4, 2));
            map.put("a", new Price(5, 100.5));
            map.remove("eight by");
        }
        byte[] control = Files.readAllBytes(folder.resolve("control"));
        for (int offset :
                new int[] {24, 32, 40, 48, 72, 80, 136, 168}) { // boot, mark, repair, id, seed, repair of the index
            ByteBuffer.wrap(control).putLong(offset, 0);
        }
        Files.write(folder.resolve("control"), control);
        for (Path file : FolderFiles.of(folder)) {
            String name = file.toString();
            boolean isAhead = name.endsWith(".segment") && !name.equals("000000000000.segment");
            if (isAhead || name.startsWith("index") || name.equals("counts")) {
                Files.delete(folder.resolve(file));
            }
        }
        Files.delete(folder.resolve("index"));
        Path segment = folder.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN).putLong(32, CREATED_NANOS);
        Files.write(segment, bytes);
    }

    @Test
    void whatIsWrittenIsWhatItWas() throws IOException {
        String output = System.getProperty(OUTPUT_PROPERTY);
        Path folder = output == null ? temporary.resolve("map") : Path.of(output, "map");
        write(folder);
        FolderFiles.assertSameFiles(GOLDEN, folder);
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        Path copy = temporary.resolve("map");
        Files.createDirectories(copy.resolve("layouts"));
        for (Path file : FolderFiles.of(GOLDEN)) {
            Files.copy(GOLDEN.resolve(file), copy.resolve(file));
        }
        try (MappedMap<String, Price> map = open(copy);
                MapChanges<String, Price> changes = map.changes()) {
            assertEquals(List.of(), map.recovery().orElseThrow().damage());
            assertEquals(new Price(5, 100.5), map.get("a"));
            assertEquals(new Price(2, -0.0), map.get("Zürich"));
            assertEquals(new Price(4, 2), map.get(""));
            assertNull(map.get("eight by"));
            assertEquals(3, map.size());
            List<String> seen = new ArrayList<>();
            while (changes.poll((position, key, value) -> seen.add(position + " " + key + " " + value))) {
                // all
            }
            assertEquals(
                    List.of(
                            "128 a Price[id=1, price=99.5]",
                            "184 Zürich Price[id=2, price=-0.0]",
                            "240 eight by Price[id=3, price=1.0]",
                            "296  Price[id=4, price=2.0]",
                            "344 a Price[id=5, price=100.5]",
                            "400 eight by null"),
                    seen);
        }
    }
}
