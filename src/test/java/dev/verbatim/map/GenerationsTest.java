package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationsTest {

    @TempDir
    Path folder;

    @Test
    void aReleaseThatFailsIsNotDoneTwice() throws IOException {
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            map.put(1L, "one");
        }
        MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try (MappedMap<Long, String> _ = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            store.keeper().close(); // it would have the index grow
            Index index = store.index();
            Generations generations = new Generations(index);
            IndexFile first = generations.base();
            index.make(first.generation() + 1, IndexDescriptor.MIN_BITS);
            IndexFile own = index.acquire(first.generation() + 1);
            assertSame(own, generations.after(first));
            index.advanceCurrent(first.generation() + 1);
            index.release(first); // so the next one fails
            assertThrows(NullPointerException.class, generations::advance);
            assertSame(own, generations.base());
            assertFalse(generations.isBehind());
            generations.advance();
            generations.close();
            IndexFile again = index.acquireCurrent();
            assertSame(own, again, "it is still used");
            index.release(again);
            index.release(again);
            again = index.acquireCurrent();
            assertNotSame(own, again);
            index.release(again);
        }
    }

    @Test
    void whereTheIndexIsBeingMadeAnewTheMessageSaysSo() throws IOException {
        MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            IndexFile current = store.index().acquireCurrent();
            for (long number = 0; number < current.size(); number++) {
                current.setWord(number, IndexWord.SEALED_EMPTY);
            }
            assertEquals(
                    "file=" + store.index().path(current.generation())
                            + ": expected no word that is sealed, because there is no generation="
                            + (current.generation() + 1)
                            + ", found one that is; either the index is being made anew, then try again, or that has"
                            + " failed, then open the map once to write",
                    assertThrowsExactly(StoreException.class, () -> map.get(1L)).getMessage());
            store.index().release(current);
        }
    }
}
