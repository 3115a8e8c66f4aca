package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class StepTimingTest {

    @Test
    void ratesAreRecordsAndMillionsOfBytesPerSecond() {
        assertEquals(
                "  copy                             50,000,000    2,000.000       25,000,000    1,400.0",
                new StepTiming("copy", 50_000_000, 2_800_000_000L, 2_000_000_000L).toRow());
    }

    @Test
    void aStepTooShortToMeasureHasARate() {
        assertTrue(new StepTiming("copy", 1, 56, 0).toRow().endsWith("   0.000    1,000,000,000   56,000.0"));
    }

    @Test
    void numbersLookTheSameInEveryCountry() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertTrue(new StepTiming("copy", 5_000, 1_000_000, 1_500_000_000L)
                    .toRow()
                    .contains("5,000    1,500.000"));
        } finally {
            Locale.setDefault(before);
        }
    }
}
