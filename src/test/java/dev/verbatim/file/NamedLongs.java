package dev.verbatim.file;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes classes of {@code long} fields with any names, those included that Java source cannot spell. */
final class NamedLongs {

    private static final ValueLayout.OfLong LONG_LE =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final AtomicInteger CLASSES = new AtomicInteger();

    private NamedLongs() {}

    /** {@return the codec of a new class with fields of these names} */
    static ReusableCodec<Object> codec(String... names) throws IllegalAccessException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String className = NamedLongs.class.getPackageName().replace('.', '/') + "/Named" + CLASSES.incrementAndGet();
        writer.visit(Opcodes.V22, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, className, null, "java/lang/Object", null);
        for (String name : names) {
            writer.visitField(Opcodes.ACC_PUBLIC, name, "J", null, null).visitEnd();
        }
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        writer.visitEnd();
        @SuppressWarnings("unchecked") // nothing but the codec uses the type
        Class<Object> type = (Class<Object>) MethodHandles.lookup().defineClass(writer.toByteArray());
        StructLayout layout = MemoryLayout.structLayout(
                Stream.of(names).map(LONG_LE::withName).toArray(MemoryLayout[]::new));
        return StructCodec.ofClass(MethodHandles.lookup(), type, layout);
    }

    /** {@return an object whose fields have these values, in the order of the layout} */
    static Object of(ReusableCodec<Object> codec, long... values) {
        return codec.read(MemorySegment.ofArray(toBytes(values)), 0);
    }

    /** {@return the values of an object's fields as they are written} */
    static byte[] bytesOf(ReusableCodec<Object> codec, Object object) {
        byte[] bytes = new byte[(int) codec.byteSize()];
        codec.write(object, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    static byte[] toBytes(long... values) {
        byte[] bytes = new byte[values.length * Long.BYTES];
        for (int i = 0; i < values.length; i++) {
            MemorySegment.ofArray(bytes).setAtIndex(LONG_LE, i, values[i]);
        }
        return bytes;
    }
}
