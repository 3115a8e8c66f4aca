package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.RETURN;

/** What a codec's method does. The DTO, where one is passed, comes before the segment and the offset. */
enum CodecOperation {
    WRITE("write", true),
    READ_INTO("readInto", true),
    READ("read", false);

    /** The name of the codec's method, with which those of the generated ones begin. */
    final String method;

    final boolean takesDto;

    CodecOperation(String method, boolean takesDto) {
        this.method = method;
        this.takesDto = takesDto;
    }

    /** The descriptor of a method that does this with a DTO of a type. */
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
