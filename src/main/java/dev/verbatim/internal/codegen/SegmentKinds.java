package dev.verbatim.internal.codegen;

import dev.verbatim.internal.io.MappedClass;
import dev.verbatim.internal.runtime.Fence;
import dev.verbatim.internal.runtime.LiveConstants;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The classes that implement the common kinds of segment in this JVM.
 *
 * <p>Code that C2 compiles for exactly one of them keeps its speed when a process uses several kinds; {@code
 * docs/generated-code.md} says why, and how much that saves.
 */
final class SegmentKinds {

    /**
     * A class of segments. As a constant of generated code it is found when the code first meets a segment that is of
     * none of the kinds before it: to find all of them takes the JVM 5 ms.
     */
    private enum SegmentClass implements LiveConstants.Lazy {
        NATIVE,
        MAPPED,
        HEAP_BYTES,
        HEAP_LONGS;

        /** {@return the class; null if it could not be found, and then no segment is of it} */
        @Override
        public @Nullable Class<?> get() {
            return switch (this) {
                case NATIVE -> MemorySegment.NULL.getClass();
                case MAPPED -> MappedClass.CLASS;
                case HEAP_BYTES -> MemorySegment.ofArray(new byte[0]).getClass();
                case HEAP_LONGS -> MemorySegment.ofArray(new long[0]).getClass();
            };
        }
    }

    /**
     * A kind of segment.
     *
     * @param name its name in generated methods
     * @param constant its class
     * @param isOnHeap whether its memory is on the heap
     * @param isClosable whether another thread can close its arena, so that accesses need fences
     */
    record Kind(String name, LiveConstants.Lazy constant, boolean isOnHeap, boolean isClosable) {

        /** {@return the same kind where no other thread can close the arena} Only for a kind that is closable. */
        Kind unclosable() {
            return equals(NATIVE) ? UNCLOSABLE_NATIVE : UNCLOSABLE_MAPPED;
        }
    }

    private static final Kind NATIVE = new Kind("Native", SegmentClass.NATIVE, false, true);
    private static final Kind MAPPED = new Kind("Mapped", SegmentClass.MAPPED, false, true);
    private static final Kind UNCLOSABLE_NATIVE = new Kind("UnclosableNative", SegmentClass.NATIVE, false, false);
    private static final Kind UNCLOSABLE_MAPPED = new Kind("UnclosableMapped", SegmentClass.MAPPED, false, false);
    private static final Kind HEAP_BYTES = new Kind("HeapBytes", SegmentClass.HEAP_BYTES, true, false);
    private static final Kind HEAP_LONGS = new Kind("HeapLongs", SegmentClass.HEAP_LONGS, true, false);

    /** The kinds that get code of their own, the most frequent first. Others take the general path. */
    static final List<Kind> KINDS = List.of(NATIVE, MAPPED, HEAP_BYTES, HEAP_LONGS);

    private SegmentKinds() {}

    /** {@return what a kind is called in the names of methods} */
    static String name(@Nullable Kind kind) {
        return kind == null ? "General" : kind.name();
    }

    /** The kind of a segment over a {@code byte[]}. */
    static Kind heapBytes() {
        return HEAP_BYTES;
    }

    /** Code that accesses a segment. */
    interface KindBody {

        /** Emits code that returns. */
        void emit(@Nullable Kind kind);
    }

    /**
     * Emits branches to code for the kind of a segment.
     *
     * @param code the method
     * @param segment the local variable of the segment
     * @param body emits the code for one kind; {@code null} for any
     */
    static void branch(Code code, int segment, KindBody body) {
        code.aload(segment);
        code.getClassOf();
        int segmentClass = code.storeNew(Type.getType(Class.class));
        for (Kind kind : KINDS) {
            Label next = new Label();
            code.aload(segmentClass);
            code.constant(Class.class, kind.constant());
            code.jump(Opcodes.IF_ACMPNE, next);
            code.fences().accesses(kind);
            body.emit(kind);
            code.label(next);
        }
        code.fences().accesses(null);
        body.emit(null);
    }

    /** The class of the scopes that another thread can close, found when a codec first meets native memory. */
    private record ClosableScopes() implements LiveConstants.Lazy {
        @Override
        public Object get() {
            return Fence.CLOSABLE;
        }
    }

    private static final ClosableScopes CLOSABLE = new ClosableScopes();

    /**
     * Emits a fence for segments of an arena that another thread can close, and a branch to a label for all others.
     * They need no fence, and C2 knows there what it knew before.
     *
     * @return the label, behind which a fence counts as made
     */
    static Label branchUnlessClosable(Code code, int segment) {
        Label others = new Label();
        code.aload(segment);
        code.scope();
        code.getClassOf();
        code.constant(Class.class, CLOSABLE);
        code.fences().setNeeded(false); // at the label none is needed
        code.jump(Opcodes.IF_ACMPNE, others);
        code.fences().makeAnew();
        return others;
    }

    /**
     * Emits a jump to a label for segments of one thread. The code behind the branch, and that at the label, should
     * call the same method: where C2 inlines it, it knows in each place what {@link
     * dev.verbatim.internal.io.Confinement} says, and makes the checks of the first access only.
     */
    static void jumpIfConfined(Code code, int segment, Label confined) {
        code.aload(segment);
        code.isUnconfined();
        code.jump(Opcodes.IFEQ, confined);
    }

    /**
     * Throws if the segment is not of the kind. The caller has tested the segment's class. The test is repeated because
     * it is what tells C2 the exact class where it compiles this method on its own; where the method is inlined the
     * second test folds away. What is on the heap belongs to no thread, which C2 does not know either.
     */
    static void require(Code code, @Nullable Kind kind, int segment) {
        code.fences().accesses(kind);
        if (kind == null) {
            return;
        }
        Label same = new Label();
        code.aload(segment);
        code.getClassOf();
        code.constant(Class.class, kind.constant());
        if (kind.isOnHeap()) {
            Label other = new Label();
            code.jump(Opcodes.IF_ACMPNE, other);
            code.aload(segment);
            code.isUnconfined();
            code.jump(Opcodes.IFNE, same);
            code.label(other);
        } else {
            code.jump(Opcodes.IF_ACMPEQ, same);
        }
        code.insn(Opcodes.ACONST_NULL);
        code.insn(Opcodes.ATHROW);
        code.label(same);
    }
}
