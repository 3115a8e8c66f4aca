package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.runtime.GeneratedView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/** Emits the methods of a view that point it to a struct. */
final class WrapEmitter {

    private final ViewBinding<?> binding;
    private final HiddenClass target;

    WrapEmitter(ViewBinding<?> binding, HiddenClass target) {
        this.binding = binding;
        this.target = target;
    }

    void emit() {
        if (!binding.hasTail()) {
            wrap();
        }
        if (binding.isOfVarRecords()) {
            header();
        }
        if (binding.alignment() > 1) {
            requireAligned();
        }
    }

    /**
     * Emits what wraps another struct of the same segment, and leaves the rest to {@link GeneratedView#wrapAny}. To
     * store a reference costs a barrier of the garbage collector, and a fence makes C2 repeat all checks. So both are
     * left out where they can be.
     *
     * <pre>{@code
     * public void wrap(MemorySegment struct, long start) {
     *     if (struct == segment) {
     *         if (isClosable) VarHandle.acquireFence();
     *         if (start >= 0 && start <= struct.byteSize() - 24) {
     *             checkAlignment(struct, start);               // with atomic accessors
     *             offset = start;
     *             return;
     *         }
     *     }
     *     wrapAny(struct, start);
     * }
     * }</pre>
     */
    private void wrap() {
        Code code = target.override("wrap");
        Label other = new Label();
        code.aload(1);
        code.getInherited("segment");
        code.jump(IF_ACMPNE, other);
        Label notClosable = new Label();
        code.getInherited("isClosable");
        code.jump(IFEQ, notClosable);
        code.fences().make();
        code.label(notClosable);
        code.load(Type.LONG_TYPE, 2);
        code.insn(LCONST_0);
        code.insn(LCMP);
        code.jump(IFLT, other);
        code.load(Type.LONG_TYPE, 2);
        code.aload(1);
        code.callWithoutAllocation(MemorySegment.class, "byteSize");
        code.push(binding.layout().byteSize());
        code.insn(LSUB);
        code.insn(LCMP);
        code.jump(IFGT, other);
        if (binding.alignment() > 1) {
            code.aload(0);
            code.loadAddress(1);
            code.callInherited("checkAlignment");
        }
        code.aload(0);
        code.load(Type.LONG_TYPE, 2);
        code.putInherited("offset");
        code.insn(RETURN);
        code.label(other);
        code.aload(0);
        code.loadAddress(1);
        code.callInherited("wrapAny");
        code.returnAndEnd();
    }

    private void header() {
        SegmentAccess header = new SegmentAccess(VarDescriptor.HEADER_SIZE, 1);
        Code code = target.override("header");
        code.fences().setNeeded(false);
        SegmentKinds.branch(code, 1, _ -> {
            header.get(code, VarDescriptor.FIXED_SIZE_OFFSET, VarDescriptor.PAIR_LE, 1);
            code.insn(LRETURN);
        });
        code.end();
    }

    /**
     * Emits a plain read at the start of the struct, with the alignment that the view needs: the access checks the
     * address.
     */
    private void requireAligned() {
        Code code = target.override("requireAligned");
        code.fences().setNeeded(false);
        VarHandle handle = (switch ((int) binding.alignment()) {
                    case Short.BYTES -> (ValueLayout) ValueLayout.JAVA_SHORT;
                    case Integer.BYTES -> ValueLayout.JAVA_INT;
                    default -> ValueLayout.JAVA_LONG;
                })
                .withByteAlignment(binding.alignment())
                .varHandle();
        Type value = Type.getType(handle.varType());
        SegmentKinds.branch(code, 1, _ -> {
            code.constant(VarHandle.class, handle);
            code.loadAddress(1);
            code.accessByHandle(handle, AccessMode.GET);
            code.insn(value.getSize() == 2 ? POP2 : POP);
            code.insn(RETURN);
        });
        code.end();
    }
}
