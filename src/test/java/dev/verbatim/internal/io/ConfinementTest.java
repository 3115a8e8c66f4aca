package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whose a segment is. */
class ConfinementTest {

    @Test
    void whatEveryThreadCanAccessBelongsToNone() {
        assertTrue(Confinement.isUnconfined(MemorySegment.ofArray(new byte[8])));
        assertTrue(Confinement.isUnconfined(MemorySegment.ofArray(new long[8])));
        assertTrue(Confinement.isUnconfined(MemorySegment.NULL));
        assertTrue(Confinement.isUnconfined(Arena.global().allocate(8)));
        assertTrue(Confinement.isUnconfined(Arena.ofAuto().allocate(8)));
        try (Arena arena = Arena.ofShared()) {
            assertTrue(Confinement.isUnconfined(arena.allocate(8)));
        }
    }

    @Test
    void whatOneThreadCanAccessIsConfinedWhoeverAsks() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(8);
            assertFalse(Confinement.isUnconfined(segment));
            assertFalse(CompletableFuture.supplyAsync(() -> Confinement.isUnconfined(segment.asReadOnly()))
                    .join());
        }
    }
}
