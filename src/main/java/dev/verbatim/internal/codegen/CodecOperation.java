package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.RETURN;

/** What a codec's method does. The DTO, if one is passed, comes before the segment and the offset. */
enum CodecOperation {
    WRITE("write", true),
    READ_INTO("readInto", true),
    READ("read", false);

    /** The name of the codec's method. The names of the methods that it calls begin with it. */
    final String method;

    final boolean takesDto;

    CodecOperation(String method, boolean takesDto) {
        this.method = method;
        this.takesDto = takesDto;
    }

    /** The descriptor of a method that does this with a DTO; {@code dto} is the descriptor of its type. */
    String descriptor(String dto) {
        return takesDto ? "(" + dto + Code.SEGMENT + "J)V" : "(" + Code.SEGMENT + "J)" + dto;
    }

    /** The number of the local variable with the segment, in a static method; the offset comes after it. */
    int segment() {
        return takesDto ? 1 : 0;
    }

    int returnOpcode() {
        return takesDto ? RETURN : ARETURN;
    }
}
