package dev.verbatim.internal.codegen;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Conversions;
import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.internal.bind.Binder;
import dev.verbatim.internal.codegen.MethodSizes.Size;
import dev.verbatim.internal.model.Binding;
import java.lang.foreign.StructLayout;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The class files that the generator writes. */
class CodecGeneratorTest {

    /** HotSpot compiles no larger method. */
    private static final int HUGE_METHOD_LIMIT = 8_000;

    /** C1 gives up a method of more, or even runs out of stack: {@code docs/generated-code.md}. */
    private static final int MAX_ACCESSES = 32;

    /** Of more that fill an object C2 does not always inline all. */
    private static final int MAX_FILLED = 28;

    /** HotSpot inlines no larger hot method. */
    private static final int FREQ_INLINE_SIZE = 325;

    @ParameterizedTest
    @ValueSource(ints = {18, 24, 25, 28, 29, 32, 33, 64, 65, 300, 4_000})
    void everyMethodIsSmallEnoughToBeCompiled(int fields) throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(fields);
        Class<?> type =
                lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.internal.codegen.Sized" + fields, types));

        assertCompilable(measure(Binder.bindClass(lookup(), type, GeneratedDtos.layout(types), Conversions.none())));
    }

    @Test
    void theMethodsOfInheritedMembersAreSmallEnoughToBeCompiledToo() throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(600);
        Class<?> foreign = new GeneratedDtos.Elsewhere().define(GeneratedDtos.mutableClass("other.Sized", types));

        assertCompilable(measure(Binder.bindClass(lookup(), foreign, GeneratedDtos.layout(types), Conversions.none())));
    }

    @Test
    void theMethodsOfTheLargestRecordAreSmallEnoughToBeCompiled() throws ReflectiveOperationException {
        List<Class<?>> types = Collections.nCopies(254, int.class);
        Class<?> type = lookup().defineClass(GeneratedDtos.record("dev.verbatim.internal.codegen.SizedRecord", types));

        assertCompilable(measure(Binder.bindRecord(lookup(), type, GeneratedDtos.layout(types), Conversions.none())));
    }

    @Test
    void theMethodsOfEighteenMembersAreSmallEnoughToBeInlined() throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(18);
        Class<?> type =
                lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.internal.codegen.Inlined", types));
        StructLayout layout = GeneratedDtos.layout(types);

        Map<String, Size> sizes = measure(Binder.bindClass(lookup(), type, layout, Conversions.none()));

        for (String method : List.of("writeNative", "writeMapped", "readIntoNative", "readIntoHeapBytes", "write")) {
            assertTrue(sizes.get(method).bytes() <= FREQ_INLINE_SIZE, sizes::toString);
        }
    }

    @Test
    void aDirectionHasAMethodForEachKindOfSegmentAndAGeneralOne() throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(2);
        Class<?> type = lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.internal.codegen.Kinds", types));

        Map<String, Size> sizes =
                measure(Binder.bindClass(lookup(), type, GeneratedDtos.layout(types), Conversions.none()));

        for (String direction : List.of("write", "readInto")) {
            assertEquals(
                    List.of("", "AtIndex", "General", "HeapBytes", "HeapLongs", "Mapped", "Native"),
                    sizes.keySet().stream()
                            .filter(name -> name.startsWith(direction))
                            .map(name -> name.substring(direction.length()))
                            .toList());
        }
    }

    private static void assertCompilable(Map<String, Size> sizes) {
        assertTrue(sizes.get("writeGeneral").bytes() > 0);
        sizes.forEach((name, size) -> {
            assertTrue(size.bytes() < HUGE_METHOD_LIMIT, () -> name + " " + size);
            int most = name.startsWith("readInto") ? MAX_FILLED : MAX_ACCESSES;
            assertTrue(size.accesses() <= most, () -> name + " " + size);
        });
        assertTrue(sizes.values().stream().anyMatch(size -> size.accesses() > 0), sizes::toString);
    }

    private static Map<String, Size> measure(Binding<?> binding) {
        return MethodSizes.of(CodecGenerator.classFile(binding));
    }
}
