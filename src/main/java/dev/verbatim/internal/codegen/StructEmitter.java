package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Emits the methods that copy one struct, for one kind of segment: straight-line code for its members and for those of
 * the structs nested in it. Sequences and texts have loops, in methods of their own ({@link SequenceEmitter}).
 *
 * <p>All codecs are emitted here, so there are chains of {@code instanceof} in place of switches over patterns: see
 * {@link Value}.
 */
final class StructEmitter {

    /** The most bytes of a method that C1 inlines (C1MaxInlineSize). C2 inlines hot methods of 325. */
    private static final int C1_MAX_INLINE_SIZE = 35;

    private final HiddenClass target;
    private final Binding<?> binding;
    private final @Nullable Kind kind;
    private final SegmentAccess access;
    private final StructEmitters emitters;
    private final String suffix;
    private final MethodLimits limits;
    private final boolean hasSequences;
    private final Map<CodecOperation, String> methods = new EnumMap<>(CodecOperation.class);

    /** What the method that writes has converted before it stores. */
    private final ConvertedMembers converted = new ConvertedMembers();

    /**
     * Emits into a class.
     *
     * @param emitters gives the emitters of other structs, for this kind of segment
     * @param binding the struct
     * @param kind the kind of segment, {@code null} for any
     * @param access the accesses to this struct
     * @param suffix what the names of the methods end with
     */
    StructEmitter(
            HiddenClass target,
            StructEmitters emitters,
            Binding<?> binding,
            @Nullable Kind kind,
            SegmentAccess access,
            String suffix) {
        this.target = target;
        this.binding = binding;
        this.kind = kind;
        this.access = access;
        this.suffix = suffix;
        this.limits = new MethodLimits(binding);
        this.emitters = emitters;
        this.hasSequences = hasSequences(binding);
    }

    String descriptor(CodecOperation operation) {
        return operation.descriptor(Type.getDescriptor(DtoCode.typeInCode(binding)));
    }

    /** The name of the static method that does this with one struct; it is emitted when it is first asked for. */
    String method(CodecOperation operation) {
        String name = methods.get(operation);
        if (name == null) {
            name = operation.method + SegmentKinds.name(kind) + suffix;
            methods.put(operation, name);
            Code code = target.method(ACC_PRIVATE | ACC_STATIC, name, descriptor(operation));
            begin(code, operation.segment());
            if (operation != CodecOperation.WRITE
                    && limits.isInParts(CodecOperation.READ_INTO, binding)
                    && hasMutableStructs(binding)
                    && !hasSequences) {
                access.check(code, operation.segment()); // else a nested object may be made before the first load
            }
            if (operation == CodecOperation.READ) {
                newStruct(code, binding, 0, operation.segment(), new HashMap<>());
            } else {
                if (operation == CodecOperation.WRITE && convertsFirst(binding)) {
                    if (ConvertedMembers.areStoredWithoutFence(code, binding.fixedMembers())) {
                        // Else what is converted would take the registers that the checks need. With a fence behind it
                        // C2 would make all of them twice.
                        access.checkForStores(code, operation.segment());
                    }
                    converted.convert(code, binding.fixedMembers());
                }
                members(code, operation, binding, 0, 0);
            }
            code.returnAndEnd();
        }
        return name;
    }

    /** Emits the call of the method that does this with one struct; its arguments are on the stack. */
    void call(Code code, CodecOperation operation) {
        code.callOwn(method(operation), descriptor(operation));
    }

    /** {@return whether the method that does this with one struct has fences} It is emitted if it was not. */
    boolean hasFences(CodecOperation operation) {
        return target.hasFences(method(operation) + descriptor(operation));
    }

    /** Emits what every method starts with, and any other code that accesses the struct. */
    void begin(Code code, int segment) {
        SegmentKinds.require(code, kind, segment);
        if (hasSequences) {
            access.check(code, segment);
        }
    }

    /** Whether a struct has members whose code does not itself check the bounds of the whole struct. */
    private static boolean hasSequences(Binding<?> struct) {
        for (Member.Fixed member : struct.fixedMembers()) {
            Value.Fixed value = member.value();
            if (value instanceof Value.Sequence
                    || value instanceof Value.ConvertedBytes
                    || (value instanceof Value.Struct(Binding<?> nested) && hasSequences(nested))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the method that writes a struct converts the values of its members before it stores the first, so that
     * nobody has to try the conversions before. A struct that needs several methods does not: the first would store
     * before the last has converted.
     */
    static boolean convertsFirst(Binding<?> struct) {
        return !new MethodLimits(struct).isInParts(CodecOperation.WRITE, struct);
    }

    private static boolean hasMutableStructs(Binding<?> struct) {
        for (Member.Fixed member : struct.fixedMembers()) {
            if (member.value() instanceof Value.Struct(Binding<?> nested)
                    && (!nested.isImmutable() || hasMutableStructs(nested))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Emits the copies of a struct's members, in as many methods as it needs. The struct starts at an offset in the
     * outer one.
     */
    private void members(Code code, CodecOperation operation, Binding<?> struct, long start, int dto) {
        List<Member.Fixed> members =
                operation == CodecOperation.WRITE ? struct.fixedMembers() : struct.filledFixedMembers();
        if (!limits.isInParts(operation, struct)) {
            members(code, operation, members, start, dto);
            return;
        }
        for (List<Member.Fixed> ofPart : limits.parts(operation, members)) {
            String descriptor = operation.descriptor(Type.getDescriptor(DtoCode.typeInCode(struct)));
            Code part = target.helper(code.name(), descriptor);
            begin(part, operation.segment());
            members(part, operation, ofPart, start, 0);
            part.returnAndEnd();
            code.aload(dto);
            code.loadAddress(operation.segment());
            code.callOwn(part.name(), descriptor);
        }
    }

    private void members(Code code, CodecOperation operation, List<Member.Fixed> members, long start, int dto) {
        if (operation == CodecOperation.WRITE) {
            for (Member.Fixed member : members) {
                write(code, member, start, dto);
            }
            return;
        }
        fill(code, members, start, dto, operation.segment(), new HashMap<>());
    }

    /**
     * Emits the reads of a struct's members into an object, behind the loads of {@link #loadStored}.
     *
     * @param loaded gets the local variables of the values, by their offsets; it may have them from an outer struct
     */
    private void fill(
            Code code, List<Member.Fixed> members, long start, int dto, int segment, Map<Long, Integer> loaded) {
        loadStored(code, members, start, segment, loaded);
        for (Member.Fixed member : members) {
            readInto(code, member, start, dto, segment, loaded);
        }
    }

    /**
     * Loads the numbers, enums and converted values of members, and of the structs nested in them, before an object is
     * made, a conversion is called or a field is stored to. Behind what may allocate the next load would need a fence.
     * And each field that was stored to is a slice of memory to C2, and takes a node in every method that C2 inlines
     * behind that: with 18 members a quarter of the nodes after which it stops inlining.
     */
    private void loadStored(Code code, List<Member.Fixed> members, long start, int segment, Map<Long, Integer> loaded) {
        for (Member.Fixed member : members) {
            long offset = start + member.offset();
            Value.Fixed value = member.value();
            if (value instanceof Value.Primitive primitive) {
                load(code, offset, primitive.layout(), segment, loaded);
            } else if (value instanceof Value.Ordinal ordinal) {
                load(code, offset, ordinal.layout(), segment, loaded);
            } else if (value instanceof Value.Converted converted) {
                load(code, offset, converted.layout(), segment, loaded);
            } else if (value instanceof Value.Struct(Binding<?> nested)
                    && !limits.isInParts(CodecOperation.READ, nested)) {
                loadStored(code, nested.fixedMembers(), offset, segment, loaded);
            }
        }
    }

    /** Loads a value to a local variable, unless it was loaded before. */
    private void load(Code code, long offset, ValueLayout layout, int segment, Map<Long, Integer> loaded) {
        if (!loaded.containsKey(offset)) {
            access.get(code, offset, layout, segment);
            loaded.put(offset, code.storeNew(Type.getType(layout.carrier())));
        }
    }

    private void write(Code code, Member.Fixed member, long start, int dto) {
        int segment = CodecOperation.WRITE.segment();
        long offset = start + member.offset();
        Value.Fixed value = member.value();
        if (value instanceof Value.Primitive(var layout)) {
            SegmentAccess.ValueAccess store = access.startSet(code, offset, layout, segment);
            DtoCode.getValue(code, member, dto);
            store.end(code);
        } else if (value instanceof Value.Ordinal ordinal) {
            SegmentAccess.ValueAccess store = access.startSet(code, offset, ordinal.layout(), segment);
            DtoCode.getValue(code, member, dto);
            DtoCode.ordinal(code, ordinal.layout().carrier());
            store.end(code);
        } else if (value instanceof Value.Converted conversion) {
            SegmentAccess.ValueAccess store = access.startSet(code, offset, conversion.layout(), segment);
            if (converted.has(member)) {
                converted.loadStored(code, member);
            } else {
                ConversionCode.store(code, conversion, () -> DtoCode.getValue(code, member, dto));
            }
            store.end(code);
        } else if (value instanceof Value.ConvertedBytes conversion) {
            ConversionCode.write(code, conversion, () -> {
                DtoCode.getValue(code, member, dto);
                code.loadAddress(segment, offset);
            });
        } else if (value instanceof Value.Struct(Binding<?> nested)) {
            DtoCode.getValue(code, member, dto);
            int object = code.storeNew(Type.getType(DtoCode.typeInCode(nested)));
            members(code, CodecOperation.WRITE, nested, offset, object);
        } else {
            DtoCode.getValue(code, member, dto);
            code.loadAddress(segment, offset);
            emitters.sequences(kind).write(code, (Value.Sequence) value, member.type());
        }
    }

    private void readInto(Code code, Member.Fixed member, long start, int dto, int segment, Map<Long, Integer> loaded) {
        long offset = start + member.offset();
        Value.Fixed value = member.value();
        if (value instanceof Value.Struct(Binding<?> nested) && !nested.isImmutable()) {
            DtoCode.fetchOrMake(code, member, nested, dto);
            int object = code.storeNew(Type.getType(DtoCode.typeInCode(nested)));
            if (limits.isInParts(CodecOperation.READ_INTO, nested)) {
                members(code, CodecOperation.READ_INTO, nested, offset, object);
            } else {
                fill(code, nested.fixedMembers(), offset, object, segment, loaded);
            }
            return;
        }
        if (value instanceof Value.Sequence sequence && member.isFilledInPlace()) {
            int filled = DtoCode.storeValue(code, member, dto);
            code.aload(filled);
            code.loadAddress(segment, offset);
            emitters.sequences(kind).read(code, sequence, member.type());
            DtoCode.requireSame(code, member, dto, filled, count(sequence));
            return;
        }
        DtoCode.startPut(code, member, dto);
        if (value instanceof Value.Sequence sequence && !(value instanceof Value.Text)) {
            DtoCode.getValue(code, member, dto); // the array or the list that there is
            code.loadAddress(segment, offset);
            emitters.sequences(kind).read(code, sequence, member.type());
        } else {
            readValue(code, member, start, segment, loaded);
        }
        DtoCode.put(code, member);
    }

    private static int count(Value.Sequence sequence) {
        if (sequence instanceof Value.PrimitiveArray array) {
            return array.count();
        }
        if (sequence instanceof Value.StructSequence structs) {
            return structs.count();
        }
        return sequence instanceof Value.ConvertedSequence converted ? converted.count() : 1;
    }

    /** Reads a value that does not exist yet, and leaves it on the stack. */
    private void readValue(Code code, Member.Fixed member, long start, int segment, Map<Long, Integer> loaded) {
        long offset = start + member.offset();
        Value.Fixed value = member.value();
        if (value instanceof Value.Primitive(var layout)) {
            stored(code, offset, layout, segment, loaded);
        } else if (value instanceof Value.Ordinal ordinal) {
            stored(code, offset, ordinal.layout(), segment, loaded);
            DtoCode.constant(code, ordinal);
        } else if (value instanceof Value.Converted converted) {
            ConversionCode.load(code, converted, () -> stored(code, offset, converted.layout(), segment, loaded));
        } else if (value instanceof Value.ConvertedBytes converted) {
            ConversionCode.read(code, converted, () -> code.loadAddress(segment, offset));
        } else if (value instanceof Value.Struct(Binding<?> nested)) {
            newStruct(code, nested, offset, segment, loaded);
        } else if (value instanceof Value.Text text && emitters.areInVarRecords()) {
            code.loadAddress(segment, offset);
            SequenceEmitter.readVarRecordText(code, text, member.ifAbsent());
        } else {
            if (!(value instanceof Value.Text)) {
                code.insn(ACONST_NULL); // there is no array or list to fill
            }
            code.loadAddress(segment, offset);
            emitters.sequences(kind).read(code, (Value.Sequence) value, member.type());
        }
    }

    /** Leaves what is stored at an offset on the stack, which may have been loaded before. */
    private void stored(Code code, long offset, ValueLayout layout, int segment, Map<Long, Integer> loaded) {
        Integer local = loaded.get(offset);
        if (local != null) {
            code.load(Type.getType(layout.carrier()), local);
        } else {
            access.get(code, offset, layout, segment);
        }
    }

    /** Makes a struct's object from what is in the segment or was loaded before, and leaves it on the stack. */
    private void newStruct(Code code, Binding<?> struct, long start, int segment, Map<Long, Integer> loaded) {
        if (!struct.isImmutable()) {
            newFilled(code, struct, start, segment, loaded);
            return;
        }
        List<Member.Fixed> components = struct.fixedComponents();
        List<Member.Fixed> here = limits.readInOneMethod(components);
        loadStored(code, here, start, segment, loaded);
        boolean isFilled = components.size() < struct.fixedMembers().size();
        if (isFilled && !limits.isInParts(CodecOperation.READ_INTO, struct)) {
            loadStored(code, struct.filledFixedMembers(), start, segment, loaded);
        }
        DtoCode.startConstruct(code, struct);
        for (int i = 0; i < components.size(); i++) {
            Member.Fixed component = components.get(i);
            if (i < here.size()) {
                readValue(code, component, start, segment, loaded);
            } else {
                callGetter(code, component, start, segment);
            }
            DtoCode.argument(code, struct, i, component);
        }
        DtoCode.construct(code, struct, components);
        if (isFilled) {
            fillNew(code, struct, start, segment, loaded);
        }
    }

    private void newFilled(Code code, Binding<?> struct, long start, int segment, Map<Long, Integer> loaded) {
        if (!limits.isInParts(CodecOperation.READ_INTO, struct)) {
            loadStored(code, struct.fixedMembers(), start, segment, loaded);
        }
        DtoCode.newObject(code, struct);
        fillNew(code, struct, start, segment, loaded);
    }

    /** Fills the object on the stack, which is new, and leaves it there. */
    private void fillNew(Code code, Binding<?> struct, long start, int segment, Map<Long, Integer> loaded) {
        if (limits.isInParts(CodecOperation.READ_INTO, struct)) {
            // Code that fills an object takes it before the segment, so it is in a method of its own.
            String descriptor = CodecOperation.READ_INTO.descriptor(Type.getDescriptor(DtoCode.typeInCode(struct)));
            Code filling = target.helper(code.name(), descriptor);
            begin(filling, CodecOperation.READ_INTO.segment());
            members(filling, CodecOperation.READ_INTO, struct, start, 0);
            filling.returnAndEnd();
            code.insn(DUP);
            code.loadAddress(segment);
            code.callOwn(filling.name(), descriptor);
        } else {
            int object = code.storeNew(Type.getType(DtoCode.typeInCode(struct)));
            fill(code, struct.filledFixedMembers(), start, object, segment, loaded);
            code.aload(object);
        }
    }

    /** {@return the components of a Java record that {@link #component} reads without a method of their own} */
    Set<Member.Fixed> readHere(Binding<?> struct) {
        Set<Member.Fixed> here = Collections.newSetFromMap(new IdentityHashMap<>());
        here.addAll(limits.readInOneMethod(struct.fixedComponents()));
        return here;
    }

    /** Reads a component of a Java record of variable length, and leaves it on the stack. */
    void component(Code code, Set<Member.Fixed> here, Member.Fixed component, int segment) {
        if (here.contains(component)) {
            readValue(code, component, 0, segment, new HashMap<>());
        } else {
            callGetter(code, component, 0, segment);
        }
    }

    /** Reads a component in a method of its own, and leaves it on the stack. */
    private void callGetter(Code code, Member.Fixed component, long start, int segment) {
        String descriptor = "(" + Code.SEGMENT + "J)" + Type.getDescriptor(DtoCode.typeInCode(component));
        Code getter = target.helper(code.name(), descriptor);
        keepFromC1(getter);
        begin(getter, 0);
        readValue(getter, component, start, 0, new HashMap<>());
        getter.returnAndEnd();
        code.loadAddress(segment);
        code.callOwn(getter.name(), descriptor);
    }

    /** C1 would inline all the getters of a record, as they are small, and run out of virtual registers then. */
    private static void keepFromC1(Code getter) {
        for (int i = 0; i <= C1_MAX_INLINE_SIZE; i++) {
            getter.insn(NOP);
        }
    }
}
