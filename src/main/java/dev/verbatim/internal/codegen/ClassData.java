package dev.verbatim.internal.codegen;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The live objects of a hidden class. They are handed over when the class is defined. Generated code loads them as
 * dynamic constants, which C2 trusts as it does {@code static final} fields.
 */
final class ClassData {

    private static final Handle CLASS_DATA_AT = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(MethodHandles.class),
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    private final List<Object> values = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> indexes = new IdentityHashMap<>();

    /** Emits the load of an object. */
    void load(MethodVisitor code, Class<?> type, Object value) {
        Integer index = indexes.get(value);
        if (index == null) {
            index = values.size();
            indexes.put(value, index);
            values.add(value);
        }
        // The name must be "_" for MethodHandles.classDataAt.
        code.visitLdcInsn(new ConstantDynamic("_", Type.getDescriptor(type), CLASS_DATA_AT, index));
    }

    /** {@return the list to define the class with} */
    List<Object> toList() {
        return List.copyOf(values);
    }
}
