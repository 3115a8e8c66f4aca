package dev.verbatim.map;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A key is put while it is read, in an index that grows all the time: the value is there whole, or not yet. */
@JCStressTest
@Outcome(
        id = {"0, 7", "7, 7"},
        expect = ACCEPTABLE,
        desc = "not yet there, or whole")
@Outcome(expect = FORBIDDEN, desc = "torn, or lost")
@State
public class PutAndGetStress {

    private final long key = StressedMap.newKey();

    private long value() {
        Long value = StressedMap.call(() -> StressedMap.MAP.get(key));
        return value == null ? 0 : value;
    }

    @Actor
    public void put() {
        StressedMap.call(() -> {
            StressedMap.KEYS.put(key, 7L);
            return key;
        });
    }

    @Actor
    public void get(JJ_Result result) {
        result.r1 = value();
    }

    @Arbiter
    public void getAndRemove(JJ_Result result) {
        result.r2 = value();
        StressedMap.call(() -> StressedMap.MAP.remove(key));
    }
}
