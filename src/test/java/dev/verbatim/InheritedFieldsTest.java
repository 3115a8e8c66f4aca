package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.objectweb.asm.Opcodes.ACC_PROTECTED;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_TRANSIENT;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.DtoClassFile.Member;
import dev.verbatim.classfile.GeneratedDtos.Elsewhere;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fields of a superclass that is not public, in another module: a class that inherits them gives access to them. */
class InheritedFieldsTest {

    private static final StructLayout LAYOUT = structLayout(JAVA_LONG.withName("id"), JAVA_INT.withName("tag"));

    private static final int PACKAGE_PRIVATE = 0;

    private final Elsewhere loader = new Elsewhere();

    /** Defines a class of another module with a field of each name and type. */
    private Class<?> define(String name, int access, int fieldAccess, String superclass, Member... fields) {
        return loader.define(new DtoClassFile(name, access, fieldAccess, ACC_PUBLIC, superclass, null, List.of(fields))
                .mutableClass());
    }

    private static Member field(String name, String descriptor) {
        return new Member(name, descriptor, null);
    }

    private static void assertWritesAndReads(Lookup lookup, Class<?> type) {
        StructCodec<?> codec = StructCodec.ofClass(lookup, type, LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[24]);
        segment.set(JAVA_LONG_UNALIGNED, 0, 0x1122_3344_5566_7788L);
        segment.set(JAVA_INT_UNALIGNED, 8, 0x99AA_BBCC);

        copy(codec, segment);

        assertEquals(0x1122_3344_5566_7788L, segment.get(JAVA_LONG_UNALIGNED, 12));
        assertEquals(0x99AA_BBCC, segment.get(JAVA_INT_UNALIGNED, 20));
    }

    private static <T> void copy(StructCodec<T> codec, MemorySegment segment) {
        codec.write(codec.read(segment, 0), segment, 12);
    }

    private static void assertRefused(Class<?> type, String owner) {
        List<String> lines = assertThrowsExactly(
                        LayoutMismatchException.class, () -> StructCodec.ofClass(lookup(), type, LAYOUT))
                .mismatches();
        String start = "tag: the layout has int (byteSize=4, offset=8), the field `int tag` of " + owner
                + " is not accessible to " + InheritedFieldsTest.class.getName() + "; all fields that a class inherits"
                + " have to be; make it public or transient there, leave it out by `Conversions.none().withoutField("
                + owner.substring(owner.lastIndexOf('.') + 1).replaceFirst(".*\\$", "")
                + ".class, \"tag\")`, or bind a class that does not extend " + owner
                + " (";
        assertEquals(1, lines.size(), lines::toString);
        assertEquals(start, lines.getFirst().substring(0, start.length()));
    }

    @Test
    void aPublicFieldOfAClassThatIsNotPublicIsBoundByItsSubclass() {
        define("elsewhere.Base", PACKAGE_PRIVATE, ACC_PUBLIC, "java.lang.Object", field("tag", "I"));
        define("elsewhere.Middle", PACKAGE_PRIVATE, ACC_PUBLIC, "elsewhere.Base");
        assertWritesAndReads(
                lookup(), define("elsewhere.Sub", ACC_PUBLIC, ACC_PUBLIC, "elsewhere.Middle", field("id", "J")));
    }

    @Test
    void itsTypeMayBeOneThatOnlyTheOtherModuleKnows() {
        define("elsewhere.Part", ACC_PUBLIC, ACC_PUBLIC, "java.lang.Object", field("tag", "I"));
        define("elsewhere.Base", PACKAGE_PRIVATE, ACC_PUBLIC, "java.lang.Object", field("part", "Lelsewhere/Part;"));
        Class<?> type = define("elsewhere.Sub", ACC_PUBLIC, ACC_PUBLIC, "elsewhere.Base");
        StructLayout layout =
                structLayout(structLayout(JAVA_INT.withName("tag")).withName("part"));
        MemorySegment segment = MemorySegment.ofArray(new int[] {7, 0, 0, 0});

        copy(StructCodec.ofClass(lookup(), type, layout), segment);

        assertEquals(7, segment.get(JAVA_INT, 12));
    }

    @Test
    void aFieldThatIsNotPublicIsNot() {
        define("elsewhere.Base", PACKAGE_PRIVATE, ACC_PROTECTED, "java.lang.Object", field("tag", "I"));
        assertRefused(
                define("elsewhere.Sub", ACC_PUBLIC, ACC_PUBLIC, "elsewhere.Base", field("id", "J")), "elsewhere.Base");
    }

    @Test
    void aFieldThatAnotherOneHidesIsNot() {
        define("elsewhere.Base", PACKAGE_PRIVATE, ACC_PUBLIC, "java.lang.Object", field("tag", "I"), field("id", "J"));
        assertRefused(
                define("elsewhere.Sub", ACC_PUBLIC, ACC_PUBLIC | ACC_TRANSIENT, "elsewhere.Base", field("tag", "I")),
                "elsewhere.Base");
    }

    @Test
    void aFieldThatAnotherOneHidesIsBoundByAClassBetween() {
        define("elsewhere.Base", PACKAGE_PRIVATE, ACC_PUBLIC, "java.lang.Object", field("tag", "I"), field("id", "J"));
        define("elsewhere.Middle", ACC_PUBLIC, ACC_PUBLIC, "elsewhere.Base");
        assertWritesAndReads(
                lookup(),
                define("elsewhere.Sub", ACC_PUBLIC, ACC_PUBLIC | ACC_TRANSIENT, "elsewhere.Middle", field("tag", "I")));
    }
}
