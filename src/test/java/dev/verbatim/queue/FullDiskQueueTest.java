package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.file.SmallDisk;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.FullDiskQueueProgram.Writeback;
import dev.verbatim.queue.QueueSamples.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk that is full is an exception in the appender and never a fault in a mapping, and loses nothing. */
class FullDiskQueueTest {

    private static final long ENTRY_SIZE = EntryDescriptor.PAYLOAD_OFFSET + Entry.CODEC.byteSize();

    /** What is in the folder whenever an append has failed: nothing that is not finished. */
    private static final String OTHERS =
            "others than segments=[control, layouts/%08x, lock]".formatted(LayoutText.id(Entry.CODEC.layout()));

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void anAppendThatFindsTheDiskFullLosesNothing(SmallDisk.Kind kind) throws Exception {
        List<String> lines = run(kind, "queue");
        long appended = Long.parseLong(lines.getFirst().substring("appended=".length()));
        assertTrue(appended > 1000, () -> lines.toString());
        assertEquals(expected(appended, 64 << 10), lines);
    }

    @ParameterizedTest
    @EnumSource
    void segmentsThatAreMadeHaveTheirSpace(SmallDisk.Kind kind) throws Exception {
        List<String> printed = run(kind, "other file");
        int segmentSize = FullDiskQueueProgram.SEGMENT_SIZE;
        long appended = 2L * ((segmentSize - SegmentDescriptor.FIRST_ENTRY_OFFSET) / ENTRY_SIZE);
        List<String> expected = new ArrayList<>();
        for (Writeback writeback : Writeback.values()) {
            expected.add("writeback=" + writeback);
            expected.add("stores=" + segmentSize / FullDiskQueueProgram.BLOCK_SIZE);
            List<String> lines = expected(appended, segmentSize);
            expected.addAll(lines.subList(0, 4));
            expected.add(OTHERS); // after a layout that is new
            expected.addAll(lines.subList(4, lines.size()));
        }
        assertEquals(expected, printed);
    }

    /** In memory, a name takes no space that could be missing. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TMPFS")
    void aSegmentIsDeletedWhereTheFolderHasNoRoomForAnotherName(SmallDisk.Kind kind) throws Exception {
        assertEquals(
                List.of("rename=No space left on device", "deleted=2", OTHERS, "oldest=2", "read=1", "damage=[]"),
                run(kind, "deletion"));
    }

    private List<String> run(SmallDisk.Kind kind, String action) throws Exception {
        return SmallDisk.run(kind, folder, FullDiskQueueProgram.class, action, folder.resolve("queue")).stream()
                // XFS does not even make the file.
                .map(line -> line.replaceFirst(": [^:]+\\.unfinished: ", ": "))
                .toList();
    }

    private List<String> expected(long appended, int segmentSize) {
        String full = "file=" + folder.resolve("queue") + ": cannot preallocate a segment of " + segmentSize
                + " bytes: No space left on device";
        return List.of(
                "appended=" + appended,
                "append=" + full,
                "append again=" + full,
                OTHERS,
                "read=" + appended,
                "read with space=" + (appended + 1),
                "read after reopening=" + (appended + 1),
                "damage=[]");
    }
}
