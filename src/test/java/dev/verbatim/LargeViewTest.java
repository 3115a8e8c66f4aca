package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.baseline.ByteBufferBaseline;
import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.samples.Bits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;

/** Views of very many members. */
class LargeViewTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 600, 2_000})
    void aViewOfAnyNumberOfMembersReadsAndWritesEach(int count) throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(count);
        List<Long> bits = GeneratedDtos.someBits(types);
        StructLayout layout = GeneratedDtos.layout(types);
        Class<? extends StructView> type =
                lookup().defineClass(viewOf("WideView" + count, types)).asSubclass(StructView.class);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) layout.byteSize() + 3]);

        StructView view = ViewFactory.of(lookup(), type, layout).wrap(segment, 3);
        for (int i = 0; i < count; i++) {
            Object value = Bits.value(types.get(i), bits.get(i));
            type.getMethod("m" + i, types.get(i)).invoke(view, value);
        }

        assertArrayEquals(expectedBytes(types, bits, layout), segment.toArray(JAVA_BYTE));
        for (int i = 0; i < count; i++) {
            assertEquals(bits.get(i), Bits.of(type.getMethod("m" + i).invoke(view)));
        }
    }

    /** Their accessors need more constants than a class has room for. */
    @Test
    void aViewOfTooManyMembersIsRefused() throws IllegalAccessException {
        List<Class<?>> types = GeneratedDtos.primitives(9_000);
        StructLayout layout = GeneratedDtos.layout(types);
        Class<? extends StructView> type =
                lookup().defineClass(viewOf("TooWideView", types)).asSubclass(StructView.class);
        assertEquals(
                "cannot make the view dev.verbatim.TooWideView: 1 mismatch\n"
                    + "  - too many members: its class would have N constants, and Java allows 65535; nest members in"
                    + " structs, each with a view interface of its own",
                assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), type, layout))
                        .getMessage()
                        .replaceFirst("[0-9]+(?= constants)", "N"));
    }

    @Test
    void aCodecOfTooManyMembersIsRefused() throws IllegalAccessException {
        List<Class<?>> types = GeneratedDtos.primitives(20_000);
        StructLayout layout = GeneratedDtos.layout(types);
        Class<?> type = lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.TooWideClass", types));
        assertEquals(
                "cannot make the codec of dev.verbatim.TooWideClass: 1 mismatch\n  - too many members: its class would"
                        + " have N constants, and Java allows 65535; make members that are alike an array or a list",
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofClass(lookup(), type, layout))
                        .getMessage()
                        .replaceFirst("[0-9]+(?= constants)", "N"));
    }

    /** What the baseline writes at offset 3. */
    private static byte[] expectedBytes(List<Class<?>> types, List<Long> bits, StructLayout layout)
            throws IllegalAccessException {
        Class<?> dto =
                lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.WideViewed" + types.size(), types));
        Map<String, Long> byName = new LinkedHashMap<>();
        bits.forEach(value -> byName.put("m" + byName.size(), value));
        byte[] bytes = new byte[(int) layout.byteSize() + 3];
        new ByteBufferBaseline().write(Bits.newDto(dto, byName), layout, MemorySegment.ofArray(bytes), 3);
        return bytes;
    }

    private static byte[] viewOf(String name, List<Class<?>> types) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                V22,
                ACC_PUBLIC | ACC_ABSTRACT | ACC_INTERFACE,
                "dev/verbatim/" + name,
                null,
                "java/lang/Object",
                new String[] {"dev/verbatim/StructView"});
        for (int i = 0; i < types.size(); i++) {
            String type = Type.getDescriptor(types.get(i));
            writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "m" + i, "()" + type, null, null)
                    .visitEnd();
            writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "m" + i, "(" + type + ")V", null, null)
                    .visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }
}
