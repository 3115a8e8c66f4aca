package dev.verbatim.map;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two insert the same key: one of them does. */
@JCStressTest
@Outcome(
        id = {"1, 0, 7", "0, 1, 8"},
        expect = ACCEPTABLE,
        desc = "one of them")
@Outcome(expect = FORBIDDEN, desc = "both, or none")
@State
public class TwoInsertsStress {

    private final StressedIndex.Key key = StressedIndex.keyWithout();

    @Actor
    public void insertFirst(III_Result result) {
        result.r1 = StressedIndex.insert(key, StressedIndex.FIRST);
    }

    @Actor
    public void insertSecond(III_Result result) {
        result.r2 = StressedIndex.insert(key, StressedIndex.SECOND);
    }

    @Arbiter
    public void get(III_Result result) {
        result.r3 = StressedIndex.movedValue(key);
    }
}
