package dev.verbatim.internal.log;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two append at the same place: both records are there, whole, one behind the other. */
@JCStressTest
@Outcome(
        id = {"1, 2", "2, 1"},
        expect = ACCEPTABLE,
        desc = "both, in either order")
@Outcome(expect = FORBIDDEN, desc = "one is lost or torn")
@State
public class ClaimStress {

    private final long place = StressedSegment.place();
    private final EntryChecksum checksum1 = new EntryChecksum();
    private final EntryChecksum checksum2 = new EntryChecksum();

    @Actor
    public void append1() {
        append(checksum1, 1);
    }

    @Actor
    public void append2() {
        append(checksum2, 2);
    }

    private void append(EntryChecksum checksum, int slot) {
        long reserved = StressedSegment.reserved(slot);
        long offset = StressedSegment.reserve(place, reserved);
        StressedSegment.write(checksum, offset, reserved, slot);
        StressedSegment.commit(offset, reserved);
    }

    @Arbiter
    public void read(II_Result result) {
        long first = StressedSegment.SEGMENT.wordAcquire(place);
        result.r1 = StressedSegment.read(checksum1, place, first);
        long next = StressedSegment.SEGMENT.next(place, first);
        result.r2 = next < 0 ? -1 : StressedSegment.read(checksum1, next, StressedSegment.SEGMENT.wordAcquire(next));
    }
}
