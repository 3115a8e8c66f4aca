package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodHandles.publicLookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.internal.runtime.GeneratedCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;

/** Types that a lookup does not reach, and lookups that reach too little: the lines that say why, and what helps. */
class AccessMismatchTest {

    private static final StructLayout M0 = structLayout(JAVA_INT.withName("m0"));
    private static final String RUNTIME = GeneratedCodec.class.getName();

    private static List<String> mismatches(Executable attempt) {
        return assertThrowsExactly(LayoutMismatchException.class, attempt).mismatches();
    }

    /** A class loader that knows no class of the application, as one of a container may not. */
    private static final class Alone extends ClassLoader {

        private final boolean seesExports;

        Alone() {
            this(false);
        }

        /** Takes whether it finds what Verbatim exports, as the loader of a module in a layer does. */
        Alone(boolean seesExports) {
            super(null);
            this.seesExports = seesExports;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (seesExports && name.startsWith("dev.verbatim.") && !name.startsWith("dev.verbatim.internal.")) {
                return Class.forName(name);
            }
            throw new ClassNotFoundException(name);
        }

        Class<?> define(byte[] classFile) {
            return defineClass(null, classFile, 0, classFile.length);
        }

        /** A lookup of a class of this loader, which that class gave away. */
        Lookup lookup() throws ReflectiveOperationException {
            ClassWriter writer = writer("alone/Giver");
            String descriptor = "()Ljava/lang/invoke/MethodHandles$Lookup;";
            MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "lookup", descriptor, null, null);
            code.visitCode();
            code.visitMethodInsn(INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", descriptor, false);
            code.visitInsn(ARETURN);
            code.visitMaxs(1, 0);
            AccessMismatchTest.class.getModule().addReads(getUnnamedModule());
            return (Lookup) define(writer.toByteArray()).getMethod("lookup").invoke(null);
        }
    }

    private static ClassWriter writer(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(V22, ACC_PUBLIC, name, null, "java/lang/Object", null);
        return writer;
    }

    private static <T> List<String> mismatchesOfClass(Lookup lookup, Class<T> type, StructLayout layout) {
        return mismatches(() -> StructCodec.ofClass(lookup, type, layout));
    }

    @Test
    void theClassLoaderOfTheLookupHasToFindVerbatim() throws ReflectiveOperationException {
        Alone loader = new Alone();
        Lookup lookup = loader.lookup();
        Class<?> dto = loader.define(GeneratedDtos.mutableClass("alone.Dto", List.of(int.class)));

        assertEquals(
                List.of("lookup: the class loader of alone.Dto does not find Verbatim; pass MethodHandles.lookup() from"
                        + " a class whose class loader finds this " + RUNTIME),
                mismatchesOfClass(lookup, dto, M0));
    }

    @Test
    void theClassLoaderOfTheLookupHasToFindMoreThanTheExports() throws ReflectiveOperationException {
        Alone loader = new Alone(true);
        Lookup lookup = loader.lookup();
        Class<?> dto = loader.define(GeneratedDtos.mutableClass("alone.Dto", List.of(int.class)));

        assertEquals(
                List.of("lookup: the class loader of alone.Dto finds only what Verbatim exports, as in a module layer"
                        + " with a loader for each module; pass MethodHandles.lookup() from a class whose class loader"
                        + " finds this " + RUNTIME),
                mismatchesOfClass(lookup, dto, M0));
    }

    @Test
    void theClassLoaderOfTheLookupHasToFindThisVerbatim() throws ReflectiveOperationException {
        Alone loader = new Alone();
        Lookup lookup = loader.lookup();
        Class<?> dto = loader.define(GeneratedDtos.mutableClass("alone.Dto", List.of(int.class)));
        loader.define(writer(RUNTIME.replace('.', '/')).toByteArray());

        assertEquals(
                List.of("lookup: the class loader of alone.Dto has another Verbatim than this one; pass"
                        + " MethodHandles.lookup() from a class whose class loader finds this " + RUNTIME),
                mismatchesOfClass(lookup, dto, M0));
    }

    interface Open extends StructView {}

    @Test
    void soHasThatOfAView() throws ReflectiveOperationException {
        Lookup lookup = new Alone().lookup();
        assertEquals(
                List.of(
                        Open.class.getName() + ": is not accessible to alone.Giver: it is not public; make it public in"
                                + " an exported package, or bind it in its own module",
                        "lookup: the class loader of alone.Giver does not find Verbatim; pass MethodHandles.lookup()"
                                + " from a class whose class loader finds this " + RUNTIME),
                mismatches(() -> ViewFactory.of(lookup, Open.class, M0)));
    }

    /** A class of the JDK with public fields, whose module Verbatim does not read. */
    @Test
    void aModuleThatIsNotRead() throws ClassNotFoundException {
        assumeTrue(ModuleLayer.boot().findModule("java.desktop").isPresent(), "needs java.desktop");
        Class<?> point = Class.forName("java.awt.Point", false, ClassLoader.getSystemClassLoader());
        String ending = " is not accessible to " + AccessMismatchTest.class.getName()
                + "; have module dev.verbatim read module java.desktop, or bind it in its own module (module"
                + " dev.verbatim does not read module java.desktop)";
        assertEquals(
                List.of(
                        "x: the layout has int (byteSize=4, offset=0), the field `int x`" + ending,
                        "y: the layout has int (byteSize=4, offset=4), the field `int y`" + ending),
                mismatchesOfClass(lookup(), point, structLayout(littleInt("x"), littleInt("y"))));
    }

    private static MemoryLayout littleInt(String name) {
        return JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName(name);
    }

    /** The module of the DTO cannot make the codec itself. */
    @Test
    void aWeakLookupAndAModuleThatDoesNotReadVerbatim() {
        assertEquals(
                List.of("lookup: " + publicLookup() + " has no full privilege access; pass MethodHandles.lookup() from"
                        + " a class in a module that reads dev.verbatim"),
                mismatchesOfClass(publicLookup(), AtomicInteger.class, structLayout(JAVA_INT.withName("value"))));
    }
}
