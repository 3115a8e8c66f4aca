package dev.verbatim.emissary;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * An emissary's interface, those of its delegates and its header, which no source file holds. The type of a delegate
 * has a super-interface and that has another one; it may share further ones with other delegates.
 *
 * @param delegates how many delegates there are
 * @param methods what they declare
 */
record InventedInterfaces(int delegates, List<InventedMethod> methods) {

    private static final int LEVELS = 3;

    /** How a delegate's type declares a method. */
    enum Kind {
        ABSTRACT,
        DEFAULT,
        STATIC
    }

    /**
     * A method. Its name is its number, so that it has no other signature.
     *
     * @param kind how it is declared
     * @param parameters its parameters
     * @param result its result
     * @param owners has a bit for each delegate; with none, the first delegate has it
     * @param level in which of the interfaces of a delegate it is declared, from the most general
     * @param isCommon whether the delegates have it from one interface
     * @param isOverridden whether the emissary's interface has a default method for it
     * @param isCovariant whether delegates' types declare it again with a {@code String} for a result, where it is an
     *     {@code Object}
     */
    record InventedMethod(
            Kind kind,
            List<Class<?>> parameters,
            Class<?> result,
            int owners,
            int level,
            boolean isCommon,
            boolean isOverridden,
            boolean isCovariant) {

        boolean isDeclaredAgain() {
            return isCovariant && kind == Kind.ABSTRACT && result == Object.class;
        }

        String descriptor(Class<?> resultType) {
            return Type.getMethodDescriptor(
                    Type.getType(resultType),
                    parameters.stream().map(Type::getType).toArray(Type[]::new));
        }
    }

    /**
     * The interfaces, loaded.
     *
     * @param emissary the emissary's
     * @param delegates those of the delegates
     * @param header the header, whose parameters have names
     * @param lookup the header's own
     */
    record Defined(Class<?> emissary, List<Class<?>> delegates, Class<?> header, Lookup lookup) {}

    static String methodName(int method) {
        return "m" + method + "_";
    }

    static String delegateName(int delegate) {
        return "delegate" + (char) ('A' + delegate);
    }

    /** The numbers of the delegates that have a method. */
    List<Integer> owners(InventedMethod method) {
        List<Integer> owners = IntStream.range(0, delegates)
                .filter(i -> (method.owners() >>> i & 1) != 0)
                .boxed()
                .toList();
        return owners.isEmpty() ? List.of(0) : owners;
    }

    /** Loads the interfaces, in a class loader of their own. */
    Defined define() {
        Loader loader = new Loader();
        for (int i = 0; i < methods.size(); i++) {
            if (isCommon(methods.get(i))) {
                ClassWriter common = begin(common(i));
                declare(common, i, methods.get(i).result());
                loader.define(common);
            }
        }
        List<Class<?>> types = new ArrayList<>();
        for (int i = 0; i < delegates; i++) {
            Class<?> type = null;
            for (int level = 0; level < LEVELS; level++) {
                type = loader.define(delegate(i, level));
            }
            types.add(type);
        }
        Class<?> emissary = loader.define(emissary());
        Class<?> header = loader.define(header());
        try {
            return new Defined(
                    emissary, types, header, (Lookup) header.getMethod("lookup").invoke(null));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the invented interfaces", e);
        }
    }

    private boolean isCommon(InventedMethod method) {
        return method.isCommon()
                && method.kind() != Kind.STATIC
                && owners(method).size() > 1;
    }

    private static String common(int method) {
        return "invented/Common" + method;
    }

    private static String delegate(String suffix, int delegate) {
        return "invented/Delegate" + delegate + suffix;
    }

    private static String level(int delegate, int level) {
        return delegate(level == LEVELS - 1 ? "" : "Level" + level, delegate);
    }

    private ClassWriter delegate(int delegate, int level) {
        List<String> parents = new ArrayList<>();
        if (level > 0) {
            parents.add(level(delegate, level - 1));
        }
        boolean isLast = level == LEVELS - 1;
        for (int i = 0; i < methods.size() && isLast; i++) {
            if (isCommon(methods.get(i)) && owners(methods.get(i)).contains(delegate)) {
                parents.add(common(i));
            }
        }
        ClassWriter writer = begin(level(delegate, level), parents.toArray(String[]::new));
        for (int i = 0; i < methods.size(); i++) {
            InventedMethod method = methods.get(i);
            if (!owners(method).contains(delegate)) {
                continue;
            }
            if (method.level() == level && !isCommon(method)) {
                declare(writer, i, method.result());
            }
            if (isLast && method.isDeclaredAgain()) {
                declare(writer, i, String.class);
            }
        }
        return writer;
    }

    private ClassWriter emissary() {
        ClassWriter writer = begin(
                "invented/Emissary",
                IntStream.range(0, delegates).mapToObj(i -> delegate("", i)).toArray(String[]::new));
        for (int i = 0; i < methods.size(); i++) {
            InventedMethod method = methods.get(i);
            if (method.isOverridden() && method.kind() != Kind.STATIC) {
                returnNothing(writer, ACC_PUBLIC, methodName(i), method.descriptor(method.result()));
                if (method.isDeclaredAgain()) {
                    returnNothing(writer, ACC_PUBLIC, methodName(i), method.descriptor(String.class));
                }
            }
        }
        return writer;
    }

    private ClassWriter header() {
        ClassWriter writer = begin("invented/Header");
        Type[] parameters = IntStream.range(0, delegates)
                .mapToObj(i -> Type.getObjectType(delegate("", i)))
                .toArray(Type[]::new);
        MethodVisitor maker = writer.visitMethod(
                ACC_PUBLIC | ACC_ABSTRACT,
                "of",
                Type.getMethodDescriptor(Type.getObjectType("invented/Emissary"), parameters),
                null,
                null);
        for (int i = 0; i < delegates; i++) {
            maker.visitParameter(delegateName(i), 0);
        }
        maker.visitEnd();
        giveAwayLookup(writer);
        return writer;
    }

    /** Adds a static method {@code lookup()}, which returns the interface's own lookup. */
    static void giveAwayLookup(ClassWriter writer) {
        String lookup = "()Ljava/lang/invoke/MethodHandles$Lookup;";
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "lookup", lookup, null, null);
        code.visitCode();
        code.visitMethodInsn(INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", lookup, false);
        code.visitInsn(ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static ClassWriter begin(String name, String... parents) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V22, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, name, null, "java/lang/Object", parents);
        return writer;
    }

    private void declare(ClassWriter writer, int number, Class<?> result) {
        InventedMethod method = methods.get(number);
        String name = methodName(number);
        String descriptor = method.descriptor(result);
        switch (method.kind()) {
            case ABSTRACT ->
                writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, name, descriptor, null, null)
                        .visitEnd();
            case DEFAULT -> returnNothing(writer, ACC_PUBLIC, name, descriptor);
            case STATIC -> returnNothing(writer, ACC_PUBLIC | ACC_STATIC, name, descriptor);
        }
    }

    /** A method that returns null or zero. */
    private static void returnNothing(ClassWriter writer, int access, String name, String descriptor) {
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        Type result = Type.getReturnType(descriptor);
        switch (result.getSort()) {
            case Type.VOID -> {}
            case Type.LONG -> code.visitInsn(LCONST_0);
            case Type.FLOAT -> code.visitInsn(FCONST_0);
            case Type.DOUBLE -> code.visitInsn(DCONST_0);
            case Type.OBJECT, Type.ARRAY -> code.visitInsn(ACONST_NULL);
            default -> code.visitInsn(ICONST_0);
        }
        code.visitInsn(result.getOpcode(IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static final class Loader extends ClassLoader {

        Loader() {
            super(InventedInterfaces.class.getClassLoader());
        }

        Class<?> define(ClassWriter writer) {
            writer.visitEnd();
            byte[] bytes = writer.toByteArray();
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
