package dev.verbatim;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_RECORD;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V22;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The class files of DTOs that no source file holds: very large ones, and such as become hidden or live elsewhere. */
public final class GeneratedDtos {

    private static final List<Class<?>> PRIMITIVES = List.of(
            long.class, boolean.class, char.class, double.class, byte.class, int.class, short.class, float.class);

    private GeneratedDtos() {}

    /** As many types as asked for: the eight primitives in turn. */
    public static List<Class<?>> primitives(int count) {
        return IntStream.range(0, count)
                .<Class<?>>mapToObj(i -> PRIMITIVES.get(i % PRIMITIVES.size()))
                .toList();
    }

    /** The layout of members {@code m0}, {@code m1} and so on, without padding. */
    public static StructLayout layout(List<Class<?>> types) {
        return MemoryLayout.structLayout(IntStream.range(0, types.size())
                .mapToObj(i -> StructArbitraries.layoutOf(types.get(i)).withName("m" + i))
                .toArray(MemoryLayout[]::new));
    }

    /** A public class with public fields {@code m0}, {@code m1} and so on, and a constructor. */
    public static byte[] mutableClass(String name, List<Class<?>> types) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V22, ACC_PUBLIC, name.replace('.', '/'), null, "java/lang/Object", null);
        for (int i = 0; i < types.size(); i++) {
            writer.visitField(ACC_PUBLIC, "m" + i, Type.getDescriptor(types.get(i)), null, null)
                    .visitEnd();
        }
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitInsn(RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        return writer.toByteArray();
    }

    /** A public record with components {@code m0}, {@code m1} and so on. */
    public static byte[] record(String name, List<Class<?>> types) {
        String internalName = name.replace('.', '/');
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V22, ACC_PUBLIC | ACC_FINAL | ACC_RECORD, internalName, null, "java/lang/Record", null);
        Type[] parameters = types.stream().map(Type::getType).toArray(Type[]::new);
        MethodVisitor constructor = writer.visitMethod(
                ACC_PUBLIC, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, parameters), null, null);
        constructor.visitCode();
        constructor.visitVarInsn(ALOAD, 0);
        constructor.visitMethodInsn(INVOKESPECIAL, "java/lang/Record", "<init>", "()V", false);
        int local = 1;
        for (int i = 0; i < parameters.length; i++) {
            String descriptor = parameters[i].getDescriptor();
            writer.visitRecordComponent("m" + i, descriptor, null).visitEnd();
            writer.visitField(ACC_PRIVATE | ACC_FINAL, "m" + i, descriptor, null, null)
                    .visitEnd();
            accessor(writer, internalName, "m" + i, parameters[i]);
            constructor.visitVarInsn(ALOAD, 0);
            constructor.visitVarInsn(parameters[i].getOpcode(ILOAD), local);
            constructor.visitFieldInsn(PUTFIELD, internalName, "m" + i, descriptor);
            local += parameters[i].getSize();
        }
        constructor.visitInsn(RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        Stream.of("toString:()Ljava/lang/String;", "hashCode:()I", "equals:(Ljava/lang/Object;)Z")
                .map(method -> method.split(":", -1))
                .forEach(method -> inherited(writer, method[0], Type.getMethodType(method[1])));
        return writer.toByteArray();
    }

    private static void accessor(ClassWriter writer, String owner, String name, Type type) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, name, Type.getMethodDescriptor(type), null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, owner, name, type.getDescriptor());
        code.visitInsn(type.getOpcode(IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** A record class has to implement these; no test calls them. */
    private static void inherited(ClassWriter writer, String name, Type type) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_FINAL, name, type.getDescriptor(), null, null);
        code.visitCode();
        code.visitTypeInsn(NEW, "java/lang/UnsupportedOperationException");
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/UnsupportedOperationException", "<init>", "()V", false);
        code.visitInsn(ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** A loader whose unnamed module stands for a module that is not Verbatim's. */
    public static final class Elsewhere extends ClassLoader {

        public Elsewhere() {
            super(GeneratedDtos.class.getClassLoader());
            GeneratedDtos.class.getModule().addReads(getUnnamedModule());
        }

        public Class<?> define(byte[] classFile) {
            return defineClass(null, classFile, 0, classFile.length);
        }
    }

    /** Bits for each member of a generated DTO, no two alike where there is room. */
    public static List<Long> someBits(List<Class<?>> types) {
        return IntStream.range(0, types.size())
                .mapToObj(i -> Bits.of(Bits.value(types.get(i), (0x9E37_79B9_7F4A_7C15L * (i + 1)) >>> 3)))
                .toList();
    }

    static List<Long> bitsOf(Object dto) {
        return List.copyOf(Bits.ofMembers(dto).values());
    }
}
