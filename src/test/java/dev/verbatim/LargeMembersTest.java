package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Type;

/** Structs of thousands of members that are no primitives: neither the methods nor the class may grow too large. */
class LargeMembersTest {

    private static final int MEMBERS = 4_000;

    /** In JDK 28 mutable classes take more methods, and the constants of a class have room for those of fewer. */
    private static final int POINTS = Runtime.version().feature() < 28 ? MEMBERS : 3_500;

    private static final StructLayout PAIR = structLayout(
            JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("a"),
            JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("b"));

    public record Pair(int a, int b) {}

    /** A mutable class that is equal by its value. */
    public static final class Point {
        int a;
        int b;

        @Override
        public boolean equals(Object other) {
            return other instanceof Point point && point.a == a && point.b == b;
        }

        @Override
        public int hashCode() {
            return 31 * a + b;
        }
    }

    /** An enum, for its ordinals. */
    public enum Side {
        BUY,
        SELL
    }

    /**
     * A kind of member.
     *
     * @param name the name of the class that has only such
     * @param descriptor the type of the fields
     * @param signature with type arguments, or null
     * @param layout the layout of a member
     * @param value the value of a member
     */
    record Kind(String name, String descriptor, String signature, MemoryLayout layout, IntFunction<Object> value) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                new Kind("Texts", "Ljava/lang/String;", null, sequenceLayout(8, JAVA_BYTE), i -> "text" + i),
                new Kind(
                        "Ordinals",
                        Type.getDescriptor(Side.class),
                        null,
                        JAVA_BYTE,
                        i -> i % 2 == 0 ? Side.BUY : Side.SELL),
                new Kind("Arrays", "[I", null, sequenceLayout(2, JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN)), i ->
                        new int[] {i, -i}),
                new Kind("Pairs", Type.getDescriptor(Pair.class), null, PAIR, i -> new Pair(i, -i)),
                new Kind("Points", Type.getDescriptor(Point.class), null, PAIR, LargeMembersTest::point),
                new Kind(
                        "Lists",
                        "Ljava/util/List;",
                        "Ljava/util/List<" + Type.getDescriptor(Pair.class) + ">;",
                        sequenceLayout(1, PAIR),
                        i -> List.of(new Pair(i, -i))));
    }

    private static int count(Kind kind) {
        return kind.name.equals("Points") ? POINTS : MEMBERS;
    }

    private static Point point(int i) {
        Point point = new Point();
        point.a = i;
        point.b = -i;
        return point;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void thousandsOfMembersOfAKindAreWrittenAndRead(Kind kind) throws ReflectiveOperationException {
        int count = count(kind);
        List<DtoClassFile.Member> members = IntStream.range(0, count)
                .mapToObj(i -> new DtoClassFile.Member("m" + i, kind.descriptor, kind.signature))
                .toList();
        Class<?> type = lookup().defineClass(DtoClassFile.ofPublic("dev.verbatim.Thousands" + kind.name, members)
                .mutableClass());
        List<MemoryLayout> layouts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            layouts.add(kind.layout.withName("m" + i));
        }
        StructLayout layout = structLayout(layouts.toArray(MemoryLayout[]::new));
        StructCodec<Object> codec = BitIdentityProperties.codec(type, layout);
        Object dto = type.getDeclaredConstructor().newInstance();
        for (Field field : type.getDeclaredFields()) {
            field.set(dto, kind.value.apply(Integer.parseInt(field.getName().substring(1))));
        }
        for (SegmentKind segmentKind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = segmentKind.allocate((int) layout.byteSize() + 1, arena);
                codec.write(dto, segment, 1);
                Object read = codec.read(segment, 1);

                assertArrayEquals(
                        expected(kind, (int) layout.byteSize()),
                        segment.asSlice(1).toArray(JAVA_BYTE));
                for (Field field : type.getDeclaredFields()) {
                    assertEquals(text(field.get(dto)), text(field.get(read)), field.getName());
                }
            }
        }
    }

    /** The bytes by another way: every member that is no text or ordinal is the pair of its number and its negative. */
    private static byte[] expected(Kind kind, int byteSize) {
        ByteBuffer bytes = ByteBuffer.allocate(byteSize).order(LITTLE_ENDIAN);
        for (int i = 0; i < count(kind); i++) {
            bytes.position(i * (int) kind.layout.byteSize());
            switch (kind.name) {
                case "Texts" -> bytes.put(("text" + i).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                case "Ordinals" -> bytes.put((byte) (i % 2));
                default -> bytes.putInt(i).putInt(-i);
            }
        }
        return bytes.array();
    }

    private static Object text(Object value) {
        return value instanceof int[] array ? List.of(array[0], array[1]) : value;
    }
}
