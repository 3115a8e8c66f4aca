package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.ProtocolModel.Mutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All interleavings of a small queue: none loses an entry that was acknowledged, delivers one twice or leaves a reader
 * stuck, and if a rule is left out some do. {@code -Dverbatim.model.records=2} has each process append two records and
 * takes a while.
 */
class ProtocolModelTest {

    private static final int RECORDS = Integer.getInteger("verbatim.model.records", 1);
    private static final int CRASHES = Integer.getInteger("verbatim.model.crashes", 1);
    private static final int LOSSES = Integer.getInteger("verbatim.model.losses", 1);

    @Test
    void noInterleavingIsWrong(TestReporter reporter) {
        ProtocolModel model = new ProtocolModel(Mutation.NONE, RECORDS, RECORDS);
        ModelSearch search = new ModelSearch(model);
        assertNull(search.findViolation(model.initial(CRASHES, LOSSES)));
        reporter.publishEntry("states", Integer.toString(search.count()));
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN_COMMIT, 1, 1, 0, 1, the tailer was not delivered an acknowledged record",
        "LENGTH_AFTER_CLAIM, 1, 1, 1, 0, the tailer is stuck at an entry without a length",
        "NO_GENERATION, 1, 1, 1, 0, the tailer is stuck at the record of a dead process",
        "PLAIN_GENERATION, 1, 1, 1, 1, the tailer is stuck at the record of a dead process",
        "REPLACING_PUBLISH, 1, 1, 0, 1, the tailer was not delivered an acknowledged record",
        "PLAIN_NEWEST, 1, 2, 1, 0, the tailer was not delivered an acknowledged record",
        "COMMIT_FIRST, 1, 1, 1, 0, the tailer was not delivered an acknowledged record"
    })
    void aRuleThatIsLeftOutIsMissed(Mutation mutation, int of0, int of1, int crashes, int losses, String expected) {
        ProtocolModel model = new ProtocolModel(mutation, of0, of1);
        ModelSearch search = new ModelSearch(model);
        String found = search.findViolation(model.initial(crashes, losses));
        assertNotNull(found, () -> mutation + " in " + search.count() + " states");
        assertTrue(found.endsWith(": " + expected), found);
    }
}
