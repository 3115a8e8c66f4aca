package itch;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructCodec;
import dev.verbatim.TextConversions;
import itch.Code.CrossType;
import itch.Code.ImbalanceDirection;
import itch.Code.Side;
import itch.Code.SystemEventCode;
import itch.Code.TradingState;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** The kinds of fields that ITCH has: their layouts, all big-endian and unaligned, and what they are in Java. */
@SuppressWarnings("unused") // method handles call the private methods
final class Fields {

    // @start region="conversions"
    static final Conversions CONVERSIONS = Conversions.of(
            NumberConversions.unsignedShort(), // an int
            NumberConversions.unsignedInt(), // a long
            NumberConversions.longOf(6, BIG_ENDIAN, false),
            NumberConversions.decimal(8), // a BigDecimal
            TextConversions.latin1(2),
            TextConversions.latin1(4),
            TextConversions.latin1(8),
            CodeConversions.byteCodes(Side.class, Side::code),
            CodeConversions.byteCodes(SystemEventCode.class, SystemEventCode::code),
            CodeConversions.byteCodes(TradingState.class, TradingState::code),
            CodeConversions.byteCodes(CrossType.class, CrossType::code),
            CodeConversions.byteCodes(ImbalanceDirection.class, ImbalanceDirection::code),
            ownConversion("toLetter", "fromLetter", char.class),
            ownConversion("toYesOrNo", "fromYesOrNo", boolean.class));
    // @end

    /** The type of a message, its first byte. */
    static final ValueLayout.OfByte TYPE = JAVA_BYTE;

    private static final ValueLayout.OfShort SHORT_BE = JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfInt INT_BE = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG_BE = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    private static final int TIMESTAMP_SIZE = 6;

    private Fields() {}

    // @start region="codec"
    static final StructLayout HEADER = MemoryLayout.structLayout(
            SHORT_BE.withName("stockLocate"),
            SHORT_BE.withName("trackingNumber"),
            MemoryLayout.sequenceLayout(TIMESTAMP_SIZE, JAVA_BYTE).withName("timestamp"));

    /** Makes the codec of a record. To it, the type of the message is padding. Then come the header and its own fields. */
    static <M extends Record> StructCodec<M> codec(Class<M> type, MemoryLayout... fields) {
        List<MemoryLayout> members = new ArrayList<>();
        members.add(MemoryLayout.paddingLayout(TYPE.byteSize()));
        members.add(HEADER.withName("header"));
        members.addAll(List.of(fields));
        StructLayout layout = MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
        return StructCodec.ofRecord(MethodHandles.lookup(), type, layout, CONVERSIONS);
    }
    // @end

    static MemoryLayout u32(String name) {
        return INT_BE.withName(name);
    }

    static MemoryLayout u64(String name) {
        return LONG_BE.withName(name);
    }

    /** A price with 4 decimals. */
    static MemoryLayout price4(String name) {
        return u32(name);
    }

    /** A price with 8 decimals. */
    static MemoryLayout price8(String name) {
        return u64(name);
    }

    static MemoryLayout letter(String name) {
        return JAVA_BYTE.withName(name);
    }

    static MemoryLayout text(String name, int byteSize) {
        return MemoryLayout.sequenceLayout(byteSize, JAVA_BYTE).withName(name);
    }

    /** A conversion between two primitives, by two methods of this class. It makes no objects. */
    private static Conversion<?> ownConversion(String to, String from, Class<?> type) {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            return Conversion.ofHandles(
                    lookup.findStatic(Fields.class, to, MethodType.methodType(byte.class, type)),
                    lookup.findStatic(Fields.class, from, MethodType.methodType(type, byte.class)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("methods of this class", e);
        }
    }

    private static byte toLetter(char letter) {
        if (letter > 0x7f) {
            throw new IllegalArgumentException("expected ASCII");
        }
        return (byte) letter;
    }

    private static char fromLetter(byte stored) {
        if (stored < 0) {
            throw new IllegalArgumentException("expected ASCII");
        }
        return (char) stored;
    }

    private static byte toYesOrNo(boolean value) {
        return (byte) (value ? 'Y' : 'N');
    }

    private static boolean fromYesOrNo(byte stored) {
        if (stored != 'Y' && stored != 'N') {
            throw new IllegalArgumentException("expected 'Y' or 'N'");
        }
        return stored == 'Y';
    }
}
