package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexWordTest {

    private static final long HASH = 0xFEDC_BA98_7654_3FFFL;

    @Test
    void whatLeadsToNoEntryIsNotLive() {
        for (long word : List.of(IndexWord.EMPTY, IndexWord.DEAD, IndexWord.SEALED_EMPTY, IndexWord.MOVED)) {
            assertFalse(IndexWord.isLive(word));
            assertEquals(0, IndexWord.countLive(word));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {128, 1L << 20, (1L << 56) - 8})
    void anEntryIsLiveUnlessItIsATombstone(long position) {
        for (long hash : List.of(0L, 1L, HASH)) {
            long live = IndexWord.of(position, hash, false);
            long tombstone = IndexWord.of(position, hash, true);

            assertTrue(IndexWord.isLive(live));
            assertEquals(1, IndexWord.countLive(live));
            assertEquals(1, IndexWord.countLive(IndexWord.sealed(live)));
            assertFalse(IndexWord.isLive(tombstone));
            assertEquals(0, IndexWord.countLive(tombstone));
            assertEquals(0, IndexWord.countLive(IndexWord.sealed(tombstone)));
        }
    }
}
