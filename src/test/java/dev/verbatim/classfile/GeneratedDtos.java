package dev.verbatim.classfile;

import dev.verbatim.samples.Bits;
import dev.verbatim.samples.StructArbitraries;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;

/** The class files of DTOs that no source file holds: very large ones, and such as become hidden or live elsewhere. */
public final class GeneratedDtos {

    private static final List<Class<?>> PRIMITIVES = List.of(
            long.class, boolean.class, char.class, double.class, byte.class, int.class, short.class, float.class);

    private GeneratedDtos() {}

    /** As many types as asked for: the eight primitives in turn. */
    public static List<Class<?>> primitives(int count) {
        return IntStream.range(0, count)
                .<Class<?>>mapToObj(i -> PRIMITIVES.get(i % PRIMITIVES.size()))
                .toList();
    }

    /** The layout of members {@code m0}, {@code m1} and so on, without padding. */
    public static StructLayout layout(List<Class<?>> types) {
        return MemoryLayout.structLayout(IntStream.range(0, types.size())
                .mapToObj(i -> StructArbitraries.layoutOf(types.get(i)).withName("m" + i))
                .toArray(MemoryLayout[]::new));
    }

    /** A public class with public fields {@code m0}, {@code m1} and so on, and a constructor. */
    public static byte[] mutableClass(String name, List<Class<?>> types) {
        return DtoClassFile.ofPublic(name, members(types)).mutableClass();
    }

    /** A public record with components {@code m0}, {@code m1} and so on. */
    public static byte[] record(String name, List<Class<?>> types) {
        return DtoClassFile.ofPublic(name, members(types)).record();
    }

    private static List<DtoClassFile.Member> members(List<Class<?>> types) {
        return IntStream.range(0, types.size())
                .mapToObj(i -> new DtoClassFile.Member("m" + i, Type.getDescriptor(types.get(i)), null))
                .toList();
    }

    /** A loader whose unnamed module stands for a module that is not Verbatim's. */
    public static final class Elsewhere extends ClassLoader {

        public Elsewhere() {
            super(GeneratedDtos.class.getClassLoader());
            GeneratedDtos.class.getModule().addReads(getUnnamedModule());
        }

        public Class<?> define(byte[] classFile) {
            return defineClass(null, classFile, 0, classFile.length);
        }
    }

    /** Bits for each member of a generated DTO, no two alike where there is room. */
    public static List<Long> someBits(List<Class<?>> types) {
        return IntStream.range(0, types.size())
                .mapToObj(i -> Bits.of(Bits.value(types.get(i), (0x9E37_79B9_7F4A_7C15L * (i + 1)) >>> 3)))
                .toList();
    }

    public static List<Long> bitsOf(Object dto) {
        return List.copyOf(Bits.ofMembers(dto).values());
    }
}
