package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.SmallDisk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk that is full is an exception in the writer and never a fault in a mapping, and loses nothing. */
class FullDiskMapTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void aPutThatFindsTheDiskFullLosesNothing(SmallDisk.Kind kind) throws Exception {
        assertEquals(
                List.of(
                        "put=" + noSegment(),
                        "put again=" + noSegment(),
                        "remove=" + noSegment(),
                        "full: same=true damage=[]",
                        "reopened: same=true damage=[]",
                        "with space: same=true damage=[]",
                        "reopened: same=true damage=[]"),
                run(kind, "put"));
    }

    @ParameterizedTest
    @EnumSource
    void anIndexThatCannotGrowTakesNoNewKeys(SmallDisk.Kind kind) throws Exception {
        // The next size would hold so many keys, and be fuller than a new one should.
        int bits = Growth.bitsFor(0, FullDiskMapProgram.LARGE_SEGMENT) + 2;
        String full = "file=" + map().resolve("index") + ": cannot preallocate an index of "
                + IndexDescriptor.fileSize(bits) + " bytes: No space left on device";
        assertEquals(
                List.of(
                        "put=" + full,
                        "put again=" + full,
                        "get=null",
                        "full: same=true damage=[]",
                        "with space: same=true damage=[]",
                        "grown=true",
                        "reopened: same=true damage=[]"),
                run(kind, "growth"));
    }

    @ParameterizedTest
    @EnumSource
    void aCompactionThatFindsTheDiskFullLosesNothing(SmallDisk.Kind kind) throws Exception {
        assertEquals(
                List.of(
                        "put=" + noSegment(),
                        "put again=" + noSegment(),
                        "compact=" + noSegment(),
                        "full: same=true damage=[]",
                        "with space: same=true damage=[]",
                        "compacted=true",
                        "compacted: same=true damage=[]",
                        "reopened: same=true damage=[]"),
                run(kind, "compaction"));
    }

    private Path map() {
        return folder.resolve("map");
    }

    private String noSegment() {
        return "file=" + map() + ": cannot preallocate a segment of " + FullDiskMapProgram.SEGMENT_SIZE
                + " bytes: No space left on device";
    }

    private List<String> run(SmallDisk.Kind kind, String action) throws Exception {
        return SmallDisk.run(kind, folder, FullDiskMapProgram.class, action, map()).stream()
                // The thread of the map says what it could not do, too.
                .filter(line -> line.matches("[a-z ]+[=:].*"))
                // XFS does not even make the file.
                .map(line -> line.replaceFirst(": [^:]+\\.unfinished: ", ": "))
                .toList();
    }
}
