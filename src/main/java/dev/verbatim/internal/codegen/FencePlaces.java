package dev.verbatim.internal.codegen;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;

/**
 * Knows at each place of a generated method whether an access to a segment needs a {@link
 * dev.verbatim.internal.runtime.Fence} before it. It does if something may have been allocated since the last fence. A
 * call may have allocated, and so may the caller of the method. But private methods that take a segment are called with
 * a fence made. Where paths meet, a fence is needed if one of the paths needs it. Whether the code can meet a segment
 * that needs fences at all is known to {@link Code}.
 */
final class FencePlaces {

    private boolean isNeeded;

    /** Whether a fence is needed at labels that are jumped to. */
    private final Map<Label, Boolean> jumps = new HashMap<>();

    /** Whether a fence was needed at labels when they were placed. */
    private final Map<Label, Boolean> placed = new HashMap<>();

    private boolean isNeededAtEnd;

    FencePlaces(boolean isNeededAtStart) {
        this.isNeeded = isNeededAtStart;
    }

    boolean isNeeded() {
        return isNeeded;
    }

    /** Whether callers need a fence after the method. */
    boolean isNeededAtEnd() {
        return isNeededAtEnd;
    }

    void set(boolean needed) {
        isNeeded = needed;
    }

    void jump(Label label, boolean isConditional) {
        if (isNeeded && Boolean.FALSE.equals(placed.get(label))) {
            throw new AssertionError("each turn of a loop begins as the first does");
        }
        jumps.put(label, isNeeded || jumps.getOrDefault(label, false));
        if (!isConditional) {
            leaves();
        }
    }

    /** An exception may come from anywhere. */
    void handler(Label label) {
        jumps.put(label, true);
    }

    void label(Label label) {
        isNeeded |= jumps.getOrDefault(label, false);
        placed.put(label, isNeeded);
    }

    void returns() {
        isNeededAtEnd |= isNeeded;
        leaves();
    }

    /** Code after a jump, a return or a throw is reached by jumps only, and those say what it needs. */
    void leaves() {
        isNeeded = false;
    }
}
