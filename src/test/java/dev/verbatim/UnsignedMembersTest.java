package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Structs with several unsigned integers of each size, which are checked together before the first is stored. */
class UnsignedMembersTest {

    private static final ByteOrder OTHER_ORDER =
            ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;

    private static final ValueLayout.OfInt OTHER_INT = JAVA_INT.withOrder(OTHER_ORDER);

    private static final StructLayout LAYOUT = Layouts.packed(Layouts.struct(
            JAVA_INT.withName("int0"),
            JAVA_BYTE.withName("byte0"),
            JAVA_SHORT.withName("short0"),
            OTHER_INT.withName("int1"),
            JAVA_INT.withName("plain"),
            JAVA_BYTE.withName("byte1"),
            JAVA_SHORT.withName("short1"),
            JAVA_INT.withName("int2"),
            JAVA_CHAR.withName("char0")));

    private static final Conversions CONVERSIONS = Conversions.of(NumberConversions.unsignedInt())
            .with("byte0", NumberConversions.unsignedByte())
            .with("byte1", NumberConversions.unsignedByte())
            .with("short0", NumberConversions.unsignedShort())
            .with("short1", NumberConversions.unsignedShort())
            .with("char0", NumberConversions.unsignedShort(JAVA_CHAR));

    private static final StructCodec<AsRecord> RECORDS =
            StructCodec.ofRecord(lookup(), AsRecord.class, LAYOUT, CONVERSIONS);
    private static final ReusableCodec<AsClass> CLASSES =
            StructCodec.ofClass(lookup(), AsClass.class, LAYOUT, CONVERSIONS);

    record AsRecord(
            long int0, int byte0, int short0, long int1, int plain, int byte1, int short1, long int2, int char0) {}

    static final class AsClass {
        long int0;
        int byte0;
        int short0;
        long int1;
        int plain;
        int byte1;
        int short1;
        long int2;
        int char0;

        AsClass() {}

        AsClass(long[] values) {
            int0 = values[0];
            byte0 = (int) values[1];
            short0 = (int) values[2];
            int1 = values[3];
            plain = (int) values[4];
            byte1 = (int) values[5];
            short1 = (int) values[6];
            int2 = values[7];
            char0 = (int) values[8];
        }

        AsRecord toRecord() {
            return new AsRecord(int0, byte0, short0, int1, plain, byte1, short1, int2, char0);
        }
    }

    private static AsRecord recordOf(long[] values) {
        return new AsClass(values).toRecord();
    }

    private static final String[] NAMES = {
        "int0", "byte0", "short0", "int1", "plain", "byte1", "short1", "int2", "char0"
    };
    private static final int[] BITS = {32, 8, 16, 32, 32, 8, 16, 32, 16};
    private static final int PLAIN = 4;

    @Provide
    Arbitrary<long[]> values() {
        return Arbitraries.longs()
                .edgeCases(config -> config.add(-1L, 0L, 0xffff_ffffL, 0xffffL, 0xffL))
                .array(long[].class)
                .ofSize(BITS.length)
                .map(values -> IntStream.range(0, BITS.length)
                        .mapToLong(i -> i == PLAIN ? (int) values[i] : values[i] >>> (Long.SIZE - BITS[i]))
                        .toArray());
    }

    @Property
    void whatFitsIsStoredInItsLowestBits(@ForAll("values") long[] values) {
        byte[] expected = ByteBuffer.allocate((int) LAYOUT.byteSize())
                .order(ByteOrder.nativeOrder())
                .putInt((int) values[0])
                .put((byte) values[1])
                .putShort((short) values[2])
                .order(OTHER_ORDER)
                .putInt((int) values[3])
                .order(ByteOrder.nativeOrder())
                .putInt((int) values[4])
                .put((byte) values[5])
                .putShort((short) values[6])
                .putInt((int) values[7])
                .putChar((char) values[8])
                .array();

        byte[] found = new byte[expected.length];
        RECORDS.write(recordOf(values), MemorySegment.ofArray(found), 0);
        assertArrayEquals(expected, found);
        Arrays.fill(found, (byte) 0);
        CLASSES.write(new AsClass(values), MemorySegment.ofArray(found), 0);
        assertArrayEquals(expected, found);

        assertEquals(recordOf(values), RECORDS.read(MemorySegment.ofArray(found), 0));
        assertEquals(
                recordOf(values), CLASSES.read(MemorySegment.ofArray(found), 0).toRecord());
    }

    /** Each member, with each bit that it cannot store. */
    static IntStream bitsTooHigh() {
        return IntStream.range(0, BITS.length)
                .filter(i -> i != PLAIN)
                .flatMap(i -> IntStream.range(BITS[i], BITS[i] == 32 ? Long.SIZE : Integer.SIZE)
                        .map(bit -> i << 8 | bit));
    }

    @ParameterizedTest
    @MethodSource("bitsTooHigh")
    void anyHigherBitIsRefusedAndNothingIsWritten(int memberAndBit) {
        int member = memberAndBit >> 8;
        long[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        values[member] |= 1L << (memberAndBit & 0xff);
        if (BITS[member] < 32) {
            values[member] = (int) values[member];
        }
        byte[] bytes = new byte[(int) LAYOUT.byteSize()];
        MemorySegment segment = MemorySegment.ofArray(bytes);

        IllegalArgumentException ofRecord =
                assertThrows(IllegalArgumentException.class, () -> RECORDS.write(recordOf(values), segment, 0));
        IllegalArgumentException ofClass =
                assertThrows(IllegalArgumentException.class, () -> CLASSES.write(new AsClass(values), segment, 0));

        String expected =
                NAMES[member] + "=" + values[member] + ": expected a number from 0 to " + ((1L << BITS[member]) - 1);
        assertEquals(
                expected, ofRecord.getMessage().substring(ofRecord.getMessage().indexOf(NAMES[member] + "=")));
        assertEquals(
                expected, ofClass.getMessage().substring(ofClass.getMessage().indexOf(NAMES[member] + "=")));
        assertArrayEquals(new byte[bytes.length], bytes, "nothing was written");
    }

    @Provide
    Arbitrary<long[]> valuesThatFitOrNot() {
        return values().flatMap(fit -> Arbitraries.longs()
                .array(long[].class)
                .ofSize(BITS.length)
                .flatMap(any -> Arbitraries.subsetOf(0, 1, 2, 3, 5, 6, 7).map(changed -> {
                    long[] values = fit.clone();
                    changed.forEach(i -> values[i] = BITS[i] == 32 ? any[i] : (int) any[i]);
                    return values;
                })));
    }

    @Property
    void ofSeveralThatDoNotFitTheFirstIsNamedAndNothingIsWritten(@ForAll("valuesThatFitOrNot") long[] values) {
        Optional<String> first = IntStream.range(0, BITS.length)
                .filter(i -> i != PLAIN && values[i] != (values[i] & ((1L << BITS[i]) - 1)))
                .mapToObj(i -> NAMES[i] + "=" + values[i] + ": ")
                .findFirst();
        for (MemorySegment segment : segments(LAYOUT.byteSize())) {
            segment.fill((byte) 0x5a);
            byte[] before = segment.toArray(JAVA_BYTE);
            Executable ofRecord = () -> RECORDS.write(recordOf(values), segment, 0);
            Executable ofClass = () -> CLASSES.write(new AsClass(values), segment, 0);
            if (first.isEmpty()) {
                assertDoesNotThrow(ofRecord);
                assertEquals(recordOf(values), RECORDS.read(segment, 0));
                continue;
            }
            for (Executable write : List.of(ofRecord, ofClass)) {
                String message =
                        assertThrows(IllegalArgumentException.class, write).getMessage();
                assertTrue(message.contains(" at offset=0: " + first.get()), message);
                assertArrayEquals(before, segment.toArray(JAVA_BYTE), "nothing was written");
            }
        }
    }

    /** A segment of each kind that has code of its own, and one of the others. */
    private static List<MemorySegment> segments(long byteSize) {
        int size = (int) byteSize;
        return List.of(
                Arena.ofAuto().allocate(size),
                MemorySegment.ofArray(new byte[size]),
                MemorySegment.ofArray(new long[size / Long.BYTES + 1]).asSlice(0, size),
                MemorySegment.ofArray(new char[size / Character.BYTES + 1]).asSlice(0, size));
    }

    @Test
    void segmentsThatTakeNoStoreAreRefusedAsTheyAreWithoutConversions() {
        for (long[] values : List.of(new long[BITS.length], new long[] {-1, -1, -1, -1, -1, -1, -1, -1, -1})) {
            boolean fit = values[0] == 0;
            for (MemorySegment segment : segments(LAYOUT.byteSize())) {
                String readOnly = fault(values, segment.asReadOnly(), 0, IllegalArgumentException.class);
                assertTrue(readOnly.endsWith(" at offset=0: the segment is read-only"), readOnly);
                for (long offset : new long[] {1, -1, Long.MAX_VALUE}) {
                    String outside = fault(values, segment, offset, IndexOutOfBoundsException.class);
                    assertTrue(outside.contains(" at offset=" + offset + ": expected " + LAYOUT.byteSize()), outside);
                }
                assertEquals(fit, recordOf(values).equals(RECORDS.read(segment, 0)), "nothing was written");
            }
            Arena arena = Arena.ofConfined();
            MemorySegment closed = arena.allocate(LAYOUT);
            arena.close();
            String message = fault(values, closed, 0, IllegalStateException.class);
            assertTrue(message.endsWith(" at offset=0: the segment's arena is closed"), message);
        }
    }

    /** The message of what both codecs throw. */
    private static String fault(
            long[] values, MemorySegment segment, long offset, Class<? extends RuntimeException> type) {
        String ofRecord = assertThrows(type, () -> RECORDS.write(recordOf(values), segment, offset))
                .getMessage();
        String ofClass = assertThrows(type, () -> CLASSES.write(new AsClass(values), segment, offset))
                .getMessage();
        assertEquals(ofRecord, ofClass.replace("AsClass", "AsRecord"));
        return ofRecord;
    }
}
