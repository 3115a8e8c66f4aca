package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import org.objectweb.asm.Type;

/**
 * The local variables of a view's accessor, or of a method that one calls: its arguments, and the place of its struct.
 *
 * @param code the method
 * @param accessor the accessor
 * @param number its number in the binding
 * @param arguments the local variable of the first argument
 * @param segment the local variable of the segment; that of the struct's offset comes after it
 * @param isClosable the local variable for whether another thread can close the segment's arena; there is none in a
 *     method that allocates nothing
 */
record AccessorFrame(Code code, ViewAccessor accessor, int number, int arguments, int segment, int isClosable) {

    private static final int NONE = -1;

    /** The frame of an accessor that has its place on the stack only. */
    static AccessorFrame withoutPlace(Code code, ViewAccessor accessor, int number) {
        return new AccessorFrame(code, accessor, number, 1, NONE, NONE);
    }

    /** The frame of an accessor that has variables for its place. */
    static AccessorFrame withPlace(Code code, ViewAccessor accessor, int number) {
        int segment = code.newLocal(Type.getType(Object.class));
        code.newLocal(Type.LONG_TYPE);
        return new AccessorFrame(code, accessor, number, 1, segment, code.newLocal(Type.INT_TYPE));
    }

    /** The frame of a static method that takes the place, the arguments, and whether the arena can be closed. */
    static AccessorFrame ofPlace(Code code, ViewAccessor accessor, int number) {
        int arguments = 1 + Type.LONG_TYPE.getSize();
        int end = arguments;
        for (Class<?> parameter : accessor.method().parameters()) {
            end += Type.getType(parameter).getSize();
        }
        return new AccessorFrame(code, accessor, number, arguments, 0, end);
    }

    /** The local variable of the value, after the index. */
    int value() {
        return accessor.isIndexed()
                ? arguments
                        + Type.getType(accessor.method().parameters().getFirst())
                                .getSize()
                : arguments;
    }

    /** Loads the index as a long. */
    void index() {
        if (accessor.method().parameters().getFirst() == long.class) {
            code.load(Type.LONG_TYPE, arguments);
        } else {
            code.iload(arguments);
            code.insn(I2L);
        }
    }

    /** Loads the value that a setter was passed. */
    void loadValue() {
        code.load(Type.getType(accessor.type()), value());
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
            code.aload(0);
            code.callInherited("fenceIfClosable");
            code.fences().setNeeded(false);
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
