package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.codegen.VarEmitter.ReadFrame;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.DtoLists;
import dev.verbatim.internal.runtime.VarBuffer;
import dev.verbatim.internal.runtime.VarReader;
import dev.verbatim.internal.runtime.VarWriter;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the methods that copy arrays and lists in the tail of a variable-length record. Values that are copied alike
 * share a method for each direction. {@link TailArrayEmitter} has the arrays of primitives.
 */
final class TailListEmitter {

    private static final Kind KIND = SegmentKinds.heapBytes();

    private static final String OBJECT = "L" + Code.OBJECT + ";";
    private static final String LIST = "Ljava/util/List;";
    private static final String WRITER = Type.getDescriptor(VarWriter.class);
    private static final String READER = Type.getDescriptor(VarReader.class);

    private final VarEmitter varRecords;
    private final StructEmitters structs;
    private final CheckEmitter checks;
    private final Map<List<Object>, String> writers = new HashMap<>();
    private final Map<List<Object>, String> readers = new HashMap<>();

    TailListEmitter(VarEmitter varRecords, StructEmitters structs, CheckEmitter checks) {
        this.varRecords = varRecords;
        this.structs = structs;
        this.checks = checks;
    }

    /** The type of a value in the signatures of the methods. */
    private static String descriptor(Value.VarElements value) {
        return switch (value) {
            case Value.VarArray(ValueLayout element) -> "[" + Type.getDescriptor(element.carrier());
            case Value.VarConverted converted ->
                Type.getDescriptor(elements(converted).typeInCode());
            case Value.VarStructs list -> list.isList() ? LIST : "[" + OBJECT;
        };
    }

    private static List<Object> methodKey(Value.VarElements value, Class<?> type) {
        return switch (value) {
            case Value.VarArray(ValueLayout element) -> List.of(SegmentAccess.unaligned(element));
            case Value.VarConverted converted -> List.of(converted);
            case Value.VarStructs(Binding<?> element, var _, var _) -> List.of(element, type);
        };
    }

    /**
     * Emits the call that writes a value. On the stack are the value, the writer, the struct and the reference.
     *
     * @param type the declared type of the value
     */
    void callWrite(Code code, Value.VarElements value, Class<?> type) {
        String descriptor = "(" + descriptor(value) + WRITER + "II)V";
        List<Object> key = methodKey(value, type);
        String name = writers.get(key);
        if (name == null) {
            Code body = code.owner().helper("writeTail", descriptor);
            name = body.name();
            writers.put(key, name);
            write(body, value);
            body.returnAndEnd();
        }
        code.callOwn(name, descriptor);
    }

    private void write(Code code, Value.VarElements value) {
        Label exists = new Label();
        code.aload(0);
        code.jump(IFNONNULL, exists);
        code.aload(1);
        code.iload(3);
        code.call(VarWriter.class, "nothing");
        code.insn(RETURN);
        code.label(exists);
        switch (value) {
            case Value.VarArray(ValueLayout element) -> TailArrayEmitter.write(code, element);
            case Value.VarConverted converted -> writeConverted(code, converted);
            case Value.VarStructs list when list.isOfVarRecords() -> writeVarRecords(code, list);
            case Value.VarStructs list -> writeStructs(code, list);
        }
    }

    /** Puts the number of elements into a local variable. */
    private static int size(Code code, boolean isList) {
        code.aload(0);
        if (isList) {
            code.invokeInterface(List.class, "size", int.class);
        } else {
            code.insn(ARRAYLENGTH);
        }
        return code.storeNew(Type.INT_TYPE);
    }

    /** Puts an element, which is checked to be one, into a local variable. */
    private static int element(Code code, Value.VarStructs list, int index) {
        code.aload(0);
        code.iload(index);
        if (list.isList()) {
            code.invokeInterface(List.class, "get", Object.class, int.class);
        } else {
            code.insn(AALOAD);
        }
        int element = code.storeNew(Type.getType(Object.class));
        CheckEmitter.requireElement(code, list.element(), element);
        return element;
    }

    private static void load(Code code, Value.VarStructs list, int element) {
        code.aload(element);
        code.castTo(DtoCode.typeInCode(list.element()), Object.class);
    }

    private void writeStructs(Code code, Value.VarStructs list) {
        int count = size(code, list.isList());
        code.aload(1);
        code.iload(count);
        varRecords.loadShape(code, list.element(), false);
        code.iload(2);
        code.iload(3);
        code.call(VarWriter.class, "list");
        int first = code.storeNew(Type.INT_TYPE);
        StructEmitter emitter = structs.of(list.element(), KIND);
        code.loopTo(count, i -> {
            int element = element(code, list, i);
            if (CheckEmitter.hasChecks(list.element())) {
                code.aload(element);
                checks.checkElement(code, list.element());
            }
            load(code, list, element);
            code.aload(1);
            code.call(VarWriter.class, "segment");
            code.iload(first);
            code.iload(i);
            code.push(Math.toIntExact(list.element().byteSize()));
            code.insn(IMUL);
            code.insn(IADD);
            code.insn(I2L);
            emitter.call(code, CodecOperation.WRITE);
        });
    }

    private static void writeConverted(Code code, Value.VarConverted converted) {
        int count = size(code, converted.isList());
        code.aload(1);
        code.iload(count);
        code.push(Math.toIntExact(converted.element().byteSize()));
        code.iload(2);
        code.iload(3);
        code.call(VarWriter.class, "array");
        int start = code.storeNew(Type.INT_TYPE);
        elements(converted).writeInTail(code, count, start, segment(code));
    }

    private static ConvertedElements elements(Value.VarConverted converted) {
        return new ConvertedElements(converted.element(), converted.isList());
    }

    /** Puts the segment of the reader or writer into a local variable, with room for a position in it behind. */
    private static int segment(Code code) {
        code.aload(1);
        code.call(VarBuffer.class, "segment");
        int segment = code.storeNew(Type.getType(Object.class));
        code.newLocal(Type.LONG_TYPE);
        SegmentKinds.require(code, KIND, segment);
        return segment;
    }

    private void writeVarRecords(Code code, Value.VarStructs list) {
        int count = size(code, list.isList());
        code.aload(1);
        code.iload(count);
        code.call(VarWriter.class, "varRecordList");
        int start = code.storeNew(Type.INT_TYPE);
        code.loopTo(count, i -> {
            int element = element(code, list, i);
            load(code, list, element);
            code.aload(1);
            code.aload(1);
            code.call(VarWriter.class, "align");
            varRecords.callWriteVarRecord(code, list.element());
            code.aload(1);
            code.iload(start);
            code.iload(i);
            code.call(VarWriter.class, "endElement");
        });
        code.aload(1);
        code.iload(start);
        code.iload(2);
        code.iload(3);
        code.call(VarWriter.class, "endList");
    }

    /**
     * Emits the call that reads a value, and leaves it on the stack.
     *
     * @param code has on its stack the object to fill, or null
     * @param type the declared type of the value
     * @param member the member that has the value, or what the value is made of
     */
    void callRead(Code code, Value.VarElements value, Class<?> type, Member member, ReadFrame frame) {
        String typeInCode = descriptor(value);
        String descriptor = "(" + typeInCode + READER + "IIII)" + typeInCode;
        boolean emptyIfAbsent = member.ifAbsent() != null;
        List<Object> key = List.of(methodKey(value, type), emptyIfAbsent);
        String name = readers.get(key);
        if (name == null) {
            Code body = code.owner().helper("readTail", descriptor);
            name = body.name();
            readers.put(key, name);
            read(body, value, type, emptyIfAbsent);
            body.returnAndEnd();
        }
        code.aload(frame.reader());
        frame.loadPlace(code, 0);
        code.push(Math.toIntExact(member.offset()));
        code.callOwn(name, descriptor);
    }

    private void read(Code code, Value.VarElements value, Class<?> type, boolean emptyIfAbsent) {
        switch (value) {
            case Value.VarArray(ValueLayout element) -> {
                int count = follow(code, "array", emptyIfAbsent, () -> code.push(Math.toIntExact(element.byteSize())));
                SequenceEmitter.requireLength(code, () -> code.iload(count), () -> code.newArray(element.carrier()));
                TailArrayEmitter.read(code, element, count);
            }
            case Value.VarConverted converted -> {
                int elementSize = Math.toIntExact(converted.element().byteSize());
                int count = follow(code, "array", emptyIfAbsent, () -> code.push(elementSize));
                int start = property(code, "start");
                elements(converted).readInTail(code, count, start, segment(code));
            }
            case Value.VarStructs list -> {
                Elements elements = list.isOfVarRecords()
                        ? followVarRecords(code, emptyIfAbsent)
                        : followStructs(code, list, emptyIfAbsent);
                if (list.isList()) {
                    readList(code, list, elements);
                } else {
                    readArray(code, list, elements, type.componentType());
                }
                if (list.isOfVarRecords()) {
                    code.aload(1);
                    code.iload(elements.strideOrEnd);
                    code.call(VarReader.class, "endList");
                }
            }
        }
        code.aload(0);
    }

    /**
     * Follows the reference, and returns null if it is null. Else the number of elements is in the local variable whose
     * number this returns.
     *
     * @param emptyIfAbsent whether there are no elements, and not null, where an older layout lacks the reference
     */
    private static int follow(Code code, String method, boolean emptyIfAbsent, Runnable lastArgument) {
        code.aload(1);
        ReadFrame.after(1).loadPlace(code, 0);
        code.iload(5);
        lastArgument.run();
        code.call(VarReader.class, method);
        int count = code.storeNew(Type.INT_TYPE);
        Label exists = new Label();
        code.iload(count);
        code.jump(IFGE, exists);
        Label isNull = new Label();
        if (emptyIfAbsent) {
            code.aload(1);
            code.iload(2);
            code.iload(3);
            code.iload(5);
            code.call(VarReader.class, "isAbsent");
            code.jump(IFEQ, isNull);
            code.push(0);
            code.store(Type.INT_TYPE, count);
            code.jump(GOTO, exists);
        }
        code.label(isNull);
        code.insn(ACONST_NULL);
        code.insn(ARETURN);
        code.label(exists);
        return count;
    }

    /**
     * The local variables with what is known of a list: its stride for structs, its end for variable-length records.
     */
    private record Elements(int count, int start, int strideOrEnd) {}

    private Elements followStructs(Code code, Value.VarStructs list, boolean emptyIfAbsent) {
        int count = follow(code, "list", emptyIfAbsent, () -> varRecords.loadShape(code, list.element(), false));
        return new Elements(count, property(code, "start"), property(code, "stride"));
    }

    private static Elements followVarRecords(Code code, boolean emptyIfAbsent) {
        int count = follow(code, "varRecordList", emptyIfAbsent, () -> {});
        return new Elements(count, property(code, "start"), property(code, "listEnd"));
    }

    static int property(Code code, String name) {
        code.aload(1);
        code.call(VarReader.class, name);
        return code.storeNew(Type.INT_TYPE);
    }

    private void readArray(Code code, Value.VarStructs list, Elements elements, Class<?> component) {
        SequenceEmitter.requireLength(
                code, () -> code.iload(elements.count), () -> DtoCode.newArray(code, list.element(), component));
        code.loopTo(elements.count, i -> {
            if (list.element().isImmutable()) {
                int element = readElement(code, list, elements, i);
                code.aload(0);
                code.iload(i);
                code.aload(element);
                code.insn(AASTORE);
                return;
            }
            code.aload(0);
            code.iload(i);
            code.insn(AALOAD);
            int element = fillElement(code, list, elements, i);
            code.aload(0);
            code.iload(i);
            code.aload(element);
            code.insn(AASTORE);
        });
    }

    private void readList(Code code, Value.VarStructs list, Elements elements) {
        if (list.element().isImmutable()) {
            code.iload(elements.count);
            code.newArray(Object.class);
            int array = code.storeNew(Type.getType(Object[].class));
            code.loopTo(elements.count, i -> {
                int element = readElement(code, list, elements, i);
                code.aload(array);
                code.iload(i);
                code.aload(element);
                code.insn(AASTORE);
            });
            code.aload(array);
            code.invokeStatic(List.class, "of", List.class, Object[].class);
            code.store(Type.getType(List.class), 0);
            return;
        }
        code.aload(0);
        code.iload(elements.count);
        code.call(DtoLists.class, "upToSize");
        code.store(Type.getType(List.class), 0);
        code.loopTo(elements.count, i -> {
            code.aload(0);
            code.iload(i);
            code.call(DtoLists.class, "getOrNull");
            int element = fillElement(code, list, elements, i);
            code.aload(0);
            code.iload(i);
            code.aload(element);
            code.call(DtoLists.class, "setOrAdd");
        });
    }

    /** Puts the position of an element into a local variable. That of a variable-length record is its base. */
    private int position(Code code, Value.VarStructs list, Elements elements, int index) {
        code.aload(1);
        code.iload(elements.start);
        code.iload(elements.strideOrEnd);
        code.iload(index);
        if (list.isOfVarRecords()) {
            code.call(VarReader.class, "varRecordAt");
            return code.storeNew(Type.INT_TYPE);
        }
        varRecords.loadShape(code, list.element(), false);
        code.call(VarReader.class, "element");
        return code.storeNew(Type.LONG_TYPE);
    }

    /** Reads an element that is a new object into a local variable. */
    private int readElement(Code code, Value.VarStructs list, Elements elements, int index) {
        int position = position(code, list, elements, index);
        if (list.isOfVarRecords()) {
            varRecords.readVarRecord(code, list.element(), 1, position);
        } else {
            StructEmitter emitter = structs.of(list.element(), KIND);
            loadAddress(code, position);
            emitter.call(code, CodecOperation.READ);
        }
        return code.storeNew(Type.getType(Object.class));
    }

    /** Fills the element on the stack, or a new one if that is null, and puts it into a local variable. */
    private int fillElement(Code code, Value.VarStructs list, Elements elements, int index) {
        int object = DtoCode.storeOrMake(code, list.element(), _ -> {});
        int position = position(code, list, elements, index);
        if (list.isOfVarRecords()) {
            varRecords.fillVarRecord(code, list.element(), object, 1, position);
        } else {
            StructEmitter emitter = structs.of(list.element(), KIND);
            code.aload(object);
            loadAddress(code, position);
            emitter.call(code, CodecOperation.READ_INTO);
        }
        return object;
    }

    private static void loadAddress(Code code, int position) {
        code.aload(1);
        code.call(VarReader.class, "segment");
        code.load(Type.LONG_TYPE, position);
    }
}
