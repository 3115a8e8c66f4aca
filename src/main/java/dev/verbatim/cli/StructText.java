package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How keys and values with a layout are spelled as arguments: as a JSON object of all members, as it is printed, or as
 * {@code 0x} and the hexadecimal digits of the bytes. A struct with a single value can be that value alone, or a UUID
 * if that has 16 bytes. So a text makes the same bytes as a codec would.
 */
final class StructText {

    private static final String HEX_PREFIX = "0x";
    private static final int UUID_BYTES = 16;

    private StructText() {}

    /** {@return the values of a payload; one with more bytes than they take is corrupt} */
    static Map<String, @Nullable Object> values(RecordText text, MemorySegment payload) {
        requireWhole(text, payload);
        return text.values(payload, 0);
    }

    /** Requires that a payload is one record, and nothing more. */
    static void requireWhole(RecordText text, MemorySegment payload) {
        StructLayout layout = text.layout();
        long least = layout.byteSize();
        if (payload.byteSize() < least) {
            String orMore = Layouts.isVarRecord(layout) ? " or more" : "";
            throw new CorruptRecordException(
                    "expected " + least + " bytes" + orMore + ", found " + payload.byteSize() + " bytes");
        }
        long byteSize = text.encodedSize(payload, 0);
        if (byteSize != payload.byteSize()) {
            throw new CorruptRecordException("expected " + byteSize + " bytes, found " + payload.byteSize() + " bytes");
        }
    }

    /** {@return the bytes of values that were shown, or parsed from JSON} */
    static byte[] bytes(RecordText text, @Nullable Object values) throws BadInputException {
        if (!(values instanceof Map<?, ?> members)) {
            throw new BadInputException("expected a JSON object of the members, found "
                    + (values == null ? "null" : MalformedTextException.quote(values.toString())));
        }
        @SuppressWarnings("unchecked") // the names of members are texts
        Map<String, @Nullable Object> named = (Map<String, @Nullable Object>) members;
        return text.toBytes(named);
    }

    /**
     * {@return the bytes that a text spells}
     *
     * @throws BadInputException if it spells none of this layout; the message says what was expected
     */
    static byte[] parse(RecordText layout, String text) throws BadInputException {
        MemoryLayout only = onlyValue(layout.layout());
        if (text.startsWith("{") && text.length() > 1) {
            return layout.fromJson(text);
        } else if (only != null && (!text.startsWith(HEX_PREFIX) || spellsHex(only))) {
            UUID uuid = only.byteSize() == UUID_BYTES ? uuidOf(text) : null;
            return ofValue(layout, uuid == null ? text : ByteText.of(bytesOf(uuid)));
        } else if (text.startsWith(HEX_PREFIX)) {
            return ofHex(layout, text);
        }
        throw new BadInputException("expected a JSON object of the members, or 0x and hexadecimal digits, found "
                + MalformedTextException.quote(text));
    }

    /**
     * Gives bytes what the padding has in other ones: the tag of a value of several types, which no member is.
     *
     * @param layout a layout; records of variable length are left as they are
     * @param bytes bytes that were {@linkplain #parse parsed}
     * @param old those of a value of the same layout; what is none has no padding
     */
    static void keepPadding(RecordText layout, byte[] bytes, MemorySegment old) {
        if (Layouts.isVarRecord(layout.layout())) {
            return;
        }
        byte[] members;
        try {
            members = layout.toBytes(values(layout, old));
        } catch (CorruptRecordException e) {
            return;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (members[i] == 0) { // a member that is zero is so in both
                bytes[i] |= old.get(ValueLayout.JAVA_BYTE, i);
            }
        }
    }

    private static byte[] ofValue(RecordText layout, String text) throws BadInputException {
        try {
            return layout.fromCells(List.of(text));
        } catch (MalformedTextException e) {
            // There is but one member; its name says nothing.
            String message = String.valueOf(e.getMessage());
            String path = layout.columns().getFirst() + ": ";
            throw new BadInputException(message.startsWith(path) ? message.substring(path.length()) : message);
        }
    }

    /** {@return the layout of the only value that a struct has; null if it has none, or more, or a tail} */
    private static @Nullable MemoryLayout onlyValue(StructLayout struct) {
        List<Layouts.Member> members = Layouts.members(struct);
        if (members.size() != 1) {
            return null;
        }
        return switch (members.getFirst().layout()) {
            case StructLayout nested -> onlyValue(nested);
            case SequenceLayout bytes when bytes.elementLayout() instanceof ValueLayout.OfByte -> bytes;
            case ValueLayout value -> value;
            default -> null;
        };
    }

    /** {@return whether 0x and digits are a spelling of a value alone} */
    private static boolean spellsHex(MemoryLayout value) {
        return value instanceof SequenceLayout || value instanceof ValueLayout.OfChar;
    }

    private static byte[] ofHex(RecordText layout, String text) throws BadInputException {
        byte[] bytes = ByteText.parse(text);
        byte[] written;
        try {
            written = layout.toBytes(values(layout, MemorySegment.ofArray(bytes)));
        } catch (CorruptRecordException e) {
            throw new BadInputException(e.getMessage());
        }
        int mismatch = Arrays.mismatch(bytes, written);
        if (mismatch >= 0) {
            // A program that looks for the same key or value would not find these bytes equal.
            throw new BadInputException("expected the bytes that a codec writes, 0x%02x at offset=%s, found 0x%02x"
                    .formatted(written[mismatch], mismatch, bytes[mismatch]));
        }
        return bytes;
    }

    /** {@return the UUID of a text in the canonical form; null if it is in none} */
    static @Nullable UUID uuidOf(String text) {
        return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}") ? UUID.fromString(text) : null;
    }

    /** {@return a UUID's bytes in the order of RFC 9562} */
    static byte[] bytesOf(UUID uuid) {
        return ByteBuffer.allocate(UUID_BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
