package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.log.DurabilityModel.Mutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A loss of power in any state of a small queue takes no entry that was acknowledged after a force. */
class DurabilityModelTest {

    @Test
    void noLossOfPowerTakesWhatWasAcknowledged(TestReporter reporter) {
        DurabilityModel model = new DurabilityModel(Mutation.NONE, 2);
        assertEquals("", model.findViolation());
        reporter.publishEntry("states", Integer.toString(model.count()));
    }

    @ParameterizedTest
    @CsvSource({
        "FORCE_OWN_ENTRY, an acknowledged entry is lost",
        "DURABLE_FIRST, 'an opener refuses the queue, or reports damage before the durable position'",
        "DURABLE_PAST_RESERVED, an acknowledged entry is lost",
        "NO_NAMES, an acknowledged entry is lost",
        "NO_HEADER, an acknowledged entry is lost",
        "NAMES_FIRST, an acknowledged entry is lost",
        "LENGTH_OF_FIRST, an acknowledged entry is lost"
    })
    void aRuleThatIsLeftOutIsMissed(Mutation mutation, String expected) {
        assertEquals(expected, new DurabilityModel(mutation, 2).findViolation());
    }
}
