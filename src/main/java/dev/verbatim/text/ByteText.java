package dev.verbatim.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How bytes are spelled: always as one string, because a layout does not say whether its bytes are text. Bytes of UTF-8
 * are spelled as their text. All others are spelled as {@code 0x} and their hexadecimal digits; so are texts that have
 * control characters other than tabs and line ends, and texts that begin with {@code 0x} themselves. So each string
 * stands for one sequence of bytes.
 */
public final class ByteText {

    private static final String HEX_PREFIX = "0x";

    private ByteText() {}

    /**
     * {@return the spelling of bytes of a fixed number, without the zeros at their end}
     *
     * @param bytes the bytes
     */
    public static String ofPadded(byte[] bytes) {
        int length = Objects.requireNonNull(bytes, "bytes").length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        String text = text(Arrays.copyOf(bytes, length));
        return text == null ? hex(bytes) : text;
    }

    /**
     * {@return the spelling of bytes of any number, all of which count}
     *
     * @param bytes the bytes
     */
    public static String of(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        String text = text(bytes);
        return text == null ? hex(bytes) : text;
    }

    private static String hex(byte[] bytes) {
        return HEX_PREFIX + HexFormat.of().formatHex(bytes);
    }

    /** {@return the text of some bytes; null if they are not UTF-8, or their text cannot be shown} */
    private static @Nullable String text(byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
        return text.startsWith(HEX_PREFIX) || text.chars().anyMatch(ByteText::isHidden) ? null : text;
    }

    private static boolean isHidden(int c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r';
    }

    /**
     * {@return the bytes that a text spells}
     *
     * @param text the text
     * @throws MalformedTextException if something else than hexadecimal digits follows {@code 0x}, or if there is half
     *     a character
     */
    public static byte[] parse(String text) {
        Objects.requireNonNull(text, "text");
        try {
            if (text.startsWith(HEX_PREFIX)) {
                return HexFormat.of().parseHex(text, HEX_PREFIX.length(), text.length());
            }
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] parsed = new byte[bytes.remaining()];
            bytes.get(parsed);
            return parsed;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new MalformedTextException("expected text, or 0x and pairs of hexadecimal digits, found "
                    + MalformedTextException.quote(text));
        }
    }
}
