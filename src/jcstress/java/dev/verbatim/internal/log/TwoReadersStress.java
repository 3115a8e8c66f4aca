package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.StressedSegment.SEGMENT;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two readers give the record of a dead process up: one does, and it is aborted without the checksum of a whole record.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, 3", "0, 1, 3"},
        expect = ACCEPTABLE,
        desc = "one of them, and there is no checksum")
@Outcome(expect = FORBIDDEN, desc = "both, none, or a checksum is left")
@State
public class TwoReadersStress {

    private final long place = StressedSegment.place();
    private final long reserved = StressedSegment.reserved(0);

    /** Makes a record that is written and not committed. */
    public TwoReadersStress() {
        StressedSegment.reserve(place, reserved);
        StressedSegment.write(new EntryChecksum(), place, reserved, 7);
    }

    @Actor
    public void giveUp1(III_Result result) {
        result.r1 = SEGMENT.abort(place, reserved) ? 1 : 0;
    }

    @Actor
    public void giveUp2(III_Result result) {
        result.r2 = SEGMENT.abort(place, reserved) ? 1 : 0;
    }

    @Arbiter
    public void read(III_Result result) {
        result.r3 = SEGMENT.checksum(place) == 0 ? EntryDescriptor.state(SEGMENT.wordAcquire(place)) : -1;
    }
}
