package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Sets and flags in integers of any width. */
class BitsConversionTest {

    enum Two {
        A,
        B
    }

    enum Eight {
        A,
        B,
        C,
        D,
        E,
        F,
        G,
        H
    }

    enum Nine {
        A,
        B,
        C,
        D,
        E,
        F,
        G,
        H,
        I
    }

    record OfEight(EnumSet<Eight> set) {}

    record OfNine(EnumSet<Nine> set) {}

    @SuppressWarnings("ArrayRecordComponent") // it is what the conversion makes
    record OfFlags(boolean[] set) {}

    static final List<ValueLayout> INTEGERS =
            List.of(JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), JAVA_LONG);

    private static StructLayout layout(MemoryLayout set) {
        return MemoryLayout.structLayout(set.withName("set"));
    }

    private static <R extends Record> StructCodec<R> codec(Class<R> type, MemoryLayout set, Conversion<?> conversion) {
        return StructCodec.ofRecord(lookup(), type, layout(set), Conversions.of(conversion));
    }

    /** What a segment has for an integer. */
    private static long stored(ValueLayout integer, MemorySegment segment) {
        Object stored = integer.withByteAlignment(1).varHandle().get(segment, 0L);
        return stored instanceof Character c ? c : ((Number) stored).longValue();
    }

    private static void assertFault(Class<? extends RuntimeException> type, String message, Executable access) {
        RuntimeException fault = assertThrows(type, access);
        assertTrue(fault.getMessage().endsWith(message), fault::getMessage);
    }

    @ParameterizedTest
    @FieldSource("INTEGERS")
    @SuppressWarnings("EnumOrdinal") // the format is made of ordinals
    void theHighestBitOfAnIntegerIsAConstantToo(ValueLayout integer) {
        StructCodec<OfEight> codec = codec(OfEight.class, integer, CodeConversions.enumSet(Eight.class));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) integer.byteSize()]);
        for (EnumSet<Eight> set :
                List.of(EnumSet.of(Eight.A, Eight.H), EnumSet.allOf(Eight.class), EnumSet.noneOf(Eight.class))) {
            codec.write(new OfEight(set), segment, 0);
            long bits =
                    set.stream().mapToLong(constant -> 1L << constant.ordinal()).sum();
            assertEquals(integer.byteSize() == 1 ? (byte) bits : bits, stored(integer, segment));
            assertEquals(set, codec.read(segment, 0).set());
        }
    }

    @ParameterizedTest
    @FieldSource("INTEGERS")
    void aBitThatNoConstantHasIsCorrupt(ValueLayout integer) {
        StructCodec<OfTwo> codec = codec(OfTwo.class, integer, CodeConversions.enumSet(Two.class));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) integer.byteSize()]);
        segment.fill((byte) 0xff);
        assertFault(
                CorruptRecordException.class,
                "(bit 2 is set, and " + Two.class.getName() + " has no such constant)",
                () -> codec.read(segment, 0));
    }

    record OfTwo(EnumSet<Two> set) {}

    @ParameterizedTest
    @FieldSource("INTEGERS")
    void flagsAreAsManyAsTheIntegerHasBits(ValueLayout integer) {
        int bits = (int) integer.byteSize() * Byte.SIZE;
        StructCodec<OfFlags> codec = codec(OfFlags.class, integer, CodeConversions.bits(bits));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) integer.byteSize()]);
        boolean[] flags = new boolean[bits];
        flags[0] = true;
        flags[bits - 1] = true;
        codec.write(new OfFlags(flags), segment, 0);
        assertArrayEquals(flags, codec.read(segment, 0).set());
        StructCodec<OfFlags> fewer = codec(OfFlags.class, integer, CodeConversions.bits(bits - 1));
        assertFault(CorruptRecordException.class, "(expected " + (bits - 1) + " bits)", () -> fewer.read(segment, 0));
        assertFault(
                IllegalArgumentException.class,
                "set: expected length=" + (bits - 1) + ", found " + bits,
                () -> fewer.write(new OfFlags(flags), segment, 0));
    }

    @Test
    void messagesNameArraysAsSourceDoes() {
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        assertFault(
                NullPointerException.class,
                "set is null; expected a boolean[]",
                () -> codec(OfFlags.class, JAVA_BYTE, CodeConversions.bits(8)).write(new OfFlags(null), segment, 0));
        Conversion<boolean[]> ofLong = Conversion.ofLong(
                boolean[].class, flags -> flags.length, length -> new boolean[Math.toIntExact(length)]);
        assertEquals("conversion of boolean[] to long", ofLong.toString());
        Conversion<boolean[]> ofBytes = Conversion.ofBytes(
                boolean[].class,
                8,
                (flags, bytes, offset) -> bytes.set(JAVA_LONG_UNALIGNED, offset, flags.length),
                (bytes, offset) -> new boolean[Math.toIntExact(bytes.get(JAVA_LONG_UNALIGNED, offset))]);
        assertEquals("conversion of boolean[] to 8 bytes", ofBytes.toString());
        segment.fill((byte) -1);
        assertFault(
                CorruptRecordException.class,
                "set at offset=0: expected the bytes of a boolean[], found -1 (-1)",
                () -> codec(OfFlags.class, JAVA_LONG_UNALIGNED, ofLong).read(segment, 0));
        assertFault(
                NullPointerException.class,
                "set is null; expected a boolean[]",
                () -> codec(OfFlags.class, sequenceLayout(8, JAVA_BYTE), ofBytes)
                        .write(new OfFlags(null), segment, 0));
    }

    private static List<String> mismatches(Class<? extends Record> type, MemoryLayout set, Conversions conversions) {
        return assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofRecord(lookup(), type, layout(set), conversions))
                .mismatches();
    }

    private static String found(String layout, Class<?> type, String component, String remedy) {
        return "set: the layout has " + layout + ", " + type.getName() + " has the component `" + component + "`; "
                + remedy;
    }

    @Test
    void anEnumOfMoreConstantsThanBitsIsRefused() {
        String needs = "needs JAVA_SHORT, JAVA_CHAR, JAVA_INT or JAVA_LONG, as the 9 constants of "
                + Nine.class.getName() + " do not fit into the 8 bits of a byte";
        assertEquals(
                List.of(found(
                        "byte (byteSize=1, offset=0)",
                        OfNine.class,
                        "EnumSet<Nine> set",
                        "`EnumSet` cannot be bound; the documentation of StructCodec lists what can; the conversion of"
                                + " EnumSet " + needs)),
                mismatches(OfNine.class, JAVA_BYTE, Conversions.of(CodeConversions.enumSet(Nine.class))));
        assertEquals(
                List.of(found(
                        "byte (byteSize=1, offset=0)",
                        OfNine.class,
                        "EnumSet<Nine> set",
                        "it has a conversion of java.util.EnumSet to 9 bits, which needs `EnumSet<"
                                + Nine.class.getName() + ">` and" + needs.substring("needs".length()))),
                mismatches(
                        OfNine.class, JAVA_BYTE, Conversions.none().with("set", CodeConversions.enumSet(Nine.class))));
    }

    @Test
    void moreFlagsThanBitsAreRefused() {
        assertEquals(
                List.of(found(
                        "int (byteSize=4, offset=0)",
                        OfFlags.class,
                        "boolean[] set",
                        "boolean[] needs a sequence of JAVA_BOOLEAN; the conversion of boolean[] needs JAVA_LONG, as"
                                + " 33 flags do not fit into the 32 bits of an int")),
                mismatches(OfFlags.class, JAVA_INT, Conversions.of(CodeConversions.bits(33))));
    }

    @Test
    void whatIsNoIntegerHasNoBits() {
        String any = "`EnumSet` cannot be bound; the documentation of StructCodec lists what can; the conversion of"
                + " EnumSet needs JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT or JAVA_LONG";
        Conversions conversions = Conversions.of(CodeConversions.enumSet(Two.class));
        assertEquals(
                List.of(found("double (byteSize=8, offset=0)", OfTwo.class, "EnumSet<Two> set", any)),
                mismatches(OfTwo.class, ValueLayout.JAVA_DOUBLE, conversions));
        assertEquals(
                List.of(found("sequence of 2 (byteSize=2, offset=0)", OfTwo.class, "EnumSet<Two> set", any)),
                mismatches(OfTwo.class, sequenceLayout(2, JAVA_BYTE), conversions));
    }

    record OfSet(Set<Two> set) {}

    record OfHashSet(HashSet<Two> set) {}

    @Test
    void withoutADeclarationTheMessageNamesTheConversion() {
        assertEquals(
                List.of(found(
                        "short (byteSize=2, offset=0)",
                        OfTwo.class,
                        "EnumSet<Two> set",
                        "`EnumSet` cannot be bound; the documentation of StructCodec lists what can; or declare a"
                                + " conversion, as `Conversions.of(CodeConversions.enumSet(type))`")),
                mismatches(OfTwo.class, JAVA_SHORT, Conversions.none()));
        assertEquals(
                List.of(found(
                        "byte (byteSize=1, offset=0)",
                        OfFlags.class,
                        "boolean[] set",
                        "boolean[] needs a sequence of JAVA_BOOLEAN; or declare a conversion, as"
                                + " `Conversions.of(CodeConversions.bits(count))`")),
                mismatches(OfFlags.class, JAVA_BYTE, Conversions.none()));
        String ofSets = "of all sets only an EnumSet can be bound, by the conversion that"
                + " `CodeConversions.enumSet(type)` makes; declare one";
        assertEquals(
                List.of(found("byte (byteSize=1, offset=0)", OfSet.class, "Set<Two> set", ofSets)),
                mismatches(OfSet.class, JAVA_BYTE, Conversions.none()));
        assertEquals(
                List.of(found("byte (byteSize=1, offset=0)", OfHashSet.class, "HashSet<Two> set", ofSets)),
                mismatches(OfHashSet.class, JAVA_BYTE, Conversions.none()));
    }

    interface SetView extends StructView {
        EnumSet<Eight> set();

        void set(EnumSet<Eight> set);

        EnumSet<Eight> sets(int index);

        void sets(int index, EnumSet<Eight> set);
    }

    @Test
    void aViewHasSetsToo() {
        SetView view = ViewFactory.of(
                        lookup(),
                        SetView.class,
                        MemoryLayout.structLayout(
                                JAVA_BYTE.withName("set"),
                                sequenceLayout(3, JAVA_BYTE).withName("sets")),
                        Conversions.of(CodeConversions.enumSet(Eight.class)))
                .allocate(Arena.ofAuto());
        view.set(EnumSet.of(Eight.H));
        view.sets(2, EnumSet.of(Eight.A, Eight.G));
        assertArrayEquals(new byte[] {(byte) 0x80, 0, 0, 0x41}, view.segment().toArray(JAVA_BYTE));
        assertEquals(EnumSet.of(Eight.H), view.set());
        assertEquals(EnumSet.of(Eight.A, Eight.G), view.sets(2));
    }

    record InTail(List<EnumSet<Eight>> sets, Optional<EnumSet<Eight>> none) {}

    @Test
    void theElementsOfATailAreSets() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("sets", JAVA_BYTE), JAVA_SHORT.withName("none"));
        Conversion<?> nullable = Conversion.ofShort(
                EnumSet.class, set -> set == null ? -1 : 0, stored -> stored < 0 ? null : EnumSet.noneOf(Eight.class));
        VarCodec<InTail> codec = VarCodec.builder(lookup(), InTail.class, layout)
                .withConversions(
                        Conversions.of(CodeConversions.enumSet(Eight.class)).with("none", nullable))
                .build();
        InTail value = new InTail(List.of(EnumSet.of(Eight.H), EnumSet.allOf(Eight.class)), Optional.empty());
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        codec.write(value, segment, 0);
        assertEquals(value, codec.read(segment, 0));
    }

    @Test
    void theFirstConversionThatHasRoomIsTaken() {
        @SuppressWarnings("ArrayRecordComponent") // it is what the conversion makes
        record Flags(boolean[] narrow, boolean[] wide) {}
        StructCodec<Flags> codec = StructCodec.ofRecord(
                lookup(),
                Flags.class,
                Layouts.packed(Layouts.struct(JAVA_BYTE.withName("narrow"), JAVA_SHORT.withName("wide"))),
                Conversions.of(CodeConversions.bits(9), CodeConversions.bits(3)));
        MemorySegment segment = MemorySegment.ofArray(new byte[3]);
        codec.write(new Flags(new boolean[3], new boolean[9]), segment, 0);
        assertEquals(3, codec.read(segment, 0).narrow().length);
        assertEquals(9, codec.read(segment, 0).wide().length);
    }
}
