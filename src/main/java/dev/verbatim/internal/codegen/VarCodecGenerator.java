package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.runtime.GeneratedReusableVarCodec;
import dev.verbatim.internal.runtime.GeneratedVarCodec;
import org.objectweb.asm.Type;

/** Writes the hidden class of a binding to variable-length records: {@link VarEmitter} shows its methods. */
final class VarCodecGenerator {

    private final Binding<?> binding;
    private final HiddenClass target;
    private final VarEmitter varRecords;

    private VarCodecGenerator(Binding<?> binding) {
        Class<?> superclass = binding.isImmutable() ? GeneratedVarCodec.class : GeneratedReusableVarCodec.class;
        this.binding = binding;
        this.target = new HiddenClass(binding.host(), HiddenClass.nameOf(binding.type()) + "$$VarCodec", superclass);
        this.varRecords = new VarEmitter(target);
        target.useHeapOnly(); // segments are accessed by a VarReader and a VarWriter
        target.constructor(binding);
    }

    /**
     * Generates the codec of a binding.
     *
     * @return the codec; of a class also a {@link dev.verbatim.ReusableVarCodec}
     */
    @SuppressWarnings("unchecked") // the class is generated from this binding
    static <T> GeneratedVarCodec<T> generate(Binding<T> binding) {
        VarCodecGenerator generator = new VarCodecGenerator(binding);
        generator.encode();
        if (binding.isImmutable()) {
            generator.decode();
        } else {
            generator.decodeInto();
            if (binding.factory() != null) {
                DtoCode.newInstance(generator.target, binding);
            }
        }
        return (GeneratedVarCodec<T>)
                generator.target.define("codec of " + binding.type().getName());
    }

    private void encode() {
        Code code = target.override("encode");
        code.aload(1);
        code.castTo(DtoCode.typeInCode(binding), Object.class);
        code.aload(2);
        code.insn(ICONST_0);
        varRecords.callWriteVarRecord(code, binding);
        code.returnAndEnd();
    }

    private void decode() {
        Code code = target.override("decode");
        varRecords.readVarRecord(code, binding, 1, outermost(code));
        code.returnAndEnd();
    }

    private void decodeInto() {
        Code code = target.override("decodeInto");
        Class<?> type = DtoCode.typeInCode(binding);
        code.aload(1);
        code.castTo(type, Object.class);
        code.store(Type.getType(type), 1);
        varRecords.fillVarRecord(code, binding, 1, 2, outermost(code));
        code.returnAndEnd();
    }

    /** Puts the base of the outermost variable-length record into a local variable. */
    private static int outermost(Code code) {
        code.insn(ICONST_0);
        return code.storeNew(Type.INT_TYPE);
    }
}
