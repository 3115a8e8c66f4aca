package dev.verbatim.map;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Two add to the value of a key, in an index that grows all the time: none of what they add is lost. */
@JCStressTest
@Outcome(
        id = {"1, 3, 3", "3, 2, 3"},
        expect = ACCEPTABLE,
        desc = "both, in either order")
@Outcome(expect = FORBIDDEN, desc = "one is lost, or counts twice")
@State
public class TwoMergesStress {

    private final long key = StressedMap.newKey();

    private long add(long number) {
        return StressedMap.call(() -> StressedMap.MAP.merge(key, number, Long::sum));
    }

    @Actor
    public void addOne(JJJ_Result result) {
        result.r1 = add(1);
    }

    @Actor
    public void addTwo(JJJ_Result result) {
        result.r2 = add(2);
    }

    @Arbiter
    public void getAndRemove(JJJ_Result result) {
        Long value = StressedMap.call(() -> StressedMap.MAP.get(key));
        result.r3 = value == null ? 0 : value;
        StressedMap.call(() -> StressedMap.MAP.remove(key));
    }
}
