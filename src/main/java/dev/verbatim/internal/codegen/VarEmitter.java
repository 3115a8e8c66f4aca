package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.TailConversion;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.DtoOptionals;
import dev.verbatim.internal.runtime.ValueFault;
import dev.verbatim.internal.runtime.VarReader;
import dev.verbatim.internal.runtime.VarShape;
import dev.verbatim.internal.runtime.VarShapes;
import dev.verbatim.internal.runtime.VarWriter;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the methods that copy variable-length records to a {@link VarWriter} and from a {@link VarReader}. {@link
 * StructEmitter} copies the fixed parts, always on the heap. Each type with members in the tail has these methods:
 *
 * <pre>{@code
 * static void writeVarRecord(Order dto, VarWriter writer, int base) {
 *     check(dto);                                               // where there are values that cannot be stored
 *     writer.begin(base, SHAPE);
 *     writeStruct(dto, writer, base);
 *     writer.end(base);
 * }
 *
 * static void writeStruct(Order dto, VarWriter writer, int struct) {
 *     write(dto, writer.segment(), struct);                     // the fixed part
 *     writer.text(dto.note, struct, struct + 16);               // the tail, in the order of the members
 *     writeList(dto.levels, writer, struct, struct + 24);
 * }
 *
 * static Order readStruct(VarReader reader, int base, int struct, int at) {
 *     String note = reader.text(base, struct, at, 16);
 *     List<Level> levels = readList(null, reader, base, struct, at, 24);
 *     return new Order(ID.get(reader.segment(), at), note, levels);
 * }
 * }</pre>
 */
final class VarEmitter {

    private static final Kind KIND = SegmentKinds.heapBytes();

    /**
     * The most members in the tail that one method copies, so that HotSpot compiles it. Each is a call. C1 of JDK 28
     * gives up a method of 20 (28-ea+18).
     */
    private static final int MAX_TAIL_MEMBERS_PER_METHOD = Runtime.version().feature() < 28 ? 64 : 16;

    private static final String WRITER = Type.getDescriptor(VarWriter.class);
    private static final String READER = Type.getDescriptor(VarReader.class);

    /** Where a struct is: the base of the variable-length record, the struct, and where its fixed part is read. */
    private static final String PLACE = "III";

    private final HiddenClass target;
    private final StructEmitters structs;
    private final CheckEmitter checks;
    private final TailListEmitter lists;
    private final Map<List<Object>, VarShape> shapes = new HashMap<>();
    private final Map<String, IdentityHashMap<Binding<?>, String>> methods = new HashMap<>();

    VarEmitter(HiddenClass target) {
        this.target = target;
        this.structs = StructEmitters.inVarRecords(target);
        this.checks = new CheckEmitter(target);
        this.lists = new TailListEmitter(this, structs, checks);
    }

    /** The local variables of a method that reads. */
    record ReadFrame(int reader, int base, int struct, int at) {

        /** Those of a method that has these as parameters, after others. */
        static ReadFrame after(int others) {
            return new ReadFrame(others, others + 1, others + 2, others + 3);
        }

        /** Loads the place of a struct that starts at an offset in this one. */
        void loadPlace(Code code, long offset) {
            code.iload(base);
            loadSum(code, struct, offset);
            loadSum(code, at, offset);
        }
    }

    static void loadSum(Code code, int local, long offset) {
        code.iload(local);
        if (offset != 0) {
            code.push(Math.toIntExact(offset));
            code.insn(IADD);
        }
    }

    private static String dto(Binding<?> struct) {
        return Type.getDescriptor(DtoCode.typeInCode(struct));
    }

    /** Loads the shape of a fixed part or of an element. */
    void loadShape(Code code, Binding<?> struct, boolean isVarRecord) {
        code.constant(
                VarShape.class,
                shapes.computeIfAbsent(List.of(struct, isVarRecord), _ -> VarShapes.of(struct, isVarRecord)));
    }

    /** The name of the method for a struct; it is emitted when it is first asked for. */
    private String method(String stem, Binding<?> struct, String descriptor, Consumer<Code> body) {
        IdentityHashMap<Binding<?>, String> known = methods.computeIfAbsent(stem, _ -> new IdentityHashMap<>());
        String name = known.get(struct);
        if (name == null) {
            Code code = target.helper(stem, descriptor);
            name = code.name();
            known.put(struct, name);
            body.accept(code);
            code.returnAndEnd();
        }
        return name;
    }

    /** Emits the call that writes a variable-length record. On the stack are its object, the writer and the base. */
    void callWriteVarRecord(Code code, Binding<?> varRecord) {
        String descriptor = "(" + dto(varRecord) + WRITER + "I)V";
        code.callOwn(
                method("writeVarRecord", varRecord, descriptor, body -> writeVarRecord(body, varRecord)), descriptor);
    }

    private void writeVarRecord(Code code, Binding<?> varRecord) {
        if (CheckEmitter.hasChecks(varRecord)) {
            code.aload(0);
            code.callOwn(checks.method(varRecord), CheckEmitter.descriptor(varRecord));
        }
        code.aload(1);
        code.iload(2);
        loadShape(code, varRecord, true);
        code.call(VarWriter.class, "begin");
        code.aload(0);
        code.aload(1);
        code.iload(2);
        callWriteStruct(code, varRecord);
        code.aload(1);
        code.iload(2);
        code.call(VarWriter.class, "end");
    }

    /** Emits the call that writes a struct. On the stack are its object, the writer and where it starts. */
    private void callWriteStruct(Code code, Binding<?> struct) {
        String descriptor = "(" + dto(struct) + WRITER + "I)V";
        code.callOwn(
                method("writeStruct", struct, descriptor, body -> writeStruct(body, struct, descriptor)), descriptor);
    }

    private void writeStruct(Code code, Binding<?> struct, String descriptor) {
        if (MethodLimits.values(struct) > 0) {
            code.aload(0);
            code.aload(1);
            code.call(VarWriter.class, "segment");
            code.iload(2);
            code.insn(I2L);
            StructEmitter emitter = structs.of(struct, KIND);
            emitter.call(code, CodecOperation.WRITE);
        }
        inChunks(code, struct, descriptor, new int[] {0, 1, 2}, this::write);
    }

    private interface MemberBody {
        void emit(Code code, Member.Variable member);
    }

    /** Emits code for the members in the tail, in methods of the same descriptor and arguments if they are many. */
    private static void inChunks(Code code, Binding<?> struct, String descriptor, int[] arguments, MemberBody body) {
        List<Member.Variable> members = struct.variableMembers();
        if (members.size() <= MAX_TAIL_MEMBERS_PER_METHOD) {
            members.forEach(member -> body.emit(code, member));
            return;
        }
        Type[] types = Type.getArgumentTypes(descriptor);
        for (int from = 0; from < members.size(); from += MAX_TAIL_MEMBERS_PER_METHOD) {
            Code part = code.owner().helper(code.name(), descriptor);
            members.subList(from, Math.min(from + MAX_TAIL_MEMBERS_PER_METHOD, members.size()))
                    .forEach(member -> body.emit(part, member));
            part.returnAndEnd();
            for (int i = 0; i < types.length; i++) {
                code.load(types[i], arguments[i]);
            }
            code.callOwn(part.name(), descriptor);
        }
    }

    private void write(Code code, Member.Variable member) {
        Runnable load = () -> DtoCode.getValue(code, member, 0);
        switch (member.value()) {
            case Value.StructWithTail(Binding<?> nested) -> {
                load.run();
                code.aload(1);
                loadSum(code, 2, member.offset());
                callWriteStruct(code, nested);
            }
            case Value.InTail value -> writeInTail(code, value, member.type(), member.offset(), load);
        }
    }

    /** Writes a value of a declared type, which {@code load} leaves on the stack. */
    private void writeInTail(Code code, Value.InTail value, Class<?> type, long offset, Runnable load) {
        switch (value) {
            case Value.VarText _ -> {
                code.aload(1);
                load.run();
                code.iload(2);
                loadSum(code, 2, offset);
                code.call(VarWriter.class, "text");
            }
            case Value.VarElements elements -> {
                load.run();
                code.aload(1);
                code.iload(2);
                loadSum(code, 2, offset);
                lists.callWrite(code, elements, type);
            }
            case Value.VarOptional(Value.InTail content, Class<?> contentType) ->
                writeInTail(code, content, contentType, offset, () -> {
                    load.run();
                    code.constant(Class.class, contentType);
                    code.call(DtoOptionals.class, "contentOrNull");
                    // An Object[] to generated code, whatever the type of the elements is.
                    code.castTo(DtoAccess.inCode(contentType, false), Object.class);
                });
            case Value.VarByContent(Value.InTail content, TailConversion<?> conversion, MethodHandle to, var _) ->
                writeInTail(code, content, conversion.content(), offset, () -> {
                    code.constant(MethodHandle.class, to);
                    load.run();
                    code.invokeExact(to);
                });
        }
    }

    /**
     * Emits the call that reads a variable-length record into a new object, and leaves that on the stack.
     *
     * @param base the local variable with its base
     */
    void readVarRecord(Code code, Binding<?> varRecord, int reader, int base) {
        ReadFrame frame = open(code, varRecord, reader, base);
        code.aload(reader);
        frame.loadPlace(code, 0);
        callReadStruct(code, varRecord);
        close(code, varRecord, frame);
    }

    /**
     * Emits the call that reads a variable-length record into an object.
     *
     * @param object the local variable with the object
     */
    void fillVarRecord(Code code, Binding<?> varRecord, int object, int reader, int base) {
        ReadFrame frame = open(code, varRecord, reader, base);
        code.aload(object);
        code.aload(reader);
        frame.loadPlace(code, 0);
        callFillStruct(code, varRecord);
        close(code, varRecord, frame);
    }

    private ReadFrame open(Code code, Binding<?> varRecord, int reader, int base) {
        code.aload(reader);
        code.iload(base);
        loadShape(code, varRecord, true);
        code.call(VarReader.class, "open");
        return new ReadFrame(reader, base, base, code.storeNew(Type.INT_TYPE));
    }

    private void close(Code code, Binding<?> varRecord, ReadFrame frame) {
        code.aload(frame.reader);
        code.iload(frame.base);
        code.iload(frame.at);
        loadShape(code, varRecord, true);
        code.call(VarReader.class, "close");
    }

    /**
     * Emits the call that reads a struct into a new object, and leaves that on the stack. On the stack are the reader
     * and the place.
     */
    private void callReadStruct(Code code, Binding<?> struct) {
        String descriptor = "(" + READER + PLACE + ")" + dto(struct);
        code.callOwn(method("readStruct", struct, descriptor, body -> readStruct(body, struct)), descriptor);
    }

    /** Emits the call that reads a struct into an object. On the stack are the object, the reader and the place. */
    private void callFillStruct(Code code, Binding<?> struct) {
        String descriptor = "(" + dto(struct) + READER + PLACE + ")V";
        code.callOwn(
                method("fillStruct", struct, descriptor, body -> fillStruct(body, struct, descriptor)), descriptor);
    }

    private void readStruct(Code code, Binding<?> struct) {
        ReadFrame frame = ReadFrame.after(0);
        if (!struct.isImmutable()) {
            DtoCode.newObject(code, struct);
            code.insn(DUP);
            code.aload(0);
            frame.loadPlace(code, 0);
            callFillStruct(code, struct);
            return;
        }
        // Values in the tail are read in the order in which they lie there, whatever the order of the components.
        List<Member.Variable> variable = struct.variableMembers();
        Map<Member.Variable, Integer> locals = new HashMap<>();
        for (Member.Variable member : variable) {
            if (variable.size() <= MAX_TAIL_MEMBERS_PER_METHOD) {
                readNew(code, member, frame);
            } else {
                callReadNew(code, member);
            }
            locals.put(member, code.storeNew(Type.getType(DtoCode.typeInCode(member))));
        }
        StructEmitter emitter = structs.of(struct, KIND);
        int segment = loadSegment(code, frame);
        if (MethodLimits.values(struct) > 0) {
            emitter.begin(code, segment);
        }
        Set<Member.Fixed> here = emitter.readHere(struct);
        DtoCode.construct(code, struct, struct.components(), component -> {
            switch (component) {
                case Member.Fixed fixed -> emitter.component(code, here, fixed, segment);
                case Member.Variable member -> {
                    int local = Objects.requireNonNull(locals.get(member));
                    code.load(Type.getType(DtoCode.typeInCode(member)), local);
                }
            }
        });
        if (struct.value() != null) {
            requireValue(code);
        }
        List<Member> filled = struct.filledMembers();
        if (filled.isEmpty()) {
            return;
        }
        int object = code.storeNew(Type.getType(DtoCode.typeInCode(struct)));
        if (!struct.filledFixedMembers().isEmpty()) {
            code.aload(object);
            code.loadAddress(segment);
            emitter.call(code, CodecOperation.READ_INTO);
        }
        for (Member member : filled) {
            if (member instanceof Member.Variable) {
                int local = Objects.requireNonNull(locals.get(member));
                Type type = Type.getType(DtoCode.typeInCode(member));
                DtoCode.putValue(code, member, object, () -> code.load(type, local));
            }
        }
        code.aload(object);
    }

    /** Throws if the value on the stack is null, which no element of an array or a list may be. */
    private static void requireValue(Code code) {
        Label exists = new Label();
        code.insn(DUP);
        code.jump(IFNONNULL, exists);
        code.call(ValueFault.class, "fault");
        code.insn(ATHROW);
        code.label(exists);
    }

    /** Reads a value in a method of its own. */
    private void callReadNew(Code code, Member.Variable member) {
        String descriptor = "(" + READER + PLACE + ")" + Type.getDescriptor(DtoCode.typeInCode(member));
        Code getter = target.helper(code.name(), descriptor);
        readNew(getter, member, ReadFrame.after(0));
        getter.returnAndEnd();
        code.aload(0);
        ReadFrame.after(0).loadPlace(code, 0);
        code.callOwn(getter.name(), descriptor);
    }

    /** Puts the segment and the struct's offset in it into local variables. */
    private static int loadSegment(Code code, ReadFrame frame) {
        code.aload(frame.reader);
        code.call(VarReader.class, "segment");
        int segment = code.storeNew(Type.getType(Object.class));
        code.iload(frame.at);
        code.insn(I2L);
        code.storeNew(Type.LONG_TYPE);
        return segment;
    }

    private void fillStruct(Code code, Binding<?> struct, String descriptor) {
        ReadFrame frame = ReadFrame.after(1);
        if (MethodLimits.values(struct) > 0) {
            int segment = loadSegment(code, frame);
            code.aload(0);
            code.loadAddress(segment);
            StructEmitter emitter = structs.of(struct, KIND);
            emitter.call(code, CodecOperation.READ_INTO);
        }
        inChunks(code, struct, descriptor, new int[] {0, 1, 2, 3, 4}, (part, member) -> fill(part, member, frame));
    }

    private void fill(Code code, Member.Variable member, ReadFrame frame) {
        switch (member.value()) {
            case Value.StructWithTail(Binding<?> nested)
            when !nested.isImmutable() -> {
                DtoCode.fetchOrMake(code, member, nested, 0);
                code.aload(frame.reader);
                frame.loadPlace(code, member.offset());
                callFillStruct(code, nested);
            }
            case Value.VarText _
            when member.type() == StringBuilder.class ->
                DtoCode.putValue(
                        code,
                        member,
                        0,
                        () -> readBuilder(code, member, frame, () -> {
                            DtoCode.getValue(code, member, 0);
                            code.castTo(StringBuilder.class, DtoCode.typeInCode(member));
                        }));
            case Value.VarElements elements ->
                DtoCode.putValue(code, member, 0, () -> {
                    DtoCode.getValue(code, member, 0);
                    lists.callRead(code, elements, member.type(), member, frame);
                });
            case Value.StructWithTail _, Value.VarText _, Value.VarOptional _, Value.VarByContent _ ->
                DtoCode.putValue(code, member, 0, () -> readNew(code, member, frame));
        }
    }

    /** Reads a value that does not exist yet, and leaves it on the stack. */
    private void readNew(Code code, Member.Variable member, ReadFrame frame) {
        switch (member.value()) {
            case Value.StructWithTail(Binding<?> nested) -> {
                code.aload(frame.reader);
                frame.loadPlace(code, member.offset());
                callReadStruct(code, nested);
            }
            case Value.InTail value -> readNewInTail(code, value, member.type(), member, frame);
        }
    }

    private void readNewInTail(Code code, Value.InTail value, Class<?> type, Member.Variable member, ReadFrame frame) {
        switch (value) {
            case Value.VarText _
            when type == StringBuilder.class -> readBuilder(code, member, frame, () -> code.insn(ACONST_NULL));
            case Value.VarText _ -> {
                code.aload(frame.reader);
                loadDefault(code, member);
                frame.loadPlace(code, 0);
                code.push(Math.toIntExact(member.offset()));
                code.call(VarReader.class, "text");
            }
            case Value.VarElements elements -> {
                code.insn(ACONST_NULL);
                lists.callRead(code, elements, type, member, frame);
            }
            case Value.VarOptional(Value.InTail content, Class<?> contentType) -> {
                readNewInTail(code, content, contentType, member, frame);
                code.invokeStatic(Optional.class, "ofNullable", Optional.class, Object.class);
            }
            case Value.VarByContent(Value.InTail content, TailConversion<?> conversion, var _, MethodHandle from) -> {
                code.constant(MethodHandle.class, from);
                readNewInTail(code, content, conversion.content(), member, frame);
                code.invokeExact(from);
            }
        }
    }

    private static void readBuilder(Code code, Member member, ReadFrame frame, Runnable builder) {
        code.aload(frame.reader);
        builder.run();
        loadDefault(code, member);
        frame.loadPlace(code, 0);
        code.push(Math.toIntExact(member.offset()));
        code.call(VarReader.class, "builder");
    }

    /** Loads the text of a member that an older variable-length record lacks, or null. */
    private static void loadDefault(Code code, Member member) {
        if (member.ifAbsent() == null) {
            code.insn(ACONST_NULL);
        } else {
            code.constant(String.class, member.ifAbsent());
        }
    }
}
