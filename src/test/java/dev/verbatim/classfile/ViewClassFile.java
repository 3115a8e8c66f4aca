package dev.verbatim.classfile;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.StructView;
import dev.verbatim.invented.InventedAccessor;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;

/**
 * The class file of a view's interface that no source file holds.
 *
 * @param name the binary name
 * @param access public, or of its package
 * @param nestHost the binary name of the host of its nest; {@code null} if that is itself
 * @param accessors its methods
 */
public record ViewClassFile(
        String name, int access, @Nullable String nestHost, List<InventedAccessor> accessors) {

    public byte[] toBytes() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                V22,
                access | ACC_INTERFACE | ACC_ABSTRACT,
                name.replace('.', '/'),
                null,
                "java/lang/Object",
                new String[] {Type.getInternalName(StructView.class)});
        if (nestHost != null) {
            writer.visitNestHost(nestHost.replace('.', '/'));
        }
        for (InventedAccessor accessor : accessors) {
            writer.visitMethod(
                            ACC_PUBLIC | ACC_ABSTRACT,
                            accessor.name(),
                            accessor.descriptor(),
                            accessor.signature(),
                            null)
                    .visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }
}
