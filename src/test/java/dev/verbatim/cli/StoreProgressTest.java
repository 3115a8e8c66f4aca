package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StoreProgressTest {

    /** Their places are positions in a queue, or nothing in a map; no bar goes back. */
    @Test
    void entriesThatSayNotHowFarTheyAreCountOne() {
        try (StoreProgress progress = new StoreProgress("work", 320)) {
            progress.passed(128);
            assertEquals(128, progress.reached());
            progress.passed(-1);
            assertEquals(129, progress.reached());
            progress.passed(100);
            assertEquals(130, progress.reached());
            progress.passed(256);
            assertEquals(256, progress.reached());
        }
    }
}
