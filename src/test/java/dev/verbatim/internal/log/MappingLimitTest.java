package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappingLimitTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");
    private static final Path FILE = Path.of("000000000007.segment");

    @TempDir
    Path folder;

    @Test
    void anEighthOfTheMappingsIsLeftToOthers() {
        assertEquals(57_338, new MappingLimit(65_530).limit());
        assertEquals(7, new MappingLimit(8).limit());
        assertEquals(0, new MappingLimit(0).limit());
    }

    @Test
    void aSegmentTooManyIsRefusedUntilOneIsGivenBack() throws IOException {
        MappingLimit limit = new MappingLimit(3);
        limit.take(FILE, 4096);
        limit.take(FILE, 4096);
        for (int i = 0; i < 2; i++) {
            IOException refused = assertThrows(IOException.class, () -> limit.take(FILE, 4096));
            assertEquals(
                    "file=000000000007.segment: cannot map a segment of segmentSize=4096 bytes: expected fewer than 2"
                            + " mapped segments in this process, found 2; Linux lets it have vm.max_map_count=3"
                            + " mappings, and the JVM needs the rest; close maps and queues, raise vm.max_map_count and"
                            + " start the process anew, or copy what is there to a new one with a larger segmentSize",
                    refused.getMessage());
            assertFalse(refused instanceof StoreException, "that would say that the file is damaged");
        }
        limit.giveBack();
        limit.take(FILE, 4096);
        assertEquals(2, limit.mapped());
    }

    @Test
    void theLimitIsReadFromAFile() throws IOException {
        Path file = folder.resolve("max_map_count");
        assertEquals(Long.MAX_VALUE, MappingLimit.ofProcess(file.toString()).limit());
        Files.writeString(file, "80\n");
        Thread.currentThread().interrupt();
        MappingLimit read;
        try {
            read = MappingLimit.ofProcess(file.toString());
        } finally {
            Thread.interrupted();
        }
        assertEquals(70, read.limit());
        Files.writeString(file, "many");
        assertEquals(Long.MAX_VALUE, MappingLimit.ofProcess(file.toString()).limit());
    }

    @Test
    void aSegmentIsCountedWhileItIsMapped() throws IOException {
        Path path = folder.resolve(SegmentDescriptor.fileName(0));
        Log log = Log.open(KIND, new LogOptions(folder, 4096L, null, true, Duration.ZERO, false, false));
        log.close();
        long before = MappingLimit.PROCESS.mapped();
        SegmentFile segment = SegmentFile.open(KIND, path, 0, 4096, true);
        assertEquals(before + 1, MappingLimit.PROCESS.mapped());
        segment.unmap();
        segment.unmap();
        assertEquals(before, MappingLimit.PROCESS.mapped());
        assertThrows(StoreException.class, () -> SegmentFile.open(KIND, path, 1, 4096, true));
        assertThrows(StoreException.class, () -> SegmentFile.open(KIND, path, 0, 8192, true));
        assertThrows(NoSuchFileException.class, () -> SegmentFile.open(KIND, folder.resolve("none"), 0, 4096, true));
        Files.write(path, new byte[4096], StandardOpenOption.TRUNCATE_EXISTING);
        assertThrows(StoreException.class, () -> SegmentFile.open(KIND, path, 0, 4096, true));
        assertEquals(before, MappingLimit.PROCESS.mapped());
    }

    @Test
    void aLogGivesBackWhatItHasMapped() throws IOException {
        Path other = folder.resolve("other");
        long before = MappingLimit.PROCESS.mapped();
        try (TakenMappings _ = new TakenMappings(0)) {
            LogOptions options = new LogOptions(other, 4096L, null, true, Duration.ZERO, false, false);
            IOException refused = assertThrows(IOException.class, () -> Log.open(KIND, options));
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.matches(TakenMappings.message(other, 4096)), message);
        }
        assertEquals(before, MappingLimit.PROCESS.mapped());
        Log log = Log.open(KIND, new LogOptions(other, 4096L, null, true, Duration.ZERO, false, false));
        SegmentFile segment = log.segments().acquire(0);
        try (TakenMappings _ = new TakenMappings(0)) {
            assertEquals(segment, log.segments().acquire(0), "another user needs no other mapping");
            log.segments().release(segment);
        }
        log.segments().release(segment);
        log.close();
        assertEquals(before, MappingLimit.PROCESS.mapped());
    }
}
