package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.ADDRESS_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How layouts are made, packed and described. */
class LayoutsTest {

    private static final ValueLayout.OfInt INT_LE = JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final StructLayout TRADE = structLayout(
            little(JAVA_LONG).withName("time"),
            paddingLayout(2),
            JAVA_BYTE.withOrder(ByteOrder.BIG_ENDIAN).withName("side"),
            JAVA_BOOLEAN.withName("open"),
            big(JAVA_INT).withName("quantity"),
            big(JAVA_DOUBLE).withName("price"),
            little(JAVA_CHAR).withName("venue"),
            paddingLayout(6));

    private static final String TRADE_TABLE = """
          offset  bytes  type                 name
               0      8  long                 time
               8      2  padding
              10      1  byte                 side
              11      1  boolean              open
              12      4  int (big-endian)     quantity
              16      8  double (big-endian)  price
              24      2  char                 venue
              26      6  padding
                     32  bytes, alignment 8\
        """;

    @Test
    void everyMemberAndGapHasALine() {
        assertEquals(TRADE_TABLE, Layouts.describe(TRADE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
    void theTableIsTheSameInEveryLocale(String tag) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try {
            assertEquals(TRADE_TABLE, Layouts.describe(TRADE));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void nestedMembersHaveLinesOfTheirOwn() {
        // @start region="struct"
        // struct level { double price; int32_t quantity; };
        StructLayout level = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));

        // struct book { char side; int64_t time; struct level levels[10]; };
        StructLayout book = Layouts.struct(
                JAVA_BYTE.withName("side"),
                JAVA_LONG.withName("time"),
                sequenceLayout(10, level).withName("levels"));
        // @end

        // @start region="describe"
        assertEquals("""
              offset  bytes  type                       name
                   0      1  byte                       side
                   1      7  padding
                   8      8  long                       time
                  16    160  sequence of 10, stride 16  levels
                  16      8  double                     levels[].price
                  24      4  int                        levels[].quantity
                  28      4  padding
                        176  bytes, alignment 8\
            """, Layouts.describe(book));
        // @end
    }

    @Test
    void bytesThatAPackedFormatReservesAreAMemberUntilItIsPacked() {
        // @start region="reserved"
        // the first 14 bytes of a .bmp file; INT_LE is JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN)
        StructLayout bmp = Layouts.withPadding(
                Layouts.packed(Layouts.struct(
                        sequenceLayout(2, JAVA_BYTE).withName("magic"),
                        INT_LE.withName("fileSize"),
                        INT_LE.withName("reserved"),
                        INT_LE.withName("offset"))),
                "reserved");
        // @end
        record Header(String magic, int fileSize, int offset) {}
        StructCodec<Header> codec = StructCodec.ofRecord(lookup(), Header.class, bmp);
        byte[] bytes = new byte[14];
        Arrays.fill(bytes, (byte) 0xff);
        codec.write(new Header("BM", 0x64636261, 0x74737271), MemorySegment.ofArray(bytes), 0);
        assertEquals("BMabcd\u00ff\u00ff\u00ff\u00ffqrst", new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @Test
    void aFormatOfEitherByteOrderHasALayoutForEach() {
        // @start region="order"
        // one packet of a .pcap file: the magic number at the start of the file says which order it has
        StructLayout packet = Layouts.struct(
                JAVA_INT.withName("seconds"),
                JAVA_INT.withName("micros"),
                JAVA_INT.withName("capturedBytes"),
                JAVA_INT.withName("bytes"));
        StructLayout bigEndian = Layouts.withOrder(packet, ByteOrder.BIG_ENDIAN);
        StructLayout littleEndian = Layouts.withOrder(packet, ByteOrder.LITTLE_ENDIAN);
        // @end
        record Packet(int seconds, int micros, int capturedBytes, int bytes) {}
        byte[] bytes = new byte[16];
        bytes[3] = 1;
        MemorySegment segment = MemorySegment.ofArray(bytes);
        assertEquals(
                new Packet(1, 0, 0, 0),
                StructCodec.ofRecord(lookup(), Packet.class, bigEndian).read(segment, 0));
        assertEquals(
                new Packet(1 << 24, 0, 0, 0),
                StructCodec.ofRecord(lookup(), Packet.class, littleEndian).read(segment, 0));
    }

    @Test
    void theByteOrderOfARecordIsThatOfItsMembersAndElements() {
        StructLayout inner = Layouts.varRecord(big(JAVA_LONG).withName("id"), Layouts.varRef("text"));
        StructLayout layout = Layouts.varRecord(
                        unionLayout(little(JAVA_INT).withName("a"), JAVA_BYTE.withName("b"))
                                .withByteAlignment(8)
                                .withName("either"),
                        Layouts.varRef("prices", little(JAVA_DOUBLE)),
                        Layouts.varRef("inner", inner))
                .withName("record");

        assertEquals(
                Layouts.varRecord(
                                unionLayout(big(JAVA_INT).withName("a"), JAVA_BYTE.withName("b"))
                                        .withByteAlignment(8)
                                        .withName("either"),
                                Layouts.varRef("prices", big(JAVA_DOUBLE)),
                                Layouts.varRef("inner", inner))
                        .withName("record"),
                Layouts.withOrder(layout, ByteOrder.BIG_ENDIAN));
        assertTrue(Layouts.isVarRecord(Layouts.withOrder(layout, ByteOrder.BIG_ENDIAN)));
    }

    @Test
    void structsAndSequencesOfThemAreFollowedInside() {
        StructLayout point = structLayout(
                JAVA_BYTE.withName("x"), paddingLayout(1), little(JAVA_CHAR).withName("y"));
        StructLayout layout = structLayout(
                big(JAVA_LONG).withName("id"),
                structLayout(
                                structLayout(
                                                big(JAVA_SHORT).withName("kind"),
                                                paddingLayout(2).withName("unused"))
                                        .withName("type"),
                                point,
                                sequenceLayout(2, sequenceLayout(3, point.withName("corner")))
                                        .withName("shapes"))
                        .withName("header"),
                sequenceLayout(0, structLayout(sequenceLayout(2, point).withName("ends")))
                        .withName("lines"),
                sequenceLayout(1, point));

        assertEquals("""
              offset  bytes  type                         name
                   0      8  long (big-endian)            id
                   8     32  struct                       header
                   8      4  struct                       header.type
                   8      2  short (big-endian)           header.type.kind
                  10      2  padding                      header.type.unused
                  12      4  struct
                  12      1  byte                         header.x
                  13      1  padding
                  14      2  char                         header.y
                  16     24  sequence of 2 x 3, stride 4  header.shapes
                  16      1  byte                         header.shapes[].x
                  17      1  padding
                  18      2  char                         header.shapes[].y
                  40      0  sequence of 0, stride 8      lines
                  40      8  sequence of 2, stride 4      lines[].ends
                  40      1  byte                         lines[].ends[].x
                  41      1  padding
                  42      2  char                         lines[].ends[].y
                  40      4  sequence of 1, stride 4
                  40      1  byte                         [].x
                  41      1  padding
                  42      2  char                         [].y
                         44  bytes, alignment 8\
            """, Layouts.describe(layout));
    }

    @Test
    void sequencesOfValuesAndUnionsAreOneLine() {
        StructLayout point = structLayout(JAVA_BYTE.withName("x"), JAVA_BYTE.withName("y"));
        StructLayout layout = structLayout(
                sequenceLayout(4, little(JAVA_SHORT)).withName("shorts"),
                sequenceLayout(3, big(JAVA_LONG)).withName("longs"),
                sequenceLayout(2, sequenceLayout(3, big(JAVA_DOUBLE))).withName("matrix"),
                sequenceLayout(8, JAVA_BYTE.withOrder(ByteOrder.BIG_ENDIAN)),
                unionLayout(point, little(JAVA_SHORT)).withName("either"),
                sequenceLayout(2, unionLayout(point, little(JAVA_SHORT))).withName("eithers"),
                sequenceLayout(2, paddingLayout(3)).withName("unused"));

        assertEquals("""
              offset  bytes  type                       name
                   0      8  short[4]                   shorts
                   8     24  long[3] (big-endian)       longs
                  32     48  double[2][3] (big-endian)  matrix
                  80      8  byte[8]
                  88      2  union                      either
                  90      4  union[2]                   eithers
                  94      6  padding[2]                 unused
                        100  bytes, alignment 8\
            """, Layouts.describe(layout));
    }

    @Test
    void anEmptyLayoutHasAHeadAndASize() {
        assertEquals("""
              offset  bytes  type  name
                          0  bytes, alignment 1\
            """, Layouts.describe(structLayout()));
    }

    @Test
    void offsetsBeyondTwoGigabytesAreDescribed() {
        assertEquals("""
              offset  bytes  type     name
                   0 8589934592  padding
            8589934592      1  byte     last
                     8589934593  bytes, alignment 1\
            """, Layouts.describe(structLayout(paddingLayout(1L << 33), JAVA_BYTE.withName("last"))));
    }

    @Test
    void noLayoutIsNoTable() {
        assertThrows(NullPointerException.class, () -> Layouts.describe(null));
    }

    @Test
    void aStructHasTheGapsOfC() {
        assertEquals(
                structLayout(
                        JAVA_BYTE.withName("a"),
                        paddingLayout(3),
                        big(JAVA_INT).withName("b"),
                        JAVA_BOOLEAN.withName("c"),
                        paddingLayout(1),
                        little(JAVA_SHORT).withName("d"),
                        paddingLayout(4),
                        JAVA_DOUBLE.withName("e")),
                Layouts.struct(
                        JAVA_BYTE.withName("a"),
                        big(JAVA_INT).withName("b"),
                        JAVA_BOOLEAN.withName("c"),
                        little(JAVA_SHORT).withName("d"),
                        JAVA_DOUBLE.withName("e")));
    }

    @Test
    void aStructEndsAtAMultipleOfItsLargestAlignment() {
        StructLayout layout = Layouts.struct(JAVA_LONG, JAVA_SHORT, JAVA_BYTE);

        assertEquals(structLayout(JAVA_LONG, JAVA_SHORT, JAVA_BYTE, paddingLayout(5)), layout);
        assertEquals(8, layout.byteAlignment());
    }

    @Test
    void aStructWithoutGapsHasNoPadding() {
        assertEquals(structLayout(JAVA_LONG, JAVA_INT, JAVA_INT), Layouts.struct(JAVA_LONG, JAVA_INT, JAVA_INT));
    }

    @Test
    void nestedStructsAndSequencesAreAlignedAndLeftAsTheyAre() {
        StructLayout pair = Layouts.struct(JAVA_INT, JAVA_BYTE);
        StructLayout open = structLayout(JAVA_SHORT, JAVA_BYTE); // without the byte of padding that C would have

        assertEquals(
                structLayout(
                        JAVA_BYTE,
                        paddingLayout(3),
                        pair,
                        JAVA_BYTE,
                        paddingLayout(1),
                        sequenceLayout(3, JAVA_SHORT),
                        open,
                        JAVA_BYTE,
                        unionLayout(JAVA_INT, JAVA_BYTE)),
                Layouts.struct(
                        JAVA_BYTE,
                        pair,
                        JAVA_BYTE,
                        sequenceLayout(3, JAVA_SHORT),
                        open,
                        JAVA_BYTE,
                        unionLayout(JAVA_INT, JAVA_BYTE)));
    }

    @Test
    void membersOfAlignmentOneGetNoPadding() {
        StructLayout layout = Layouts.struct(
                JAVA_BYTE,
                JAVA_LONG_UNALIGNED,
                JAVA_DOUBLE.withByteAlignment(1),
                Layouts.packed(structLayout(JAVA_INT)));

        assertEquals(
                structLayout(
                        JAVA_BYTE,
                        JAVA_LONG_UNALIGNED,
                        JAVA_DOUBLE.withByteAlignment(1),
                        structLayout(JAVA_INT.withByteAlignment(1))),
                layout);
        assertEquals(1, layout.byteAlignment());
    }

    @Test
    void aLargerAlignmentThanTheSizeIsKept() {
        StructLayout layout = Layouts.struct(JAVA_BYTE, JAVA_INT.withByteAlignment(16), JAVA_BYTE);

        assertEquals(
                structLayout(
                        JAVA_BYTE, paddingLayout(15), JAVA_INT.withByteAlignment(16), JAVA_BYTE, paddingLayout(11)),
                layout);
        assertEquals(16, layout.byteAlignment());
    }

    @Test
    void paddingAmongTheMembersCountsAsItIs() {
        assertEquals(
                structLayout(
                        JAVA_BYTE,
                        paddingLayout(2).withName("reserved"),
                        paddingLayout(1),
                        JAVA_INT,
                        paddingLayout(8).withByteAlignment(2)),
                Layouts.struct(
                        JAVA_BYTE,
                        paddingLayout(2).withName("reserved"),
                        JAVA_INT,
                        paddingLayout(8).withByteAlignment(2)));
    }

    @Test
    void aStructWithoutMembersIsEmpty() {
        assertEquals(structLayout(), Layouts.struct());
        assertEquals(structLayout(), Layouts.packed(structLayout()));
    }

    @Test
    void anAbsentMemberIsNamedByItsPlace() {
        assertEquals("members", message(NullPointerException.class, () -> Layouts.struct((MemoryLayout[]) null)));
        assertEquals("members[1]", message(NullPointerException.class, () -> Layouts.struct(JAVA_INT, null, null)));
        assertEquals("layout", message(NullPointerException.class, () -> Layouts.packed(null)));
    }

    @Test
    void aStructThatIsTooLargeIsRefused() {
        MemoryLayout largest = paddingLayout(Long.MAX_VALUE - 8);
        assertEquals(
                Long.MAX_VALUE, Layouts.struct(JAVA_LONG_UNALIGNED, largest).byteSize());

        // with its last byte of padding
        assertThrows(IllegalArgumentException.class, () -> Layouts.struct(JAVA_LONG, largest));
        assertThrows(IllegalArgumentException.class, () -> Layouts.struct(JAVA_LONG, largest, JAVA_LONG));
        assertThrows(IllegalArgumentException.class, () -> Layouts.struct(largest, largest, JAVA_INT, largest));
    }

    @Test
    void packingDropsPaddingAndAlignmentEverywhere() {
        StructLayout nested = structLayout(
                        JAVA_BYTE.withName("b"),
                        paddingLayout(7).withName("gap"),
                        big(JAVA_LONG).withName("l"))
                .withName("nested");
        StructLayout layout = structLayout(
                        nested,
                        ADDRESS.withName("next"),
                        paddingLayout(2),
                        JAVA_BOOLEAN,
                        paddingLayout(5),
                        sequenceLayout(4, big(JAVA_INT)).withName("ints"),
                        paddingLayout(16),
                        sequenceLayout(2, sequenceLayout(1, nested))
                                .withByteAlignment(32)
                                .withName("rows"),
                        unionLayout(nested, paddingLayout(64), JAVA_DOUBLE.withName("d"))
                                .withName("either"),
                        sequenceLayout(4, paddingLayout(2)).withName("reserved"))
                .withByteAlignment(64)
                .withName("outer");

        StructLayout packedNested = structLayout(
                        JAVA_BYTE.withName("b"), big(JAVA_LONG_UNALIGNED).withName("l"))
                .withName("nested");
        StructLayout packed = Layouts.packed(layout);
        assertEquals(
                structLayout(
                                packedNested,
                                ADDRESS_UNALIGNED.withName("next"),
                                JAVA_BOOLEAN,
                                sequenceLayout(4, big(JAVA_INT_UNALIGNED)).withName("ints"),
                                sequenceLayout(2, sequenceLayout(1, packedNested))
                                        .withName("rows"),
                                unionLayout(packedNested, JAVA_DOUBLE_UNALIGNED.withName("d"))
                                        .withName("either"))
                        .withName("outer"),
                packed);
        assertEquals(1, packed.byteAlignment());
        assertEquals(9 + 8 + 1 + 16 + 18 + 9, packed.byteSize());
    }

    private static String message(Class<? extends Exception> type, Executable executable) {
        return assertThrows(type, executable).getMessage();
    }

    private static ValueLayout little(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    private static ValueLayout big(ValueLayout layout) {
        return layout.withOrder(ByteOrder.BIG_ENDIAN);
    }

    @Test
    void layoutsOfVariableLengthAndWhatTheyReferToAreRecognised() {
        StructLayout record = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("sizes", JAVA_INT));
        assertTrue(Layouts.isVarRecord(record));
        assertFalse(Layouts.isVarRecord(Layouts.struct(JAVA_LONG.withName("id"))));
        assertEquals(
                Optional.of(JAVA_INT),
                Layouts.varRefElement(record.memberLayouts().getLast()));
        assertEquals(Optional.empty(), Layouts.varRefElement(JAVA_LONG.withName("id")));
        assertEquals(Optional.empty(), Layouts.varRefElement(record));
    }
}
