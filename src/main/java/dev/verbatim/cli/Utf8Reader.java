package dev.verbatim.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Reads text in UTF-8 up to the first bytes that are none, at which it throws a {@link
 * java.nio.charset.CharacterCodingException}. The JDK's reader replaces such bytes, or throws without giving away what
 * it has decoded before them. One thread may use it.
 */
final class Utf8Reader extends Reader {

    private static final int BUFFER_SIZE = 8192;

    private final InputStream source;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_SIZE).flip();
    private final CharBuffer decoded = CharBuffer.allocate(BUFFER_SIZE).flip();
    private boolean atEnd;

    Utf8Reader(InputStream source) {
        this.source = source;
    }

    /** Waits for no more than one character: the text may come from a program that is at work. */
    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        while (!decoded.hasRemaining()) {
            CoderResult result = decode();
            if (decoded.hasRemaining()) {
                break;
            } else if (result.isError()) {
                result.throwException();
            } else if (atEnd) {
                return -1;
            }
            fill();
        }
        int count = Math.min(length, decoded.remaining());
        decoded.get(target, offset, count);
        return count;
    }

    /** Decodes up to what cannot be decoded, which it finds again when it is next called. */
    private CoderResult decode() {
        decoded.clear();
        CoderResult result = decoder.decode(bytes, decoded, atEnd);
        decoded.flip();
        return result;
    }

    private void fill() throws IOException {
        bytes.compact();
        int count = source.read(bytes.array(), bytes.position(), bytes.remaining());
        atEnd = count < 0;
        bytes.position(bytes.position() + Math.max(count, 0)).flip();
    }

    /** Leaves standard input open: the JVM may have a file of its own there, if it was started without. */
    @Override
    @SuppressWarnings("ReferenceEquality") // a stream is itself alone
    public void close() throws IOException {
        if (source != System.in) {
            source.close();
        }
    }
}
