package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.ABORTED;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.FREE_WORD;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the checksum of an entry that is given up. */
class SegmentFileTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");
    private static final long WORD = EntryDescriptor.word(RESERVED, 3, 5, 24);
    private static final int CHECKSUM = 0x1234abcd;

    @TempDir
    Path folder;

    private Log log;
    private SegmentFile segment;

    @BeforeEach
    void reserveAnEntryWithAChecksum() throws IOException {
        log = Log.open(KIND, new LogOptions(folder, 4096L, null, true, Duration.ZERO, false, false));
        segment = log.segments().acquireLastUsed();
        assertTrue(segment.compareAndSetWord(FIRST_ENTRY_OFFSET, FREE_WORD, WORD));
        segment.checksum(FIRST_ENTRY_OFFSET, CHECKSUM);
    }

    @AfterEach
    void closeTheLog() throws IOException {
        log.segments().release(segment);
        log.close();
    }

    private void changeTo(int state) {
        assertTrue(segment.compareAndSetWord(FIRST_ENTRY_OFFSET, WORD, EntryDescriptor.withState(WORD, state)));
    }

    @Test
    void anEntryThatIsGivenUpHasNoChecksum() {
        assertTrue(segment.abort(FIRST_ENTRY_OFFSET, WORD));
        assertEquals(EntryDescriptor.withState(WORD, ABORTED), segment.wordAcquire(FIRST_ENTRY_OFFSET));
        assertEquals(0, segment.checksum(FIRST_ENTRY_OFFSET));
    }

    /** As a StackOverflowError leaves it between the word and the checksum. */
    @Test
    void whatWasGivenUpHalfIsGivenUpWholeByTheNextTry() {
        changeTo(ABORTED);
        assertFalse(segment.abort(FIRST_ENTRY_OFFSET, WORD));
        assertEquals(0, segment.checksum(FIRST_ENTRY_OFFSET));
    }

    @Test
    void aCommittedEntryKeepsItsChecksum() {
        changeTo(COMMITTED);
        assertFalse(segment.abort(FIRST_ENTRY_OFFSET, WORD));
        assertEquals(CHECKSUM, segment.checksum(FIRST_ENTRY_OFFSET));
    }
}
