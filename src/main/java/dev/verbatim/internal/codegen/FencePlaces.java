package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Knows at each place of a generated method whether an access to a segment needs a {@link
 * dev.verbatim.internal.runtime.Fence} before it, and emits those that are needed. One is if something may have been
 * allocated since the last fence, and if the code can meet a segment whose arena another thread can close. A call may
 * have allocated, and so may the caller of the method. But private methods that take a segment are called with a fence
 * made. Where paths meet, a fence is needed if one of the paths needs it. {@link Code} tells what the paths are.
 */
final class FencePlaces {

    private static final int ALWAYS = -1;

    private final MethodVisitor asm;
    private final boolean isOnHeap;

    /** Whether something may have been allocated since the last fence. */
    private boolean isNeeded;

    /** Whether another thread can close the arena of a segment that is accessed from here on. */
    private boolean isClosable;

    /** The local variable that says whether a fence is made; {@link #ALWAYS} if there is none. */
    private int condition = ALWAYS;

    /** Whether there is a fence here, or in a method of this class that is called here. */
    private boolean hasFences;

    /** Whether a fence is needed at labels that are jumped to. */
    private final Map<Label, Boolean> jumps = new HashMap<>();

    /** Whether a fence was needed at labels when they were placed. */
    private final Map<Label, Boolean> placed = new HashMap<>();

    private boolean isNeededAtEnd;

    /**
     * Begins a method.
     *
     * @param isOnHeap whether it accesses segments on the heap only
     * @param isNeededAtStart whether its callers may have made no fence
     */
    FencePlaces(MethodVisitor asm, boolean isOnHeap, boolean isNeededAtStart) {
        this.asm = asm;
        this.isOnHeap = isOnHeap;
        this.isClosable = !isOnHeap;
        this.isNeeded = isNeededAtStart;
    }

    /** {@return whether something may have been allocated since the last fence} */
    boolean isNeeded() {
        return isNeeded;
    }

    /** Whether callers need a fence after the method. */
    boolean isNeededAtEnd() {
        return isNeededAtEnd;
    }

    /** {@return whether the method has fences, or calls one of its class that has} */
    boolean hasFences() {
        return hasFences;
    }

    /** Says whether a fence is needed from here on. It is not where the callers of the method have made one. */
    void setNeeded(boolean needed) {
        isNeeded = needed;
    }

    /** Says that a method of this class was called. */
    void called(boolean isNeededBehind, boolean hasFencesInside) {
        isNeeded = isNeededBehind;
        hasFences |= hasFencesInside;
    }

    /** Says what kind of segment is accessed from here on, {@code null} for any. */
    void accesses(@Nullable Kind kind) {
        isClosable = !isOnHeap && (kind == null || kind.isClosable());
    }

    /** {@return whether another thread can close the arena of a segment that is accessed here} */
    boolean isClosable() {
        return isClosable;
    }

    /**
     * Says that a local variable has whether another thread can close the arena of the segment: if none can, the fences
     * from here on are passed over.
     */
    void makeOnlyIf(int local) {
        condition = local;
    }

    /** Emits a fence if one is needed here. */
    void make() {
        if (isNeeded && isClosable) {
            if (condition == ALWAYS) {
                acquireFence();
            } else {
                asm.visitVarInsn(ILOAD, condition);
                makeIf();
            }
        }
        isNeeded = false;
    }

    /** Emits a fence that is passed over if the boolean on the stack is false. */
    private void makeIf() {
        Label done = new Label();
        asm.visitJumpInsn(IFEQ, done);
        acquireFence();
        asm.visitLabel(done);
        isNeeded = false;
    }

    /** Emits a fence, whatever was made before. */
    void makeAnew() {
        isNeeded = true;
        make();
    }

    private void acquireFence() {
        asm.visitMethodInsn(INVOKESTATIC, "java/lang/invoke/VarHandle", "acquireFence", "()V", false);
        hasFences = true;
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
