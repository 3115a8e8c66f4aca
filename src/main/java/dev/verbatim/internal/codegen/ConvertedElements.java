package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.DtoLists;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * Emits the loops over the elements of an array or a list that a conversion makes, within a struct or in a tail. The
 * array or the list is in local variable 0.
 *
 * @param element an element
 * @param isList whether it is a list, else an array
 */
record ConvertedElements(Value.ByConversion element, boolean isList) {

    static ConvertedElements of(Value.ConvertedSequence sequence) {
        return new ConvertedElements(sequence.element(), sequence.isList());
    }

    private Class<?> elementType() {
        return element.conversion().type();
    }

    /** The type by which generated code knows the array or the list. */
    Class<?> typeInCode() {
        return isList ? List.class : DtoAccess.inCode(elementType().arrayType(), false);
    }

    private Type componentInCode() {
        return elementType().isPrimitive() ? Type.getType(elementType()) : Type.getType(Object.class);
    }

    /** Writes all elements, which have been checked, to a struct whose address is in local variables 1 and 2. */
    void write(Code code, int count) {
        switch (element) {
            case Value.Converted converted -> {
                SegmentAccess access = access(count);
                ValueLayout layout = SegmentAccess.unaligned(converted.layout());
                code.loopOfAccesses(
                        count,
                        i -> access.setElement(
                                code,
                                0,
                                layout,
                                count,
                                1,
                                longIndex(code, i),
                                () -> ConversionCode.store(code, converted, () -> load(code, 0, i))));
            }
            case Value.ConvertedBytes converted ->
                code.loopOfAccesses(
                        count,
                        i -> ConversionCode.write(code, converted, () -> {
                            load(code, 0, i);
                            loadAddress(code, i);
                        }));
        }
    }

    /** Throws if an element cannot be stored; the array or list, of the right length, is in a local variable. */
    void check(Code code, int count, int local) {
        code.loop(count, i -> check(code, () -> load(code, local, i)));
    }

    private void check(Code code, Runnable load) {
        switch (element) {
            case Value.Converted converted -> ConversionCode.check(code, converted, load);
            case Value.ConvertedBytes converted -> ConversionCode.check(code, converted, load);
        }
    }

    /** Reads all elements of a struct whose address is in local variables 1 and 2, into local variable 0. */
    void read(Code code, int count) {
        begin(code, () -> code.push(count));
        SegmentAccess access = access(count);
        code.loopOfAccesses(
                count,
                i -> put(code, i, () -> {
                    switch (element) {
                        case Value.Converted converted -> {
                            ValueLayout layout = SegmentAccess.unaligned(converted.layout());
                            ConversionCode.load(
                                    code,
                                    converted,
                                    () -> access.getElement(code, 0, layout, count, 1, longIndex(code, i)));
                        }
                        case Value.ConvertedBytes converted ->
                            ConversionCode.read(code, converted, () -> loadAddress(code, i));
                    }
                }));
        end(code);
    }

    /**
     * Makes a new array for the elements of a list, or for those of an array unless there is one of the right length.
     *
     * @param count leaves the number of elements on the stack
     */
    private void begin(Code code, Runnable count) {
        if (isList) {
            count.run();
            code.newArray(Object.class);
            code.store(Type.getType(Object[].class), 0);
        } else {
            SequenceEmitter.requireLength(code, count, () -> newArray(code));
        }
    }

    private void put(Code code, int index, Runnable value) {
        code.aload(0);
        if (isList) {
            code.cast(Object[].class);
        }
        code.iload(index);
        value.run();
        code.insn((isList ? Type.getType(Object.class) : componentInCode()).getOpcode(IASTORE));
    }

    /** Makes a list of the array if it is to be one. */
    private void end(Code code) {
        if (isList) {
            code.aload(0);
            code.cast(Object[].class);
            code.call(DtoLists.class, "of");
            code.store(Type.getType(List.class), 0);
        }
    }

    /**
     * Writes all elements to a tail.
     *
     * @param count the local variable with the number of elements
     * @param start the local variable with the position of the first one
     * @param segment the local variable with the writer's segment; the next two are free for a position in it
     */
    void writeInTail(Code code, int count, int start, int segment) {
        SegmentAccess access = access(1);
        int value = code.newLocal(componentInCode());
        code.loopTo(count, i -> {
            position(code, start, i, segment);
            load(code, 0, i);
            code.store(componentInCode(), value);
            Runnable load = () -> code.load(componentInCode(), value);
            switch (element) {
                // Nothing has been checked yet, and the segment is only a buffer.
                case Value.Converted converted ->
                    access.set(code, 0, converted.layout(), segment, () -> ConversionCode.store(code, converted, load));
                case Value.ConvertedBytes converted -> {
                    ConversionCode.check(code, converted, load);
                    ConversionCode.write(code, converted, () -> {
                        load.run();
                        code.loadAddress(segment);
                    });
                }
            }
        });
    }

    /** Reads all elements of a tail into local variable 0; the other parameters are as in {@link #writeInTail}. */
    void readInTail(Code code, int count, int start, int segment) {
        begin(code, () -> code.iload(count));
        SegmentAccess access = access(1);
        code.loopTo(count, i -> {
            position(code, start, i, segment);
            put(code, i, () -> {
                switch (element) {
                    case Value.Converted converted ->
                        ConversionCode.load(code, converted, () -> access.get(code, 0, converted.layout(), segment));
                    case Value.ConvertedBytes converted ->
                        ConversionCode.read(code, converted, () -> code.loadAddress(segment));
                }
            });
        });
        end(code);
    }

    /** Stores the position of an element behind the segment. */
    private void position(Code code, int start, int index, int segment) {
        code.iload(start);
        code.iload(index);
        code.push(Math.toIntExact(element.byteSize()));
        code.insn(IMUL);
        code.insn(IADD);
        code.insn(I2L);
        code.store(Type.LONG_TYPE, segment + 1);
    }

    private void load(Code code, int local, int index) {
        code.aload(local);
        code.iload(index);
        if (isList) {
            code.invokeInterface(List.class, "get", Object.class, int.class);
        } else {
            code.insn(componentInCode().getOpcode(IALOAD));
        }
    }

    /** Replaces the length on the stack by a new array. */
    private void newArray(Code code) {
        if (elementType().isPrimitive()) {
            code.newArray(elementType());
            return;
        }
        MethodHandle constructor = MethodHandles.arrayConstructor(elementType().arrayType())
                .asType(MethodType.methodType(Object[].class, int.class));
        int length = code.storeNew(Type.INT_TYPE);
        code.constant(MethodHandle.class, constructor);
        code.iload(length);
        code.invokeExact(constructor);
    }

    private SegmentAccess access(int count) {
        return new SegmentAccess(element.byteSize() * count, count == 1 ? 1 : Integer.MAX_VALUE);
    }

    /** Loads the address of an element of a struct. */
    private void loadAddress(Code code, int index) {
        code.loadAddress(1);
        code.iload(index);
        code.insn(I2L);
        code.push(element.byteSize());
        code.insn(LMUL);
        code.insn(LADD);
    }

    private static Runnable longIndex(Code code, int index) {
        return () -> {
            code.iload(index);
            code.insn(I2L);
        };
    }
}
