package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.baseline.ByteBufferBaseline;
import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.classfile.GeneratedDtos.Elsewhere;
import dev.verbatim.samples.Bits;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Structs of so many members that their code is split, and those at the limits of what a record may have. */
class LargeStructTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 32, 33, 64, 65, 128, 300, 600, 4_000})
    void aClassOfAnyNumberOfFieldsIsWrittenAndRead(int fields) throws IllegalAccessException {
        List<Class<?>> types = GeneratedDtos.primitives(fields);
        Class<?> type = lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.Wide" + fields, types));

        assertWritesAndReads(type, types);
    }

    @Test
    void aFaultInASplitStructChangesNothing() throws IllegalAccessException {
        List<Class<?>> types = GeneratedDtos.primitives(601);
        Class<?> type = lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.Wide601", types));
        StructLayout layout = GeneratedDtos.layout(types);
        ReusableCodec<Object> codec = (ReusableCodec<Object>) BitIdentityProperties.codec(type, layout);
        Object dto = dtoWith(type, GeneratedDtos.someBits(types));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) layout.byteSize()]);

        assertThrowsExactly(IndexOutOfBoundsException.class, () -> codec.write(dto, segment, 1));
        assertThrowsExactly(IndexOutOfBoundsException.class, () -> codec.readInto(dto, segment, 1));

        assertArrayEquals(new byte[(int) layout.byteSize()], segment.toArray(JAVA_BYTE));
        assertEquals(GeneratedDtos.someBits(types), GeneratedDtos.bitsOf(dto));
    }

    static final class Many {
        static int made;

        long m0,
                m1,
                m2,
                m3,
                m4,
                m5,
                m6,
                m7,
                m8,
                m9,
                m10,
                m11,
                m12,
                m13,
                m14,
                m15,
                m16,
                m17,
                m18,
                m19,
                m20,
                m21,
                m22,
                m23,
                m24,
                m25,
                m26,
                m27,
                m28;

        Many() {
            made++;
        }
    }

    record HasMany(Many many) {}

    record HasIt(HasMany has) {}

    @Test
    void nothingIsMadeOfASegmentThatIsTooShort() {
        StructLayout many = GeneratedDtos.layout(Collections.nCopies(29, long.class));
        StructLayout layout =
                Layouts.struct(Layouts.struct(many.withName("many")).withName("has"));
        StructCodec<HasIt> codec = StructCodec.ofRecord(lookup(), HasIt.class, layout);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) layout.byteSize()]);

        codec.read(segment, 0);
        int made = Many.made;

        assertTrue(made > 0);
        assertThrowsExactly(IndexOutOfBoundsException.class, () -> codec.read(segment, 1));
        assertEquals(made, Many.made);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 64, 65})
    void aRecordOfManyComponentsIsWrittenAndRead(int components) throws IllegalAccessException {
        List<Class<?>> types = GeneratedDtos.primitives(components);
        Class<?> type = lookup().defineClass(GeneratedDtos.record("dev.verbatim.WideRecord" + components, types));

        assertWritesAndReads(type, types);
    }

    /** A constructor takes 255 slots, one of which is its own object's. */
    @Test
    void aRecordOfAllTheComponentsThatThereCanBeIsWrittenAndRead() throws IllegalAccessException {
        List<Class<?>> ints = Collections.nCopies(254, int.class);
        List<Class<?>> longs = Collections.nCopies(127, long.class);

        assertWritesAndReads(lookup().defineClass(GeneratedDtos.record("dev.verbatim.Ints254", ints)), ints);
        assertWritesAndReads(lookup().defineClass(GeneratedDtos.record("dev.verbatim.Longs127", longs)), longs);
    }

    /** A method handle takes one slot more than the constructor that it calls. */
    @Test
    void aRecordOfAnotherModuleHasAtMostOneSlotLess() {
        for (Class<?> component : List.of(int.class, long.class, double.class)) {
            for (int slots : new int[] {252, 253}) {
                assertWritesAndReads(recordElsewhere(component, slots), ofSlots(component, slots));
            }
            Class<?> type = recordElsewhere(component, 254);
            StructLayout layout = GeneratedDtos.layout(ofSlots(component, 254));
            assertEquals(
                    List.of(type.getName() + ": the canonical constructor has parameters of slots=254, a long or a"
                            + " double has two; expected at most 253 of a record that "
                            + BitIdentityProperties.class.getName()
                            + " is no nestmate of; move components to a nested record"),
                    assertThrowsExactly(LayoutMismatchException.class, () -> BitIdentityProperties.codec(type, layout))
                            .mismatches());
        }
    }

    private static Class<?> recordElsewhere(Class<?> component, int slots) {
        return new Elsewhere()
                .define(GeneratedDtos.record("elsewhere." + component + slots, ofSlots(component, slots)));
    }

    /** Components of a type, and of {@code int}, that take as many slots as parameters. */
    private static List<Class<?>> ofSlots(Class<?> component, int slots) {
        int size = component == int.class ? 1 : 2;
        List<Class<?>> types = new ArrayList<>(Collections.nCopies(slots / size, component));
        types.addAll(Collections.nCopies(slots % size, int.class));
        return types;
    }

    @Test
    void aRecordOfOneComponentOfAnyTypeIsWrittenAndRead() throws IllegalAccessException {
        for (Class<?> primitive : GeneratedDtos.primitives(8)) {
            List<Class<?>> types = List.of(primitive);
            assertWritesAndReads(
                    lookup().defineClass(GeneratedDtos.record("dev.verbatim.One_" + primitive, types)), types);
        }
    }

    /** Compares a codec with the baseline, in both directions, over every kind of segment, at an odd offset. */
    static void assertWritesAndReads(Class<?> type, List<Class<?>> types) {
        StructLayout layout = GeneratedDtos.layout(types);
        StructCodec<Object> codec = BitIdentityProperties.codec(type, layout);
        Baseline baseline = new ByteBufferBaseline();
        List<Long> bits = GeneratedDtos.someBits(types);
        Object dto = dtoWith(type, bits);
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                byte[] before = BitIdentityProperties.surroundings(layout, 3, 1);
                MemorySegment expected = kind.allocate(before, arena);
                MemorySegment written = kind.allocate(before, arena);
                baseline.write(dto, layout, expected, 3);

                codec.write(dto, written, 3);
                Object read = codec.read(written, 3);

                assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE));
                assertEquals(bits, GeneratedDtos.bitsOf(read));
            }
        }
    }

    private static Object dtoWith(Class<?> type, List<Long> bits) {
        Map<String, Long> byName = new LinkedHashMap<>();
        bits.forEach(value -> byName.put("m" + byName.size(), value));
        return Bits.newDto(type, byName);
    }
}
