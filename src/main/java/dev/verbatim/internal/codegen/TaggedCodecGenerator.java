package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.I2B;
import static org.objectweb.asm.Opcodes.I2S;
import static org.objectweb.asm.Opcodes.IAND;
import static org.objectweb.asm.Opcodes.IF_ACMPNE;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.LRETURN;
import static org.objectweb.asm.Opcodes.RETURN;

import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.model.TaggedBinding;
import dev.verbatim.internal.model.TaggedBinding.Alternative;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.runtime.GeneratedTaggedCodec;
import dev.verbatim.internal.runtime.GeneratedTaggedVarCodec;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the hidden class of a tagged codec. The codecs of the alternatives are constants of it, which C2 calls
 * directly and may inline; a table of codecs would be called through an interface.
 *
 * <pre>{@code
 * public Object read(MemorySegment segment, long offset) {
 *     int tag = tagAt(segment, offset);
 *     switch (tag) {
 *         case 'A': return ADD_CODEC.read(segment, offset);
 *         ...
 *         default: throw unknownTag(tag, offset);
 *     }
 * }
 *
 * public long write(Object value, MemorySegment segment, long offset) {
 *     Class<?> type = value.getClass();
 *     if (type == ADD) {
 *         ADD_CODEC.write(value, segment, offset);
 *         setTag(segment, offset, 'A');
 *         return 36;
 *     }
 *     ...
 *     throw unknownType(value);
 * }
 * }</pre>
 *
 * <p>That is the codec of structs. The codec of variable-length records has the sizes from the codecs of the
 * alternatives, and a method for the size in the header.
 */
final class TaggedCodecGenerator {

    private final TaggedBinding<?, ?> binding;
    private final Class<?> codecType;
    private final SegmentAccess access;
    private final HiddenClass target;

    private TaggedCodecGenerator(TaggedBinding<?, ?> binding, Class<?> codecType, Class<?> superclass) {
        this.binding = binding;
        this.codecType = codecType;
        this.access = new SegmentAccess(binding.tagEnd(), 1);
        this.target = new HiddenClass(
                MethodHandles.lookup(), HiddenClass.nameOf(binding.type()) + "$$TaggedCodec", superclass);
    }

    /** {@return the codec of structs of several types} */
    @SuppressWarnings("unchecked") // the class is generated from this binding
    static <T> GeneratedTaggedCodec<T> generate(TaggedBinding<T, StructCodec<? extends T>> binding) {
        TaggedCodecGenerator generator =
                new TaggedCodecGenerator(binding, StructCodec.class, GeneratedTaggedCodec.class);
        generator.emit();
        generator.sizeOfTag();
        generator.sizeOfType();
        generator.writeStruct();
        return (GeneratedTaggedCodec<T>) generator.define();
    }

    /** {@return the codec of variable-length records of several types} */
    @SuppressWarnings("unchecked") // the class is generated from this binding
    static <T> GeneratedTaggedVarCodec<T> generateVariable(TaggedBinding<T, VarCodec<? extends T>> binding) {
        TaggedCodecGenerator generator =
                new TaggedCodecGenerator(binding, VarCodec.class, GeneratedTaggedVarCodec.class);
        generator.emit();
        generator.fixedSize();
        generator.writeVarRecord();
        return (GeneratedTaggedVarCodec<T>) generator.define();
    }

    private Object define() {
        return target.define("tagged codec of " + binding.type().getName());
    }

    private void emit() {
        target.constructor(binding);
        tag();
        setTag();
        codecOfTag();
        codecOfType();
        read();
    }

    private void tag() {
        Code code = target.override("tag");
        SegmentKinds.branch(code, 1, kind -> {
            access.get(code, binding.tagOffset(), binding.tag(), 1);
            if (binding.tags().isUnsigned()) {
                code.push(binding.tags().max());
                code.insn(IAND);
            }
            code.insn(IRETURN);
        });
        code.end();
    }

    private void setTag() {
        Code code = target.override("setTag");
        SegmentKinds.branch(code, 1, kind -> {
            access.set(code, binding.tagOffset(), binding.tag(), 1, () -> {
                code.iload(4);
                if (binding.tags().isUnsigned()) { // what takes a byte or a short relies on its sign
                    code.insn(binding.tag().carrier() == byte.class ? I2B : I2S);
                }
            });
            code.insn(RETURN);
        });
        code.end();
    }

    private void fixedSize() {
        SegmentAccess header = new SegmentAccess(VarDescriptor.HEADER_SIZE, 1);
        Code code = target.override("fixedSize");
        SegmentKinds.branch(code, 1, kind -> {
            header.get(code, VarDescriptor.FIXED_SIZE_OFFSET, VarDescriptor.INT_LE, 1);
            code.insn(IRETURN);
        });
        code.end();
    }

    private void sizeOfTag() {
        Code code = target.override("sizeOfTag");
        byTag(code, 1, alternative -> {
            code.push(alternative.layout().byteSize());
            code.insn(LRETURN);
        });
        code.push(-1L);
        code.returnAndEnd();
    }

    private void sizeOfType() {
        Code code = target.override("sizeOfType");
        byType(code, 1, alternative -> {
            code.push(alternative.layout().byteSize());
            code.insn(LRETURN);
        });
        code.push(-1L);
        code.returnAndEnd();
    }

    private void codecOfTag() {
        Code code = target.override("codecOfTag");
        byTag(code, 1, alternative -> returnCodec(code, alternative));
        code.insn(ACONST_NULL);
        code.returnAndEnd();
    }

    private void codecOfType() {
        Code code = target.override("codecOfType");
        byType(code, 1, alternative -> returnCodec(code, alternative));
        code.insn(ACONST_NULL);
        code.returnAndEnd();
    }

    private void returnCodec(Code code, Alternative<?> alternative) {
        code.constant(codecType, alternative.codec());
        code.insn(ARETURN);
    }

    private void read() {
        Code code = target.override("read");
        code.aload(0);
        code.loadAddress(1);
        code.callInherited("tagAt");
        int tag = code.storeNew(Type.INT_TYPE);
        byTag(code, tag, alternative -> {
            code.constant(codecType, alternative.codec());
            code.loadAddress(1);
            code.invokeInterface(codecType, "read", Object.class, MemorySegment.class, long.class);
            code.insn(ARETURN);
        });
        code.aload(0);
        code.iload(tag);
        code.loadOffset(1, 0);
        code.callInherited("unknownTag");
        code.insn(ATHROW);
        code.end();
    }

    private void writeStruct() {
        Code code = target.override("write");
        byType(code, 1, alternative -> {
            callWrite(code, alternative, void.class);
            callSetTag(code, alternative);
            code.push(alternative.layout().byteSize());
            code.insn(LRETURN);
        });
        throwUnknownType(code);
    }

    private void writeVarRecord() {
        Code code = target.override("write");
        byType(code, 1, alternative -> {
            callWrite(code, alternative, long.class);
            callSetTag(code, alternative); // with the number of bytes below on the stack
            code.insn(LRETURN);
        });
        throwUnknownType(code);
    }

    private void callWrite(Code code, Alternative<?> alternative, Class<?> result) {
        code.constant(codecType, alternative.codec());
        code.aload(1);
        code.loadAddress(2);
        code.invokeInterface(codecType, "write", result, Object.class, MemorySegment.class, long.class);
    }

    private static void callSetTag(Code code, Alternative<?> alternative) {
        code.aload(0);
        code.loadAddress(2);
        code.push(alternative.tag());
        code.callInherited("setTag");
    }

    private static void throwUnknownType(Code code) {
        code.aload(0);
        code.aload(1);
        code.callInherited("unknownType");
        code.insn(ATHROW);
        code.end();
    }

    /** Emits code for each tag, which returns; what follows is for a tag that no alternative has. */
    private void byTag(Code code, int tag, Consumer<Alternative<?>> body) {
        int[] tags = binding.alternatives().stream().mapToInt(Alternative::tag).toArray();
        Label[] labels = new Label[tags.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = new Label();
        }
        Label unknown = new Label();
        code.iload(tag);
        code.lookupSwitch(tags, labels, unknown);
        for (int i = 0; i < labels.length; i++) {
            code.label(labels[i]);
            body.accept(binding.alternatives().get(i));
        }
        code.label(unknown);
    }

    /** Emits code for the class of each value, which returns; what follows is for any other class. */
    private void byType(Code code, int value, Consumer<Alternative<?>> body) {
        code.aload(0);
        code.aload(value);
        code.callInherited("classOf");
        int type = code.storeNew(Type.getType(Class.class));
        for (Alternative<?> alternative : binding.alternatives()) {
            Label next = new Label();
            code.aload(type);
            code.constant(Class.class, alternative.type());
            code.jump(IF_ACMPNE, next);
            body.accept(alternative);
            code.label(next);
        }
    }
}
