package dev.verbatim;

import static dev.verbatim.VarParts.HERE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.VarParts.Fill;
import dev.verbatim.VarParts.Level;
import dev.verbatim.VarParts.Party;
import dev.verbatim.VarParts.Side;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule of the format, broken in one place, and the exception that names it with the member's path and the offset.
 */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class VarCorruptTest {

    private static final int OFFSET = 3;

    private static final String OR_NULL = ", or offset=0 and length=-1 for null, found ";

    private static final String SIZES_OF_SMALL =
            "fixedSize=24 or more, or 8 of an older layout, or 16 of an older layout, within totalSize=40, found ";

    private static final String SIZES_OF_FILL =
            ", or 8 of an older layout, or 16 of an older layout, or 24 of an older layout, within totalSize=";

    private static final String STRIDES =
            "stride=16 or more, or 8 of an older layout, or 12 of an older layout, or 13 of an older"
                    + " layout, or 15 of an older layout, found ";

    record Small(String text, int[] ints) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("text"), Layouts.varRef("ints", JAVA_INT.withOrder(LITTLE_ENDIAN)));
        static final VarCodec<Small> CODEC = VarCodec.ofRecord(lookup(), Small.class, LAYOUT);

        /** The text is at 24 to 27, the ints at 32 to 40. */
        static final byte[] BYTES = VarParts.bytes(CODEC, new Small("abc", new int[] {1, 2}));
    }

    static final class MutableSmall {
        StringBuilder text;
        int[] ints;

        static final ReusableVarCodec<MutableSmall> CODEC =
                VarCodec.ofClass(lookup(), MutableSmall.class, Small.LAYOUT);
    }

    record Listed(Level[] levels) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("levels", Level.LAYOUT));
        static final VarCodec<Listed> CODEC = VarCodec.ofRecord(lookup(), Listed.class, LAYOUT);

        /** The list's header is at 16, its elements at 24 and 40. */
        static final byte[] BYTES = VarParts.bytes(CODEC, new Listed(new Level[] {
            new Level(1, 2, Side.BUY, "ab"), new Level(3, 4, Side.SELL, "")
        }));
    }

    record Fills(List<Fill> fills) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("fills", Fill.LAYOUT));
        static final VarCodec<Fills> CODEC = VarCodec.ofRecord(lookup(), Fills.class, LAYOUT);

        /**
         * The list is at 16, its ends at 24, its elements at 32 to 76 and 80 to 112; the first one's text at 64 to 66,
         * its array at 72.
         */
        static final byte[] BYTES =
                VarParts.bytes(CODEC, new Fills(List.of(new Fill(1, "ab", new int[] {5}), new Fill(2, null, null))));
    }

    record Owned(Party party) {
        static final StructLayout LAYOUT = Layouts.varRecord(Party.LAYOUT.withName("party"));
        static final VarCodec<Owned> CODEC = VarCodec.ofRecord(lookup(), Owned.class, LAYOUT);

        /** The struct is at 8, its references at 16 and 24, the text at 32. */
        static final byte[] BYTES = VarParts.bytes(CODEC, new Owned(new Party((short) 1, "x", null)));
    }

    /**
     * A broken rule.
     *
     * @param codec the codec
     * @param bytes what is broken
     * @param message what is found
     */
    record Broken(VarCodec<?> codec, byte[] bytes, String message) {
        @Override
        public String toString() {
            return message;
        }
    }

    private static Broken small(UnaryOperator<ByteBuffer> change, String message) {
        return new Broken(Small.CODEC, changed(Small.BYTES, change), message);
    }

    private static Broken listed(UnaryOperator<ByteBuffer> change, String message) {
        return new Broken(Listed.CODEC, changed(Listed.BYTES, change), message);
    }

    private static Broken fills(UnaryOperator<ByteBuffer> change, String message) {
        return new Broken(Fills.CODEC, changed(Fills.BYTES, change), message);
    }

    private static Broken owned(UnaryOperator<ByteBuffer> change, String message) {
        return new Broken(Owned.CODEC, changed(Owned.BYTES, change), message);
    }

    private static byte[] changed(byte[] bytes, UnaryOperator<ByteBuffer> change) {
        return change.apply(ByteBuffer.wrap(bytes.clone()).order(LITTLE_ENDIAN)).array();
    }

    static final List<Broken> HEADERS = List.of(
            small(
                    b -> b.putInt(4, 7),
                    "the record at offset=7: expected totalSize from 8 to the 40 bytes of the segment from here, found"
                            + " totalSize=7"),
            small(
                    b -> b.putInt(4, -1),
                    "the record at offset=7: expected totalSize from 8 to the 40 bytes of the segment from here, found"
                            + " totalSize=-1"),
            small(
                    b -> b.putInt(4, 41),
                    "the record at offset=7: expected totalSize from 8 to the 40 bytes of the segment from here, found"
                            + " totalSize=41"),
            small(b -> b.putInt(0, 12), "the record at offset=3: expected " + SIZES_OF_SMALL + "fixedSize=12"),
            small(b -> b.putInt(0, 0), "the record at offset=3: expected " + SIZES_OF_SMALL + "fixedSize=0"),
            small(b -> b.putInt(0, -8), "the record at offset=3: expected " + SIZES_OF_SMALL + "fixedSize=-8"),
            small(b -> b.putInt(0, 48), "the record at offset=3: expected " + SIZES_OF_SMALL + "fixedSize=48"));

    static final List<Broken> REFERENCES = List.of(
            small(
                    b -> b.putInt(8, 32),
                    "text at offset=11: expected offset=24 and a length from 0 to 16" + OR_NULL
                            + "offset=32, length=3"),
            small(
                    b -> b.putInt(8, 0),
                    "text at offset=11: expected offset=24 and a length from 0 to 16" + OR_NULL + "offset=0, length=3"),
            small(
                    b -> b.putInt(12, -1),
                    "text at offset=11: expected offset=24 and a length from 0 to 16" + OR_NULL
                            + "offset=24, length=-1"),
            small(
                    b -> b.putInt(12, -2),
                    "text at offset=11: expected offset=24 and a length from 0 to 16" + OR_NULL
                            + "offset=24, length=-2"),
            small(
                    b -> b.putInt(12, 17),
                    "text at offset=11: expected offset=24 and a length from 0 to 16" + OR_NULL
                            + "offset=24, length=17"),
            small(
                    b -> b.putInt(12, Integer.MAX_VALUE),
                    "text at offset=11: expected offset=24 and a length from 0 to 16" + OR_NULL
                            + "offset=24, length=2147483647"),
            small(
                    b -> b.putInt(16, 24),
                    "ints at offset=19: expected offset=32 and a length from 0 to 8" + OR_NULL + "offset=24, length=8"),
            small(b -> b.putInt(20, 7), "ints at offset=19: expected a length that is a multiple of 4, found length=7"),
            small(
                    b -> b.putInt(20, 4),
                    "the record at offset=7: expected totalSize=36, where the tail ends, found totalSize=40"),
            small(
                    b -> b.put(27, (byte) 1),
                    "ints at offset=30: expected zeros up to the next part of the tail, found other bytes"),
            small(
                    b -> b.put(31, (byte) 1),
                    "ints at offset=30: expected zeros up to the next part of the tail, found other bytes"),
            small(
                    b -> b.putInt(4, 39),
                    "ints at offset=19: expected offset=32 and a length from 0 to 7" + OR_NULL + "offset=32, length=8"),
            owned(
                    b -> b.putInt(16, 32),
                    "party.name at offset=19: expected offset=24 and a length from 0 to 1" + OR_NULL
                            + "offset=32, length=1"),
            owned(
                    b -> b.putInt(4, 32),
                    "party.name at offset=19: expected offset=24 and a length from 0 to 0" + OR_NULL
                            + "offset=24, length=1"),
            owned(
                    b -> b.putInt(24, 5),
                    "party.key at offset=27: expected offset=0 and length=-1 for null, found offset=5, length=-1"));

    static final List<Broken> TEXTS = List.of(
            small(
                    b -> b.put(25, (byte) 0xFF),
                    "text at offset=27: expected text in UTF-8, found the bytes ff at index=1 of the text"),
            small(
                    b -> b.put(26, (byte) 0xC3),
                    "text at offset=27: expected text in UTF-8, found the bytes c3 at index=2 of the text"),
            small(
                    b -> b.put(24, (byte) 0xED).put(25, (byte) 0xA0).put(26, (byte) 0x80),
                    "text at offset=27: expected text in UTF-8, found the bytes ed a0 80 at index=0 of the text"),
            fills(
                    b -> b.put(64, (byte) 0x80),
                    "fills[0].venue at offset=67: expected text in UTF-8, found the bytes 80 at index=0 of the text"),
            listed(
                    b -> b.put(24 + 13, (byte) 0x80),
                    "levels[0].code at offset=40: expected text in UTF-8, found the bytes 80 at index=0"));

    static final List<Broken> LISTS = List.of(
            listed(b -> b.putInt(12, 4), "levels at offset=19: expected a list of at least 8 bytes, found length=4"),
            listed(
                    b -> b.putInt(16, 3),
                    "levels at offset=19: expected a count of elements of 16 bytes that with the list's header are"
                            + " length=40, found count=3"),
            listed(
                    b -> b.putInt(16, -1),
                    "levels at offset=19: expected a count of elements of 16 bytes that with the list's header are"
                            + " length=40, found count=-1"),
            listed(
                    b -> b.putInt(16, 0x1000_0002),
                    "levels at offset=19: expected a count of elements of 16 bytes that with the list's header are"
                            + " length=40, found count=268435458"),
            listed(b -> b.putInt(20, 0), "levels at offset=23: expected " + STRIDES + "stride=0"),
            listed(b -> b.putInt(20, 10), "levels at offset=23: expected " + STRIDES + "stride=10"),
            listed(
                    b -> b.putInt(20, 24),
                    "levels at offset=19: expected a count of elements of 24 bytes that with the list's header are"
                            + " length=40, found count=2"),
            listed(
                    b -> b.put(40 + 12, (byte) 3),
                    "levels[1].side at offset=55: expected an ordinal of " + HERE + "Side, 0 to 2, found 3"));

    static final List<Broken> RECORD_LISTS = List.of(
            fills(b -> b.putInt(12, 7), "fills at offset=19: expected a list of at least 8 bytes, found length=7"),
            fills(
                    b -> b.putInt(20, 32),
                    "fills at offset=23: expected stride=0, of a list of records, found stride=32"),
            fills(
                    b -> b.putInt(16, 23),
                    "fills at offset=19: expected a count whose ends lie within length=96, found count=23"),
            fills(
                    b -> b.putInt(16, -1),
                    "fills at offset=19: expected a count whose ends lie within length=96, found count=-1"),
            fills(
                    b -> b.putInt(16, 0x4000_0000),
                    "fills at offset=19: expected a count whose ends lie within length=96, found count=1073741824"),
            fills(
                    b -> b.putInt(16, 1),
                    "fills[0] at offset=31: expected zeros up to the next part of the tail, found other bytes"),
            fills(b -> b.putInt(24, 23), "fills[0] at offset=27: expected an end from 24 to 96, found end=23"),
            fills(b -> b.putInt(24, 97), "fills[0] at offset=27: expected an end from 24 to 96, found end=97"),
            fills(b -> b.putInt(24, -60), "fills[0] at offset=27: expected an end from 24 to 96, found end=-60"),
            fills(
                    b -> b.putInt(24, 61),
                    "fills[0] at offset=39: expected totalSize=45, as the list has it, found totalSize=44"),
            fills(
                    b -> b.put(76, (byte) 1),
                    "fills[1] at offset=79: expected zeros up to the next part of the tail, found other bytes"),
            fills(
                    b -> b.putInt(36, 45),
                    "fills[0] at offset=39: expected totalSize=44, as the list has it, found totalSize=45"),
            fills(
                    b -> b.putInt(32, 20),
                    "fills[0] at offset=35: expected fixedSize=32 or more" + SIZES_OF_FILL + "44, found fixedSize=20"),
            fills(
                    b -> b.putInt(28, 88),
                    "fills[1] at offset=87: expected totalSize=24, as the list has it, found totalSize=32"),
            fills(
                    b -> b.putInt(32 + 24, 32),
                    "fills[0].lots at offset=59: expected offset=40 and a length from 0 to 4" + OR_NULL
                            + "offset=32, length=4"),
            fills(
                    b -> b.putInt(80 + 28, 4),
                    "fills[1].lots at offset=107: expected offset=32 and a length from 0 to 0" + OR_NULL
                            + "offset=0, length=4"));

    static Stream<Broken> rules() {
        return Stream.of(HEADERS, REFERENCES, TEXTS, LISTS, RECORD_LISTS).flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aBrokenRuleIsNamed(Broken broken) {
        assertCorrupt(broken.codec, broken.bytes, broken.message);
    }

    @Test
    void bytesBehindTheTailAreCorrupt() {
        byte[] longer = changed(Arrays.copyOf(Small.BYTES, 48), b -> b.putInt(4, 48));
        assertCorrupt(
                Small.CODEC,
                longer,
                "the record at offset=7: expected totalSize=40, where the tail ends, found totalSize=48");
    }

    @Test
    void aTargetWhoseReadFailedCanBeUsedAgain() {
        MutableSmall target = new MutableSmall();
        for (Broken broken : Stream.of(REFERENCES, TEXTS).flatMap(List::stream).toList()) {
            if (broken.codec.equals(Small.CODEC)) {
                MemorySegment corrupt = MemorySegment.ofArray(broken.bytes);
                assertThrowsExactly(
                        CorruptRecordException.class, () -> MutableSmall.CODEC.readInto(target, corrupt, 0));
                MutableSmall.CODEC.readInto(target, MemorySegment.ofArray(Small.BYTES), 0);
                assertEquals("abc", target.text.toString());
                assertArrayEquals(new int[] {1, 2}, target.ints);
            }
        }
    }

    @Test
    void aHeaderOutsideTheSegmentIsNoCorruption() {
        for (long offset : new long[] {-1, 33, 40, 41, Long.MAX_VALUE, Long.MIN_VALUE}) {
            MemorySegment segment = MemorySegment.ofArray(Small.BYTES);
            String message = "cannot read " + Small.CODEC + " at offset=" + offset;
            for (Executable read : List.<Executable>of(
                    () -> Small.CODEC.read(segment, offset), () -> Small.CODEC.encodedSize(segment, offset))) {
                IndexOutOfBoundsException outside = assertThrowsExactly(IndexOutOfBoundsException.class, read);
                assertTrue(outside.getMessage().startsWith(message), outside::getMessage);
            }
        }
    }

    private static void assertCorrupt(VarCodec<?> codec, byte[] record, String message) {
        byte[] bytes = new byte[OFFSET + record.length];
        System.arraycopy(record, 0, bytes, OFFSET, record.length);
        for (SegmentKind kind : List.of(SegmentKind.HEAP_BYTES, SegmentKind.NATIVE)) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = kind.allocate(bytes, arena);
                CorruptRecordException corrupt =
                        assertThrowsExactly(CorruptRecordException.class, () -> codec.read(segment, OFFSET));
                assertEquals("cannot read " + codec + " at offset=" + OFFSET + ": " + message, corrupt.getMessage());
                assertNull(corrupt.getCause());
                assertEquals(-1, MemorySegment.ofArray(bytes).mismatch(segment));
            }
        }
    }
}
