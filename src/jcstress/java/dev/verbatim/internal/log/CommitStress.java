package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.StressedSegment.SEGMENT;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One appends, another one reads: the record is not there, or in work, or whole. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing there")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "reserved")
@Outcome(id = "7", expect = ACCEPTABLE, desc = "committed and whole")
@Outcome(expect = FORBIDDEN, desc = "torn")
@State
public class CommitStress {

    private final long place = StressedSegment.place();
    private final EntryChecksum writers = new EntryChecksum();
    private final EntryChecksum readers = new EntryChecksum();

    @Actor
    public void append() {
        long reserved = StressedSegment.reserved(0);
        long offset = StressedSegment.reserve(place, reserved);
        StressedSegment.write(writers, offset, reserved, 7);
        StressedSegment.commit(offset, reserved);
    }

    @Actor
    public void read(I_Result result) {
        long word = SEGMENT.wordAcquire(place);
        int state = EntryDescriptor.state(word);
        result.r1 = state == EntryDescriptor.COMMITTED ? StressedSegment.read(readers, place, word) : state;
    }
}
