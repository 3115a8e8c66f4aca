package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PROTECTED;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.internal.codegen.RuntimeMembers.RuntimeMethod;
import dev.verbatim.internal.runtime.GeneratedView;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Type;

/** A hidden class in the making: its class file and its live objects. It becomes a nestmate of the host's class. */
public final class HiddenClass {

    /** How many constants a class may have, and how many bytes a method: their numbers have 16 bits. */
    private static final int MOST_IN_CLASS_FILE = 0xffff;

    private final Lookup host;
    private final Class<?> superclass;
    private final String name;
    private final ClassData data;
    private final ClassWriter writer = new FrameComputingWriter();
    /** Kept because the same few are needed again and again: ASM makes them anew each time, letter by letter. */
    private final IdentityHashMap<Class<?>, String> internalNames = new IdentityHashMap<>();

    private final Set<String> methodsWithoutAllocation = new HashSet<>();
    private final Set<String> methodsWithFences = new HashSet<>();
    private boolean isOnHeap;
    private int methods;

    /** {@return the simple name of a class, for that of a generated one} */
    static String nameOf(Class<?> type) {
        try {
            return type.getSimpleName();
        } catch (IncompatibleClassChangeError e) {
            // Made from the class file of a nested class, it does not find itself in the class around that.
            return type.getName().substring(type.getName().lastIndexOf('.') + 1);
        }
    }

    /**
     * Begins a class.
     *
     * @param host the lookup on the class in whose nest and package it will be
     * @param simpleName its name
     * @param superclass what it extends: a class of the runtime package, or Object
     * @param interfaces what it implements
     */
    public HiddenClass(Lookup host, String simpleName, Class<?> superclass, Class<?>... interfaces) {
        this.host = host;
        this.superclass = superclass;
        this.data = new ClassData(superclass != Object.class);
        String packageName = host.lookupClass().getPackageName();
        // A hidden class's simple name has a slash, which would end the package.
        String className = simpleName.replace('/', '_');
        this.name = packageName.isEmpty() ? className : packageName.replace('.', '/') + "/" + className;
        String[] interfaceNames = new String[interfaces.length];
        for (int i = 0; i < interfaces.length; i++) {
            interfaceNames[i] = Type.getInternalName(interfaces[i]);
        }
        writer.visit(
                V22,
                ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC,
                name,
                null,
                Type.getInternalName(superclass),
                interfaceNames);
    }

    /** Its internal name. */
    String name() {
        return name;
    }

    /** The internal name of another class. */
    String internalName(Class<?> type) {
        String known = internalNames.get(type);
        if (known == null) {
            known = Type.getInternalName(type);
            internalNames.put(type, known);
        }
        return known;
    }

    /** Says that all segments which this class accesses are on the heap. */
    void useHeapOnly() {
        isOnHeap = true;
    }

    boolean isOnHeap() {
        return isOnHeap;
    }

    /** Called at the end of a method. */
    void ended(String method, boolean needsFence, boolean hasFences) {
        if (!needsFence) {
            methodsWithoutAllocation.add(method);
        }
        if (hasFences) {
            methodsWithFences.add(method);
        }
    }

    /** Whether a static method may have allocated since its last fence; one that is not written yet may. */
    boolean needsFenceAfter(String method) {
        return !methodsWithoutAllocation.contains(method);
    }

    /** Whether a static method has fences, or calls one that has; of one that is not written yet it is not known. */
    boolean hasFences(String method) {
        return methodsWithFences.contains(method);
    }

    /** Begins a method. */
    public Code method(int access, String methodName, String descriptor) {
        return new Code(
                this,
                writer.visitMethod(access, methodName, descriptor, null, null),
                data,
                access,
                methodName,
                descriptor);
    }

    /** Begins a method that overrides or implements the one of this name of a run-time class. */
    Code override(String methodName) {
        RuntimeMethod overridden = inheritedMethod(methodName);
        int access = overridden.modifiers() & (ACC_PUBLIC | ACC_PROTECTED);
        return method(access, methodName, overridden.descriptor());
    }

    /** The method of a name that the class inherits. */
    RuntimeMethod inheritedMethod(String methodName) {
        return RuntimeMembers.method(superclass, methodName);
    }

    /** A field of the superclass. */
    Field inheritedField(String fieldName) {
        return RuntimeMembers.field(superclass, fieldName);
    }

    /** Begins a private static method, whose name is made from a stem. */
    Code helper(String stem, String descriptor) {
        return method(ACC_PRIVATE | ACC_STATIC, stem + "$" + methods++, descriptor);
    }

    /** Adds the constructor, which passes the binding on to the superclass. */
    void constructor(Object binding) {
        Code code = method(ACC_PRIVATE, "<init>", "()V");
        code.aload(0);
        code.constant(Object.class, binding);
        code.construct(superclass, Object.class);
        code.returnAndEnd();
    }

    /** Adds a field. */
    public void field(int access, String fieldName, String descriptor) {
        FieldVisitor field = writer.visitField(access, fieldName, descriptor, null, null);
        field.visitEnd();
    }

    /** The class file. */
    byte[] toByteArray() {
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * Defines the class and makes an instance of it, with its constructor without arguments.
     *
     * @param what what it is, as messages name it
     */
    public Object define(String what) {
        Lookup generated = defineClass(what);
        try {
            return generated
                    .findConstructor(generated.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw undefined(what, e);
        }
    }

    /**
     * Defines the class.
     *
     * @param what what it is, as messages name it
     * @return a lookup on it
     */
    public Lookup defineClass(String what) {
        byte[] bytes = classFile(what);
        if (superclass != Object.class) {
            // The superclass is in a package that no module sees at compile time.
            HiddenClass.class
                    .getModule()
                    .addExports(superclass.getPackageName(), host.lookupClass().getModule());
        }
        try {
            return host.defineHiddenClassWithClassData(bytes, data.toList(), true, ClassOption.NESTMATE);
        } catch (IllegalAccessException | RuntimeException | LinkageError e) {
            throw undefined(what, e);
        }
    }

    /** The class file, or what does not fit into one. */
    private byte[] classFile(String what) {
        try {
            return toByteArray();
        } catch (ClassTooLargeException e) {
            throw tooLarge(what, "its class would have " + e.getConstantPoolCount() + " constants", e);
        } catch (MethodTooLargeException e) {
            throw tooLarge(what, "its method " + e.getMethodName() + " would have " + e.getCodeSize() + " bytes", e);
        }
    }

    private LayoutMismatchException tooLarge(String what, String found, RuntimeException cause) {
        LayoutMismatchException mismatch = new LayoutMismatchException(
                "cannot make the " + what,
                List.of("too many members: " + found + ", and Java allows " + MOST_IN_CLASS_FILE + "; " + remedy()));
        mismatch.initCause(cause);
        return mismatch;
    }

    /** A nested struct has a view of its own, but no codec of its own: what all elements share is there once. */
    private String remedy() {
        if (superclass == Object.class) {
            return "split it"; // no codec and no view
        }
        return superclass == GeneratedView.class
                ? "nest members in structs, each with a view interface of its own"
                : "make members that are alike an array or a list";
    }

    private static IllegalStateException undefined(String what, Throwable cause) {
        return new IllegalStateException("cannot define the " + what, cause);
    }

    /** Computes stack maps without loading classes: where types meet here, Object is all that is needed. */
    private static final class FrameComputingWriter extends ClassWriter {
        FrameComputingWriter() {
            super(COMPUTE_FRAMES);
        }

        @Override
        protected String getCommonSuperClass(String first, String second) {
            return "java/lang/Object";
        }
    }
}
