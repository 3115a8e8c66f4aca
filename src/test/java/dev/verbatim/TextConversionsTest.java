package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
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
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of a fixed size in UTF-8 among others: with the bytes of a text alone, and refused where that is. */
class TextConversionsTest {

    record Names(List<String> names) {}

    record Name(String name) {}

    interface NamesView extends StructView {
        String names(int index);

        void names(int index, String name);
    }

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            sequenceLayout(2, sequenceLayout(6, JAVA_BYTE)).withName("names"));
    private static final Conversions CONVERSIONS = Conversions.of(TextConversions.utf8(6));

    private static final ValueLayout.OfInt JAVA_INT_LE =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final StructCodec<Names> CODEC = StructCodec.ofRecord(lookup(), Names.class, LAYOUT, CONVERSIONS);
    private static final StructCodec<Name> ALONE = StructCodec.ofRecord(
            lookup(),
            Name.class,
            MemoryLayout.structLayout(sequenceLayout(6, JAVA_BYTE).withName("name")));
    private static final ViewFactory<NamesView> VIEWS = ViewFactory.of(lookup(), NamesView.class, LAYOUT, CONVERSIONS);
    private static final VarCodec<Names> IN_TAIL = VarCodec.builder(
                    lookup(), Names.class, Layouts.varRecord(Layouts.varRef("names", sequenceLayout(6, JAVA_BYTE))))
            .withConversions(CONVERSIONS)
            .build();

    private static final List<String> TEXTS =
            List.of("", "a", "Z\u00fcrich".substring(0, 4), "sixsix", "\u20ac\u20ac", "\ud83d\ude00ab", "a\0b", " x ");

    private final MemorySegment segment = MemorySegment.ofArray(new byte[64]);

    /** Texts that are longer from some call on, as if another thread had replaced them. */
    private static List<String> growing(int calls) {
        AtomicInteger called = new AtomicInteger();
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return called.incrementAndGet() <= calls ? "ab" : "abcdefghij";
            }

            @Override
            public int size() {
                return 2;
            }
        };
    }

    static List<Conversion<String>> ofSixBytes() {
        return List.of(TextConversions.utf8(6), TextConversions.latin1(6), TextConversions.latin1Right(6));
    }

    @ParameterizedTest
    @MethodSource("ofSixBytes")
    void aTextThatGrowsWhileItIsWrittenStaysInItsBytes(Conversion<String> conversion) {
        StructCodec<Names> codec = StructCodec.ofRecord(lookup(), Names.class, LAYOUT, Conversions.of(conversion));
        int written = 0;
        for (int calls = 0; calls < 8; calls++) {
            segment.fill((byte) 0x55);
            try {
                codec.write(new Names(growing(calls)), segment, 20);
                written++;
            } catch (RuntimeException e) {
                // Refused, where a check saw it.
            }
            byte[] around = segment.toArray(JAVA_BYTE);
            Arrays.fill(around, 20, 32, (byte) 0x55);
            assertArrayEquals(filled(64), around, () -> conversion + " in " + Arrays.toString(around));
        }
        assertTrue(written > 0);
    }

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0x55);
        return bytes;
    }

    @Test
    void anElementHasTheBytesOfATextAlone() {
        for (String text : TEXTS) {
            segment.fill((byte) 0x55);
            CODEC.write(new Names(List.of("b", text)), segment, 1);
            MemorySegment alone = MemorySegment.ofArray(new byte[6]);
            ALONE.write(new Name(text), alone, 0);
            assertArrayEquals(alone.toArray(JAVA_BYTE), Arrays.copyOfRange(segment.toArray(JAVA_BYTE), 7, 13));
            assertEquals(List.of("b", text), CODEC.read(segment, 1).names());
        }
    }

    @Test
    void viewsAndTailsHaveSuchTextsToo() {
        try (Arena arena = Arena.ofConfined()) {
            NamesView view = VIEWS.allocate(arena);
            for (String text : TEXTS) {
                view.names(1, text);
                assertEquals(text, view.names(1));
            }
        }
        IN_TAIL.write(new Names(TEXTS), segment, 0);
        assertEquals(TEXTS, IN_TAIL.read(segment, 0).names());
    }

    static List<Arguments> refused() {
        return List.of(
                Arguments.of("seven77", "it has 7 bytes of UTF-8, expected at most 6; shorten it or widen the member"),
                Arguments.of(
                        "\u20ac\u20aca", "it has 7 bytes of UTF-8, expected at most 6; shorten it or widen the member"),
                Arguments.of("a\0", "it ends in \\0, which cannot be told from the padding; remove it"),
                Arguments.of(
                        "a\ud83d", "it has an unpaired surrogate at index=1, which UTF-8 has no bytes for; remove it"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aTextThatDoesNotFitIsNotWritten(String text, String message) {
        IllegalArgumentException fault = assertThrows(
                IllegalArgumentException.class, () -> CODEC.write(new Names(List.of("b", text)), segment, 0));
        assertTrue(fault.getMessage().endsWith("names[1]=" + text + ": " + message), fault::getMessage);
        assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[64])), "nothing is written");
        assertThrows(IllegalArgumentException.class, () -> IN_TAIL.write(new Names(List.of(text)), segment, 0));
        assertThrows(
                IllegalArgumentException.class, () -> VIEWS.wrap(segment, 0).names(0, text));
    }

    @Test
    void nullIsRefused() {
        assertTrue(assertThrows(
                        NullPointerException.class, () -> CODEC.write(new Names(Arrays.asList("b", null)), segment, 0))
                .getMessage()
                .endsWith("names[1] is null; expected a java.lang.String"));
    }

    @Test
    void bytesThatAreNotUtf8AreCorrupt() {
        segment.set(JAVA_BYTE, 6, (byte) 'a');
        segment.set(JAVA_BYTE, 7, (byte) 0xc3);
        segment.set(JAVA_BYTE, 8, (byte) '(');
        CorruptRecordException fault = assertThrows(CorruptRecordException.class, () -> CODEC.read(segment, 0));
        assertTrue(
                fault.getMessage().endsWith("found 61c328000000 (the bytes c3 at index=1 are not UTF-8)"),
                fault::getMessage);
    }

    @Test
    void elementsAreUtf32InTheOrderOfTheLayout() {
        ValueLayout.OfInt big = JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
        StructLayout layout = MemoryLayout.structLayout(
                sequenceLayout(2, sequenceLayout(3, big)).withName("names"));
        Conversions conversions = Conversions.of(TextConversions.utf32(3, big));
        StructCodec<Names> codec = StructCodec.ofRecord(lookup(), Names.class, layout, conversions);
        NamesView view =
                ViewFactory.of(lookup(), NamesView.class, layout, conversions).wrap(segment, 0);
        for (String text : List.of("", "abc", "\u20ac", "\ud83d\ude00b", "a\0c")) {
            codec.write(new Names(List.of("z", text)), segment, 0);
            assertArrayEquals(
                    Arrays.copyOf(("z\0\0" + text).getBytes(StandardCharsets.UTF_32BE), 24),
                    Arrays.copyOf(segment.toArray(JAVA_BYTE), 24));
            assertEquals(List.of("z", text), codec.read(segment, 0).names());
            assertEquals(text, view.names(1));
        }
        assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        lookup(), Names.class, layout, Conversions.of(TextConversions.utf32(3, JAVA_INT_LE))));
    }

    @Test
    void intsThatAreNoCharactersAreCorrupt() {
        StructCodec<Name> codec = StructCodec.ofRecord(
                lookup(),
                Name.class,
                MemoryLayout.structLayout(sequenceLayout(3, JAVA_INT_LE).withName("name")),
                Conversions.of(TextConversions.utf32(3, JAVA_INT_LE)));
        for (int point : new int[] {0xd800, 0xdfff, 0x110000, -1}) {
            segment.setAtIndex(JAVA_INT_LE, 1, point);
            CorruptRecordException fault = assertThrows(CorruptRecordException.class, () -> codec.read(segment, 0));
            assertTrue(
                    fault.getMessage()
                            .endsWith("(0x" + Integer.toHexString(point) + " at index=1 is no character of Unicode)"),
                    fault::getMessage);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1 << 29, Integer.MAX_VALUE})
    void ofInts(int length) {
        assertEquals(
                "expected length from 1 to 536870911, found " + length,
                assertThrows(IllegalArgumentException.class, () -> TextConversions.utf32(length, JAVA_INT))
                        .getMessage());
    }

    @Test
    void thereIsAtLeastOneByte() {
        assertEquals(
                "expected byteSize > 0, found 0",
                assertThrows(IllegalArgumentException.class, () -> TextConversions.utf8(0))
                        .getMessage());
    }
}
