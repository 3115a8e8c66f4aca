package dev.verbatim.internal.codegen;

import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Measures the methods of generated class files. */
final class MethodSizes {

    private MethodSizes() {}

    /** The size of a method's bytecode, and how many of its instructions access a segment. */
    record Size(int bytes, int accesses) {}

    /** {@return the sizes of the methods of a class file, by their names} */
    static Map<String, Size> of(byte[] classFile) {
        Map<String, Size> sizes = new TreeMap<>();
        MeasuringReader reader = new MeasuringReader(classFile);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(Opcodes.ASM9) {
                            private int accesses;

                            @Override
                            public void visitMethodInsn(
                                    int opcode, String owner, String method, String type, boolean isInterface) {
                                if (owner.startsWith("java/lang/invoke/") && type.contains("MemorySegment")) {
                                    accesses++;
                                }
                            }

                            @Override
                            public void visitInvokeDynamicInsn(
                                    String index, String type, Handle bootstrap, Object... arguments) {
                                if (type.contains("MemorySegment")) {
                                    accesses++;
                                }
                            }

                            @Override
                            public void visitEnd() {
                                // The last instruction is a return or a throw, of one byte.
                                sizes.put(name, new Size(reader.lastInstruction + 1, accesses));
                            }
                        };
                    }
                },
                0);
        return sizes;
    }

    private static final class MeasuringReader extends ClassReader {
        int lastInstruction;

        MeasuringReader(byte[] classFile) {
            super(classFile);
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            lastInstruction = bytecodeOffset;
        }
    }
}
