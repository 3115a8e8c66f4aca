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
 * An owner that has lost its lock commits while a reader gives its record up: one of them succeeds and knows it, and
 * the record is what that one has made of it. The third figure is what a reader finds afterwards.
 */
@JCStressTest
@Outcome(id = "1, 0, 7", expect = ACCEPTABLE, desc = "committed, acknowledged and whole")
@Outcome(id = "0, 1, 3", expect = ACCEPTABLE, desc = "given up, and not acknowledged")
@Outcome(expect = FORBIDDEN, desc = "both, none, or torn")
@State
public class OrphanStress {

    private final long place = StressedSegment.place();
    private final long reserved = StressedSegment.reserved(0);
    private final EntryChecksum checksum = new EntryChecksum();

    /** Makes a record that is reserved. */
    public OrphanStress() {
        StressedSegment.reserve(place, reserved);
    }

    @Actor
    public void commit(III_Result result) {
        StressedSegment.write(checksum, place, reserved, 7);
        result.r1 = StressedSegment.commit(place, reserved) ? 1 : 0;
    }

    @Actor
    public void giveUp(III_Result result) {
        result.r2 = SEGMENT.abort(place, reserved) ? 1 : 0;
    }

    @Arbiter
    public void read(III_Result result) {
        long word = SEGMENT.wordAcquire(place);
        int state = EntryDescriptor.state(word);
        result.r3 = state == EntryDescriptor.COMMITTED ? StressedSegment.read(checksum, place, word) : state;
    }
}
