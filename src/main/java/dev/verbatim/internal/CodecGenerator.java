package dev.verbatim.internal;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.Member.Handles;
import dev.verbatim.internal.Member.NestField;
import dev.verbatim.internal.SegmentKinds.Kind;
import dev.verbatim.internal.runtime.GeneratedCodec;
import dev.verbatim.internal.runtime.GeneratedReusableCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Writes the hidden class of a binding: a codec with one straight-line method for each direction and kind of segment.
 *
 * <p>For a class {@code Tick} the result reads like this, with {@code Mapped}, {@code HeapBytes} and {@code HeapLongs} beside
 * {@code Native}, and {@code readInto} made in the same way:
 *
 * <pre>{@code
 * final class Tick$$Codec extends GeneratedReusableCodec {
 *     public void write(Object value, MemorySegment segment, long offset) {
 *         Tick dto = (Tick) value;
 *         try {
 *             Class<?> kind = segment.getClass();
 *             if (kind == NATIVE) writeNative(dto, segment, offset);
 *             else writeGeneral(dto, segment, offset);
 *         } catch (RuntimeException fault) {
 *             throw explainWrite(fault, dto, segment, offset);
 *         }
 *     }
 *
 *     private static void writeNative(Tick dto, MemorySegment segment, long offset) {
 *         if (segment.getClass() != NATIVE) throw null;
 *         SET_TIME.invokeExact(segment, offset, dto.time);     // from VarHandles of the struct's layout and a path
 *         SET_PRICE.invokeExact(segment, offset, dto.price);
 *     }
 * }
 * }</pre>
 *
 * <p>{@code docs/performance.md} has the measurements behind this shape.
 */
public final class CodecGenerator {

    /**
     * The most members that one method accesses. HotSpot compiles no method over 8,000 bytes of bytecode, but the compilers' other
     * limits come first: C1 recurses over the blocks of a method and runs out of stack, which ends the JVM, at about 200
     * members (JDK 25; 64 take less than a quarter of the stack), and C2 inlines ever less.
     */
    private static final int MAX_MEMBERS_PER_METHOD = 64;

    /**
     * Up to this many members are accessed through the VarHandles' method handles, which parse into fewer nodes: a codec that is
     * inlined into its caller then stays below the count at which C2 stops inlining, and leaves the caller some. (18 members held
     * in an instance field: a read takes about 7 ns, with VarHandles 11.) From 48 members on, method handles now and then do not inline at
     * all, and cost twenty times as much; VarHandles always do.
     */
    private static final int MAX_MEMBERS_BY_METHOD_HANDLE = 24;

    private static final String OBJECT = "java/lang/Object";
    private static final String SEGMENT = "Ljava/lang/foreign/MemorySegment;";
    private static final String FAULT = "java/lang/RuntimeException";

    /** What a generated method does. The DTO, where one is passed, comes before the segment and the offset. */
    private enum Operation {
        WRITE("write", true),
        READ_INTO("readInto", true),
        READ("read", false);

        final String method;
        final boolean takesDto;

        Operation(String method, boolean takesDto) {
            this.method = method;
            this.takesDto = takesDto;
        }

        String descriptor(String dto) {
            return takesDto ? "(" + dto + SEGMENT + "J)V" : "(" + SEGMENT + "J)" + dto;
        }

        String explainMethod() {
            return "explain" + Character.toUpperCase(method.charAt(0)) + method.substring(1);
        }

        String explainDescriptor() {
            return "(L" + FAULT + ";" + (takesDto ? "L" + OBJECT + ";" : "") + SEGMENT + "J)L" + FAULT + ";";
        }

        int returnOpcode() {
            return takesDto ? RETURN : ARETURN;
        }
    }

    private final Binding<?> binding;
    private final ClassData classData = new ClassData();
    private final ClassWriter classWriter = new FrameComputingWriter();
    private final String className;
    private final String superName;

    /** The type by which generated code knows the DTO: its own where it can be named, else Object. */
    private final Type dto;

    private final boolean byMethodHandle;

    /** The method handles by access mode and member, so that each is made once and not for each kind of segment. */
    private final Map<String, MethodHandle> accesses = new HashMap<>();

    private CodecGenerator(Binding<?> binding) {
        this.binding = binding;
        this.byMethodHandle = binding.members().size() <= MAX_MEMBERS_BY_METHOD_HANDLE;
        Class<?> hostClass = binding.host().lookupClass();
        // A hidden class's simple name has a slash, which would end the package.
        String simpleName = binding.type().getSimpleName().replace('/', '_') + "$$Codec";
        this.className = hostClass.getPackageName().isEmpty()
                ? simpleName
                : hostClass.getPackageName().replace('.', '/') + "/" + simpleName;
        this.superName =
                Type.getInternalName(binding.isRecord() ? GeneratedCodec.class : GeneratedReusableCodec.class);
        this.dto = Type.getType(binding.nestmate() ? binding.type() : Object.class);
    }

    /**
     * Generates the codec of a binding.
     *
     * @param binding the binding
     * @param <T> the DTO type
     * @return the codec; of a class also a {@link dev.verbatim.ReusableCodec}
     */
    @SuppressWarnings("unchecked") // the class is generated from this binding
    public static <T> GeneratedCodec<T> generate(Binding<T> binding) {
        CodecGenerator generator = new CodecGenerator(binding);
        byte[] bytes = generator.classFile();
        // The superclass is in a package that no module sees at compile time.
        CodecGenerator.class
                .getModule()
                .addExports(
                        GeneratedCodec.class.getPackageName(), binding.host().lookupClass().getModule());
        try {
            Lookup generated = binding.host()
                    .defineHiddenClassWithClassData(bytes, generator.classData.toList(), true, ClassOption.NESTMATE);
            MethodHandle constructor =
                    generated.findConstructor(generated.lookupClass(), MethodType.methodType(void.class));
            return (GeneratedCodec<T>) constructor.invoke();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "cannot define the codec of " + binding.type().getName() + "; its class loader must see dev.verbatim", e);
        }
    }

    private byte[] classFile() {
        classWriter.visit(V22, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, className, null, superName, null);
        constructor();
        byteSize();
        operation(Operation.WRITE);
        if (binding.isRecord()) {
            operation(Operation.READ);
            if (binding.components().size() > MAX_MEMBERS_PER_METHOD) {
                binding.components().forEach(this::getterMethod);
            }
        } else {
            operation(Operation.READ_INTO);
            if (binding.factory() != null) {
                newInstance(binding.factory());
            }
        }
        classWriter.visitEnd();
        return classWriter.toByteArray();
    }

    private void constructor() {
        MethodVisitor code = begin(ACC_PRIVATE, "<init>", "()V");
        code.visitVarInsn(ALOAD, 0);
        classData.load(code, Object.class, binding);
        code.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "(L" + OBJECT + ";)V", false);
        code.visitInsn(RETURN);
        end(code);
    }

    private void byteSize() {
        MethodVisitor code = begin(ACC_PUBLIC, "byteSize", "()J");
        code.visitLdcInsn(binding.layout().byteSize());
        code.visitInsn(LRETURN);
        end(code);
    }

    private void newInstance(MethodHandle factory) {
        MethodVisitor code = begin(ACC_PROTECTED, "newInstance", "()L" + OBJECT + ";");
        classData.load(code, MethodHandle.class, factory);
        invokeExact(code, "()L" + OBJECT + ";");
        code.visitInsn(ARETURN);
        end(code);
    }

    /** The public method that chooses the method of the segment's kind, and that method for each kind. */
    private void operation(Operation operation) {
        MethodVisitor code = begin(ACC_PUBLIC, operation.method, operation.descriptor("L" + OBJECT + ";"));
        int segment = operation.takesDto ? 2 : 1;
        int offset = segment + 1;
        int local = offset + 2;
        if (operation.takesDto && binding.nestmate()) {
            code.visitVarInsn(ALOAD, 1);
            code.visitTypeInsn(CHECKCAST, dto.getInternalName());
            code.visitVarInsn(ASTORE, 1);
        }
        Label start = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(start, handler, handler, FAULT);
        code.visitLabel(start);
        code.visitVarInsn(ALOAD, segment);
        getClass(code);
        code.visitVarInsn(ASTORE, local);
        for (Kind kind : SegmentKinds.KINDS) {
            Label next = new Label();
            code.visitVarInsn(ALOAD, local);
            classData.load(code, Class.class, kind.segmentClass());
            code.visitJumpInsn(IF_ACMPNE, next);
            callAndReturn(code, operation, operation.method + kind.name(), segment);
            code.visitLabel(next);
        }
        callAndReturn(code, operation, operation.method + "General", segment);
        code.visitLabel(handler);
        code.visitVarInsn(ASTORE, local);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, local);
        loadArguments(code, operation, segment);
        code.visitMethodInsn(
                INVOKEVIRTUAL, className, operation.explainMethod(), operation.explainDescriptor(), false);
        code.visitInsn(ATHROW);
        end(code);
        for (Kind kind : SegmentKinds.KINDS) {
            kindMethod(operation, operation.method + kind.name(), kind);
        }
        kindMethod(operation, operation.method + "General", null);
    }

    private void callAndReturn(MethodVisitor code, Operation operation, String method, int segment) {
        loadArguments(code, operation, segment);
        code.visitMethodInsn(INVOKESTATIC, className, method, operation.descriptor(dto.getDescriptor()), false);
        code.visitInsn(operation.returnOpcode());
    }

    private static void loadArguments(MethodVisitor code, Operation operation, int segment) {
        if (operation.takesDto) {
            code.visitVarInsn(ALOAD, segment - 1);
        }
        code.visitVarInsn(ALOAD, segment);
        code.visitVarInsn(LLOAD, segment + 1);
    }

    /** The code for one kind of segment; for any kind, where it is null. Too many members are shared out among several methods. */
    private void kindMethod(Operation operation, String method, @Nullable Kind kind) {
        List<Member> members = binding.members();
        // A record's constructor takes all its parameters, at most 255, at once.
        if (operation == Operation.READ || members.size() <= MAX_MEMBERS_PER_METHOD) {
            accessMethod(operation, method, kind, members);
            return;
        }
        MethodVisitor code = begin(ACC_PRIVATE | ACC_STATIC, method, operation.descriptor(dto.getDescriptor()));
        for (int from = 0; from < members.size(); from += MAX_MEMBERS_PER_METHOD) {
            int to = Math.min(from + MAX_MEMBERS_PER_METHOD, members.size());
            String part = method + from;
            accessMethod(operation, part, kind, members.subList(from, to));
            loadArguments(code, operation, 1);
            code.visitMethodInsn(INVOKESTATIC, className, part, operation.descriptor(dto.getDescriptor()), false);
        }
        code.visitInsn(RETURN);
        end(code);
    }

    /** Straight-line code, an access for each member. */
    private void accessMethod(Operation operation, String method, @Nullable Kind kind, List<Member> members) {
        MethodVisitor code = begin(ACC_PRIVATE | ACC_STATIC, method, operation.descriptor(dto.getDescriptor()));
        int segment = operation.takesDto ? 1 : 0;
        requireKind(code, kind, segment);
        switch (operation) {
            case WRITE -> members.forEach(member -> writeMember(code, member));
            case READ_INTO -> members.forEach(member -> readMember(code, member));
            case READ -> newRecord(code, segment);
        }
        code.visitInsn(operation.returnOpcode());
        end(code);
    }

    /**
     * The caller has tested the segment's class. The test is repeated because it is what tells C2 the exact class where it
     * compiles this method on its own; where the method is inlined the second test folds away.
     */
    private void requireKind(MethodVisitor code, @Nullable Kind kind, int segment) {
        if (kind == null) {
            return;
        }
        Label same = new Label();
        code.visitVarInsn(ALOAD, segment);
        getClass(code);
        classData.load(code, Class.class, kind.segmentClass());
        code.visitJumpInsn(IF_ACMPEQ, same);
        code.visitInsn(ACONST_NULL);
        code.visitInsn(ATHROW);
        code.visitLabel(same);
    }

    private void writeMember(MethodVisitor code, Member member) {
        String carrier = Type.getDescriptor(member.carrier());
        loadAddress(code, member, AccessMode.SET, 1);
        switch (member.accessor()) {
            case NestField field -> {
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, Type.getInternalName(field.owner()), field.name(), carrier);
            }
            case Handles handles -> {
                classData.load(code, MethodHandle.class, handles.getter());
                code.visitVarInsn(ALOAD, 0);
                invokeExact(code, handles.getter().type().descriptorString());
            }
        }
        access(code, AccessMode.SET, "(" + SEGMENT + "J" + carrier + ")V");
    }

    private void readMember(MethodVisitor code, Member member) {
        switch (member.accessor()) {
            case NestField field -> {
                code.visitVarInsn(ALOAD, 0);
                loadValue(code, member, 1);
                code.visitFieldInsn(
                        PUTFIELD,
                        Type.getInternalName(field.owner()),
                        field.name(),
                        Type.getDescriptor(member.carrier()));
            }
            case Handles handles -> {
                MethodHandle setter = Objects.requireNonNull(handles.setter(), "a record is not filled");
                classData.load(code, MethodHandle.class, setter);
                code.visitVarInsn(ALOAD, 0);
                loadValue(code, member, 1);
                invokeExact(code, setter.type().descriptorString());
            }
        }
    }

    private void newRecord(MethodVisitor code, int segment) {
        MethodHandle constructor = binding.factory();
        if (constructor == null) {
            code.visitTypeInsn(NEW, dto.getInternalName());
            code.visitInsn(DUP);
        } else {
            classData.load(code, MethodHandle.class, constructor);
        }
        StringBuilder parameters = new StringBuilder();
        boolean inPlace = binding.components().size() <= MAX_MEMBERS_PER_METHOD;
        for (Member component : binding.components()) {
            if (inPlace) {
                loadValue(code, component, segment);
            } else {
                code.visitVarInsn(ALOAD, segment);
                code.visitVarInsn(LLOAD, segment + 1);
                code.visitMethodInsn(INVOKESTATIC, className, getter(component), getterDescriptor(component), false);
            }
            parameters.append(Type.getDescriptor(component.carrier()));
        }
        if (constructor == null) {
            code.visitMethodInsn(INVOKESPECIAL, dto.getInternalName(), "<init>", "(" + parameters + ")V", false);
        } else {
            invokeExact(code, constructor.type().descriptorString());
        }
    }

    /** A method that loads one component, where one method would have too many. The compilers inline as many as they can take. */
    private void getterMethod(Member component) {
        MethodVisitor code = begin(ACC_PRIVATE | ACC_STATIC, getter(component), getterDescriptor(component));
        loadValue(code, component, 0);
        code.visitInsn(Type.getType(component.carrier()).getOpcode(IRETURN));
        end(code);
    }

    private String getter(Member component) {
        return "get" + binding.components().indexOf(component); // a component's name need not be a method's
    }

    private static String getterDescriptor(Member component) {
        return "(" + SEGMENT + "J)" + Type.getDescriptor(component.carrier());
    }

    private void loadValue(MethodVisitor code, Member member, int segment) {
        loadAddress(code, member, AccessMode.GET, segment);
        access(code, AccessMode.GET, "(" + SEGMENT + "J)" + Type.getDescriptor(member.carrier()));
    }

    /**
     * Loads what an access starts with: the member's handle, the segment, and the struct's offset in it. All members' handles
     * make the same check, that the whole struct lies within the segment. C2 makes it once, before the first store.
     */
    private void loadAddress(MethodVisitor code, Member member, AccessMode mode, int segment) {
        if (byMethodHandle) {
            MethodHandle access = accesses.computeIfAbsent(
                    mode.methodName() + " " + member.name(), _ -> member.handle().toMethodHandle(mode));
            classData.load(code, MethodHandle.class, access);
        } else {
            classData.load(code, VarHandle.class, member.handle());
        }
        code.visitVarInsn(ALOAD, segment);
        code.visitVarInsn(LLOAD, segment + 1);
    }

    private MethodVisitor begin(int access, String name, String descriptor) {
        MethodVisitor code = classWriter.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    private static void end(MethodVisitor code) {
        code.visitMaxs(0, 0); // computed
        code.visitEnd();
    }

    private static void getClass(MethodVisitor code) {
        code.visitMethodInsn(INVOKEVIRTUAL, OBJECT, "getClass", "()Ljava/lang/Class;", false);
    }

    private static void invokeExact(MethodVisitor code, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
    }

    private void access(MethodVisitor code, AccessMode mode, String descriptor) {
        if (byMethodHandle) {
            invokeExact(code, descriptor);
        } else {
            code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/VarHandle", mode.methodName(), descriptor, false);
        }
    }

    /** Computes stack maps without loading classes: where types meet here, Object is all that is needed. */
    private static final class FrameComputingWriter extends ClassWriter {
        FrameComputingWriter() {
            super(COMPUTE_FRAMES);
        }

        @Override
        protected String getCommonSuperClass(String first, String second) {
            return OBJECT;
        }
    }
}
