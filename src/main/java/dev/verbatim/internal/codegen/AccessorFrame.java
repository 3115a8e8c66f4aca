package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import org.objectweb.asm.Type;

/**
 * The local variables of a view's accessor: its arguments, and the place of its struct.
 *
 * @param code the method
 * @param accessor the accessor
 * @param number its number in the binding
 * @param segment the local variable of the segment; that of the struct's offset comes after it
 * @param isClosable the local variable for whether another thread can close the segment's arena; not set in accessors
 *     that allocate nothing
 */
record AccessorFrame(Code code, ViewAccessor accessor, int number, int segment, int isClosable) {

    /** The local variable of the value, after the index. */
    int value() {
        return accessor.isIndexed()
                ? 1 + Type.getType(accessor.method().parameters().getFirst()).getSize()
                : 1;
    }

    /** Loads the index as a long. */
    void index() {
        if (accessor.method().parameters().getFirst() == long.class) {
            code.load(Type.LONG_TYPE, 1);
        } else {
            code.iload(1);
            code.insn(I2L);
        }
    }

    /** Loads where the member, or the element, starts in the segment. */
    void start() {
        code.loadOffset(segment, accessor.offset());
        if (accessor.isIndexed()) {
            index();
            code.push(accessor.count());
            code.checkIndex();
            code.push(accessor.target().byteSize());
            code.insn(LMUL);
            code.insn(LADD);
        }
    }

    /**
     * Makes a fence, on which the next accessor relies, and returns the value on the stack, or the view or builder for
     * a chain of calls, or nothing.
     */
    void result() {
        if (code.fences().isNeeded()) {
            // User code may have wrapped the view over another segment meanwhile, of any kind.
            code.getInherited("isClosable");
            code.fences().makeIf();
        }
        Class<?> result = accessor.method().result();
        if (accessor.action() == Action.SET && result != void.class) {
            code.aload(0);
        } else if (accessor.action() == Action.APPEND_TEXT && result != void.class) {
            code.aload(value());
        }
        code.insn(Type.getType(result).getOpcode(IRETURN));
    }
}
