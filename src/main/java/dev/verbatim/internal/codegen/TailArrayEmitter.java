package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.runtime.Booleans;
import dev.verbatim.internal.runtime.VarBuffer;
import dev.verbatim.internal.runtime.VarReader;
import dev.verbatim.internal.runtime.VarWriter;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the code that copies arrays of primitives in the tail of a variable-length record: in bulk, or in a loop where
 * that is faster.
 */
final class TailArrayEmitter {

    private TailArrayEmitter() {}

    /**
     * Emits the write of an array.
     *
     * @param code has the array, the writer, the struct and the reference in its local variables
     */
    static void write(Code code, ValueLayout element) {
        code.aload(0);
        code.insn(ARRAYLENGTH);
        int count = code.storeNew(Type.INT_TYPE);
        code.aload(1);
        code.iload(count);
        code.push(Math.toIntExact(element.byteSize()));
        code.iload(2);
        code.iload(3);
        code.call(VarWriter.class, "array");
        int start = code.storeNew(Type.INT_TYPE);
        inBulkOrLoop(
                code,
                element,
                count,
                () -> {
                    code.iload(start);
                    code.call(VarWriter.class, "copy");
                },
                () -> forEachElement(code, element, count, start, (bytes, i, position) -> {
                    if (element.byteSize() == 1) {
                        code.aload(bytes);
                        position.run();
                        loadElement(code, element, i);
                        code.insn(BASTORE);
                        return;
                    }
                    code.constant(VarHandle.class, bytesHandle(element));
                    code.aload(bytes);
                    position.run();
                    loadElement(code, element, i);
                    code.invokeVirtual(VarHandle.class, "set", void.class, byte[].class, int.class, element.carrier());
                }));
    }

    private static void loadElement(Code code, ValueLayout element, int index) {
        code.aload(0);
        code.iload(index);
        code.insn(Type.getType(element.carrier()).getOpcode(IALOAD));
    }

    private static VarHandle bytesHandle(ValueLayout element) {
        return MethodHandles.byteArrayViewVarHandle(element.carrier().arrayType(), element.order())
                .withInvokeExactBehavior();
    }

    /**
     * Copies large arrays in bulk. A loop copies small ones faster, and it copies booleans, which the bulk copy does
     * not know.
     *
     * @param bulk emits the call of the reader or writer; it, the array, the number of elements and their layout have
     *     been loaded
     */
    private static void inBulkOrLoop(Code code, ValueLayout element, int count, Runnable bulk, Runnable loop) {
        Label done = new Label();
        if (element.carrier() != boolean.class) {
            Label small = new Label();
            code.iload(count);
            code.push(Math.toIntExact(SequenceEmitter.MIN_BULK_BYTES / element.byteSize()));
            code.jump(IF_ICMPLT, small);
            code.aload(1);
            code.aload(0);
            code.iload(count);
            code.constant(ValueLayout.class, SegmentAccess.unaligned(element));
            bulk.run();
            code.jump(GOTO, done);
            code.label(small);
        }
        loop.run();
        code.label(done);
    }

    private interface ElementBody {

        /**
         * Emits the copy of an element, given the local variables of the bytes and of its index, and its position in
         * the bytes.
         */
        void emit(int bytes, int index, Runnable position);
    }

    private static void forEachElement(Code code, ValueLayout element, int count, int start, ElementBody body) {
        code.aload(1);
        code.call(VarBuffer.class, "bytes");
        int bytes = code.storeNew(Type.getType(byte[].class));
        code.loopTo(
                count,
                i -> body.emit(bytes, i, () -> {
                    code.iload(start);
                    code.iload(i);
                    code.push(Math.toIntExact(element.byteSize()));
                    code.insn(IMUL);
                    code.insn(IADD);
                }));
    }

    /**
     * Emits the read of an array whose reference has been followed.
     *
     * @param code has the array and the reader in its local variables
     * @param count the local variable with the number of elements
     */
    static void read(Code code, ValueLayout element, int count) {
        int start = TailListEmitter.property(code, "start");
        inBulkOrLoop(
                code,
                element,
                count,
                () -> code.call(VarReader.class, "copyTo"),
                () -> forEachElement(code, element, count, start, (bytes, i, position) -> {
                    code.aload(0);
                    code.iload(i);
                    if (element.byteSize() == 1) {
                        code.aload(bytes);
                        position.run();
                        code.insn(BALOAD);
                        if (element.carrier() == boolean.class) {
                            code.call(Booleans.class, "isTrue");
                        }
                        code.insn(BASTORE);
                        return;
                    }
                    code.constant(VarHandle.class, bytesHandle(element));
                    code.aload(bytes);
                    position.run();
                    code.invokeVirtual(VarHandle.class, "get", element.carrier(), byte[].class, int.class);
                    code.insn(Type.getType(element.carrier()).getOpcode(IASTORE));
                }));
    }
}
