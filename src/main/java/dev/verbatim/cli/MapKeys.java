package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.map.MapInfo;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How the keys of a map are spelled: as what they are made from. */
final class MapKeys {

    private final String kind;

    /** Null where keys have no layout. */
    private final @Nullable RecordText layout;

    MapKeys(MapInfo info) {
        this(info.keyKind(), info.keyLayout());
    }

    MapKeys(String kind, Optional<StructLayout> layout) {
        this(kind, layout.map(RecordText::of).orElse(null));
    }

    private MapKeys(String kind, @Nullable RecordText layout) {
        this.kind = kind;
        this.layout = layout;
    }

    /** {@return whether a key is a struct or a record that has a whole number of a path} */
    boolean hasNumber(String path) {
        return isRecord() && UnsignedOption.obstacle(text(), path) == null;
    }

    private boolean isRecord() {
        return kind.equals("STRUCT") || kind.equals("VAR");
    }

    /**
     * {@return keys of the same kind in which a whole number has no sign}
     *
     * @param path the path of the number in a key; nothing for a key that is a number itself
     * @throws IllegalArgumentException if there is no such number; the message says what was expected
     */
    MapKeys withUnsigned(String path) {
        boolean isNumber = kind.equals("LONG") || kind.equals("INT");
        if (isRecord() && !path.isEmpty()) {
            return new MapKeys(kind, text().withUnsigned(List.of(path)));
        } else if (isNumber && path.isEmpty()) {
            return new MapKeys(kind, text().withUnsigned(text().columns()));
        }
        String expected = isNumber ? "@key alone" : isRecord() ? "the path of a member, such as @key.id" : "no @key";
        throw new IllegalArgumentException("expected " + expected + ", because keys are of kind " + kind);
    }

    /** {@return whether a key that is shown as a text is a sequence of bytes} */
    boolean areBytes() {
        return kind.equals("BYTES");
    }

    /** {@return the layout of keys; null if they have none} */
    @Nullable
    StructLayout layout() {
        return layout == null ? null : layout.layout();
    }

    /**
     * {@return the bytes of a key that was shown, or parsed from JSON}
     *
     * @throws BadInputException if it is no key; the message says what was expected
     */
    byte[] bytes(Object shown) throws BadInputException {
        boolean isStruct = shown instanceof Map<?, ?>;
        if (shown instanceof List<?> || (isStruct && layout == null)) {
            throw new BadInputException("KEY: expected a single value, found " + (isStruct ? "an object" : "an array"));
        }
        try {
            return isStruct ? StructText.bytes(text(), shown) : parse(Csv.cell(shown));
        } catch (MalformedTextException e) {
            throw ofKey(e);
        }
    }

    private BadInputException ofKey(Exception e) {
        String message = layout == null
                ? e.getMessage()
                : UnsignedHint.in(e.getMessage(), layout, path -> isRecord() ? "@key." + path : "@key");
        return new BadInputException("KEY: " + message);
    }

    /**
     * {@return the bytes of the key that a text spells}
     *
     * @throws BadInputException if it spells none; the message says what was expected
     */
    byte[] parse(String text) throws BadInputException {
        try {
            return switch (kind) {
                case "STRING" -> utf8(text);
                case "BYTES" -> ByteText.parse(text);
                case "UUID" -> uuid(text);
                default -> StructText.parse(text(), text);
            };
        } catch (BadInputException | MalformedTextException e) {
            throw ofKey(e);
        }
    }

    private static byte[] utf8(String text) throws BadInputException {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] key = new byte[bytes.remaining()];
            bytes.get(key);
            return key;
        } catch (CharacterCodingException e) {
            throw new BadInputException(
                    "expected a text, found half a character in " + MalformedTextException.quote(text));
        }
    }

    private static byte[] uuid(String text) throws BadInputException {
        UUID uuid = StructText.uuidOf(text);
        if (uuid == null) {
            throw new BadInputException("expected a UUID, such as 00112233-4455-6677-8899-aabbccddeeff, found "
                    + MalformedTextException.quote(text));
        }
        return StructText.bytesOf(uuid);
    }

    /**
     * {@return a key as it is shown}
     *
     * @throws CorruptRecordException if its bytes are none of a key of this map
     */
    Object show(byte[] key) {
        return switch (kind) {
            case "STRING" -> text(key);
            case "BYTES" -> ByteText.of(key);
            case "UUID" -> {
                read(key);
                ByteBuffer bytes = ByteBuffer.wrap(key);
                yield new UUID(bytes.getLong(), bytes.getLong()).toString();
            }
            case "LONG", "INT" ->
                Objects.requireNonNull(read(key).values().iterator().next());
            default -> read(key);
        };
    }

    private static String text(byte[] key) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CorruptRecordException("expected a key in UTF-8, found bytes that are not");
        }
    }

    private Map<String, @Nullable Object> read(byte[] key) {
        return StructText.values(text(), MemorySegment.ofArray(key));
    }

    private RecordText text() {
        return Objects.requireNonNull(layout, "a key of kind " + kind + " has a layout");
    }
}
