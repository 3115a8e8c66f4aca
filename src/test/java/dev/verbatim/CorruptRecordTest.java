package dev.verbatim;

import static dev.verbatim.Parts.HERE;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.Parts.Part;
import dev.verbatim.Parts.PartRecord;
import dev.verbatim.Parts.Side;
import dev.verbatim.Parts.Whole;
import dev.verbatim.Parts.WholeRecord;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that no DTO can have, and the exception that names them with their path and their offset. */
class CorruptRecordTest {

    private static final int OFFSET = 3;

    record Ordinal(Side side) {}

    static final class MutableOrdinal {
        Side side;
    }

    record Text(String text) {}

    static final class MutableText {
        String text;
    }

    /** A layout and bytes in it, with the number that they are. */
    record Stored(ValueLayout layout, String bytes, String number) {}

    static Stream<Stored> unknownOrdinals() {
        return Stream.of(
                new Stored(JAVA_BYTE, "03", "3"),
                new Stored(JAVA_BYTE, "7f", "127"),
                new Stored(JAVA_BYTE, "80", "-128"),
                new Stored(JAVA_BYTE, "ff", "-1"),
                new Stored(JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN), "0003", "3"),
                new Stored(JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN), "0001", "256"),
                new Stored(JAVA_SHORT_UNALIGNED, "ffff", "-1"),
                new Stored(JAVA_CHAR_UNALIGNED.withOrder(BIG_ENDIAN), "0003", "3"),
                new Stored(JAVA_CHAR_UNALIGNED, "ffff", "65535"),
                new Stored(JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN), "03000000", "3"),
                new Stored(JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN), "01000000", "16777216"),
                new Stored(JAVA_INT_UNALIGNED, "ffffffff", "-1"),
                new Stored(JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN), "0300000000000000", "3"),
                // As an int these are ordinals.
                new Stored(JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN), "0000000001000000", "4294967296"),
                new Stored(JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN), "0000000100000001", "4294967297"),
                new Stored(JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN), "8000000000000002", "-9223372036854775806"),
                new Stored(JAVA_LONG_UNALIGNED, "ffffffffffffffff", "-1"));
    }

    @ParameterizedTest
    @MethodSource("unknownOrdinals")
    void anOrdinalThatIsNoneOfTheEnumIsNamed(Stored stored) {
        StructLayout layout = structLayout(MemoryLayout.paddingLayout(1), stored.layout.withName("side"));
        String message = "side at offset=4: expected an ordinal of " + HERE + "Side, 0 to 2, found " + stored.number;
        assertCorrupt(StructCodec.ofRecord(lookup(), Ordinal.class, layout), "00" + stored.bytes, message);
        assertCorrupt(StructCodec.ofClass(lookup(), MutableOrdinal.class, layout), "00" + stored.bytes, message);
    }

    @ParameterizedTest
    @CsvSource({
        "ff, ff, 0", // a byte that UTF-8 has not
        "80, 80, 0", // a continuation of nothing
        "4180, 80, 1",
        "414243c3, c3, 3", // the end is missing
        "c328, c3, 0",
        "e28200, e282, 0", // the padding does not continue it
        "e282, e282, 0",
        "41e228a1, e2, 1",
        "f09f98, f09f98, 0",
        "c080, c0, 0", // zero in two bytes
        "c1bf, c1, 0",
        "e08080, e0, 0", // more bytes than it takes
        "eda080, eda080, 0", // a surrogate
        "41edb080, edb080, 1",
        "f4908080, f4, 0", // above U+10FFFF
        "f8888080, f8, 0",
        "41424344454647ff, ff, 7"
    })
    void textThatIsNotUtf8IsNamedWithTheFirstBytesThatAreNot(String bytes, String malformed, int index) {
        StructLayout layout = structLayout(
                MemoryLayout.paddingLayout(2), sequenceLayout(8, JAVA_BYTE).withName("text"));
        String all = "0000" + bytes + "00".repeat(8 - bytes.length() / 2);
        String message = "text at offset=5: expected text in UTF-8, found the bytes "
                + HexFormat.ofDelimiter(" ").formatHex(HexFormat.of().parseHex(malformed)) + " at index=" + index;
        assertCorrupt(StructCodec.ofRecord(lookup(), Text.class, layout), all, message);
        assertCorrupt(StructCodec.ofClass(lookup(), MutableText.class, layout), all, message);
    }

    @Test
    void aLongTextIsNotShownWhole() {
        StructLayout layout = structLayout(sequenceLayout(100_000, JAVA_BYTE).withName("text"));
        String bytes = "c3bc".repeat(49_999) + "fefe";
        assertCorrupt(
                StructCodec.ofRecord(lookup(), Text.class, layout),
                bytes,
                "text at offset=3: expected text in UTF-8, found the bytes fe at index=99998");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCorruptInANestedStructOrAnElementIsNamedWithItsPath(SegmentKind kind) {
        for (String path : new String[] {
            "part.side",
            "part.best.side",
            "part.at.side",
            "part.bids[0].side",
            "part.asks[1].side",
            "part.path[1].side",
            "part.points[0].side",
            "parts[0].side",
            "parts[3].side",
            "parts[3].best.side",
            "parts[3].asks[1].side",
            "list[1].side",
            "list[1].points[1].side"
        }) {
            assertNestedCorrupt(kind, path, "an ordinal of " + HERE + "Side, 0 to 2", "-1");
        }
        for (String path : new String[] {"part.symbol", "parts[0].symbol", "parts[3].symbol", "list[1].symbol"}) {
            assertNestedCorrupt(kind, path, "text in UTF-8", "the bytes ff at index=0");
        }
        assertPartCorrupt(kind, "asks[1].side", "an ordinal of " + HERE + "Side, 0 to 2", "-1");
        assertPartCorrupt(kind, "symbol", "text in UTF-8", "the bytes ff at index=0");
    }

    @Test
    void ofSeveralTheFirstByOffsetIsNamed() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) PartRecord.CODEC.byteSize()]);
        segment.fill((byte) -1);
        CorruptRecordException corrupt =
                assertThrowsExactly(CorruptRecordException.class, () -> PartRecord.CODEC.read(segment, 0));
        assertEquals(
                "cannot read " + PartRecord.CODEC + " at offset=0: side at offset=4: expected an ordinal of " + HERE
                        + "Side, 0 to 2, found -1",
                corrupt.getMessage());
    }

    @Test
    void anElementThatIsCorruptIsNamedWithItsOffset() {
        StructCodec<Ordinal> codec =
                StructCodec.ofRecord(lookup(), Ordinal.class, structLayout(JAVA_BYTE.withName("side")));
        MemorySegment segment = MemorySegment.ofArray(new byte[] {0, 1, 2, 3});
        assertEquals(Side.CROSS, codec.readAtIndex(segment, 2).side);
        CorruptRecordException corrupt =
                assertThrowsExactly(CorruptRecordException.class, () -> codec.readAtIndex(segment, 3));
        assertEquals(
                "cannot read " + codec + " at offset=3: side at offset=3: expected an ordinal of " + HERE
                        + "Side, 0 to 2, found 3",
                corrupt.getMessage());
    }

    /** The target has what was read before the corrupt member then, and may be read into again. */
    @Test
    void aTargetWhoseReadFailedCanBeUsedAgain() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) Whole.CODEC.byteSize()]);
        Whole.CODEC.write(new Whole(), segment, 0);
        Whole target = new Whole();
        target.part.id = 0;
        long corrupt = offset("list[1].side");
        segment.set(JAVA_BYTE, corrupt, (byte) 3);
        assertThrowsExactly(CorruptRecordException.class, () -> Whole.CODEC.readInto(target, segment, 0));
        assertEquals(7, target.part.id);

        segment.set(JAVA_BYTE, corrupt, (byte) 2);
        Whole.CODEC.readInto(target, segment, 0);
        assertEquals(Side.CROSS, target.list.get(1).side);
    }

    private static void assertNestedCorrupt(SegmentKind kind, String path, String expected, String found) {
        byte[] bytes = new byte[OFFSET + (int) Whole.CODEC.byteSize()];
        long at = OFFSET + offset(path);
        MemorySegment.ofArray(bytes).asSlice(at, size(path)).fill((byte) -1);
        String message = path + " at offset=" + at + ": expected " + expected + ", found " + found;
        assertCorrupt(kind, Whole.CODEC, bytes, message);
        assertCorrupt(kind, WholeRecord.CODEC, bytes, message);
    }

    private static void assertPartCorrupt(SegmentKind kind, String path, String expected, String found) {
        byte[] bytes = new byte[OFFSET + (int) Part.CODEC.byteSize()];
        long at = OFFSET + offset("part." + path) - offset("part");
        MemorySegment.ofArray(bytes).asSlice(at, size("part." + path)).fill((byte) -1);
        String message = path + " at offset=" + at + ": expected " + expected + ", found " + found;
        assertCorrupt(kind, Part.CODEC, bytes, message);
        assertCorrupt(kind, PartRecord.CODEC, bytes, message);
    }

    private static long offset(String path) {
        return Parts.WHOLE_LAYOUT.byteOffset(elements(path));
    }

    private static long size(String path) {
        return Parts.WHOLE_LAYOUT.select(elements(path.replaceAll("\\d", ""))).byteSize();
    }

    /** {@code parts[3].side} or {@code parts[].side} as a layout path. */
    private static PathElement[] elements(String path) {
        return Stream.of(path.split("\\.|(?=\\[)"))
                .map(step -> step.equals("[]")
                        ? PathElement.sequenceElement()
                        : step.startsWith("[")
                                ? PathElement.sequenceElement(Long.parseLong(step, 1, step.length() - 1, 10))
                                : PathElement.groupElement(step))
                .toArray(PathElement[]::new);
    }

    private static void assertCorrupt(StructCodec<?> codec, String bytes, String message) {
        byte[] all = HexFormat.of().parseHex("00".repeat(OFFSET) + bytes);
        assertCorrupt(SegmentKind.HEAP_BYTES, codec, all, message);
        assertCorrupt(SegmentKind.NATIVE, codec, all, message);
    }

    private static <T> void assertCorrupt(SegmentKind kind, StructCodec<T> codec, byte[] bytes, String message) {
        String whole = "cannot read " + codec + " at offset=" + OFFSET + ": " + message;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(bytes, arena);
            CorruptRecordException corrupt =
                    assertThrowsExactly(CorruptRecordException.class, () -> codec.read(segment, OFFSET));
            assertEquals(whole, corrupt.getMessage());
            assertNull(corrupt.getCause());
            if (codec instanceof ReusableCodec<T> reusable) {
                T valid = reusable.read(MemorySegment.ofArray(new byte[(int) codec.byteSize()]), 0);
                assertEquals(
                        whole,
                        assertThrowsExactly(
                                        CorruptRecordException.class, () -> reusable.readInto(valid, segment, OFFSET))
                                .getMessage());
            }
            assertEquals(-1, MemorySegment.ofArray(bytes).mismatch(segment));
        }
    }
}
