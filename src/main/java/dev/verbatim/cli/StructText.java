package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How keys and values with a layout are spelled as arguments. A struct of fixed size is a JSON object of all its
 * members, as it is printed. One with a single value can be that value alone, or a UUID if that has 16 bytes. Any
 * struct, and a record of variable length, is {@code 0x} and the hexadecimal digits of its bytes. So a text makes the
 * same bytes as a codec would.
 */
final class StructText {

    private static final String HEX_PREFIX = "0x";
    private static final int UUID_BYTES = 16;

    private StructText() {}

    /**
     * {@return the bytes that a text spells}
     *
     * @throws BadInputException if it spells none of this layout; the message says what was expected
     */
    static byte[] parse(StructLayout layout, String text) throws BadInputException {
        if (Layouts.isVarRecord(layout)) {
            if (!text.startsWith(HEX_PREFIX)) {
                throw new BadInputException("expected 0x and hexadecimal digits, as the layout is of variable length,"
                        + " found " + OneLineErrors.quote(text));
            }
            return ofHex(layout, List.of(), text);
        }
        List<Column> columns = columns(layout);
        Column only = columns.size() == 1 ? columns.getFirst() : null;
        if (text.startsWith("{") && text.length() > 1) {
            return ofJson(layout, columns, text);
        } else if (only != null && (!text.startsWith(HEX_PREFIX) || spellsHex(only))) {
            return ofValue(layout, only, text);
        } else if (text.startsWith(HEX_PREFIX)) {
            return ofHex(layout, columns, text);
        }
        throw new BadInputException("expected a JSON object of the members, or 0x and hexadecimal digits, found "
                + OneLineErrors.quote(text));
    }

    private static List<Column> columns(StructLayout layout) throws BadInputException {
        try {
            return Column.of(layout);
        } catch (BadInputException e) {
            throw new BadInputException(e.getMessage() + "; use a program for such structs");
        }
    }

    /** {@return whether 0x and digits are a spelling of a value alone} */
    private static boolean spellsHex(Column column) {
        return column.layout() instanceof SequenceLayout || column.layout() instanceof ValueLayout.OfChar;
    }

    private static byte[] ofValue(StructLayout layout, Column column, String text) throws BadInputException {
        byte[] bytes = new byte[Math.toIntExact(layout.byteSize())];
        UUID uuid = column.layout().byteSize() == UUID_BYTES ? uuidOf(text) : null;
        if (uuid != null) {
            System.arraycopy(bytesOf(uuid), 0, bytes, Math.toIntExact(column.offset()), UUID_BYTES);
        } else {
            column.write(MemorySegment.ofArray(bytes), text);
        }
        return bytes;
    }

    private static byte[] ofJson(StructLayout layout, List<Column> columns, String text) throws BadInputException {
        Map<String, String> found = new HashMap<>();
        flatten("", JsonParser.parse(text), found);
        Map<Column, String> texts = new HashMap<>();
        for (Column column : columns) {
            String value = found.remove(column.path());
            if (value == null) {
                throw new BadInputException(
                        "expected the member " + OneLineErrors.quote(column.path()) + ", found none");
            }
            texts.put(column, value);
        }
        if (!found.isEmpty()) {
            throw new BadInputException("expected members of the layout, found "
                    + OneLineErrors.quote(found.keySet().iterator().next()));
        }
        return write(layout, texts);
    }

    private static void flatten(String path, Object value, Map<String, String> found) {
        switch (value) {
            case Map<?, ?> members ->
                members.forEach(
                        (name, member) -> flatten(path.isEmpty() ? "" + name : path + "." + name, member, found));
            case List<?> elements -> {
                for (int i = 0; i < elements.size(); i++) {
                    flatten(path + "[" + i + "]", elements.get(i), found);
                }
            }
            default -> found.put(path, value.toString());
        }
    }

    private static byte[] write(StructLayout layout, Map<Column, String> texts) throws BadInputException {
        byte[] bytes = new byte[Math.toIntExact(layout.byteSize())];
        for (Map.Entry<Column, String> each : texts.entrySet()) {
            try {
                each.getKey().write(MemorySegment.ofArray(bytes), each.getValue());
            } catch (BadInputException e) {
                throw new BadInputException(each.getKey().path() + ": " + e.getMessage());
            }
        }
        return bytes;
    }

    private static byte[] ofHex(StructLayout layout, List<Column> columns, String text) throws BadInputException {
        byte[] bytes = ByteText.parse(text);
        Map<String, @Nullable Object> values;
        try {
            values = EntryPrinter.read(LayoutReader.of(layout), MemorySegment.ofArray(bytes));
        } catch (CorruptRecordException e) {
            throw new BadInputException(e.getMessage());
        }
        if (!Layouts.isVarRecord(layout)) {
            Map<Column, String> texts = new HashMap<>();
            columns.forEach(column -> texts.put(column, Objects.requireNonNull(column.read(values))));
            byte[] written = write(layout, texts);
            int mismatch = Arrays.mismatch(bytes, written);
            if (mismatch >= 0) {
                // A program that looks for the same key or value would not find these bytes equal.
                throw new BadInputException("expected the bytes that a codec writes, 0x%02x at offset=%d, found 0x%02x"
                        .formatted(written[mismatch], mismatch, bytes[mismatch]));
            }
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
