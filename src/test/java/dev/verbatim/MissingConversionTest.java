package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members that bind by a conversion only: the message names it, and with it they bind. */
class MissingConversionTest {

    record Timed(Instant time, String text) {}

    @Test
    void withoutADeclarationTheMessageNamesTheConversion() {
        StructLayout layout = Layouts.struct(
                JAVA_LONG.withName("time"),
                JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).withName("text"));
        LayoutMismatchException fault =
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Timed.class, layout));
        assertTrue(
                fault.getMessage()
                        .contains("or declare a conversion, as `Conversions.of(TimeConversions.epochNanos())`"),
                fault::getMessage);
        assertTrue(
                fault.getMessage().contains("or declare a conversion, as `Conversions.of(TextConversions.ascii8())`"),
                fault::getMessage);
    }

    /** The first character of such text is the lowest byte, and so the last one of a big-endian long. */
    @Test
    void textInABigEndianLongIsNoneOfAscii8() {
        record Symbol(String text) {}
        StructLayout layout =
                Layouts.struct(JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).withName("text"));
        LayoutMismatchException fault =
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Symbol.class, layout));
        assertEquals(
                List.of("text: the layout has long (big-endian) (byteSize=8, offset=0), " + Symbol.class.getName()
                        + " has the component `String text`; a String needs a sequence of JAVA_BYTE, which holds its"
                        + " UTF-8"),
                fault.mismatches());
    }

    @Test
    void theMessageNamesAConversionOfLettersFlagsAndWiderNumbers() {
        record Fields(char type, short flags, boolean firm, boolean isOpen, Integer tag, Integer port, Long count) {}
        StructLayout layout = Layouts.packed(Layouts.struct(
                JAVA_BYTE.withName("type"),
                JAVA_BYTE.withName("flags"),
                JAVA_BYTE.withName("firm"),
                JAVA_INT.withName("isOpen"),
                JAVA_BYTE.withName("tag"),
                JAVA_SHORT.withName("port"),
                JAVA_INT.withName("count")));
        LayoutMismatchException fault =
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Fields.class, layout));
        assertEquals(
                List.of(
                        "Conversion.ofByte(char.class, to, from)",
                        "Conversion.ofByte(short.class, to, from)",
                        "Conversion.ofByte(boolean.class, to, from)",
                        "Conversion.ofInt(boolean.class, to, from)",
                        "CodeConversions.nullable(NumberConversions.unsignedByte(), nullValue)",
                        "CodeConversions.nullable(NumberConversions.unsignedShort(), nullValue)",
                        "CodeConversions.nullable(NumberConversions.unsignedInt(), nullValue)"),
                fault.mismatches().stream()
                        .map(mismatch -> mismatch.replaceFirst(
                                ".*; or declare a conversion, as `Conversions\\.of\\((.*)\\)`$", "$1"))
                        .toList());
    }

    /** What the message names binds, and stores what it should. */
    @Test
    void lettersFlagsAndWiderNumbersAreConverted() {
        record Fields(char type, short flags, boolean firm, Integer tag) {}
        StructLayout layout = Layouts.struct(
                JAVA_BYTE.withName("type"),
                JAVA_BYTE.withName("flags"),
                JAVA_BYTE.withName("firm"),
                JAVA_BYTE.withName("tag"));
        StructCodec<Fields> codec = StructCodec.ofRecord(
                lookup(),
                Fields.class,
                layout,
                Conversions.of(
                        Conversion.ofByte(char.class, c -> c, code -> (char) code),
                        Conversion.ofByte(
                                short.class, flags -> (byte) (short) flags, stored -> (short) (stored & 0xff)),
                        Conversion.ofByte(boolean.class, firm -> firm ? 'Y' : 'N', code -> code == 'Y'),
                        CodeConversions.nullable(NumberConversions.unsignedByte(), 0)));
        byte[] bytes = new byte[4];
        for (Fields fields :
                List.of(new Fields('A', (short) 200, true, 255), new Fields('Z', (short) 0x80, false, null))) {
            codec.write(fields, MemorySegment.ofArray(bytes), 0);
            assertArrayEquals(
                    new byte[] {
                        (byte) fields.type(),
                        (byte) fields.flags(),
                        (byte) (fields.firm() ? 'Y' : 'N'),
                        (byte) (fields.tag() == null ? 0 : fields.tag())
                    },
                    bytes);
            assertEquals(fields, codec.read(MemorySegment.ofArray(bytes), 0));
        }
    }
}
