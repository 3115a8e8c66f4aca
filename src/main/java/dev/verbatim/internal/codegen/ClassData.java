package dev.verbatim.internal.codegen;

import dev.verbatim.internal.runtime.LiveConstants;
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
 *
 * <p>In a class that extends one of the runtime package a constant's index is its name, for {@link LiveConstants}. As
 * an argument of {@code MethodHandles.classDataAt} it took the JVM 8 ms more to link the first constant, because that
 * takes an int. Other classes have it so all the same: their class loader need not see Verbatim.
 */
final class ClassData {

    private static final Handle CLASS_DATA_AT = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(MethodHandles.class),
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    private static final Handle CONSTANT = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(LiveConstants.class),
            "constant",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
            false);

    private static final Handle CALL_SITE = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(LiveConstants.class),
            "callSite",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    private final boolean seesRuntime;
    private final List<Object> values = new ArrayList<>();
    private final IdentityHashMap<Object, ConstantDynamic> constants = new IdentityHashMap<>();
    private final IdentityHashMap<LiveConstants.Lazy, String> callees = new IdentityHashMap<>();

    /** Takes whether the class extends one of the runtime package, so that its class loader sees that package. */
    ClassData(boolean seesRuntime) {
        this.seesRuntime = seesRuntime;
    }

    /** Emits the load of an object, or of what a {@link LiveConstants.Lazy} gives if the class sees the runtime. */
    void load(MethodVisitor code, Class<?> type, Object value) {
        ConstantDynamic constant = constants.get(value);
        if (constant == null) {
            constant = constant(add(value), Type.getDescriptor(type));
            constants.put(value, constant);
        }
        code.visitLdcInsn(constant);
    }

    /** Adds an object. {@return its index} */
    private int add(Object value) {
        if (!seesRuntime && value instanceof LiveConstants.Lazy) {
            throw new AssertionError("a class that need not see the runtime cannot have " + value + " made");
        }
        values.add(value);
        return values.size() - 1;
    }

    private ConstantDynamic constant(int index, String type) {
        if (seesRuntime) {
            return new ConstantDynamic(Integer.toString(index), type, CONSTANT);
        }
        return new ConstantDynamic("_", type, CLASS_DATA_AT, index); // classDataAt wants this name
    }

    /**
     * Emits the call of a method handle, which is made when the call is linked. Its arguments are on the stack, and
     * nothing else: C2 parses that into fewer nodes than {@code invokeExact} of a constant.
     *
     * @param descriptor its type
     */
    void call(MethodVisitor code, String descriptor, LiveConstants.Lazy handle) {
        String index = callees.get(handle);
        if (index == null) {
            index = Integer.toString(add(handle));
            callees.put(handle, index);
        }
        code.visitInvokeDynamicInsn(index, descriptor, CALL_SITE);
    }

    /** {@return the list to define the class with} */
    List<Object> toList() {
        return List.copyOf(values);
    }
}
