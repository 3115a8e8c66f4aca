package dev.verbatim.jmh;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.jmh.FieldsClasses.Carrier;
import java.lang.reflect.Field;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.bytes.BytesUtil;
import net.openhft.chronicle.bytes.StreamingDataOutput;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The three ways in which Chronicle Bytes writes and reads the struct of {@link Fields}: subclasses of its DTO, as
 * {@link ChronicleMarketData} has them in source code. They are generated as {@link FieldsClasses} are, and are what
 * javac makes of these lines:
 *
 * <pre>{@code
 * final class Default4 extends Fields4 implements BytesMarshallable {}
 *
 * final class Explicit4 extends Fields4 implements BytesMarshallable {
 *     public void writeMarshallable(BytesOut<?> bytes) {
 *         bytes.writeLong(m0);
 *         bytes.writeDouble(m1);
 *         ...
 *     }
 *
 *     public void readMarshallable(BytesIn<?> bytes) {
 *         m0 = bytes.readLong();
 *         ...
 *     }
 * }
 *
 * final class TriviallyCopyable4 extends Fields4 implements BytesMarshallable {
 *     public void writeMarshallable(BytesOut<?> bytes) {
 *         ChronicleFields.writeBlock(bytes, this);
 *     }
 *
 *     public void readMarshallable(BytesIn<?> bytes) {
 *         ChronicleFields.readBlock(bytes, this);
 *     }
 * }
 * }</pre>
 */
final class ChronicleFields {

    private static final int START = BytesUtil.triviallyCopyableStart(Fields.dtoClass());
    private static final int LENGTH = BytesUtil.triviallyCopyableLength(Fields.dtoClass());

    private static final String SELF = Type.getInternalName(ChronicleFields.class);
    private static final String PACKAGE = SELF.replace("ChronicleFields", "");
    private static final String DTO = FieldsClasses.dtoName(Fields.COUNT);
    private static final String MARSHALLABLE = Type.getInternalName(BytesMarshallable.class);
    private static final String OUT = Type.getInternalName(BytesOut.class);
    private static final String IN = Type.getInternalName(BytesIn.class);

    private ChronicleFields() {}

    /** Called by generated code. */
    static void writeBlock(BytesOut<?> bytes, Object value) {
        bytes.unsafeWriteObject(value, START, LENGTH);
    }

    /** Called by generated code. */
    static void readBlock(BytesIn<?> bytes, Object target) {
        bytes.unsafeReadObject(target, START, LENGTH);
    }

    /** {@return objects by default; call it once} */
    static Forms byDefault() throws ReflectiveOperationException {
        return forms(begin("Default"));
    }

    /** {@return objects with methods by hand; call it once} */
    static Forms explicit() throws ReflectiveOperationException {
        ClassWriter writer = begin("Explicit");
        MethodVisitor write = method(writer, "writeMarshallable", OUT);
        MethodVisitor read = method(writer, "readMarshallable", IN);
        for (int i = 0; i < Fields.COUNT; i++) {
            Carrier carrier = Carrier.of(i);
            write.visitVarInsn(ALOAD, 1);
            write.visitVarInsn(ALOAD, 0);
            write.visitFieldInsn(GETFIELD, DTO, "m" + i, carrier.descriptor());
            write.visitMethodInsn(
                    INVOKEINTERFACE,
                    OUT,
                    "write" + carrier.unsafeName(),
                    "(" + carrier.descriptor() + ")" + Type.getDescriptor(StreamingDataOutput.class),
                    true);
            write.visitInsn(POP);

            read.visitVarInsn(ALOAD, 0);
            read.visitVarInsn(ALOAD, 1);
            read.visitMethodInsn(INVOKEINTERFACE, IN, "read" + carrier.unsafeName(), "()" + carrier.descriptor(), true);
            read.visitFieldInsn(PUTFIELD, DTO, "m" + i, carrier.descriptor());
        }
        FieldsClasses.end(write);
        FieldsClasses.end(read);
        return forms(writer);
    }

    /** {@return objects whose fields are copied as a block; call it once} */
    static Forms triviallyCopyable() throws ReflectiveOperationException {
        ClassWriter writer = begin("TriviallyCopyable");
        MethodVisitor write = method(writer, "writeMarshallable", OUT);
        callBlock(write, "writeBlock", OUT);
        MethodVisitor read = method(writer, "readMarshallable", IN);
        callBlock(read, "readBlock", IN);
        return forms(writer);
    }

    private static void callBlock(MethodVisitor code, String name, String bytes) {
        code.visitVarInsn(ALOAD, 1);
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESTATIC, SELF, name, "(L" + bytes + ";Ljava/lang/Object;)V", false);
        FieldsClasses.end(code);
    }

    private static ClassWriter begin(String form) {
        return FieldsClasses.begin(PACKAGE + form + Fields.COUNT, DTO, MARSHALLABLE);
    }

    private static MethodVisitor method(ClassWriter writer, String name, String bytes) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, name, "(L" + bytes + ";)V", null, null);
        code.visitCode();
        return code;
    }

    private static Forms forms(ClassWriter writer) throws ReflectiveOperationException {
        Class<?> type = FieldsClasses.define(writer);
        BytesMarshallable value =
                (BytesMarshallable) type.getDeclaredConstructor().newInstance();
        BytesMarshallable target =
                (BytesMarshallable) type.getDeclaredConstructor().newInstance();
        FieldsDto filled = Fields.newFilledDto();
        for (Field field : Fields.fields()) {
            field.set(value, field.get(filled));
        }
        return new Forms(value, target);
    }

    /**
     * Two objects of a class.
     *
     * @param value is written
     * @param target is read into
     */
    record Forms(BytesMarshallable value, BytesMarshallable target) {}
}
