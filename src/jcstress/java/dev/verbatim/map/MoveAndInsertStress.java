package dev.verbatim.map;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The end of a chain is sealed while a writer inserts a key there: it is inserted in one of the generations. */
@JCStressTest
@Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "inserted, and there once")
@Outcome(expect = FORBIDDEN, desc = "lost, or twice")
@State
public class MoveAndInsertStress {

    private final StressedIndex.Key key = StressedIndex.keyWithout();

    @Actor
    public void move() {
        StressedIndex.move(key);
    }

    @Actor
    public void insert(II_Result result) {
        result.r1 = StressedIndex.insert(key, StressedIndex.FIRST);
    }

    @Arbiter
    public void get(II_Result result) {
        result.r2 = StressedIndex.movedValue(key);
    }
}
