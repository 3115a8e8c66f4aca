package dev.verbatim.map;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The word of a key is moved to the next generation while a writer has it lead to another entry. */
@JCStressTest
@Outcome(id = "8", expect = ACCEPTABLE, desc = "leads to the new entry, in the next generation alone")
@Outcome(expect = FORBIDDEN, desc = "the new entry is lost, or the key has two words")
@State
public class MoveAndReplaceStress {

    private final StressedIndex.Key key = StressedIndex.keyWithFirst();

    @Actor
    public void move() {
        StressedIndex.move(key);
    }

    @Actor
    public void replace() {
        StressedIndex.replace(key, StressedIndex.SECOND);
    }

    @Arbiter
    public void get(I_Result result) {
        result.r1 = StressedIndex.movedValue(key);
    }
}
