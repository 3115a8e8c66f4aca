package dev.verbatim.internal.codegen;

import dev.verbatim.internal.runtime.LiveConstants;
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
 *
 * <p>A constant's index is its name. As an argument of {@code MethodHandles.classDataAt} it took the JVM 8 ms more to
 * link the first constant, because that takes an int.
 */
final class ClassData {

    private static final Handle CONSTANT = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(LiveConstants.class),
            "constant",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
            false);

    private final List<Object> values = new ArrayList<>();
    private final IdentityHashMap<Object, ConstantDynamic> constants = new IdentityHashMap<>();

    /** Emits the load of an object, or of what a {@link LiveConstants.Lazy} gives. */
    void load(MethodVisitor code, Class<?> type, Object value) {
        ConstantDynamic constant = constants.get(value);
        if (constant == null) {
            constant = new ConstantDynamic(Integer.toString(values.size()), Type.getDescriptor(type), CONSTANT);
            constants.put(value, constant);
            values.add(value);
        }
        code.visitLdcInsn(constant);
    }

    /** {@return the list to define the class with} */
    List<Object> toList() {
        return List.copyOf(values);
    }
}
