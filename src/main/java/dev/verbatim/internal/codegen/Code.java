package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.codegen.RuntimeMembers.RuntimeMethod;
import dev.verbatim.internal.io.Confinement;
import dev.verbatim.internal.runtime.LiveConstants;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The code of one generated method: instructions in the words of the generators, and the numbers of local variables.
 */
public final class Code {

    public static final String OBJECT = "java/lang/Object";
    static final String SEGMENT = "Ljava/lang/foreign/MemorySegment;";

    private final HiddenClass owner;
    private final MethodVisitor asm;
    private final ClassData data;
    private final String name;
    private final String descriptor;
    private final FencePlaces fences;
    private int nextLocal;

    Code(HiddenClass owner, MethodVisitor asm, ClassData data, int access, String name, String descriptor) {
        this.owner = owner;
        this.asm = asm;
        this.data = data;
        this.name = name;
        this.descriptor = descriptor;
        this.nextLocal = (access & ACC_STATIC) != 0 ? 0 : 1;
        this.fences = new FencePlaces(asm, owner.isOnHeap(), (access & ACC_PRIVATE) == 0 || !takesSegment(descriptor));
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            nextLocal += argument.getSize();
        }
        asm.visitCode();
    }

    private static boolean takesSegment(String methodDescriptor) {
        return methodDescriptor.contains(SEGMENT);
    }

    /** The class that this method belongs to. */
    HiddenClass owner() {
        return owner;
    }

    /** The method's name. */
    String name() {
        return name;
    }

    /** Where this method has fences. */
    FencePlaces fences() {
        return fences;
    }

    /** The number of a new local variable. */
    int newLocal(Type type) {
        int local = nextLocal;
        nextLocal += type.getSize();
        return local;
    }

    /** Stores the top of the stack in a new local variable, whose number is returned. */
    int storeNew(Type type) {
        int local = newLocal(type);
        store(type, local);
        return local;
    }

    public void load(Type type, int local) {
        asm.visitVarInsn(type.getOpcode(ILOAD), local);
    }

    void store(Type type, int local) {
        asm.visitVarInsn(type.getOpcode(ISTORE), local);
    }

    public void aload(int local) {
        asm.visitVarInsn(ALOAD, local);
    }

    void iload(int local) {
        asm.visitVarInsn(ILOAD, local);
    }

    /** Loads the segment and the offset after it: the first arguments of every access. */
    void loadAddress(int segment) {
        asm.visitVarInsn(ALOAD, segment);
        asm.visitVarInsn(LLOAD, segment + 1);
    }

    /** Loads the segment and, after it, where something at an offset in the struct is. */
    void loadAddress(int segment, long offset) {
        asm.visitVarInsn(ALOAD, segment);
        loadOffset(segment, offset);
    }

    /** Loads where in the segment something at an offset in the struct is. */
    void loadOffset(int segment, long offset) {
        load(Type.LONG_TYPE, segment + 1);
        if (offset != 0) {
            push(offset);
            insn(LADD);
        }
    }

    public void insn(int opcode) {
        asm.visitInsn(opcode);
        if (opcode == ATHROW) {
            fences.leaves();
        } else if (opcode >= IRETURN && opcode <= RETURN) {
            fences.returns();
        }
    }

    void increment(int local) {
        asm.visitIincInsn(local, 1);
    }

    public void push(Object constant) {
        asm.visitLdcInsn(constant);
    }

    /** Loads a live object. */
    public void constant(Class<?> type, Object value) {
        data.load(asm, type, value);
    }

    public void cast(Class<?> type) {
        asm.visitTypeInsn(CHECKCAST, owner.internalName(type));
    }

    /** Takes a value off the stack. */
    void pop(Class<?> type) {
        asm.visitInsn(Type.getType(type).getSize() == 2 ? POP2 : POP);
    }

    /** Makes an object of the primitive on the stack. */
    void box(Class<?> primitive) {
        Class<?> box = MethodType.methodType(primitive).wrap().returnType();
        invokeStatic(box, "valueOf", box, primitive);
    }

    /** Casts an object to a type unless that is what generated code knows it by already. */
    void castTo(Class<?> type, Class<?> known) {
        if (type != known) {
            cast(type);
        }
    }

    public void newObject(Class<?> type) {
        fences.setNeeded(true);
        asm.visitTypeInsn(NEW, owner.internalName(type));
        asm.visitInsn(DUP);
    }

    /** A new object of the class that is being generated, to be constructed. */
    void newOwn() {
        fences.setNeeded(true);
        asm.visitTypeInsn(NEW, owner.name());
        asm.visitInsn(DUP);
    }

    public void construct(Class<?> type, Class<?>... parameters) {
        construct(owner.internalName(type), descriptor(void.class, parameters));
    }

    /** Constructs an object of the class that is being generated, without arguments. */
    void constructOwn() {
        construct(owner.name(), "()V");
    }

    private void construct(String internalName, String constructorDescriptor) {
        fences.setNeeded(true);
        asm.visitMethodInsn(INVOKESPECIAL, internalName, "<init>", constructorDescriptor, false);
    }

    private static String descriptor(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters).descriptorString();
    }

    /** A new array, of the length on the stack. */
    public void newArray(Class<?> component) {
        fences.setNeeded(true);
        if (component.isPrimitive()) {
            asm.visitIntInsn(
                    NEWARRAY,
                    switch (component.getName()) {
                        case "boolean" -> T_BOOLEAN;
                        case "byte" -> T_BYTE;
                        case "short" -> T_SHORT;
                        case "char" -> T_CHAR;
                        case "int" -> T_INT;
                        case "long" -> T_LONG;
                        case "float" -> T_FLOAT;
                        default -> T_DOUBLE;
                    });
        } else {
            asm.visitTypeInsn(ANEWARRAY, owner.internalName(component));
        }
    }

    void getField(Class<?> fieldOwner, String field, Class<?> type) {
        asm.visitFieldInsn(GETFIELD, owner.internalName(fieldOwner), field, type.descriptorString());
    }

    void putField(Class<?> fieldOwner, String field, Class<?> type) {
        asm.visitFieldInsn(PUTFIELD, owner.internalName(fieldOwner), field, type.descriptorString());
    }

    /**
     * Loads the value of a field that this object inherits from a run-time class, by the descriptor of its declaration.
     * That class is named: in this one the name would mean a constant of an interface first, if there is one (JVMS
     * 5.4.3.2).
     */
    void getInherited(String field) {
        aload(0);
        Field inherited = owner.inheritedField(field);
        getField(inherited.getDeclaringClass(), field, inherited.getType());
    }

    /** Stores the value on the stack in a field of the object below it, which is inherited as that is. */
    void putInherited(String field) {
        Field inherited = owner.inheritedField(field);
        putField(inherited.getDeclaringClass(), field, inherited.getType());
    }

    /** Accesses a field of the class that is being generated. */
    public void ownField(int opcode, String field, String fieldDescriptor) {
        asm.visitFieldInsn(opcode, owner.name(), field, fieldDescriptor);
    }

    /**
     * Calls a method of a run-time class, by the descriptor of its declaration.
     *
     * @param type the class, or one that inherits the method
     * @param method its name
     * @param parameters the types of its parameters; needed only if several methods have this name
     */
    void call(Class<?> type, String method, Class<?>... parameters) {
        fences.setNeeded(true);
        visitMethod(type, RuntimeMembers.method(type, method, parameters));
    }

    /** The same for a method that allocates nothing, whatever its arguments are. */
    void callWithoutAllocation(Class<?> type, String method) {
        visitMethod(type, RuntimeMembers.method(type, method));
    }

    /** Replaces an index and the size below which it has to be, both longs, by the index. */
    void checkIndex() {
        visitMethod(INVOKESTATIC, Objects.class, "checkIndex", "(JJ)J");
    }

    /** Turns an enum constant into its ordinal. */
    void ordinal() {
        visitMethod(INVOKEVIRTUAL, Enum.class, "ordinal", "()I");
    }

    /** Calls a method that this object inherits from a run-time class, by the descriptor of its declaration. */
    void callInherited(String method) {
        callThis(method, owner.inheritedMethod(method).descriptor());
    }

    private void visitMethod(Class<?> type, RuntimeMethod method) {
        int ofObject = type.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
        visitMethod(method.isStatic() ? INVOKESTATIC : ofObject, type, method.name(), method.descriptor());
    }

    private void visitMethod(int opcode, Class<?> type, String method, String methodDescriptor) {
        asm.visitMethodInsn(opcode, owner.internalName(type), method, methodDescriptor, type.isInterface());
    }

    /** Calls a method of a class that is not one of the run-time classes. So do the next two. */
    public void invokeVirtual(Class<?> type, String method, Class<?> result, Class<?>... parameters) {
        fences.setNeeded(true);
        visitMethod(INVOKEVIRTUAL, type, method, descriptor(result, parameters));
    }

    public void invokeInterface(Class<?> type, String method, Class<?> result, Class<?>... parameters) {
        fences.setNeeded(true);
        visitMethod(INVOKEINTERFACE, type, method, descriptor(result, parameters));
    }

    public void invokeStatic(Class<?> type, String method, Class<?> result, Class<?>... parameters) {
        fences.setNeeded(true);
        visitMethod(INVOKESTATIC, type, method, descriptor(result, parameters));
    }

    /** Calls a static method of the class that is being generated. */
    void callOwn(String method, String methodDescriptor) {
        if (takesSegment(methodDescriptor)) {
            fences.make();
        }
        asm.visitMethodInsn(INVOKESTATIC, owner.name(), method, methodDescriptor, false);
        fences.called(owner.needsFenceAfter(method + methodDescriptor), owner.hasFences(method + methodDescriptor));
    }

    /** Calls a method of this object. */
    void callThis(String method, String methodDescriptor) {
        fences.setNeeded(true);
        asm.visitMethodInsn(INVOKEVIRTUAL, owner.name(), method, methodDescriptor, false);
    }

    public void invokeExact(MethodHandle handle) {
        fences.setNeeded(true);
        invokeExact(handle.type().descriptorString());
    }

    private void invokeExact(String methodDescriptor) {
        visitMethod(INVOKEVIRTUAL, MethodHandle.class, "invokeExact", methodDescriptor);
    }

    /** Calls a handle that allocates nothing, whatever its arguments are, unless it throws. */
    void invokeWithoutAllocation(MethodHandle handle) {
        invokeExact(handle.type().descriptorString());
    }

    /** Calls a handle of a field. */
    void invokeField(MethodHandle handle) {
        invokeExact(handle.type().descriptorString());
    }

    /** Accesses a segment by a VarHandle. */
    void accessByHandle(VarHandle handle, AccessMode mode) {
        fences.make();
        String methodDescriptor = handle.accessModeType(mode).descriptorString();
        visitMethod(INVOKEVIRTUAL, VarHandle.class, mode.methodName(), methodDescriptor);
    }

    /** Accesses a segment by a VarHandle's method handle, which is not on the stack. */
    void accessByMethodHandle(MethodType type, LiveConstants.Lazy handle) {
        fences.make();
        data.call(asm, type.descriptorString(), handle);
    }

    /** Accesses a segment by the bulk copy with these parameters. */
    void accessInBulk(Class<?>... parameters) {
        fences.make();
        visitMethod(INVOKESTATIC, MemorySegment.class, "copy", descriptor(void.class, parameters));
    }

    /** Leaves whether the segment on the stack is read-only. */
    void isReadOnly() {
        visitMethod(INVOKEINTERFACE, MemorySegment.class, "isReadOnly", "()Z");
    }

    /** Leaves whether every thread can access the segment on the stack. */
    void isUnconfined() {
        constant(Thread.class, Confinement.NOBODY);
        visitMethod(INVOKEINTERFACE, MemorySegment.class, "isAccessibleBy", "(Ljava/lang/Thread;)Z");
    }

    /** Leaves the scope of the segment on the stack. */
    void scope() {
        visitMethod(INVOKEINTERFACE, MemorySegment.class, "scope", "()Ljava/lang/foreign/MemorySegment$Scope;");
    }

    void getClassOf() {
        visitMethod(INVOKEVIRTUAL, Object.class, "getClass", "()Ljava/lang/Class;");
    }

    public void jump(int opcode, Label label) {
        asm.visitJumpInsn(opcode, label);
        fences.jump(label, opcode != GOTO);
    }

    void lookupSwitch(int[] keys, Label[] labels, Label otherwise) {
        asm.visitLookupSwitchInsn(otherwise, keys, labels);
        for (Label label : labels) {
            fences.jump(label, true);
        }
        fences.jump(otherwise, false);
    }

    public void label(Label label) {
        asm.visitLabel(label);
        fences.label(label);
    }

    void handler(Label start, Label end, Label handler, Class<?> exception) {
        asm.visitTryCatchBlock(start, end, handler, owner.internalName(exception));
        fences.handler(handler);
    }

    /** Emits a loop over 0 to count - 1. The body is passed the number of the loop's local variable. */
    void loop(int count, IntConsumer body) {
        fences.setNeeded(true); // at the start of each turn, if the body allocates
        loop(() -> push(count), body);
    }

    /** The same for a body that accesses segments: each turn begins with a fence made. */
    void loopOfAccesses(int count, IntConsumer body) {
        fences.make();
        loop(() -> push(count), i -> {
            body.accept(i);
            fences.make();
        });
    }

    /**
     * Emits a loop over 0 to count - 1, where {@code count} is the number of a local variable. The body is passed the
     * number of the loop's local variable.
     */
    void loopTo(int count, IntConsumer body) {
        fences.setNeeded(true);
        loop(() -> iload(count), body);
    }

    private void loop(Runnable count, IntConsumer body) {
        Label condition = new Label();
        Label start = new Label();
        insn(ICONST_0);
        int i = storeNew(Type.INT_TYPE);
        boolean needsFence = fences.isNeeded();
        jump(GOTO, condition);
        fences.setNeeded(needsFence);
        label(start);
        body.accept(i);
        increment(i);
        label(condition);
        iload(i);
        count.run();
        jump(IF_ICMPLT, start);
    }

    /** Returns what the descriptor says and ends the method. */
    public void returnAndEnd() {
        insn(Type.getReturnType(descriptor).getOpcode(IRETURN));
        end();
    }

    public void end() {
        asm.visitMaxs(0, 0); // computed
        asm.visitEnd();
        owner.ended(name + descriptor, fences.isNeededAtEnd(), fences.hasFences());
    }
}
