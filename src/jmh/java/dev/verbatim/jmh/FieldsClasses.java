package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.objectweb.asm.Opcodes.*;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import sun.misc.Unsafe;

/**
 * The classes of a struct of so many fields: the DTO, and what one writes for it by hand with Unsafe and with
 * VarHandles. {@link UnsafeFields} and {@link VarHandleFields} are the same for {@link MarketData}, in source code.
 *
 * <p>They are generated because the source code would be thousands of lines. What is generated is what javac makes of
 * these lines, instruction by instruction, bridge methods included:
 *
 * <pre>{@code
 * class Fields128 extends FieldsDto {
 *     long m0;
 *     double m1;
 *     int m2;
 *     int m3;
 *     long m4;
 *     ...
 * }
 *
 * final class Unsafe128 implements UnsafeCodec<Fields128> {
 *     public void write(Fields128 value, Object base, long offset) {
 *         UNSAFE.putLong(base, offset, value.m0);
 *         UNSAFE.putDouble(base, offset + 8L, value.m1);
 *         ...
 *     }
 *
 *     public void readInto(Fields128 target, Object base, long offset) {
 *         target.m0 = UNSAFE.getLong(base, offset);
 *         ...
 *     }
 * }
 *
 * final class VarHandle128 implements VarHandleCodec<Fields128> {
 *     private static final VarHandle M0 = FieldsClasses.handle(128, "m0");
 *     ...
 *
 *     public void write(Fields128 value, MemorySegment segment, long offset) {
 *         M0.set(segment, offset, value.m0);
 *         ...
 *     }
 *
 *     public void readInto(Fields128 target, MemorySegment segment, long offset) {
 *         target.m0 = (long) M0.get(segment, offset);
 *         ...
 *     }
 * }
 * }</pre>
 */
final class FieldsClasses {

    private static final String PACKAGE =
            Type.getInternalName(FieldsClasses.class).replace("FieldsClasses", "");
    private static final String UNSAFE = Type.getInternalName(Unsafe.class);
    private static final String VAR_HANDLE = Type.getInternalName(VarHandle.class);
    private static final String ADDRESS_IN_SEGMENT = Type.getDescriptor(MemorySegment.class) + "J";
    private static final String ADDRESS_OF_UNSAFE = "Ljava/lang/Object;J";

    /** The types of the fields, in turn. Every field is at a multiple of its size, and there is no padding. */
    private static final List<Carrier> CARRIERS = List.of(
            new Carrier(JAVA_LONG_UNALIGNED, "Long"),
            new Carrier(JAVA_DOUBLE_UNALIGNED, "Double"),
            new Carrier(JAVA_INT_UNALIGNED, "Int"),
            new Carrier(JAVA_INT_UNALIGNED, "Int"));

    /**
     * A type of fields.
     *
     * @param layout unaligned, because aligned VarHandles refuse a segment over a {@code byte[]}
     * @param unsafeName how the names of Unsafe's methods end
     */
    record Carrier(ValueLayout layout, String unsafeName) {

        static Carrier of(int field) {
            return CARRIERS.get(field % CARRIERS.size());
        }

        String descriptor() {
            return Type.getDescriptor(layout.carrier());
        }
    }

    private final int fields;
    private final String dto;

    private FieldsClasses(int fields) {
        this.fields = fields;
        this.dto = dtoName(fields);
    }

    /** The layout of members {@code m0}, {@code m1} and so on, in the machine's byte order. */
    static StructLayout layout(int fields) {
        return MemoryLayout.structLayout(IntStream.range(0, fields)
                .mapToObj(i -> Carrier.of(i).layout().withName("m" + i))
                .toArray(MemoryLayout[]::new));
    }

    /**
     * Called by generated code: one member's VarHandle, of the struct's layout and a path, as the JDK's own examples
     * make it.
     */
    static VarHandle handle(int fields, String member) {
        return layout(fields).varHandle(PathElement.groupElement(member));
    }

    static Class<? extends FieldsDto> dto(int fields) throws IllegalAccessException {
        return define(new FieldsClasses(fields).dto()).asSubclass(FieldsDto.class);
    }

    /** {@return the internal name of the DTO} */
    static String dtoName(int fields) {
        return PACKAGE + "Fields" + fields;
    }

    /** Needs {@link #dto}, once, before. */
    @SuppressWarnings("unchecked") // the generated class takes the generated DTO
    static UnsafeCodec<FieldsDto> unsafeFields(int fields) throws ReflectiveOperationException {
        Class<?> type = define(new FieldsClasses(fields).unsafeFields());
        return (UnsafeCodec<FieldsDto>) type.getDeclaredConstructor().newInstance();
    }

    /** Needs {@link #dto}, once, before. */
    @SuppressWarnings("unchecked") // the generated class takes the generated DTO
    static VarHandleCodec<FieldsDto> varHandles(int fields) throws ReflectiveOperationException {
        Class<?> type = define(new FieldsClasses(fields).varHandles());
        return (VarHandleCodec<FieldsDto>) type.getDeclaredConstructor().newInstance();
    }

    static Class<?> define(ClassWriter writer) throws IllegalAccessException {
        writer.visitEnd();
        return MethodHandles.lookup().defineClass(writer.toByteArray());
    }

    private ClassWriter dto() {
        ClassWriter writer = begin(ACC_SUPER, dto, PACKAGE + "FieldsDto");
        for (int i = 0; i < fields; i++) {
            writer.visitField(0, "m" + i, Carrier.of(i).descriptor(), null, null)
                    .visitEnd();
        }
        return writer;
    }

    private ClassWriter unsafeFields() {
        String name = PACKAGE + "Unsafe" + fields;
        ClassWriter writer = begin(name, "java/lang/Object", PACKAGE + "UnsafeCodec");
        MethodVisitor write = method(writer, name, "write", ADDRESS_OF_UNSAFE);
        MethodVisitor readInto = method(writer, name, "readInto", ADDRESS_OF_UNSAFE);
        long offset = 0;
        for (int i = 0; i < fields; i++) {
            Carrier carrier = Carrier.of(i);
            loadUnsafeAddress(write, offset);
            loadField(write, i);
            write.visitMethodInsn(
                    INVOKEVIRTUAL,
                    UNSAFE,
                    "put" + carrier.unsafeName(),
                    "(" + ADDRESS_OF_UNSAFE + carrier.descriptor() + ")V",
                    false);

            readInto.visitVarInsn(ALOAD, 1);
            loadUnsafeAddress(readInto, offset);
            readInto.visitMethodInsn(
                    INVOKEVIRTUAL,
                    UNSAFE,
                    "get" + carrier.unsafeName(),
                    "(" + ADDRESS_OF_UNSAFE + ")" + carrier.descriptor(),
                    false);
            storeField(readInto, i);
            offset += carrier.layout().byteSize();
        }
        end(write);
        end(readInto);
        return writer;
    }

    private static void loadUnsafeAddress(MethodVisitor code, long fieldOffset) {
        code.visitFieldInsn(GETSTATIC, PACKAGE + "UnsafeAccess", "UNSAFE", "L" + UNSAFE + ";");
        code.visitVarInsn(ALOAD, 2);
        code.visitVarInsn(LLOAD, 3);
        if (fieldOffset != 0) {
            code.visitLdcInsn(fieldOffset);
            code.visitInsn(LADD);
        }
    }

    private ClassWriter varHandles() {
        String name = PACKAGE + "VarHandle" + fields;
        ClassWriter writer = begin(name, "java/lang/Object", PACKAGE + "VarHandleCodec");
        MethodVisitor initializer = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        initializer.visitCode();
        MethodVisitor write = method(writer, name, "write", ADDRESS_IN_SEGMENT);
        MethodVisitor readInto = method(writer, name, "readInto", ADDRESS_IN_SEGMENT);
        for (int i = 0; i < fields; i++) {
            String handle = "M" + i;
            writer.visitField(ACC_PRIVATE | ACC_STATIC | ACC_FINAL, handle, "L" + VAR_HANDLE + ";", null, null)
                    .visitEnd();
            initializer.visitIntInsn(SIPUSH, fields);
            initializer.visitLdcInsn("m" + i);
            initializer.visitMethodInsn(
                    INVOKESTATIC,
                    PACKAGE + "FieldsClasses",
                    "handle",
                    "(ILjava/lang/String;)L" + VAR_HANDLE + ";",
                    false);
            initializer.visitFieldInsn(PUTSTATIC, name, handle, "L" + VAR_HANDLE + ";");

            String carrier = Carrier.of(i).descriptor();
            loadSegmentAddress(write, name, handle);
            loadField(write, i);
            write.visitMethodInsn(INVOKEVIRTUAL, VAR_HANDLE, "set", "(" + ADDRESS_IN_SEGMENT + carrier + ")V", false);

            readInto.visitVarInsn(ALOAD, 1);
            loadSegmentAddress(readInto, name, handle);
            readInto.visitMethodInsn(INVOKEVIRTUAL, VAR_HANDLE, "get", "(" + ADDRESS_IN_SEGMENT + ")" + carrier, false);
            storeField(readInto, i);
        }
        end(initializer);
        end(write);
        end(readInto);
        return writer;
    }

    private static void loadSegmentAddress(MethodVisitor code, String owner, String handle) {
        code.visitFieldInsn(GETSTATIC, owner, handle, "L" + VAR_HANDLE + ";");
        code.visitVarInsn(ALOAD, 2);
        code.visitVarInsn(LLOAD, 3);
    }

    private void loadField(MethodVisitor code, int field) {
        code.visitVarInsn(ALOAD, 1);
        code.visitFieldInsn(GETFIELD, dto, "m" + field, Carrier.of(field).descriptor());
    }

    private void storeField(MethodVisitor code, int field) {
        code.visitFieldInsn(PUTFIELD, dto, "m" + field, Carrier.of(field).descriptor());
    }

    /** A final class with a constructor. */
    static ClassWriter begin(String name, String superName, String... interfaces) {
        return begin(ACC_FINAL | ACC_SUPER, name, superName, interfaces);
    }

    private static ClassWriter begin(int access, String name, String superName, String... interfaces) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V22, access, name, null, superName, interfaces);
        MethodVisitor code = writer.visitMethod(0, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "()V", false);
        end(code);
        return writer;
    }

    /** Begins a method that takes the DTO and an address, and makes the bridge that the interface calls. */
    private MethodVisitor method(ClassWriter writer, String owner, String name, String address) {
        String descriptor = "(L" + dto + ";" + address + ")V";
        MethodVisitor bridge = writer.visitMethod(
                ACC_PUBLIC | ACC_BRIDGE | ACC_SYNTHETIC, name, "(Ljava/lang/Object;" + address + ")V", null, null);
        bridge.visitCode();
        bridge.visitVarInsn(ALOAD, 0);
        bridge.visitVarInsn(ALOAD, 1);
        bridge.visitTypeInsn(CHECKCAST, dto);
        bridge.visitVarInsn(ALOAD, 2);
        bridge.visitVarInsn(LLOAD, 3);
        bridge.visitMethodInsn(INVOKEVIRTUAL, owner, name, descriptor, false);
        end(bridge);
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    static void end(MethodVisitor code) {
        code.visitInsn(RETURN);
        code.visitMaxs(0, 0); // computed
        code.visitEnd();
    }
}
