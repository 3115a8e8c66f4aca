package dev.verbatim.internal;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;

/**
 * Knows at each place of a generated method whether an access to a segment needs a {@link dev.verbatim.internal.runtime.Fence} before it: whether
 * something may have been allocated since the last one. A call may have allocated. Where paths meet, one that needs a fence suffices.
 *
 * <p>What happened before a method was entered may have allocated too. But a private method that is passed a segment leaves that to its callers:
 * they make a fence if it accesses before it allocates.
 */
final class FencePlaces {

    /** Later ones win where paths meet. */
    private enum State {
        MADE,
        MADE_BY_CALLER,
        NEEDED
    }

    private State state;

    /** The states at labels that are jumped to. */
    private final Map<Label, State> jumps = new HashMap<>();

    /** The states at labels when they were placed. */
    private final Map<Label, State> placed = new HashMap<>();

    private State atEnd = State.MADE;
    private boolean reliesOnCaller;

    FencePlaces(boolean callersMakeFence) {
        this.state = callersMakeFence ? State.MADE_BY_CALLER : State.NEEDED;
    }

    /** Something may be allocated. */
    void allocates() {
        state = State.NEEDED;
    }

    /** Another method of the class has been called. */
    void calls(boolean allocates) {
        state = allocates ? State.NEEDED : state;
    }

    /** A segment is accessed, or may be. Returns whether a fence is to be made before. */
    boolean accesses() {
        boolean isNeeded = state == State.NEEDED;
        reliesOnCaller |= state == State.MADE_BY_CALLER;
        state = isNeeded ? State.MADE : state;
        return isNeeded;
    }

    /** Nothing that was allocated before matters to the accesses that follow. */
    void isMade() {
        state = State.MADE;
    }

    void jump(Label label, boolean isConditional) {
        State there = placed.get(label);
        if (there != null && later(there, state) != there) {
            throw new AssertionError("each turn of a loop begins as the first does");
        }
        jumps.merge(label, state, FencePlaces::later);
        if (!isConditional) {
            leaves();
        }
    }

    /** An exception is thrown anywhere. */
    void handler(Label label) {
        jumps.put(label, State.NEEDED);
    }

    void label(Label label) {
        state = later(state, jumps.getOrDefault(label, State.MADE));
        placed.put(label, state);
    }

    /** The code that follows is entered as another label is. */
    void continues(Label label) {
        state = jumps.getOrDefault(label, State.MADE);
    }

    private static State later(State a, State b) {
        return a.compareTo(b) < 0 ? b : a;
    }

    void returns() {
        atEnd = later(atEnd, state);
        leaves();
    }

    /** What is behind a jump, a return or a throw is reached by jumps only. */
    void leaves() {
        state = State.MADE;
    }

    /** Whether the method may have allocated since its last fence, or since it was entered. */
    boolean allocatesAtEnd() {
        return atEnd == State.NEEDED;
    }

    /** Whether callers have to make a fence. */
    boolean reliesOnCaller() {
        return reliesOnCaller;
    }
}
