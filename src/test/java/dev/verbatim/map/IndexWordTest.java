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
            assertEquals(0, IndexWord.countEntry(word));
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
            for (long entry : List.of(live, tombstone, IndexWord.sealed(live), IndexWord.sealed(tombstone))) {
                assertEquals(1, IndexWord.countEntry(entry));
            }
            assertFalse(IndexWord.isLive(tombstone));
            assertEquals(0, IndexWord.countLive(tombstone));
            assertEquals(0, IndexWord.countLive(IndexWord.sealed(tombstone)));
        }
    }

    @Test
    void ofTwoWordsTheOneWithTheTagIsChosen() {
        long tag = IndexWord.tag(HASH);
        long other = IndexWord.of(256, HASH + 1, false);
        for (boolean tombstone : List.of(false, true)) {
            long word = IndexWord.of(128, HASH, tombstone);
            assertEquals(word, IndexWord.ifHasTag(word, tag, other));
            assertTrue(IndexWord.leadsWithTag(word, tag));
            assertEquals(other, IndexWord.ifHasTag(IndexWord.sealed(word), tag, other));
            assertFalse(IndexWord.leadsWithTag(IndexWord.sealed(word), tag));
            assertEquals(word, IndexWord.ifHasTag(other, tag, word));
        }
        assertEquals(other, IndexWord.ifHasTag(IndexWord.EMPTY, tag, other));
        assertFalse(IndexWord.leadsWithTag(other, tag));
        assertFalse(IndexWord.leadsWithTag(IndexWord.DEAD, IndexWord.tag(0)));
        assertFalse(IndexWord.leadsWithTag(IndexWord.EMPTY, IndexWord.tag(0)));
    }

    @Test
    void aChainEndsAtAnEmptyWordUnlessItGoesOnInTheNextGeneration() {
        long word = IndexWord.of(128, HASH, false);
        for (long ended : List.of(word, IndexWord.DEAD, IndexWord.EMPTY)) {
            assertTrue(IndexWord.isEitherEmpty(ended, IndexWord.EMPTY));
            assertTrue(IndexWord.isEitherEmpty(IndexWord.EMPTY, ended));
        }
        assertFalse(IndexWord.isEitherEmpty(word, IndexWord.DEAD));
        for (long sealed : List.of(IndexWord.sealed(word), IndexWord.SEALED_EMPTY, IndexWord.MOVED)) {
            assertFalse(IndexWord.isEitherEmpty(sealed, IndexWord.EMPTY));
            assertFalse(IndexWord.isEitherEmpty(IndexWord.EMPTY, sealed));
            assertFalse(IndexWord.isEitherEmpty(sealed, word));
        }
    }
}
