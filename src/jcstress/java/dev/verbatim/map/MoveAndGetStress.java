package dev.verbatim.map;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The word of a key is moved to the next generation while the key is read: it is found. */
@JCStressTest
@Outcome(id = "7, 7", expect = ACCEPTABLE, desc = "found, and moved")
@Outcome(expect = FORBIDDEN, desc = "not found, or twice")
@State
public class MoveAndGetStress {

    private final StressedIndex.Key key = StressedIndex.keyWithFirst();

    @Actor
    public void move() {
        StressedIndex.move(key);
    }

    @Actor
    public void get(II_Result result) {
        result.r1 = StressedIndex.get(key);
    }

    @Arbiter
    public void lookAgain(II_Result result) {
        result.r2 = StressedIndex.movedValue(key);
    }
}
