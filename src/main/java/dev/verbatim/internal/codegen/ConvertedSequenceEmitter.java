package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;

import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.DtoLists;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * Emits the loops over the elements of an array or a list of converted values. In local variable 0 is the array or the
 * list, in 1 the segment, in 2 the offset.
 */
final class ConvertedSequenceEmitter {

    private ConvertedSequenceEmitter() {}

    /** Writes all elements, which have been checked. */
    static void write(Code code, Value.ConvertedSequence sequence) {
        ValueLayout element = SegmentAccess.unaligned(sequence.element());
        SegmentAccess access = access(sequence);
        code.loopOfAccesses(
                sequence.count(),
                i -> access.setElement(
                        code,
                        0,
                        element,
                        sequence.count(),
                        1,
                        longIndex(code, i),
                        () -> ConversionCode.element(
                                code,
                                sequence.store(),
                                sequence.conversion().allocates(),
                                () -> load(code, sequence, 0, i))));
    }

    /** Throws if an element cannot be stored; the array or list, of the right length, is in a local variable. */
    static void check(Code code, Value.ConvertedSequence sequence, int local) {
        code.loop(sequence.count(), i -> {
            ConversionCode.element(
                    code, sequence.store(), sequence.conversion().allocates(), () -> load(code, sequence, local, i));
            code.pop(sequence.element().carrier());
        });
    }

    private static void load(Code code, Value.ConvertedSequence sequence, int local, int index) {
        code.aload(local);
        code.iload(index);
        if (sequence.isList()) {
            code.invokeInterface(List.class, "get", Object.class, int.class);
        } else {
            code.insn(component(sequence).getOpcode(IALOAD));
        }
    }

    /** Reads all elements: those of an array into the one that there is, if it has the right length. */
    static void read(Code code, Value.ConvertedSequence sequence) {
        ValueLayout element = SegmentAccess.unaligned(sequence.element());
        SegmentAccess access = access(sequence);
        if (sequence.isList()) {
            code.push(sequence.count());
            code.newArray(Object.class);
            code.store(Type.getType(Object[].class), 0);
        } else {
            SequenceEmitter.requireLength(code, () -> code.push(sequence.count()), () -> newArray(code, sequence));
        }
        code.loopOfAccesses(sequence.count(), i -> {
            code.aload(0);
            if (sequence.isList()) {
                code.cast(Object[].class);
            }
            code.iload(i);
            ConversionCode.element(
                    code,
                    sequence.load(),
                    sequence.conversion().allocates(),
                    () -> access.getElement(code, 0, element, sequence.count(), 1, longIndex(code, i)));
            Type component = sequence.isList() ? Type.getType(Object.class) : component(sequence);
            code.insn(component.getOpcode(IASTORE));
        });
        code.aload(0);
        if (sequence.isList()) {
            code.cast(Object[].class);
            code.invokeStatic(DtoLists.class, "of", List.class, Object[].class);
        }
    }

    /** Replaces the length on the stack by a new array. */
    private static void newArray(Code code, Value.ConvertedSequence sequence) {
        Class<?> component = sequence.conversion().type();
        if (component.isPrimitive()) {
            code.newArray(component);
            return;
        }
        MethodHandle constructor = MethodHandles.arrayConstructor(component.arrayType())
                .asType(MethodType.methodType(Object[].class, int.class));
        int length = code.storeNew(Type.INT_TYPE);
        code.constant(MethodHandle.class, constructor);
        code.iload(length);
        code.invokeExact(constructor);
    }

    private static Type component(Value.ConvertedSequence sequence) {
        Class<?> type = sequence.conversion().type();
        return type.isPrimitive() ? Type.getType(type) : Type.getType(Object.class);
    }

    private static SegmentAccess access(Value.ConvertedSequence sequence) {
        return new SegmentAccess(sequence.element().byteSize() * sequence.count(), Integer.MAX_VALUE);
    }

    private static Runnable longIndex(Code code, int index) {
        return () -> {
            code.iload(index);
            code.insn(I2L);
        };
    }
}
