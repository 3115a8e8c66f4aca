package dev.verbatim.classfile;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_RECORD;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V22;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The class file of a DTO that no source file holds.
 *
 * @param name the binary name
 * @param access of the class: public, or of its package
 * @param fieldAccess of a class's fields; a record's are private
 * @param constructorAccess of the constructor
 * @param superclass the binary name of a class's superclass, which has a no-argument constructor; a record has its own
 * @param nestHost the binary name of the host of its nest; {@code null} if that is itself
 * @param members the fields or components
 */
public record DtoClassFile(
        String name,
        int access,
        int fieldAccess,
        int constructorAccess,
        String superclass,
        @Nullable String nestHost,
        List<Member> members) {

    /** What a record class has to implement; no test calls them. */
    private static final Map<String, String> INHERITED =
            Map.of("toString", "()Ljava/lang/String;", "hashCode", "()I", "equals", "(Ljava/lang/Object;)Z");

    /**
     * A field or component.
     *
     * @param name the name
     * @param descriptor the type
     * @param signature the type with its type arguments; {@code null} if there are none
     */
    public record Member(
            String name, String descriptor, @Nullable String signature) {}

    /** A type that is public, as are its members. */
    public static DtoClassFile ofPublic(String name, List<Member> members) {
        return new DtoClassFile(name, ACC_PUBLIC, ACC_PUBLIC, ACC_PUBLIC, "java.lang.Object", null, members);
    }

    /** A class with fields and a no-argument constructor. */
    public byte[] mutableClass() {
        ClassWriter writer = begin(access, internalName(superclass));
        for (Member member : members) {
            writer.visitField(fieldAccess, member.name(), member.descriptor(), member.signature(), null)
                    .visitEnd();
        }
        MethodVisitor code = writer.visitMethod(constructorAccess, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, internalName(superclass), "<init>", "()V", false);
        end(code, RETURN);
        return end(writer);
    }

    /**
     * A class of final fields, whose constructor sets them, and those that it inherits, the last one first.
     *
     * @param inherited the fields of the superclass, which is such a class then
     * @param namesParameters whether the class file has the names of the parameters
     */
    public byte[] immutableClass(List<Member> inherited, boolean namesParameters) {
        ClassWriter writer = begin(access, internalName(superclass));
        List<Member> all = new ArrayList<>(inherited);
        all.addAll(members);
        MethodVisitor code = writer.visitMethod(constructorAccess, "<init>", constructorDescriptor(all), null, null);
        if (namesParameters) {
            all.reversed().forEach(member -> code.visitParameter(member.name(), 0));
        }
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        int local = 1;
        for (Member member : members) {
            writer.visitField(fieldAccess | ACC_FINAL, member.name(), member.descriptor(), member.signature(), null)
                    .visitEnd();
        }
        for (Member member : members.reversed()) {
            code.visitInsn(DUP);
            local = loadParameter(code, member, local);
            code.visitFieldInsn(PUTFIELD, internalName(name), member.name(), member.descriptor());
        }
        for (Member member : inherited.reversed()) {
            local = loadParameter(code, member, local);
        }
        code.visitMethodInsn(
                INVOKESPECIAL, internalName(superclass), "<init>", constructorDescriptor(inherited), false);
        end(code, RETURN);
        return end(writer);
    }

    /** A class of which a constructor sets every second field, from the last one on, which are final. */
    public byte[] partlyFinalClass() {
        ClassWriter writer = begin(access, internalName(superclass));
        List<Member> finals = members.stream()
                .filter(member -> (members.size() - members.indexOf(member)) % 2 == 1)
                .toList();
        MethodVisitor code = writer.visitMethod(constructorAccess, "<init>", constructorDescriptor(finals), null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, internalName(superclass), "<init>", "()V", false);
        code.visitVarInsn(ALOAD, 0);
        for (Member member : members) {
            int access = fieldAccess | (finals.contains(member) ? ACC_FINAL : 0);
            writer.visitField(access, member.name(), member.descriptor(), member.signature(), null)
                    .visitEnd();
        }
        int local = 1;
        for (Member member : finals.reversed()) {
            code.visitInsn(DUP);
            local = loadParameter(code, member, local);
            code.visitFieldInsn(PUTFIELD, internalName(name), member.name(), member.descriptor());
        }
        end(code, RETURN);
        return end(writer);
    }

    private static String constructorDescriptor(List<Member> fields) {
        return Type.getMethodDescriptor(
                Type.VOID_TYPE,
                fields.reversed().stream()
                        .map(member -> Type.getType(member.descriptor()))
                        .toArray(Type[]::new));
    }

    private static int loadParameter(MethodVisitor code, Member member, int local) {
        Type type = Type.getType(member.descriptor());
        code.visitVarInsn(type.getOpcode(ILOAD), local);
        return local + type.getSize();
    }

    /** A record. */
    public byte[] record() {
        ClassWriter writer = begin(access | ACC_FINAL | ACC_RECORD, "java/lang/Record");
        Type[] parameters = members.stream()
                .map(member -> Type.getType(member.descriptor()))
                .toArray(Type[]::new);
        MethodVisitor constructor = writer.visitMethod(
                constructorAccess, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, parameters), null, null);
        constructor.visitCode();
        constructor.visitVarInsn(ALOAD, 0);
        constructor.visitMethodInsn(INVOKESPECIAL, "java/lang/Record", "<init>", "()V", false);
        int local = 1;
        for (int i = 0; i < parameters.length; i++) {
            Member member = members.get(i);
            writer.visitRecordComponent(member.name(), member.descriptor(), member.signature())
                    .visitEnd();
            writer.visitField(ACC_PRIVATE | ACC_FINAL, member.name(), member.descriptor(), member.signature(), null)
                    .visitEnd();
            accessor(writer, member);
            constructor.visitVarInsn(ALOAD, 0);
            constructor.visitVarInsn(parameters[i].getOpcode(ILOAD), local);
            constructor.visitFieldInsn(PUTFIELD, internalName(name), member.name(), member.descriptor());
            local += parameters[i].getSize();
        }
        end(constructor, RETURN);
        INHERITED.forEach((method, descriptor) -> unsupported(writer, method, descriptor));
        return end(writer);
    }

    /**
     * A public class that is the host of a nest, and gives away its lookup by the method {@code lookup()}.
     *
     * @param name its binary name
     * @param nestMembers the binary names of the other members of the nest
     */
    public static byte[] nestHost(String name, List<String> nestMembers) {
        ClassWriter writer = ofPublic(name, List.of()).begin(ACC_PUBLIC, "java/lang/Object");
        nestMembers.forEach(member -> writer.visitNestMember(internalName(member)));
        String lookup = "()Ljava/lang/invoke/MethodHandles$Lookup;";
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "lookup", lookup, null, null);
        code.visitCode();
        code.visitMethodInsn(INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", lookup, false);
        end(code, ARETURN);
        return end(writer);
    }

    private ClassWriter begin(int classAccess, String superName) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V22, classAccess | ACC_SUPER, internalName(name), null, superName, null);
        if (nestHost != null) {
            writer.visitNestHost(internalName(nestHost));
        }
        return writer;
    }

    private void accessor(ClassWriter writer, Member member) {
        String descriptor = "()" + member.descriptor();
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, member.name(), descriptor, null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, internalName(name), member.name(), member.descriptor());
        end(code, Type.getType(member.descriptor()).getOpcode(IRETURN));
    }

    private static void unsupported(ClassWriter writer, String method, String descriptor) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_FINAL, method, descriptor, null, null);
        code.visitCode();
        code.visitTypeInsn(NEW, "java/lang/UnsupportedOperationException");
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/UnsupportedOperationException", "<init>", "()V", false);
        end(code, ATHROW);
    }

    private static void end(MethodVisitor code, int lastInstruction) {
        code.visitInsn(lastInstruction);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static byte[] end(ClassWriter writer) {
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static String internalName(String binaryName) {
        return binaryName.replace('.', '/');
    }
}
