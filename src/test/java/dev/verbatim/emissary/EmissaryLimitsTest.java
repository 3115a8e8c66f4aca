package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;

/**
 * Emissaries of as many delegates as there can be. A method has at most 255 arguments, one of which is its object; what
 * makes an emissary is a constructor that is called by a method handle, which takes another one.
 */
class EmissaryLimitsTest {

    interface Part extends StructView {
        ViewFactory<Part> VIEWS =
                ViewFactory.of(lookup(), Part.class, Layouts.struct(ValueLayout.JAVA_INT.withName("number")));
    }

    /** A header that takes delegates of one type, and returns it. */
    private static Class<?> header(Class<?> type, int delegates) throws IllegalAccessException {
        ClassWriter writer = new ClassWriter(0);
        String name = "dev/verbatim/emissary/Of" + delegates + type.getSimpleName();
        writer.visit(V22, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, name, null, "java/lang/Object", null);
        Type[] parameters = Collections.nCopies(delegates, Type.getType(type)).toArray(Type[]::new);
        String descriptor = Type.getMethodDescriptor(Type.getType(type), parameters);
        writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "of", descriptor, null, null)
                .visitEnd();
        writer.visitEnd();
        return lookup().defineClass(writer.toByteArray());
    }

    private static <T> T make(Class<T> type, Object[] delegates) throws Exception {
        Class<?> header = header(type, delegates.length);
        return type.cast(header.getMethods()[0].invoke(Emissary.bind(lookup(), header), delegates));
    }

    @ParameterizedTest
    @ValueSource(ints = {250, 252, 253})
    void delegatesUpToTheLimitAreBound(int count) throws Exception {
        Arena arena = Arena.ofAuto();
        Part part = make(
                Part.class,
                Stream.generate(() -> Part.VIEWS.allocate(arena)).limit(count).toArray());
        MemorySegment segment = arena.allocate(part.layout());

        part.wrap(segment, 0);

        assertEquals(4L * count, part.layout().byteSize());
        assertSame(segment, part.segment());
        assertNotNull(
                make(Cloneable.class, Collections.nCopies(count, new int[0]).toArray()));
    }

    @Test
    void moreDelegatesAreRefused() throws Exception {
        for (Class<?> type : new Class<?>[] {Part.class, Cloneable.class}) {
            Class<?> header = header(type, 254);
            assertEquals(
                    "cannot bind " + header.getName() + ": 1 reason\n  - " + header.getName()
                            + ": has delegates=254, expected at most 253; make some of them one, with an emissary of"
                            + " their own",
                    assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), header))
                            .getMessage());
        }
    }
}
