package dev.verbatim.map;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Codecs of texts and of bytes as they are. */
abstract class BytesCodec<T> extends MapCodec<T> {

    static final BytesCodec<String> STRINGS = new BytesCodec<>(Kind.STRING) {
        @Override
        long encodedSize(String value) {
            return asciiLength(value) == value.length() ? value.length() : utf8(value).length;
        }

        @Override
        long write(String value, MemorySegment memory, long offset) {
            int ascii = 0;
            int length = value.length();
            if (offset + length > memory.byteSize()) {
                throw new IndexOutOfBoundsException("a text of " + length + " characters");
            }
            while (ascii < length && value.charAt(ascii) < 0x80) {
                memory.set(ValueLayout.JAVA_BYTE, offset + ascii, (byte) value.charAt(ascii));
                ascii++;
            }
            return ascii == length ? length : copy(utf8(value), memory, offset);
        }

        @Override
        boolean isToldByEquals() {
            return true;
        }

        @Override
        String decode(byte[] bytes) throws CharacterCodingException {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }

        @Override
        public String toString() {
            return "MapCodec.strings()";
        }
    };

    static final BytesCodec<byte[]> BYTES = new BytesCodec<>(Kind.BYTES) {
        @Override
        long encodedSize(byte[] value) {
            return value.length;
        }

        @Override
        long write(byte[] value, MemorySegment memory, long offset) {
            return copy(value, memory, offset);
        }

        @Override
        byte[] decode(byte[] bytes) {
            return bytes;
        }

        @Override
        boolean readsAll() {
            return true;
        }

        @Override
        public String toString() {
            return "MapCodec.bytes()";
        }
    };

    private BytesCodec(Kind kind) {
        super(kind);
    }

    private static int asciiLength(String value) {
        int length = 0;
        while (length < value.length() && value.charAt(length) < 0x80) {
            length++;
        }
        return length;
    }

    /** Two texts with unpaired surrogates would have the same bytes: so none may have one. */
    private static byte[] utf8(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == value.length()
                        || !Character.isLowSurrogate(value.charAt(i + 1))) {
                    throw new IllegalArgumentException("expected a text that UTF-8 can have, found an unpaired"
                            + " surrogate at index=%d: \\u%04x".formatted(i, (int) c));
                }
                i++;
            }
        }
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static long copy(byte[] bytes, MemorySegment memory, long offset) {
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
        return bytes.length;
    }

    abstract T decode(byte[] bytes) throws CharacterCodingException;

    @Override
    @Nullable
    StructLayout layout() {
        return null;
    }

    @Override
    long fixedSize() {
        return -1;
    }

    @Override
    T read(MemorySegment memory, long offset, long length) throws CharacterCodingException {
        byte[] bytes = new byte[Math.toIntExact(length)];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, 0, bytes.length);
        return decode(bytes);
    }
}
